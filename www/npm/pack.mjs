// Makes the folder of the npm package of the built page: `node www/build.mjs --npm` calls it.
// What each file is for is in README.md, section "npm package".
import { createHash } from "node:crypto";
import { copyFile, cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import { besideModule, besideScript, filesModule, written } from "../files.mjs";
import { inlineModule } from "./inline.mjs";
import { manifest } from "./manifest.mjs";
import { writeTypes } from "./types.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const element = join(root, "www/element");
const wasm = join(element, "wasm");

/**
 * `site` is the folder of the built page, `out` that of the package; `options` are those of the page's bundles, `names` the names of its
 * files as in files.mjs, and `sources` says of what each script was made.
 */
export async function pack({ site, out, options, names, sources, keepToBrowsers }) {
  await rm(out, { recursive: true, force: true });
  await mkdir(join(out, "catalogs"), { recursive: true });
  for (const name of await readdir(site)) if (name.startsWith("gpu-cost")) await copyFile(join(site, name), join(out, name));
  await cp(join(site, "catalogs"), join(out, "catalogs"), { recursive: true });
  await copyFile(join(wasm, "gpu-cost-core_bg.wasm"), join(out, "gpu-cost-core_bg.wasm"));

  const bundle = (entry, name, more = {}) => esbuild.build({ ...options, outdir: out, entryPoints: { [name]: join(root, "www", entry) }, ...more });
  const files = (place) => written(/\/files\.js$/, filesModule(place, site, names), site);
  const [styles] = options.plugins;
  await bundle("npm/element.ts", "element", { plugins: [styles, files(besideModule)], external: ["./gpu-cost-*.js"] });
  await bundle("element/define.ts", "gpu-cost.iife", { format: "iife", plugins: [styles, files(besideScript)] });
  const inline = written(/\/files\.js$/, await inlineModule(site, names, sources), element);
  await bundle("element/define.ts", "gpu-cost.inline", { plugins: [styles, inline, oneModule], loader: { ".wasm": "binary" } });
  for (const name of ["element.js", "gpu-cost.iife.js", "gpu-cost.inline.js"]) await keepToBrowsers(join(out, name));
  await bundle("npm/core.ts", "core");
  await bundle("npm/embed.ts", "embed", { format: "iife" });
  await bundle("npm/frame.ts", "embed-frame");
  for (const name of ["embed.html", "embed.css", "react.d.ts"]) await copyFile(join(root, "www/npm", name), join(out, name));
  await writeFile(join(out, "define.js"), 'export * from "./gpu-cost.js";\n');
  await writeTypes(out);

  const [version] = /(?<=^version = ")[^"]+/m.exec(await readFile(join(root, "Cargo.toml"), "utf8"));
  await writeFile(join(out, "custom-elements.json"), json(await manifest(element)));
  const { name, ...rest } = JSON.parse(await readFile(join(root, "pkg.json"), "utf8"));
  await writeFile(join(out, "package.json"), json({ name, version, ...rest }));
  for (const license of ["LICENSE-APACHE", "LICENSE-MIT"]) await copyFile(join(root, license), join(out, license));
  await writeFile(join(out, "README.md"), readme(await readFile(join(root, "README.md"), "utf8"), rest.description));
  await writeFile(join(out, "SRI.txt"), await integrity(out));
}

/** In the single file, the module that has everything stands for that of the first answer. */
const oneModule = {
  name: "one-module",
  setup(build) {
    build.onResolve({ filter: /wasm\/gpu-cost\.js$/ }, ({ kind }) => build.resolve("./gpu-cost-core.js", { kind, resolveDir: wasm }));
  },
};

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;

/** What a host needs of the project's page: how to embed it, and the package. Links into the repository become texts. */
function readme(text, description) {
  const sections = text.split(/^(?=## )/m).filter((section) => /^## (Embed it|npm package|License)/.test(section));
  if (sections.length !== 3) throw new Error("README.md lacks a section of the package");
  return `# gpu-cost-calculator\n\n${description}.\n\n${sections.join("").replace(/\[([^\]]+)\]\((?!https?:)[^)]+\)/g, "$1")}`;
}

/** For the attribute `integrity`, a line each file that a page loads. */
async function integrity(folder) {
  const names = (await readdir(folder, { recursive: true })).map((name) => name.replaceAll("\\", "/"));
  const loaded = names.filter((name) => /\.(js|wasm|css)$|^catalogs\/.*\.json$/.test(name)).sort();
  const lines = loaded.map(async (name) => `sha384-${createHash("sha384").update(await readFile(join(folder, name))).digest("base64")}  ${name}\n`);
  return (await Promise.all(lines)).join("");
}
