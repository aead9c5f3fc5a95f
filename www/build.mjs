// Assembles the page in target/www from index.html, the element, the wasm module and the price snapshots.
// The module must have been built before: `cargo xtask build` does both. Option: --source-map.
import { createHash } from "node:crypto";
import { copyFile, cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";

const www = fileURLToPath(new URL(".", import.meta.url));
const site = join(www, "../target/www");
const staticFiles = new Set([".html", ".css", ".svg", ".ico"]);

await rm(site, { recursive: true, force: true });
await mkdir(join(site, "catalogs"), { recursive: true });
await copyStaticFiles();
await copyFile(join(www, "element/wasm/gpu-cost_bg.wasm"), join(site, "gpu-cost_bg.wasm"));
await bundle(await copyCatalogs());

/** The files at the top of www/ that a browser reads as they are. */
async function copyStaticFiles() {
  for (const name of await readdir(www)) {
    if (staticFiles.has(extname(name))) await cp(join(www, name), join(site, name));
  }
}

/**
 * Copies catalogs/cny.json to catalogs/cny.<hash>.json and so on, so that a browser may cache them for ever.
 * Returns the names by currency, relative to the bundle: {CNY: "catalogs/cny.<hash>.json", …}.
 */
async function copyCatalogs() {
  const names = {};
  for (const currency of ["CNY", "USD"]) {
    const name = currency.toLowerCase();
    const bytes = await readFile(join(www, `catalogs/${name}.json`));
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
    names[currency] = `catalogs/${name}.${hash}.json`;
    await writeFile(join(site, names[currency]), bytes);
  }
  return names;
}

/** The element as one module. It finds its own files by `new URL(name, import.meta.url)`. */
async function bundle(catalogs) {
  await esbuild.build({
    entryPoints: { "gpu-cost": join(www, "element/define.ts") },
    outdir: site,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    sourcemap: process.argv.includes("--source-map"),
    legalComments: "linked",
    logLevel: "warning",
    define: { __CATALOGS__: JSON.stringify(catalogs) },
  });
}
