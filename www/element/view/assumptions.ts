/** What the answer rests on: every setting in force, the month, the dates and the sources. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Comparison } from "../engine.js";
import { language } from "../inputs.js";
import { isLoaded } from "../on-demand.js";
import { sourceLink } from "./checklist.js";
import { moreNotThere, opened } from "./on-demand.js";
import type { Scene } from "./scene.js";

export function assumptions(scene: Scene, comparison: Comparison): TemplateResult {
  const { m, f, more, actions } = scene;
  const { requirement, considered, best, monthHours } = comparison;
  const { operations } = requirement;
  return html`
    <section class="card assumptions" part="assumptions">
      <h3>${m.assumptions}</h3>
      <p>${m.estimate}</p>
      <ul>
        ${size(scene, requirement)}
        ${operations === undefined ? nothing : html`<li>${m.operations(f.scientific(operations))}</li>`}
        <li>${m.monthHours(f.count(monthHours))} ${m.considered(f.count(considered.offers), f.count(considered.plans))}</li>
        ${best === undefined ? nothing : html`<li>${m.checkPrice(f.date(best.asOf))} ${best.sourceUrl === undefined ? nothing : sourceLink(best.sourceUrl, best.source ?? m.checkSource)}</li>`}
      </ul>
      <details class="more" @toggle=${opened(() => actions.openMore())}>
        <summary>${m.settings}</summary>
        ${isLoaded(more) ? html`<table><caption class="hidden">${m.settings}</caption><tbody>${more.settings(scene, comparison)}</tbody></table>` : moreNotThere(scene)}
      </details>
    </section>
  `;
}

function size({ m, f, inputs }: Scene, { parameters, activeParameters }: Comparison["requirement"]): TemplateResult | typeof nothing {
  if (parameters === undefined) return nothing;
  const all = f.parameters(parameters);
  const isWhole = activeParameters === undefined || activeParameters === parameters;
  const isTypical = language.includes(inputs.task) && inputs.modelChoice === "bySize";
  return html`<li>${isWhole ? m.parameters(all) : m.activeParameters(all, f.parameters(activeParameters))}${isTypical ? m.typical : nothing}</li>`;
}
