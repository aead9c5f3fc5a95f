// What a page's engineer relies on: errors that name their place, a fallback that stays, attributes, properties, events, several elements.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { before, describe, test } from "node:test";
import { opened, samePage, site, strictCsp } from "./harness.mjs";
import { answered, digits, screen, shows } from "./visitor.mjs";

const f = JSON.parse(await readFile(new URL("fixtures/f.json", import.meta.url), "utf8"));

const { chromium, server } = await opened({ csp: strictCsp });

/** Runs a test on a page, the empty one where no other is named; what the console says must be what `problems` names. */
function hosted(name, { path = "fixtures/empty.html", problems = [], ...options }, run) {
  test(name, async () => {
    const visit = await samePage(chromium, { ...options, url: server.url + path });
    await run(visit);
    assert.equal(visit.problems.length, problems.length, visit.problems.join("\n"));
    for (const expected of problems) assert.ok(visit.problems.some((problem) => expected.test(problem)), visit.problems.join("\n"));
  });
}

/** Adds a calculator with a fallback, and remembers its events; loads the element's script where that is wanted. */
async function mount(visit, { attributes = {}, properties = {}, style = {}, isLoaded = true } = {}) {
  await visit.evaluate(
    ({ attributes, properties, style }) => {
      const element = document.createElement("gpu-cost-calculator");
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
      Object.assign(element.style, style);
      Object.assign(element, properties);
      element.append(Object.assign(document.createElement("p"), { textContent: "RTX 4090: 1.24 an hour" }));
      window.heard ??= [];
      for (const type of ["ready", "input", "result", "error", "cta"]) {
        element.addEventListener(`gpu-cost-${type}`, ({ code, message, issues, plan, bubbles, composed }) => {
          window.heard.push({ type, code, message, issues, offer: plan?.offerId, bubbles, composed });
        });
      }
      document.querySelector("main").append(element);
    },
    { attributes, properties, style },
  );
  if (isLoaded) await load(visit);
}

const begin = (visit) => visit.evaluate((url) => import(url).then(() => undefined), new URL("/gpu-cost.js", visit.url()).href);
/** Until the element is defined. */
const load = (visit) => begin(visit).then(() => visit.evaluate(() => customElements.whenDefined("gpu-cost-calculator").then(() => undefined)));
const heard = (visit, wanted) => visit.evaluate((wanted) => window.heard.filter(({ type }) => type === wanted), wanted);
const all = (visit) => visit.locator("gpu-cost-calculator");
const call = (visit, run, argument) => all(visit).first().evaluate(run, argument);

/** Waits for an error, and for the page that shows nothing but the fallback. */
async function failed(visit, code) {
  await shows(visit, ({ hasForm, hasFallback, card }) => assert.deepEqual({ hasForm, hasFallback, card }, { hasForm: false, hasFallback: true, card: "" }));
  const errors = await heard(visit, "error");
  assert.deepEqual(errors.map((error) => error.code), [code]);
  assert.ok(errors[0].bubbles && errors[0].composed);
  assert.deepEqual(await heard(visit, "result"), []);
  return errors[0];
}

/** A file, and each of its errors: code, path, and the text that stands at the line and column. */
const broken = {
  "prices.json": [
    ["date", "asOf", '"2026-11-31"'],
    ["price", "platforms[0].disk.price", "-1"],
    ["unknown-name", "offers[0].platform", '"q"'],
    ["unknown-name", "offers[0].gpu", '"nvidia-rtx-4o90"'],
    ["unknown-field", "offers[0].billing.onDemand.incremnt", '"incremnt"'],
    ["duplicate", "offers[1].id", '"a"'],
    ["invalid-type", "offers[1].billing.spot.price", '"2.8"'],
    ["missing-field", "offers[1].billing.month.price", "{}"],
    ["empty", "offers[2].billing", "{}"],
  ],
  "syntax.json": [["syntax", "", "}"]],
  "nothing.json": [["empty", "offers", "[] }"]],
  "list.json": [["invalid-type", "", "["]],
  "blank.json": [["syntax", "", ""]],
};

describe("a catalog that is wrong", () => {
  for (const [file, issues] of Object.entries(broken)) {
    hosted(`${file}: all errors with their places, and the fallback`, { problems: [/gpu-cost-calculator: catalog/] }, async (visit) => {
      await mount(visit, { attributes: { catalog: `broken/${file}` } });
      const error = await failed(visit, "catalog");
      assert.deepEqual(error.issues.map(({ code, path }) => [code, path]), issues.map(([code, path]) => [code, path]));
      const lines = (await readFile(new URL(`fixtures/broken/${file}`, import.meta.url), "utf8")).split("\n");
      for (const [index, { line, column, expected }] of error.issues.entries()) {
        const [, path, text] = issues[index];
        assert.ok(lines[line - 1].slice(column - 1).startsWith(text), `${path}: line ${line}, column ${column}`);
        assert.ok(expected.length > 3);
        assert.ok(visit.problems[0].includes(path) && visit.problems[0].includes(`line ${line}`), visit.problems[0]);
      }
    });
  }

  hosted("GPUs named as people write them are found", {}, async (visit) => {
    const names = ["RTX 4090", "A800 SXM 80G", "H100 SXM5 80GB"];
    const catalog = { ...f, offers: f.offers.map((offer, index) => ({ ...offer, gpu: names[index] })) };
    await mount(visit, { properties: { catalog } });
    assert.equal(digits((await answered(visit)).total), "16.36");
  });

  hosted("a calculator beside a broken one works", { problems: [/catalog/] }, async (visit) => {
    await mount(visit, { attributes: { catalog: "broken/prices.json" } });
    await mount(visit, { attributes: { catalog: "f.json" } });
    assert.equal(digits((await answered(visit, 1)).total), "16.36");
    await visit.waitForFunction(() => window.heard.some(({ type }) => type === "error"));
    assert.equal((await screen(visit, 0)).hasFallback, true);
  });

  hosted("mended at run time, it answers; broken again, the fallback returns", { problems: [/catalog/, /catalog/] }, async (visit) => {
    await mount(visit, { attributes: { catalog: "broken/list.json" } });
    await failed(visit, "catalog");
    await call(visit, (element) => element.setAttribute("catalog", "f.json"));
    await answered(visit);
    await call(visit, (element) => element.setAttribute("catalog", "broken/list.json"));
    await shows(visit, ({ hasFallback, card }) => assert.deepEqual([hasFallback, card], [true, ""]));
  });

  hosted("once its attribute is removed, or the property null, the built-in prices answer", {}, async (visit) => {
    await mount(visit, { attributes: { catalog: "f.json", locale: "en" } });
    await answered(visit);
    await call(visit, (element) => element.removeAttribute("catalog"));
    await shows(visit, ({ total }) => assert.match(total ?? "", /^\$/));
    await call(visit, (element, catalog) => (element.catalog = catalog), f);
    await shows(visit, ({ total }) => assert.equal(digits(total), "16.36"));
    await call(visit, (element) => (element.catalog = null));
    await shows(visit, ({ total }) => assert.match(total ?? "", /^\$/));
  });

  hosted("a catalog as an object is checked too", { problems: [/offers\[0\]\.billing\.onDemand\.price/] }, async (visit) => {
    const offers = [{ ...f.offers[0], billing: { onDemand: { price: "1.24" } } }];
    await mount(visit, { properties: { catalog: { ...f, offers } } });
    const { issues } = await failed(visit, "catalog");
    assert.deepEqual(issues.map(({ path, line }) => [path, line]), [["offers[0].billing.onDemand.price", undefined]]);
  });
});

describe("what cannot be loaded", () => {
  hosted("a catalog that is not there", { problems: [/404/, /catalog-fetch.*missing\.json/] }, async (visit) => {
    await mount(visit, { attributes: { catalog: "missing.json" } });
    assert.match((await failed(visit, "catalog-fetch")).message, /missing\.json.*404/);
  });

  hosted("a module that does not arrive", { problems: [/Failed to load/, /Failed to load/, /wasm-fetch/] }, async (visit) => {
    await visit.route("**/*.wasm", (route) => route.abort());
    await mount(visit, { attributes: { catalog: "f.json" } });
    await failed(visit, "wasm-fetch"); // asked for early, and once again
  });

  hosted("words that do not arrive: it speaks the other language, and answers", { problems: [/Failed to load/, /Failed to load/] }, async (visit) => {
    await visit.route("**/gpu-cost-zh-CN.*.js", (route) => route.abort());
    await mount(visit, { attributes: { catalog: "f.json", locale: "zh-CN" } });
    const seen = await answered(visit);
    assert.equal(digits(seen.total), "16.36");
    assert.match(seen.period, /this job/);
    assert.equal(await visit.locator("gpu-cost-calculator .root").getAttribute("lang"), "en");
  });

  hosted("no words at all: the fallback stays", { problems: [/Failed to load/, /Failed to load/, /^gpu-cost-calculator: /] }, async (visit) => {
    await visit.route(/gpu-cost-(zh-CN|en)\./, (route) => route.abort());
    await mount(visit, { attributes: { catalog: "f.json" }, isLoaded: false });
    const told = visit.waitForEvent("console", (message) => message.text().startsWith("gpu-cost-calculator: "));
    await begin(visit); // what else the page runs goes on
    await told;
    assert.equal((await screen(visit)).hasFallback, true);
  });

  test("a policy without 'wasm-unsafe-eval' is named, and nothing else breaks", async (t) => {
    const strict = await site({ csp: "default-src 'self'" });
    t.after(() => strict.close());
    const visit = await samePage(chromium, { url: `${strict.url}fixtures/empty.html` });
    await mount(visit, { attributes: { catalog: "f.json" } });
    assert.match((await failed(visit, "wasm-csp")).message, /script-src.*'wasm-unsafe-eval'|'wasm-unsafe-eval'.*script-src/);
    const others = visit.problems.filter((problem) => !/wasm-csp|wasm-eval|WebAssembly/.test(problem));
    assert.deepEqual(others, []);
  });
});

describe("hostile texts", () => {
  const image = '<img src=x onerror="window.pwned = 1">';
  const script = "<script>window.pwned = 2</script>${window.pwned = 3}";
  hosted("stay texts", {}, async (visit) => {
    const catalog = {
      ...f,
      sources: { [image]: { title: script, url: "https://example.com/?\"><img src=x onerror='window.pwned=4'>" } },
      platforms: [{ ...f.platforms[0], name: image }],
      offers: f.offers.map((offer) => ({ ...offer, id: `${offer.id}${script}`, label: script, region: image, source: image })),
    };
    await mount(visit, { properties: { catalog } });
    const seen = await answered(visit);
    assert.ok(seen.card.includes(image) && seen.card.includes("<script>"), seen.card);
    const made = await call(visit, ({ shadowRoot }) => shadowRoot.querySelectorAll("img, script, [onerror], a[href^='javascript']").length);
    assert.equal(made, 0);
    assert.equal(await visit.evaluate(() => window.pwned), undefined);
  });
  hosted("an address that is no web address is refused", { problems: [/sources\.f\.url/] }, async (visit) => {
    await mount(visit, { properties: { catalog: { ...f, sources: { f: { title: "F", url: "javascript:alert(1)" } } } } });
    await failed(visit, "catalog");
  });
});

describe("life on a page", () => {
  hosted("two calculators share the module, and no state", {}, async (visit) => {
    const modules = [];
    visit.on("request", (request) => request.url().endsWith(".wasm") && modules.push(request.url()));
    await mount(visit, { attributes: { catalog: "f.json", locale: "en" }, isLoaded: false });
    await mount(visit, { attributes: { catalog: "f.json", locale: "zh-CN", preset: "full-13b" } });
    const [first, second] = [await answered(visit, 0), await answered(visit, 1)];
    await visit.locator("[name=days]").first().fill("6");
    await shows(visit, ({ total }) => assert.notEqual(total, first.total), 0);
    assert.deepEqual(await screen(visit, 1), { ...second, status: (await screen(visit, 1)).status });
    assert.match(second.plan, /按|包/);
    assert.equal(modules.length, 1);
  });

  hosted("moved, it keeps its answer and asks for nothing again", {}, async (visit) => {
    const requests = [];
    await mount(visit, { attributes: { catalog: "f.json" } });
    await answered(visit);
    await visit.locator("[name=days]").fill("5");
    const here = await screen(visit);
    visit.on("request", (request) => requests.push(request.url()));
    await call(visit, (element) => {
      const place = document.createElement("section");
      document.querySelector("main").append(place);
      place.append(element);
    });
    const there = await screen(visit);
    assert.deepEqual({ ...there, status: "" }, { ...here, status: "" });
    assert.equal((await heard(visit, "ready")).length, 1);
    assert.deepEqual(requests, []);
  });

  hosted("removed and put back later, it answers again as it was", {}, async (visit) => {
    await mount(visit, { attributes: { catalog: "f.json" } });
    await visit.locator("[name=days]").fill("5");
    const before = await shows(visit, ({ total }) => assert.match(total ?? "", /27/));
    await call(visit, (element) => {
      window.kept = element;
      element.remove();
    });
    await visit.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve())));
    await visit.evaluate(() => document.querySelector("main").append(window.kept));
    await visit.locator("[name=days]").fill("6");
    await shows(visit, ({ total }) => assert.ok(digits(total) > digits(before.total), total));
  });

  hosted("properties that were set before the element was known are kept", {}, async (visit) => {
    await mount(visit, { properties: { catalog: f, inputs: { parameters: 13e9 }, locale: "zh-CN" }, isLoaded: false });
    await load(visit);
    const seen = await answered(visit);
    assert.match(seen.period, /\p{Script=Han}/u);
    assert.equal(await call(visit, ({ result }) => result.requirement.parameters), 13e9);
  });

  hosted("lazy: nothing is fetched before it is near", {}, async (visit) => {
    const fetched = [];
    visit.on("request", (request) => /\.(wasm|json)$/.test(request.url()) && fetched.push(request.url()));
    await mount(visit, { attributes: { catalog: "f.json", loading: "lazy" }, style: { marginBlockStart: "4000px" } });
    await visit.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    assert.deepEqual(fetched, []);
    assert.equal((await screen(visit)).hasFallback, true);
    await all(visit).scrollIntoViewIfNeeded();
    await answered(visit);
    assert.equal(fetched.length, 2);
  });

  hosted("loaded twice, it is defined once", {}, async (visit) => {
    await mount(visit, { attributes: { catalog: "f.json" } });
    await visit.evaluate(() => import(new URL("/gpu-cost.js?again", location.href).href).then(() => undefined));
    await answered(visit);
  });
});

describe("attributes, properties, events", () => {
  hosted("a state goes into another calculator", {}, async (visit) => {
    await mount(visit, { attributes: { catalog: "f.json" } });
    await answered(visit);
    await visit.locator("[name=days]").fill("9");
    await visit.locator("[name=method]").selectOption("qlora");
    const first = await screen(visit);
    const state = JSON.parse(JSON.stringify(await call(visit, (element) => element.getState())));
    assert.deepEqual([state.inputs.days, state.inputs.method, state.currency, state.mode], [9, "qlora", "CNY", "simple"]);
    await mount(visit, { attributes: { catalog: "f.json" } });
    await answered(visit, 1);
    await all(visit).nth(1).evaluate((element, state) => element.setState(state), state);
    const second = await shows(visit, ({ total }) => assert.equal(total, first.total), 1);
    assert.deepEqual([second.plan, second.lines, second.badge], [first.plan, first.lines, first.badge]);
    assert.deepEqual(await all(visit).nth(1).evaluate((element) => element.getState()), state);
  });

  hosted("attributes count at run time", {}, async (visit) => {
    await mount(visit, { attributes: { catalog: "f.json" } });
    await answered(visit);
    await call(visit, (element) => element.setAttribute("preset", "full-13b"));
    await shows(visit, ({ plan }) => assert.match(plan, /80\s?GB/));
    await call(visit, (element) => element.setAttribute("locale", "zh-CN"));
    await shows(visit, ({ card }) => assert.match(card, /\p{Script=Han}/u));
    await call(visit, (element) => element.setAttribute("mode", "expert"));
    await visit.locator("[name=mfuPercent]").waitFor();
    await call(visit, (element) => element.removeAttribute("preset"));
    await shows(visit, ({ plan }) => assert.match(plan, /4090/));
  });

  hosted("a bad value is reported and counts as the default", { problems: [/attribute: mode/, /attribute: preset/, /attribute: inputs\.hours/] }, async (visit) => {
    await mount(visit, { attributes: { catalog: "f.json", mode: "wizard", preset: "lora-8b" }, properties: { inputs: { hours: 3 } } });
    const seen = await answered(visit);
    assert.equal(digits(seen.total), "16.36");
    assert.deepEqual([...new Set((await heard(visit, "error")).map(({ code }) => code))], ["attribute"]);
  });

  hosted("events: ready once, a result for each input, and the chosen plan", {}, async (visit) => {
    await mount(visit, { attributes: { catalog: "f.json" } });
    await answered(visit);
    await visit.locator("[name=days]").fill("4");
    await visit.locator("[part~=cta]").click();
    const types = await visit.evaluate(() => window.heard.map(({ type, bubbles, composed }) => (bubbles && composed ? type : `${type}?`)));
    assert.deepEqual(types, ["result", "ready", "result", "input", "cta"]);
    assert.deepEqual((await heard(visit, "cta")).map(({ offer }) => offer), ["f-4090"]);
    await shows(visit, ({ card }) => assert.match(card, /f-4090/, "without a listener, the offer is named"));
  });
});
