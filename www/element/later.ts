/** What is loaded after the first answer: each part when the form first needs it, or when somebody opens it. */
import { loadVisual } from "./engine.js";
import type { VisualModelFacts } from "./engine.js";
import { loadMore } from "./more.js";
import type { More } from "./more.js";
import { isLoaded, OnDemand } from "./on-demand.js";
import { loadMeasuring, loadPlanning } from "./panels.js";
import type { Panel } from "./panels.js";
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
  /** The panel of a measured card. */
  readonly measuring: Panel | "failed" | undefined;
  /** The plan over time. */
  readonly planning: Panel | "failed" | undefined;
  /** What few visitors need of the form. */
  readonly more: More | "failed" | undefined;
  /** Models of images and videos, once the module is there that knows them. */
  readonly visual: readonly VisualModelFacts[] | "failed" | undefined;
  /** Whether the task needs that module, and the answer is still to another. */
  readonly isWaiting: boolean;
}

export class Later {
  readonly #measuring: OnDemand<Panel>;
  readonly #planning: OnDemand<Panel>;
  readonly #more: OnDemand<More>;
  readonly #visual: OnDemand<readonly VisualModelFacts[]>;

  constructor(host: Host) {
    const update = () => host.requestUpdate();
    const drawn = <Part>(load: (update: () => void, root: ShadowRoot) => Promise<Part>) => new OnDemand((changed) => load(changed, host.root()), update);
    this.#measuring = drawn(loadMeasuring);
    this.#planning = drawn(loadPlanning);
    this.#more = drawn(loadMore);
    this.#visual = new OnDemand(loadVisual, host.recompute, host.fail);
  }

  parts(form: Form): Parts {
    const [measuring, planning, more, visual] = [this.#measuring.part, this.#planning.part, this.#more.part, this.#visual.part];
    return { measuring, planning, more, visual, isWaiting: form.task === "generation" && !isLoaded(visual) };
  }

  /** Begins to load what the form and the answer need; what failed waits until it is asked for. */
  begin({ form, currency, mode, comparison }: Scene): void {
    const { more, visual, isWaiting } = this.parts(form);
    const { outside, memory } = comparison?.best ?? {};
    const isUnusual = outside !== undefined || memory?.host !== undefined;
    if (more === undefined && (isUnusual || needsMore(form, currency, mode))) void this.#more.open();
    if (visual === undefined && isWaiting) void this.#visual.open();
  }

  openMeasuring(): void {
    void this.#measuring.open();
  }

  openPlanning(): void {
    void this.#planning.open();
  }

  /** Once more, where it failed. */
  openMore(form: Form): void {
    void this.#more.open();
    if (this.parts(form).isWaiting) void this.#visual.open();
  }
}
