/** What the visitor says of a rental: how it was paid, when it ran, what was kept. */
import type { TemplateResult } from "lit";
import { choice, moment, number, tick } from "./field.js";
import type { View } from "./panel.js";
import { isTerm } from "./request.js";
import { kept } from "./typed.js";
import type { Run, RunKind } from "./typed.js";

/** Rows that are shown. */
const ROWS = 40;

export function rentalForm(view: View): TemplateResult {
  const { kit: { html, nothing, live }, words, rental: { offer, mode, end }, typed, set } = view;
  const modes = offer.modes.map((sold) => html`<option value=${sold} .selected=${live(sold === mode)}>${words.modes[sold] ?? sold}</option>`);
  const refused = view.issues.get("payment");
  return html`
    <div class="bill-fields">
      ${choice(view, "mode", words.payment, modes, (mode) => set({ mode }))} ${number(view, "units")} ${isTerm(mode) ? number(view, "payment.terms.count") : nothing}
      ${moment(view, "end", words.end, end, (end) => set({ end }))}
    </div>
    ${view.scene.comparison?.best?.mode === "mixed" ? html`<p class="muted">${words.mixed}</p>` : nothing}
    ${refused === undefined ? nothing : html`<p class="fault">${words.issues[refused.code]}</p>`}
    ${isTerm(mode) ? tick(view, "canceled", words.canceled, typed.isCanceled, (isCanceled) => set({ isCanceled })) : nothing}
    ${runsForm(view)}
    <details class="more">
      <summary>${words.kept}</summary>
      <div class="bill-group">
        <div class="bill-fields">${kept.map((name) => number(view, name))}</div>
        ${tick(view, "trial", words.trial, typed.isTrial, (isTrial) => set({ isTrial }))}
      </div>
    </details>
  `;
}

function runsForm(view: View): TemplateResult {
  const { kit: { html, nothing }, words, scene: { f }, rental: { runs }, set } = view;
  const change = (index: number, part: Partial<Run>) => set({ runs: runs.map((run, at) => (at === index ? { ...run, ...part } : run)) });
  const add = () => set({ runs: [...runs, { start: runs.at(-1)?.end ?? "", end: "", kind: "work" }] });
  return html`
    <details class="more" ?open=${[...view.issues.keys()].some((path) => path.startsWith("runs"))}>
      <summary>${words.runs(f.count(runs.length))}</summary>
      <div class="bill-group">
        ${runs.slice(0, ROWS).map((run, index) => runRow(view, run, index, (part) => change(index, part)))}
        ${runs.length > ROWS ? html`<p class="muted">${words.rest(f.count(runs.length - ROWS))}</p>` : nothing}
        <div><button type="button" part="button" class="secondary small" data-add-run @click=${add}>${words.addRun}</button></div>
      </div>
    </details>
  `;
}

function runRow(view: View, { start, end, kind }: Run, index: number, change: (part: Partial<Run>) => void): TemplateResult {
  const { kit: { html, nothing, live }, words, rental: { runs }, set } = view;
  const kinds = (["work", "reclaimed", "noGpu"] as const).map((each) => html`<option value=${each} .selected=${live(each === kind)}>${words.runKinds[each]}</option>`);
  const remove = html`
    <button type="button" part="button" class="secondary small" aria-label=${words.removeRun(index + 1)} @click=${() => set({ runs: runs.filter((_, at) => at !== index) })}>✕</button>
  `;
  return html`
    <div class="bill-run" role="group" aria-label=${words.run(index + 1)}>
      ${moment(view, `runs[${index}].start`, words.start, start, (start) => change({ start }))} ${moment(view, `runs[${index}].end`, words.stop, end, (end) => change({ end }))}
      ${choice(view, `runs[${index}].kind`, words.runKind, kinds, (kind) => change({ kind: kind as RunKind }))} ${runs.length < 2 ? nothing : remove}
    </div>
  `;
}
