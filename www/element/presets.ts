/** Ready-made jobs: what each task begins with, and the examples. */
import type { Inputs, Task } from "./inputs.js";

export interface Preset {
  readonly inputs: Inputs;
  /** By currency; others have no budget to begin with. 500 CNY are about 70 USD: round sums, not a conversion. */
  readonly budget: Readonly<Record<string, number>>;
}

/** What twice as many cards gain on one run, in percent of twice the speed, until the visitor says otherwise. */
export const ASSUMED_EFFICIENCY = 80;

const common: Inputs = {
  task: "fineTuning",
  modelChoice: "bySize",
  parameters: 7e9,
  method: "lora",
  rank: 16,
  tokens: 20e6,
  users: 20,
  items: 1_000,
  itemsPer: "all",
  runs: 20,
  hoursPerRun: 2,
  limit: "fp64",
  sharing: "units",
  efficiencyPercent: ASSUMED_EFFICIENCY,
  frames: 240,
  minutesPerFrame: 6,
  terabytes: 20,
  hoursPerTerabyte: 0.5,
  passes: 1,
  referenceGpu: "RTX 4090",
  demand: "schedule",
  hoursPerDay: 4,
  days: 3,
  budgetPer: "job",
  diskGib: 100,
  egressGib: 0,
  resumable: false,
};

/** Pre-training tokens follow the size (20 per parameter, core's default) until the visitor says otherwise. */
const { tokens: _, ...untold } = common;
/** Work that runs until it is done, beside no more than a little disk. */
const job: Inputs = { ...untold, demand: "untilDone", diskGib: 50 };

export const presets = {
  "lora-7b": { inputs: common, budget: { CNY: 500, USD: 70 } },
  "full-13b": {
    inputs: { ...common, parameters: 13e9, method: "full" },
    budget: { CNY: 2_000, USD: 280 },
  },
  "chat-7b": {
    inputs: { ...untold, task: "inference", hoursPerDay: 24, days: 30, budgetPer: "month" },
    budget: { CNY: 4_000, USD: 560 },
  },
  "pretrain-500m": {
    inputs: { ...untold, task: "preTraining", parameters: 500e6, demand: "untilDone", hoursPerDay: 24, days: 30 },
    budget: { CNY: 1_000, USD: 140 },
  },
  "sdxl-1000": {
    inputs: { ...untold, task: "generation", modelChoice: "sdxl", itemsPer: "day", days: 30, budgetPer: "month" },
    budget: { CNY: 500, USD: 140 },
  },
  "wan-clips": {
    inputs: { ...job, task: "generation", modelChoice: "wan2.1-t2v-1.3b", items: 100 },
    budget: { CNY: 100, USD: 20 },
  },
  "simulate-fp64": {
    inputs: { ...job, task: "simulation", referenceGpu: "A100 SXM4 80GB", memoryGib: 16 },
    budget: { CNY: 1_000, USD: 140 },
  },
  "render-240": {
    inputs: { ...job, task: "rendering", memoryGib: 12 },
    budget: { CNY: 100, USD: 20 },
  },
  "data-20tb": {
    inputs: { ...job, task: "dataProcessing", memoryGib: 8 },
    budget: { CNY: 100, USD: 20 },
  },
} as const satisfies Record<string, Preset>;

export type PresetName = keyof typeof presets;

/** What a task begins with. */
export const presetOfTask: Readonly<Record<Task, PresetName>> = {
  fineTuning: "lora-7b",
  inference: "chat-7b",
  preTraining: "pretrain-500m",
  generation: "sdxl-1000",
  simulation: "simulate-fp64",
  rendering: "render-240",
  dataProcessing: "data-20tb",
};

export function isPreset(name: string): name is PresetName {
  return Object.hasOwn(presets, name);
}
