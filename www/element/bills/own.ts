/** Rent or buy: what owning costs in a month beside the cheapest way to rent for the same hours. */
import type { TemplateResult } from "lit";
import type { Bills, OwnBand, OwnOutcome } from "../engine.js";
import { number } from "./field.js";
import type { Ask, View } from "./panel.js";
import { ownRequest } from "./request.js";
import { owned } from "./typed.js";

const HEIGHT = 64;

export function ownTab(view: View, bills: Bills, ask: Ask): TemplateResult {
  const { kit: { html, nothing }, words } = view;
  const { outcome, isKept } = ask("own", ownRequest(view), (request) => bills.own(request));
  const fields = (names: readonly (typeof owned)[number][]) => names.map((name) => number(view, `own.${name}`, name));
  return html`
    <p class="muted">${words.ownIntro}</p>
    <div class="bill-fields">${number(view, "units")} ${fields(owned.slice(0, 5))}</div>
    <details class="more" open><summary>${words.upkeep}</summary><div class="bill-fields">${fields(owned.slice(5))}</div></details>
    <div class="bill-group" part="own-outcome">
      ${outcome === undefined ? html`<p class="muted">${words.ownEmpty}</p>` : html`${isKept ? html`<p class="note">${words.isKept}</p>` : nothing} ${result(view, outcome)}`}
    </div>
  `;
}

function result(view: View, found: OwnOutcome): TemplateResult {
  const { kit: { html, nothing }, words, scene: { m, f, comparison } } = view;
  const monthHours = comparison?.monthHours ?? 730;
  const { breakEvenHours: even, bands, affordable, years } = found;
  const days = valueOf(view, "own.daysPerMonth");
  const you = valueOf(view, "own.hoursPerDay") * days;
  const isOwning = Number(found.own.total) <= Number(found.rent);
  const mode = words.modes[found.mode] ?? found.mode;
  const share = (hours: number) => f.share(hours, monthHours);
  const never = view.rental.offer.modes.includes("onDemand") ? words.never : words.noHourly;
  return html`
    <p class="bill-total" aria-live="polite"><strong part="own-verdict">${isOwning ? words.buy : words.rent}</strong> <span class="muted">${words.monthly(f.money(found.own.total), mode, f.money(found.rent))}</span></p>
    <ul class="reasons">
      <li part="own-even">${m.sentences([even === undefined ? never : words.even(f.roundHours(even * 3_600), share(even)), words.you(f.inHours(you), share(you))])}</li>
      <li part="own-bands">${bands.length === 0 ? words.neverAtBest : words.pays(bandList(view, bands))}</li>
      ${isOwning ? nothing : html`<li part="own-affordable">${affordable === undefined ? words.tooDearToRun : words.affordable(f.money(affordable))}</li>`}
      <li>${years === undefined ? words.noYears : words.years(f.figure(Math.round(years * 10) / 10))}</li>
    </ul>
    ${scale(view, bands, you, days * 24)}
    ${costs(view, found)}
    <p class="note" part="own-ignored">${words.ignoredTitle(f.list(found.ignored.map((what) => words.ignored[what])))}</p>
  `;
}

function valueOf(view: View, name: "own.hoursPerDay" | "own.daysPerMonth"): number {
  const reading = view.number(name);
  return reading !== undefined && "number" in reading ? reading.number : 0;
}

function bandList({ words, scene: { f } }: View, bands: readonly OwnBand[]): string {
  const hours = (value: number) => f.roundHours(value * 3_600);
  return f.list(bands.map(({ fromHours, toHours }) => (toHours === undefined ? words.bandOn(hours(fromHours)) : words.band(hours(fromHours), hours(toHours)))));
}

/** Where one is on the hours that the days of use have, and where owning pays. */
function scale(view: View, bands: readonly OwnBand[], you: number, whole: number): TemplateResult {
  const { kit: { html, svg }, words, scene: { f } } = view;
  const percent = (hours: number) => (100 * hours) / whole;
  const mark = (hours: number, label: string, row: number, kind: string) => {
    const x = percent(hours);
    const anchor = x < 15 ? "start" : x > 85 ? "end" : "middle";
    return svg`<line class="mark ${kind}" x1="${x}%" x2="${x}%" y1="18" y2="44"></line><text x="${x}%" y=${row} text-anchor=${anchor}>${label}</text>`;
  };
  const paying = ({ fromHours, toHours = whole }: OwnBand) => svg`<rect class="band-left-plain" x="${percent(fromHours)}%" y="22" width="${percent(toHours - fromHours)}%" height="18"></rect>`;
  const starts = bands.map(({ fromHours }) => mark(fromHours, `${words.evenMark} ${f.roundHours(fromHours * 3_600)}`, 12, "here"));
  const label = `${words.scale}: ${words.youMark} ${f.inHours(you)}. ${bands.length === 0 ? words.neverAtBest : words.pays(bandList(view, bands))}`;
  return html`
    <svg role="img" aria-label=${label} height=${HEIGHT}>
      <rect class="band-running" x="0" y="22" width="100%" height="18"></rect>${bands.map(paying)}
      ${starts} ${mark(you, `${words.youMark} ${f.inHours(you)}`, 60, "you")}
    </svg>
  `;
}

function costs(view: View, { own, rent, mode }: OwnOutcome): TemplateResult {
  const { kit: { html }, words, scene: { f } } = view;
  const { total, ...parts } = own;
  const shown = Object.entries(parts).filter(([, amount]) => Number(amount) !== 0);
  const row = (label: string, amount: string) => html`<tr><th scope="row">${label}</th><td>${f.money(amount)}</td></tr>`;
  return html`
    <table class="lines" part="own-lines">
      <caption><h4>${words.ownCosts}</h4></caption>
      <thead class="hidden"><tr><th scope="col">${view.scene.m.item}</th><th scope="col">${view.scene.m.amount}</th></tr></thead>
      <tbody>${shown.map(([name, amount]) => row(words.owned[name as keyof typeof parts], amount))}</tbody>
      <tfoot>${row(words.ownTotal, total)} ${row(words.rentTotal(words.modes[mode] ?? mode), rent)}</tfoot>
    </table>
  `;
}
