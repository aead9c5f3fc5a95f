import { Catalog, checkCatalog, compare, estimate, plan, settle, verify } from "gpu-cost-calculator/core";
import type { CompareRequest, Comparison, Issue } from "gpu-cost-calculator/core";

const request: CompareRequest = {
  today: "2026-11-30",
  workload: { fineTuning: { model: { bySize: { parameters: 7e9 } }, method: { lora: { rank: 16 } }, tokens: 2e7 } },
  demand: { schedule: { hoursPerDay: 4, days: 3 } },
};
export const answer: Comparison = compare("{}", request);
export const issues: Issue[] = checkCatalog("{}");
export const functions = [Catalog, estimate, plan, settle, verify];

// @ts-expect-error: a request has a day
compare("{}", { workload: request.workload, demand: request.demand });
