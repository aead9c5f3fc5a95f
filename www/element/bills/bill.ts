/** The bill of a rental: its lines with their formulas, left running, and what the platform's own bill has otherwise. */
import type { TemplateResult } from "lit";
import type { BillDifference, BillLine, Bills, SettleOutcome } from "../engine.js";
import { moment, number, tick } from "./field.js";
import { formula } from "./formula.js";
import type { Ask, View } from "./panel.js";
import { rentalForm } from "./rental.js";
import { settleRequest } from "./request.js";
import { timeline } from "./timeline.js";
import { received } from "./typed.js";

type Content = TemplateResult | symbol;

export function billTab(view: View, bills: Bills, ask: Ask): TemplateResult {
  const { kit: { html, nothing }, words, typed } = view;
  const request = settleRequest(view, false);
  const { outcome, isKept } = ask("bill", request, (request) => bills.settle(request));
  const left = typed.isLeft ? ask("left", settleRequest(view, true), (request) => bills.settle(request)) : undefined;
  // After core was asked, so that what it refuses stands under its field.
  return html`
    <p class="muted">${words.intro}</p>
    ${rentalForm(view)} ${leftForm(view)}
    <div class="bill-group" part="bill-outcome">
      ${isKept || left?.isKept === true ? html`<p class="note">${words.isKept}</p>` : nothing}
      ${outcome === undefined ? nothing : result(view, outcome, left?.outcome)}
    </div>
    ${outcome === undefined ? nothing : comparison(view, outcome)}
    ${request === undefined || isKept ? nothing : view.exporter(view, "focus", () => bills.focus(request))}
  `;
}

function leftForm(view: View): TemplateResult {
  const { kit: { html, nothing }, words, rental: { from, until }, typed: { isLeft }, set } = view;
  return html`
    ${tick(view, "left", words.leftRunning, isLeft, (isLeft) => set({ isLeft }))}
    ${isLeft ? html`
      <div class="bill-fields">
        ${moment(view, "leftRunning.from", words.from, from, (from) => set({ from }))} ${moment(view, "leftRunning.until", words.until, until, (until) => set({ until }))}
      </div>` : nothing}
  `;
}

function result(view: View, bill: SettleOutcome, stopped: SettleOutcome | undefined): TemplateResult {
  const { kit: { html, nothing }, words, scene: { m, f } } = view;
  const left = stopped?.leftRunning;
  const total = left?.total ?? bill.total;
  const isComplete = (left?.lines ?? bill.lines).every(({ amount }) => amount !== undefined);
  return html`
    <p class="bill-total" aria-live="polite"><strong part="bill-total">${f.money(total)}</strong> <span class="muted">${left === undefined ? words.total : words.totalLeft}</span></p>
    ${left === undefined || stopped === undefined ? nothing : html`
      <p class="note" part="bill-left">
        ${m.sentences([leftText(view, left, stopped), words.released(f.money(bill.total))])}
      </p>`}
    ${timeline(view, stopped ?? bill, left)} ${lines(view, left?.lines ?? bill.lines, total)}
    ${isComplete ? nothing : html`<p class="muted">${m.withoutUnpublished}</p>`}
  `;
}

/** What it costs to leave it running; what the platform does not state of that is named. */
function leftText({ words, scene: { f } }: View, left: NonNullable<SettleOutcome["leftRunning"]>, stopped: SettleOutcome): string {
  const [time, difference, total] = [f.hours(left.extraSeconds), f.difference(left.difference), f.money(stopped.total)];
  const unknown = new Set([...left.lines, ...stopped.lines].filter(({ amount }) => amount === undefined).map(({ kind }) => words.lines[kind]));
  return unknown.size === 0 ? words.left(time, difference, total) : words.leftUnknown(time, difference, total, f.list([...unknown]));
}

function lines(view: View, lines: readonly BillLine[], total: string): TemplateResult {
  const { kit: { html }, words, scene: { m, f } } = view;
  const row = (line: BillLine) => html`
    <tr>
      <th scope="row"><details><summary>${words.lines[line.kind]}</summary><p class="formula">${formula(view, line)}</p></details></th>
      <td class=${line.amount === undefined ? "muted" : ""}>${line.amount === undefined ? m.notPublished : f.money(line.amount)}</td>
    </tr>
  `;
  return html`
    <table class="lines" part="bill-lines">
      <caption><h4>${words.bill}</h4></caption>
      <thead class="hidden"><tr><th scope="col">${m.item}</th><th scope="col">${m.amount}</th></tr></thead>
      <tbody>${lines.map(row)}</tbody>
      <tfoot><tr><th scope="row">${m.total}</th><td>${f.money(total)}</td></tr></tfoot>
    </table>
  `;
}

/** The bill that came, entered beside the one that must come. */
function comparison(view: View, { differences }: SettleOutcome): TemplateResult {
  const { kit: { html }, words } = view;
  return html`
    <details class="more" part="bill-received">
      <summary>${words.received}</summary>
      <div class="bill-group">
        <p class="muted">${words.receivedHint}</p>
        <div class="bill-fields">${received.map((item) => number(view, `received.${item}`))}</div>
        <div aria-live="polite" part="bill-differences">${verdict(view, differences)}</div>
      </div>
    </details>
  `;
}

function verdict(view: View, differences: readonly BillDifference[]): Content {
  const { kit: { html, nothing }, words } = view;
  if (differences.length > 0) return html`<ul class="reasons">${differences.map((difference) => html`<li>${sentence(view, difference)}</li>`)}</ul>`;
  const isEntered = received.some((item) => view.number(`received.${item}`) !== undefined);
  return isEntered ? html`<p class="proof">${words.agrees}</p>` : nothing;
}

function sentence({ words, scene: { m, f } }: View, { item, expected, received, excess, cause }: BillDifference): string {
  const name = words.items[item];
  if (expected === undefined || excess === undefined) return words.unchecked(name, f.money(received));
  const why = cause === undefined ? words.noCause : words.causes[cause];
  return m.sentences([words.differs(name, f.money(received), f.money(expected), f.difference(excess)), why]);
}
