/** How a plan is called and how it stands against the budget: one wording for card, list, levers and announcement. */
import type { Plan } from "../engine.js";
import type { Scene } from "./scene.js";

/** Such as "RTX 4090 24 GB × 1 · hourly". */
export function planName({ m, f }: Pick<Scene, "m" | "f">, plan: Pick<Plan, "gpuName" | "gpus" | "mode">): string {
  return m.planName(plan.gpuName, f.count(plan.gpus), m.billing[plan.mode] ?? plan.mode);
}

/** Empty without a budget. What runs until it is done is held against the budget at its longest. */
export function budgetText({ m, f }: Pick<Scene, "m" | "f">, { budget, runTime, plannedSeconds }: Plan): string {
  if (budget === undefined) return "";
  if ("over" in budget) return m.over(f.headline(budget.over.by));
  const isUntilDone = runTime !== undefined && plannedSeconds === undefined;
  return (isUntilDone ? m.leftAtWorst : m.left)(f.headline(budget.within.left));
}
