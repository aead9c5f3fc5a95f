// What the tests of the element and the page share: a server for the built page, a browser, pages, accessibility checks.
// Build first (`cargo xtask build`); `cargo xtask test --only web` builds and runs them all.
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import { chromium } from "playwright-core";
import { serve, site as built } from "../../www/serve.mjs";

const fixtures = fileURLToPath(new URL("fixtures/", import.meta.url));

/** The policy that the documentation promises to work under. */
export const strictCsp = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html",
].join("; ");

const axeTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"];

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Serves target/www at / and tests/web/fixtures at /fixtures/, with a policy where one is given: {url, close}. */
export async function site({ csp } = {}) {
  const headers = csp ? { "content-security-policy": csp } : {};
  return serve({ "/": built, "/fixtures/": fixtures }, { headers });
}

/** A headless Chromium: the one that the CHROMIUM variable names, or the first on PATH. Close it with `.close()`. */
export async function browser() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? (await findChromium()), args: flags });
}

/** What the tests of a file share: a browser, and a server of the built page as {@link site}. Both are closed after them. */
export async function opened(options) {
  const [launched, server] = await Promise.all([browser(), site(options)]);
  after(async () => {
    await launched.close();
    await server.close();
  });
  return { chromium: launched, server };
}

/**
 * A new page in a context of its own, opened at `url` where one is given, on a day that does not depend on the machine.
 * `page.problems` collects console errors, uncaught exceptions and policy violations; close with `page.context().close()`.
 */
export async function page(browser, options = {}) {
  const { locale = "en", colorScheme, width, height, url, today, ...rest } = options;
  const context = await browser.newContext({ locale, ...rest });
  context.setDefaultTimeout(8_000);
  const page = await context.newPage();
  page.problems = [];
  page.on("console", (message) => {
    if (message.type() === "error") page.problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => page.problems.push(String(error)));
  await dress(page, { colorScheme, width, height, today });
  if (url) await page.goto(url);
  return page;
}

const reused = new WeakMap();

/** Like {@link page}, but the same one for each language: twice as fast. The last caller has finished with it; nobody closes it. */
export async function samePage(browser, { locale = "en", url, ...look } = {}) {
  const pages = reused.get(browser) ?? new Map();
  reused.set(browser, pages);
  const same = pages.get(locale) ?? (await page(browser, { locale }));
  pages.set(locale, same);
  same.removeAllListeners("request");
  await same.unrouteAll({ behavior: "ignoreErrors" });
  await same.goto("about:blank");
  same.problems.length = 0;
  await dress(same, look);
  if (url) await same.goto(url);
  return same;
}

async function dress(page, { colorScheme = "light", width = 1280, height = 900, today = "2026-11-30" }) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme });
  await page.clock.setFixedTime(new Date(`${today}T12:00:00`));
}

/** The violations that axe finds against WCAG 2.0 to 2.2 A and AA and its best practices, one line for each element; `within` names a host and a part of it. */
export async function axe(page, within) {
  // Without a second page for the frames of other sites, of which there are none; three times as fast.
  const builder = new AxeBuilder({ page }).setLegacyMode(true).withTags(axeTags);
  if (within !== undefined) builder.include({ fromShadowDom: within });
  const { violations } = await builder.analyze();
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${target.join(" ")}`));
}

async function findChromium() {
  const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
  const folders = (process.env.PATH ?? "").split(delimiter);
  for (const path of names.flatMap((name) => folders.map((folder) => join(folder, name)))) {
    const isThere = await access(path, constants.X_OK).then(() => true, () => false);
    if (isThere) return path;
  }
  throw new Error("no Chromium on PATH: install one, or name it in the CHROMIUM variable");
}
