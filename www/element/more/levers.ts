/** Where the plan is over budget: the fewest days of the schedule on which the job still finishes. */
import type { Comparison } from "../engine.js";
import type { FurtherLever } from "../more.js";
import type { View } from "./more.js";

/** Found once for an answer. */
const found = new WeakMap<Comparison, FurtherLever | "none">();

export function furtherLevers(view: View, comparison: Comparison): FurtherLever[] {
  const known = found.get(comparison) ?? fewerDays(view, comparison) ?? "none";
  found.set(comparison, known);
  return known === "none" ? [] : [known];
}

function fewerDays({ kit: { toRequest, today }, scene, words }: View, { basis, best }: Comparison): FurtherLever | undefined {
  const { inputs, actions, f } = scene;
  if (basis !== "schedule" || inputs.task === "inference" || best === undefined) return undefined;
  // Held against what the plan costs now, what is left of the budget is what is saved: core subtracts.
  const planned = (days: number) => actions.compare(toRequest({ ...inputs, days, budgetAmount: Number(best.total), budgetPer: "job" }, today()))?.best;
  let [short, enough] = [0, inputs.days];
  while (enough - short > 1) {
    const days = (short + enough) >> 1;
    if (planned(days)?.time === "enough") enough = days;
    else short = days;
  }
  const plan = enough < inputs.days ? planned(enough) : undefined;
  if (plan?.time !== "enough" || plan.budget === undefined || !("within" in plan.budget)) return undefined;
  return { name: words.fewerDays(f.count(enough), f.count(inputs.days)), plan, saving: plan.budget.within.left, values: { days: enough } };
}
