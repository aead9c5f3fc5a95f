// Choosing: advice beside the numbers, platforms in the visitor's order, what kinds of platforms are to be asked, the checklist.
// In both languages, wide and narrow, by keyboard only, under the strict policy. Amounts are those of the golden scenarios on the
// catalog of the four kinds (advice-*, pattern-*, platforms-*), computed there by hand.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { axe, opened, page, samePage, strictCsp } from "./harness.mjs";
import { activate, answered, digits, shows, tabTo } from "./visitor.mjs";

const kinds = await readFile(new URL("../golden/catalogs/kinds.json", import.meta.url), "utf8");

const languages = {
  en: {
    agrees: /^The advice holds\./, overruled: /^The numbers disagree\./, notOffered: /^Not on offer\./, more: /costs CN¥([\d.,]+) more, about ([\d.]+) times/, priceless: /no price tag/,
    notStated: /Not stated/, availability: /99\.9%, with stated credits/, silent: /Not stated ?promised availability/, center: "A public computing center", runsNot: /runs this job/,
    silent4: /^Not stated by the platforms\..* 4 state nothing/, unreliable: /states a promised availability/,
  },
  "zh-CN": {
    agrees: /^建议成立。/, overruled: /^数字不支持。/, notOffered: /^没有可选。/, more: /多花 ¥([\d.,]+)，约为后者的 ([\d.]+) 倍/, priceless: /没有标价/,
    notStated: /未注明/, availability: /99\.9%，写明赔付/, silent: /未注明 ?承诺可用性/, center: "A public computing center", runsNot: /没有能跑这个任务的卡/,
    silent4: /^平台未注明。.*4 家没有说明/, unreliable: /没有平台注明可用性承诺/,
  },
};

/** What the panel says. */
async function panel(visit) {
  return visit.locator("gpu-cost-calculator").evaluate((element) => {
    const clean = (node) => node?.textContent.replace(/\s+/g, " ").trim() ?? "";
    const root = element.shadowRoot.querySelector(".choosing");
    const all = (selector) => [...(root?.querySelectorAll(selector) ?? [])];
    const texts = (name, selector) => Object.fromEntries(all(`[data-${name}]`).map((node) => [node.dataset[name], clean(node.querySelector(selector))]));
    return {
      said: texts("case", ".said"),
      noneReliable: clean(root?.querySelector("[part=none-reliable]")),
      platforms: all("[data-platform]").map((node) => node.dataset.platform),
      plans: texts("platform", "p"),
      facts: texts("platform", ".facts"),
      order: all("[data-criterion]").map((node) => node.dataset.criterion),
      members: texts("kind", ".muted"),
      questions: texts("kind", "details ul"),
      boxes: all("[part=process] input").length,
      focus: element.shadowRoot.activeElement?.dataset.exchange,
    };
  });
}

/** Waits until the panel passes a check made of assertions. */
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

const { chromium, server } = await opened({ csp: strictCsp });

/** The panel on the catalog of the four kinds. */
async function open(visit, catalog = kinds) {
  await visit.locator("gpu-cost-calculator").evaluate((element, text) => (element.catalog = text), catalog);
  await shows(visit, ({ total }) => assert.equal(digits(total), "14.88"));
  await activate(visit, ".choosing > summary");
  await says(visit, ({ said }) => assert.ok(said.beginner));
}

/** The words of a verdict, and by how much the advice is overruled. */
function overruled(words, said, difference, times) {
  assert.match(said, words.overruled);
  const [, more, factor] = words.more.exec(said) ?? assert.fail(said);
  assert.deepEqual([digits(more), factor], [difference, times]);
}

for (const [locale, words] of Object.entries(languages)) {
  for (const width of [1280, 360]) {
    describe(`choosing, ${locale}, ${width} px`, () => {
      const visitor = async () => {
        const visit = await samePage(chromium, { locale, width, url: `${server.url}fixtures/f.html` });
        await answered(visit);
        await open(visit);
        return visit;
      };

      test("advice is held against the numbers, which win", async () => {
        const visit = await visitor();
        const { said } = await panel(visit);
        for (const [name, total] of Object.entries({ beginner: "14.88", training: "270.00", commercial: "20,500.00" })) {
          assert.match(said[name], words.agrees, name);
          assert.ok(said[name].includes(total), said[name]);
        }
        overruled(words, said.research, "4275.00", "1.6");
        assert.match(said.research, words.priceless);
        overruled(words, said.short, "2.76", "1.1");
        overruled(words, said.recurring, "392.40", "2.3");
        assert.doesNotMatch(said.recurring, words.priceless);
        assert.match(said.confidential, words.priceless);

        await tabTo(visit, "input[name=adviceJob]:checked");
        await visit.keyboard.press("ArrowRight");
        const own = await says(visit, ({ said }) => overruled(words, said.recurring, "66.12", "5.4")); // three days of 27 for 14.88
        assert.match(own.said.beginner, words.agrees);
        await visit.keyboard.press("ArrowLeft");
        await says(visit, ({ said }) => overruled(words, said.short, "2.76", "1.1"));
        assert.deepEqual(visit.problems, []);
      });

      test("what platforms do not state is not called missing", async () => {
        const visit = await samePage(chromium, { locale, width, url: `${server.url}fixtures/f.html` });
        await answered(visit);
        const catalog = JSON.parse(kinds);
        for (const platform of catalog.platforms) {
          delete platform.service.delivery;
          delete platform.rules?.sla;
        }
        await open(visit, JSON.stringify(catalog));
        const { said, noneReliable } = await panel(visit);
        assert.match(said.confidential, words.silent4);
        assert.match(noneReliable, words.unreliable);
        assert.deepEqual(visit.problems, []);
      });

      test("a typical job goes into the form", async () => {
        const visit = await visitor();
        await activate(visit, "[data-case=short] button");
        await shows(visit, ({ total, plan }) => assert.deepEqual([digits(total), /4090.* 1 /.test(plan)], ["27.00", true]));
        assert.equal(await visit.locator("gpu-cost-calculator").evaluate((element) => element.inputs.frames), 240);
        assert.deepEqual(visit.problems, []);
      });

      test("platforms stand in the visitor's order, with what they state and what not", async () => {
        const visit = await visitor();
        const first = await panel(visit);
        assert.deepEqual(first.order, ["fit", "cost", "reliability"]);
        assert.deepEqual(first.platforms, ["specialist", "carrier", "cloud", "center"]);
        for (const [id, total] of Object.entries({ specialist: "14.88", carrier: "96.00", cloud: "144.00", center: "20,500.00" })) assert.ok(first.plans[id].includes(total), first.plans[id]);

        await activate(visit, "[data-exchange='2']");
        const second = await says(visit, ({ order }) => assert.deepEqual(order, ["fit", "reliability", "cost"]));
        assert.deepEqual(second.platforms, ["cloud", "carrier", "specialist", "center"]);
        assert.equal(second.focus, "2", "the focus stays");
        await activate(visit, "[data-exchange='1']");
        await says(visit, ({ order, platforms }) => assert.deepEqual([order[0], platforms[0]], ["reliability", "cloud"]));

        await activate(visit, "[data-platform=carrier] summary");
        const { facts } = await panel(visit);
        for (const fact of ["ISO 27001", /168/, words.availability]) assert.match(facts.carrier, new RegExp(fact));
        assert.match(facts.specialist, words.silent);
        assert.match(facts.center, /Wuxi.*VAT/);
        assert.deepEqual(visit.problems, []);
      });

      test("each kind has its platforms and its questions", async () => {
        const visit = await visitor();
        const { members, questions } = await panel(visit);
        assert.deepEqual(Object.keys(members), ["specialist", "carrier", "publicCloud", "publicCenter"]);
        assert.ok(members.publicCenter.includes(words.center), members.publicCenter);
        assert.equal(new Set(Object.values(questions)).size, 4);
        assert.deepEqual(visit.problems, []);
      });

      test("the checklist is ticked, and printed alone", async () => {
        const visit = await page(chromium, { locale, width });
        await visit.addInitScript(() => {
          window.print = () => (window.top.printed = [document.title, document.body.innerText]);
        });
        await visit.goto(`${server.url}fixtures/f.html`);
        await answered(visit);
        await open(visit);
        assert.equal((await panel(visit)).boxes, 18);
        await tabTo(visit, "[name='step-0.1']");
        await visit.keyboard.press("Space");
        await activate(visit, "[data-print]");
        const [title, text] = await visit.evaluate(() => window.printed);
        assert.notEqual(title, "");
        assert.deepEqual([text.match(/☑/g)?.length, text.match(/☐/g)?.length], [1, 17]);
        assert.match(text, /14\.88/);
        assert.deepEqual(visit.problems, []);
        await visit.context().close();
      });

      test("axe finds nothing", async () => {
        for (const colorScheme of ["light", "dark"]) {
          const visit = await samePage(chromium, { locale, width, colorScheme, url: `${server.url}fixtures/f.html` });
          await answered(visit);
          await open(visit);
          for (const summary of ["[data-platform=carrier] summary", "[data-kind=carrier] summary"]) await activate(visit, summary);
          assert.deepEqual(await axe(visit, ["gpu-cost-calculator", ".choosing"]), []);
          const isWider = await visit.evaluate(() => document.documentElement.clientWidth < document.documentElement.scrollWidth);
          assert.equal(isWider, false, "no sideways scrolling");
        }
      });
    });
  }
}

test("texts of a catalog stay texts, and a platform on which nothing runs is last, and says so", async () => {
  const visit = await samePage(chromium, { url: `${server.url}fixtures/f.html` });
  await answered(visit);
  const catalog = JSON.parse(kinds);
  catalog.platforms[3].name = "<b data-mark>bold</b>";
  catalog.offers = catalog.offers.filter(({ platform }) => platform !== "carrier");
  await open(visit, JSON.stringify(catalog));
  assert.equal(await visit.locator("[data-mark]").count(), 0);
  const { members, plans, platforms } = await panel(visit);
  assert.ok(members.specialist.includes("<b data-mark>bold</b>"));
  assert.equal(platforms.at(-1), "carrier");
  assert.match(plans.carrier, languages.en.runsNot);
  assert.deepEqual(visit.problems, []);
});
