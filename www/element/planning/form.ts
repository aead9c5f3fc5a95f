/** What the visitor sets: when cards are needed and how many, what may be interrupted, what is uncertain. */
import type { TemplateResult } from "lit";
import { interruptibleCards, mayUseSpot, peakCards, weighsSpot } from "./cards.js";
import { csvForm } from "./csv.js";
import type { View } from "./panel.js";
import { numberOf, shownText, tabs } from "./typed.js";
import type { NumberName, PhaseTexts, Reading, Unit } from "./typed.js";
import { weekForm } from "./week.js";

type Content = TemplateResult | symbol;

export function form(view: View): TemplateResult {
  const { kit: { html, nothing, live }, words, typed, set } = view;
  const tab = (name: (typeof tabs)[number]) => html`
    <label><input type="radio" name="planTab" value=${name} .checked=${live(name === typed.tab)} @change=${() => set({ tab: name })} /><span>${words.tabs[name]}</span></label>
  `;
  const extras = (["trialHours", "trialCards", "endDay", "refundPercent"] as const).map((name) => number(view, name));
  return html`
    <div class="plan-group" role="group" aria-label=${words.demand}>
      <fieldset class="segments"><legend class="hidden">${words.demand}</legend>${tabs.map(tab)}</fieldset>
      ${demandForm(view)}
      <div class="plan-fields">${startDate(view)} ${number(view, "interruptiblePercent")} ${risks(view)}</div>
      ${interruptible(view)}
      ${typed.tab === "csv" ? nothing : scenarios(view)} ${flag(view, "planUnforeseen", "isUnforeseen", words.unforeseen)}
      <details class="more"><summary>${words.extras}</summary><p class="muted">${words.extrasHint}</p><div class="plan-fields">${extras}</div></details>
    </div>
  `;
}

/** What interruptions are like. */
function risks(view: View): Content[] {
  if (!mayUseSpot(view)) return [];
  const names = ["betweenHours", "checkpointMinutes", "restartMinutes"] as const;
  const against = weighsSpot(view) ? (["availablePercent", "deadlineHours"] as const) : [];
  return [...names, ...against].map((name) => number(view, name));
}

/** What becomes of the share that may be interrupted. */
function interruptible(view: View): Content {
  const { kit: { html, nothing }, words, scene: { f }, cardsPerUnit, typed: { tab } } = view;
  const share = numberOf(view.number("interruptiblePercent")) ?? 0;
  if (share === 0) return nothing;
  if (view.sold.spot === undefined) return html`<p class="note" part="plan-share" aria-live="polite">${words.noSpot}</p>`;
  const [peak, cards] = [peakCards(view), interruptibleCards(view)];
  const percent = (share: number) => `${f.entry(share, "plain")}%`;
  const isKnown = peak !== undefined && peak > 0 && cards !== undefined;
  const isRounded = isKnown && 100 * cards !== peak * share;
  const count = isKnown ? words.shareCards(tab !== "simple", percent(share), f.count(peak), f.count(cards), isRounded) : "";
  const none = isKnown && cards === 0 ? words.shareNone(percent(Math.ceil((100 * cardsPerUnit) / peak))) : "";
  return html`<p class="muted" part="plan-share" aria-live="polite">${count}${none} ${mayUseSpot(view) ? words.interruptHint : nothing}</p>`;
}

function demandForm(view: View): Content {
  const { kit: { html } } = view;
  switch (view.typed.tab) {
    case "simple":
      return html`<div class="plan-fields">${(["cards", "hours", "days"] as const).map((name) => number(view, name))}</div>`;
    case "week":
      return html`${weekForm(view)}<div class="plan-fields">${number(view, "weeks")}</div>`;
    case "phases":
      return phasesForm(view);
    case "csv":
      return csvForm(view);
  }
}

function startDate({ kit: { html, live }, words, typed, set }: View): TemplateResult {
  const change = (event: Event) => {
    const { value } = event.target as HTMLInputElement;
    if (value !== "") set({ start: value });
  };
  return html`
    <div class="field" part="field">
      <div class="label"><label for="plan-start">${words.start}</label></div>
      <div class="box"><input part="input" id="plan-start" name="planStart" type="date" .value=${live(typed.start)} @change=${change} /></div>
    </div>
  `;
}

function number(view: View, name: NumberName): TemplateResult {
  const { words, typed, scene, set } = view;
  const text = shownText(scene, typed, name);
  return entry(view, `plan-${name}`, words.fields[name], words.units[name], text, view.number(name), (value) => set({ texts: { ...typed.texts, [name]: value } }));
}

/** A number with its unit, and what is wrong with it. */
function entry({ kit: { html, live, nothing }, scene: { f }, words }: View, id: string, label: string, unit: string, text: string, reading: Reading, set: (text: string) => void): TemplateResult {
  const fault = reading !== undefined && "fault" in reading ? reading.fault : undefined;
  const sentence = fault === undefined ? "" : fault.kind === "number" ? words.number("8") : words.range(f.count(fault.min), f.count(fault.max));
  return html`
    <div class="field" part="field">
      <div class="label"><label for=${id}>${label}<span class="hidden"> (${unit})</span></label></div>
      <div class="box">
        <input
          part="input" id=${id} name=${id} type="text" inputmode="decimal" autocomplete="off" spellcheck="false"
          .value=${live(text)} aria-invalid=${fault === undefined ? nothing : "true"} aria-describedby="${id}-fault"
          @input=${(event: Event) => set((event.target as HTMLInputElement).value)}
        /><span class="unit" aria-hidden="true">${unit}</span>
      </div>
      <p class="fault" id="${id}-fault" ?hidden=${fault === undefined}>${sentence}</p>
    </div>
  `;
}

function phasesForm(view: View): TemplateResult {
  const { kit: { html, live, nothing }, words, typed: { phases }, set } = view;
  const change = (index: number, part: Partial<PhaseTexts>) => set({ phases: phases.map((phase, at) => (at === index ? { ...phase, ...part } : phase)) });
  const row = (phase: PhaseTexts, index: number) => {
    const readings = view.phase(index);
    const id = (part: string) => `plan-phase-${index}-${part}`;
    const unit = html`
      <div class="field" part="field">
        <div class="label"><label for=${id("unit")}>${words.phaseUnit}</label></div>
        <div class="box"><select part="input" id=${id("unit")} @change=${(event: Event) => change(index, { unit: (event.target as HTMLSelectElement).value as Unit })}>
          ${(["days", "weeks", "months"] as const).map((each) => html`<option value=${each} .selected=${live(each === phase.unit)}>${words.lengths[each]}</option>`)}
        </select></div>
      </div>
    `;
    const remove = html`<button type="button" part="button" class="secondary small" aria-label=${words.removePhase(index + 1)} @click=${() => set({ phases: phases.filter((_, at) => at !== index) })}>✕</button>`;
    return html`
      <div class="phase" role="group" aria-label=${words.phase(index + 1)}>
        ${entry(view, id("length"), words.phaseLength, words.lengths[phase.unit], phase.length, readings.length, (length) => change(index, { length }))} ${unit}
        ${entry(view, id("cards"), words.fields.cards, words.units.cards, phase.cards, readings.cards, (cards) => change(index, { cards }))}
        ${entry(view, id("hours"), words.fields.hours, words.units.hours, phase.hours, readings.hours, (hours) => change(index, { hours }))}
        ${phases.length < 2 ? nothing : remove}
      </div>
    `;
  };
  const add = () => set({ phases: [...phases, phases.at(-1) ?? { length: "1", unit: "weeks", hours: "24", cards: "1" }] });
  return html`${phases.map(row)}<div><button type="button" part="button" class="secondary small" @click=${add}>${words.addPhase}</button></div>`;
}

function scenarios(view: View): TemplateResult {
  const { kit: { html, nothing }, words, typed, scene: { f } } = view;
  const [low, high] = [numberOf(view.number("lowPercent")), numberOf(view.number("highPercent"))];
  const peaks = low === undefined || high === undefined ? [] : [low, 100, high].map((percent) => peakCards(view, percent));
  const [few, likely, many] = peaks.map((cards) => (cards === undefined ? undefined : f.count(cards)));
  const isKnown = few !== undefined && likely !== undefined && many !== undefined;
  const shares = html`
    <p class="muted" id="plan-scenarios-hint">${words.scenariosHint}</p>
    <div class="plan-fields">${(["lowPercent", "highPercent"] as const).map((name) => number(view, name))}</div>
    ${isKnown ? html`<p class="muted" part="plan-cases" aria-live="polite">${words.scenarioCards(typed.tab !== "simple", few, likely, many)}</p>` : nothing}
  `;
  return html`
    ${flag(view, "planUncertain", "isUncertain", words.scenarios)} ${typed.isUncertain ? shares : nothing}
  `;
}

function flag({ kit: { html, live }, typed, set }: View, name: string, value: "isUncertain" | "isUnforeseen", label: string): TemplateResult {
  const change = (event: Event) => set({ [value]: (event.target as HTMLInputElement).checked });
  return html`<label class="switch"><input type="checkbox" name=${name} .checked=${live(typed[value])} @change=${change} /><span>${label}</span></label>`;
}
