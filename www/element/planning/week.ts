/** Cards by hour of the week, as a grid that is used by keyboard or by mouse. */
import type { TemplateResult } from "lit";
import type { View } from "./panel.js";

const HOURS = 24;
const DAYS = 7;

/** Where the arrows lead from a cell. */
const steps: Readonly<Record<string, readonly [day: number, hour: number]>> = {
  ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -HOURS], End: [0, HOURS],
};

export function weekForm(view: View): TemplateResult {
  const { kit: { html }, words, typed: { week } } = view;
  const hours = Array.from({ length: HOURS }, (_, hour) => hour);
  const row = (day: readonly number[], at: number) => html`
    <tr><th scope="row">${words.weekdays[at]}</th>${day.map((cards, hour) => html`<td>${cell(view, at, hour, cards)}</td>`)}</tr>
  `;
  return html`
    <p class="muted" id="plan-week-hint">${words.weekHint}</p>
    <div class="week">
      <table role="grid" aria-label=${words.weekCaption} aria-describedby="plan-week-hint" @keydown=${(event: KeyboardEvent) => press(view, event)}>
        <thead><tr><td></td>${hours.map((hour) => html`<th scope="col">${hour}</th>`)}</tr></thead>
        <tbody>${week.map(row)}</tbody>
      </table>
    </div>
  `;
}

/** One cell of the grid is a stop of the Tab key, the first; arrows lead to the others. */
function cell(view: View, day: number, hour: number, cards: number): TemplateResult {
  const { kit: { html, nothing }, scene: { f }, words } = view;
  const label = words.weekCell(words.weekdays[day] ?? "", hour, f.count(cards));
  return html`
    <button
      type="button" data-day=${day} data-hour=${hour} data-on=${cards > 0 ? "" : nothing} tabindex=${day === 0 && hour === 0 ? "0" : "-1"} aria-label=${label}
      @click=${() => change(view, day, hour, cards > 0 ? 0 : 1)}
    >${cards > 99 ? "+" : cards > 0 ? cards : ""}</button>
  `;
}

function change({ typed: { week }, set }: View, day: number, hour: number, cards: number, days: readonly number[] = [day]): void {
  set({ week: week.map((row, at) => (days.includes(at) ? row.map((old, place) => (place === hour ? cards : old)) : row)) });
}

function press(view: View, event: KeyboardEvent): void {
  const button = event.target as HTMLElement;
  const [day, hour] = [Number(button.dataset["day"]), Number(button.dataset["hour"])];
  const step = steps[event.key];
  const cards = view.typed.week[day]?.[hour] ?? 0;
  if (step !== undefined) {
    const clamp = (place: number, end: number) => Math.min(Math.max(place, 0), end - 1);
    const [toDay, toHour] = [clamp(day + step[0], DAYS), clamp(hour + step[1], HOURS)];
    button.closest("table")?.querySelector<HTMLElement>(`[data-day="${toDay}"][data-hour="${toHour}"]`)?.focus();
  } else if (/^\d$/.test(event.key)) {
    // Digits in a row make one number.
    const number = Number(`${cards}${event.key}`);
    change(view, day, hour, number <= view.mostCards && cards > 1 ? number : Number(event.key));
  } else if (event.key === "Backspace" || event.key === "Delete") {
    change(view, day, hour, 0);
  } else if (event.key === "Enter") {
    change(view, day, hour, cards, [0, 1, 2, 3, 4]);
  } else {
    return;
  }
  event.preventDefault();
}
