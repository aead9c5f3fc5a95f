/** The four steps: task, compute need, budget, what to check. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { ChoiceName, Field, NumberName, Task } from "../inputs.js";
import { fields, isShown, language } from "../inputs.js";
import { isLoaded } from "../on-demand.js";
import { presets } from "../presets.js";
import type { PresetName } from "../presets.js";
import { checklist } from "./checklist.js";
import { choices, listOption, numberInput, segments, select, shownText } from "./field.js";
import { folded, moreNotThere, onDemand } from "./on-demand.js";
import type { Scene } from "./scene.js";

type Step = "task" | "need" | "budget" | "check";

/** Fields of other steps, or with a place of their own. */
const elsewhere: ReadonlySet<Field> = new Set(["task", "modelCode", "ruleTflops", "tokensPerDay", "budgetAmount", "budgetPer", "diskGib", "egressGib", "resumable"]);
const need = (Object.keys(fields) as (NumberName | ChoiceName)[]).filter((name) => !elsewhere.has(name));

export function form(scene: Scene): TemplateResult {
  return html`
    <form part="form" class="form" novalidate autocomplete="off" @submit=${(event: Event) => event.preventDefault()}>
      ${step(scene, "task", scene.m.tasks[scene.inputs.task], taskStep(scene))}
      ${step(scene, "need", needSummary(scene), needStep(scene))}
      ${step(scene, "budget", budgetSummary(scene), budgetStep(scene))}
      ${step(scene, "check", checkSummary(scene), checkStep(scene))}
    </form>
  `;
}

function step({ m, isNarrow }: Scene, name: Step, summary: string, content: TemplateResult): TemplateResult {
  return html`
    <details class="step" ?open=${!isNarrow || name !== "check"} data-step=${name}>
      <summary><span class="step-title">${m.steps[name]}</span><span class="step-summary">${summary}</span></summary>
      <div class="step-body" role="group" aria-label=${m.steps[name]}>${content}</div>
    </details>
  `;
}

function taskStep(scene: Scene): TemplateResult {
  const { m, inputs, actions } = scene;
  const tile = (task: Task) => html`
    <label class="tile" title=${m.taskHints[task]}>
      <input type="radio" name="task" value=${task} .checked=${live(task === inputs.task)} @change=${() => actions.choose("task", task)} />
      <span>${m.tasks[task]}</span>
    </label>
  `;
  const chip = (preset: string) => html`
    <button type="button" part="button" class="chip" @click=${() => actions.pick(preset as PresetName)}>
      ${m.presets[preset as PresetName]}
    </button>
  `;
  return html`
    <fieldset class="tiles"><legend class="hidden">${m.fields["task"]?.label}</legend>${fields.task.values.map(tile)}</fieldset>
    <div class="chips" role="group" aria-label=${m.examples}><span aria-hidden="true">${m.examples}</span>${Object.keys(presets).map(chip)}</div>
  `;
}

function needStep(scene: Scene): TemplateResult {
  const { inputs, more, visual, isWaiting } = scene;
  if (isWaiting || !(isLoaded(more) || language.includes(inputs.task))) return moreNotThere(scene, more === "failed" || (isWaiting && visual === "failed"));
  const shown = need.filter((name) => isShown(name, inputs, "simple"));
  return html`
    ${shown.map((name) => needField(scene, name))} ${inputs.task === "preTraining" ? folded(scene, "rule") : nothing}
    ${scene.mode === "expert" ? expertFields(scene) : isLoaded(more) ? more.kept(scene) : nothing}
  `;
}

function expertFields(scene: Scene): TemplateResult {
  const { m, inputs, more } = scene;
  const shown = need.filter((name) => isExpert(name) && isShown(name, inputs, "expert"));
  if (shown.length === 0) return html``;
  return html`
    <details class="more" open>
      <summary>${m.expertSettings}</summary>
      <div class="step-body">${isLoaded(more) ? shown.map((name) => needField(scene, name)) : moreNotThere(scene)}</div>
    </details>
  `;
}

function needField(scene: Scene, name: NumberName | ChoiceName): TemplateResult | typeof nothing {
  if (name === "modelChoice") return modelSelect(scene);
  if (name === "referenceGpu") return isLoaded(scene.more) ? scene.more.card(scene) : nothing;
  if (name === "videoFrames" && !isVideo(scene)) return nothing;
  if (name === "demand" || name === "sharing" || name === "itemsPer") return segments(scene, name, fields[name].values);
  return isNumber(name) ? numberInput(scene, name) : select(scene, name, choices(scene, name));
}

function isVideo({ inputs, visual }: Scene): boolean {
  return isLoaded(visual) && visual.some(({ id, frames }) => id === inputs.modelChoice && frames > 1);
}

function isExpert(name: Field): boolean {
  return (fields[name] as { expert?: true }).expert === true;
}

function isNumber(name: Field): name is NumberName {
  return fields[name].kind === "number";
}

function modelSelect(scene: Scene): TemplateResult {
  const { m, more, inputs } = scene;
  const { task, modelChoice } = inputs;
  if (task === "generation") return isLoaded(more) ? more.model(scene) : html``;
  const own = choices(scene, "modelChoice").filter(({ value }) => value !== "config" || modelChoice === "config");
  const known = scene.facts?.models.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const isListed = [...own, ...known].some(({ value }) => value === modelChoice);
  const options = isListed ? known : [...known, { value: modelChoice, label: modelChoice }];
  const group = html`
    <optgroup label=${m.builtInModels}>${options.map((option) => listOption(option, modelChoice))}</optgroup>
  `;
  return html`${select(scene, "modelChoice", own, options.length === 0 ? nothing : group)} ${folded(scene, "ownModel")}`;
}

function budgetStep(scene: Scene): TemplateResult {
  return numberInput(scene, "budgetAmount", segments(scene, "budgetPer", fields.budgetPer.values));
}

function checkStep(scene: Scene): TemplateResult {
  const { m, inputs, actions, mode } = scene;
  const toggle = (event: Event) => actions.choose("resumable", (event.target as HTMLInputElement).checked);
  return html`
    <div class="field" part="field">
      <label class="switch">
        <input type="checkbox" name="resumable" aria-describedby="resumable-hint" .checked=${live(inputs.resumable)} @change=${toggle} />
        <span>${m.fields["resumable"]?.label}</span>
      </label>
      <p class="hint" id="resumable-hint">${m.fields["resumable"]?.hint}</p>
    </div>
    ${numberInput(scene, "diskGib")} ${mode === "expert" && isLoaded(scene.more) ? numberInput(scene, "egressGib") : nothing} ${checklist(scene)}
    ${onDemand(scene, "measuring")}
  `;
}

/** How many, and how long each, of work that was timed. */
const amounts: Partial<Record<Task, readonly [NumberName, NumberName]>> = {
  generation: ["items", "steps"],
  simulation: ["runs", "hoursPerRun"],
  rendering: ["frames", "minutesPerFrame"],
  dataProcessing: ["terabytes", "hoursPerTerabyte"],
};

function withUnit(scene: Scene, name: NumberName): string {
  return `${shownText(scene, name)} ${scene.m.fields[name]?.unit ?? ""}`;
}

function needSummary(scene: Scene): string {
  const { m, inputs, facts } = scene;
  const { task, modelChoice, method, demand } = inputs;
  const known = facts?.models.find(({ id }) => id === modelChoice)?.name ?? modelChoice;
  const hours = m.hoursTimesDays(shownText(scene, "hoursPerDay"), shownText(scene, "days"));
  const time = task !== "inference" && demand === "untilDone" ? m.choices["demand"]?.["untilDone"] : hours;
  const timed = amounts[task];
  return m.needSummary(
    [
      timed !== undefined ? m.amountTimes(withUnit(scene, timed[0]), withUnit(scene, timed[1]))
        : modelChoice === "bySize" ? shownText(scene, "parameters") : known,
      task === "fineTuning" ? m.choices["method"]?.[method] : undefined,
      task === "inference" ? m.atOnce(shownText(scene, "users")) : undefined,
      time,
    ].filter((part) => part !== undefined),
  );
}

function budgetSummary(scene: Scene): string {
  const { m, f, inputs } = scene;
  if (inputs.budgetAmount === undefined) return m.noLimit;
  return m.needSummary([f.headline(String(inputs.budgetAmount)), m.choices["budgetPer"]?.[inputs.budgetPer] ?? ""]);
}

function checkSummary(scene: Scene): string {
  return scene.m.diskSummary(shownText(scene, "diskGib"), scene.inputs.resumable);
}
