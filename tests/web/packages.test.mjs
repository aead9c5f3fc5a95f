// The npm package as hosts get it: scripts of every kind, frames, other hosts, policies, Node.js and workers.
// Projects with bundlers and frameworks are in tests/packages/bundlers.test.mjs: `cargo xtask packages`.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { serve } from "../../www/serve.mjs";
import { contents, folder, install, prices, projects, root, run, temporary, TOTAL } from "../packages/package.mjs";
import { browser, page, strictCsp } from "./harness.mjs";
import { answered, digits, screen } from "./visitor.mjs";

const chromium = await browser();
after(() => chromium.close());

const html = join(projects, "html");
const asPackage = { "/gpu-cost/": folder, "/prices/": prices };

/** Serves folders until the test ends. */
async function served(t, folders, headers = {}) {
  const server = await serve(folders, { headers });
  t.after(server.close);
  return server.url;
}

/** Opens a page until the test ends. */
async function visit(t, url, options) {
  const visited = await page(chromium, options);
  t.after(() => visited.context().close());
  if (url) await visited.goto(url);
  return visited;
}

/** A copy of a page whose texts were replaced. */
async function changed(t, name, replace) {
  const made = await temporary(t);
  await writeFile(join(made, name), replace(await readFile(join(html, name), "utf8")));
  return made;
}

describe("pages without a bundler", () => {
  for (const name of ["index", "classic", "inline"]) {
    test(`${name}.html answers under the strict policy, and what is loaded on demand arrives`, async (t) => {
      const url = await served(t, { "/": html, ...asPackage }, { "content-security-policy": strictCsp.replace("img-src 'self'", "img-src 'self' data:") });
      const visited = await visit(t, `${url}${name}.html`);
      assert.equal(digits((await answered(visited)).total), TOTAL);
      await visited.locator(".planning > summary").click();
      await visited.locator(".planning input").first().waitFor();
      assert.deepEqual(visited.problems, []);
    });
  }

  test("the single file asks for nothing but the catalog", async (t) => {
    const url = await served(t, { "/": html, ...asPackage });
    const visited = await visit(t);
    const asked = [];
    visited.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await visited.goto(`${url}inline.html`);
    await answered(visited);
    await visited.locator("gpu-cost-calculator").evaluate((element) => element.removeAttribute("catalog"));
    await visited.locator("gpu-cost-calculator").evaluate((element) => element.setAttribute("preset", "sdxl-1000"));
    await answered(visited);
    assert.deepEqual(asked.filter((path) => path !== "/inline.html"), ["/gpu-cost/gpu-cost.inline.js", "/prices/f.json"]);
    assert.deepEqual(visited.problems, []);
  });

  test("by an import map, under a name of the host", async (t) => {
    const url = await served(t, { "/": html, ...asPackage });
    const visited = await visit(t, `${url}importmap.html`);
    await visited.locator("rent-a-gpu [part=total]").waitFor();
    assert.equal(digits(await visited.locator("rent-a-gpu [part=total]").innerText()), TOTAL);
    assert.equal(await visited.evaluate(() => customElements.get("gpu-cost-calculator")), undefined);
    assert.deepEqual(visited.problems, []);
  });
});

describe("from another host, by hashes", () => {
  /** The page with addresses and hashes filled in, and its policy. */
  async function opened(t, tampered) {
    const cdn = await served(t, { "/gpu-cost/": folder }, { "access-control-allow-origin": "*" });
    const hashes = (await readFile(join(folder, "SRI.txt"), "utf8")).trim().split("\n").map((line) => line.split("  "));
    const of = (name) => hashes.find(([, file]) => file === name)[0];
    const scripts = hashes.filter(([, file]) => file.endsWith(".js"));
    const map = JSON.stringify({ integrity: Object.fromEntries(scripts.map(([hash, file]) => [`${cdn}gpu-cost/${file}`, hash])) });
    const site = await changed(t, "cdn.html", (text) =>
      text.replace(/(?<=importmap">)[^<]+/, map).replace("https://cdn.example/", cdn).replace('integrity="sha384-"', `integrity="${of("gpu-cost.js")}"`),
    );
    const origin = new URL(cdn).origin;
    const inline = `'sha256-${createHash("sha256").update(map).digest("base64")}'`;
    const policy = `default-src 'none'; script-src ${origin} ${inline} 'wasm-unsafe-eval'; connect-src 'self' ${origin}; img-src data:; require-trusted-types-for 'script'; trusted-types lit-html`;
    const url = await served(t, { "/": site, "/prices/": prices }, { "content-security-policy": policy });
    const visited = await visit(t);
    if (tampered) {
      await visited.route(tampered, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: Buffer.concat([await response.body(), Buffer.from(" ")]) });
      });
    }
    await visited.goto(`${url}cdn.html`);
    return visited;
  }

  test("it answers", async (t) => {
    const visited = await opened(t);
    assert.equal(digits((await answered(visited)).total), TOTAL);
    await visited.locator(".planning > summary").click();
    await visited.locator(".planning input").first().waitFor();
    assert.deepEqual(visited.problems, []);
  });

  for (const [what, pattern] of [["a script", /gpu-cost\.js$/], ["words", /gpu-cost-en\./], ["wasm", /gpu-cost_bg\.wasm$/]]) {
    test(`${what} with other bytes does not run, and the fallback stays`, async (t) => {
      const visited = await opened(t, pattern);
      const told = /integrity/;
      while (!visited.problems.some((problem) => told.test(problem))) await visited.waitForEvent("console");
      await visited.waitForTimeout(100);
      await visited.unrouteAll({ behavior: "ignoreErrors" });
      const { hasFallback, total } = what === "words" ? { hasFallback: true } : await screen(visited);
      assert.deepEqual([hasFallback, total], [true, undefined]);
    });
  }
});

describe("a frame of another site", () => {
  /** The page with the frame, and what the frame says. */
  async function framed(t, replace = (text) => text) {
    const platform = await served(t, asPackage);
    const site = await changed(t, "frame.html", (text) => replace(text.replace("https://gpu.example/", platform)));
    const url = await served(t, { "/": site });
    const visited = await visit(t);
    await visited.addInitScript(() => {
      window.heard = [];
      for (const type of ["ready", "cta", "error"]) addEventListener(`gpu-cost-${type}`, ({ detail }) => window.heard.push(detail));
    });
    await visited.goto(`${url}frame.html`);
    return { visited, platform, frame: visited.frameLocator("iframe") };
  }
  const height = (visited) => visited.locator("iframe").evaluate((frame) => frame.getBoundingClientRect().height);
  const heard = async (visited, type) => {
    await visited.waitForFunction((type) => window.heard.some((told) => told.type === type), type);
    return visited.evaluate((type) => window.heard.find((told) => told.type === type), type);
  };

  test("it answers, is as high as what it shows, and tells what was chosen", async (t) => {
    const { visited, frame } = await framed(t);
    await heard(visited, "ready");
    assert.equal(digits(await frame.locator("[part=total]").innerText()), TOTAL);
    await visited.waitForFunction(() => document.querySelector("iframe").style.blockSize !== "900px");
    const inside = () => frame.locator("html").evaluate((element) => Math.ceil(element.getBoundingClientRect().height));
    assert.equal(await height(visited), await inside());
    const before = await height(visited);
    await frame.locator(".planning > summary").press("Enter");
    await visited.waitForFunction((before) => document.querySelector("iframe").getBoundingClientRect().height !== before, before);
    assert.equal(await height(visited), await inside());
    await frame.locator("[part~=cta]").first().click();
    assert.equal((await heard(visited, "cta")).offerId, "f-4090");
    assert.deepEqual(visited.problems, []);
  });

  test("it hears only its frame, and no height is out of bounds", async (t) => {
    const { visited } = await framed(t);
    await heard(visited, "ready");
    const say = (frame, height, gpuCost = { v: 1, type: "height", height }) => frame.evaluate((told) => window.parent.postMessage(told, "*"), { gpuCost });
    const [outer, inner] = visited.frames();
    const before = await height(visited);
    await say(outer, 4_321);
    await inner.evaluate(() => document.querySelector("gpu-cost-calculator").remove()); // it speaks no more by itself
    await visited.waitForTimeout(100);
    for (const [asked, got] of [[1e9, 20_000], [-5, 200], [Number.NaN, 200], ["9000", 200], [5_000, 5_000]]) {
      await say(inner, asked);
      await visited.waitForTimeout(50);
      assert.equal(await height(visited), got, String(asked));
    }
    assert.notEqual(before, 4_321);
    for (const message of [null, "text", { v: 2, type: "height", height: 300 }, { v: 1, type: "other", height: 300 }]) await say(inner, 0, message);
    await visited.waitForTimeout(50);
    assert.equal(await height(visited), 5_000);
    assert.deepEqual(visited.problems, []);
  });

  for (const [what, catalog] of [
    ["an address of another site", "https://evil.example/prices.json"],
    ["an address of another scheme", "data:application/json,{}"],
    ["the text of a catalog", '{"schema":"gpu-cost-catalog/1"}'],
  ]) {
    test(`a link cannot put other prices into it: ${what}`, async (t) => {
      const { visited, frame } = await framed(t, (text) => text.replace("/prices/f.json", catalog.replaceAll('"', "&quot;")));
      const { code } = await heard(visited, "error");
      assert.equal(code, "catalog-fetch");
      assert.equal(await frame.locator("[part=total]").count(), 0);
    });
  }
});

describe("without a page", () => {
  test("Node.js computes by the example of the documentation, and imports every entry", async (t) => {
    const project = await temporary(t);
    await install(project);
    await copyFile(join(projects, "node/compare.mjs"), join(project, "compare.mjs"));
    await copyFile(join(prices, "f.json"), join(project, "prices.json"));
    const { stdout, stderr } = await run(process.execPath, ["compare.mjs"], { cwd: project });
    assert.deepEqual([stdout, stderr], [`f-4090 ${TOTAL}\n`, ""]);
    const entries = ["", "/define.js", "/element.js", "/inline.js", "/specs.js"].map((entry) => `await import("gpu-cost-calculator${entry}");`);
    await writeFile(join(project, "all.mjs"), entries.join("\n"));
    assert.deepEqual(await run(process.execPath, ["all.mjs"], { cwd: project }), { stdout: "", stderr: "" });
  });

  test("a worker computes", async (t) => {
    const url = await served(t, { "/": html, ...asPackage });
    const visited = await visit(t, `${url}worker.html`);
    await visited.locator("output:not(:empty)").waitFor();
    assert.equal(await visited.locator("output").innerText(), TOTAL);
    assert.deepEqual(visited.problems, []);
  });
});

describe("the files", () => {
  test("two builds have the same bytes", async (t) => {
    const out = await temporary(t);
    await run(process.execPath, [join(root, "www/build.mjs"), "--npm", `--out=${out}`]);
    const [first, second] = [await contents(folder), await contents(join(out, "npm"))];
    assert.deepEqual([...second.keys()], [...first.keys()]);
    assert.deepEqual([...first].flatMap(([name, bytes]) => (bytes.equals(second.get(name)) ? [] : [name])), []);
  });

  test("every name of the manifest of the package is a file", async () => {
    const { exports, types, customElements } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    const names = [types, customElements, ...Object.values(exports).flatMap((entry) => (typeof entry === "string" ? entry : Object.values(entry)))];
    for (const name of names.filter((name) => !name.includes("*"))) await readFile(join(folder, name));
  });

  test("the manifest of elements has the attributes that the element observes, and its events", async (t) => {
    const { modules } = JSON.parse(await readFile(join(folder, "custom-elements.json"), "utf8"));
    const [calculator] = modules[0].declarations;
    const url = await served(t, { "/": html, ...asPackage });
    const visited = await visit(t, `${url}index.html`);
    await answered(visited);
    const observed = await visited.evaluate(() => customElements.get("gpu-cost-calculator").observedAttributes);
    assert.deepEqual(calculator.attributes.map(({ name }) => name).sort(), [...observed].sort());
    assert.deepEqual(calculator.events.map(({ name }) => name).sort(), ["cta", "error", "export", "input", "ready", "result"].map((name) => `gpu-cost-${name}`));
    assert.deepEqual(calculator.slots.map(({ name }) => name), ["", "header", "footer", "legal"]);
    const members = calculator.members.map(({ name }) => name);
    for (const member of ["inputs", "result", "getState", "setState", "reset"]) assert.ok(members.includes(member), member);
    assert.deepEqual(members.filter((name) => /^[_#]|Callback$|^(render|willUpdate|styles)$/.test(name)), []);
    assert.ok(calculator.cssProperties.some(({ name, description }) => name === "--gpu-cost-accent" && description));
  });

  test("what the documentation shows is what is tested", async () => {
    const readme = await readFile(join(root, "README.md"), "utf8");
    const shown = [...readme.matchAll(/<!-- (tests\/packages\/\S+) -->\n```\w+\n([^]*?)```/g)];
    assert.ok(shown.length >= 5);
    for (const [, name, text] of shown) assert.ok((await readFile(join(root, name), "utf8")).includes(text), name);
  });
});
