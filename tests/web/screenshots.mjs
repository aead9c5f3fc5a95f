// Pictures for people to look at: `node tests/web/screenshots.mjs DIR` after `cargo xtask build`. They assert nothing.
// DIR/screenshot.png is the one for the README: copy it to www/.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { browser, page, site } from "./harness.mjs";
import { answered } from "./visitor.mjs";

const folder = process.argv[2];
if (folder === undefined) throw new Error("usage: node tests/web/screenshots.mjs DIR");

const locales = ["zh-CN", "en"];
const schemes = ["light", "dark"];
const widths = [1280, 768, 360, 320];

/** Name, and what is set on fixture F. */
const states = {
  answer: {},
  "full-13b": { inputs: { parameters: 13e9, method: "full" } },
  "month-20-hours": { inputs: { hoursPerDay: 20, days: 30, budgetAmount: 1_000 } },
  "over-budget": { inputs: { budgetAmount: 10 } },
  "too-short": { inputs: { tokens: 20e9 } },
  "nothing-fits": { inputs: { parameters: 1e12, method: "full" } },
  inference: { mode: "expert", inputs: { task: "inference", modelChoice: "llama-2-7b", promptTokens: 3_584, answerTokens: 512 } },
  images: { inputs: { task: "generation" } },
  videos: { mode: "expert", inputs: { task: "generation", modelChoice: "wan2.1-t2v-1.3b", items: 100, itemsPer: "all", demand: "untilDone" } },
  expert: { mode: "expert", inputs: { mfuPercent: 45 } },
};

/** What is pressed one after the other in the panel of bills. */
const bills = {
  left: ["[name=bill-left]"],
  received: ["[part=bill-received] > summary", "[part=bill-export] > summary"],
  own: ["label:has([name=billTab][value=own])"],
  sla: ["label:has([name=billTab][value=sla])"],
};

await mkdir(folder, { recursive: true });
const [chromium, server] = await Promise.all([browser(), site()]);
for (const locale of locales) {
  for (const colorScheme of schemes) {
    for (const width of widths) await take(`page-${locale}-${colorScheme}-${width}`, { locale, colorScheme, width, url: server.url });
  }
  for (const [name, state] of Object.entries(states)) {
    for (const width of [1280, 360]) await take(`f-${name}-${locale}-${width}`, { locale, width, url: `${server.url}fixtures/f.html` }, state);
  }
  for (const [name, presses] of Object.entries(bills)) {
    for (const colorScheme of schemes) {
      for (const width of [1280, 360]) await take(`f-bills-${name}-${locale}-${colorScheme}-${width}`, { locale, colorScheme, width, url: `${server.url}fixtures/f.html` }, {}, {}, undefined, [".bills > summary", ...presses]);
    }
  }
  for (const width of [1280, 360]) await take(`f-bad-input-${locale}-${width}`, { locale, width, url: `${server.url}fixtures/f.html` }, {}, { parameters: "seven", budgetAmount: "0.5万" });
}
await take("screenshot", { locale: "en", url: server.url }, {}, {}, 960);
await chromium.close();
await server.close();

/** One picture, of the whole page where no height is given. */
async function take(name, options, state = {}, texts = {}, height = undefined, presses = []) {
  const visit = await page(chromium, options);
  await answered(visit);
  await visit.locator("gpu-cost-calculator").evaluate((element, state) => element.setState(state), state);
  for (const [field, text] of Object.entries(texts)) await visit.locator(`[name=${field}]`).fill(text);
  for (const selector of presses) await visit.locator(selector).click();
  const whole = await visit.evaluate(() => document.documentElement.scrollHeight);
  // A window as high as the page: what sticks to its end stands where the page ends.
  await visit.setViewportSize({ width: visit.viewportSize().width, height: height ?? whole });
  await visit.screenshot({ path: join(folder, `${name}.png`) });
  await visit.context().close();
  console.log(name);
}
