/** The answer as a picture, drawn on a canvas: works under a policy that allows no images but the site's. */
import type { Comparison, Plan } from "../engine.js";
import { costsOf, plansOf } from "./sheet.js";
import { colorsOf, Sheet } from "./drawing.js";
import type { View } from "./sharing.js";

const memoryParts = ["weights", "gradients", "optimizer", "activations", "kvCache", "data", "overhead"] as const;

export function picture(view: View, comparison: Comparison, root: ShadowRoot): Promise<Blob> {
  const { kit, scene } = view;
  const { m, f, catalog } = scene;
  const { best } = comparison;
  const sheet = new Sheet(colorsOf(root), getComputedStyle(root.host).fontFamily);
  sheet.text(m.title, { size: 14, color: "accent", isBold: true });
  if (best === undefined) sheet.text(m.nothingFits, { size: 20, isBold: true });
  else recommendation(view, sheet, comparison, best);
  const [, ...others] = best === undefined ? [undefined, ...plansOf(view, comparison)] : plansOf(view, comparison);
  if (others.length > 0) sheet.title(m.options);
  for (const { plan, standing, whyNot } of others.filter((row) => row !== undefined)) {
    sheet.pair(`${kit.planName(scene, plan)}  ${m.at(plan.platform, plan.region)}`, f.money(plan.total));
    sheet.text([standing, kit.planFacts(scene, plan), whyNot].filter((part) => part !== "").join(" · "), { size: 13, color: "muted" });
  }
  sheet.rule();
  for (const note of [catalog === undefined ? "" : m.pricesAsOf(f.date(catalog.asOf)), m.estimate]) sheet.text(note, { size: 12, color: "muted" });
  return sheet.blob();
}

function recommendation(view: View, sheet: Sheet, comparison: Comparison, best: Plan): void {
  const { kit, scene } = view;
  const { m, f } = scene;
  const { amount, period, whole } = kit.headline(scene, comparison, best);
  sheet.text(kit.planName(scene, best), { size: 20, isBold: true });
  sheet.text(m.at(best.platform, best.region), { size: 13, color: "muted" });
  sheet.text(amount, { size: 38, isBold: true });
  sheet.text([period, whole, kit.budgetText(scene, best)].filter((part) => part !== "").join(" · "), { size: 14, color: "muted" });
  for (const reason of kit.reasons(scene, comparison, best)) sheet.text(`• ${reason}`, { size: 14 });
  for (const warning of kit.warnings(scene, best)) sheet.text(`! ${warning}`, { size: 13 });
  if (best.memory.needed.high > 0) memory(view, sheet, best);
  sheet.title(m.lines);
  for (const [name, amount] of costsOf(view, best)) sheet.pair(name, amount);
  sheet.pair(m.total, f.money(best.total), true);
}

function memory({ scene: { m, f } }: View, sheet: Sheet, { memory }: Plan): void {
  const { needed, usable, capacity } = memory;
  const shown = memoryParts.map((part) => ({ part, size: memory.parts[part], label: `${m.memoryParts[part]} ${f.gib(memory.parts[part])}` })).filter(({ size }) => size > 0);
  sheet.title(m.memory);
  sheet.text(m.memoryOf(f.gibRange(needed), f.gib(usable), f.gib(capacity)), { size: 13, color: "muted" });
  sheet.bar(shown, capacity, usable);
}
