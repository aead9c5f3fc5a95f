/** Up to four cards side by side: what differs stands out, and the highest of each row is named as such. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { GpuFacts } from "../cards.js";
import { amount, figureText, isCapability } from "../figures.js";
import type { Figure } from "../figures.js";
import { allFigures } from "./details.js";
import { figureName, value } from "./scene.js";
import type { Scene } from "./scene.js";

export function comparison(scene: Scene): TemplateResult {
  const { m, chosen, isOnlyDifferent, actions } = scene;
  const figures = allFigures.filter((figure) => !isOnlyDifferent || isDifferent(scene, figure));
  return html`
    <section class="card" part="compare" aria-labelledby="compare-title">
      <div class="section-head">
        <h3 id="compare-title" tabindex="-1">${m.compareTitle}</h3>
        <label class="switch">
          <input type="checkbox" .checked=${isOnlyDifferent} @change=${(event: Event) => actions.onlyDifferent((event.target as HTMLInputElement).checked)} />
          <span>${m.onlyDifferent}</span>
        </label>
        <button type="button" class="secondary small" part="button" @click=${actions.close}>${m.close}</button>
      </div>
      <table class="cards compared" role="table">
        <caption class="hidden">${m.compareTitle}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell"></td>
            ${chosen.map((gpu) => html`<th role="columnheader" scope="col">${gpu.name}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">${figures.map((figure) => row(scene, figure))}</tbody>
      </table>
    </section>
  `;
}

function row(scene: Scene, figure: Figure): TemplateResult {
  const { m, chosen } = scene;
  const differs = isDifferent(scene, figure);
  const highest = highestOf(chosen, figure);
  const isSame = !differs && chosen.length > 1;
  const isKnown = chosen.some((gpu) => figureText(scene, gpu, figure) !== undefined);
  return html`
    <tr role="row" data-figure=${figure} class=${isSame ? "same" : "different"}>
      <th role="rowheader" scope="row">${figureName(scene, figure)}${isSame && isKnown ? html` <small>${m.same}</small>` : nothing}</th>
      ${chosen.map((gpu) => {
        const isHighest = differs && highest !== undefined && amount(gpu, figure) === highest;
        return html`
          <td role="cell" class=${isHighest ? "highest" : ""}>
            <span class="cell-label" aria-hidden="true">${gpu.name}</span>
            <span>${value(scene, gpu, figure)}${isHighest ? html` <span class="mark"><span aria-hidden="true">★</span> ${m.highest}</span>` : nothing}</span>
          </td>
        `;
      })}
    </tr>
  `;
}

/** Unknown differs from known. */
function isDifferent(scene: Scene, figure: Figure): boolean {
  return new Set(scene.chosen.map((gpu) => figureText(scene, gpu, figure))).size > 1;
}

/** Of figures of which more is better, where at least two cards state one. */
function highestOf(gpus: readonly GpuFacts[], figure: Figure): number | undefined {
  if (!isCapability(figure)) return undefined;
  const known = gpus.map((gpu) => amount(gpu, figure)).filter((number) => number !== undefined);
  return known.length < 2 ? undefined : Math.max(...known);
}

/** What is chosen stays in sight while the visitor looks for more. */
export function tray({ m, f, chosen, refused, actions }: Scene): TemplateResult | typeof nothing {
  if (chosen.length === 0) return nothing;
  return html`
    <div class="tray" part="actions" role="group" aria-label=${m.compare}>
      <p>${m.chosen(f.count(chosen.length))}</p>
      <ul>
        ${chosen.map(
          (gpu) => html`<li><button type="button" class="chip" part="button" aria-label=${m.remove(gpu.name)} @click=${() => actions.choose(gpu)}>${gpu.name} <span aria-hidden="true">×</span></button></li>`,
        )}
      </ul>
      <div class="row">
        <button type="button" class="primary small" part="button" @click=${actions.compare}>${m.showCompare}</button>
        <button type="button" class="secondary small" part="button" @click=${actions.clear}>${m.clear}</button>
      </div>
      ${refused === undefined ? nothing : html`<p class="warning">${m.refused(refused.name)}</p>`}
    </div>
  `;
}
