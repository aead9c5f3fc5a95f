// The types of the package, which the compiler writes: what its entries lead to, in a folder `types`.
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const www = fileURLToPath(new URL("../", import.meta.url));
const entries = { "gpu-cost.d.ts": "npm/index.js", "core.d.ts": "npm/core.js", "element.d.ts": "npm/element.js" };

export async function writeTypes(out) {
  const emitted = await mkdtemp(join(tmpdir(), "gpu-cost-types-"));
  try {
    const options = ["--noEmit", "false", "--noCheck", "--stripInternal", "--declaration", "--emitDeclarationOnly", "--rootDir", www, "--outDir", emitted];
    await compile(options);
    const written = new Set();
    for (const [name, entry] of Object.entries(entries)) {
      await copy(entry, emitted, join(out, "types"), written);
      await writeFile(join(out, name), `export * from "./types/${entry}";\n`);
    }
  } finally {
    await rm(emitted, { recursive: true });
  }
}

async function compile(options) {
  const compiler = [join(www, "node_modules/typescript/bin/tsc"), "--project", www];
  await promisify(execFile)(process.execPath, [...compiler, ...options]).catch(({ stdout }) => {
    throw new Error(`the types of the package cannot be written:\n${stdout}`);
  });
}

/** Copies the types of a module and of what it imports. All wasm modules have the types of the one that has everything. */
async function copy(module, emitted, types, written) {
  if (written.has(module)) return;
  written.add(module);
  const name = module.replace(/\.js$/, ".d.ts");
  const from = name.startsWith("element/wasm/") ? www : emitted;
  const text = withoutLit((await readFile(join(from, name), "utf8")).replace(/(wasm\/gpu-cost)(-\w+)?\.js"/g, '$1-core.js"'));
  await mkdir(dirname(join(types, name)), { recursive: true });
  await writeFile(join(types, name), text);
  for (const [, path] of text.matchAll(/(?:from|import|import\() ?"(\.[^"]+)"/g)) {
    await copy(posix.join(posix.dirname(module), path), emitted, types, written);
  }
}

/** Hosts need not know with what the element is made: to them it is an element of the document. */
function withoutLit(text) {
  if (!/ class \w+ extends (LitElement|HostSettings) /.test(text)) return text;
  return text
    .replace(/^import .* from "lit.*";\n/gm, "")
    .replace("extends LitElement {", "extends HTMLElement {\n    /** Resolves when what was set is on screen. */\n    readonly updateComplete: Promise<boolean>;")
    .replace(/^ +(static (override )?readonly styles|protected|private|#private|connectedCallback|disconnectedCallback).*;\n/gm, "");
}
