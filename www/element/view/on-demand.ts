/** A part that is loaded when it is first opened. */
import { html } from "lit";
import type { TemplateResult } from "lit";
import { isLoaded } from "../on-demand.js";
import type { Scene } from "./scene.js";

export function onDemand(scene: Scene, name: "measuring" | "planning", open: () => void): TemplateResult {
  const panel = scene[name];
  const toggle = (event: Event) => (event.currentTarget as HTMLDetailsElement).open && open();
  return html`
    <details class="more ${name}" part=${name} @toggle=${toggle}>
      <summary>${scene.m[name]}</summary>
      <div class="step-body">${isLoaded(panel) ? panel(scene) : notThere(scene, panel === "failed", open)}</div>
    </details>
  `;
}

/** In the place of what is loaded later. */
export function notThere({ m }: Scene, hasFailed: boolean, retry: () => void): TemplateResult {
  const again = html`<button type="button" part="button" class="link" @click=${retry}>${m.retry}</button>`;
  return html`<p class="note">${hasFailed ? html`${m.notLoaded} ${again}` : m.loadingPart}</p>`;
}
