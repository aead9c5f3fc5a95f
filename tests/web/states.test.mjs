// The states that a visitor can meet: before the answer, with entries that cannot be used, and where no plan is good.
import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { opened, page, samePage, strictCsp } from "./harness.mjs";
import { answered, assertAddsUp, digits, screen, shows } from "./visitor.mjs";

const languages = {
  en: {
    invalid: /last valid value/, fits: "No card", short: /Needs about/, over: /over by/, stale: /46 days/, kept: /still apply/,
    unpublished: /not published/, english: "English", chinese: "中文", expert: "Expert", simple: "Simple", restore: "Restore defaults",
  },
  "zh-CN": {
    invalid: /有效值/, fits: "没有", short: /需要约/, over: /超出预算/, stale: /46 天/, kept: /仍在使用/,
    unpublished: /未公布/, english: "English", chinese: "中文", expert: "专家", simple: "简单", restore: "恢复默认",
  },
};

const { chromium, server } = await opened({ csp: strictCsp });

const open = (options) => samePage(chromium, { url: `${server.url}fixtures/f.html`, ...options });
const inputsOf = (visit) => visit.locator("gpu-cost-calculator").evaluate(({ inputs }) => inputs);
const field = (visit, name) => visit.locator(`[name=${name}]`);

/** What a screen reader adds to a field: how its text was read, or what is wrong with it. */
const described = (visit, name) =>
  field(visit, name).evaluate((input) => {
    const ids = input.getAttribute("aria-describedby").split(" ");
    return ids.map((id) => input.getRootNode().getElementById(id).textContent.trim()).join(" ");
  });

describe("before the answer", () => {
  for (const path of ["index.html", "fixtures/f.html"]) {
    test(`without JavaScript, the price list of ${path} is there`, async () => {
      const visit = await page(chromium, { url: server.url + path, javaScriptEnabled: false });
      for (const table of await visit.locator("gpu-cost-calculator table").all()) assert.ok(await table.isVisible());
      assert.notEqual(await visit.locator("gpu-cost-calculator table").count(), 0);
    });
  }

  test("while prices load, the form stands beside the price list", async () => {
    const visit = await open({ url: undefined });
    let arrive;
    const arrival = new Promise((resolve) => (arrive = resolve));
    await visit.route("**/f.json", (route) => arrival.then(() => route.continue()));
    await visit.goto(`${server.url}fixtures/f.html`);
    await shows(visit, ({ hasForm, hasFallback }) => assert.deepEqual([hasForm, hasFallback], [true, true]));
    const area = visit.locator("[part=answer]");
    assert.equal(await area.getAttribute("aria-busy"), "true");
    assert.match(await field(visit, "parameters").inputValue(), /^7B$/);
    arrive();
    const seen = await answered(visit);
    assert.equal(seen.hasFallback, false);
    assert.equal(await area.getAttribute("aria-busy"), "false");
  });
});

/** Field, text, and the value that it is read as, written as the form repeats it. */
const readings = [
  ["budgetAmount", "１．５万", 15_000, "15,000"],
  ["budgetAmount", "0.5万", 5_000, "5,000"],
  ["budgetAmount", "1.2亿", 120_000_000, "120,000,000"],
  ["budgetAmount", "¥1,000", 1_000, "1,000"],
  ["budgetAmount", "1000元", 1_000, "1,000"],
  ["budgetAmount", "3w", 30_000, "30,000"],
  ["budgetAmount", "2k", 2_000, "2,000"],
  ["tokens", "1.2亿", 120_000_000, "120,000,000"],
  ["tokens", "０．５b", 500_000_000, "500,000,000"],
  ["parameters", "13", 13e9, "13,000,000,000"],
  ["parameters", "70亿", 7e9, "7,000,000,000"],
  ["hoursPerDay", "７．５", 7.5, "7.5"],
];

/** Field and text that cannot be used. */
const refused = [
  ["budgetAmount", "abc"],
  ["budgetAmount", "-5"],
  ["budgetAmount", "$70"],
  ["budgetAmount", "1e99"],
  ["budgetAmount", "0"],
  ["tokens", ""],
  ["tokens", "NaN"],
  ["tokens", "12"],
  ["parameters", "99999999999999999999999999"],
  ["parameters", "seven"],
  ["hoursPerDay", "25"],
  ["hoursPerDay", "-4"],
  ["hoursPerDay", "１２３４"],
  ["days", "2.5"],
  ["days", "Infinity"],
];

for (const [locale, words] of Object.entries(languages)) {
  describe(`entries, ${locale}`, () => {
    let visit;
    before(async () => {
      visit = await open({ locale });
      await answered(visit);
    });
    const reset = () => visit.locator("gpu-cost-calculator").evaluate((element) => element.reset());

    for (const [name, text, value, echo] of readings) {
      test(`${name} “${text}” is ${value}`, async () => {
        await reset();
        await field(visit, name).fill(text);
        assert.equal((await inputsOf(visit))[name], value);
        assert.equal(await field(visit, name).getAttribute("aria-invalid"), null);
        assert.ok((await described(visit, name)).includes(echo), `${await described(visit, name)} repeats ${echo}`);
      });
    }

    for (const [name, text] of refused) {
      test(`${name} “${text}” keeps the last answer and says what to enter`, async () => {
        await reset();
        const good = await answered(visit);
        await field(visit, name).fill(text);
        assert.equal(await field(visit, name).inputValue(), text, "the text stays as typed");
        assert.equal(await field(visit, name).getAttribute("aria-invalid"), "true");
        const message = await described(visit, name);
        assert.match(message, /\d/, "an example or the range");
        assert.equal(/\p{Script=Han}/u.test(message), locale === "zh-CN", message);
        const seen = await shows(visit, ({ warnings }) => assert.match(warnings.join(), words.invalid));
        assert.deepEqual([seen.plan, seen.total, seen.lines], [good.plan, good.total, good.lines]);
        await field(visit, name).fill(name === "tokens" ? "24M" : "24");
        assert.equal(await field(visit, name).getAttribute("aria-invalid"), null, "mended");
      });
    }

    test("an empty budget is no limit", async () => {
      await reset();
      await field(visit, "budgetAmount").fill("");
      const seen = await shows(visit, ({ badge }) => assert.equal(badge, undefined));
      assert.equal(digits(seen.total), "16.36");
      assert.equal(await field(visit, "budgetAmount").getAttribute("aria-invalid"), null);
    });
  });

  describe(`timed work, ${locale}`, () => {
    let visit;
    before(async () => {
      visit = await open({ locale });
      await answered(visit);
      await visit.locator("gpu-cost-calculator").evaluate((element) => element.setState({ inputs: { task: "rendering" } }));
    });

    for (const [name, text, mended] of [
      ["frames", "2.5", "240"],
      ["minutesPerFrame", "0", "6"],
      ["memoryGib", "-1", "12"],
      ["referenceGpu", "RTX 9999", "4090"],
      ["referenceGpu", "A100", "nvidia-rtx-4090-24gb"],
    ]) {
      test(`${name} “${text}” keeps the last answer and says what to enter`, async () => {
        const good = await shows(visit, ({ total, warnings }) => assert.deepEqual([digits(total), warnings], ["27.00", []]));
        await field(visit, name).fill(text);
        await field(visit, name).press("Tab");
        assert.equal(await field(visit, name).getAttribute("aria-invalid"), "true");
        const message = await described(visit, name);
        assert.match(message, /\d/, "an example or the range");
        assert.equal(/\p{Script=Han}/u.test(message), locale === "zh-CN", message);
        const seen = await shows(visit, ({ warnings }) => assert.equal(warnings.length, 1));
        assert.deepEqual([seen.plan, seen.total, seen.lines], [good.plan, good.total, good.lines]);
        await field(visit, name).fill(mended);
        await field(visit, name).press("Tab");
        assert.equal(await field(visit, name).getAttribute("aria-invalid"), null, "mended");
      });
    }

    test("which card was understood stands beside what was written", async () => {
      await field(visit, "referenceGpu").fill("4090");
      await field(visit, "referenceGpu").press("Tab");
      assert.equal((await described(visit, "referenceGpu")).trim(), "GeForce RTX 4090 24GB");
    });

    test("where no memory is asked for, none is drawn, and any card will do", async () => {
      await field(visit, "memoryGib").fill("");
      const seen = await shows(visit, ({ memory }) => assert.deepEqual(memory, {}));
      assert.equal(digits(seen.total), "27.00");
    });

    test("a rule in TFLOPS is translated into the time of the job, and changes no answer", async () => {
      await visit.locator("gpu-cost-calculator").evaluate((element) => element.setState({ inputs: { task: "preTraining" } }));
      const { total } = await answered(visit);
      await visit.locator("[data-part=rule] > summary").click();
      await field(visit, "ruleTflops").fill("160 TFLOPS");
      const note = visit.locator("[data-part=rule] .note");
      await note.waitFor();
      // 5e8 parameters, 20 tokens each: 3e19 and attention; 5 to 14 days at 47 to 16 % of 160 TFLOPS.
      assert.match(await note.textContent(), /500M.*10B.*20.*3\.\d × 10¹⁹.*160.*16%–47%.*\b4\.\d|5.*1[3-5]/);
      assert.equal((await screen(visit)).total, total);
    });
  });

  describe(`answers that are not good news, ${locale}`, () => {
    let visit;
    const begin = async (inputs) => {
      visit = await open({ locale });
      await answered(visit);
      await visit.locator("gpu-cost-calculator").evaluate((element, inputs) => element.setState({ inputs }), inputs);
    };

    test("nothing fits: the shortfall, no total, and no plan", async () => {
      await begin({ parameters: 1e12, method: "full" });
      const seen = await shows(visit, ({ plan }) => assert.ok(plan.includes(words.fits), plan));
      assert.equal(seen.total, undefined);
      assert.equal(seen.badge, undefined);
      assert.match(seen.card, /(A800|H100).*[\d.,]+ GiB/);
      assert.equal(seen.rejections.length, 3);
      for (const sentence of seen.rejections) assert.match(sentence, /[\d.,]+ GiB/);
    });

    test("where a smaller method fits, it is offered, and taking it leads to an answer", async () => {
      await begin({ parameters: 70e9, method: "full" });
      const seen = await shows(visit, ({ plan }) => assert.ok(plan.includes(words.fits), plan));
      assert.match(seen.levers.join(), /LoRA/);
      await visit.locator("[part=levers] button").first().click();
      assertAddsUp(await answered(visit));
    });

    test("too little time: what it needs and what was given, and a total that is for the whole job", async () => {
      await begin({ tokens: 20e9 });
      const seen = await shows(visit, ({ warnings }) => assert.match(warnings.join(), words.short));
      assert.match(seen.warnings.join(), /\b12\b/);
      assertAddsUp(seen);
    });

    test("over budget: the best plan, by how much, and levers that keep their word", async () => {
      await begin({ budgetAmount: 5 });
      const seen = await shows(visit, ({ badge }) => assert.match(badge, words.over));
      assert.match(seen.badge, /11\.36/);
      assert.equal(digits(seen.total), "16.36");
      for (const [index, lever] of seen.levers.entries()) {
        await begin({ budgetAmount: 5 });
        await visit.locator("[part=levers] button").nth(index).click();
        const [promised] = /[¥$][\d,.]+\d/.exec(lever);
        const { plan, total } = await screen(visit);
        assert.equal(digits(total), digits(promised), `“${lever}” leads to ${plan}, ${total}`);
      }
    });

    test("prices older than 30 days are said to be so, and computed on", async () => {
      const later = await open({ locale, today: "2027-01-15" });
      const seen = await answered(later);
      assert.match(seen.warnings.join(), words.stale);
      assert.equal(digits(seen.total), "16.36");
    });

    test("a fee that the platform does not publish is not zero", async () => {
      await begin({ egressGib: 10 });
      await visit.locator("gpu-cost-calculator").evaluate(async (element) => {
        const catalog = await (await fetch("f.json")).json();
        delete catalog.platforms[0].disk;
        element.catalog = catalog;
      });
      const seen = await shows(visit, ({ lines }) => assert.match(lines.join(), words.unpublished));
      assert.equal(digits(seen.total), "19.88", "14.88 and 10 GiB × 0.50");
      assertAddsUp(seen);
    });
  });

  describe(`switches, ${locale}`, () => {
    test("the language changes words, not numbers", async () => {
      const visit = await open({ locale });
      await field(visit, "days").fill("5");
      const here = await shows(visit, ({ total }) => assert.match(total, /27\.2/));
      await visit.getByRole("button", { name: locale === "en" ? words.chinese : words.english }).click();
      const there = await shows(visit, ({ period }) => assert.notEqual(period, here.period));
      const numbers = ({ total, sum, lines, badge }) => [total, sum, badge, ...lines.map(([, amount]) => amount)].map(digits);
      assert.deepEqual(numbers(there), numbers(here));
      assert.equal(await field(visit, "days").inputValue(), "5");
      await shows(visit, ({ status }) => {
        assert.notEqual(status, "");
        assert.equal(/\p{Script=Han}/u.test(status), locale === "en", `the announcement follows: ${status}`);
      });
    });

    test("Simple keeps what was set in Expert, says so, and can restore it", async () => {
      const visit = await open({ locale });
      const simple = await answered(visit);
      assert.equal(await field(visit, "mfuPercent").count(), 0);
      await visit.getByRole("button", { name: words.expert }).click();
      await field(visit, "sequenceTokens").waitFor();
      assert.equal(await field(visit, "sequenceTokens").inputValue(), "2048", "the value that Simple used");
      assert.deepEqual((await screen(visit)).lines, simple.lines);
      await field(visit, "mfuPercent").fill("45");
      await field(visit, "sequenceTokens").fill("8192");
      await visit.getByRole("button", { name: words.simple }).click();
      const note = visit.locator(".note", { hasText: words.kept });
      assert.match(await note.textContent(), /8,?192/);
      assert.match(await note.textContent(), /45/);
      await note.getByRole("button", { name: words.restore }).click();
      await note.waitFor({ state: "detached" });
      assert.deepEqual((await screen(visit)).reasons, simple.reasons);
    });
  });
}
