/** Billing timelines: what each card does when, and how it is paid, as a picture and as a table. */
import type { TemplateResult } from "lit";
import type { PlanOutcome } from "../engine.js";
import type { View } from "./panel.js";
import { moment } from "./result.js";

type Lane = PlanOutcome["lanes"][number];

/** Four numbers of a lane. */
interface Span {
  readonly mode: string;
  readonly start: number;
  readonly end: number;
  readonly running: number;
}
type Content = TemplateResult | symbol;

const ROW = 26;
const BAR = 18;
/** Lanes and rows that are shown. */
const LANES = 16;
const ROWS = 60;

export function timeline(view: View, plan: PlanOutcome): TemplateResult {
  const { kit: { html, nothing }, words } = view;
  const lanes = plan.lanes.slice(0, LANES);
  const isCut = plan.isCut || lanes.length < plan.lanes.length;
  return html`
    <h4>${words.timeline}</h4>
    ${key(view, plan, lanes)} ${picture(view, plan, lanes)}
    ${isCut ? html`<p class="muted">${words.cut}</p>` : nothing}
    ${table(view, plan)}
  `;
}

/** Percent of the width; the picture is as wide as there is room, its text is not scaled. */
function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(whole, 1)).toFixed(4)}%`;
}

function picture(view: View, plan: PlanOutcome, lanes: readonly Lane[]): TemplateResult {
  const { kit: { html, svg }, words } = view;
  let first = 1;
  const rows = lanes.map((lane, row) => {
    const label = laneName(view, first, lane.units);
    first += lane.units;
    return svg`
      <text x="0" y=${row * 2 * ROW + 14}>${label}</text>
      <rect class="lane-back" x="0" y=${row * 2 * ROW + ROW - 6} width="100%" height=${BAR}></rect>
      ${spansOf(plan, lane).map((span) => bar(view, plan, lane, span, row * 2 * ROW + ROW - 6))}
    `;
  });
  const height = lanes.length * 2 * ROW + 18;
  const [start, end] = [moment(plan, 0), moment(plan, plan.slots)];
  return html`
    <svg role="img" aria-label="${words.timeline}: ${start} – ${end}" height=${height} part="timeline">
      ${defs(view)} ${rows}
      <text x="0" y=${height - 2}>${start.slice(0, 10)}</text><text x="100%" y=${height - 2} text-anchor="end">${end.slice(0, 10)}</text>
    </svg>
  `;
}

/** What runs fills the bar from below; what is paid for without running is hatched above it. */
function bar({ kit: { svg, nothing } }: View, plan: PlanOutcome, { units }: Lane, { mode, start, end, running }: Span, top: number) {
  const [x, width] = [percent(start, plan.slots), percent(end - start, plan.slots)];
  const high = (BAR * running) / Math.max(units, 1);
  const idle = running < units ? svg`<rect class="idle" x=${x} y=${top} width=${width} height=${BAR - high}></rect>` : nothing;
  return svg`${idle}${running > 0 ? svg`<rect class=${classOf(mode)} x=${x} y=${top + BAR - high} width=${width} height=${high}></rect>` : nothing}`;
}

function spansOf({ ways }: PlanOutcome, { spans }: Lane): Span[] {
  return Array.from({ length: spans.length / 4 }, (_, index) => {
    const [way = 0, start = 0, end = 0, running = 0] = spans.slice(4 * index, 4 * index + 4);
    return { mode: ways[way]?.mode ?? "", start, end, running };
  });
}

function classOf(mode: string): string {
  return mode === "onDemand" || mode === "spot" || mode === "trial" ? mode : "term";
}

function defs({ kit: { svg } }: View) {
  return svg`
    <defs>
      <pattern id="plan-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="ink-line" d="M0 0V6"></path></pattern>
      <pattern id="plan-dots" width="5" height="5" patternUnits="userSpaceOnUse"><rect class="ink-4" width="5" height="5" opacity="0.45"></rect><circle class="ink-4" cx="2.5" cy="2.5" r="1.6"></circle></pattern>
      <pattern id="plan-grid" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="ink-2" width="6" height="6" opacity="0.35"></rect><path class="ink-line" d="M0 3H6M3 0V6" opacity="0.6"></path></pattern>
    </defs>
  `;
}

/** Only what is in the picture. */
function key({ kit: { html, svg }, words }: View, plan: PlanOutcome, lanes: readonly Lane[]): TemplateResult {
  const kinds = new Set(lanes.flatMap((lane) => spansOf(plan, lane).flatMap(({ mode, running }) => [...(running > 0 ? [classOf(mode)] : []), ...(running < lane.units ? ["idle"] : [])])));
  const shown = (["onDemand", "term", "spot", "trial", "idle"] as const).filter((kind) => kinds.has(kind));
  const swatch = (kind: string) => html`<svg aria-hidden="true">${svg`<rect class="lane-back" width="100%" height="100%"></rect><rect class=${kind} width="100%" height="100%"></rect>`}</svg>`;
  return html`<ul class="plan-key" part="plan-key">${shown.map((kind) => html`<li>${swatch(kind)}${words.key[kind]}</li>`)}</ul>`;
}

function laneName({ words, scene: { f } }: View, first: number, units: number): string {
  return units === 1 ? words.lane(f.count(first)) : words.lanes(f.count(first), f.count(first + units - 1));
}

function table({ kit: { html, nothing }, words, scene: { f } }: View, plan: PlanOutcome): Content {
  const { way, from, to, cards, price, used } = words.spans;
  const rows = plan.purchases.slice(0, ROWS).map((each) => html`
    <tr><th scope="row">${words.modes[plan.ways[each.way]?.mode ?? ""]}</th><td>${moment(plan, each.start)}</td><td>${moment(plan, each.end)}</td>
      <td>${f.count(each.units * plan.cardsPerUnit)}</td><td>${f.money(each.price)}</td><td>${f.share(each.used, 1)}</td></tr>
  `);
  const rest = plan.purchases.length - ROWS;
  return html`
    <details class="more"><summary>${words.tableOf}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label=${words.timeline}>
        <table class="plan-table"><caption class="hidden">${words.timeline}</caption>
          <thead><tr>${[way, from, to, cards, price, used].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead><tbody>${rows}</tbody></table>
      </div>
      ${rest > 0 ? html`<p class="muted">${words.rest(f.count(rest))}</p>` : nothing}
    </details>
  `;
}
