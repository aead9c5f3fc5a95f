/** Cost against hours for each way to pay and the best mix: read by keyboard, by pointer, as a table, and at a glance. */
import type { TemplateResult } from "lit";
import type { Explanation } from "../engine.js";
import type { Format } from "../format.js";
import type { Kit } from "../panels.js";
import type { CurveWords } from "./i18n/zh-CN.js";

const HEIGHT = 220;

/** What the chart draws with. */
export interface CurveView {
  readonly kit: Pick<Kit, "html" | "svg" | "nothing">;
  readonly f: Format;
  readonly words: CurveWords;
  /** In the ids of its parts, as there may be several charts. */
  readonly id: string;
  /** Of its picture and its table. */
  readonly title: string;
  /** The visitor's own hours. */
  readonly you: number;
}

/** A place at which the chart is read. */
interface Stop {
  readonly hours: number;
  readonly text: string;
  readonly kind: "point" | "crossing" | "you";
}

type Crossing = Explanation["crossings"][number];
type Point = Explanation["points"][number];

/** A way to pay, and where its prices are in the points. */
interface Curve {
  readonly name: string;
  readonly index: number;
}

/** What is marked in the chart. */
interface Marks {
  readonly curves: readonly Curve[];
  readonly crossings: readonly Crossing[];
  /** The visitor's own hours, where they are within it. */
  readonly you: number | undefined;
  /** The hours at its end. */
  readonly last: number;
  /** The price at its top: beyond half as much again as the best mix nothing is decided. */
  readonly top: number;
}

export function chart(update: () => void): (view: CurveView, explained: Explanation) => TemplateResult {
  let at: number | undefined;
  return (view, explained) => {
    const { kit: { html }, words, id, title } = view;
    const marks = marksOf(view, explained);
    const all = stops(view, explained, marks);
    const current = Math.min(at ?? Math.max(0, all.findIndex(({ kind }) => kind === "you")), all.length - 1);
    const here = all[current];
    const read = (next: number | undefined) => {
      if (next === undefined || next === at) return;
      at = next;
      update();
    };
    const press = (event: KeyboardEvent) => {
      const next = target(all, current, event.key);
      if (next !== undefined) event.preventDefault();
      read(next);
    };
    const point = ({ currentTarget, clientX }: PointerEvent) => {
      const { left, width } = (currentTarget as Element).getBoundingClientRect();
      read(nearest(all, (marks.last * (clientX - left)) / width));
    };
    return html`
      <div role="img" aria-label=${title} aria-describedby="${id}-crossings" @pointerdown=${point} @pointermove=${point}>${picture(view, explained, marks, here)}</div>
      <p
        class="curve-reading" tabindex="0" role="slider" aria-label=${words.chartLabel} aria-valuemin="0" aria-valuemax=${marks.last} aria-valuenow=${here?.hours ?? 0}
        aria-valuetext=${here?.text ?? ""} aria-describedby="${id}-hint" @keydown=${press}
      >${here?.text ?? ""}</p>
      ${key(view, marks)}
      <ul class="reasons" id="${id}-crossings">${marks.crossings.map((crossing) => html`<li>${crossingText(view, crossing)}</li>`)}</ul>
      <p class="muted" id="${id}-hint">${words.chartHint}</p>
      ${table(view, explained, marks)}
    `;
  };
}

/** Of the ways that are seen, the crossings that are met within the chart. */
function marksOf({ words, you }: CurveView, { crossings, modes, points }: Explanation): Marks {
  const last = points.at(-1)?.hours ?? 0;
  const top = Math.max(...points.map(({ best }) => Number(best))) * 1.5;
  const isSeen = ({ index }: Curve) => points.some(({ alone }) => Number(alone[index] ?? Number.NaN) <= top);
  const curves = modes.map(({ mode }, index) => ({ name: words.modes[mode] ?? mode, index })).filter(isSeen);
  const isMet = ({ below, from, hours, termHours }: Crossing) => below === "onDemand" && modes.some(({ mode }) => mode === from) && hours <= Math.min(termHours, last);
  return { curves, crossings: crossings.filter(isMet), you: you <= last ? you : undefined, last, top };
}

function crossingText({ words: { chartCrossing, modes }, f }: CurveView, { hours, from, below }: Crossing): string {
  return chartCrossing(f.roundHours(hours * 3_600), modes[from] ?? from, modes[below] ?? below);
}

function stops(view: CurveView, { points }: Explanation, { curves, crossings, you }: Marks): Stop[] {
  const all: Stop[] = points.map((point) => ({ hours: point.hours, text: pointText(view, curves, point), kind: "point" }));
  all.push(...crossings.map((crossing) => ({ hours: crossing.hours, text: crossingText(view, crossing), kind: "crossing" as const })));
  if (you !== undefined) all.push({ hours: you, text: view.words.chartYou(view.f.inHours(you)), kind: "you" });
  return all.sort((a, b) => a.hours - b.hours);
}

function pointText({ words, f }: CurveView, curves: readonly Curve[], { hours, alone, best }: Point): string {
  const costs = curves.flatMap(({ name, index }) => {
    const price = alone[index];
    return price === undefined || price === null ? [] : [words.chartCosts(name, f.money(price))];
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

function nearest(all: readonly Stop[], hours: number): number {
  const away = all.map((stop) => Math.abs(stop.hours - hours));
  return away.indexOf(Math.min(...away));
}

/** Widths are those of the container; only lines are stretched, text is not. */
function picture({ kit: { html, svg, nothing }, words, f }: CurveView, { points }: Explanation, { curves, crossings, you, last, top }: Marks, here: Stop | undefined): TemplateResult {
  const line = (value: (point: Point) => string | null | undefined, name: string) => {
    const path = points.flatMap((point) => {
      const price = value(point);
      return price === undefined || price === null ? [] : [`${((1000 * point.hours) / last).toFixed(1)} ${(HEIGHT - (HEIGHT * Number(price)) / top).toFixed(1)}`];
    });
    return path.length < 2 ? nothing : svg`<path class="price ${name}" d="M${path.join("L")}"></path>`;
  };
  const mark = (hours: number, name: string) => svg`<path class="mark ${name}" d="M${(1000 * hours) / last} 0V${HEIGHT}"></path>`;
  const isLeft = you !== undefined && 2 * you < last;
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((share) => svg`
    <text class=${share === 0.25 || share === 0.75 ? "minor" : nothing} x="${100 * share}%" y=${HEIGHT + 16} text-anchor=${share === 0 ? "start" : share === 1 ? "end" : "middle"}>${share === 1 ? f.inHours(last) : f.count(Math.round(share * last))}</text>
  `);
  return html`
    <svg class="curves" height=${HEIGHT + 20} aria-hidden="true">
      <rect class="lane-back" width="100%" height=${HEIGHT}></rect>
      <svg viewBox="0 0 1000 ${HEIGHT}" width="100%" height=${HEIGHT} preserveAspectRatio="none">
        ${line(({ best }) => best, "price-best")} ${curves.map(({ index }) => line(({ alone }) => alone[index], `price-${index}`))}
        ${crossings.map(({ hours }) => mark(hours, ""))} ${you === undefined ? nothing : mark(you, "you")} ${here === undefined ? nothing : mark(here.hours, "here")}
      </svg>
      <text x="100%" y="14" dx="-4" text-anchor="end">${f.money(String(Math.round(top)))}</text>
      ${you === undefined ? nothing : svg`<text x="${(100 * you) / last}%" y=${isLeft ? 14 : 32} dx=${isLeft ? 5 : -5} text-anchor=${isLeft ? "start" : "end"}>${words.you}</text>`}
      ${ticks}
    </svg>
  `;
}

function key({ kit: { html, svg }, words }: CurveView, { curves }: Marks): TemplateResult {
  const entry = (look: string, name: string) => html`<li><svg aria-hidden="true">${svg`<path class="price ${look}" d="M0 7H28"></path>`}</svg>${name}</li>`;
  return html`<ul class="curve-key" aria-hidden="true">${curves.map(({ name, index }) => entry(`price-${index}`, name))}${entry("price-best", words.best)}</ul>`;
}

function table({ kit: { html }, words, f, title }: CurveView, { points }: Explanation, { curves }: Marks): TemplateResult {
  const shown = points.filter(({ hours }) => hours === 1 || hours % 50 === 0 || hours === points.at(-1)?.hours);
  const cell = (price: string | null | undefined) => html`<td>${price === undefined || price === null ? "–" : f.money(price)}</td>`;
  return html`
    <details class="more"><summary>${words.tableOf}</summary>
      <div class="scroll" tabindex="0" role="region" aria-label="${title}: ${words.tableOf}">
        <table class="curve-table"><caption class="hidden">${title}</caption>
          <thead><tr>${[words.hours, ...curves.map(({ name }) => name), words.best].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
          <tbody>${shown.map(({ hours, alone, best }) => html`<tr><th scope="row">${f.count(hours)}</th>${curves.map(({ index }) => cell(alone[index]))}${cell(best)}</tr>`)}</tbody></table>
      </div>
    </details>
  `;
}
