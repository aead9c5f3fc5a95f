/** Parts that are loaded when they are first opened. */
import { html } from "lit";
import type { TemplateResult } from "lit";
import { isLoaded } from "../on-demand.js";
import type { PanelName } from "../panels.js";
import type { Scene } from "./scene.js";

export function onDemand(scene: Scene, name: PanelName): TemplateResult {
  const panel = scene.panelOf(name);
  const open = () => scene.actions.openPanel(name);
  return html`
    <details class="more ${name}" part=${name} @toggle=${opened(open)}>
      <summary>${scene.m[name]}</summary>
      <div class="step-body">${isLoaded(panel) ? panel(scene) : notThere(scene, panel === "failed", open)}</div>
    </details>
  `;
}

/** Of the form or the answer, what is loaded when it is unfolded. */
export function folded(scene: Scene, part: "rule" | "ownModel" | "capacity"): TemplateResult {
  const { m, more, actions } = scene;
  return html`
    <details class="more" data-part=${part} @toggle=${opened(() => actions.openMore(part))}>
      <summary>${m[part]}</summary>
      <div class="step-body">${isLoaded(more) ? more[part](scene) : moreNotThere(scene)}</div>
    </details>
  `;
}

/** Calls `open` when something is unfolded. */
export function opened(open: () => void): (event: Event) => void {
  return (event) => (event.currentTarget as HTMLDetailsElement).open && open();
}

export function moreNotThere(scene: Scene, hasFailed = scene.more === "failed"): TemplateResult {
  return notThere(scene, hasFailed, () => scene.actions.openMore());
}

function notThere({ m }: Scene, hasFailed: boolean, retry: () => void): TemplateResult {
  const again = html`<button type="button" part="button" class="link" @click=${retry}>${m.retry}</button>`;
  return html`<p class="note">${hasFailed ? html`${m.notLoaded} ${again}` : m.loadingPart}</p>`;
}
