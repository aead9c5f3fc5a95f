// Whether everybody can use the page: axe, names, keyboard, focus, targets, announcements, reflow.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { axe, opened, page, samePage } from "./harness.mjs";
import { answered, shows } from "./visitor.mjs";

const { chromium, server } = await opened();

const calculator = (visit) => visit.locator("gpu-cost-calculator");
const set = (visit, change) => calculator(visit).evaluate((element, change) => element.setState(change), change);
const unfold = (visit) => calculator(visit).evaluate(({ shadowRoot }) => shadowRoot.querySelectorAll("details").forEach((details) => (details.open = true)));

const expand = async (visit) => {
  await set(visit, { mode: "expert", inputs: { mfuPercent: 45 } });
  await visit.locator("[name=mfuPercent]").waitFor();
  await unfold(visit);
};

/** What the page is brought into, from the built-in answer. */
const states = {
  "as it is shipped": async () => {},
  "expert mode, all unfolded, with entries that cannot be used": async (visit) => {
    await expand(visit);
    await visit.locator("[name=parameters]").fill("seven");
    await visit.locator("[name=budgetAmount]").fill("-1");
    await visit.locator("[name=parameters][aria-invalid]").waitFor();
  },
  "inference, over budget": async (visit) => {
    await set(visit, { mode: "expert", inputs: { task: "inference", budgetAmount: 0.01 } });
    await shows(visit, ({ badge, memory }) => {
      assert.match(badge, /over|超出/);
      assert.ok(Object.keys(memory).some((part) => part.startsWith("KV")));
    });
  },
  "a simulation on all cards, timed on a card that nobody knows": async (visit) => {
    await set(visit, { mode: "expert", inputs: { task: "simulation", sharing: "together" } });
    await visit.locator("[name=efficiencyPercent]").waitFor();
    await unfold(visit);
    await set(visit, { inputs: { referenceGpu: "RTX 9999" } });
    await visit.locator("[name=referenceGpu][aria-invalid]").waitFor();
  },
  "a rule of thumb in pre-training": async (visit) => {
    await set(visit, { inputs: { task: "preTraining", ruleTflops: 160 } });
    await visit.locator("[data-part=rule]").waitFor();
    await unfold(visit);
    await visit.locator("[data-part=rule] .note:has-text('160')").waitFor();
  },
  "videos, with all settings": async (visit) => {
    await set(visit, { mode: "expert", inputs: { task: "generation", modelChoice: "wan2.1-t2v-1.3b" } });
    await visit.locator("[name=videoFrames]").waitFor();
    await shows(visit, ({ reasons }) => assert.match(reasons.join(), /clip|条/));
    await unfold(visit);
  },
  "a model of one's own that cannot be read": async (visit) => {
    await set(visit, { inputs: { task: "fineTuning" } });
    await unfold(visit);
    await visit.locator("[name=config]").fill('{"model_type": "llama", "hidden_size": -1}');
    await visit.locator("#config-outcome .fault").waitFor();
  },
  "nothing fits": async (visit) => {
    await set(visit, { inputs: { task: "fineTuning", parameters: 1e13, method: "full" } });
    await shows(visit, ({ total, plan }) => assert.deepEqual([total, typeof plan], [undefined, "string"]));
  },
};

const looks = ["light", "dark"].flatMap((colorScheme) => [1280, 320].flatMap((width) => ["zh-CN", "en"].map((locale) => ({ colorScheme, width, locale }))));

describe("axe finds nothing, and nothing is wider than the window", () => {
  for (const [index, look] of looks.entries()) {
    test(Object.values(look).join(", "), async () => {
      const visit = await samePage(chromium, { ...look, url: server.url });
      // The first state in all looks; the others in two that have nothing in common.
      const due = Object.entries(states).slice(0, index === 1 || index === 6 ? undefined : 1);
      for (const [name, enter] of due) {
        await answered(visit);
        await enter(visit);
        await assertFits(visit, name);
        assert.deepEqual(await axe(visit), [], name);
        await calculator(visit).evaluate((element) => (element.reset(), (element.mode = "simple")));
      }
      assert.deepEqual(visit.problems, []);
    });
  }

  for (const locale of ["zh-CN", "en"]) {
    test(`every width, ${locale}`, async () => {
      const visit = await samePage(chromium, { locale, width: 360, url: server.url });
      for (const [name, enter] of Object.entries(states)) {
        await answered(visit);
        await enter(visit);
        for (const width of [320, 360, 759, 761, 1280]) {
          await visit.setViewportSize({ width, height: 900 });
          await assertFits(visit, `${name}, ${width} px`);
        }
        await calculator(visit).evaluate((element) => (element.reset(), (element.mode = "simple")));
      }
    });
  }

  async function assertFits(visit, name) {
    const { scroll, client } = await visit.evaluate(() => ({ scroll: document.documentElement.scrollWidth, client: document.documentElement.clientWidth }));
    assert.ok(scroll <= client, `${name}: ${scroll} in ${client}`);
  }
});

describe("controls", () => {
  for (const locale of ["zh-CN", "en"]) {
    test(`${locale}: each has a name, number fields also a unit`, async () => {
      const visit = await samePage(chromium, { locale, url: server.url });
      await answered(visit);
      await expand(visit);
      const snapshot = await calculator(visit).ariaSnapshot();
      const controls = [...snapshot.matchAll(/- (textbox|combobox|radio|checkbox|button|link|group|img)\b(.*)$/gm)];
      assert.ok(controls.length > 40, snapshot);
      // A `group` without a name is a <details>, whose summary names it.
      const nameless = controls.filter(([, role, rest]) => role !== "group" && !/^ "[^"]/.test(rest)).map(([whole]) => whole);
      assert.deepEqual(nameless, []);
      const numbers = controls.filter(([, role]) => role === "textbox").map(([, , rest]) => rest);
      const unitless = numbers.filter((rest) => !/[(（].+[)）]|: \d{4}-\d\d-\d\d/.test(rest));
      assert.ok(numbers.length > 8 && unitless.length <= 2, `without a unit (a rank, a file and dates have none): ${unitless}`);
    });
  }

  for (const width of [1280, 360]) {
    test(`${width} px: Tab goes in reading order, the focus is seen and never hidden`, async () => {
      const visit = await samePage(chromium, { width, height: 740, url: server.url });
      await answered(visit);
      const stops = await tabStops(visit);
      assert.ok(stops.length > 20, JSON.stringify(stops));
      assert.deepEqual(stops.filter(({ isSeen }) => !isSeen), [], "no focus ring");
      assert.deepEqual(stops.filter(({ isOnTop }) => !isOnTop), [], "covered by something");
      for (const [index, stop] of stops.entries()) {
        const last = stops[index - 1];
        if (last === undefined || last.region !== stop.region) continue;
        const isBelow = last.bottom - 4 <= stop.top;
        const isBeside = stop.top < last.bottom && last.top < stop.bottom && last.left <= stop.left;
        assert.ok(isBelow || isBeside, `${last.name} has its turn before ${stop.name}, and stands after it`);
      }
    });

    test(`${width} px: targets measure at least 24 px`, async () => {
      const visit = await samePage(chromium, { width, url: server.url });
      await answered(visit);
      await expand(visit);
      const small = await calculator(visit).evaluate(({ shadowRoot }) =>
        [...shadowRoot.querySelectorAll("button, input, select, summary, a[part]")]
          .map((node) => ({ node, box: (node.closest("label") ?? node).getBoundingClientRect() }))
          .filter(({ box }) => 0 < box.width && (box.width < 24 || box.height < 24))
          .map(({ node, box }) => `${node.localName} ${node.name || node.textContent.trim()}: ${box.width} × ${box.height}`),
      );
      assert.deepEqual(small, []);
    });
  }

  /** Where Tab stops inside the calculator. */
  async function tabStops(visit) {
    const stops = [];
    await visit.locator("gpu-cost-calculator button").first().focus();
    for (let presses = 0; presses < 100; presses += 1) {
      const stop = await calculator(visit).evaluate(({ shadowRoot }) => {
        const node = shadowRoot.activeElement;
        if (node === null) return null;
        // Of a link that is broken into lines, the first.
        const [box] = (node.closest("label") ?? node).getClientRects();
        const rings = [node, node.closest(".box"), node.closest("label")].filter((ring) => ring !== null).map((ring) => getComputedStyle(ring));
        const top = shadowRoot.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        const regions = [...shadowRoot.querySelectorAll("*")];
        const [left, y] = [box.left + scrollX, box.top + scrollY];
        return {
          name: `${node.localName} ${node.name || node.textContent.trim().slice(0, 30)}`,
          region: regions.indexOf(node.closest(".header, .answer, .step, .card")),
          isSeen: rings.some(({ outlineStyle, outlineWidth }) => outlineStyle !== "none" && parseFloat(outlineWidth) >= 2),
          isOnTop: node.closest("label, .box")?.contains(top) || node.contains(top),
          left, top: y, bottom: y + box.height,
        };
      });
      if (stop === null) break;
      stops.push(stop);
      await visit.keyboard.press("Tab");
    }
    return stops;
  }
});

describe("announcements", () => {
  for (const locale of ["zh-CN", "en"]) {
    test(`${locale}: one sentence, 800 ms after the last change`, async () => {
      const visit = await page(chromium, { locale });
      await visit.clock.install({ time: new Date("2026-11-30T12:00:00") });
      await visit.goto(server.url);
      await answered(visit);
      await visit.clock.pauseAt(new Date("2026-11-30T13:00:00")); // only runFor moves it from here on
      const status = visit.getByRole("status");
      assert.equal(await status.count(), 1);
      const spoken = () => status.textContent().then((text) => text.trim());
      await visit.clock.runFor(1_000);
      const first = await spoken();
      assert.match(first, /^[^。]+[.。]$/, "one sentence");

      await visit.locator("[name=days]").fill("5");
      await visit.clock.runFor(700);
      await visit.locator("[name=days]").fill("6");
      await visit.clock.runFor(700);
      assert.equal(await spoken(), first, "not while one types");
      await visit.clock.runFor(200);
      const second = await spoken();
      assert.notEqual(second, first);
      const total = await visit.locator("[part=total]").textContent();
      assert.ok(second.includes(total.trim()), `${second} says ${total}`);
      await visit.context().close();
    });
  }
});
