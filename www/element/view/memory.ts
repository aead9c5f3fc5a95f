/** What fills the memory of one card, as a bar, as a key and as a table. Widths are computed by CSS from bytes. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Plan } from "../engine.js";
import { isLoaded } from "../on-demand.js";
import type { Scene } from "./scene.js";
import { folded } from "./on-demand.js";
import { properties } from "./properties.js";

const parts = ["weights", "gradients", "optimizer", "activations", "kvCache", "data", "overhead"] as const;

export function memory(scene: Scene, plan: Plan): TemplateResult {
  const { m, f, more } = scene;
  const { memory } = plan;
  const { needed, usable, capacity } = memory;
  const shown = parts.map((part) => ({ part, bytes: memory.parts[part], label: m.memoryParts[part] })).filter(({ bytes }) => bytes > 0);
  const summary = m.memoryOf(f.gibRange(needed), f.gib(usable), f.gib(capacity));
  return html`
    <section part="memory" class="card">
      <h3>${m.memory}</h3>
      <p class="muted">${summary}</p>
      <div class="bar" aria-hidden="true" ${properties({ "--of": capacity })}>
        ${shown.map(({ part, bytes, label }) => html`<div class="segment ${part}" ${properties({ "--bytes": bytes })}><span>${label}</span></div>`)}
        <div class="usable" ${properties({ "--bytes": usable })}></div>
      </div>
      <ul class="key" aria-hidden="true">
        ${shown.map(({ part, bytes, label }) => html`<li><i class="swatch ${part}"></i>${label} <b>${f.gib(bytes)}</b></li>`)}
      </ul>
      ${memory.stages !== undefined && isLoaded(more) ? more.stages(scene, plan) : nothing}
      ${plan.serving === undefined || plan.slice !== undefined ? nothing : folded(scene, "capacity")}
      <details class="more">
        <summary>${m.asTable}</summary>
        <table>
          <caption>${m.memory}: ${summary}</caption>
          <thead><tr><th scope="col">${m.part}</th><th scope="col">${m.size}</th></tr></thead>
          <tbody>${shown.map(({ bytes, label }) => html`<tr><th scope="row">${label}</th><td>${f.gib(bytes)}</td></tr>`)}</tbody>
        </table>
      </details>
    </section>
  `;
}
