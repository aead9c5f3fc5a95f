// Links, exports and their buttons: what is shared is what is on screen, for whoever opens it, whatever the link holds.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, test } from "node:test";
import { axe, opened, page, samePage, strictCsp } from "./harness.mjs";
import { activate, answered, digits, drawn, screen, shows, tabTo, write } from "./visitor.mjs";

const f = JSON.parse(await readFile(new URL("fixtures/f.json", import.meta.url), "utf8"));
const linksOfVersion1 = JSON.parse(await readFile(new URL("fixtures/links-v1.json", import.meta.url), "utf8"));

const { chromium, server } = await opened({ csp: strictCsp });

const languages = {
  en: { expert: "Expert", simple: "Simple", copied: "Link copied.", kept: /8,?192.*\b45\b/, header: "Standing", ignored: /could not be used/, byHand: /Copy by hand/, crossing: /^556 hours: monthly/ },
  "zh-CN": { expert: "专家", simple: "简单", copied: "链接已复制。", kept: /8,?192.*45/, header: "结论", ignored: /无法使用/, byHand: /手动复制/, crossing: /^556 ?小时：包月/ },
};

const fixture = (search = "") => `${server.url}fixtures/f.html${search}`;
const calculator = (visit) => visit.locator("gpu-cost-calculator");
const set = (visit, change) => calculator(visit).evaluate((element, change) => element.setState(change), change);
const stateOf = (visit) => calculator(visit).evaluate((element) => element.getState());
const exported = (visit, format) => calculator(visit).evaluate(async (element, format) => (await element.export(format)).text(), format);
/** The parameter of a link. */
const valueOf = (link) => new URL(link).searchParams.get("gpu-cost");
const numbersOf = ({ plan, total, lines, sum, options, memory }) =>
  JSON.stringify([plan.match(/[\d.]+/g), digits(total), lines.map(([, amount]) => digits(amount)), digits(sum), options.map((text) => text.match(/\d[\d,.]*/g)), Object.values(memory)]);

async function visitor(options = {}) {
  const visit = await samePage(chromium, { url: fixture(), ...options });
  await answered(visit);
  await visit.locator(".share-row").waitFor();
  return visit;
}

/** By task, a value of each of its fields that is not the one it begins with. */
const others = { diskGib: 70, egressGib: 12, resumable: true, budgetAmount: 12_345.67, budgetPer: "month" };
const hours = { hoursPerDay: 7.25, days: 9 };
const timed = { referenceGpu: "H100 SXM", memoryGib: 20, demand: "schedule", ...hours };
const training = { parameters: 1.3e9, tokens: 33e6, demand: "schedule", ...hours, sequenceTokens: 4_096, microBatch: 2, globalBatch: 32, optimizer: "adamW8Bit", precision: "fp16", recomputation: "full", stateOffload: "optimizer", mfuPercent: 33.3, software: "eager" };
const images = { items: 77, demand: "untilDone", width: 768, height: 512, steps: 22, guidance: 1, batch: 2, weights: "fp8", offload: "aroundDenoiser", kernels: "compiled" };
const samples = [
  { task: "fineTuning", ...training, method: "qlora", rank: 64, ...others },
  { task: "fineTuning", modelChoice: "llama-2-7b", method: "full", demand: "untilDone", ...others, budgetPer: "job", resumable: false },
  { task: "preTraining", ...training, ruleTflops: 160, ...others },
  { task: "inference", parameters: 8.03e9, users: 33, ...hours, promptTokens: 1_500, sharedTokens: 100, answerTokens: 300, weights: "fp8", kvCache: "fp8", minTokensPerSecond: 12, software: "portable", tokensPerDay: 5e6, ...others, budgetPer: "job" },
  { task: "generation", modelChoice: "sdxl", ...images, ...others, budgetPer: "job" },
  { task: "generation", modelChoice: "wan2.1-t2v-1.3b", items: 3, itemsPer: "all", demand: "schedule", ...hours, videoFrames: 49, ...others },
  { task: "simulation", runs: 33, hoursPerRun: 0.75, limit: "bandwidth", sharing: "together", efficiencyPercent: 66, ...timed, ...others },
  { task: "rendering", frames: 99, minutesPerFrame: 2.5, ...timed, ...others },
  { task: "dataProcessing", terabytes: 3.5, hoursPerTerabyte: 1.25, passes: 4, ...timed, ...others },
];
const config = { model_type: "qwen3", hidden_size: 4096, num_hidden_layers: 36, num_attention_heads: 32, num_key_value_heads: 8, head_dim: 128, intermediate_size: 12288, vocab_size: 151936, tie_word_embeddings: false, max_position_embeddings: 40960 };

/** Whether a state that was opened is the one that was shared, in all that was set. */
function assertSame(state, given) {
  const seen = Object.fromEntries(Object.keys(given).map((name) => [name, state.inputs[name]]));
  assert.deepEqual(seen, given);
}

describe("a link", () => {
  for (const sample of samples) {
    test(`holds every field of ${sample.task}: ${sample.modelChoice ?? "by size"}`, async () => {
      const visit = await visitor();
      await set(visit, { mode: "expert", inputs: sample });
      await answered(visit);
      const link = valueOf(await exported(visit, "link"));
      await visit.goto(fixture(`?gpu-cost=${encodeURIComponent(link)}`));
      await answered(visit);
      const state = await stateOf(visit);
      assertSame(state, sample);
      assert.equal(state.mode, "expert");
      await visit.locator(".share-row").waitFor();
      assert.equal(valueOf(await exported(visit, "link")), link, "and says the same again");
      assert.deepEqual(visit.problems, []);
    });
  }

  test("no field is left out", async () => {
    const visit = await visitor();
    const known = await calculator(visit).evaluate((element) => {
      const told = new Promise((resolve) => element.addEventListener("gpu-cost-error", ({ message }) => resolve(message)));
      element.inputs = { nothing: 1 };
      return told;
    });
    const names = known.split("known are ")[1].split(", ");
    const covered = new Set(samples.flatMap(Object.keys));
    assert.ok(names.length > 50, known);
    assert.deepEqual(names.filter((name) => !covered.has(name)), ["modelCode"], "which the next test has");
  });

  test("holds a model of one's own", async () => {
    const visit = await visitor();
    await activate(visit, "[data-part=ownModel] summary");
    await visit.locator("[name=config]").fill(JSON.stringify(config));
    await visit.waitForFunction(() => document.querySelector("gpu-cost-calculator").inputs.modelChoice === "config");
    const { inputs } = await stateOf(visit);
    const before = await screen(visit);
    await visit.goto(await exported(visit, "link"));
    const after = await answered(visit);
    assert.equal((await stateOf(visit)).inputs.modelCode, inputs.modelCode);
    assert.equal(numbersOf(after), numbersOf(before));
  });

  for (const { link, mode = "simple", inputs, empty = [] } of linksOfVersion1) {
    test(`of version 1 opens for ever: ${link}`, async () => {
      const visit = await visitor({ url: fixture(`?gpu-cost=${link}`) });
      const state = await stateOf(visit);
      assertSame(state, inputs);
      assert.equal(state.mode, mode);
      assert.deepEqual(empty.filter((name) => state.inputs[name] !== undefined), []);
      assert.equal(await visit.locator(".sharing .note").count(), 0, "all of it was used");
      assert.deepEqual(visit.problems, []);
    });
  }

  test("means the same on a page whose host begins elsewhere", async () => {
    const visit = await samePage(chromium, { url: `${server.url}fixtures/empty.html?gpu-cost=1.currency=CNY,days=5` });
    await visit.evaluate(async (script) => {
      const element = document.createElement("gpu-cost-calculator");
      Object.assign(element, { inputs: { parameters: 30e9, days: 20 }, preset: "full-13b" });
      element.setAttribute("catalog", "f.json");
      document.querySelector("main").append(element);
      await import(script);
    }, `${server.url}gpu-cost.js`);
    await answered(visit);
    assertSame(await stateOf(visit), { parameters: 7e9, method: "lora", days: 5, budgetAmount: 500 });
  });

  test("leaves other parameters and the hash as they are", async () => {
    const visit = await visitor({ url: fixture("?a=1&b=%20x%2c&gpu-cost=1.days=5&c#part=2") });
    const link = await exported(visit, "link");
    assert.match(link, /f\.html\?a=1&b=%20x%2c&c&gpu-cost=1\.currency=CNY,days=5#part=2$/);
    await activate(visit, "[name=link]");
    await visit.waitForFunction((link) => location.href === link, link);
  });

  test("names the market, so that the prices are the same in the other language", async () => {
    const visit = await samePage(chromium, { locale: "zh-CN", url: server.url });
    await answered(visit);
    await visit.locator(".share-row").waitFor();
    const link = await exported(visit, "link");
    assert.equal(valueOf(link), "1.currency=CNY");
    const other = await samePage(chromium, { locale: "en", url: link });
    const seen = await answered(other);
    assert.match(seen.total, /CN¥/);
    assert.deepEqual(other.problems, []);
  });

  test("of another currency leaves its budget out", async () => {
    const visit = await visitor({ url: fixture("?gpu-cost=1.currency=USD,budget=50,days=5") });
    assertSame(await stateOf(visit), { days: 5, budgetAmount: 500 });
  });
});

/** What somebody could put into a link, and what must be left of it. */
const hostile = {
  "numbers that are none": ["1.days=NaN,disk=Infinity,hours=-3,parameters=1e999,users=1e400,budget=0x10,rank=--1", {}],
  "numbers out of range": ["1.days=99999999999,hours=25,parameters=1,disk=1e30,mfu=5000,hours=5", { hoursPerDay: 5 }],
  markup: ['1.model=<img src=x onerror="window.pwned=1">,method=<script>window.pwned=2</script>,days=5', { days: 5 }],
  "wrong types": ["1.resumable=7,method=4,demand=true,days=true,task=days,optimizer=1,hours=5", { hoursPerDay: 5 }],
  "names of every object": ["1.__proto__=1,constructor=2,toString=3,hasOwnProperty=4,days=5", { days: 5 }],
  "broken codes": ["1.days=5,%E0%A4%A,model=%,hours=%ff", { days: 5 }],
  "no pairs": ["1.,,,=,==,days,=5,🙂=🙂", {}],
  "a model that nobody knows": ["1.model=gpt-9,days=5", { days: 5, modelChoice: "bySize" }],
  "a model without its config": ["1.model=config,days=5", { days: 5, modelChoice: "bySize" }],
  "a code of no model": ["1.model=config,config=!!!!,days=5", { days: 5, modelChoice: "bySize" }],
  "a card that nobody knows": ["1.task=rendering,timedOn=RTX 9999,frames=77", { task: "rendering", frames: 77, referenceGpu: "RTX 4090" }],
  "an image model that nobody knows": ["1.task=generation,model=evil,items=7", { task: "generation", items: 7, modelChoice: "sdxl" }],
  "values that cannot be together": ["1.microBatch=64,globalBatch=3,days=5", { days: 5 }],
  "100 kB in one value": [`1.model=${"x".repeat(100_000)},days=5`, { days: 5, modelChoice: "bySize" }],
  "100 kB of keys": [`1.days=5,${Array.from({ length: 12_000 }, (_, index) => `k${index}=1`).join(",")}`, { days: 5 }],
  "a version that is not known": ["7.days=5", { days: 3 }],
  nothing: ["", { days: 3 }],
};

describe("a hostile link", () => {
  for (const [name, [text, left]] of Object.entries(hostile)) {
    test(name, async () => {
      // As it is, and as a browser would write it; too long for a server, it is there before the element is.
      const visit = await samePage(chromium, { url: `${server.url}fixtures/empty.html` });
      await visit.evaluate(async ([text, script]) => {
        history.replaceState(null, "", `?gpu-cost=${text.length > 5_000 ? text : encodeURI(text).replaceAll("#", "%23")}`);
        document.querySelector("main").append(Object.assign(document.createElement("gpu-cost-calculator"), { catalog: "f.json" }));
        await import(script);
      }, [text, `${server.url}gpu-cost.js`]);
      await answered(visit);
      assertSame(await stateOf(visit), left);
      await visit.locator(".share-row").waitFor();
      assert.equal(await visit.evaluate(() => window.pwned), undefined);
      assert.equal(await calculator(visit).evaluate(({ shadowRoot }) => shadowRoot.querySelectorAll("img, script, [onerror]").length), 0);
      assert.deepEqual(visit.problems, []);
    });
  }

  test("names what could not be used", async () => {
    for (const [locale, words] of Object.entries(languages)) {
      const visit = await visitor({ locale, url: fixture("?gpu-cost=1.disk=1e99,days=5") });
      assert.match(await visit.locator(".sharing .note").textContent(), words.ignored);
    }
  });
});

describe("url-state", () => {
  const mount = async (visit, urlState) => {
    await visit.evaluate(async ([urlState, script]) => {
      const element = Object.assign(document.createElement("gpu-cost-calculator"), { catalog: "f.json" });
      element.setAttribute("url-state", urlState);
      document.querySelector("main").append(element);
      await import(script);
    }, [urlState, `${server.url}gpu-cost.js`]);
    await answered(visit);
    await visit.locator(".share-row").waitFor();
  };

  test("off: the address is neither read nor written, and there is no link to copy", async () => {
    const url = `${server.url}fixtures/empty.html?gpu-cost=1.days=5`;
    const visit = await samePage(chromium, { url });
    await mount(visit, "off");
    assertSame(await stateOf(visit), { days: 3 });
    assert.equal(await visit.locator("[name=link]").count(), 0);
    assert.equal(visit.url(), url);
    assert.doesNotMatch(await exported(visit, "markdown"), /http/);
  });

  test("sync: the address follows what is typed, and nothing before", async () => {
    const visit = await samePage(chromium, { url: `${server.url}fixtures/empty.html?a=1#b` });
    await mount(visit, "sync");
    assert.match(visit.url(), /\?a=1#b$/);
    await visit.locator("[name=days]").fill("6");
    await visit.waitForURL(/\?a=1&gpu-cost=1\.currency=CNY,days=6#b$/);
    await visit.locator("[name=days]").fill("3");
    await visit.waitForURL(/\?a=1&gpu-cost=1\.currency=CNY#b$/);
  });

  test("a bad value is reported, and counts as read", async () => {
    const visit = await samePage(chromium, { url: `${server.url}fixtures/empty.html?gpu-cost=1.days=5` });
    await mount(visit, "always");
    assertSame(await stateOf(visit), { days: 5 });
    assert.match(visit.problems.join(), /url-state must be one of off, read, sync/);
  });
});

describe("exports", () => {
  /** Rows of cells; the file is of our own making, so quotes are all there is to it. */
  const cellsOf = (csv) => csv.slice(1).trimEnd().split("\r\n").map((line) => [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain));

  for (const [locale, words] of Object.entries(languages)) {
    test(`${locale}: CSV, JSON and Markdown have the rows of the screen, in its order`, async () => {
      const visit = await visitor({ locale });
      await visit.locator("[part=options] .segments button").nth(2).click();
      const seen = await screen(visit);
      const totals = [seen.total, ...seen.options.map((option) => /[¥$][\d,.]+/.exec(option)[0])].map(digits);

      const csv = await calculator(visit).evaluate(async (element) => [...new Uint8Array(await (await element.export("csv")).arrayBuffer())]);
      assert.deepEqual(csv.slice(0, 3), [0xef, 0xbb, 0xbf], "marked as UTF-8");
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(new Uint8Array(csv));
      const [head, ...rows] = cellsOf(text);
      assert.equal(head[0], words.header);
      assert.ok(rows.every((row) => row.length === head.length), text);
      const total = head.findIndex((title) => /^(Total|合计) \(CNY\)$/.test(title));
      assert.deepEqual(rows.map((row) => row[total]), totals, "raw numbers");
      const names = [seen.plan, ...seen.options].map((name) => name.split(" × ")[0]);
      assert.deepEqual(rows.map((row) => row[1]), names);

      const { schema, inputs, result, address } = JSON.parse(await exported(visit, "json"));
      assert.equal(schema, "gpu-cost-export/1");
      assert.deepEqual(inputs, (await stateOf(visit)).inputs);
      assert.deepEqual([result.best, ...result.runnerUps.map(({ plan }) => plan)].map((plan) => plan.total), totals);
      assert.match(address, /gpu-cost=1\./);

      const markdown = await exported(visit, "markdown");
      const table = markdown.split("\n").filter((line) => line.startsWith("|")).slice(2, 2 + totals.length);
      assert.deepEqual(table.map((line) => digits(/[¥$][\d,.]+/.exec(line)[0])), totals);
      assert.ok(seen.lines.every(([name, amount]) => markdown.includes(`| ${name} | ${amount} |`)), markdown);
      assert.match(markdown, /<http.*gpu-cost=1\./);
      assert.doesNotMatch(text + markdown, /NaN|undefined|null/);
    });
  }

  test("reasons and warnings go along", async () => {
    for (const locale of Object.keys(languages)) {
      const visit = await visitor({ locale, today: "2027-02-15" });
      const { reasons, warnings } = await screen(visit);
      assert.ok(reasons.length >= 3 && warnings.length >= 1, "prices are older than 30 days");
      const markdown = (await exported(visit, "markdown")).replaceAll("\\", "");
      assert.deepEqual([...reasons, ...warnings].filter((sentence) => !markdown.includes(sentence)), [], markdown);
    }
  });

  test("a hostile catalog cannot make a spreadsheet compute, nor a document show markup", async () => {
    const visit = await visitor();
    const name = '=HYPERLINK("http://evil","x")';
    const catalog = { ...f, platforms: [{ ...f.platforms[0], name }], offers: f.offers.map((offer) => ({ ...offer, region: "@SUM(1|2)", id: `+${offer.id}` })) };
    await calculator(visit).evaluate((element, catalog) => (element.catalog = catalog), catalog);
    await shows(visit, ({ card }) => assert.ok(card.includes(name)));
    const csv = await exported(visit, "csv");
    assert.ok(csv.includes(`"'=HYPERLINK(""http://evil"",""x"")"`), csv);
    assert.ok(csv.includes(`"'@SUM(1|2)"`) && csv.includes("\"'+f-4090\""), csv);
    const markdown = await exported(visit, "markdown");
    assert.ok(markdown.includes("@SUM(1\\|2)"), markdown);
  });

  test("a picture is drawn under the strict policy, wide and not empty", async () => {
    for (const colorScheme of ["light", "dark"]) {
      const visit = await visitor({ locale: "zh-CN", colorScheme });
      const { type, width, height, colors, corner } = await calculator(visit).evaluate(async (element) => {
        const blob = await element.export("png");
        const image = await createImageBitmap(blob);
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        const colors = new Set();
        for (let at = 0; at < data.length; at += 4) colors.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
        return { type: blob.type, width: image.width, height: image.height, colors: colors.size, corner: data[0] };
      });
      assert.equal(type, "image/png");
      assert.ok(width === 1_600 && height > 1_000, `${width} × ${height}`);
      assert.ok(colors > 50, `${colors} colors`);
      assert.ok(colorScheme === "light" ? corner > 200 : corner < 60, "in the theme of the page");
      assert.deepEqual(visit.problems, []);
    }
  });

  for (const [format, kind] of [["csv", "csv"], ["json", "json"], ["png", "png"]]) {
    test(`the button ${format} makes a file`, async () => {
      const visit = await visitor();
      const [download] = await Promise.all([visit.waitForEvent("download"), activate(visit, `[name=${format}]`)]);
      assert.equal(download.suggestedFilename(), `gpu-rental-2026-11-30.${kind}`);
      assert.ok((await readFile(await download.path())).length > 300);
    });
  }

  test("a host may take what is exported", async () => {
    const visit = await visitor();
    const taken = calculator(visit).evaluate(
      (element) =>
        new Promise((resolve) => {
          const take = async (event) => {
            event.preventDefault();
            resolve([event.format, event.bubbles, event.composed, (await event.content.text()).slice(0, 20)]);
          };
          element.addEventListener("gpu-cost-export", take, { once: true });
        }),
    );
    let downloads = 0;
    visit.on("download", () => (downloads += 1));
    await activate(visit, "[name=json]");
    const [format, bubbles, composed, start] = await taken;
    assert.deepEqual([format, bubbles, composed], ["json", true, true]);
    assert.match(start, /^\{\s+"schema"/);
    await drawn(visit);
    assert.equal(downloads, 0);
  });

  test("print: black on white, the values entered, no buttons", async () => {
    const visit = await visitor({ colorScheme: "dark" });
    await visit.emulateMedia({ media: "print", colorScheme: "dark" });
    const seen = await calculator(visit).evaluate(({ shadowRoot }) => ({
      buttons: [...shadowRoot.querySelectorAll("button, input, select")].filter((node) => node.checkVisibility()).length,
      summary: [...shadowRoot.querySelectorAll(".step-summary")].filter((node) => node.checkVisibility()).length,
      total: shadowRoot.querySelector("[part=total]").checkVisibility(),
      ink: getComputedStyle(shadowRoot.querySelector("[part=total]")).color,
    }));
    assert.deepEqual({ ...seen, ink: undefined }, { buttons: 0, summary: 4, total: true, ink: undefined });
    assert.ok(seen.ink.match(/\d+/g).every((channel) => Number(channel) < 60), seen.ink);
    await visit.emulateMedia({ media: "screen" });
  });

  test("reset goes back to where the page began", async () => {
    const visit = await visitor({ url: fixture("?gpu-cost=1.days=9") });
    await activate(visit, "[name=reset]");
    await shows(visit, ({ total }) => assert.equal(digits(total), "16.36"));
  });

  for (const [locale, words] of Object.entries(languages)) {
    test(`${locale}: where the clipboard is refused, the text is there to copy by hand`, async () => {
      const visit = await visitor({ locale });
      await visit.evaluate(() => Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: () => Promise.reject(new Error("no")) } }));
      await activate(visit, "[name=link]");
      const text = visit.getByLabel(words.byHand);
      await text.waitFor();
      assert.match(await text.inputValue(), /gpu-cost=1\./);
      const selected = await text.evaluate((area) => area.getRootNode().activeElement === area && area.selectionEnd - area.selectionStart === area.value.length);
      assert.ok(selected, "it has the focus, and is selected");
      await visit.evaluate((lang) => (document.documentElement.lang = lang), locale);
      assert.deepEqual(await axe(visit), []);
    });
  }

  test("one announcement when a link was copied", async () => {
    const visit = await page(chromium, { permissions: ["clipboard-read", "clipboard-write"] });
    await visit.clock.install({ time: new Date("2026-11-30T12:00:00") });
    await visit.goto(fixture());
    await answered(visit);
    await visit.locator(".share-row").waitFor();
    await visit.clock.pauseAt(new Date("2026-11-30T13:00:00"));
    await visit.clock.runFor(1_000);
    await activate(visit, "[name=link]");
    await visit.locator(".shared:not([hidden])").waitFor();
    assert.doesNotMatch((await screen(visit)).status, /copied/, "not at once");
    await visit.clock.runFor(1_000);
    assert.equal((await screen(visit)).status, "Link copied.");
    assert.equal(await visit.getByRole("status").count(), 1);
    await visit.context().close();
  });
});

describe("what hosts may set", () => {
  const mounted = async (visit, attributes, properties = {}) => {
    await visit.evaluate(async ([attributes, properties, script]) => {
      const element = document.createElement("gpu-cost-calculator");
      Object.entries({ catalog: "f.json", ...attributes }).forEach(([name, value]) => element.setAttribute(name, value));
      Object.assign(element, properties);
      document.querySelector("main").append(element);
      await import(script);
    }, [attributes, properties, `${server.url}gpu-cost.js`]);
  };
  const empty = () => samePage(chromium, { url: `${server.url}fixtures/empty.html` });

  test("hide: parts by their names, and the card around them", async () => {
    const visit = await empty();
    await mounted(visit, { hide: 'options memory planning bills choosing header "]{} x' });
    await answered(visit);
    const shown = (selector) => visit.locator(selector).first().evaluate((node) => node.checkVisibility());
    for (const part of ["options", "memory", "planning", "bills", "choosing", "header"]) assert.equal(await shown(`[part=${part}]`), false, part);
    assert.equal(await shown(".card:has(> [part=planning])"), false, "a card of which nothing is left");
    for (const part of ["answer", "fees", "form"]) assert.equal(await shown(`[part=${part}]`), true, part);
    await calculator(visit).evaluate((element) => element.setAttribute("hide", "fees"));
    await drawn(visit);
    assert.deepEqual([await shown("[part=fees]"), await shown("[part=memory]")], [false, true]);
    assert.deepEqual(visit.problems, []);
  });

  test("labels: texts of the host's own, in their language", async () => {
    const visit = await empty();
    const labels = { en: { rentThis: "Order at F", title: 7, left: "no sentence", __proto__: null }, "zh-CN": { rentThis: "在 F 下单" } };
    await mounted(visit, { locale: "en" }, { labels });
    await shows(visit, ({ card, badge }) => {
      assert.match(card, /Order at F/);
      assert.match(badge, /in budget/);
    });
    await calculator(visit).evaluate((element) => (element.locale = "zh-CN"));
    await shows(visit, ({ card }) => assert.match(card, /在 F 下单/));
  });

  test("wasm-src: where the modules lie", async () => {
    const visit = await empty();
    const asked = [];
    await visit.route("**/elsewhere/*.wasm", (route) => {
      asked.push(new URL(route.request().url()).pathname);
      return route.fulfill({ path: new URL("../../target/www/gpu-cost_bg.wasm", import.meta.url).pathname, contentType: "application/wasm" });
    });
    await mounted(visit, { "wasm-src": "/elsewhere/" });
    await answered(visit);
    assert.deepEqual(asked, ["/elsewhere/gpu-cost_bg.wasm"]);
  });
});

for (const [locale, words] of Object.entries(languages)) {
  for (const width of [1280, 360]) {
    describe(`${locale}, ${width} px, by keyboard`, () => {
      test("journey 13: a link opens in the other language with the same numbers; the tables are those of the screen", async () => {
        const other = locale === "en" ? "zh-CN" : "en";
        const visit = await page(chromium, { locale, width, url: fixture(), permissions: ["clipboard-read", "clipboard-write"] });
        await answered(visit);
        await write(visit, "parameters", "13B");
        await write(visit, "days", "5");
        await write(visit, "budgetAmount", "0.05万");
        const before = await shows(visit, ({ lines }) => assert.ok(lines.length > 0));
        await activate(visit, "[name=link]");
        const said = visit.locator(".shared:not([hidden])");
        await said.waitFor();
        assert.equal(await said.textContent(), words.copied);
        const link = await visit.evaluate(() => navigator.clipboard.readText());
        assert.equal(valueOf(link), "1.currency=CNY,parameters=13B,days=5");
        await activate(visit, "[name=markdown]");
        await visit.waitForFunction(() => navigator.clipboard.readText().then((text) => text.startsWith("# ")));
        const markdown = await visit.evaluate(() => navigator.clipboard.readText());
        assert.ok(before.options.every((option) => markdown.includes(option.split(" × ")[0])), markdown);
        assert.deepEqual(visit.problems, []);
        await visit.context().close();

        const fresh = await page(chromium, { locale: other, width, url: link });
        const after = await answered(fresh);
        assert.equal(numbersOf(after), numbersOf(before));
        assert.notEqual(after.period, before.period, "only words changed");
        assert.deepEqual(fresh.problems, []);
        await fresh.context().close();
      });

      test("journey 14: Expert shows what Simple used, and Simple names what Expert set", async () => {
        const visit = await visitor({ locale, width });
        const { settings } = (await calculator(visit).evaluate(({ result }) => result)).requirement;
        await activate(visit, `button:text-is("${words.expert}")`);
        await visit.locator("[name=mfuPercent]").waitFor();
        for (const name of ["sequenceTokens", "microBatch", "globalBatch", "optimizer", "precision"]) {
          assert.equal(await visit.locator(`[name=${name}]`).inputValue(), String(settings[name]), name);
        }
        await write(visit, "mfuPercent", "45");
        await write(visit, "sequenceTokens", "8192");
        const expert = await shows(visit, ({ lines }) => assert.ok(lines.length > 0));
        await activate(visit, `button:text-is("${words.simple}")`);
        const note = visit.locator("[data-step=need] .note");
        await note.waitFor();
        assert.match(await note.textContent(), words.kept);
        const simple = await screen(visit);
        assert.equal(numbersOf(simple), numbersOf(expert), "nothing was dropped");
        assertSame(await stateOf(visit), { mfuPercent: 45, sequenceTokens: 8_192 });
        await activate(visit, "[data-step=need] .note button");
        await note.waitFor({ state: "detached" });
        assert.equal((await stateOf(visit)).inputs.mfuPercent, undefined);
        assert.deepEqual(visit.problems, []);
      });

      test("the chart of ways to pay is a picture with a name, read by arrows and as a table", async () => {
        const visit = await visitor({ locale, width });
        await activate(visit, ".curve > summary");
        const picture = visit.locator(".curve [role=img]");
        await picture.waitFor();
        assert.ok(await picture.getAttribute("aria-label"));
        const described = await picture.evaluate((node) => node.getRootNode().getElementById(node.getAttribute("aria-describedby")).textContent);
        assert.match(described, /556/);
        const { text, wide, box } = await picture.evaluate((node) => ({
          text: Math.min(...[...node.querySelectorAll("text")].filter((label) => label.checkVisibility()).map((label) => parseFloat(getComputedStyle(label).fontSize) * (label.getBoundingClientRect().height / label.getBBox().height))),
          wide: node.querySelector("svg").getBoundingClientRect().width,
          box: node.getBoundingClientRect().width,
        }));
        assert.ok(text >= 12, `${text} px`);
        assert.ok(Math.abs(wide - box) < 1, "as wide as there is room");
        const dashes = await picture.evaluate((node) => [...node.querySelectorAll(".price:not(.price-best)")].map((path) => getComputedStyle(path).strokeDasharray));
        assert.ok(dashes.length >= 3 && new Set(dashes).size === dashes.length, `series differ by dash: ${dashes}`);

        await tabTo(visit, ".curve [role=slider]");
        const reading = visit.locator(".curve [role=slider]");
        const said = async (key) => {
          await visit.keyboard.press(key);
          await drawn(visit);
          return reading.getAttribute("aria-valuetext");
        };
        assert.match(await reading.getAttribute("aria-valuetext"), /12/, "it begins at the visitor's hours");
        await said("End");
        assert.match(await said("PageDown"), words.crossing);
        assert.match(await said("ArrowRight"), /^5[67]0/);
        assert.match(await said("Home"), /^1\b|^1 ?小时/);
        await activate(visit, ".curve .more summary");
        assert.ok((await visit.locator(".curve-table tbody tr").count()) > 10);
        await visit.evaluate((lang) => (document.documentElement.lang = lang), locale);
        assert.deepEqual(await axe(visit), []);
        assert.deepEqual(visit.problems, []);
      });
    });
  }
}
