/**
 * What a visitor can set: every field with its kind and range.
 *
 * Names equal those of the request, so a field, its bound and an error path from core meet without a table.
 */
import type { Bounds, Offload, Optimizer, Recomputation, Software, StateOffload, TrainingPrecision, WeightFormat } from "./engine.js";

/** In the order of the tiles. A new one has fields, a preset, words, and a case in `request.ts`; the compiler names them. */
const tasks = ["fineTuning", "inference", "preTraining", "generation", "simulation", "rendering", "dataProcessing"] as const;
export type Task = (typeof tasks)[number];

/** Everything that is compared, as one flat value. An absent setting is core's default. */
export interface Inputs {
  task: Task;
  /** `bySize`, `config`, or the id of a built-in model. */
  modelChoice: string;
  /** The shape of a model of one's own, as the reader of its `config.json` writes it. */
  modelCode?: string;
  parameters: number;
  method: "lora" | "qlora" | "full";
  rank: number;
  tokens?: number;
  sequenceTokens?: number;
  microBatch?: number;
  globalBatch?: number;
  optimizer?: Optimizer;
  /** Absent: whatever is fastest. */
  recomputation?: Recomputation;
  /** What the host may keep of a training, at most. */
  stateOffload?: StateOffload;
  precision?: TrainingPrecision;
  software?: Software;
  mfuPercent?: number;
  users: number;
  promptTokens?: number;
  /** Of them, the same in all prompts. */
  sharedTokens?: number;
  answerTokens?: number;
  weights?: WeightFormat;
  kvCache?: "bf16" | "fp8";
  minTokensPerSecond?: number;
  /** Answers of a day, for how many cards they take; it changes no answer. */
  tokensPerDay?: number;
  /** Images or videos. */
  items: number;
  /** In all, or on each day of a schedule. */
  itemsPer: "all" | "day";
  width?: number;
  height?: number;
  videoFrames?: number;
  steps?: number;
  guidance?: number;
  batch?: number;
  offload?: Offload;
  kernels?: "eager" | "compiled";
  runs: number;
  hoursPerRun: number;
  limit: "fp64" | "fp32" | "bandwidth";
  /** Each run on one card, or on all of them. */
  sharing: "units" | "together";
  efficiencyPercent: number;
  frames: number;
  minutesPerFrame: number;
  terabytes: number;
  hoursPerTerabyte: number;
  passes: number;
  /** The card on which a run, a frame or a terabyte was timed, as people write it. */
  referenceGpu: string;
  /** Absent: any card's memory will do. */
  memoryGib?: number;
  /** What a rule of thumb told the visitor; it is translated, and changes no answer. */
  ruleTflops?: number;
  demand: "schedule" | "untilDone";
  hoursPerDay: number;
  days: number;
  /** In the catalog's currency; absent: no limit. */
  budgetAmount?: number;
  budgetPer: "job" | "month";
  diskGib: number;
  egressGib: number;
  resumable: boolean;
}

export type Field = keyof Inputs;

interface AnyField {
  /** The tasks in which it has a meaning; absent: all. */
  readonly of?: readonly Task[];
}

interface NumberField extends AnyField {
  readonly kind: "number";
  /** The row of core's bounds; absent: that of the field's name. */
  readonly bound?: string;
  readonly style: "plain" | "parameters" | "tokens";
  /** May be left empty. */
  readonly optional?: true;
  /** A number below the range is meant in billions, as in "7" for 7B. */
  readonly billions?: true;
  readonly expert?: true;
}

interface ChoiceField extends AnyField {
  readonly kind: "choice";
  /** Absent: any text. */
  readonly values?: readonly string[];
  readonly expert?: true;
}

interface SwitchField extends AnyField {
  readonly kind: "switch";
  readonly expert?: never;
}

const training = ["fineTuning", "preTraining"] as const;
export const language: readonly Task[] = [...training, "inference"];
const visual = ["generation"] as const;
const timed = ["simulation", "rendering", "dataProcessing"] as const;

const count = { kind: "number", style: "plain" } as const;
const usual = { ...count, optional: true } as const;
const setting = { ...usual, expert: true } as const;
const option = { kind: "choice", expert: true } as const;

/** In the order of the form; those of experts follow the others. */
export const fields = {
  task: { kind: "choice", values: tasks },
  modelChoice: { kind: "choice", of: [...language, ...visual] },
  modelCode: { kind: "choice", of: language },
  parameters: { ...count, style: "parameters", billions: true, of: language },
  method: { kind: "choice", values: ["lora", "qlora", "full"], of: ["fineTuning"] },
  tokens: { ...count, style: "tokens", of: training },
  users: { ...count, of: ["inference"] },
  items: { ...count, of: visual },
  itemsPer: { kind: "choice", values: ["all", "day"], of: visual },
  width: { ...usual, of: visual },
  height: { ...usual, of: visual },
  videoFrames: { ...usual, bound: "frames", of: visual },
  steps: { ...usual, of: visual },
  runs: { ...count, of: ["simulation"] },
  hoursPerRun: { ...count, of: ["simulation"] },
  frames: { ...count, of: ["rendering"] },
  minutesPerFrame: { ...count, of: ["rendering"] },
  terabytes: { ...count, of: ["dataProcessing"] },
  hoursPerTerabyte: { ...count, of: ["dataProcessing"] },
  passes: { ...count, of: ["dataProcessing"] },
  referenceGpu: { kind: "choice", of: timed },
  memoryGib: { ...usual, of: timed },
  limit: { kind: "choice", values: ["fp64", "fp32", "bandwidth"], of: ["simulation"] },
  sharing: { kind: "choice", values: ["units", "together"], of: ["simulation"] },
  efficiencyPercent: { ...count, of: ["simulation"] },
  demand: { kind: "choice", values: ["schedule", "untilDone"], of: [...training, ...visual, ...timed] },
  hoursPerDay: { ...count },
  days: { ...count },
  rank: { ...count, expert: true, of: ["fineTuning"] },
  sequenceTokens: { ...setting, of: training },
  microBatch: { ...setting, of: training },
  globalBatch: { ...setting, of: training },
  optimizer: { ...option, values: ["adamW", "adamWBf16", "adamW8Bit", "adafactor", "muon", "sgd"], of: training },
  precision: { ...option, values: ["bf16", "fp16", "fp8", "fp4", "tf32", "fp32"], of: training },
  recomputation: { ...option, values: ["none", "selective", "full"], of: training },
  stateOffload: { ...option, values: ["none", "optimizer", "weights"], of: training },
  mfuPercent: { ...setting, of: training },
  promptTokens: { ...setting, of: ["inference"] },
  sharedTokens: { ...setting, of: ["inference"] },
  answerTokens: { ...setting, of: ["inference"] },
  weights: { ...option, of: ["inference", ...visual] },
  kvCache: { ...option, values: ["bf16", "fp8"], of: ["inference"] },
  minTokensPerSecond: { ...setting, of: ["inference"] },
  software: { ...option, values: ["eager", "portable", "fused", "tuned"], of: language },
  guidance: { ...setting, of: visual },
  batch: { ...setting, of: visual },
  offload: { ...option, values: ["none", "aroundDenoiser", "everything"], of: visual },
  kernels: { ...option, values: ["eager", "compiled"], of: visual },
  ruleTflops: { ...usual, bound: "tflops", of: ["preTraining"] },
  tokensPerDay: { ...usual, style: "tokens", of: ["inference"] },
  budgetAmount: { ...usual, bound: "amount" },
  budgetPer: { kind: "choice", values: ["job", "month"] },
  diskGib: { ...count },
  egressGib: { ...count, expert: true },
  resumable: { kind: "switch" },
} as const satisfies Record<Field, NumberField | ChoiceField | SwitchField>;

type OfKind<Kind> = { [Name in Field]: (typeof fields)[Name] extends { kind: Kind } ? Name : never }[Field];
export type NumberName = OfKind<"number">;
export type ChoiceName = OfKind<"choice">;

export function numberField(name: NumberName): NumberField {
  return fields[name];
}

/** The row of core's bounds. */
export function boundOf(name: NumberName): string {
  return numberField(name).bound ?? name;
}

/** Whether a field is shown for these inputs. */
export function isShown(name: Field, inputs: Inputs, mode: "simple" | "expert"): boolean {
  const { expert } = fields[name] as { expert?: true };
  return (expert !== true || mode === "expert") && isUsed(name, inputs);
}

/** Whether a field has a meaning for these inputs. */
function isUsed(name: Field, inputs: Inputs): boolean {
  const { of } = fields[name] as AnyField;
  if (of?.includes(inputs.task) === false) return false;
  switch (name) {
    case "parameters":
      return inputs.modelChoice === "bySize";
    case "rank":
      return inputs.method !== "full";
    case "efficiencyPercent":
      return inputs.sharing === "together";
    case "itemsPer":
      return inputs.demand === "schedule";
    case "hoursPerDay":
    case "days":
      return inputs.task === "inference" || inputs.demand === "schedule";
    default:
      return true;
  }
}

/** Whether a field may be left empty. */
export function isOptional(name: NumberName, task: Task): boolean {
  return numberField(name).optional === true || (name === "tokens" && task === "preTraining");
}

/** Whether a number lies in core's range for a field. */
export function isInside(name: NumberName, value: number, bounds: Bounds): boolean {
  const bound = bounds.get(boundOf(name));
  if (bound === undefined) return Number.isFinite(value);
  return bound.min <= value && value <= bound.max && (!bound.whole || Number.isInteger(value));
}

/** The usable part of what a host wrote, and one English sentence for each part that is not. */
export function acceptInputs(value: unknown): { inputs: Partial<Inputs>; faults: string[] } {
  if (typeof value !== "object" || value === null) return { inputs: {}, faults: ["inputs must be an object"] };
  const faults: string[] = [];
  const entries = Object.entries(value).filter(([name, given]) => {
    const fault = given === undefined ? undefined : faultOf(name, given);
    if (fault !== undefined) faults.push(fault);
    return given !== undefined && fault === undefined;
  });
  return { inputs: Object.fromEntries(entries) as Partial<Inputs>, faults };
}

function faultOf(name: string, value: unknown): string | undefined {
  if (!Object.hasOwn(fields, name)) return `inputs.${name} is unknown; known are ${Object.keys(fields).join(", ")}`;
  const field: NumberField | ChoiceField | SwitchField = fields[name as Field];
  if (field.kind === "number") return Number.isFinite(value) ? undefined : `inputs.${name} must be a number`;
  if (field.kind === "switch") return typeof value === "boolean" ? undefined : `inputs.${name} must be true or false`;
  if (typeof value !== "string") return `inputs.${name} must be a string`;
  const isKnown = field.values?.includes(value) ?? true;
  return isKnown ? undefined : `inputs.${name} must be one of ${field.values?.join(", ")}`;
}
