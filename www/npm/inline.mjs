// The module `files.js` of the element for the single file: nothing lies beside it, and one wasm module has everything.
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** As `filesModule`; the modules `tools` and `visual` are the one. */
export async function inlineModule(site, { catalogs, panels, words, tools, visual, ...scripts }, sources) {
  const script = (name) => `() => import(${JSON.stringify(sources.get(name))})`;
  const object = async (entries, write) => `{ ${(await Promise.all(Object.entries(entries).map(async ([key, value]) => `"${key}": ${await write(value)}`))).join(", ")} }`;
  const text = async (name) => JSON.stringify(await readFile(join(site, name), "utf8"));
  return `
    import * as core from "./wasm/gpu-cost.js"; // all of it, by a plugin in pack.mjs
    import module from "./wasm/gpu-cost-core_bg.wasm";
    const answer = (body, type) => Promise.resolve(new Response(body, { headers: { "content-type": type } }));
    export const first = { name: "gpu-cost-core_bg.wasm", bytes: () => answer(module, "application/wasm") };
    const glue = () => Promise.resolve({ ...core, file: first });
    export const tools = glue, visual = glue;
    export const catalogs = ${await object(catalogs, async (name) => `() => answer(${await text(name)}, "application/json")`)};
    export const panels = ${await object(panels, ([bundle]) => `[${script(bundle)}, glue]`)};
    ${Object.entries(scripts).map(([name, file]) => `export const ${name} = ${script(file)};`).join("\n")}
    export const words = ${await object(words, script)};
  `;
}
