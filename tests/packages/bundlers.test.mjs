// Projects with bundlers and frameworks: each is built and opened, and must show the answer. `cargo xtask packages` runs this alone.
import assert from "node:assert/strict";
import { copyFile, cp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import nodeResolve from "@rollup/plugin-node-resolve";
import * as esbuild from "esbuild";
import { rollup } from "rollup";
import * as vite from "vite";
import webpack from "webpack";
import { serve } from "../../www/serve.mjs";
import { browser, page } from "../web/harness.mjs";
import { answered, digits } from "../web/visitor.mjs";
import { folder, install, prices, projects, run, temporary, TOTAL } from "./package.mjs";

let chromium;
before(async () => {
  await install(projects);
  chromium = await browser();
});
after(() => chromium?.close());

const silent = { logLevel: "warn", configFile: false };

/** Fails on whatever a bundler warns of. */
function noWarnings(warnings) {
  assert.deepEqual(warnings.map(String), []);
}

async function buildWithVite(root, outDir, options = {}) {
  const warnings = [];
  const customLogger = { ...vite.createLogger("warn"), warn: (text) => warnings.push(text), warnOnce: (text) => warnings.push(text) };
  await vite.build({
    ...silent,
    ...options,
    root,
    customLogger,
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 2_000, rolldownOptions: { checks: { pluginTimings: false } } },
  });
  noWarnings(warnings);
}

/** By project, how it is built into a folder. */
const builds = {
  vite: buildWithVite,
  react: buildWithVite,
  vue: (root, out) => buildWithVite(root, out, { configFile: join(root, "vite.config.js") }),
  webpack: async (context, path) => {
    await copyFile(join(context, "index.html"), join(path, "index.html"));
    const compiler = webpack({ mode: "production", context, entry: "./main.js", output: { path, publicPath: "auto" }, performance: { hints: false } });
    const stats = await new Promise((resolve, reject) => compiler.run((error, done) => (error ? reject(error) : resolve(done))));
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    noWarnings([...errors, ...warnings].map(({ message }) => message));
  },
  // One file, as esbuild copies no others.
  esbuild: async (root, out) => {
    await copyFile(join(root, "index.html"), join(out, "index.html"));
    const { warnings } = await esbuild.build({ entryPoints: [join(root, "main.js")], outdir: out, bundle: true, minify: true, format: "esm", logLevel: "silent" });
    noWarnings(warnings.map(({ text }) => text));
  },
  // Scripts that it bundles, and beside them the files that Rollup does not copy.
  rollup: async (root, out) => {
    await copyFile(join(root, "index.html"), join(out, "index.html"));
    const warnings = [];
    const bundle = await rollup({ input: join(root, "main.js"), plugins: [nodeResolve()], onwarn: ({ message }) => warnings.push(message) });
    await bundle.write({ dir: out });
    noWarnings(warnings);
    for (const name of await readdir(folder)) if (name.endsWith(".wasm")) await copyFile(join(folder, name), join(out, name));
    await cp(join(folder, "catalogs"), join(out, "catalogs"), { recursive: true });
  },
  next: async (root, out) => {
    const bin = join(projects, "node_modules/next/dist/bin/next");
    try {
      await run(process.execPath, [bin, "build"], { cwd: root, env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" } });
      await cp(join(root, "out"), out, { recursive: true });
    } finally {
      for (const made of ["out", ".next"]) await rm(join(root, made), { recursive: true, force: true });
    }
  },
};

for (const [name, build] of Object.entries(builds)) {
  test(`${name} shows the answer, and what is loaded on demand arrives`, async (t) => {
    const out = await temporary(t);
    await build(join(projects, name), out);
    const server = await serve({ "/": out, "/prices/": prices });
    const visited = await page(chromium, { url: server.url });
    t.after(() => Promise.all([visited.context().close(), server.close()]));
    assert.equal(digits((await answered(visited)).total), TOTAL);
    await visited.locator(".planning > summary").click();
    await visited.locator(".planning input").first().waitFor();
    if (["react", "vue", "next"].includes(name)) await visited.locator("output", { hasText: "f-4090" }).waitFor();
    await visited.locator("gpu-cost-calculator").evaluate((element) => element.removeAttribute("catalog"));
    await visited.locator("[part=total]:has-text('$')").waitFor(); // the built-in prices
    assert.deepEqual(visited.problems, []);
  });
}

test("Vite's own server shows the answer", async (t) => {
  const root = join(projects, "vite");
  const cacheDir = await temporary(t);
  const proxied = await serve({ "/prices/": prices });
  const server = await vite.createServer({ ...silent, root, cacheDir, server: { port: 0, host: "127.0.0.1", proxy: { "/prices": proxied.url } } });
  t.after(() => Promise.all([server.close(), proxied.close()]));
  await server.listen();
  const visited = await page(chromium, { url: server.resolvedUrls.local[0] });
  t.after(() => visited.context().close());
  assert.equal(digits((await answered(visited)).total), TOTAL);
  await visited.locator(".planning > summary").click();
  await visited.locator(".planning input").first().waitFor();
  assert.deepEqual(visited.problems, []);
});

test("the types are those that TypeScript and React need", async () => {
  const compiler = join(projects, "node_modules/typescript/bin/tsc");
  const { stdout } = await run(process.execPath, [compiler, "--project", join(projects, "types")]).catch((failed) => failed);
  assert.equal(stdout, "");
});
