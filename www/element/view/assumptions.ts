/** What the answer rests on: every setting in force, the month, the dates and the sources. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Comparison } from "../engine.js";
import type { ChoiceName, NumberName } from "../inputs.js";
import { sourceLink } from "./checklist.js";
import type { Scene } from "./scene.js";

/** In the order of the form. */
const shown: readonly (NumberName | ChoiceName)[] = [
  "tokens", "rank", "sequenceTokens", "microBatch", "globalBatch", "optimizer", "recomputation", "mfuPercent",
  "users", "promptTokens", "answerTokens", "weights", "kvCache", "minTokensPerSecond",
  "referenceGpu", "limit", "memoryGib", "efficiencyPercent",
];

export function assumptions(scene: Scene, comparison: Comparison): TemplateResult {
  const { m, f } = scene;
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
      <details class="more">
        <summary>${m.settings}</summary>
        <table>
          <caption class="hidden">${m.settings}</caption>
          <tbody>${settingRows(scene, comparison)}</tbody>
        </table>
      </details>
    </section>
  `;
}

function settingRows({ m, f }: Scene, { requirement }: Comparison): (TemplateResult | typeof nothing)[] {
  const settings = requirement.settings as Readonly<Record<string, string | number | undefined>>;
  return shown.map((name) => {
    const value = settings[name === "rank" ? "loraRank" : name];
    if (value === undefined) return nothing;
    const text = typeof value === "number" ? f.count(value) : (m.choices[name]?.[value] ?? value);
    const { label = name, unit = "" } = m.fields[name] ?? {};
    return html`<tr><th scope="row">${label}</th><td>${text} ${unit}</td></tr>`;
  });
}

function size({ m, f }: Scene, { parameters, activeParameters }: Comparison["requirement"]): TemplateResult | typeof nothing {
  if (parameters === undefined) return nothing;
  const all = f.parameters(parameters);
  const isWhole = activeParameters === undefined || activeParameters === parameters;
  return html`<li>${isWhole ? m.parameters(all) : m.activeParameters(all, f.parameters(activeParameters))}</li>`;
}
