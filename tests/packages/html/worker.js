import { compare } from "/gpu-cost/core.js";

const catalog = await (await fetch("/prices/f.json")).text();
const job = {
  today: "2026-11-30",
  workload: { fineTuning: { model: { bySize: { parameters: 7e9 } }, method: { lora: { rank: 16 } }, tokens: 2e7 } },
  demand: { schedule: { hoursPerDay: 4, days: 3 } },
  diskGib: 100,
};
postMessage(compare(catalog, job).best.total);
