/** What rental guides advise: four profiles and four patterns of use, each with a typical job. */
import type { AdviceRequest } from "../engine.js";
import type { Inputs } from "../inputs.js";

export type CaseName = (typeof profiles)[number] | (typeof patterns)[number];

export const profiles = ["beginner", "training", "research", "commercial"] as const;
export const patterns = ["short", "recurring", "long", "confidential"] as const;

export interface Case {
  readonly advice: Omit<AdviceRequest, "job">;
  /** Everything that a request depends on; without a budget. */
  readonly job: Inputs;
}

const common: Inputs = {
  task: "fineTuning", modelChoice: "bySize", parameters: 7e9, method: "lora", rank: 16, tokens: 20e6, users: 20, items: 1, itemsPer: "all", runs: 100, hoursPerRun: 10,
  limit: "fp64", sharing: "units", efficiencyPercent: 100, frames: 2_400, minutesPerFrame: 6, terabytes: 1, hoursPerTerabyte: 1, passes: 1, referenceGpu: "RTX 4090",
  demand: "schedule", hoursPerDay: 4, days: 3, budgetPer: "job", diskGib: 0, egressGib: 0, resumable: false,
};
const rendering: Inputs = { ...common, task: "rendering", memoryGib: 12, demand: "untilDone" };
const serving: Inputs = { ...common, task: "inference", parameters: 14e9, hoursPerDay: 24 };

export const cases: Readonly<Record<CaseName, Case>> = {
  beginner: { advice: { modes: ["onDemand"] }, job: common },
  training: { advice: { tiers: ["mainstream"], modes: ["day", "week"] }, job: rendering },
  research: {
    advice: { kinds: ["carrier", "publicCloud", "publicCenter"] },
    job: { ...common, task: "simulation", referenceGpu: "nvidia-a100-pcie-80gb", memoryGib: 16, hoursPerDay: 10, days: 150 },
  },
  commercial: {
    advice: { tiers: ["flagship"], modes: ["month", "year", "twoYears", "threeYears"], leastGpus: 8 },
    job: { ...common, task: "preTraining", parameters: 13e9, tokens: 40e9, demand: "untilDone" },
  },
  short: { advice: { modes: ["onDemand"] }, job: { ...rendering, frames: 240 } },
  recurring: { advice: { modes: ["day", "week", "month"] }, job: { ...common, hoursPerDay: 8, days: 30 } },
  long: { advice: { modes: ["year", "twoYears", "threeYears"] }, job: { ...serving, days: 365 } },
  confidential: { advice: { delivery: ["dedicated", "private"] }, job: { ...serving, days: 30 } },
};
