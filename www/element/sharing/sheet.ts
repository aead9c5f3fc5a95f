/** What is on screen, as rows: the plans in their order, what the first one costs and why, what was entered. */
import type { Comparison, Line, Plan } from "../engine.js";
import type { Field, NumberName } from "../inputs.js";
import type { View } from "./sharing.js";

/** A plan and how it stands among the others. */
export interface Row {
  readonly plan: Plan;
  /** Recommended, or what it is better or different at. */
  readonly standing: string;
  /** Empty for the first. */
  readonly whyNot: string;
}

/** A name and what stands beside it. */
export type Entry = readonly [name: string, text: string];

export function plansOf({ kit, scene, words }: View, { best, runnerUps }: Comparison): Row[] {
  const { m, order } = scene;
  const others = kit.sorted(runnerUps, order).map((runnerUp) => ({ plan: runnerUp.plan, standing: m.roles[runnerUp.role] ?? "", whyNot: kit.whyNot(scene, runnerUp) }));
  return best === undefined ? others : [{ plan: best, standing: words.recommended, whyNot: "" }, ...others];
}

/** As in the list of other plans: how long it takes or how fast it answers, and the memory of a card. */
export function costsOf({ scene: { m, f } }: View, { lines }: Plan): Entry[] {
  const text = ({ amount }: Line) => (amount === undefined ? m.notPublished : f.money(amount));
  return lines.filter(({ amount }) => amount === undefined || Number(amount) !== 0).map((line) => [m.lineKinds[line.kind] ?? line.kind, text(line)]);
}

export function waysOf({ scene: { m, f } }: View, { waysToPay }: Comparison): Entry[] {
  return waysToPay.length < 2 ? [] : waysToPay.map(({ mode, total }) => [m.billing[mode] ?? mode, f.money(total)]);
}

/** Every field that has a meaning for the task, in the words of the form. */
export function inputsOf(view: View): Entry[] {
  const { kit, scene } = view;
  const { m, inputs, mode, form, currency } = scene;
  const kept = kit.expertChanges(form, currency);
  const names = (Object.keys(kit.fields) as Field[]).filter((name) => name !== "modelCode" && (kit.isShown(name, inputs, mode) || kept.includes(name)));
  return names.map((name) => [m.fields[name]?.label ?? name, inputText(view, name)] as const).filter(([, text]) => text !== "");
}

function inputText({ kit, scene, words }: View, name: Field): string {
  const { m, f, inputs, facts } = scene;
  const value = inputs[name] ?? kit.usedSetting(scene, name as NumberName);
  if (name === "task") return m.tasks[inputs.task];
  if (name === "budgetAmount") return inputs.budgetAmount === undefined ? m.noLimit : f.money(String(inputs.budgetAmount));
  if (name === "budgetPer" && inputs.budgetAmount === undefined) return "";
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (typeof value === "number") return `${f.count(value)} ${m.fields[name]?.unit ?? ""}`.trim();
  const model = facts?.models.find(({ id }) => id === value)?.name;
  return m.choices[name]?.[value ?? ""] ?? (name === "modelChoice" ? model : undefined) ?? value ?? "";
}
