/** Search, and the order where there are no column heads to press. */
import { html } from "lit";
import type { TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { Column } from "../select.js";
import { columnName, columns } from "./scene.js";
import type { Scene } from "./scene.js";

export function toolbar(scene: Scene): TemplateResult {
  const { m, f, query, listed, gpus, actions } = scene;
  return html`
    <div class="toolbar" role="search">
      <div class="field" part="field">
        <div class="label"><label for="search">${m.search}</label> <span class="echo">${m.found(f.count(listed.length), f.count(gpus.length))}</span></div>
        <div class="box">
          <input
            part="input" id="search" type="search" autocomplete="off" spellcheck="false" aria-describedby="search-hint"
            .value=${live(query)} @input=${(event: Event) => actions.search((event.target as HTMLInputElement).value)}
          />
        </div>
        <p class="muted" id="search-hint">${m.searchHint}</p>
      </div>
      ${sorter(scene)}
    </div>
  `;
}

function sorter({ m, order, actions }: Scene): TemplateResult {
  const { direction } = m;
  return html`
    <div class="field only-narrow" part="field">
      <div class="label"><label for="sort">${m.sortBy}</label></div>
      <div class="row">
        <div class="box">
          <select part="input" id="sort" @change=${(event: Event) => actions.sortBy((event.target as HTMLSelectElement).value as Column)}>
            ${columns.map((column) => html`<option value=${column} .selected=${live(column === order.column)}>${columnName(m, column)}</option>`)}
          </select>
        </div>
        <div class="segments" role="group" aria-label=${m.sortBy}>
          <button type="button" part="button" aria-pressed=${order.isDescending} @click=${() => actions.turn(true)}>${direction.down}</button>
          <button type="button" part="button" aria-pressed=${!order.isDescending} @click=${() => actions.turn(false)}>${direction.up}</button>
        </div>
      </div>
    </div>
  `;
}
