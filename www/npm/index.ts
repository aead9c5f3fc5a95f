/** The types of the package's main module. */
import "../element/define.js";

export type { GpuCostCalculator } from "../element/calculator.js";
export type { Comparison, Issue, Plan } from "../element/engine.js";
export type { ErrorCode, GpuCostCtaEvent, GpuCostErrorEvent, GpuCostInputEvent, GpuCostReadyEvent, GpuCostResultEvent } from "../element/events.js";
export type { Inputs } from "../element/inputs.js";
export type { State, StateChange } from "../element/state.js";
