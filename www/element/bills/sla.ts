/** A promise of availability: as time, as money, and what it does not cover. */
import type { TemplateResult } from "lit";
import type { Bills, SlaOutcome } from "../engine.js";
import { number } from "./field.js";
import type { Ask, View } from "./panel.js";
import { slaRequest } from "./request.js";

type Content = TemplateResult | symbol;

export function slaTab(view: View, bills: Bills, ask: Ask): TemplateResult {
  const { kit: { html, nothing }, words } = view;
  const { outcome, isKept } = ask("sla", slaRequest(view), (request) => bills.sla(request));
  return html`
    <p class="muted">${words.slaIntro}</p>
    <div class="bill-fields">
      ${number(view, "units")} ${number(view, "sla.rent", "rent")} ${number(view, "sla.availabilityPercent", "cases[0].availabilityPercent")}
      ${number(view, "sla.probabilityPercent", "cases[0].probabilityPercent")} ${number(view, "sla.lostHours", "lostHours")}
    </div>
    <div class="bill-group" part="sla-outcome">
      ${isKept ? html`<p class="note">${words.isKept}</p>` : nothing} ${outcome === undefined ? nothing : result(view, outcome)}
    </div>
  `;
}

function result(view: View, found: SlaOutcome): TemplateResult {
  const { kit: { html, nothing }, words, scene: { f } } = view;
  const { availabilityPercent: promised, allowedSeconds, expectedCredit, lostRun } = found;
  const percent = (value: number) => `${f.count(value)}%`;
  return html`
    ${promised === undefined || allowedSeconds === undefined ? html`<p class="note">${words.noSla(view.rental.offer.platform)}</p>` : html`
      <p class="bill-total"><strong part="sla-time">${f.duration(allowedSeconds)}</strong> <span class="muted">${words.allowed(percent(promised))}</span></p>
      ${steps(view, found)}
      <p part="sla-credit" aria-live="polite">${expectedCredit === undefined ? words.noCredits : words.expectedCredit(f.money(expectedCredit))}</p>`}
    ${lostRun === undefined ? nothing : html`<p class="note" part="sla-lost">${words.lost(f.money(lostRun))}</p>`}
  `;
}

function steps({ kit: { html, nothing }, words, scene: { f } }: View, { steps, capPercent = 100 }: SlaOutcome): Content {
  if (steps.length === 0) return nothing;
  const [below, share, credit] = words.stepHead;
  return html`
    <table class="plan-table" part="sla-steps"><caption><h4>${words.steps}</h4></caption>
      <thead><tr><th scope="col">${below}</th><th scope="col">${share}</th><th scope="col">${credit}</th></tr></thead>
      <tbody>${steps.map((step) => html`<tr><th scope="row">&lt; ${f.count(step.belowPercent)}%</th><td>${f.count(step.creditPercent)}%</td><td>${f.money(step.credit)}</td></tr>`)}</tbody>
    </table>
    <p class="muted">${words.cap(`${f.count(capPercent)}%`)}</p>
  `;
}
