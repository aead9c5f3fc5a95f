/**
 * All that is computed, without a document: for Node.js, Deno, workers and pages of one's own.
 *
 * Ready when it is imported. Throws `GpuCostError`, as its functions say.
 */
import init, { Bills, Catalog, initSync } from "../element/wasm/gpu-cost-core.js";
import type { CompareRequest, Comparison, SettleOutcome, SettleRequest } from "../element/wasm/gpu-cost-core.js";

export * from "../element/wasm/gpu-cost-core.js";

interface Files {
  readFileSync(file: URL): Uint8Array<ArrayBuffer>;
}
declare const process: { getBuiltinModule?(name: "node:fs"): Files } | undefined;

const file = new URL("./gpu-cost-core_bg.wasm", import.meta.url);
// Node.js fetches no files.
const files = file.protocol === "file:" && typeof process !== "undefined" ? process.getBuiltinModule?.("node:fs") : undefined;
if (files === undefined) await init({ module_or_path: file });
else initSync({ module: files.readFileSync(file) });

/** The best plan for a request on the prices of a catalog; to ask one catalog often, open it once as `new Catalog(text)`. */
export function compare(catalog: string | object, request: CompareRequest): Comparison {
  const reader = new Catalog(textOf(catalog));
  try {
    return reader.compare(request);
  } finally {
    reader.free();
  }
}

/** What a rental must cost by the rules of its platform. */
export function settle(catalog: string | object, request: SettleRequest): SettleOutcome {
  const reader = new Bills(textOf(catalog));
  try {
    return reader.settle(request);
  } finally {
    reader.free();
  }
}

function textOf(catalog: string | object): string {
  return typeof catalog === "string" ? catalog : JSON.stringify(catalog);
}
