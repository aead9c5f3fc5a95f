/** The element: its life cycle, attributes and what the visitor has chosen. What it shows is in `view/`. */
import { LitElement } from "lit";
import type { PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import { Announcer } from "../announcer.js";
import { languageOf } from "../attributes.js";
import { Format } from "../format.js";
import type { Locale } from "../i18n/index.js";
import { styles } from "../styles.js";
import { isGuide, loadGpus, namesOf } from "./cards.js";
import type { GpuFacts } from "./cards.js";
import { specsMessages } from "./i18n/index.js";
import { matching, press, sorted } from "./select.js";
import type { Order } from "./select.js";
import { seriesOf } from "./series.js";
import { specsStyles } from "./styles.js";
import { page } from "./view/page.js";
import { columnName, vendorName } from "./view/scene.js";
import type { Actions, Scene } from "./view/scene.js";

/** Side by side. */
const MOST = 4;
/** Before "show all". */
const SHOWN = 20;

/**
 * @summary Every device of the built-in table: search, sort, details with sources, comparison of up to four.
 * @slot - Fallback: visible until the table is there, and when wasm fails.
 * @csspart table - The table. @csspart compare - The comparison. @csspart guide - A class that a rental guide states.
 * @cssproperty --gpu-cost-accent - Accent color. All others are in `../styles.ts`.
 */
export class GpuCostSpecs extends LitElement {
  static override readonly styles = [...styles, specsStyles];

  /** zh-CN or en; absent: the language of the page, else of the browser. */
  @property({ reflect: true }) locale: string | undefined;
  /** auto, light or dark. */
  @property({ reflect: true, useDefault: true }) theme = "auto";

  readonly #announcer = new Announcer(this);
  #gpus: readonly GpuFacts[] | undefined;
  #hasFailed = false;
  #query = "";
  #order: Order = { column: "year", isDescending: true };
  #open: ReadonlySet<string> = new Set();
  #chosen: readonly string[] = [];
  #refused: GpuFacts | undefined;
  #isComparing = false;
  #isOnlyDifferent = false;
  #isAllShown = false;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#load();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.hasUpdated && changed.has("locale")) this.#announcer.announce("");
  }

  protected override render() {
    return page(this.#scene());
  }

  async #load(): Promise<void> {
    try {
      this.#gpus = await loadGpus();
      this.#hasFailed = false;
    } catch (error) {
      this.#hasFailed = true;
      console.error(`gpu-cost-specs: ${String(error)}`);
    }
    this.requestUpdate();
  }

  #scene(): Scene {
    const locale: Locale = languageOf(this.locale, this);
    const m = specsMessages(locale);
    const all = (this.#gpus ?? []).map((gpu) => ({ ...gpu, name: m.device(gpu.name) }));
    const gpus = all.filter((gpu) => !isGuide(gpu));
    const listed = sorted(matching(gpus, this.#query, (gpu) => aliases(gpu)), this.#order);
    return {
      m,
      // Without money, so in no currency.
      f: new Format(locale, "USD"),
      locale,
      gpus,
      guides: all.filter(isGuide),
      listed,
      shown: this.#isAllShown ? listed : listed.slice(0, SHOWN),
      query: this.#query,
      order: this.#order,
      open: this.#open,
      chosen: this.#chosen.flatMap((id) => gpus.find((gpu) => gpu.id === id) ?? []),
      refused: this.#refused,
      isComparing: this.#isComparing && this.#chosen.length > 0,
      isOnlyDifferent: this.#isOnlyDifferent,
      isLoaded: this.#gpus !== undefined,
      hasFailed: this.#hasFailed,
      sentence: this.#announcer.sentence,
      actions: this.#actions,
    };
  }

  readonly #actions: Actions = {
    search: (query) => {
      this.#query = query;
      this.requestUpdate();
      const { m, f, listed, gpus } = this.#scene();
      this.#announcer.announce(listed.length === 0 ? m.none : m.found(f.count(listed.length), f.count(gpus.length)));
    },
    sort: (column) => this.#sort(press(this.#order, column)),
    turn: (isDescending) => this.#sort({ ...this.#order, isDescending }),
    sortBy: (column) => this.#sort({ column, isDescending: column !== "name" }),
    toggle: (id) => {
      const open = new Set(this.#open);
      if (!open.delete(id)) open.add(id);
      this.#open = open;
      this.requestUpdate();
    },
    choose: (gpu) => this.#choose(gpu),
    clear: () => {
      this.#chosen = [];
      this.#refused = undefined;
      this.#close();
    },
    compare: () => {
      this.#isComparing = true;
      this.requestUpdate();
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>("#compare-title")?.focus());
    },
    close: () => this.#close(),
    onlyDifferent: (isOnlyDifferent) => {
      this.#isOnlyDifferent = isOnlyDifferent;
      this.requestUpdate();
    },
    showAll: () => this.#showAll(),
  };

  #sort(order: Order): void {
    this.#order = order;
    this.requestUpdate();
    const { m } = this.#scene();
    this.#announcer.announce(m.sortedBy(columnName(m, order.column), m.direction[order.isDescending ? "down" : "up"]));
  }

  /** Adds a card or takes it away; a fifth is refused in words. */
  #choose(gpu: GpuFacts): void {
    const isChosen = this.#chosen.includes(gpu.id);
    this.#refused = !isChosen && this.#chosen.length === MOST ? gpu : undefined;
    if (isChosen) this.#chosen = this.#chosen.filter((id) => id !== gpu.id);
    else if (this.#refused === undefined) this.#chosen = [...this.#chosen, gpu.id];
    this.requestUpdate();
    const { m, f, chosen } = this.#scene();
    this.#announcer.announce(this.#refused === undefined ? m.chosen(f.count(chosen.length)) : m.refused(gpu.name));
  }

  /** The focus goes back to the search: what it was on is gone. */
  #close(): void {
    this.#isComparing = false;
    this.requestUpdate();
    this.renderRoot.querySelector<HTMLElement>("#search")?.focus();
  }

  /** The focus goes to the first card that was not there. */
  #showAll(): void {
    this.#isAllShown = true;
    this.requestUpdate();
    void this.updateComplete.then(() => this.renderRoot.querySelectorAll<HTMLElement>(".opener")[SHOWN]?.focus());
  }
}

/** Other names, and its maker, tier and uses in both languages, so that either finds it. */
function aliases(gpu: GpuFacts): string {
  const tags = (["zh-CN", "en"] as const).map(specsMessages).flatMap(({ tiers, scenarios }) =>
    [...(gpu.tier === undefined ? [] : [tiers[gpu.tier]]), ...gpu.scenarios.map((scenario) => scenarios[scenario])].map(({ name }) => name),
  );
  return [vendorName(specsMessages("zh-CN"), gpu), seriesOf(gpu), ...namesOf(gpu), ...tags].join(" ");
}
