// The acceptance journeys on fixture catalog F, in both languages, wide and narrow, by keyboard only, under the strict policy.
// Expected numbers are those of the design, computed by hand from the prices in fixtures/f.json.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { opened, samePage, strictCsp } from "./harness.mjs";
import { activate, answered, assertAddsUp, cents, choose, digits, drawn, openStep, shows, tabTo, write } from "./visitor.mjs";

const languages = {
  en: {
    hourly: "hourly", spot: "spot", monthly: "monthly", within: /in budget/, over: /over by/, job: /this job/, month: /month/,
    saves: /saves/, unfit: /does not fit/, short: /short by ([\d.,]+) GiB per card/, rent: "Rent", disk: "Disk", fewer: /^Release when done/, shorter: /^Plan 2 days instead of 3/, expert: "Expert",
    daily: "daily", weak: /too weak in FP64.* 7\.5 times/, timed: /The card you timed/, scaled: /Scaled from your time on A100.* by FP64/, assumed: /80% .*assumed/,
    chips: { render: "Render 240 frames", simulate: "FP64 simulation" }, rounding: "Rounding",
    weekend: /63 hours longer: \+CN¥78\.12\..*stopped, it costs CN¥17\.24.*CN¥16\.36/, stopBilled: /103 hours: rent while stopped CN¥127\.72/, noDifference: /63 hours longer: CN¥0\.00/,
    even: /298 hours a month on \(41% of it\)/, twelve: /You use 12 hours \(2%\)/, renting: /^Renting/, buying: /^Buying/, ignored: ["cooling", "rack", "spares", "interest", "failures", "rents keep falling", "delivery", "tax"],
    dayCrossing: /^21\.8 hours: daily costs the same as hourly/, monthCrossing: /^556 hours: monthly costs the same as hourly/,
  },
  "zh-CN": {
    hourly: "按小时", spot: "竞价", monthly: "包月", within: /预算内/, over: /超出预算/, job: /本次任务/, month: /每月/,
    saves: /省/, unfit: /放不下/, short: /每卡缺 ([\d.,]+) GiB/, rent: "租金", disk: "磁盘", fewer: /^跑完就释放/, shorter: /^从 3 天改为 2 天/, expert: "专家",
    daily: "包天", weak: /双精度 FP64太弱.* 7\.5 倍/, timed: /就是您计时的那种卡/, scaled: /从 A100.*按双精度 FP64折算/, assumed: /80%（假设）/,
    chips: { render: "渲染 240 帧", simulate: "双精度仿真" }, rounding: "计费取整",
    weekend: /多开 63 ?小时，\+¥78\.12。.*关机的话，一共 ¥17\.24。.*¥16\.36/, stopBilled: /103 ?小时：关机期间租金 ¥127\.72/, noDifference: /多开 63 ?小时，¥0\.00/,
    even: /用满 298 ?小时（41% 的时间）/, twelve: /您每月用 12 ?小时（2%）/, renting: /^租更省/, buying: /^买更省/, ignored: ["PUE", "机柜", "备件", "利息", "故障", "下降", "到货", "税费"],
    dayCrossing: /^21\.8 ?小时：包天和按小时价格相同/, monthCrossing: /^556 ?小时：包月和按小时价格相同/,
  },
};
const widths = [1280, 360];

const journeys = [];

/** A journey in every language and width; it begins on a fresh page and ends without an error in the console. */
function journey(name, walk) {
  journeys.push({ name, walk });
}

/** Reads the break-even chart from crossing to crossing, as a screen reader does, until one says that. */
async function readCrossing(visit, said) {
  if ((await visit.locator(".planning[open]").count()) === 0) await activate(visit, ".planning > summary");
  const slider = visit.locator("[role=slider]");
  await slider.waitFor();
  await tabTo(visit, "[role=slider]");
  await visit.keyboard.press("Home");
  const spoken = [];
  for (let presses = 0; presses < 5; presses += 1) {
    await visit.keyboard.press("PageUp");
    await drawn(visit);
    spoken.push(await slider.getAttribute("aria-valuetext"));
  }
  assert.ok(spoken.some((text) => said.test(text)), spoken.join("\n"));
}

const amountOf = ({ lines }, label) => digits(lines.find(([name]) => name === label)?.[1] ?? "0");

journey("1: a student types nothing and gets one RTX 4090 by the hour", async (visit, words, seen) => {
  assert.match(seen.plan, /RTX 4090.*× 1 /);
  assert.ok(seen.plan.includes(words.hourly), seen.plan);
  assert.equal(digits(seen.total), "16.36");
  assert.match(seen.period, words.job);
  assert.match(seen.badge, words.within);
  assert.ok(seen.reasons.length >= 3, "three reasons");
  assert.equal(amountOf(seen, words.rent), "14.88");
  assert.equal(amountOf(seen, words.disk), "1.48");
  assert.equal(digits(seen.sum), "16.36");
  assertAddsUp(seen);
  assert.match(seen.saving, /6\.72/);
  assert.ok(!seen.plan.includes(words.spot), "spot is named, not recommended");
  assert.match(seen.options.join(), /A800.*63\.28/);

  await activate(visit, "[part=lines] summary");
  const formula = visit.locator("[part=lines] .formula").first();
  await formula.waitFor();
  assert.match(await formula.textContent(), /1\.24.*12\b.*14\.88/);
});

journey("2: recurring use is cheapest by the hour at first, then by the month", async (visit, words) => {
  await openStep(visit, "check");
  await write(visit, "diskGib", "0");
  await write(visit, "hoursPerDay", "1");
  await write(visit, "days", "30");
  const light = await shows(visit, ({ total }) => assert.equal(digits(total), "37.20"));
  assert.ok(light.plan.includes(words.hourly), light.plan);
  assert.match(light.period, words.month);

  await write(visit, "hoursPerDay", "20");
  await write(visit, "budgetAmount", "1000");
  const heavy = await shows(visit, ({ total }) => assert.equal(digits(total), "690.00"));
  assert.ok(heavy.plan.includes(words.monthly), heavy.plan);
  assert.ok(heavy.options.some((option) => option.includes("4090") && option.includes("744.00")), heavy.options.join());
  assert.ok(heavy.breakEvens.some((sentence) => sentence.includes("690") && /\b556\b|556\.\d/.test(sentence)), heavy.breakEvens.join());
  assertAddsUp(heavy);
  await readCrossing(visit, words.monthCrossing);
  assert.equal(digits(await visit.locator("[part=plan-total]").textContent()), "690.00", "the plan over time says the same");
});

journey("3: from 21.8 hours a day on, the daily price pays", async (visit, words, seen) => {
  assert.match(seen.breakEvens[0], /27\.00.*21\.8/);
  assert.match(seen.reasons.join(), /21\.8/);
  assert.ok(seen.plan.includes(words.hourly), seen.plan);
  await readCrossing(visit, words.dayCrossing);
  await write(visit, "hoursPerDay", "23");
  await shows(visit, ({ plan }) => assert.ok(!plan.includes(words.hourly), plan));
});

journey("4: full fine-tuning of 13B takes several 80 GiB cards; LoRA is named with its total", async (visit, words) => {
  await write(visit, "parameters", "13B");
  await choose(visit, "method", "full");
  const seen = await shows(visit, ({ plan }) => assert.match(plan, /80\s?GB/));
  assert.match(seen.plan, /(A800|H100).*× [248] /);
  const unfit = seen.rejections.filter((sentence) => sentence.includes("4090"));
  assert.match(unfit.join(), words.unfit);
  const single = unfit.find((sentence) => /4090.*× 1\b/.test(sentence));
  assert.ok(single, `RTX 4090 × 1 is not among ${seen.rejections}`);
  const [, short] = words.short.exec(single) ?? assert.fail(single);
  // 16 bytes of state for each of 13e9 parameters are 194 GiB; less 24 GiB of the card, with up to 40 % for the rest.
  assert.ok(150 < Number(short.replaceAll(",", "")) && Number(short.replaceAll(",", "")) < 270, single);
  const adapter = seen.levers.find((lever) => /LoRA/.test(lever));
  assert.match(adapter ?? "", /4090.*[¥$]\d/, "LoRA or QLoRA with its total");
  assertAddsUp(seen);
});

journey("5: serving a model without grouped-query attention is about its KV cache", async (visit, words) => {
  await choose(visit, "task", "inference");
  await choose(visit, "modelChoice", "llama-2-7b");
  await activate(visit, `button:text-is("${words.expert}")`);
  await write(visit, "promptTokens", "3584");
  await write(visit, "answerTokens", "512");
  const few = await shows(visit, ({ memory, period }) => {
    assert.match(period, words.month);
    assert.ok(cacheOf(memory) > 5, JSON.stringify(memory));
  });
  const sizes = Object.values(few.memory).map(parseFloat);
  assert.equal(cacheOf(few.memory), Math.max(...sizes), "the cache is the largest part");
  assert.match(few.rejections.join(), /4090.*× 1\b/);
  await write(visit, "users", "60");
  const many = await shows(visit, ({ memory }) => assert.ok(cacheOf(memory) > cacheOf(few.memory), JSON.stringify(memory)));
  assertAddsUp(many);
});

const cacheOf = (memory) => parseFloat(Object.entries(memory).find(([label]) => label.startsWith("KV"))?.[1] ?? "0");

journey("6: over budget, levers lead back into it", async (visit, words) => {
  await write(visit, "budgetAmount", "10");
  const seen = await shows(visit, ({ badge, levers }) => {
    assert.match(badge, words.over);
    assert.equal(levers.filter((lever) => words.saves.test(lever)).length, 3, `levers with their saving: ${levers}`);
  });
  assert.match(seen.badge, /6\.36/);
  assert.equal(digits(seen.total), "16.36");
  // 8 h · 1.24 + 50 GiB · 0.30 for 48 of 730 h = 10.91 instead of 16.36.
  assert.ok(seen.levers.some((lever) => words.shorter.test(lever) && /10\.91.*5\.45/.test(lever)), seen.levers.join());
  const fewer = seen.levers.findIndex((lever) => words.fewer.test(lever));
  assert.notEqual(fewer, -1, seen.levers.join());
  const [promised] = /[¥$][\d,.]+\d/.exec(seen.levers[fewer]);
  await tabTo(visit, `[part=levers] li:nth-child(${fewer + 1}) button`);
  await visit.keyboard.press("Enter");
  const taken = await shows(visit, ({ badge }) => assert.match(badge, words.within));
  assert.equal(cents(taken.total), cents(promised), "the total is the one that the lever named");
  assertAddsUp(taken);
});

journey("7: a simulation in FP64 leaves consumer cards out, and says why", async (visit, words) => {
  await activate(visit, `button:text-is("${words.chips.simulate}")`);
  const seen = await shows(visit, ({ plan }) => assert.match(plan, /(A800|H100).*80\s?GB/));
  const consumer = seen.rejections.find((sentence) => sentence.includes("4090"));
  assert.match(consumer ?? "", words.weak);
  assert.ok(seen.options.every((option) => !option.includes("4090")), seen.options.join());
  await shows(visit, ({ reasons }) => assert.match(reasons.join(), words.scaled));
  assertAddsUp(seen);

  await choose(visit, "limit", "fp32");
  await shows(visit, ({ plan, options }) => assert.match([plan, ...options].join(), /4090/, "in FP32 they count"));

  await choose(visit, "sharing", "together");
  await choose(visit, "demand", "schedule");
  await write(visit, "hoursPerDay", "8");
  await write(visit, "days", "1");
  const several = await shows(visit, ({ reasons }) => assert.match(reasons.join(), words.assumed));
  assert.match(several.plan, /× [248] /);
});

journey("8: 240 frames of 6 minutes are one day of one card", async (visit, words) => {
  await activate(visit, `button:text-is("${words.chips.render}")`);
  const seen = await shows(visit, ({ total }) => assert.equal(digits(total), "27.00"));
  assert.match(seen.plan, /RTX 4090.*× 1 /);
  assert.ok(seen.plan.includes(words.daily), seen.plan);
  assert.match(seen.reasons.join(), /\b24\b/);
  await shows(visit, ({ reasons }) => assert.match(reasons.join(), words.timed));
  assert.ok(seen.options.some((option) => option.includes("29.76")), seen.options.join());
  assertAddsUp(seen);

  await choose(visit, "demand", "schedule");
  await write(visit, "hoursPerDay", "6");
  await write(visit, "days", "1");
  const quick = await shows(visit, ({ total }) => assert.equal(digits(total), "29.76"));
  assert.match(quick.plan, /RTX 4090.*× 4 /);
  assert.ok(quick.plan.includes(words.hourly), quick.plan);

  await write(visit, "memoryGib", "30");
  const large = await shows(visit, ({ plan }) => assert.match(plan, /80\s?GB/));
  assert.match(large.rejections.find((sentence) => sentence.includes("4090")) ?? "", words.unfit);
});

journey("9: ten runs of 20 minutes cost three times as much where hours are rounded up", async (visit, words) => {
  const sold = (increment) => ({
    schema: "gpu-cost-catalog/1", currency: "CNY", asOf: "2026-11-30", platforms: [{ id: "p", name: "P" }],
    offers: [{ id: "o", platform: "p", gpu: "nvidia-rtx-4090-24gb", billing: { onDemand: { price: 3, increment } } }],
  });
  const sell = (increment) => visit.locator("gpu-cost-calculator").evaluate((element, catalog) => (element.catalog = catalog), sold(increment));
  await openStep(visit, "check");
  await write(visit, "diskGib", "0");
  await write(visit, "parameters", "1B");
  await write(visit, "tokens", "100k");
  await write(visit, "hoursPerDay", "0.3333");
  await write(visit, "days", "10");
  await sell("second");
  const exact = await shows(visit, ({ total }) => assert.equal(digits(total), "10.00"));
  assert.equal(amountOf(exact, words.rent), "10.00");
  assert.ok(exact.lines.every(([name]) => name !== words.rounding), exact.lines.join());
  await sell("hour");
  const rounded = await shows(visit, ({ total }) => assert.equal(digits(total), "30.00"));
  assert.deepEqual([amountOf(rounded, words.rent), amountOf(rounded, words.rounding)], ["10.00", "20.00"]);
  assertAddsUp(rounded);
});

journey("10: forgotten over a weekend, 63 hours more are billed; where stops are billed too, the band says so and has its price", async (visit, words) => {
  await activate(visit, ".bills > summary");
  const panel = visit.locator("[part=bill]");
  const total = panel.locator("[part=bill-total]");
  await total.waitFor();
  assert.equal(digits(await total.textContent()), "16.36", "the bill of the plan is that of the answer");
  await tabTo(visit, "[name=bill-left]");
  await visit.keyboard.press("Space");
  const left = panel.locator("[part=bill-left]");
  await left.waitFor();
  assert.match(await left.textContent(), words.weekend);
  assert.equal(await visit.locator("[name=bill-leftRunning-from]").inputValue(), "2026-12-04T18:00", "a Friday");
  assert.equal(await visit.locator("[name=bill-leftRunning-until]").inputValue(), "2026-12-07T09:00", "the Monday after");
  // 75 h · 1.24 = 93.00, and 50 GiB · 0.30 for 115 of 730 h = 2.36.
  assert.equal(digits(await total.textContent()), "95.36");
  assert.equal(await panel.locator("[part=bill-timeline] rect.band-left").count(), 1);

  const f = JSON.parse(await readFile(new URL("fixtures/f.json", import.meta.url), "utf8"));
  const billed = { ...f, platforms: [{ ...f.platforms[0], stoppedRent: "billed" }] };
  await visit.locator("gpu-cost-calculator").evaluate((element, catalog) => (element.catalog = catalog), billed);
  await shows(visit, ({ plan }) => assert.ok(!plan.includes(words.hourly), plan)); // the day has become cheaper
  await tabTo(visit, "[name=bill-mode]");
  await visit.keyboard.press("Home");
  await panel.locator("[part=bill-timeline] rect.band-billed").first().waitFor();
  assert.match(await panel.locator("[part=bill-stopped]").textContent(), words.stopBilled);
  assert.match(await left.textContent(), words.noDifference, "stopping it would have saved nothing");
});

journey("12: a buyer learns from how many hours on owning pays, and what that leaves out", async (visit, words) => {
  await activate(visit, ".bills > summary");
  await visit.locator("[name=bill-offer]").waitFor();
  await choose(visit, "billTab", "own");
  const entries = { purchase: "1.6万", years: "3", resalePercent: "35", powerKw: "0.45", electricity: "0.6" };
  for (const [name, text] of Object.entries(entries)) await write(visit, `bill-own-${name}`, text);
  const even = visit.locator("[part=own-even]", { hasText: words.even });
  await even.waitFor();
  assert.match(await even.textContent(), words.twelve);
  assert.match(await visit.locator("[part=own-verdict]").textContent(), words.renting);
  // 16000 · 0.65 ÷ 36, and 12 h · 0.45 kW · 0.6.
  const amounts = await visit.locator("[part=own-lines] tr td").allTextContents();
  assert.deepEqual(amounts.map(digits), ["288.89", "3.24", "292.13", "14.88"]);
  const ignored = await visit.locator("[part=own-ignored]").textContent();
  for (const what of words.ignored) assert.ok(ignored.includes(what), ignored);
  // Used day and night, the rent is that of a month, and 690 is more than 288.89 + 720 · 0.27 = 483.29.
  await write(visit, "bill-own-hoursPerDay", "24");
  await write(visit, "bill-own-daysPerMonth", "30");
  await visit.locator("[part=own-verdict]", { hasText: words.buying }).waitFor();
});

journey("15: two tags and a catalog work; broken, all its errors are named and the visitor sees the fallback", async (visit) => {
  const f = JSON.parse(await readFile(new URL("fixtures/f.json", import.meta.url), "utf8"));
  f.offers[1].billing.spot = { price: 2.8 };
  const good = JSON.stringify(f, null, 2);
  f.platforms[0].disk.price = -1;
  f.offers[1].billing.spot.price = "2.8";
  f.offers[2].platform = "g";
  const broken = JSON.stringify(f, null, 2);
  let prices = good;
  const page = `<script type="module" src="/gpu-cost.js"></script><gpu-cost-calculator catalog="catalog.json"><table><tr><td>4090</td><td>1.24</td></tr></table></gpu-cost-calculator>`;
  await visit.route("**/shop/", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", headers: { "content-security-policy": strictCsp }, body: page }));
  await visit.route("**/shop/catalog.json", (route) => route.fulfill({ contentType: "application/json", body: prices }));
  await visit.goto(`${server.url}shop/`);
  assert.equal(digits((await answered(visit)).total), "16.36");
  assert.deepEqual(visit.problems, []);

  prices = broken;
  await visit.addInitScript(() => addEventListener("gpu-cost-error", ({ code, issues }) => (window.failure = { code, issues })));
  await visit.reload();
  const seen = await shows(visit, ({ hasFallback, card }) => (assert.equal(hasFallback, true), assert.equal(card, "")));
  assert.deepEqual([seen.total, seen.hasForm], [undefined, false]);
  const { code, issues } = await visit.evaluate(() => window.failure);
  const expected = { "platforms[0].disk.price": '"price": -1', "offers[1].billing.spot.price": '"price": "2.8"', "offers[2].platform": '"platform": "g"' };
  assert.deepEqual([code, issues.map(({ path }) => path)], ["catalog", Object.keys(expected)]);
  const [said] = visit.problems.splice(0);
  for (const { path, line, expected: wanted } of issues) {
    assert.ok(broken.split("\n")[line - 1].includes(expected[path]), `${path}: line ${line}`);
    for (const part of [path, `line ${line}`, wanted]) assert.ok(said.includes(part), said);
  }
  assert.match(issues[1].expected, /^a number such as 2\.8/);
});

const { chromium, server } = await opened({ csp: strictCsp });

for (const [locale, words] of Object.entries(languages)) {
  for (const width of widths) {
    describe(`${locale}, ${width} px`, () => {
      for (const { name, walk } of journeys) {
        test(name, async () => {
          const visit = await samePage(chromium, { locale, width, url: `${server.url}fixtures/f.html` });
          await walk(visit, words, await answered(visit));
          assert.deepEqual(visit.problems, []);
        });
      }
    });
  }
}
