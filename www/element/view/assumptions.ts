/** What the answer rests on: every setting in force, the month, the dates and the sources. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Comparison } from "../engine.js";
import { language } from "../inputs.js";
import { sourceLink } from "./checklist.js";
import { usedSettings } from "./scene.js";
import type { Scene } from "./scene.js";

export function assumptions(scene: Scene, comparison: Comparison): TemplateResult {
  const { m, f } = scene;
  const open = (event: Event) => (event.currentTarget as HTMLDetailsElement).open && scene.actions.openMore();
  const { requirement, considered, best, monthHours } = comparison;
  const { operations } = requirement;
  return html`
    <section class="card assumptions">
      <h3>${m.assumptions}</h3>
      <p>${m.estimate}</p>
      <ul>
        ${size(scene, requirement)}
        ${operations === undefined ? nothing : html`<li>${m.operations(f.scientific(operations))}</li>`}
        <li>${m.monthHours(f.count(monthHours))} ${m.considered(f.count(considered.offers), f.count(considered.plans))}</li>
        ${best === undefined ? nothing : html`<li>${m.checkPrice(f.date(best.asOf))} ${best.sourceUrl === undefined ? nothing : sourceLink(best.sourceUrl, best.source ?? m.checkSource)}</li>`}
      </ul>
      <details class="more" @toggle=${open}>
        <summary>${m.settings}</summary>
        <table>
          <caption class="hidden">${m.settings}</caption>
          <tbody>${settingRows(scene, comparison)}</tbody>
        </table>
      </details>
    </section>
  `;
}

function settingRows({ m, f }: Scene, comparison: Comparison): (TemplateResult | typeof nothing)[] {
  return [...usedSettings(comparison)].map(([name, value]) => {
    const text = typeof value === "number" ? f.count(value) : (m.choices[name]?.[value ?? ""] ?? value);
    const { label, unit = "" } = m.fields[name] ?? {};
    return label === undefined || value === undefined ? nothing : html`<tr><th scope="row">${label}</th><td>${text} ${unit}</td></tr>`;
  });
}

function size({ m, f, inputs }: Scene, { parameters, activeParameters }: Comparison["requirement"]): TemplateResult | typeof nothing {
  if (parameters === undefined) return nothing;
  const all = f.parameters(parameters);
  const isWhole = activeParameters === undefined || activeParameters === parameters;
  const isTypical = language.includes(inputs.task) && inputs.modelChoice === "bySize";
  return html`<li>${isWhole ? m.parameters(all) : m.activeParameters(all, f.parameters(activeParameters))}${isTypical ? m.typical : nothing}</li>`;
}
