/** Loads panels when they are first opened; each keeps what was typed there. */
import { html, nothing, svg } from "lit";
import type { TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { today } from "./attributes.js";
import { beside, dress } from "./beside.js";
import { loadPlanner, loadTools } from "./engine.js";
import type { PlannerTools, Tools } from "./engine.js";
import { parseNumber } from "./parse.js";
import { sourceLink } from "./view/checklist.js";
import type { Scene } from "./view/scene.js";

/** What panels share with the element: handed over, not imported, so that the element stays one file. */
const shared = { html, svg, nothing, live, parseNumber, sourceLink } as const;

/** With verdicts and the table of cards. */
export type Kit = typeof shared & { readonly verify: Tools["verify"]; readonly cards: ReturnType<Tools["gpus"]> };
/** With what plans. */
export type PlanningKit = typeof shared & { readonly tools: PlannerTools; readonly today: () => string };
export type Panel = (scene: Scene) => TemplateResult;

/** Where the panels' own bundles lie, beside the element's. */
declare const __PANEL__: string;
declare const __PLANNING__: string;

export async function loadMeasuring(update: () => void, root: ShadowRoot): Promise<Panel> {
  const panel = beside<typeof import("./verification/panel.js")>(__PANEL__);
  const [{ measuringPanel, styles }, { verify, gpus }] = await Promise.all([panel, loadTools()]);
  dress(root, styles);
  return measuringPanel({ ...shared, verify, cards: gpus() }, update);
}

export async function loadPlanning(update: () => void, root: ShadowRoot): Promise<Panel> {
  const panel = beside<typeof import("./planning/panel.js")>(__PLANNING__);
  const [{ planningPanel, styles }, tools] = await Promise.all([panel, loadPlanner()]);
  dress(root, styles);
  return planningPanel({ ...shared, tools, today }, update);
}
