/** A part that is loaded when it is first opened. */
import { html } from "lit";
import type { TemplateResult } from "lit";
import type { Loaded } from "../measuring.js";
import type { Scene } from "./scene.js";

export function onDemand(scene: Scene, name: "measuring" | "planning", open: () => void): TemplateResult {
  const { m } = scene;
  const panel: Loaded = scene[name];
  const toggle = (event: Event) => (event.currentTarget as HTMLDetailsElement).open && open();
  return html`
    <details class="more ${name}" part=${name} @toggle=${toggle}>
      <summary>${m[name]}</summary>
      <div class="step-body">${typeof panel === "function" ? panel(scene) : html`<p class="note">${panel === "failed" ? m.notLoaded : m.loadingPart}</p>`}</div>
    </details>
  `;
}
