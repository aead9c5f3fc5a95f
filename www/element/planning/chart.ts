/** Cost against hours for each way to pay and the best mix: read by keyboard, as a table, and at a glance. */
import type { TemplateResult } from "lit";
import type { Explanation } from "../engine.js";
import type { PlanningKit, View } from "./panel.js";
import { modeName } from "./result.js";
import { workHours } from "./typed.js";

const HEIGHT = 220;

/** A place at which the chart is read. */
interface Stop {
  readonly hours: number;
  readonly text: string;
  readonly kind: "point" | "crossing" | "you";
}

type Crossing = Explanation["crossings"][number];

/** What is marked in the chart. */
interface Marks {
  readonly crossings: readonly Crossing[];
  /** The visitor's own hours, where they are within it. */
  readonly you: number | undefined;
  /** The hours at its end. */
  readonly last: number;
}

export function chart(kit: PlanningKit, update: () => void): (view: View, explained: Explanation) => TemplateResult {
  let at = 0;
  return (view, explained) => {
    const { html } = kit;
    const { words } = view;
    const marks = marksOf(view, explained);
    const all = stops(view, explained, marks);
    const current = Math.min(at, all.length - 1);
    const here = all[current];
    const move = (event: KeyboardEvent) => {
      const next = target(all, current, event.key);
      if (next === undefined) return;
      event.preventDefault();
      at = next;
      update();
    };
    return html`
      <section class="plan-group" part="plan-chart" aria-labelledby="plan-chart-title">
        <h4 id="plan-chart-title">${words.chart}</h4>
        <ul class="reasons">${marks.crossings.map((crossing) => html`<li>${crossingText(view, crossing)}</li>`)}</ul>
        <div
          class="chart" tabindex="0" role="slider" aria-label=${words.chartLabel} aria-valuemin="0" aria-valuemax=${marks.last} aria-valuenow=${here?.hours ?? 0}
          aria-valuetext=${here?.text ?? ""} aria-describedby="plan-chart-hint" @keydown=${move}
        >${picture(view, explained, marks, here)}</div>
        <p class="plan-reading" aria-hidden="true">${here?.text ?? ""}</p>
        <p class="muted" id="plan-chart-hint">${words.chartHint}</p>
        ${table(view, explained)}
      </section>
    `;
  };
}

/** Of the ways in the chart, the crossings that are met within it. */
function marksOf(view: View, { crossings, modes, points }: Explanation): Marks {
  const last = points.at(-1)?.hours ?? 0;
  const you = workHours(view);
  const isShown = ({ below, from, hours, termHours }: Crossing) => below === "onDemand" && modes.some(({ mode }) => mode === from) && hours <= Math.min(termHours, last);
  return { crossings: crossings.filter(isShown), you: you <= last ? you : undefined, last };
}

function crossingText({ words, scene: { f } }: View, { hours, from, below }: Crossing): string {
  return words.chartCrossing(f.roundHours(hours * 3_600), modeName(words, from), modeName(words, below));
}

function stops(view: View, explained: Explanation, { crossings, you }: Marks): Stop[] {
  const all: Stop[] = explained.points.map((point) => ({ hours: point.hours, text: pointText(view, explained, point), kind: "point" }));
  all.push(...crossings.map((crossing) => ({ hours: crossing.hours, text: crossingText(view, crossing), kind: "crossing" as const })));
  if (you !== undefined) all.push({ hours: you, text: view.words.chartYou(view.scene.f.inHours(you)), kind: "you" });
  return all.sort((a, b) => a.hours - b.hours);
}

function pointText({ words, scene: { f } }: View, { modes }: Explanation, { hours, alone, best }: Explanation["points"][number]): string {
  const costs = modes.flatMap((mode, index) => {
    const price = alone[index];
    return price === undefined || price === null ? [] : [words.chartCosts(modeName(words, mode.mode), f.money(price))];
  });
  return words.chartPoint(f.inHours(hours), f.money(best), f.list(costs));
}

function target(all: readonly Stop[], at: number, key: string): number | undefined {
  const crossing = (from: number, step: 1 | -1) => {
    for (let next = from + step; 0 <= next && next < all.length; next += step) if (all[next]?.kind !== "point") return next;
    return from;
  };
  switch (key) {
    case "ArrowRight": case "ArrowUp": return Math.min(at + 1, all.length - 1);
    case "ArrowLeft": case "ArrowDown": return Math.max(at - 1, 0);
    case "Home": return 0;
    case "End": return all.length - 1;
    case "PageUp": return crossing(at, 1);
    case "PageDown": return crossing(at, -1);
    default: return undefined;
  }
}

/** Widths are those of the container; only lines are stretched, text is not. */
function picture({ kit: { html, svg, nothing }, words, scene: { f } }: View, { points, modes }: Explanation, { crossings, you, last }: Marks, here: Stop | undefined): TemplateResult {
  const dearest = Math.max(...points.map(({ best }) => Number(best)));
  // Beyond half as much again as the best mix nothing is decided.
  const top = dearest * 1.5;
  const line = (value: (point: Explanation["points"][number]) => string | null | undefined, name: string) => {
    const path = points.flatMap((point) => {
      const price = value(point);
      return price === undefined || price === null ? [] : [`${((1000 * point.hours) / last).toFixed(1)} ${(HEIGHT - (HEIGHT * Number(price)) / top).toFixed(1)}`];
    });
    return path.length < 2 ? nothing : svg`<path class="curve ${name}" d="M${path.join("L")}"></path>`;
  };
  const mark = (hours: number, name: string) => svg`<path class="mark ${name}" d="M${(1000 * hours) / last} 0V${HEIGHT}"></path>`;
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => svg`<text x="${100 * share}%" y=${HEIGHT + 16} text-anchor=${share === 0 ? "start" : share === 1 ? "end" : "middle"}>${f.count(Math.round(share * last))}</text>`);
  const swatch = (name: string) => html`<svg aria-hidden="true">${svg`<path class="curve ${name}" d="M0 7H28"></path>`}</svg>`;
  return html`
    <svg height=${HEIGHT + 20} aria-hidden="true">
      <rect class="lane-back" width="100%" height=${HEIGHT}></rect>
      <svg viewBox="0 0 1000 ${HEIGHT}" width="100%" height=${HEIGHT} preserveAspectRatio="none">
        ${line(({ best }) => best, "curve-best")} ${modes.map((_, index) => line(({ alone }) => alone[index], `curve-${index}`))}
        ${crossings.map(({ hours }) => mark(hours, ""))} ${you === undefined ? nothing : mark(you, "you")} ${here === undefined ? nothing : mark(here.hours, "here")}
      </svg>
      <text x="12%" y="14">${f.money(String(Math.round(top)))}</text>
      ${you === undefined ? nothing : svg`<text x="${(100 * you) / last}%" y=${2 * you < last ? 34 : HEIGHT - 6} dx=${2 * you < last ? 4 : -4} text-anchor=${2 * you < last ? "start" : "end"}>${words.you}</text>`}
      ${ticks}
    </svg>
    <ul class="plan-key" aria-hidden="true">
      ${modes.map((mode, index) => html`<li>${swatch(`curve-${index}`)}${modeName(words, mode.mode)}</li>`)}<li>${swatch("curve-best")}${words.best}</li>
    </ul>
  `;
}

function table({ kit: { html }, words, scene: { f } }: View, { points, modes }: Explanation): TemplateResult {
  const shown = points.filter(({ hours }) => hours === 1 || hours % 50 === 0 || hours === points.at(-1)?.hours);
  const cell = (price: string | null | undefined) => html`<td>${price === undefined || price === null ? "–" : f.money(price)}</td>`;
  return html`
    <details class="more"><summary>${words.tableOf}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="${words.chart}: ${words.tableOf}">
        <table class="plan-table"><caption class="hidden">${words.chart}</caption>
          <thead><tr>${[words.hours, ...modes.map(({ mode }) => modeName(words, mode)), words.best].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
          <tbody>${shown.map(({ hours, alone, best }) => html`<tr><th scope="row">${f.count(hours)}</th>${modes.map((_, index) => cell(alone[index]))}${cell(best)}</tr>`)}</tbody></table>
      </div>
    </details>
  `;
}
