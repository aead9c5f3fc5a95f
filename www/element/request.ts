/** The request that asks core about what a visitor set. A setting that is absent is left to core. */
import type { CompareRequest } from "./engine.js";
import type { Inputs } from "./inputs.js";

export function toRequest(inputs: Inputs, today: string): CompareRequest {
  const { budgetAmount, budgetPer, diskGib, egressGib, resumable } = inputs;
  return {
    today,
    workload: workload(inputs),
    demand: demand(inputs),
    ...(budgetAmount === undefined ? {} : { budget: { amount: budgetAmount, per: budgetPer } }),
    diskGib,
    egressGib,
    resumable,
  };
}

function demand({ task, demand, hoursPerDay, days }: Inputs): CompareRequest["demand"] {
  return task !== "inference" && demand === "untilDone" ? { untilDone: {} } : { schedule: { hoursPerDay, days } };
}

function workload(inputs: Inputs): CompareRequest["workload"] {
  const model = modelOf(inputs);
  const { referenceGpu, memoryGib } = inputs;
  const timed = { referenceGpu, ...stated({ memoryGib }) };
  const { users, promptTokens, sharedTokens, answerTokens, weights, kvCache, minTokensPerSecond } = inputs;
  const { tokens, sequenceTokens, microBatch, globalBatch, optimizer, recomputation, stateOffload: offload, precision, software, mfuPercent } = inputs;
  const settings = stated({ sequenceTokens, microBatch, globalBatch, optimizer, recomputation, offload, precision, software, mfuPercent });
  switch (inputs.task) {
    case "fineTuning":
      return { fineTuning: { model, method: methodOf(inputs), tokens: tokens ?? 0, ...settings } };
    case "preTraining":
      return { preTraining: { model, ...stated({ tokens }), ...settings } };
    case "inference": {
      const served = stated({ promptTokens, sharedTokens, answerTokens, weights, kvCache, software, minTokensPerSecond });
      return { inference: { model, users, ...served } };
    }
    case "generation":
      return { generation: generation(inputs) };
    case "simulation": {
      const { runs, hoursPerRun, limit, sharing, efficiencyPercent } = inputs;
      return { simulation: { runs, hoursPerRun, limit, ...(sharing === "together" ? { efficiencyPercent } : {}), ...timed } };
    }
    case "rendering": {
      const { frames, minutesPerFrame } = inputs;
      return { rendering: { frames, minutesPerFrame, ...timed } };
    }
    case "dataProcessing": {
      const { terabytes, hoursPerTerabyte, passes } = inputs;
      return { dataProcessing: { terabytes, hoursPerTerabyte, passes, ...timed } };
    }
  }
}

function generation({ modelChoice, items, itemsPer, demand, days, videoFrames, ...inputs }: Inputs) {
  const { width, height, steps, guidance, batch, weights, offload, kernels } = inputs;
  return {
    model: { builtIn: { id: modelChoice } },
    items: itemsPer === "day" && demand === "schedule" ? items * days : items,
    ...stated({ width, height, frames: videoFrames, steps, guidance, batch, weights, offload, kernels }),
  };
}

function modelOf({ modelChoice, modelCode, parameters }: Inputs) {
  if (modelChoice === "config") return { config: { code: modelCode ?? "" } };
  return modelChoice === "bySize" ? { bySize: { parameters } } : { builtIn: { id: modelChoice } };
}

function methodOf({ method, rank }: Inputs) {
  switch (method) {
    case "lora":
      return { lora: { rank } };
    case "qlora":
      return { qlora: { rank } };
    case "full":
      return { full: {} };
  }
}

/** Without the fields that are undefined. */
function stated<T extends object>(value: T): { [Name in keyof T]?: Exclude<T[Name], undefined> } {
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof T]?: Exclude<T[Name], undefined> };
}
