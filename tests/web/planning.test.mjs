// The plan over time on fixture F: in both languages, wide and narrow, by keyboard only, under the strict policy.
// Expected numbers are computed by hand from the prices of the fixture: 1.24 an hour, 27 a day, 690 a month of 730 h, spot 0.68.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { axe, opened, samePage, strictCsp } from "./harness.mjs";
import { activate, answered, choose, digits, passes, shows, tabTo, write } from "./visitor.mjs";

const languages = {
  en: {
    proven: /^No combination of this platform's plans is cheaper: bound CN¥([\d.,]+) = cost CN¥([\d.,]+)\..*confirmed/, changes: /From 22 (h|hours) a day on: daily/,
    next: /Next best: daily, CN¥81\.00, which is CN¥66\.12 more/, more: /One more card all the way: CN¥14\.88 more/, monthly: "monthly", hourly: "hourly",
    range: /from 1 to 3,660/, gap: /Line 3, column time: rows are missing above/, clock: /Where clocks change/, number: /Line 2, column gpus: expected a whole number \("=cmd/,
    rows: /^1,000,000 rows read, at most 3 cards/, kept: /this is the last plan/, stopped: /Stopped/, commit: /Commit now: 1 card monthly/, spot: /expected to take .* nine times in ten/,
    deadline: /within 30 (h|hours): spot while it is there.*less than by the hour all the way.*less than one chance in ten/, short: /1 (h|hour) is too short/,
    rule: /Monthly: once a card has been paid by the hour for 556 (h|hours) within the last 730 (h|hours).*2 times/, large: /100 MB at most/, few: /2 too few from .*T?00:00 to .*04:00\. Use fewer/,
    ended: /If it ends on day 1, CN¥9\.92 is paid/, day: /^21\.8 (h|hours): daily costs the same as hourly/, month: /^556 (h|hours): monthly costs the same as hourly/, cards: "Cards 1–2",
    none: /^50% of 1 card is 0 cards, rounded down\. Nothing runs on spot; enter at least 100%\./, half: /^50% of 2 cards is 1 card\. Spot suits/, peak: /^At the peak, 50% of 1 card is 0 cards/,
    noSpot: /^This platform sells no spot for this card/, scenarioCards: "Low 1 card, likely 1 card, high 2 cards, rounded up.",
  },
  "zh-CN": {
    proven: /^这家平台的计费方式，怎么组合都不会更便宜：下界 ¥([\d.,]+) ＝ 总价 ¥([\d.,]+)。.*复核/, changes: /每天用到 22 ?小时起，改用包天/,
    next: /次优：包天，¥81\.00，贵 ¥66\.12/, more: /全程再多一张卡：加 ¥14\.88/, monthly: "包月", hourly: "按小时",
    range: /1 到 3,660/, gap: /第 3 行（time 列）：和上一行之间缺行/, clock: /夏令时/, number: /第 2 行（gpus 列）：应为整数 \("=cmd/,
    rows: /^已读入 1,000,000 行，最多同时 3 张卡/, kept: /仍是上一次的计划/, stopped: /已停止/, commit: /现在先买：1 张卡包月/, spot: /十次里九次不超过/,
    deadline: /要在 30 ?小时内完成：有竞价卡就用竞价.*比全程按小时便宜.*不到一成/, short: /1 ?小时太短/,
    rule: /包月：一张卡在最近 730 ?小时里按小时付满 556 ?小时.*2 倍/, large: /最大 100 MB/, few: /00:00 至 .*04:00 还缺 2 张。可以减少/,
    ended: /第 1 天结束：一共付 ¥9\.92/, day: /^21\.8 ?小时：包天和按小时价格相同/, month: /^556 ?小时：包月和按小时价格相同/, cards: "卡 1–2",
    none: /^1 张卡的 50% 向下取整是 0 张。没有卡会用竞价，至少填 100% 才有。/, half: /^2 张卡的 50% 是 1 张。 ?只有能从检查点恢复/, peak: /^用卡最多时，1 张卡的 50% 向下取整是 0 张/,
    noSpot: /^这家平台的这款卡没有竞价/, scenarioCards: "偏低 1 张，最可能 1 张，偏高 2 张（向上取整）。",
  },
};
const widths = [1280, 360];

/** What the panel says. */
async function panel(visit) {
  return visit.locator("gpu-cost-calculator").evaluate((element) => {
    const clean = (node) => node?.textContent.replace(/\s+/g, " ").trim() ?? "";
    const root = element.shadowRoot.querySelector(".planning");
    const find = (selector) => root?.querySelector(selector);
    const all = (selector) => [...(root?.querySelectorAll(selector) ?? [])].map(clean);
    return {
      total: clean(find("[part=plan-total]")),
      proof: clean(find("[part=proof]")),
      reasons: all("[part=plan] .reasons li"),
      bought: all("[part=plan] .plan-table:first-of-type tbody tr").slice(0, 5),
      lanes: all("[part=timeline] text"),
      idle: root?.querySelectorAll("[part=timeline] rect.idle").length ?? 0,
      spot: clean(find("[part=plan-spot]")),
      share: clean(find("[part=plan-share]")),
      cases: clean(find("[part=plan-cases]")),
      asksRisk: find("[name=plan-betweenHours]") !== null,
      asksDeadline: find("[name=plan-deadlineHours]") !== null,
      uncertain: clean(find("[part=plan-uncertain]")),
      rules: clean(find("[part=plan-online]")),
      failure: clean(find("[part=plan] > .fault")),
      faults: all(".fault:not([hidden])"),
      csv: clean(find("#plan-csv-facts")),
      note: clean(find("[part=plan] .note")),
      isBusy: find("[part=plan]")?.getAttribute("aria-busy") === "true",
      reading: clean(find(".curve-reading")),
      spoken: find("[role=slider]")?.getAttribute("aria-valuetext") ?? "",
    };
  });
}

/** Waits until the panel passes a check made of assertions. */
function says(visit, check, patience) {
  return passes(visit, () => panel(visit), check, patience);
}

const costs = (amount) => ({ total }) => assert.equal(digits(total), amount);

async function openPanel(visit) {
  await activate(visit, ".planning > summary");
  await says(visit, ({ total }) => assert.ok(total));
}

/** A text in the place of the last one, as pasting does it. */
async function paste(visit, text) {
  await visit.locator("#plan-csv").evaluate((area, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    const isTaken = !area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    if (isTaken) return;
    area.value = text;
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
}

/** A catalog of one offer, sold so. */
async function offered(visit, billing) {
  const offer = { id: "a", platform: "p", gpu: "nvidia-rtx-4090-24gb", billing };
  const catalog = { schema: "gpu-cost-catalog/1", currency: "CNY", asOf: "2026-11-30", platforms: [{ id: "p", name: "P" }], offers: [offer] };
  await visit.locator("gpu-cost-calculator").evaluate((element, catalog) => {
    element.catalog = catalog;
    element.setState({ inputs: { resumable: true } });
  }, catalog);
}

const { chromium, server } = await opened({ csp: strictCsp });

for (const [locale, words] of Object.entries(languages)) {
  for (const width of widths) {
    describe(`plan over time, ${locale}, ${width} px`, () => {
      const visitor = async () => {
        const visit = await samePage(chromium, { locale, width, url: `${server.url}fixtures/f.html` });
        await answered(visit);
        await openPanel(visit);
        return visit;
      };

      test("it starts from the answer and proves its plan", async () => {
        const visit = await visitor();
        const seen = await says(visit, costs("14.88"));
        const [, bound, cost] = words.proven.exec(seen.proof) ?? assert.fail(seen.proof);
        assert.deepEqual([bound, cost], ["14.88", "14.88"]);
        for (const said of [words.changes, words.next, words.more]) assert.match(seen.reasons.join(" "), said);
        assert.equal(seen.idle, 0);

        await write(visit, "plan-hours", "20");
        await write(visit, "plan-days", "30");
        await write(visit, "plan-cards", "2");
        const heavy = await says(visit, costs("1380.00"));
        assert.ok(heavy.bought[0].includes(words.monthly), heavy.bought.join());
        assert.ok(heavy.idle > 0, "hours that are bought and unused");
        assert.ok(heavy.lanes.includes(words.cards), heavy.lanes.join());

        await write(visit, "plan-days", "0");
        const wrong = await says(visit, ({ faults }) => assert.match(faults.join(), words.range));
        assert.equal(digits(wrong.total), "1380.00", "the last plan stays");
        assert.match(wrong.note, words.kept);
        await write(visit, "plan-days", "３０");
        await says(visit, ({ note, total }) => assert.deepEqual([note, digits(total)], ["", "1380.00"]));
        assert.deepEqual(visit.problems, []);
      });

      test("a week and phases are set by keyboard", async () => {
        const visit = await visitor();
        await choose(visit, "planTab", "week");
        await write(visit, "plan-weeks", "1");
        await says(visit, costs("55.80")); // 5 · 9 · 1.24
        await tabTo(visit, "[data-day='0'][data-hour='0']");
        for (const key of ["End", "ArrowDown", "ArrowLeft", "4"]) await visit.keyboard.press(key);
        await says(visit, costs("60.76")); // four cards more for an hour
        await visit.keyboard.press("Enter");
        await says(visit, costs("80.60"));
        assert.equal(await visit.locator("[data-day='4'][data-hour='22']").textContent(), "4");

        await choose(visit, "planTab", "phases");
        await write(visit, "plan-phase-0-length", "1");
        await write(visit, "plan-phase-1-length", "1");
        // A week on eight cards and then 31 days on one: seven cards for seven days each, 1323. The eighth for 912 h: a month
        // of 730, seven days and 14 hours, 896.36.
        await says(visit, costs("2219.36"));
        assert.deepEqual(visit.problems, []);
      });

      test("what may be interrupted, what is uncertain, what ends early", async () => {
        const visit = await visitor();
        await write(visit, "plan-interruptiblePercent", "100");
        const seen = await says(visit, ({ spot }) => assert.match(spot, words.spot));
        assert.ok(Number(digits(seen.total)) < 14.88, seen.total);
        // Twelve hours of work within thirty: spot, with hours to fall back on.
        await write(visit, "plan-deadlineHours", "30");
        await says(visit, ({ spot }) => assert.match(spot, words.deadline));
        await write(visit, "plan-deadlineHours", "1");
        await says(visit, ({ spot }) => assert.match(spot, words.short));
        await write(visit, "plan-interruptiblePercent", "0");
        await tabTo(visit, "[name=planUnforeseen]");
        await visit.keyboard.press("Space");
        await says(visit, ({ rules }) => assert.match(rules, words.rule));
        await activate(visit, ".planning details.more summary");
        await write(visit, "plan-endDay", "2");
        await write(visit, "plan-endDay", "1");
        await says(visit, ({ reasons }) => assert.match(reasons.join(), /4\.96/));
        await write(visit, "plan-cards", "2");
        await says(visit, ({ reasons }) => assert.match(reasons.join(), words.ended));

        await write(visit, "plan-cards", "2");
        await write(visit, "plan-hours", "24");
        await write(visit, "plan-days", "30");
        await tabTo(visit, "[name=planUncertain]");
        await visit.keyboard.press("Space");
        await says(visit, ({ uncertain }) => assert.match(uncertain, words.commit));
        assert.deepEqual(visit.problems, []);
      });

      test("a share and scenarios are said in cards", async () => {
        const visit = await visitor();
        await write(visit, "plan-interruptiblePercent", "50");
        const none = await says(visit, ({ share, proof }) => (assert.match(share, words.none), assert.match(proof, words.proven)));
        assert.deepEqual([digits(none.total), none.spot, none.asksRisk], ["14.88", "", false]);
        await choose(visit, "planTab", "week");
        await says(visit, ({ share, spot }) => (assert.match(share, words.peak), assert.equal(spot, "")));
        await choose(visit, "planTab", "simple");
        // The high case has a card on spot, so that its risk counts.
        await tabTo(visit, "[name=planUncertain]");
        await visit.keyboard.press("Space");
        await says(visit, ({ cases, asksRisk, asksDeadline }) => assert.deepEqual([cases, asksRisk, asksDeadline], [words.scenarioCards, true, false]));
        await visit.keyboard.press("Space");
        await write(visit, "plan-cards", "2");
        const half = await says(visit, ({ share, spot }) => (assert.match(share, words.half), assert.match(spot, words.spot)));
        assert.ok(half.asksRisk && half.asksDeadline);
        assert.deepEqual(visit.problems, []);
      });

      test("the chart is read by keyboard", async () => {
        const visit = await visitor();
        await tabTo(visit, "[role=slider]");
        await visit.keyboard.press("Home");
        const spoken = new Set();
        for (let presses = 0; presses < 4; presses += 1) {
          await visit.keyboard.press("PageUp");
          const { spoken: text, reading } = await says(visit, ({ reading, spoken }) => assert.equal(reading, spoken));
          assert.equal(text, reading);
          spoken.add(text);
        }
        assert.ok([...spoken].some((text) => words.day.test(text)), [...spoken].join("\n"));
        assert.ok([...spoken].some((text) => words.month.test(text)), [...spoken].join("\n"));
        await visit.keyboard.press("End");
        await says(visit, ({ spoken }) => assert.match(spoken, /^730/));
        await visit.keyboard.press("ArrowLeft");
        await says(visit, ({ spoken }) => assert.match(spoken, /^720/));
        assert.deepEqual(visit.problems, []);
      });

      test("nothing is in the way of anyone", async () => {
        const visit = await visitor();
        await visit.evaluate((lang) => (document.documentElement.lang = lang), locale);
        for (const tab of ["simple", "week", "phases", "csv"]) {
          await choose(visit, "planTab", tab);
          // It takes seconds: each language and each width once.
          if ((locale === "en") === (width === 1280)) assert.deepEqual(await axe(visit, ["gpu-cost-calculator", ".planning"]), [], tab);
        }
        assert.ok(await visit.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no horizontal scroll");
        assert.deepEqual(visit.problems, []);
      });
    });
  }

  describe(`hostile curves, ${locale}`, () => {
    const visitor = async () => {
      const visit = await samePage(chromium, { locale, url: `${server.url}fixtures/f.html` });
      await answered(visit);
      await openPanel(visit);
      await choose(visit, "planTab", "csv");
      return visit;
    };

    test("each fault has its line", async () => {
      const visit = await visitor();
      await tabTo(visit, "#plan-csv");
      await visit.keyboard.insertText("time,gpus\n2025-03-30T01:00,1\n2025-03-30T03:00,2");
      const spring = await says(visit, ({ faults }) => assert.match(faults.join(), words.gap));
      assert.match(spring.faults.join(), words.clock);
      await paste(visit, "gpus\n=cmd|' /C calc'!A0\n");
      await says(visit, ({ faults }) => assert.match(faults.join(), words.number));
      await paste(visit, `<img src=x onerror="document.title='run'">`);
      await says(visit, ({ faults }) => assert.ok(faults.length > 0));
      assert.notEqual(await visit.title(), "run");
      await paste(visit, "time,gpus\n2025-03-30T01:00+01:00,1\n2025-03-30T03:00+02:00,2\n");
      await says(visit, costs("3.72"));
      // As spreadsheets in Chinese write it.
      await paste(visit, "\ufeff时间,卡数\r\n2026-01-01 00:00,２\r\n2026-01-01 01:00,3\r\n");
      await says(visit, costs("6.20"));
      await paste(visit, `gpus\n${"3;\n".repeat(20_000)}`);
      await says(visit, ({ faults, note }) => (assert.equal(faults.length, 1), assert.match(note, words.kept)));
      assert.deepEqual(visit.problems, []);
    });

    test("what cannot be had is said with its time", async () => {
      const visit = await samePage(chromium, { locale, url: `${server.url}fixtures/f.html` });
      await answered(visit);
      await offered(visit, { spot: { price: 1 } });
      await shows(visit, ({ plan }) => assert.match(plan ?? "", /RTX 4090/));
      await activate(visit, ".planning > summary");
      await write(visit, "plan-cards", "2");
      await says(visit, ({ failure }) => assert.match(failure, words.few));
      await write(visit, "plan-interruptiblePercent", "100");
      await says(visit, ({ failure, total }) => (assert.equal(failure, ""), assert.ok(total)));
      const { asksRisk, asksDeadline } = await panel(visit);
      assert.deepEqual([asksRisk, asksDeadline], [true, false], "there is no hourly price to hold a deadline against");
      assert.deepEqual(visit.problems, []);
    });

    test("without spot on sale nothing about it is asked", async () => {
      const visit = await samePage(chromium, { locale, url: `${server.url}fixtures/f.html` });
      await answered(visit);
      await offered(visit, { onDemand: { price: 1.5, increment: "second" } });
      await shows(visit, ({ plan }) => assert.match(plan ?? "", /RTX 4090/));
      await activate(visit, ".planning > summary");
      await says(visit, costs("18.00"));
      await write(visit, "plan-interruptiblePercent", "50");
      const { asksRisk, asksDeadline, total } = await says(visit, ({ share }) => assert.match(share, words.noSpot));
      assert.deepEqual([asksRisk, asksDeadline, digits(total)], [false, false, "18.00"]);
      assert.deepEqual(visit.problems, []);
    });

    test("a million rows are planned in slices, and can be stopped", async () => {
      const visit = await visitor();
      await visit.locator("#plan-slot").selectOption("1");
      // Between two slices the page waits until it is let go, however fast the machine is.
      await visit.evaluate(() => {
        const { setTimeout } = window;
        window.held = [];
        window.setTimeout = (run, delay) => (delay === undefined ? window.held.push(run) : setTimeout(run, delay));
      });
      const rows = Array.from({ length: 1_000_000 }, (_, minute) => (minute % 1_440 < 600 ? 1 + (Math.trunc(minute / 1_440) % 3) : 0));
      await paste(visit, `gpus\n${rows.join("\n")}\n`);
      await says(visit, ({ csv, isBusy }) => (assert.match(csv, words.rows), assert.ok(isBusy)), 60_000);
      await activate(visit, "[data-cancel]");
      await visit.evaluate(() => window.held.forEach((run) => run()));
      await says(visit, ({ note, isBusy }) => (assert.match(note, words.stopped), assert.ok(!isBusy)), 30_000);
      await choose(visit, "planTab", "simple");
      await says(visit, costs("14.88"));
      assert.deepEqual(visit.problems, []);
    });
  });
}

test("a dropped file is read", async () => {
  const visit = await samePage(chromium, { locale: "en", url: `${server.url}fixtures/f.html` });
  await answered(visit);
  await openPanel(visit);
  await choose(visit, "planTab", "csv");
  await visit.locator("#plan-csv").evaluate((area) => {
    const data = new DataTransfer();
    data.items.add(new File(["slot;cards\n0;2\n1;2\n"], "demand.csv", { type: "text/csv" }));
    area.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await says(visit, costs("4.96"));
  assert.deepEqual(visit.problems, []);
});

test("a file that is too large is refused, and what is typed while one is read stays", async () => {
  const visit = await samePage(chromium, { locale: "en", url: `${server.url}fixtures/f.html` });
  await answered(visit);
  await openPanel(visit);
  await choose(visit, "planTab", "csv");
  const offer = (size) => visit.locator("#plan-file").evaluate((input, size) => {
    const data = new DataTransfer();
    data.items.add(new File([size === undefined ? "gpus\n2\n" : new Uint8Array(size)], "demand.csv"));
    if (size === undefined) {
      // It is read only after something else was typed.
      const read = data.files[0].text.bind(data.files[0]);
      File.prototype.text = () => new Promise((done) => (window.letGo = () => done(read())));
    }
    input.files = data.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, size);
  await offer(100_000_001);
  await says(visit, ({ faults }) => assert.match(faults.join(), languages.en.large));
  await offer();
  await write(visit, "plan-interruptiblePercent", "50");
  await visit.evaluate(() => window.letGo());
  // One card by the hour, and one on spot with what interruptions cost.
  await says(visit, ({ total }) => assert.ok(1.92 < Number(digits(total)) && Number(digits(total)) < 2.48, total));
  assert.equal(await visit.locator("[name=plan-interruptiblePercent]").inputValue(), "50");
  assert.deepEqual(visit.problems, []);
});

test("the panel follows the answer until it is changed", async () => {
  const visit = await samePage(chromium, { locale: "en", url: `${server.url}fixtures/f.html` });
  await answered(visit);
  await openPanel(visit);
  await visit.locator("gpu-cost-calculator").evaluate((element) => element.setState({ inputs: { hoursPerDay: 2 } }));
  await shows(visit, ({ plan }) => assert.match(plan, /RTX 4090/));
  await says(visit, costs("7.44"));
  await write(visit, "plan-hours", "3");
  await says(visit, costs("11.16"));
  await visit.locator("gpu-cost-calculator").evaluate((element) => element.setState({ inputs: { hoursPerDay: 4 } }));
  await shows(visit, ({ total }) => assert.equal(digits(total), "16.36"));
  await says(visit, costs("11.16"));
  assert.deepEqual(visit.problems, []);
});
