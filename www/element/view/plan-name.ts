/** How a plan is called and how it stands against the budget: one wording for card, list, levers and announcement. */
import type { Plan } from "../engine.js";
import type { Scene } from "./scene.js";

/** Such as "RTX 4090 24 GB × 1 · hourly". */
export function planName({ m, f }: Pick<Scene, "m" | "f">, plan: Pick<Plan, "gpuName" | "gpus" | "mode">): string {
  return m.planName(plan.gpuName, f.count(plan.gpus), m.billing[plan.mode] ?? plan.mode);
}

/** Empty without a budget. */
export function budgetText({ m, f }: Pick<Scene, "m" | "f">, { budget }: Pick<Plan, "budget">): string {
  if (budget === undefined) return "";
  return "over" in budget ? m.over(f.headline(budget.over.by)) : m.left(f.headline(budget.within.left));
}
