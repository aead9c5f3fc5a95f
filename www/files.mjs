// How the element finds the files beside its bundle. Names are written in full, because bundlers of hosts follow only
// `import("./name.js")` and `new URL("./name", import.meta.url)`.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** From a module. */
export const besideModule = {
  script: (name) => `() => import("./${name}")`,
  address: (name) => `new URL("./${name}", import.meta.url)`,
};

/** From a classic script, which knows its address only while it is run. */
export const besideScript = {
  head: "const here = document.currentScript.src;",
  script: (name) => `() => import(new URL("${name}", here).href)`,
  address: (name) => `new URL("${name}", here)`,
};

/** A wasm module of a folder, and what it must be: a script of known integrity loads no other. */
function wasmFile(place, folder, module) {
  const name = `${module}_bg.wasm`;
  const hash = createHash("sha256").update(readFileSync(join(folder, name))).digest("base64");
  const address = `folder ? new URL("${name}", folder) : ${place.address(name)}`;
  return `{ name: "${name}", bytes: (folder) => fetch(${address}, { integrity: "sha256-${hash}" }) }`;
}

/** The glue code of a wasm module, with where the module is. */
export function glueModule(place, folder, module) {
  return `export * from "./${module}.js"; export { default } from "./${module}.js"; export const file = ${wasmFile(place, folder, module)};`;
}

/** The module `files.js`, whose types are in `element/files.d.ts`, for names of files; each of `scripts` is loaded on demand. */
export function filesModule(place, folder, { catalogs, panels, words, ...scripts }) {
  const object = (entries, write) => `{ ${Object.entries(entries).map(([key, value]) => `"${key}": ${write(value)}`).join(", ")} }`;
  const known = new Map(Object.entries(scripts).map(([name, file]) => [file, name]));
  const others = [...new Set(Object.values(panels).map(([, glue]) => glue))].filter((glue) => !known.has(glue));
  others.forEach((glue, index) => known.set(glue, `glue${index}`)); // one of each, as modules are loaded once
  return [
    place.head ?? "",
    `export const catalogs = ${object(catalogs, (name) => `() => fetch(${place.address(name)})`)};`,
    `export const first = ${wasmFile(place, folder, "gpu-cost")};`,
    ...Object.entries(scripts).map(([name, file]) => `export const ${name} = ${place.script(file)};`),
    ...others.map((glue) => `const ${known.get(glue)} = ${place.script(glue)};`),
    `export const panels = ${object(panels, ([bundle, glue]) => `[${place.script(bundle)}, ${known.get(glue)}]`)};`,
    `export const words = ${object(words, place.script)};`,
  ].join("\n");
}

/** A plugin for esbuild: a module that the build writes, by a pattern of what imports it. */
export function written(filter, contents, resolveDir) {
  return {
    name: "written",
    setup(build) {
      build.onResolve({ filter }, () => ({ path: "module", namespace: "written" }));
      build.onLoad({ filter: /./, namespace: "written" }, () => ({ contents, resolveDir }));
    },
  };
}
