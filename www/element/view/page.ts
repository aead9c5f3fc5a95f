/** The whole: answer, form and details in the order in which they are read. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Comparison, Plan } from "../engine.js";
import { panelsBelow } from "../panels.js";
import { answer } from "./answer.js";
import { assumptions } from "./assumptions.js";
import { breakEvens } from "./breakeven.js";
import { costs } from "./costs.js";
import { form } from "./form.js";
import { header } from "./header.js";
import { memory } from "./memory.js";
import { isLoaded } from "../on-demand.js";
import { moreNotThere, onDemand } from "./on-demand.js";
import { options } from "./options.js";
import { planName } from "./plan-name.js";
import { rejections } from "./rejections.js";
import type { Scene } from "./scene.js";

export function page(scene: Scene): TemplateResult {
  const { m, locale, comparison, hasFailed, sentence, sharing } = scene;
  return html`
    <div class="root" lang=${locale}>
      <slot name="header"></slot>
      ${hasFailed ? nothing : header(scene)}
      <div class="layout ${hasFailed ? "failed" : ""}">
        <section class="answer" part="answer" aria-label=${m.answer} aria-busy=${String(!hasFailed && comparison === undefined)}>
          <slot ?hidden=${comparison !== undefined}><p>${hasFailed ? m.unavailable : m.loading}</p></slot>
          ${answer(scene)}
        </section>
        ${hasFailed ? nothing : form(scene)}
        ${comparison === undefined ? nothing : html`<div class="details">${details(scene, comparison)}</div>`}
      </div>
      ${comparison === undefined ? nothing : html`<div class="sharing" part="sharing">${isLoaded(sharing) ? sharing.row(scene) : moreNotThere(scene, sharing === "failed")}</div>`}
      ${comparison?.best === undefined ? nothing : shortAnswer(scene, comparison.best)}
      <p class="hidden" role="status">${sentence}</p>
      <slot name="footer"></slot>
      <small><slot name="legal"></slot></small>
    </div>
  `;
}

function details(scene: Scene, comparison: Comparison): TemplateResult {
  const { best } = comparison;
  return html`
    ${options(scene, comparison)} ${best === undefined ? nothing : html`${best.memory.needed.high === 0 ? nothing : memory(scene, best)} ${costs(scene, best)}`}
    ${breakEvens(scene, comparison)} ${best === undefined ? nothing : html`<section class="card">${panelsBelow.map((name) => onDemand(scene, name))}</section>`} ${rejections(scene, comparison)} ${assumptions(scene, comparison)}
  `;
}

/** On a phone the total stays in sight below the form; others have the card and the status. */
function shortAnswer(scene: Scene, best: Plan): TemplateResult {
  return html`
    <p class="short-answer only-narrow" aria-hidden="true"><b>${scene.f.headline(best.total)}</b> <span>${planName(scene, best)}</span></p>
  `;
}
