/** The whole: search, comparison, table, and what a rental guide states. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { comparison, tray } from "./compare.js";
import { guides } from "./guide.js";
import { rules } from "./rules.js";
import type { Scene } from "./scene.js";
import { table } from "./table.js";
import { toolbar } from "./toolbar.js";

export function page(scene: Scene): TemplateResult {
  const { m, locale, isLoaded, hasFailed, sentence } = scene;
  return html`
    <div class="root" lang=${locale}>
      <h2>${m.title}</h2>
      <slot ?hidden=${isLoaded}></slot>
      ${isLoaded ? loaded(scene) : html`<p>${hasFailed ? m.unavailable : m.loading}</p>`}
      <p class="hidden" role="status">${sentence}</p>
    </div>
  `;
}

function loaded(scene: Scene): TemplateResult {
  const { m, f, shown, listed, isComparing, actions } = scene;
  return html`
    <p class="muted">${m.lead}</p>
    ${rules(scene)} ${toolbar(scene)} ${isComparing ? comparison(scene) : nothing}
    ${listed.length === 0 ? html`<p class="note">${m.none}</p>` : html`<p class="muted legend">${m.derivedLegend}</p>${table(scene)}`}
    ${shown.length === listed.length ? nothing : html`<p><button type="button" class="secondary" part="button" @click=${actions.showAll}>${m.showAll(f.count(listed.length))}</button></p>`}
    ${tray(scene)} ${guides(scene)}
  `;
}
