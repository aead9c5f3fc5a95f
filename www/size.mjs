// Bytes of each shipped file: raw, gzip -9, brotli -q 11, and the sums against the budget. Option: --json.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { site } from "./serve.mjs";

/** What a page loads, in kB (1000 bytes) of brotli; a snapshot only where the host names no catalog. */
const budgets = [
  { name: "wasm", kB: 110, files: (name) => name === "gpu-cost_bg.wasm" },
  { name: "js, with the longer words", kB: 35, files: isScript },
  { name: "wasm + js", kB: 160, files: (name) => isScript(name) || name === "gpu-cost_bg.wasm" },
  { name: "tools on demand", kB: 125, files: (name) => /^gpu-cost-tools(_bg\.wasm|\..+\.js)$/.test(name) },
  { name: "images and videos on demand", kB: 130, files: (name) => /^gpu-cost-visual(_bg\.wasm|\..+\.js)$/.test(name) },
  { name: "more of the form on demand", kB: 12, files: (name) => name.startsWith("gpu-cost-more.") && name.endsWith(".js") },
  { name: "planner on demand", kB: 145, files: (name) => /^gpu-cost-planning(_bg\.wasm|\..+\.js)$/.test(name) },
  { name: "bills on demand", kB: 80, files: (name) => /^gpu-cost-bills(_bg\.wasm|\..+\.js)$/.test(name) },
  { name: "chart on demand", kB: 5, files: (name) => name.startsWith("gpu-cost-curve.") && name.endsWith(".js") },
  { name: "links and exports, after the answer", kB: 10, files: (name) => name.startsWith("gpu-cost-sharing.") && name.endsWith(".js") },
  { name: "choosing on demand", kB: 135, files: (name) => /^gpu-cost-choosing(_bg\.wasm|\..+\.js)$/.test(name) },
  { name: "choosing panel on demand", kB: 13, files: (name) => name.startsWith("gpu-cost-choice.") && name.endsWith(".js") },
  { name: "panel on demand", kB: 11, files: (name) => name.startsWith("gpu-cost-panel.") && name.endsWith(".js") },
  { name: "plan over time on demand", kB: 20, files: (name) => name.startsWith("gpu-cost-plan.") && name.endsWith(".js") },
  { name: "panel of bills on demand", kB: 16, files: (name) => name.startsWith("gpu-cost-bill.") && name.endsWith(".js") },
  { name: "table of cards on demand", kB: 30, files: (name) => name === "gpu-cost-specs.js" },
  { name: "snapshot cny", kB: 25, files: (name) => name.startsWith("catalogs/cny.") },
  { name: "snapshot usd", kB: 25, files: (name) => name.startsWith("catalogs/usd.") },
];

/** A visitor reads one of the languages; Chinese is the longer in bytes. */
function isScript(name) {
  return name === "gpu-cost.js" || /^gpu-cost-zh-CN\..+\.js$/.test(name);
}

const files = list("").map(measure);
const sums = budgets.map(check);
const over = sums.filter((sum) => !sum.ok);
if (process.argv.includes("--json")) {
  console.log(JSON.stringify({ files, sums, ok: over.length === 0 }));
} else {
  print();
}
process.exitCode = over.length === 0 ? 0 : 1;

function list(folder) {
  return readdirSync(join(site, folder), { withFileTypes: true })
    .flatMap((entry) => (entry.isDirectory() ? list(`${entry.name}/`) : [`${folder}${entry.name}`]))
    .filter((name) => !name.endsWith(".map"))
    .sort();
}

function measure(file) {
  const bytes = readFileSync(join(site, file));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return {
    file,
    raw: bytes.length,
    gzip: gzipSync(bytes, { level: 9 }).length,
    brotli: brotliCompressSync(bytes, { params }).length,
  };
}

function check({ name, kB, files: belongs }) {
  const brotli = files.filter(({ file }) => belongs(file)).reduce((sum, file) => sum + file.brotli, 0);
  return { name, brotli, budget: kB * 1000, ok: 0 < brotli && brotli <= kB * 1000 };
}

function print() {
  const row = (name, ...numbers) => name.padEnd(36) + numbers.map((n) => n.toLocaleString("en").padStart(10)).join("");
  console.log("file".padEnd(36) + ["raw", "gzip", "brotli"].map((title) => title.padStart(10)).join(""));
  for (const { file, raw, gzip, brotli } of files) console.log(row(file, raw, gzip, brotli));
  console.log(`\n${"sum, brotli".padEnd(36)}${"bytes".padStart(10)}${"budget".padStart(10)}`);
  for (const { name, brotli, budget, ok } of sums) console.log(row(name, brotli, budget) + (ok ? "" : "  over budget"));
}
