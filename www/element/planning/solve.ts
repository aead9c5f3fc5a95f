/** Solves a plan in slices, so that the page stays live, shows how far it is, and can stop. */
import type { Issue, PlanOutcome } from "../engine.js";
import type { PlanningKit } from "./panel.js";

/** Steps of a slice: some hundredths of a second. */
const SLICE = 250_000;

export interface Solving {
  readonly request: string;
  /** From 0 to 1. */
  progress: number;
  state: "running" | "done" | "stopped" | "failed";
  outcome?: PlanOutcome | undefined;
  issues: readonly Issue[];
}

/** Begins with one slice at once, which suffices for what visitors usually plan, and calls `update` after each further one. */
export function solve({ tools }: PlanningKit, request: string, signal: AbortSignal, update: () => void): Solving {
  const solving: Solving = { request, progress: 0, state: "running", issues: [] };
  let planner: InstanceType<typeof tools.Planner> | undefined;

  function advance(): void {
    try {
      planner ??= new tools.Planner(request);
      solving.progress = planner.advance(SLICE);
      // The stages of a small plan are short.
      for (let stages = 0; stages < 8 && solving.progress < 1; stages += 1) solving.progress = planner.advance(SLICE >> 3);
      if (solving.progress < 1) return;
      solving.outcome = planner.finish();
      solving.state = "done";
    } catch (error) {
      const { issues } = error as { issues?: readonly Issue[] };
      if (issues === undefined) throw error;
      solving.issues = issues;
      solving.state = "failed";
    }
  }

  async function goOn(): Promise<void> {
    while (solving.state === "running") {
      await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted) {
        solving.state = "stopped";
        planner?.free();
        return update();
      }
      advance();
      update();
    }
  }

  advance();
  if (solving.state === "running") void goOn();
  return solving;
}
