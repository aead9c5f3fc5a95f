/** Loads the panel of a measured card; the panel keeps what was typed there. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { loadTools } from "./engine.js";
import { parseNumber } from "./parse.js";
import { sourceLink } from "./view/checklist.js";
import type { Scene } from "./view/scene.js";

/** What the panel shares with the element: handed over, not imported, so that the element stays one file. */
const shared = { html, nothing, live, parseNumber, sourceLink } as const;

/** With verdicts and the table of cards. */
export type Kit = typeof shared & { readonly verify: Tools["verify"]; readonly cards: ReturnType<Tools["gpus"]> };
type Tools = Awaited<ReturnType<typeof loadTools>>;
export type MeasuringPanel = (scene: Scene) => TemplateResult;

/** Where the panel's own bundle lies, beside the element's. */
declare const __PANEL__: string;

export async function loadMeasuring(update: () => void): Promise<MeasuringPanel> {
  const panel = import(new URL(__PANEL__, import.meta.url).href) as Promise<typeof import("./verification/panel.js")>;
  const [{ measuringPanel }, { verify, gpus }] = await Promise.all([panel, loadTools()]);
  return measuringPanel({ ...shared, verify, cards: gpus() }, update);
}
