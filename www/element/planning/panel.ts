/**
 * The plan over time: a demand goes in, what to buy and why nothing is cheaper come out.
 *
 * A chunk of its own, loaded when it is first opened. It plans nothing: every amount is core's.
 */
import type { TemplateResult } from "lit";
import type { Explanation, Issue, OnlineOutcome, PlannerTools, SpotOutcome, UncertainOutcome } from "../engine.js";
import type { Kit, Panel } from "../panels.js";
import { chart } from "../curve/chart.js";
import { styles as curves } from "../curve/styles.js";
import type { Scene } from "../view/scene.js";
import { mayUseSpot, weighsSpot } from "./cards.js";
import { form } from "./form.js";
import { en } from "./i18n/en.js";
import { zhCN } from "./i18n/zh-CN.js";
import type { Words } from "./i18n/zh-CN.js";
import { failure, outcome } from "./result.js";
import { styles as own } from "./styles.js";
import { solve } from "./solve.js";
import type { Solving } from "./solve.js";
import { begin, boundOf, demandOf, numberOf, priceText, read, readText, requestText, shownText, workHours } from "./typed.js";
import type { Limits, NumberName, PhaseNumbers, Reading, Typed } from "./typed.js";

export type PlanningKit = Kit<PlannerTools>;

/** What the panel draws. */
export interface View {
  readonly kit: PlanningKit;
  readonly scene: Scene;
  readonly words: Words;
  readonly typed: Typed;
  readonly cardsPerUnit: number;
  /** Of any hour. */
  readonly mostCards: number;
  /** Prices of an hour, as texts. */
  readonly sold: { readonly spot: string | undefined; readonly onDemand: string | undefined };
  readonly number: (name: NumberName) => Reading;
  readonly phase: (index: number) => PhaseReadings;
  readonly csv: CsvState;
  readonly set: (change: Partial<Typed>) => void;
}

export interface PhaseReadings {
  readonly length: Reading;
  readonly hours: Reading;
  readonly cards: Reading;
}

/** What is known of the table that was pasted. */
export interface CsvState {
  /** It as JSON text of the request, made once: it may be long. */
  readonly demand?: string;
  readonly rows?: number;
  readonly peak?: number;
  /** Whether it says how many cards may be interrupted. */
  readonly hasInterruptible?: boolean;
  readonly issues: readonly Issue[];
}

/** Everything that is drawn below the form. */
export interface Results {
  /** Whether what is typed cannot be planned, so that the plan is that of before. */
  readonly isKept: boolean;
  readonly solving: Solving | undefined;
  readonly explained: Explanation | undefined;
  /** Of the hours of a day, where every day is the same. */
  readonly daily: Explanation | undefined;
  readonly spot: SpotOutcome | undefined;
  readonly online: OnlineOutcome | undefined;
  readonly uncertain: UncertainOutcome | "refused" | undefined;
}


export const styles = curves + own;

export function panel(kit: PlanningKit, update: () => void): Panel {
  const limits: Limits = new Map(kit.tools.planningBounds().map((bound) => [bound.field, bound]));
  const drawChart = chart(update);
  let typed: Typed | undefined;
  let solving: Solving | undefined;
  let abort = new AbortController();
  let csv: { readonly text: string; readonly slotMinutes: number; readonly state: CsvState } | undefined;
  const answers = new Map<string, unknown>();

  function draw(scene: Scene): TemplateResult {
    const { html, nothing } = kit;
    const { best } = scene.comparison ?? {};
    const words: Words = scene.locale === "zh-CN" ? zhCN : en;
    const offer = best === undefined ? undefined : scene.actions.billing(best.offerId);
    if (best === undefined || offer === undefined) return html`<p class="note">${words.noBilling}</p>`;
    typed ??= begin(kit.today());
    const current = typed;
    const view: View = {
      kit, scene, words, typed: current, cardsPerUnit: best.cardsPerUnit, mostCards: boundOf(limits, "cards").max,
      sold: { spot: priceText(offer, "spot"), onDemand: priceText(offer, "onDemand") },
      number: (name) => read(kit, limits, shownText(scene, current, name), name),
      phase: (index) => phaseOf(current, index),
      csv: csvOf(current),
      set: (change) => {
        // What was typed meanwhile, while a file was read, stays.
        typed = { ...(typed ?? current), ...change };
        update();
      },
    };
    const results = resultsOf(view, offer);
    return html`
      <p class="muted">${words.intro(best.gpuName, best.platform)} ${words.months(scene.f.count(scene.comparison?.monthHours ?? 730))}</p>
      ${form(view)}
      <div class="plan-group" part="plan" aria-live="polite" aria-busy=${String(results.solving?.state === "running")}>
        ${results.solving === undefined ? nothing : progress(view, results.solving)}
        ${results.solving?.outcome === undefined ? nothing : html`${results.isKept ? html`<p class="note">${words.kept}</p>` : nothing} ${outcome(view, results.solving.outcome, results)}`}
      </div>
      ${results.explained === undefined ? nothing : curvesOf(view, results.explained)}
    `;
  }

  function curvesOf(view: View, explained: Explanation): TemplateResult {
    const { words, scene } = view;
    return kit.html`
      <section class="plan-group" part="plan-chart" aria-labelledby="plan-chart-title">
        <h4 id="plan-chart-title">${words.chart}</h4>
        ${drawChart({ kit, f: scene.f, words, id: "plan-chart", title: words.chart, you: workHours(view) }, explained)}
      </section>
    `;
  }

  function progress({ words, sold }: View, { state, progress, issues }: Solving): TemplateResult | symbol {
    const { html, nothing } = kit;
    if (state === "running") {
      return html`
        <p>${words.solving}</p><progress max="1" .value=${progress} aria-label=${words.solving}></progress>
        <div><button type="button" part="button" class="secondary small" data-cancel @click=${() => abort.abort()}>${words.cancel}</button></div>
      `;
    }
    if (state === "stopped") {
      const again = () => ((solving = undefined), update());
      return html`<p class="note">${words.stopped} <button type="button" part="button" class="link" @click=${again}>${words.again}</button></p>`;
    }
    return state === "failed" ? html`<p class="fault">${failure(words, issues, sold.spot !== undefined)}</p>` : nothing;
  }

  function phaseOf({ phases }: Typed, index: number): PhaseReadings {
    const { length = "", hours = "", cards = "", unit = "days" } = phases[index] ?? {};
    const reading = (field: string, text: string) => readText(kit, boundOf(limits, field), text);
    return { length: reading(unit, length), hours: reading("hours", hours), cards: reading("cards", cards) };
  }

  /** Reads a table once. */
  function csvOf({ csv: text, slotMinutes }: Typed): CsvState {
    if (text.trim() === "") return { issues: [] };
    if (csv?.text !== text || csv.slotMinutes !== slotMinutes) {
      csv = { text, slotMinutes, state: { ...readCsv(text, slotMinutes), demand: JSON.stringify({ csv: { text, slotMinutes } }) } };
    }
    return csv.state;
  }

  function readCsv(text: string, slotMinutes: number): CsvState {
    try {
      const { slots, peak, hasInterruptible } = kit.tools.readTrace(text, slotMinutes);
      return { rows: slots, peak, hasInterruptible, issues: [] };
    } catch (error) {
      const { issues } = error as { issues?: readonly Issue[] };
      if (issues === undefined) throw error;
      return { issues };
    }
  }

  /** Plans what was typed; while that is wrong, the last plan stays. */
  function resultsOf(view: View, offer: string): Results {
    const { cardsPerUnit } = view;
    const value = (name: NumberName) => numberOf(view.number(name));
    const phases = view.typed.phases.map((phase, index) => numbersOf(phase.unit, view.phase(index)));
    const demand = (scale = 100) => demandOf(view.typed, view.csv.demand, value, phases, scale);
    const usual = view.csv.issues.length > 0 && view.typed.tab === "csv" ? undefined : demand();
    const share = value("interruptiblePercent") ?? 0;
    const risk = { workHours: workHours(view), betweenHours: value("betweenHours"), checkpointMinutes: value("checkpointMinutes"), restartMinutes: value("restartMinutes") };
    const hasRisk = mayUseSpot(view) && Object.values(risk).every((part) => part !== undefined);
    const [trialHours, trialCards, endDay, refundPercent] = [value("trialHours"), value("trialCards"), value("endDay"), value("refundPercent")];
    const trial = trialHours === undefined || trialCards === undefined ? {} : { trial: { trialHours, trialCards } };
    const additions = { ...(hasRisk ? { spotRisk: risk } : {}), ...trial };
    const shared = { start: view.typed.start, interruptiblePercent: share, cardsPerUnit };
    if (usual !== undefined) {
      const offset = view.typed.tab === "csv" ? { utcOffsetMinutes: -new Date().getTimezoneOffset() } : {};
      const earlyEnd = endDay === undefined ? [] : [`"earlyEnd":${JSON.stringify({ endDay, refundPercent })}`];
      const request = requestText(offer, additions, { ...shared, ...offset }, [`"demand":${usual}`, ...earlyEnd]);
      if (solving?.request !== request) {
        abort.abort();
        abort = new AbortController();
        const last = solving?.outcome;
        solving = solve(kit, request, abort.signal, update);
        if (solving.state !== "done") solving.outcome ??= last;
      }
    }
    const explain = (days?: number) => answer(`explain${days}${offer}${share === 100}${view.typed.start}`, () => {
      const rest = JSON.stringify({ start: view.typed.start, ...(days === undefined ? {} : { days }), resumable: share === 100 }).slice(1);
      return kit.tools.explain(`{"offer":${offer},${rest}`);
    });
    const days = view.typed.tab === "simple" ? value("days") : undefined;
    return {
      isKept: usual === undefined || solving?.state === "failed",
      solving,
      explained: explain(),
      daily: days === undefined ? undefined : explain(days),
      spot: hasRisk && weighsSpot(view) ? spotOf(view.sold, risk, value("availablePercent"), value("deadlineHours")) : undefined,
      online: view.typed.isUnforeseen ? answer(`online${offer}`, () => kit.tools.online(`{"offer":${offer}}`)) : undefined,
      uncertain: view.typed.isUncertain && view.typed.tab !== "csv" ? uncertainOf() : undefined,
    };

    function uncertainOf(): UncertainOutcome | "refused" | undefined {
      const [low, high] = [value("lowPercent"), value("highPercent")];
      if (low === undefined || high === undefined) return undefined;
      const demands = [low, 100, high].map(demand);
      if (demands.includes(undefined)) return undefined;
      const scenarios = demands.map((demand, index) => `{"weight":${index === 1 ? 2 : 1},"demand":${demand}}`);
      const request = requestText(offer, additions, shared, [`"scenarios":[${scenarios.join(",")}]`]);
      return answer(request, () => kit.tools.uncertain(request)) ?? "refused";
    }
  }

  /**
   * Spot against the hourly price, of which core knows the decimals; undefined where the offer lacks one. A deadline that
   * no work keeps is left out.
   */
  function spotOf({ spot, onDemand }: View["sold"], risk: object, availablePercent?: number, deadlineHours?: number): SpotOutcome | undefined {
    if (spot === undefined || onDemand === undefined) return undefined;
    const ask = (more: object) => {
      const request = `{"spot":${spot},"onDemand":${onDemand},${JSON.stringify({ risk, availablePercent, ...more }).slice(1)}`;
      return answer(`spot${request}`, () => kit.tools.spot(request));
    };
    return ask({ deadlineHours }) ?? ask({});
  }

  /** Asks once; the last few answers are kept. */
  function answer<Answer>(key: string, ask: () => Answer): Answer | undefined {
    if (!answers.has(key)) {
      if (answers.size > 12) answers.clear();
      try {
        answers.set(key, ask());
      } catch (error) {
        if ((error as { issues?: unknown }).issues === undefined) throw error;
        answers.set(key, undefined);
      }
    }
    return answers.get(key) as Answer | undefined;
  }

  return draw;
}

function numbersOf(unit: PhaseNumbers["unit"], { length, hours, cards }: PhaseReadings): PhaseNumbers | undefined {
  const [a, b, c] = [length, hours, cards].map(numberOf);
  return a === undefined || b === undefined || c === undefined ? undefined : { length: a, unit, hours: b, cards: c };
}
