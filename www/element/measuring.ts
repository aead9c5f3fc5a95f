/** Loads the panel of a measured card when it is first opened, and keeps what was typed there. */
import { html, nothing } from "lit";
import type { ReactiveControllerHost, TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { knownCards } from "./engine.js";
import { parseNumber } from "./parse.js";
import { sourceLink } from "./view/checklist.js";
import type { Scene } from "./view/scene.js";

/** What the panel shares with the element: handed over, not imported, so that the element stays one file. */
const kit = { html, nothing, live, knownCards, parseNumber, sourceLink } as const;

export type Kit = typeof kit;
export type MeasuringPanel = (scene: Scene) => TemplateResult;

/** Where the panel's own bundle lies, beside the element's. */
declare const __PANEL__: string;

async function load(): Promise<typeof import("./verification/panel.js")> {
  return import(new URL(__PANEL__, import.meta.url).href) as Promise<typeof import("./verification/panel.js")>;
}

export class Measuring {
  panel: MeasuringPanel | "failed" | undefined;

  constructor(private readonly host: Pick<ReactiveControllerHost, "requestUpdate">) {}

  async open(): Promise<void> {
    if (typeof this.panel === "function") return;
    this.panel = undefined;
    this.host.requestUpdate();
    const update = () => this.host.requestUpdate();
    this.panel = await load().then(({ measuringPanel }) => measuringPanel(kit, update)).catch(() => "failed" as const);
    update();
  }
}
