/** What is loaded after the first answer: each part when the form first needs it, or when somebody opens it. */
import { loadVisual } from "./engine.js";
import type { VisualModelFacts } from "./engine.js";
import { language } from "./inputs.js";
import { loadMore } from "./more.js";
import type { More } from "./more.js";
import { isLoaded, OnDemand } from "./on-demand.js";
import { loadPanel } from "./panels.js";
import type { Panel, PanelName } from "./panels.js";
import { needsMore } from "./state.js";
import type { Form } from "./state.js";
import type { Scene } from "./view/scene.js";

interface Host {
  root(): ShadowRoot;
  requestUpdate(): void;
  /** What answers has changed. */
  recompute(): void;
  fail(error: unknown): void;
}

export interface Parts {
  /** A panel, once it was opened. */
  readonly panelOf: (name: PanelName) => Panel | "failed" | undefined;
  /** What few visitors need of the form. */
  readonly more: More | "failed" | undefined;
  /** Models of images and videos, once the module is there that knows them. */
  readonly visual: readonly VisualModelFacts[] | "failed" | undefined;
  /** Whether the task needs that module, for its model or the card it was timed on, and the answer is still to another. */
  readonly isWaiting: boolean;
}

export class Later {
  readonly #panels = new Map<PanelName, OnDemand<Panel>>();
  readonly #more: OnDemand<More>;
  readonly #visual: OnDemand<readonly VisualModelFacts[]>;

  constructor(private readonly host: Host) {
    const update = () => host.requestUpdate();
    this.#more = new OnDemand((changed) => loadMore(changed, host.root()), update);
    this.#visual = new OnDemand(loadVisual, host.recompute, host.fail);
  }

  parts(form: Form): Parts {
    const [more, visual] = [this.#more.part, this.#visual.part];
    return { panelOf: (name) => this.#panels.get(name)?.part, more, visual, isWaiting: !language.includes(form.task) && !isLoaded(visual) };
  }

  /** Begins to load what the form and the answer need; what failed waits until it is asked for. */
  begin({ form, currency, mode, comparison }: Scene): void {
    const { more, visual, isWaiting } = this.parts(form);
    const { outside, memory, budget = {} } = comparison?.best ?? {};
    const isUnusual = outside !== undefined || memory?.host !== undefined || "over" in budget;
    if (more === undefined && (isUnusual || needsMore(form, currency, mode))) void this.#more.open();
    if (visual === undefined && isWaiting) void this.#visual.open();
  }

  openPanel(name: PanelName): void {
    const { host } = this;
    const panel = this.#panels.get(name) ?? new OnDemand((changed) => loadPanel(name, changed, host.root()), () => host.requestUpdate());
    this.#panels.set(name, panel);
    void panel.open();
  }

  /** Once more, where it failed. */
  openMore(form: Form): void {
    void this.#more.open();
    if (this.parts(form).isWaiting) void this.#visual.open();
  }
}
