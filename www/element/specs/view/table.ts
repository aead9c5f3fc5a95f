/**
 * One row for each card, with details to open. In a narrow container the rows are cards.
 *
 * The roles are spelled out because a table that is laid out as blocks loses its own.
 */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import { live } from "lit/directives/live.js";
import type { GpuFacts } from "../cards.js";
import { numberText, unitOf } from "../figures.js";
import type { Figure } from "../figures.js";
import type { Column } from "../select.js";
import { traps } from "../traps.js";
import { details } from "./details.js";
import { columnName, columns, value, vendorName } from "./scene.js";
import type { Scene } from "./scene.js";

export function table(scene: Scene): TemplateResult {
  const { m, shown } = scene;
  return html`
    <div class="wide">
      <table class="cards specs" part="table" role="table">
        <caption class="hidden">${m.table}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col" class="pick">${m.compare}</th>
            ${columns.map((column) => head(scene, column))}
          </tr>
        </thead>
        <tbody role="rowgroup">${shown.map((gpu) => row(scene, gpu))}</tbody>
      </table>
    </div>
  `;
}

function head(scene: Scene, column: Column): TemplateResult {
  const { m, order, actions } = scene;
  const isSorted = order.column === column;
  const unit = column === "name" ? "" : unitOf(column);
  return html`
    <th role="columnheader" scope="col" aria-sort=${ifDefined(isSorted ? (order.isDescending ? "descending" : "ascending") : undefined)}>
      <button type="button" class="sort" part="button" title=${ifDefined(m.columnHints[column])} @click=${() => actions.sort(column)}>
        <span>${columnName(m, column)}</span> <span class="arrow" aria-hidden="true">${isSorted ? (order.isDescending ? "▼" : "▲") : "↕"}</span>
        ${unit === "" ? nothing : html`<small>${unit}</small>`}
      </button>
    </th>
  `;
}

function row(scene: Scene, gpu: GpuFacts): TemplateResult {
  const { m, open, chosen, actions } = scene;
  const isOpen = open.has(gpu.id);
  return html`
    <tr role="row" data-id=${gpu.id} class=${isOpen ? "opened" : ""}>
      <td role="cell" class="pick">
        <label class="pick-box">
          <input
            type="checkbox" aria-label=${m.select(gpu.name)}
            .checked=${live(chosen.includes(gpu))} @change=${() => actions.choose(gpu)}
          /><span class="cell-label" aria-hidden="true">${m.compare}</span>
        </label>
      </td>
      ${columns.map((column) => (column === "name" ? nameCell(scene, gpu, isOpen) : cell(scene, gpu, column)))}
    </tr>
    ${isOpen ? html`<tr role="row" class="detail"><td role="cell" colspan=${columns.length + 1} id="detail-${gpu.id}">${details(scene, gpu)}</td></tr>` : nothing}
  `;
}

function nameCell(scene: Scene, gpu: GpuFacts, isOpen: boolean): TemplateResult {
  const { m, f, actions } = scene;
  const count = traps(scene, gpu).length;
  return html`
    <th role="rowheader" scope="row" class="name">
      <button
        type="button" class="opener" part="button" aria-expanded=${isOpen} aria-controls=${ifDefined(isOpen ? `detail-${gpu.id}` : undefined)}
        @click=${() => actions.toggle(gpu.id)}
      >${gpu.name}</button>
      <small>${vendorName(m, gpu)} · ${gpu.architecture}${count === 0 ? nothing : html` · <span class="trap-count">${m.trapCount(f.count(count))}</span>`}</small>
      ${gpu.scenarios.length === 0 ? nothing : html`<small class="tags">${gpu.scenarios.map((scenario) => tag(m.scenarios[scenario]))}</small>`}
    </th>
  `;
}

function tag({ name, rule }: { name: string; rule: string }): TemplateResult {
  return html`<span class="tag" title=${rule}>${name}</span> `;
}

function cell(scene: Scene, gpu: GpuFacts, figure: Figure): TemplateResult {
  const { m } = scene;
  const type = figure === "memory" && gpu.memoryType !== "" ? html` <small>${value(scene, gpu, "memoryType")}</small>` : nothing;
  const text = numberText(scene, gpu, figure);
  const unit = text === undefined ? "" : unitOf(figure);
  return html`
    <td role="cell" data-column=${figure}>
      <span class="cell-label">${columnName(m, figure)}</span>
      <span title=${ifDefined(hint(scene, gpu, figure))}>${value(scene, gpu, figure)}${unit === "" ? nothing : html`<span class="cell-unit"> ${unit}</span>`}${type}</span>
    </td>
  `;
}

/** What decides, for who points at it; `rules.ts` has it for all. */
function hint({ m }: Scene, { tier }: GpuFacts, figure: Figure): string | undefined {
  return figure === "tier" && tier !== undefined ? m.tiers[tier].rule : undefined;
}
