/**
 * Links of version 1: what a value that they leave out is, and how they call the fields.
 *
 * Frozen: a link means for ever what it meant when it was made, so nothing here follows the presets of the form.
 */
import type { Field, Inputs, Task } from "../inputs.js";

type Values = Readonly<Partial<Inputs>>;

const usual: Values = {
  modelChoice: "bySize", parameters: 7e9, method: "lora", rank: 16, users: 20, items: 1_000, itemsPer: "all", runs: 20, hoursPerRun: 2,
  limit: "fp64", sharing: "units", efficiencyPercent: 80, frames: 240, minutesPerFrame: 6, terabytes: 20, hoursPerTerabyte: 0.5, passes: 1,
  referenceGpu: "RTX 4090", demand: "schedule", hoursPerDay: 4, days: 3, budgetPer: "job", diskGib: 100, egressGib: 0, resumable: false,
};
const job: Values = { ...usual, demand: "untilDone", diskGib: 50 };

/** A field that is not among these, nor in the link, is empty. */
export const defaults: Readonly<Record<Task, Values>> = {
  fineTuning: { ...usual, tokens: 20e6 },
  inference: { ...usual, hoursPerDay: 24, days: 30, budgetPer: "month" },
  preTraining: { ...usual, parameters: 500e6, demand: "untilDone", hoursPerDay: 24, days: 30 },
  generation: { ...usual, modelChoice: "sdxl", itemsPer: "day", days: 30, budgetPer: "month" },
  simulation: { ...job, referenceGpu: "A100 SXM4 80GB", memoryGib: 16 },
  rendering: { ...job, memoryGib: 12 },
  dataProcessing: { ...job, memoryGib: 8 },
};

/** By task and currency; others have none. */
export const budgets: Readonly<Record<Task, Readonly<Record<string, number>>>> = {
  fineTuning: { CNY: 500, USD: 70 },
  inference: { CNY: 4_000, USD: 560 },
  preTraining: { CNY: 1_000, USD: 140 },
  generation: { CNY: 500, USD: 140 },
  simulation: { CNY: 1_000, USD: 140 },
  rendering: { CNY: 100, USD: 20 },
  dataProcessing: { CNY: 100, USD: 20 },
};

/** The short names of fields; the others are called as they are. A key that was once written is read for ever. */
export const keys: Readonly<Partial<Record<Field, string>>> = {
  modelChoice: "model", modelCode: "config", referenceGpu: "timedOn", memoryGib: "memory", hoursPerDay: "hours", budgetAmount: "budget",
  budgetPer: "per", diskGib: "disk", egressGib: "egress", sequenceTokens: "sequence", mfuPercent: "mfu", ruleTflops: "tflops",
};

/** Other names of fields, in links that people wrote by hand or that an earlier page made. */
export const aliases: Readonly<Record<string, Field>> = {
  size: "parameters", context: "sequenceTokens", concurrency: "users", budgetCap: "budgetAmount", spot: "resumable",
};
