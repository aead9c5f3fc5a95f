/** What the visitor chose in this panel. */
import type { Criterion } from "../engine.js";

export interface Chosen {
  /** Whether advice is held against the typical job of each profile, or the job in the form. */
  readonly job: "typical" | "own";
  /** What platforms are put in order by, the most important first. */
  readonly order: readonly Criterion[];
  /** Whether more than the first platforms are listed. */
  readonly isWhole: boolean;
  /** Steps of the checklist that are done, as `step.item`. */
  readonly done: ReadonlySet<string>;
}

export const start: Chosen = { job: "typical", order: ["fit", "cost", "reliability"], isWhole: false, done: new Set() };
