/** By what rules a card has its tier and the work that it suits. */
import { html } from "lit";
import type { TemplateResult } from "lit";
import { tiers } from "../figures.js";
import type { Scenario } from "../cards.js";
import type { Scene } from "./scene.js";

export function rules({ m }: Scene): TemplateResult {
  const rule = ({ name, rule }: { name: string; rule: string }) => html`<div><dt>${name}</dt><dd>${rule}</dd></div>`;
  return html`
    <details class="rules">
      <summary>${m.rules}</summary>
      <p class="muted">${m.rulesLead}</p>
      <dl>${tiers.map((tier) => rule(m.tiers[tier]))} ${Object.keys(m.scenarios).map((scenario) => rule(m.scenarios[scenario as Scenario]))}</dl>
    </details>
  `;
}
