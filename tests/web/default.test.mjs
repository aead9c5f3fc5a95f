// The page as it is shipped: the built-in prices answer with nothing typed, and every input leads to a consistent answer.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { opened, samePage } from "./harness.mjs";
import { answered, assertAddsUp, cents, screen, shows } from "./visitor.mjs";

const markets = {
  en: { currency: "USD", amount: /^(≈ )?\$[\d,]+(\.\d\d)?$/, mode: /hourly|daily|weekly|monthly/, within: /in budget/, date: /202\d/, other: "CNY" },
  "zh-CN": { currency: "CNY", amount: /^(≈ )?¥[\d,]+(\.\d\d)?$/, mode: /按小时|包天|包周|包月/, within: /预算内/, date: /202\d年/, other: "USD" },
};

const { chromium, server } = await opened();

const resultOf = (visit) => visit.locator("gpu-cost-calculator").evaluate(({ result }) => result);

/** The screen says what the result says. */
async function assertConsistent(visit) {
  const [seen, result] = [await screen(visit), await resultOf(visit)];
  const { best } = result;
  assert.equal(seen.total === undefined, best === undefined);
  if (best === undefined) return { seen, result };
  assert.ok(seen.plan.includes(best.gpuName) && seen.plan.includes(`× ${best.gpus}`), `${seen.plan} is ${best.gpus} ${best.gpuName}`);
  assert.equal(cents(seen.sum), cents(best.total));
  assertAddsUp(seen);
  assert.equal(seen.options.length, result.runnerUps.length);
  assert.match(seen.badge ?? "", best.budget === undefined ? /^$/ : "over" in best.budget ? /over by|超出/ : /in budget|预算内/);
  assert.ok(best.memory.needed.high <= best.memory.usable, "it fits, also if it needs more than is likely");
  return { seen, result };
}

/** Some tasks wait for a module: tries until a check holds, else fails as it did last. */
async function eventually(visit, check) {
  const deadline = performance.now() + 8_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (deadline < performance.now()) throw error;
    }
    await visit.waitForTimeout(25);
  }
}

describe("with nothing typed", () => {
  for (const [locale, words] of Object.entries(markets)) {
    for (const width of [1280, 360]) {
      test(`${locale}, ${width} px: an answer with its parts`, async () => {
        const visit = await samePage(chromium, { locale, width, url: server.url });
        await answered(visit);
        const { seen, result } = await assertConsistent(visit);
        assert.equal(result.currency, words.currency);
        assert.match(seen.plan, /× \d/);
        assert.match(seen.plan, words.mode);
        assert.match(seen.total, words.amount);
        assert.match(seen.badge, words.within);
        assert.ok(3 <= seen.reasons.length, seen.reasons.join());
        assert.ok(3 <= seen.options.length, "runner-ups");
        assert.match(await visit.locator(".as-of").textContent(), words.date);
        assert.ok(!seen.hasFallback);
        assert.ok(seen.reasons.concat(seen.options).every((text) => !/NaN|undefined|null|Infinity/.test(text)));
        assert.equal(await visit.locator("html").getAttribute("lang"), locale);
        assert.deepEqual(visit.problems, []);
      });
    }
  }

  test("on a phone, the answer is above the form, and the total stays in reach", async () => {
    const visit = await samePage(chromium, { width: 360, height: 740, url: server.url });
    await answered(visit);
    const top = async (selector) => (await visit.locator(selector).boundingBox()).y;
    assert.ok((await top("[part=answer]")) < (await top("[part=form]")));
    assert.ok((await top("[part=total]")) < 740, "without scrolling");
    const { y, height } = await visit.locator(".short-answer").boundingBox();
    assert.ok(y + height <= 741, "the short answer sticks to the bottom");
    await visit.locator(".short-answer").click();
  });

  test("nothing moves while it loads", async () => {
    for (const width of [1280, 360]) {
      const visit = await samePage(chromium, { width, url: server.url });
      await answered(visit);
      const shift = await visit.evaluate(
        () =>
          new Promise((resolve) => {
            const read = (list) => resolve(list.getEntries().reduce((sum, { value }) => sum + value, 0));
            new PerformanceObserver(read).observe({ type: "layout-shift", buffered: true });
            requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
          }),
      );
      assert.ok(shift <= 0.02, `layout shift ${shift} at ${width} px`);
    }
  });
});

/** A field, what is entered, and what must be true of the new result beside the old. */
const changes = [
  ["parameters", "30B", ({ requirement, best }, old) => requirement.parameters === 30e9 && needed(best) > needed(old.best)],
  ["modelChoice", "llama-2-7b", ({ requirement }) => requirement.parameters === 6_738_415_616],
  ["method", "qlora", ({ best }, old) => best.memory.parts.weights < old.best.memory.parts.weights],
  ["method", "full", ({ best }, old) => needed(best) > needed(old.best)],
  ["tokens", "40M", ({ requirement, best }, old) => requirement.settings.tokens === 40e6 && best.runTime.likely !== old.best.runTime.likely],
  ["hoursPerDay", "8", ({ best }) => best.plannedSeconds === 8 * 3 * 3_600],
  ["days", "6", ({ best }, old) => best.plannedSeconds === 2 * old.best.plannedSeconds && cents(best.total) > cents(old.best.total)],
  ["demand", "untilDone", ({ basis, best }) => basis === "untilDone" && best.plannedSeconds === undefined],
  ["budgetAmount", "1", ({ best }) => "over" in best.budget],
  ["budgetPer", "month", ({ best }) => "within" in best.budget],
  ["diskGib", "5000", ({ best }, old) => line(best, "disk") !== line(old.best, "disk") || line(best, "disk") === undefined],
  ["resumable", true, ({ best, spotSaving }, old) => best.mode === "spot" || (spotSaving === undefined && best.total === old.best.total)],
  ["task", "inference", ({ best, recurring }) => recurring && best.serving.perUser.low > 0 && best.runTime === undefined],
  ["task", "preTraining", ({ requirement, basis }) => requirement.parameters === 500e6 && basis === "untilDone"],
  ["task", "simulation", ({ requirement, rejections }) => requirement.settings.limit === "fp64" && rejections.some(({ attempts }) => "tooWeak" in attempts[0].reason)],
  ["task", "rendering", ({ requirement, best }) => requirement.settings.units === 240 && best.memory.parts.data === 12 * 2 ** 30],
  ["task", "dataProcessing", ({ requirement, best }) => requirement.settings.limit === "bandwidth" && best.runTime.likely > 0],
];
const needed = ({ memory, gpus }) => memory.needed.likely * gpus;
const line = ({ lines }, kind) => lines.find((line) => line.kind === kind)?.amount;

describe("every input counts", () => {
  for (const [locale, { currency }] of Object.entries(markets)) {
    describe(`${locale}, ${currency}`, () => {
      let visit;
      let old;
      before(async () => {
        visit = await samePage(chromium, { locale, url: server.url });
        await answered(visit);
        old = await resultOf(visit);
      });

      for (const [name, value, holds] of changes) {
        test(`${name}: ${value}`, async () => {
          await visit.locator("gpu-cost-calculator").evaluate((element) => element.reset());
          await openAll(visit);
          await enter(visit.locator(`[name=${name}]`), value);
          await eventually(visit, async () => {
            const { result } = await assertConsistent(visit);
            assert.ok(holds(result, old), JSON.stringify({ ...result, runnerUps: [], rejections: [] }));
          });
          assert.deepEqual(visit.problems, []);
        });
      }
    });
  }

  async function openAll(visit) {
    for (const step of await visit.locator("details.step:not([open]) > summary").all()) await step.click();
  }

  async function enter(control, value) {
    const [tag, type] = await control.first().evaluate(({ localName, type }) => [localName, type]);
    if (tag === "select") await control.selectOption(value);
    else if (type === "radio") await control.and(control.page().locator(`[value=${value}]`)).check();
    else if (type === "checkbox") await control.setChecked(value);
    else await control.fill(value);
  }
});

describe("the page around it", () => {
  test("speaks the language of ?lang, and follows the element", async () => {
    const visit = await samePage(chromium, { locale: "zh-CN", url: `${server.url}?lang=en` });
    const english = await answered(visit);
    assert.match(english.total, /\$/);
    await visit.getByRole("button", { name: "中文" }).click();
    await visit.locator("html[lang=zh-CN]").waitFor();
    await shows(visit, ({ total }) => assert.equal(cents(total), cents(english.total), "the market stays"));
    assert.match(await visit.title(), /\p{Script=Han}/u);
  });

  test("has no dead link, and a fallback whose prices are those of the snapshot", async () => {
    const visit = await samePage(chromium, { url: server.url });
    const links = await visit.locator("[href]").evaluateAll((nodes) => nodes.map(({ href }) => href));
    const own = links.filter((link) => link.startsWith(server.url));
    const answers = await Promise.all(own.map((link) => fetch(link)));
    assert.deepEqual(answers.filter(({ ok }) => !ok).map(({ url }) => url), []);
    const catalogs = await Promise.all(answers.filter(({ url }) => url.endsWith(".json")).map((answer) => answer.json()));
    const pricesOf = ({ offers }) => offers.flatMap(({ billing }) => Object.values(billing).map(({ price }) => price));
    for (const [lang, currency] of [["zh-CN", "CNY"], ["en", "USD"]]) {
      const known = new Set(pricesOf(catalogs.find((catalog) => catalog.currency === currency)));
      const cells = await visit.locator(`gpu-cost-calculator [lang=${lang}] td`).allTextContents();
      const prices = cells.filter((cell) => /^[\d,]+\.\d+$/.test(cell)).map((cell) => Number(cell.replaceAll(",", "")));
      assert.ok(4 < prices.length);
      assert.deepEqual(prices.filter((price) => !known.has(price)), [], currency);
    }
  });

  for (const lang of ["zh-CN", "en"]) {
    test(`the smallest price file that it prints works, ${lang}`, async () => {
      const visit = await samePage(chromium, { locale: lang, url: server.url });
      await answered(visit);
      const [file] = (await visit.locator(`[lang=${lang}] pre`).allTextContents()).filter((text) => text.trim().startsWith("{"));
      await visit.locator("gpu-cost-calculator").evaluate((element, file) => (element.catalog = file), file);
      await shows(visit, ({ plan }) => assert.match(plan, /4090/));
      const { result } = await assertConsistent(visit);
      assert.equal(result.currency, JSON.parse(file).currency);
      assert.deepEqual(visit.problems, []);
    });
  }
});

describe("markets", () => {
  for (const [locale, { currency, other }] of Object.entries(markets)) {
    test(`${locale}: from ${currency} to ${other} and back`, async () => {
      const visit = await samePage(chromium, { locale, url: server.url });
      const first = await answered(visit);
      await visit.locator("select[name=currency]").selectOption(other);
      await shows(visit, ({ total }) => assert.match(total, other === "USD" ? /\$/ : /¥/));
      const there = await assertConsistent(visit);
      assert.equal(there.result.currency, other);
      assert.notEqual(there.result.best.budget, undefined, "the example has a budget in each currency");
      await visit.locator("select[name=currency]").selectOption(currency);
      const back = await shows(visit, ({ total }) => assert.equal(total, first.total));
      assert.deepEqual(back.lines, first.lines);
      assert.deepEqual(visit.problems, []);
    });
  }
});
