/** How a plan is called and how it stands against the budget: one wording for card, list, levers and announcement. */
import type { Plan, Rejected } from "../engine.js";
import type { Scene } from "./scene.js";

type Words = Pick<Scene, "m" | "f">;

/** The card, or which part of it. */
export function deviceName({ m, f }: Words, { gpuName, slice }: Pick<Rejected, "gpuName" | "slice">): string {
  return slice === undefined ? gpuName : m.slice(gpuName, f.gib(slice.memory), f.share(slice.compute, 1));
}

/** Such as "RTX 4090 24 GB × 1 · hourly". */
export function planName({ m, f }: Words, plan: Pick<Plan, "gpuName" | "slice" | "gpus" | "mode">): string {
  return m.planName(deviceName({ m, f }, plan), f.count(plan.gpus), m.billing[plan.mode] ?? plan.mode);
}

/** Empty without a budget. What runs until it is done is held against the budget at its longest. */
export function budgetText({ m, f }: Words, { budget, runTime, plannedSeconds }: Plan): string {
  if (budget === undefined) return "";
  if ("over" in budget) return m.over(f.headline(budget.over.by));
  const isUntilDone = runTime !== undefined && plannedSeconds === undefined;
  return (isUntilDone ? m.leftAtWorst : m.left)(f.headline(budget.within.left));
}
