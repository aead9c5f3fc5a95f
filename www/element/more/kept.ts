/** What experts set, while the form is in Simple mode. */
import type { TemplateResult } from "lit";
import type { Field, NumberName } from "../inputs.js";
import type { View } from "./more.js";

export function kept(view: View): TemplateResult {
  const { kit: { html, expertChanges }, scene, words } = view;
  const { m, f, form, currency, actions } = scene;
  const items = expertChanges(form, currency).map((name) => words.expertItem(m.fields[name]?.label ?? name, text(view, name)));
  if (items.length === 0) return html``;
  return html`
    <p class="note">
      ${words.expertKept(f.list(items))}
      <button type="button" part="button" class="link" @click=${() => actions.restoreSimple()}>${words.restore}</button>
    </p>
  `;
}

function text({ kit, scene }: View, name: Field): string {
  const value = String(scene.inputs[name] ?? kit.usedSetting(scene, name as NumberName) ?? scene.m.auto);
  return scene.m.choices[name]?.[value] ?? value;
}
