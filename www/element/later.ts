/** What is loaded after the first answer: each part when the form first needs it, or when somebody opens it. */
import { loadVisual } from "./engine.js";
import type { VisualModelFacts } from "./engine.js";
import { language } from "./inputs.js";
import { loadMore } from "./more.js";
import type { More } from "./more.js";
import { isLoaded, OnDemand } from "./on-demand.js";
import { loadPanel } from "./panels.js";
import type { Panel, PanelName } from "./panels.js";
import type { Opened } from "./price-list.js";
import { loadSharing } from "./sharing.js";
import type { OpenLink, Sharing } from "./sharing.js";
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
  /** Links, exports and their buttons. */
  readonly sharing: Sharing | "failed" | undefined;
  /** Models of images and videos, once the module is there that knows them. */
  readonly visual: readonly VisualModelFacts[] | "failed" | undefined;
  /** Whether the task needs that module, for its model or the card it was timed on, and the answer is still to another. */
  readonly isWaiting: boolean;
}

export class Later {
  readonly #panels = new Map<PanelName, OnDemand<Panel>>();
  readonly #more: OnDemand<More>;
  readonly #sharing: OnDemand<Sharing>;
  #link: OpenLink | undefined;
  readonly #visual: OnDemand<readonly VisualModelFacts[]>;

  constructor(private readonly host: Host) {
    const update = () => host.requestUpdate();
    this.#more = new OnDemand((changed) => loadMore(changed, host.root()), update);
    this.#sharing = new OnDemand((changed) => loadSharing(changed, host.root()), update);
    this.#visual = new OnDemand(loadVisual, host.recompute, host.fail);
  }

  parts(form: Form): Parts {
    const [more, visual] = [this.#more.part, this.#visual.part];
    return { panelOf: (name) => this.#panels.get(name)?.part, more, visual, sharing: this.#sharing.part, isWaiting: !language.includes(form.task) && !isLoaded(visual) };
  }

  /** Begins to load what the form and the answer need; what failed waits until it is asked for. */
  begin(scene: Scene): void {
    const { form, currency, mode, comparison, more, visual, sharing, isWaiting } = scene;
    const { outside, memory, budget = {} } = comparison?.best ?? {};
    const isUnusual = outside !== undefined || memory?.host !== undefined || "over" in budget;
    if (more === undefined && (isUnusual || needsMore(form, currency, mode))) void this.#more.open();
    if (visual === undefined && isWaiting) void this.#visual.open();
    if (sharing === undefined && comparison !== undefined) void this.#sharing.open();
    if (isLoaded(sharing)) sharing.follow(scene);
  }

  async sharing(): Promise<Sharing | undefined> {
    await this.#sharing.open();
    const { part } = this.#sharing;
    return isLoaded(part) ? part : undefined;
  }

  /** Reads the link that the address holds, before the prices are there. */
  async readLink(): Promise<void> {
    if (location.search.includes("gpu-cost=")) this.#link = (await this.sharing())?.link();
  }

  /** The form as that link means it on these prices, once; without one as it is. */
  async linked(form: Form, opened: Opened): Promise<Form> {
    const link = this.#link;
    this.#link = undefined;
    return link === undefined ? form : link(opened);
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
    if (this.#sharing.part === "failed") void this.#sharing.open();
    if (this.parts(form).isWaiting) void this.#visual.open();
  }
}
