// Assembles the page in target/www from index.html, the element, the wasm module and the price snapshots.
// The modules must have been built before: `cargo xtask build` does both. Options: --source-map; --npm also makes the folder of the
// package, target/npm (`cargo xtask npm`); --out=FOLDER instead of target.
import { createHash } from "node:crypto";
import { copyFile, cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { accuracyPage } from "./accuracy.mjs";
import { besideModule, filesModule, glueModule, written } from "./files.mjs";

const www = fileURLToPath(new URL(".", import.meta.url));
const target = process.argv.find((option) => option.startsWith("--out="))?.slice("--out=".length) ?? join(www, "../target");
const site = join(target, "www");
const wasm = join(www, "element/wasm");
/** Of what each script was made that is loaded on demand, by its name. */
const sources = new Map();
const staticFiles = new Set([".css", ".svg", ".ico"]);

await rm(site, { recursive: true, force: true });
await mkdir(join(site, "catalogs"), { recursive: true });
const catalogs = await copyCatalogs();
await copyStaticFiles();
await writePages(catalogs);
for (const name of ["gpu-cost_bg.wasm", "gpu-cost-tools_bg.wasm", "gpu-cost-visual_bg.wasm", "gpu-cost-planning_bg.wasm", "gpu-cost-bills_bg.wasm", "gpu-cost-choosing_bg.wasm"]) await copyFile(join(wasm, name), join(site, name));
await bundle(catalogs);

function hashOf(bytes) {
  return createHash("sha256").update(bytes).digest("hex").slice(0, 8);
}

/** The files at the top of www/ that a browser reads as they are. */
async function copyStaticFiles() {
  for (const name of await readdir(www)) {
    if (staticFiles.has(extname(name))) await cp(join(www, name), join(site, name));
  }
}

/** index.html links to the catalogs by their plain names; the page of the errors has its head, without what the calculator needs. */
async function writePages(catalogs) {
  const page = await readFile(join(www, "index.html"), "utf8");
  const head = page.slice(0, page.indexOf("  </head>")).replace(/.*(rel="preload"|name="description"|type="module").*\n/g, "").trimEnd();
  await writeFile(join(site, "accuracy.html"), accuracyPage(await readFile(join(www, "../src/core/data/accuracy.md"), "utf8"), head));
  const linked = page.replaceAll("catalogs/cny.json", catalogs.CNY).replaceAll("catalogs/usd.json", catalogs.USD);
  await writeFile(join(site, "index.html"), linked);
}

/**
 * Copies catalogs/cny.json to catalogs/cny.<hash>.json and so on, so that a browser may cache them for ever.
 * The guides' prices and the schema keep their names, as pages of others name them.
 * Returns the names by currency, relative to the bundle: {CNY: "catalogs/cny.<hash>.json", …}.
 */
async function copyCatalogs() {
  const names = {};
  for (const currency of ["CNY", "USD"]) {
    const name = currency.toLowerCase();
    const bytes = await readFile(join(www, `catalogs/${name}.json`));
    names[currency] = `catalogs/${name}.${hashOf(bytes)}.json`;
    await writeFile(join(site, names[currency]), bytes);
  }
  for (const name of ["guide.json", "catalog.schema.json"]) await copyFile(join(www, "catalogs", name), join(site, "catalogs", name));
  return names;
}

/**
 * The elements and the page's own script, each as one module, and what they load on demand.
 * How an element finds its own files is in files.mjs. Splitting would tear it into three files that wait for each
 * other, because `define.ts` imports it only where there are elements.
 */
async function bundle(catalogs) {
  const options = {
    outdir: site,
    bundle: true,
    minify: true,
    format: "esm",
    charset: "utf8", // as modules are read
    target: "es2022",
    sourcemap: process.argv.includes("--source-map"),
    legalComments: "linked",
    logLevel: "warning",
    plugins: [smallStyles()],
  };
  const glue = (name) => {
    const contents = glueModule(besideModule, site, `gpu-cost-${name}`);
    return onDemand({ ...options, plugins: [written(/^glue$/, contents, wasm)] }, `gpu-cost-${name}`, "glue");
  };
  const [tools, visual] = [await glue("tools"), await glue("visual")];
  // By panel, its bundle and that of the wasm module that it asks.
  const planning = await glue("planning");
  const panels = {
    measuring: [await onDemand(options, "gpu-cost-panel", "element/verification/panel.ts"), tools],
    planning: [await onDemand(options, "gpu-cost-plan", "element/planning/panel.ts"), planning],
    curve: [await onDemand(options, "gpu-cost-curve", "element/curve/panel.ts"), planning],
    bills: [await onDemand(options, "gpu-cost-bill", "element/bills/panel.ts"), await glue("bills")],
    choosing: [await onDemand(options, "gpu-cost-choice", "element/choosing/panel.ts"), await glue("choosing")],
  };
  const more = await onDemand(options, "gpu-cost-more", "element/more/more.ts");
  const share = await onDemand(options, "gpu-cost-sharing", "element/sharing/sharing.ts");
  const words = {};
  for (const locale of ["zh-CN", "en"]) words[locale] = await onDemand(options, `gpu-cost-${locale}`, `element/i18n/${locale}.ts`);
  const names = { catalogs, panels, tools, visual, more, sharing: share, words };
  const files = filesModule(besideModule, site, names);
  await esbuild.build({
    ...options,
    entryPoints: { "gpu-cost": join(www, "element/define.ts"), page: join(www, "page.ts") },
    external: ["./gpu-cost-*.js"],
    plugins: [smallStyles(), written(/\/files\.js$/, files, site)],
  });
  await keepToBrowsers(join(site, "gpu-cost.js"));
  await esbuild.build({
    ...options,
    entryPoints: { "gpu-cost-specs": join(www, "element/specs/define.ts") },
    external: ["./gpu-cost.js"],
    plugins: [smallStyles(), await sharing()],
  });
  if (!process.argv.includes("--npm")) return;
  const { pack } = await import("./npm/pack.mjs");
  await pack({ site, out: join(target, "npm"), options, names, sources, keepToBrowsers });
}

/** Bundlers leave an address alone that is made at run time; esbuild drops such comments where it minifies. */
async function keepToBrowsers(file) {
  const parts = (await readFile(file, "utf8")).split("import(`");
  if (parts.length !== 2) throw new Error(`${file}: one import by an address was expected, not ${parts.length - 1}`);
  await writeFile(file, parts.join("import(/* @vite-ignore */ /* webpackIgnore: true */ `"));
}

/** A module that the element imports when it is first needed; returns the name of its file. */
async function onDemand(options, name, entry) {
  const source = entry.endsWith(".ts") ? join(www, entry) : entry;
  const { outputFiles } = await esbuild.build({ ...options, entryPoints: { [name]: source }, write: false });
  const script = outputFiles.find(({ path }) => path.endsWith(".js"));
  // Of the content alone; the hash of esbuild depends on folders.
  const named = `${name}.${hashOf(script.contents)}`;
  for (const { path, text } of outputFiles) await writeFile(join(site, basename(path).replace(name, named)), text.replace(`=${name}.js.map`, `=${named}.js.map`));
  sources.set(`${named}.js`, source);
  return `${named}.js`;
}

/** Style sheets in scripts, which esbuild takes for texts, without spaces and comments. */
function smallStyles() {
  const minify = async (part, index) => {
    if (index % 2 === 0) return part;
    const [start, sheet] = part.split("`");
    const { code } = await esbuild.transform(sheet, { loader: "css", minify: true, charset: "utf8" });
    return `${start}\`${code.trim().replaceAll("\\", "\\\\")}\``;
  };
  return {
    name: "small-styles",
    setup(build) {
      build.onLoad({ filter: /styles\.ts$/ }, async ({ path }) => {
        const parts = (await readFile(path, "utf8")).split(/((?:css|styles = )`[^`\\$]*`)/);
        return { contents: (await Promise.all(parts.map(minify))).join(""), loader: "ts" };
      });
    },
  };
}

/** Takes from gpu-cost.js what shared.ts names: a second Lit would break a policy of trusted types, a second engine loads wasm again. */
async function sharing() {
  const text = await readFile(join(www, "element/shared.ts"), "utf8");
  const lines = [...text.matchAll(/^export \{ (.+) \} from "(.+)";$/gm)];
  const names = lines.flatMap(([, list]) => list.split(", "));
  const modules = new Set(lines.map(([, , module]) => module.replace(/^\.\//, "")));
  const contents = `import { shared } from "./gpu-cost.js"; export const { ${names.join(", ")} } = await shared;`;
  return {
    name: "sharing",
    setup(build) {
      build.onResolve({ filter: /./ }, ({ path }) => {
        const isShared = modules.has(path.replace(/^(\.\.\/)+/, ""));
        return isShared && !path.startsWith("./") ? { path: "shared", namespace: "shared" } : undefined;
      });
      build.onLoad({ filter: /./, namespace: "shared" }, () => ({ contents, resolveDir: www }));
    },
  };
}
