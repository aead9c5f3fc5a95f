// Bills, owning and promises on fixture F: in both languages, wide and narrow, by keyboard only, under the strict policy.
// Expected numbers are computed by hand: 12 h · 1.24 = 14.88, disk of 50 GiB · 0.30 for 72 of 730 h = 1.48.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { axe, opened, samePage, strictCsp } from "./harness.mjs";
import { activate, answered, choose, digits, tabTo } from "./visitor.mjs";

const f = JSON.parse(await readFile(new URL("fixtures/f.json", import.meta.url), "utf8"));
const rules = {
  refunds: { month: { keeps: "share", sharePercent: 150 } },
  sla: { availabilityPercent: 99.9, credits: [{ belowPercent: 99.9, creditPercent: 10 }, { belowPercent: 99, creditPercent: 30 }], capPercent: 20 },
};
/** Stops are billed, hours are rounded up, terms are refunded, availability is promised. */
const strict = {
  ...f,
  platforms: [{ ...f.platforms[0], name: "=F, <b>", stoppedRent: "billed", rules }],
  offers: [{ ...f.offers[0], billing: { onDemand: { price: 1.24, increment: "hour" }, month: { price: 690 } } }],
};

const languages = {
  en: {
    sum: "Total", rent: "Rent", hours: /exactly that/, hour: /started hours/, agrees: /what the rules say/, differs: /^Rent: billed CN¥24\.80, by the rules CN¥14\.88, a difference of \+CN¥9\.92\. No usual rule/, whole: /whole number from 1 to 4,096/,
    order: /Times must follow/, number: /Enter a number/, currency: /in CNY/, kept: /last result/, noSla: /^F publishes no promise/, lost: /CN¥29\.76.*not meant to cover/, mean: /CN¥6\.90 a month/, cap: /At most 20%/,
    refund: "Refund of canceled terms", formula: /^\(100 − 50\) × CN¥0\.30 ÷ 730 hours × 12 hours = CN¥0\.25$/, minutes: /^43\.8 minutes/,
    within: /no dearer at 500 ?h\S* to 583 ?h/, renting: /^Renting is cheaper/, affordable: /CN¥3,067\.20/, never: /^Even over all the hours/, atNone: /at any use/,
  },
  "zh-CN": {
    sum: "合计", rent: "租金", hours: /正好是这个金额/, hour: /整小时/, agrees: /一致/, differs: /^租金：账单写 ¥24\.80，按规则应为 ¥14\.88，相差 \+¥9\.92。没有一条常见的规则/, whole: /1 到 4,096 之间的整数/,
    order: /时间要依次往后/, number: /请填数字/, currency: /CNY/, kept: /上一次的结果/, noSla: /^F 没有公布/, lost: /¥29\.76.*不是用来补/, mean: /¥6\.90/, cap: /最多赔当月租金的 20%/,
    refund: "退订退款", formula: /^\(100 − 50\) × ¥0\.30 ÷ 730 ?小时 × 12 ?小时 = ¥0\.25$/, minutes: /^43\.8 ?分钟/,
    within: /每月用 500 ?小时 至 583 ?小时/, renting: /^租更省/, affordable: /¥3,067\.20/, never: /^就算一个月都用满/, atNone: /用多久都是租更省/,
  },
};

/** What the panel says. */
async function panel(visit) {
  return visit.locator("gpu-cost-calculator").evaluate((element) => {
    const clean = (node) => node?.textContent.replace(/\s+/g, " ").trim() ?? "";
    const root = element.shadowRoot.querySelector(".bills");
    const all = (selector) => [...(root?.querySelectorAll(selector) ?? [])];
    const text = (selector) => clean(root?.querySelector(selector));
    return {
      total: text("[part=bill-total]"),
      lines: all("[part=bill-lines] tbody tr").map((row) => [clean(row.querySelector("summary")), clean(row.querySelector("td"))]),
      formulas: all("[part=bill-lines] .formula").map(clean),
      differences: all("[part=bill-differences] li").map(clean),
      verdict: text("[part=bill-differences] .proof"),
      faults: all(".fault:not([hidden])").map(clean),
      invalid: all("[aria-invalid=true]").map(({ name }) => name),
      note: all(".note").map(clean).join(" "),
      bands: all("[part=bill-timeline] rect[class^=band]").map((rect) => rect.getAttribute("class")),
      verdictOwn: text("[part=own-verdict]"),
      own: ["own-even", "own-bands", "own-affordable"].map((part) => text(`[part=${part}]`)),
      offers: all("[name=bill-offer] option").map(clean),
      sla: [text("[part=sla-time]"), text("[part=sla-credit]"), text("[part=sla-lost]"), text("[part=sla-outcome]")],
    };
  });
}

async function says(visit, check) {
  const deadline = performance.now() + 8_000;
  for (;;) {
    const seen = await panel(visit);
    try {
      check(seen);
      return seen;
    } catch (error) {
      if (deadline < performance.now()) throw error;
    }
    await visit.waitForTimeout(25);
  }
}

/** A fresh page with the panel open, on a price list if one is given. */
async function visitor(look, catalog) {
  const visit = await samePage(chromium, { ...look, url: `${server.url}fixtures/f.html` });
  await answered(visit);
  if (catalog !== undefined) {
    await visit.locator("gpu-cost-calculator").evaluate((element, catalog) => (element.catalog = catalog), catalog);
    await visit.locator("gpu-cost-calculator").evaluate(async (element) => {
      while (element.result?.best === undefined) await new Promise((done) => setTimeout(done, 20));
    });
  }
  await activate(visit, ".bills > summary");
  await visit.locator("[name=bill-offer]").waitFor();
  return visit;
}

async function fill(visit, name, text) {
  await tabTo(visit, `[name=bill-${name}]`);
  await visit.keyboard.press("Control+A");
  await visit.keyboard.type(text);
}

/** A moment is typed part by part in the order of the browser's language, which tests do not know: it is set as the picker does. */
async function setMoment(visit, name, value) {
  await visit.locator(`[name=bill-${name}]`).fill(value);
}

const fold = (visit, inside) => activate(visit, `.bills details:has([name=bill-${inside}]) > summary`);
const tab = (visit, name) => choose(visit, "billTab", name);
const adds = ({ lines, total }) => {
  const cents = lines.reduce((sum, [, amount]) => sum + (amount.startsWith("-") ? -1 : 1) * Number(digits(amount)) * 100, 0);
  assert.equal(Math.round(cents), Math.round(Number(digits(total)) * 100), JSON.stringify(lines));
};

const { chromium, server } = await opened({ csp: strictCsp });

for (const [locale, words] of Object.entries(languages)) {
  for (const width of [1280, 360]) {
    const look = { locale, width };
    describe(`${locale}, ${width} px`, () => {
      test("the planned rental costs what the answer says, with formulas, and a bill that rounds hours up is found out", async () => {
        const visit = await visitor(look);
        const seen = await says(visit, ({ total }) => assert.equal(digits(total), "16.36"));
        adds(seen);
        assert.match(seen.formulas[1], words.formula);
        assert.deepEqual(seen.bands, ["band-running", "band-free", "band-running", "band-free", "band-running", "band-free"]);

        await fold(visit, "received-rent");
        await fill(visit, "received-rent", "24.80");
        await says(visit, ({ differences }) => assert.match(differences.join(), words.differs));
        await fill(visit, "received-rent", "14.88");
        await says(visit, ({ verdict, differences }) => (assert.match(verdict, words.agrees), assert.deepEqual(differences, [])));

        // Three runs of 4 h 10 min: 12.5 h · 1.24 = 15.50; by started hours 15 · 1.24 = 18.60.
        await fold(visit, "runs-0-start");
        for (const [index, day] of ["02", "03", "04"].entries()) await setMoment(visit, `runs-${index}-end`, `2026-12-${day}T18:10`);
        await fill(visit, "received-rent", "18.60");
        await says(visit, ({ lines, differences }) => {
          assert.equal(digits(lines.find(([name]) => name === words.rent)[1]), "15.50");
          assert.match(differences.join(), words.hours);
          assert.match(differences.join(), words.hour);
        });
        assert.deepEqual(await axe(visit, ["gpu-cost-calculator", ".bills"]), []);
        assert.deepEqual(visit.problems, []);
      });

      test("what cannot be used is said under its field, and the last result stays", async () => {
        const visit = await visitor(look);
        const before = await says(visit, ({ total }) => assert.ok(total));
        await fill(visit, "units", "0");
        const wrong = await says(visit, ({ invalid }) => assert.deepEqual(invalid, ["bill-units"]));
        assert.match(wrong.faults.join(), words.whole);
        assert.match(wrong.note, words.kept);
        assert.equal(wrong.total, before.total);
        await fill(visit, "units", "2");
        await says(visit, ({ total, invalid }) => (assert.equal(digits(total), "31.24"), assert.deepEqual(invalid, [])));

        await fold(visit, "runs-0-start");
        await setMoment(visit, "runs-0-end", "2026-12-02T13:00");
        await says(visit, ({ invalid, faults }) => (assert.deepEqual(invalid, ["bill-runs-0-end"]), assert.match(faults.join(), words.order)));
        await setMoment(visit, "runs-0-end", "2026-12-02T18:00");
        await says(visit, ({ invalid }) => assert.deepEqual(invalid, []));

        await fold(visit, "received-rent");
        await fill(visit, "received-disk", "one");
        await says(visit, ({ faults }) => assert.match(faults.join(), words.number));
        await fill(visit, "received-disk", "$1");
        await says(visit, ({ faults }) => assert.match(faults.join(), words.currency));
        assert.deepEqual(await axe(visit, ["gpu-cost-calculator", ".bills"]), []);
        assert.deepEqual(visit.problems, []);
      });

      test("a canceled month is refunded by the platform's rule, stops are billed, and the table of FOCUS adds up", async () => {
        const visit = await visitor(look, strict);
        await choose(visit, "bill-mode", "onDemand");
        await says(visit, ({ bands }) => assert.ok(bands.includes("band-billed"), bands.join()));
        await choose(visit, "bill-mode", "month");
        await tabTo(visit, "[name=bill-canceled]");
        await visit.keyboard.press("Space");
        // 3 of 30.4 days at 1.5 times: 690 · 72 ÷ 730 · 1.5 = 102.08 are kept.
        const seen = await says(visit, ({ lines }) => assert.equal(digits(lines.find(([name]) => name === words.refund)?.[1] ?? "0"), "587.92"));
        adds(seen);
        const [download] = await Promise.all([
          visit.waitForEvent("download"),
          activate(visit, "[part=bill-export] > summary").then(() => activate(visit, "[data-save]")),
        ]);
        const text = await readFile(await download.path(), "utf8");
        const [head, ...rows] = text.replace(/^\ufeff/, "").trimEnd().split("\r\n");
        const column = (name) => head.split(",").indexOf(name);
        assert.equal(text.codePointAt(0), 0xfeff);
        assert.equal(rows.length, 6, text); // the month, its refund, disk while running and while stopped, used and unused
        const cost = (name) => rows.map((row) => Number(row.split(",")[column(name)])).reduce((sum, cost) => sum + cost, 0).toFixed(2);
        assert.deepEqual([cost("BilledCost"), cost("EffectiveCost")], [digits(seen.total), digits(seen.total)]);
        assert.ok(rows.every((row) => row.includes(`"'=F, <b>"`)), rows[0]);
        assert.deepEqual(visit.problems, []);
      });

      test("owning pays within a band of hours, as a month caps the rent, and beyond a month never", async () => {
        const visit = await visitor(look);
        await tab(visit, "own");
        // 200 + 0.84 a running hour beside 1.24 an hour, at most 690: from 500 h to 583.3 h.
        const entries = { purchase: "7200", hoursPerDay: "24", daysPerMonth: "30", powerKw: "0.6", electricity: "1", pue: "1.4" };
        for (const [name, value] of Object.entries(entries)) await fill(visit, `own-${name}`, value);
        const found = await says(visit, ({ own }) => assert.match(own[1], words.within));
        assert.match(found.verdictOwn, words.renting);
        assert.match(found.own[2], words.affordable);
        assert.deepEqual(found.bands, [], "no band of the bill");
        // 40,000 in three years are 1,111 a month: by the hour that takes 2,778 h.
        await fill(visit, "own-purchase", "40000");
        const never = await says(visit, ({ own }) => assert.match(own[1], words.atNone));
        assert.match(never.own[0], words.never);
        assert.deepEqual(await axe(visit, ["gpu-cost-calculator", ".bills"]), []);
        assert.deepEqual(visit.problems, []);
      });

      test("an uptime promise is time and money, and not the cost of the lost run", async () => {
        const visit = await visitor(look);
        await tab(visit, "sla");
        await says(visit, ({ note }) => assert.match(note, words.noSla));

        const promised = await visitor(look, strict);
        await tab(promised, "sla");
        await fill(promised, "sla-rent", "690");
        await fill(promised, "sla-availabilityPercent", "98");
        await fill(promised, "sla-probabilityPercent", "5");
        // 0.1 % of 730 h; 30 % but at most 20 % of 690 in one month of twenty; 24 h at 1.24.
        const { sla } = await says(promised, ({ sla }) => assert.match(sla[1], words.mean));
        assert.match(sla[0], words.minutes);
        assert.match(sla[2], words.lost);
        assert.match(sla[3], words.cap);
        assert.deepEqual(await axe(promised, ["gpu-cost-calculator", ".bills"]), []);
        assert.deepEqual(promised.problems, []);
      });
    });
  }
}

test("offers to choose from say card, number, label and region, and no two of a platform are the same", async () => {
  const offer = (id, more) => ({ ...f.offers[0], id, ...more });
  const offers = [
    f.offers[0], offer("one", { gpu: "nvidia-rtx-5090-32gb", label: "long" }), offer("two", { gpu: "nvidia-rtx-5090-32gb", label: "long" }),
    offer("three", { gpu: "nvidia-a100-pcie-80gb", unit: "node", cardsPerUnit: 8, region: "Wuxi" }),
  ];
  const visit = await visitor({ locale: "en", width: 1280 }, { ...f, offers });
  const seen = await panel(visit);
  assert.deepEqual(seen.offers.slice(1), ["RTX 5090 32 GB × 1 · long · one", "RTX 5090 32 GB × 1 · long · two", "A100 PCIe 80 GB × 8 · Wuxi"]);
  assert.deepEqual(visit.problems, []);
});

test("rules that only bills read may be wrong: the answer stays, and the host is told every fault", async () => {
  const visit = await samePage(chromium, { locale: "en", url: `${server.url}fixtures/f.html` });
  await answered(visit);
  const wrong = { ...f, platforms: [{ ...f.platforms[0], rules: { overtime: "never", sla: { availabilityPercent: 101 } } }] };
  await visit.locator("gpu-cost-calculator").evaluate((element, catalog) => {
    element.addEventListener("gpu-cost-error", ({ code, issues }) => (window.failure = [code, issues.map(({ path }) => path)]));
    element.catalog = catalog;
  }, wrong);
  await visit.waitForFunction(() => document.querySelector("gpu-cost-calculator").result?.best !== undefined);
  await activate(visit, ".bills > summary");
  await says(visit, ({ note }) => assert.match(note, /rules of this price list cannot be read/));
  assert.deepEqual(await visit.evaluate(() => window.failure), ["catalog", ["platforms[0].rules.overtime", "platforms[0].rules.sla.availabilityPercent"]]);
  assert.equal(digits((await answered(visit)).total), "16.36");
  assert.equal(visit.problems.splice(0).length, 1);
});

test("the table is copied, and where the browser forbids it, it stands there", async () => {
  const visit = await visitor({ locale: "en" });
  await visit.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => void (window.copied = text) }, configurable: true }));
  await activate(visit, "[part=bill-export] > summary");
  await activate(visit, "[data-copy]");
  await visit.locator("[data-copy]", { hasText: "Copied" }).waitFor();
  assert.match(await visit.evaluate(() => window.copied), /^BilledCost,.*\r\n14\.88,/);
  await visit.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true }));
  await activate(visit, "[data-copy]");
  await visit.locator("[data-copy]", { hasText: "does not allow" }).waitFor();
  assert.match(await visit.locator("[part=bill-export] textarea").inputValue(), /^BilledCost,/);
  assert.deepEqual(visit.problems, []);
});
