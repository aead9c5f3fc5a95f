/** Loads panels when they are first opened; each keeps what was typed there. */
import { html, nothing, svg } from "lit";
import type { TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { today } from "./attributes.js";
import { beside, dress } from "./beside.js";
import { loadModule } from "./engine.js";
import { panels } from "./files.js";
import { parseNumber } from "./parse.js";
import { toRequest } from "./request.js";
import { sourceLink } from "./view/checklist.js";
import type { Scene } from "./view/scene.js";

/** The panels that there are; `build.mjs` says which bundle and which wasm module each of them needs. */
export type PanelName = "measuring" | "planning" | "curve" | "bills" | "choosing";

/** Those that stand below the answer, in this order; their names are also those of their titles. */
export const panelsBelow: readonly PanelName[] = ["planning", "bills", "choosing"];

/** What panels share with the element: handed over, not imported, so that the element stays one file. The assertion names a type for the package's types. */
const shared = { html, svg, nothing, live: live as typeof live, parseNumber, sourceLink, toRequest, today } as const;

/** With the wasm module that the panel asks. */
export type Kit<Tools = unknown> = typeof shared & { readonly tools: Tools };
export type Panel = (scene: Scene) => TemplateResult;

/** What the bundle of a panel exports. */
export interface PanelModule {
  readonly styles: string;
  panel(kit: Kit<never>, update: () => void): Panel;
}

export async function loadPanel(name: PanelName, update: () => void, root: ShadowRoot): Promise<Panel> {
  const [bundle, glue] = panels[name];
  const [{ panel, styles }, tools] = await Promise.all([beside(bundle), loadModule(glue)]);
  dress(root, styles);
  return panel({ ...shared, tools }, update);
}
