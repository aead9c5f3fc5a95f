/** Fields of the panel: a number, a moment, a choice, each with what is wrong with it. */
import type { TemplateResult } from "lit";
import type { View } from "./panel.js";
import { isMoney, textOf } from "./typed.js";
import type { Fault, NumberName } from "./typed.js";

type Content = TemplateResult | symbol;

/** A number with its unit; `path` is how core names it where that is another name. */
export function number(view: View, name: NumberName, path: string = name): TemplateResult {
  const { kit: { html, live, nothing }, words, typed, scene, set } = view;
  const [label = "", unit = ""] = words.fields[name];
  const shownUnit = isMoney(name) ? `${scene.currency}${unit}` : unit;
  const id = idOf(name);
  const sentence = faultOf(view, name, path);
  return html`
    <div class="field" part="field">
      <div class="label"><label for=${id}>${label}<span class="hidden"> (${shownUnit})</span></label></div>
      <div class="box">
        <input
          part="input" id=${id} name=${id} type="text" inputmode="decimal" autocomplete="off" spellcheck="false"
          .value=${live(textOf(scene, typed, name))} aria-invalid=${sentence === "" ? nothing : "true"} aria-describedby="${id}-fault"
          @input=${(event: Event) => set({ texts: { ...typed.texts, [name]: (event.target as HTMLInputElement).value } })}
        /><span class="unit" aria-hidden="true">${shownUnit}</span>
      </div>
      ${fault(view, id, sentence)}
    </div>
  `;
}

/** A moment on the visitor's clock. */
export function moment(view: View, path: string, label: string, value: string, set: (value: string) => void): TemplateResult {
  const { kit: { html, live, nothing } } = view;
  const id = idOf(path);
  const sentence = issueOf(view, path);
  return html`
    <div class="field" part="field">
      <div class="label"><label for=${id}>${label}</label></div>
      <div class="box">
        <input
          part="input" id=${id} name=${id} type="datetime-local" step=${value.length > 16 ? "1" : nothing} .value=${live(value)} aria-invalid=${sentence === "" ? nothing : "true"}
          aria-describedby="${id}-fault" @change=${(event: Event) => set((event.target as HTMLInputElement).value)}
        />
      </div>
      ${fault(view, id, sentence)}
    </div>
  `;
}

export function choice({ kit: { html } }: View, path: string, label: string, options: Content | readonly Content[], set: (value: string) => void): TemplateResult {
  const id = idOf(path);
  return html`
    <div class="field" part="field">
      <div class="label"><label for=${id}>${label}</label></div>
      <div class="box"><select part="input" id=${id} name=${id} @change=${(event: Event) => set((event.target as HTMLSelectElement).value)}>${options}</select></div>
    </div>
  `;
}

export function tick({ kit: { html, live } }: View, path: string, label: string, isOn: boolean, set: (isOn: boolean) => void): TemplateResult {
  const id = idOf(path);
  return html`
    <label class="switch">
      <input type="checkbox" name=${id} .checked=${live(isOn)} @change=${(event: Event) => set((event.target as HTMLInputElement).checked)} /><span>${label}</span>
    </label>
  `;
}

/** What is wrong, in a sentence; empty where nothing is. */
export function faultOf(view: View, name: NumberName, path: string): string {
  const reading = view.number(name);
  return reading !== undefined && "fault" in reading ? sentenceOf(view, reading.fault) : issueOf(view, path);
}

function sentenceOf({ words, scene: { f, currency } }: View, fault: Fault): string {
  if (fault === "currency") return words.currency(currency);
  if (fault === "number") return words.number;
  const [min, max] = [f.digits(String(fault.min)), f.digits(String(fault.max))];
  return fault.whole ? words.whole(min, max) : words.range(min, max);
}

function issueOf({ words, issues }: View, path: string): string {
  const issue = issues.get(path);
  return issue === undefined ? "" : (words.issues[issue.code] ?? words.issue(issue.code));
}

function fault({ kit: { html } }: View, id: string, sentence: string): TemplateResult {
  return html`<p class="fault" id="${id}-fault" ?hidden=${sentence === ""}>${sentence}</p>`;
}

/** `runs[0].start` → `bill-runs-0-start`. */
function idOf(path: string): string {
  return `bill-${path.replaceAll(/[[\].]+/g, "-")}`;
}
