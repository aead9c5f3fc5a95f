/** A demand curve as text: pasted, dropped or chosen, never sent anywhere. */
import type { TemplateResult } from "lit";
import type { Issue } from "../engine.js";
import type { View } from "./panel.js";
import type { Typed } from "./typed.js";

/** Bytes of a file that is read: three years of minutes with times take less. */
const MOST_BYTES = 100_000_000;
/** Characters from which on a text is not laid out for editing, which takes browsers seconds. */
const LONG = 100_000;
/** Faults that are listed at most. */
const MOST = 8;
const clocks = new Set(["csv-gap", "csv-duplicate", "csv-step"]);

export function csvForm(view: View): TemplateResult {
  const { kit: { html, live, nothing }, words, typed, csv, set, scene: { f } } = view;
  const hasFault = csv.issues.length > 0 || typed.isTooLarge;
  const write = (csv: string) => set({ csv, isTooLarge: false });
  const take = async (file: File | undefined | null) => {
    if (!file) return;
    if (file.size > MOST_BYTES) set({ csv: "", isTooLarge: true });
    else write(await file.text());
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    over(event, false);
    void take(event.dataTransfer?.files[0]);
  };
  /** A long text goes past the field, in which it would be laid out first. */
  const paste = (event: ClipboardEvent) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length < LONG) return;
    event.preventDefault();
    write(text);
  };
  const option = (minutes: Typed["slotMinutes"]) => html`<option value=${minutes} .selected=${live(minutes === typed.slotMinutes)}>${words.slotMinutes(minutes)}</option>`;
  const area = html`
    <textarea
      id="plan-csv" name="planCsv" spellcheck="false" autocomplete="off" placeholder="slot,gpus&#10;0,3&#10;1,8" .value=${live(typed.csv)} aria-invalid=${hasFault ? "true" : nothing}
      aria-describedby="plan-csv-hint plan-csv-facts plan-csv-fault" @input=${(event: Event) => write((event.target as HTMLTextAreaElement).value)}
      @dragover=${(event: DragEvent) => over(event, true)} @dragleave=${(event: DragEvent) => over(event, false)} @drop=${drop} @paste=${paste}
    ></textarea>
  `;
  const clear = html`<div><button id="plan-csv" type="button" part="button" class="secondary small" aria-describedby="plan-csv-facts plan-csv-fault" @click=${() => write("")}>${words.csvClear}</button></div>`;
  return html`
    <div class="field" part="field">
      <div class="label"><label for="plan-csv">${words.csvLabel}</label></div>
      <p class="muted" id="plan-csv-hint">${words.csvHint}</p>
      ${typed.csv.length < LONG ? area : clear}
      <p class="muted" id="plan-csv-facts">${csv.rows === undefined ? nothing : words.csvFacts(f.count(csv.rows), f.count(csv.peak ?? 0))}</p>
      <div class="fault" id="plan-csv-fault" ?hidden=${!hasFault}>${typed.isTooLarge ? html`<p>${words.csvTooLarge(f.count(MOST_BYTES / 1e6))}</p>` : faults(view, csv.issues)}</div>
    </div>
    <div class="plan-fields">
      <div class="field" part="field">
        <div class="label"><label for="plan-file">${words.csvFile}</label></div>
        <input id="plan-file" type="file" accept=".csv,.tsv,.txt,text/csv" @change=${(event: Event) => void take((event.target as HTMLInputElement).files?.[0])} />
      </div>
      <div class="field" part="field">
        <div class="label"><label for="plan-slot">${words.csvSlot}</label></div>
        <div class="box"><select part="input" id="plan-slot" name="planSlot" @change=${(event: Event) => set({ slotMinutes: Number((event.target as HTMLSelectElement).value) as Typed["slotMinutes"] })}>
          ${([60, 30, 15, 1] as const).map(option)}
        </select></div>
      </div>
    </div>
  `;
}

function over(event: DragEvent, isOver: boolean): void {
  event.preventDefault();
  (event.currentTarget as HTMLElement).classList.toggle("over", isOver);
}

function faults({ kit: { html, nothing }, words, scene: { f } }: View, issues: readonly Issue[]): TemplateResult {
  const hasClock = issues.some(({ code, path }) => clocks.has(code) && path !== "slot");
  const line = ({ line = 0, path, code, got }: Issue) => {
    const what = words.csvFaults[code] ?? code;
    return html`<li>${words.csvLine(f.count(line), path, got === undefined || code === "csv-gap" ? what : `${what} (${got})`)}</li>`;
  };
  return html`
    <ul>${issues.slice(0, MOST).map(line)}</ul>
    ${issues.length <= MOST ? nothing : html`<p>${words.moreFaults(f.count(issues.length - MOST))}</p>`}
    ${hasClock ? html`<p>${words.csvClock}</p>` : nothing}
  `;
}
