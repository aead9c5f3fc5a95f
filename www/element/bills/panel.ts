/**
 * Bills: what a rental must cost by the rules of its platform, left running, beside the bill received; owning instead; promises.
 *
 * A chunk of its own, loaded when it is first opened. It computes no amount: all of them are core's.
 */
import type { TemplateResult } from "lit";
import type { BillOffer, Bills, BillTools, Issue } from "../engine.js";
import type { Kit, Panel } from "../panels.js";
import type { Scene } from "../view/scene.js";
import { billTab } from "./bill.js";
import { en } from "./i18n/en.js";
import { zhCN } from "./i18n/zh-CN.js";
import type { Words } from "./i18n/zh-CN.js";
import { offerSelect } from "./offers.js";
import { ownTab } from "./own.js";
import { slaTab } from "./sla.js";
import { exporter } from "./table.js";
import type { Exporter } from "./table.js";
import { read, rentalOf, tabs, textOf, untouched } from "./typed.js";
import type { Limits, NumberName, Reading, Rental, Tab, Typed } from "./typed.js";

/** What the panel draws. */
export interface View {
  readonly kit: Kit<BillTools>;
  readonly scene: Scene;
  readonly words: Words;
  readonly typed: Typed;
  readonly rental: Rental;
  readonly number: (name: NumberName) => Reading;
  /** What core refused, by path. */
  readonly issues: ReadonlyMap<string, Issue>;
  readonly set: (change: Partial<Typed>) => void;
  readonly exporter: Exporter;
}

/** The last answer of a tab, which stays while something cannot be used. */
export interface Answer<Outcome> {
  readonly outcome: Outcome | undefined;
  readonly isKept: boolean;
}

export { styles } from "./styles.js";

/** The price list that is open; without `bills` where its rules cannot be read. */
interface Opened {
  readonly text: string;
  readonly bills?: Bills;
  readonly offers: readonly BillOffer[];
}

export function panel(kit: Kit<BillTools>, update: () => void): Panel {
  const limits: Limits = new Map(kit.tools.rentalBounds().map((bound) => [bound.field, bound]));
  const exported = exporter(kit, update);
  let typed: Typed = untouched;
  let opened: Opened | undefined;
  const last = new Map<string, unknown>();

  return (scene) => {
    const { html } = kit;
    const words: Words = scene.locale === "zh-CN" ? zhCN : en;
    const { bills, offers } = open(scene);
    const rental = rentalOf(scene, typed, offers);
    if (bills === undefined || rental === undefined) return html`<p class="note">${words.noBills}</p>`;
    const current = typed;
    const issues = new Map<string, Issue>();
    const view: View = {
      kit, scene, words, typed: current, rental, issues, exporter: exported,
      number: (name) => read(kit, limits, name, textOf(scene, current, name), scene.currency),
      set: (change) => {
        typed = { ...current, ...change };
        update();
      },
    };
    return html`
      <div class="bill-fields">${offerSelect(view, offers)}</div>
      <fieldset class="segments"><legend class="hidden">${words.what}</legend>${tabs.map((tab) => tabOf(view, tab))}</fieldset>
      <div class="bill-group" part="bill">${tabBody(view, bills)}</div>
    `;
  };

  /** Reads a price list once. It may have rules in it that only bills read: what is wrong with them, the host is told. */
  function open({ actions }: Scene): Opened {
    const text = actions.catalogText() ?? "";
    if (opened?.text === text) return opened;
    opened?.bills?.free();
    last.clear();
    try {
      const bills = new kit.tools.Bills(text);
      return (opened = { text, bills, offers: bills.offers() });
    } catch (error) {
      const { message, issues } = error as { message: string; issues?: readonly Issue[] };
      actions.report("catalog", message, issues);
      return (opened = { text, offers: [] });
    }
  }

  function tabBody(view: View, bills: Bills): TemplateResult {
    const ask = <Request, Outcome>(key: string, request: Request | undefined, call: (request: Request) => Outcome) => answer(view, key, request, call);
    switch (view.typed.tab) {
      case "bill":
        return billTab(view, bills, ask);
      case "own":
        return ownTab(view, bills, ask);
      case "sla":
        return slaTab(view, bills, ask);
    }
  }

  /** Asks core; what it refuses is noted by path, and the last answer stays. */
  function answer<Request, Outcome>(view: View, key: string, request: Request | undefined, call: (request: Request) => Outcome): Answer<Outcome> {
    const kept = () => ({ outcome: last.get(key) as Outcome | undefined, isKept: true });
    if (request === undefined) return kept();
    try {
      const outcome = call(request);
      last.set(key, outcome);
      return { outcome, isKept: false };
    } catch (error) {
      const { issues } = error as { issues?: readonly Issue[] };
      if (issues === undefined) throw error;
      for (const issue of issues) (view.issues as Map<string, Issue>).set(issue.path, issue);
      return kept();
    }
  }

  function tabOf({ words, typed: { tab }, set }: View, name: Tab): TemplateResult {
    const { html, live } = kit;
    return html`<label><input type="radio" name="billTab" value=${name} .checked=${live(name === tab)} @change=${() => set({ tab: name })} /><span>${words.tabs[name]}</span></label>`;
  }
}

/** Asks core through the panel. */
export type Ask = <Request, Outcome>(key: string, request: Request | undefined, call: (request: Request) => Outcome) => Answer<Outcome>;
