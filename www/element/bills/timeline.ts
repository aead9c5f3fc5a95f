/** Billing timeline: when it runs, when it is stopped, and whether that is billed; as a picture and as a table. */
import type { TemplateResult } from "lit";
import type { BillLine, BillLineKind, SettleOutcome } from "../engine.js";
import { timeOf } from "./dates.js";
import type { View } from "./panel.js";
import { isTerm } from "./request.js";
import type { Run } from "./typed.js";

/** What a stretch of time is to the bill. */
export type Band = "running" | "left" | "prepaid" | "billed" | "unknown" | "free";

interface Stretch {
  readonly band: Band;
  readonly start: number;
  readonly end: number;
}

type Left = SettleOutcome["leftRunning"];

const ROW = 30;
const BAR = 22;
/** Rows of the table that are shown. */
const ROWS = 60;
const ofStopped: readonly BillLineKind[] = ["stoppedRent", "diskStopped", "publicIpStopped"];

export function timeline(view: View, bill: SettleOutcome, left: Left): TemplateResult {
  const { kit: { html, nothing }, words, scene: { m } } = view;
  const lanes = [stretches(view, bill, false), ...(left === undefined ? [] : [stretches(view, bill, true)])];
  const bands = new Set(lanes.flat().map(({ band }) => band));
  return html`
    <h4>${words.timeline}</h4>
    ${picture(view, lanes)}
    <ul class="plan-key">${[...bands].map((band) => keyOf(view, band, bill))}</ul>
    ${bill.stoppedSeconds === 0 ? nothing : html`<p part="bill-stopped">${stoppedText(view, bill)}</p>`}
    <details class="more"><summary>${m.asTable}</summary>${table(view, lanes.at(-1) ?? [])}</details>
  `;
}

/** Runs and what lies between them, until everything is released. */
function stretches({ rental }: View, bill: SettleOutcome, isLeft: boolean): Stretch[] {
  const left: Run = { start: rental.from, end: rental.until, kind: "work" };
  const idle = stoppedBand(rental.mode, bill.lines);
  const runs = rental.runs.map((run) => ({ band: "running" as Band, start: timeOf(run.start), end: timeOf(run.end) }));
  const cuts = isLeft ? [...runs, { band: "left" as Band, start: timeOf(left.start), end: timeOf(left.end) }] : runs;
  const sorted = cuts.filter(({ start, end }) => start < end).sort((a, b) => a.start - b.start);
  const all: Stretch[] = [];
  let at = sorted[0]?.start ?? 0;
  for (const stretch of sorted) {
    if (at < stretch.start) all.push({ band: idle, start: at, end: stretch.start });
    if (at < stretch.end) all.push({ ...stretch, start: Math.max(at, stretch.start) });
    at = Math.max(at, stretch.end);
  }
  const end = Date.parse(bill.end);
  if (at < end) all.push({ band: idle, start: at, end });
  return idle === "prepaid" ? all.flatMap((stretch) => cut(stretch, (sorted[0]?.start ?? 0) + prepaid(bill.lines))) : all;
}

/** Milliseconds that terms pay for. */
function prepaid(lines: readonly BillLine[]): number {
  const parts = lines.map(({ parts }) => parts).find((parts) => "terms" in parts);
  return parts === undefined ? 0 : parts.terms.count * parts.terms.termSeconds * 1_000;
}

/** After the last term nothing is prepaid. */
function cut({ band, start, end }: Stretch, until: number): Stretch[] {
  if (band !== "prepaid" || end <= until) return [{ band, start, end }];
  const after: Stretch = { band: "free", start: Math.max(start, until), end };
  return start < until ? [{ band, start, end: until }, after] : [after];
}

/** What a stop is to the bill, as its lines say. */
function stoppedBand(mode: string, lines: readonly BillLine[]): Band {
  if (isTerm(mode)) return "prepaid";
  const rent = lines.find(({ kind }) => kind === "stoppedRent");
  if (rent === undefined) return "free";
  return rent.amount === undefined ? "unknown" : "billed";
}

/** What the stopped time costs, line by line. */
function stoppedText({ words, scene: { m, f }, rental: { mode } }: View, { lines, stoppedSeconds }: SettleOutcome): string {
  const parts = lines.filter(({ kind }) => ofStopped.includes(kind)).map(({ kind, amount }) => words.part(words.lines[kind], amount === undefined ? m.notPublished : f.money(amount)));
  const costs = parts.length === 0 ? words.nothing : f.list(parts);
  return m.sentences([words.stopped(f.hours(stoppedSeconds), costs), words.stops[stoppedBand(mode, lines)]]);
}

function picture({ kit: { html, svg }, words }: View, lanes: readonly (readonly Stretch[])[]): TemplateResult {
  const all = lanes.flat();
  const start = Math.min(...all.map((stretch) => stretch.start));
  const end = Math.max(...all.map((stretch) => stretch.end));
  const percent = (time: number) => `${((100 * time) / Math.max(end - start, 1)).toFixed(4)}%`;
  const rows = lanes.map((lane, row) => svg`
    <text x="0" y=${row * 2 * ROW + 14}>${words.lanes[row]}</text>
    <rect class="lane-back" x="0" y=${row * 2 * ROW + ROW - 8} width="100%" height=${BAR}></rect>
    ${lane.map((stretch) => svg`<rect class="band-${stretch.band}" x=${percent(stretch.start - start)} y=${row * 2 * ROW + ROW - 8} width=${percent(stretch.end - stretch.start)} height=${BAR}></rect>`)}
  `);
  const height = lanes.length * 2 * ROW + 16;
  const [from, until] = [words.moment(new Date(start)), words.moment(new Date(end))];
  return html`
    <svg role="img" aria-label="${words.timeline}: ${from} – ${until}" height=${height} part="bill-timeline">
      <defs>
        <pattern id="bill-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path class="ink-bad" d="M0 0V6"></path></pattern>
        <pattern id="bill-left" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)"><rect class="ink-4" width="8" height="8" opacity="0.55"></rect><path class="ink-line" d="M0 0V8"></path></pattern>
        <pattern id="bill-dots" width="6" height="6" patternUnits="userSpaceOnUse"><circle class="ink-dot" cx="3" cy="3" r="1.2"></circle></pattern>
      </defs>
      ${rows}
      <text x="0" y=${height - 2}>${from}</text><text x="100%" y=${height - 2} text-anchor="end">${until}</text>
    </svg>
  `;
}

function keyOf({ kit: { html }, words, scene: { f } }: View, band: Band, bill: SettleOutcome): TemplateResult {
  const time = band === "running" ? bill.runningSeconds : band === "left" ? undefined : bill.stoppedSeconds;
  return html`<li><svg aria-hidden="true"><rect class="band-${band}" width="100%" height="100%"></rect></svg>${words.bands[band]}${time === undefined ? "" : ` ${f.hours(time)}`}</li>`;
}

function table({ kit: { html, nothing }, words, scene: { f } }: View, lane: readonly Stretch[]): TemplateResult {
  const rows = lane.slice(0, ROWS).map(({ band, start, end }) => html`
    <tr><th scope="row">${words.moment(new Date(start))}</th><td>${words.moment(new Date(end))}</td><td>${words.bands[band]}</td></tr>
  `);
  return html`
    <table class="plan-table"><caption class="hidden">${words.timeline}</caption>
      <thead><tr><th scope="col">${words.from}</th><th scope="col">${words.until}</th><th scope="col">${words.state}</th></tr></thead><tbody>${rows}</tbody>
    </table>
    ${lane.length > ROWS ? html`<p class="muted">${words.rest(f.count(lane.length - ROWS))}</p>` : nothing}
  `;
}
