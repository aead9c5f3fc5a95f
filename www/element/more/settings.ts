/** Every setting in force; of a training also what was chosen for it: what is computed again, and how cards share the work. */
import type { TemplateResult } from "lit";
import type { Comparison, Plan } from "../engine.js";
import type { View } from "./more.js";

type Arrangement = NonNullable<Plan["arrangement"]>;

/** Ways in which several cards share one training. */
const ways = ["data", "tensor", "pipeline", "context", "expert"] as const;

export function settings(view: View, comparison: Comparison): TemplateResult[] {
  const { kit, scene: { m, f } } = view;
  const rows = [...kit.usedSettings(comparison)].flatMap(([name, value]) => {
    const text = typeof value === "number" ? f.count(value) : (m.choices[name]?.[value ?? ""] ?? value);
    const { label, unit = "" } = m.fields[name] ?? {};
    return label === undefined || value === undefined ? [] : [row(view, label, `${text} ${unit}`)];
  });
  const arrangement = comparison.best?.arrangement;
  return arrangement === undefined ? rows : [...rows, ...chosen(view, arrangement, comparison)];
}

function chosen(view: View, arrangement: Arrangement, { requirement }: Comparison): TemplateResult[] {
  const { scene: { m, f }, words } = view;
  const { sharding, recomputation } = arrangement;
  const shared = ways.filter((way) => arrangement[way] > 1).map((way) => words.ways[way](f.count(arrangement[way])));
  const again = m.choices["recomputation"]?.[recomputation] ?? recomputation;
  return [
    ...(requirement.settings.recomputation === undefined ? [row(view, m.fields["recomputation"]?.label ?? "", words.chosen(again))] : []),
    ...(shared.length === 0 ? [] : [row(view, words.spread, f.list([...shared, words.sharding[sharding]].filter((part) => part !== "")))]),
  ];
}

function row({ kit: { html } }: View, label: string, text: string): TemplateResult {
  return html`<tr><th scope="row">${label}</th><td>${text}</td></tr>`;
}
