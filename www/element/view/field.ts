/** Form fields: a label, the control, the value as it was read, and what is wrong with it. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { ifDefined } from "lit/directives/if-defined.js";
import { live } from "lit/directives/live.js";
import type { ChoiceName, NumberName } from "../inputs.js";
import { boundOf, isOptional, numberField } from "../inputs.js";
import { decimalOf, problemOf, typedText } from "../state.js";
import type { Scene } from "./scene.js";
import { boundsOf, usedSetting } from "./scene.js";

type Content = TemplateResult | typeof nothing | string;

export interface Option {
  readonly value: string;
  readonly label: string;
}

/** Fields of which two stand side by side. */
const short: ReadonlySet<string> = new Set([
  "hoursPerDay", "days", "microBatch", "globalBatch", "promptTokens", "sharedTokens", "answerTokens", "weights", "kvCache", "minTokensPerSecond",
  "width", "height", "videoFrames", "steps", "runs", "hoursPerRun", "frames", "minutesPerFrame", "terabytes", "hoursPerTerabyte",
]);

function isShort(name: NumberName | ChoiceName): boolean {
  return short.has(name);
}

/** A number, typed as people write numbers. */
export function numberInput(scene: Scene, name: NumberName, beside: Content = nothing): TemplateResult {
  const { m, actions } = scene;
  const { label, unit = "" } = m.fields[name] ?? { label: name };
  const text = shownText(scene, name);
  const fault = faultOf(scene, name);
  const sign = name === "budgetAmount" ? scene.currency : unit;
  return html`
    <div class="field ${isShort(name) ? "short" : ""}" part="field">
      <div class="label">
        <label for=${name}>${label}${sign === "" ? nothing : html`<span class="hidden"> (${sign})</span>`}</label>
        <span class="echo" id="${name}-echo">${fault === undefined ? echo(scene, name, text) : nothing}</span>
      </div>
      <div class="row">
        <div class="box">
          <input
            part="input" id=${name} name=${name} type="text" inputmode="decimal" autocomplete="off" spellcheck="false"
            .value=${live(text)} placeholder=${placeholder(scene, name)}
            aria-invalid=${ifDefined(fault === undefined ? undefined : "true")}
            aria-describedby="${name}-echo ${name}-fault"
            @input=${(event: Event) => actions.type(name, (event.target as HTMLInputElement).value)}
          /><span class="unit" aria-hidden="true">${sign}</span>
        </div>
        ${beside}
      </div>
      <p class="fault" id="${name}-fault" ?hidden=${fault === undefined}>${fault}</p>
    </div>
  `;
}

/** One of a few, as a list. */
export function select(scene: Scene, name: ChoiceName, options: readonly Option[], more: Content = nothing): TemplateResult {
  const { m, actions } = scene;
  return html`
    <div class="field ${isShort(name) ? "short" : ""}" part="field">
      <div class="label"><label for=${name}>${m.fields[name]?.label}</label></div>
      <div class="box">
        <select part="input" id=${name} name=${name} @change=${(event: Event) => actions.choose(name, (event.target as HTMLSelectElement).value)}>
          ${options.map((option) => listOption(option, chosen(scene, name)))} ${more}
        </select>
      </div>
    </div>
  `;
}

export function listOption({ value, label }: Option, current: string): TemplateResult {
  return html`<option value=${value} .selected=${live(value === current)}>${label}</option>`;
}

/** One of two or three, side by side. */
export function segments(scene: Scene, name: ChoiceName, values: readonly string[]): TemplateResult {
  const { m, actions } = scene;
  const current = chosen(scene, name);
  return html`
    <fieldset class="segments" part="field">
      <legend class="hidden">${m.fields[name]?.label}</legend>
      ${values.map(
        (value) => html`
          <label>
            <input type="radio" name=${name} value=${value} .checked=${live(value === current)} @change=${() => actions.choose(name, value)} />
            <span>${m.choices[name]?.[value]}</span>
          </label>
        `,
      )}
    </fieldset>
  `;
}

/** The choices of a field in the words of the language. */
export function choices({ m }: Scene, name: ChoiceName): Option[] {
  return Object.entries(m.choices[name] ?? {}).map(([value, label]) => ({ value, label }));
}

function chosen(scene: Scene, name: ChoiceName): string {
  return String(scene.inputs[name] ?? usedSetting(scene, name) ?? "");
}

/** As typed; else the value in force, which for an untouched setting is what core used. */
export function shownText(scene: Scene, name: NumberName): string {
  const typed = typedText(scene.form, scene.currency, name);
  if (typed !== undefined) return typed;
  const value = scene.inputs[name] ?? usedSetting(scene, name);
  return typeof value === "number" ? scene.f.entry(value, numberField(name).style) : "";
}

function placeholder(scene: Scene, name: NumberName): string {
  if (!isOptional(name, scene.inputs.task)) return "";
  if (name === "budgetAmount") return scene.m.noLimit;
  if (name === "memoryGib") return scene.m.anyMemory;
  const used = usedSetting(scene, name);
  return typeof used === "number" ? scene.f.entry(used, numberField(name).style) : scene.m.auto;
}

/** How the text was read, unless it says so itself. */
function echo(scene: Scene, name: NumberName, text: string): Content {
  const decimal = decimalOf(name, text, scene.currency, boundsOf(scene));
  const isPlain = decimal === undefined || decimal === text.trim();
  return isPlain ? nothing : scene.m.echo(text.trim(), scene.f.digits(decimal));
}

/** What is wrong and what is expected, in a sentence or two. */
export function faultOf(scene: Scene, name: NumberName): string | undefined {
  const { m, f, form, currency } = scene;
  const problem = problemOf(form, currency, name, boundsOf(scene));
  if (problem === undefined) return isRefused(scene, name) ? m.problems.combination : undefined;
  const value = scene.inputs[name];
  const still = value === undefined || typedText(form, currency, name) === undefined ? "" : m.stillUsing(f.count(value));
  return m.sentences([problem === "range" ? outside(scene, name) : sentence(scene, name, problem), still]);
}

function sentence({ m, currency }: Scene, name: NumberName, problem: "empty" | "number" | "currency"): string {
  if (problem === "currency") return m.problems.currency(currency);
  return m.problems[problem](m.fields[name]?.example ?? "1");
}

function outside(scene: Scene, name: NumberName): string {
  const bound = boundsOf(scene).get(boundOf(name));
  if (bound === undefined) return scene.m.problems.combination;
  const { f, m } = scene;
  return m.problems[bound.whole ? "whole" : "range"](f.digits(String(bound.min)), f.digits(String(bound.max)));
}

/** Whether core refused the value: the last name of an error's path is the field's. */
function isRefused({ refusals }: Scene, name: NumberName): boolean {
  return refusals.some(({ path }) => path.split(".").at(-1) === boundOf(name));
}
