/** The element: its life cycle, attributes, properties, methods and events. What it shows is in `view/`. */
import type { PropertyValues } from "lit";
import { property } from "lit/decorators.js";
import { Announcer } from "./announcer.js";
import { DEFAULT_PRESET, faultOf, isGiven, languageOf, marketOf, modeOf, presetOf, today } from "./attributes.js";
import type { Comparison, Issue } from "./engine.js";
import { builtInCurrencies, compare, delay, EngineError } from "./engine.js";
import type { ErrorCode } from "./events.js";
import { GpuCostCtaEvent, GpuCostErrorEvent, GpuCostInputEvent, GpuCostReadyEvent, GpuCostResultEvent } from "./events.js";
import { Format } from "./format.js";
import { HostSettings } from "./host-settings.js";
import { labelled, Words } from "./i18n/words.js";
import type { Locale } from "./i18n/index.js";
import { acceptInputs } from "./inputs.js";
import type { Inputs } from "./inputs.js";
import { Later } from "./later.js";
import { PriceList } from "./price-list.js";
import type { Opened } from "./price-list.js";
import { toRequest } from "./request.js";
import type { ExportFormat } from "./sharing/event.js";
import * as state from "./state.js";
import type { Form, State, StateChange } from "./state.js";
import { styles } from "./styles.js";
import { page } from "./view/page.js";
import type { Actions, Order, Scene } from "./view/scene.js";
import { statusText } from "./view/status.js";

/** Container width from which on there are two columns; the same as in `styles.ts`. */
const WIDE_PX = 760;

/**
 * @summary Recommends a GPU, how many, and how to pay for it, on the prices of a catalog.
 * @slot - Fallback, such as a price table: visible until the first result, and when catalog or wasm fail.
 * @slot header - Above the calculator.
 * @slot footer - Below it.
 * @slot legal - Below the footer, in small print.
 * @event gpu-cost-ready - The first comparison is on screen.
 * @event gpu-cost-input - An input changed; carries `inputs`.
 * @event gpu-cost-result - After each new comparison; carries `result`.
 * @event gpu-cost-error - Something the host must mend; carries `code`, `message` and `issues`.
 * @event gpu-cost-export - The visitor exports the answer; carries `format` and `content`, cancelable.
 * @event gpu-cost-cta - The visitor chose the recommended plan; carries `plan`, cancelable.
 * @csspart answer - The answer. @csspart total - The headline amount. @csspart badge - In or over budget.
 * @csspart form - The form. @csspart field - A field. @csspart input - A control. @csspart button - A button.
 * @csspart options - Other plans. @csspart option - One of them. @csspart memory - The memory of a card.
 * @csspart fees - The costs. @csspart lines - Their table. @csspart breakeven - Where packages pay.
 * @csspart rejections - Cards that do not fit. @csspart levers - Cheaper changes. @csspart checks - What to verify.
 * @csspart verification - What a measurement says about a card. @csspart planning - The plan over time. @csspart bills - Bills, and owning instead. @csspart choosing - Advice, platforms, checklist. @csspart sharing - Links and exports. @csspart curve - Cost against hours.
 * @csspart actions - The buttons of the answer. @csspart cta - The one that takes the plan.
 * @cssproperty --gpu-cost-accent - Accent color. All others are in `styles.ts`.
 */
export class GpuCostCalculator extends HostSettings {
  static override readonly styles = styles;

  readonly #announcer = new Announcer(this);
  readonly #prices = new PriceList();
  readonly #later = new Later({ root: () => this.renderRoot as ShadowRoot, requestUpdate: () => this.requestUpdate(), recompute: () => this.#recompute(), fail: (error) => this.#failLater(error) });
  readonly #words = new Words(() => (this.requestUpdate(), this.#announce()));
  #startedWith = DEFAULT_PRESET;
  #form = state.start(DEFAULT_PRESET);
  #hostInputs: Partial<Inputs> = {};
  #opened: Opened | undefined;
  #comparison: Comparison | undefined;
  #refusals: readonly Issue[] = [];
  #hasFailed = false;
  #isWanted = false;
  #isNarrow = false;
  /** Stays when only the language changes: numbers do not change with words. */
  #market: string | undefined;
  #order: Order = "total";
  #askedFor: string | undefined;
  readonly #unfolded = new Set<string>();
  #observer: IntersectionObserver | undefined;

  /** The values in force; setting some of them replaces those of the preset and what the visitor did. */
  @property({ attribute: false })
  get inputs(): Inputs {
    return state.inputsOf(this.#form, this.#currency);
  }

  set inputs(value: Partial<Inputs>) {
    this.#hostInputs = this.#accepted(value);
    this.reset();
  }

  /** The last comparison. */
  get result(): Comparison | undefined {
    return this.#comparison;
  }

  getState(): State {
    return { mode: modeOf(this.mode), currency: this.#currency, inputs: this.inputs };
  }

  setState({ mode, currency, inputs = {} }: StateChange): void {
    if (mode !== undefined) this.mode = mode;
    if (currency !== undefined && !isGiven(this.catalog)) this.currency = currency;
    this.#form = state.set(this.#form, currency ?? this.#currency, this.#accepted(inputs));
    this.#recompute();
  }

  /** Back to the preset and the host's inputs. */
  reset(): void {
    this.#startedWith = presetOf(this.preset);
    this.#form = state.start(this.#startedWith, this.#hostInputs);
    this.#recompute();
  }

  /** The answer as a file. Fails where there is none. */
  async export(format: ExportFormat): Promise<Blob> {
    const sharing = await this.#later.sharing();
    if (sharing === undefined) throw new EngineError("internal", "the part that exports could not be loaded");
    return sharing.export(this.#scene(), format);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#isNarrow = 0 < this.clientWidth && this.clientWidth < WIDE_PX;
    if (this.loading !== "lazy") {
      this.#begin();
      return;
    }
    this.#observer?.disconnect();
    const begin = (entries: IntersectionObserverEntry[]) => entries.some(({ isIntersecting }) => isIntersecting) && this.#begin();
    this.#observer = new IntersectionObserver(begin, { rootMargin: "200px" });
    this.#observer.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    // A move within the page reconnects in the same task.
    queueMicrotask(() => {
      if (this.isConnected) return;
      this.#observer?.disconnect();
      this.#prices.close();
      this.#opened = undefined;
      this.#isWanted = false;
    });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    for (const name of changed.keys()) {
      const fault = faultOf(String(name), this[name as keyof this]);
      if (fault !== undefined) this.#report("attribute", fault);
    }
    if (changed.has("locale")) this.#announce();
    if (presetOf(this.preset) !== this.#startedWith) this.reset();
    if (this.#isWanted) this.#later.begin(this.#scene());
    if (this.hasUpdated && (changed.has("catalog") || changed.has("currency"))) this.#reopen();
  }

  protected override render() {
    return page(this.#scene());
  }

  /** The first time that prices are needed. */
  #begin(): void {
    this.#observer?.disconnect();
    if (this.#isWanted) return;
    this.#isWanted = true;
    // Properties that follow in the same task, and the first update, come before.
    void this.updateComplete
      .then(() => (this.#comparison === undefined ? this.#later.readLink() : undefined))
      .then(() => this.#open());
  }

  #reopen(): void {
    if (this.currency !== undefined && this.currency !== this.#market) this.#form = state.forgetHostBudget(this.#form);
    this.#market = this.currency === undefined ? this.#market : marketOf(this.currency, this.#locale);
    if (this.#isWanted) void this.#open();
  }

  async #open(): Promise<void> {
    this.#market ??= marketOf(this.currency, this.#locale);
    const { catalog } = this;
    try {
      const wish = isGiven(catalog) ? { source: catalog, base: this.baseURI } : { currency: this.#market };
      const opened = await this.#prices.open(wish);
      if (opened === undefined) return;
      this.#form = await this.#later.linked(this.#form, opened);
      this.#opened = opened;
      this.#hasFailed = false;
      this.#recompute();
    } catch (error) {
      this.#fail(error);
    }
  }

  /** Compares at once: the answer is drawn in the same frame as what was typed. */
  #recompute(): void {
    this.requestUpdate();
    if (this.#opened === undefined || this.#later.parts(this.#form).isWaiting) return;
    const isFirst = this.#comparison === undefined;
    try {
      this.#comparison = compare(this.#opened.catalog, toRequest(this.inputs, today()));
      this.#refusals = [];
    } catch (error) {
      if (!(error instanceof EngineError)) return this.#fail(error);
      if (isFirst) this.#report("request", error.message, error.issues);
      this.#refusals = error.issues;
      return;
    }
    this.#askedFor = undefined;
    this.#announce();
    this.dispatchEvent(new GpuCostResultEvent(this.#comparison));
    if (isFirst) void this.updateComplete.then(() => this.dispatchEvent(new GpuCostReadyEvent()));
  }

  #announce(): void {
    if (this.#comparison !== undefined) this.#announcer.announce(statusText(this.#scene(), this.#comparison));
  }

  #change(form: Form): void {
    this.#form = form;
    this.#recompute();
    this.dispatchEvent(new GpuCostInputEvent(this.inputs));
  }

  /** The visitor sees the fallback, the host what to mend. */
  #fail(error: unknown): void {
    this.#hasFailed = true;
    this.#opened = undefined;
    this.#comparison = undefined;
    this.requestUpdate();
    if (!(error instanceof EngineError)) return this.#report("internal", String(error));
    this.#report(error.code, error.message, error.issues);
  }

  /** Of what only some tasks need: an answer to another stays. */
  #failLater(error: unknown): void {
    if (this.#comparison === undefined || !(error instanceof EngineError)) this.#fail(error);
    else this.#report(error.code, error.message);
  }

  #report(code: ErrorCode, message: string, issues: readonly Issue[] = []): void {
    const event = new GpuCostErrorEvent(code, message, issues);
    console.error(event.text);
    this.dispatchEvent(event);
  }

  #accepted(value: unknown): Partial<Inputs> {
    const { inputs, faults } = acceptInputs(value);
    for (const fault of faults) this.#report("attribute", fault);
    return inputs;
  }

  get #locale(): Locale {
    return languageOf(this.locale, this);
  }

  /** That of the prices on screen. */
  get #currency(): string {
    if (this.#opened !== undefined) return this.#opened.info.currency;
    return isGiven(this.catalog) ? "" : (this.#market ?? marketOf(this.currency, this.#locale));
  }

  #scene(): Scene {
    const currency = this.#currency;
    const { locale, m } = this.#words.of(this.#locale);
    return {
      m: labelled(m, this.labels[locale]),
      f: new Format(locale, currency === "" ? "CNY" : currency),
      locale,
      currency,
      market: this.#market ?? currency,
      markets: builtInCurrencies,
      mode: modeOf(this.mode),
      form: this.#form,
      inputs: this.inputs,
      order: this.#order,
      isNarrow: this.#isNarrow,
      isHosted: isGiven(this.catalog),
      hasFailed: this.#hasFailed,
      facts: this.#opened?.facts,
      catalog: this.#opened?.info,
      comparison: this.#comparison,
      refusals: this.#refusals,
      sentence: this.#announcer.sentence,
      askedFor: this.#askedFor,
      unfolded: this.#unfolded,
      ...this.#later.parts(this.#form),
      actions: this.#actions,
    };
  }

  readonly #actions: Actions = {
    type: (name, text) => this.#change(state.type(this.#form, this.#currency, name, text, this.#opened?.facts.bounds ?? new Map())),
    choose: (name, value) => this.#change(state.choose(this.#form, this.#currency, name, value === "" ? undefined : value)),
    pick: (preset) => this.#change(state.pick(this.#form, preset)),
    take: (values) => this.#change(state.set(this.#form, this.#currency, values)),
    restoreSimple: () => this.#change(state.withoutExpertChanges(this.#form, this.#currency)),
    setMode: (mode) => (this.mode = mode),
    setCurrency: (currency) => (this.currency = currency),
    setLocale: (locale) => {
      if (!isGiven(this.catalog)) this.currency = this.#market;
      this.locale = locale;
    },
    sort: (order) => ((this.#order = order), this.requestUpdate()),
    openPanel: (name) => this.#later.openPanel(name),
    openMore: (part = "") => {
      this.#unfolded.add(part);
      this.#later.openMore(this.#form);
      this.requestUpdate();
    },
    compare: (request) => this.#opened && compare(this.#opened.catalog, request),
    catalogText: () => this.#opened?.catalog.text,
    report: (...fault) => this.#report(...fault),
    billing: (offerId) => this.#opened?.catalog.opened.billing(offerId),
    delay: (slowCard) => {
      // A job that core refuses is not on screen either.
      if (this.#opened === undefined || this.#refusals.length > 0) return undefined;
      return delay(this.#opened.catalog, { ...slowCard, job: toRequest(this.inputs, today()) });
    },
    rent: (event) => this.#rent(event),
    say: (sentence) => this.#announcer.announce(sentence),
    editInputs: () => this.renderRoot.querySelector<HTMLElement>("[data-step=task] summary")?.focus(),
  };

  /** The host's listener decides; else a link leads to the price's source, and without one the offer is named. */
  #rent(event: Event): void {
    const plan = this.#comparison?.best;
    if (plan === undefined) return;
    const isWelcome = this.dispatchEvent(new GpuCostCtaEvent(plan));
    if (!isWelcome) return event.preventDefault();
    if (event.currentTarget instanceof HTMLAnchorElement) return;
    this.#askedFor = plan.offerId;
    this.requestUpdate();
  }
}
