import { readFile } from "node:fs/promises";
import { checkCatalog, compare, estimate } from "gpu-cost-calculator/core";

const catalog = await readFile(new URL("prices.json", import.meta.url), "utf8");
for (const { path, line, expected } of checkCatalog(catalog)) console.error(`${path}, line ${line}: expected ${expected}`);

const workload = { fineTuning: { model: { bySize: { parameters: 7e9 } }, method: { lora: { rank: 16 } }, tokens: 2e7 } };
const { best } = compare(catalog, {
  today: "2026-11-30",
  workload,
  demand: { schedule: { hoursPerDay: 4, days: 3 } },
  diskGib: 100,
});
console.log(best.offerId, best.total);
