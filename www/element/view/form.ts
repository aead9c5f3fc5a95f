/** The four steps: task, compute need, budget, what to check. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import type { ModelFacts } from "../engine.js";
import type { ChoiceName, Field, NumberName, Task } from "../inputs.js";
import { fields, isShown } from "../inputs.js";
import { presets } from "../presets.js";
import type { PresetName } from "../presets.js";
import { expertChanges } from "../state.js";
import { checklist } from "./checklist.js";
import { cardInput, choices, listOption, numberInput, segments, select, shownText } from "./field.js";
import { onDemand } from "./on-demand.js";
import type { Scene } from "./scene.js";
import { ruleOfThumb } from "./rule.js";
import { usedSetting } from "./scene.js";

type Step = "task" | "need" | "budget" | "check";

/** In the order of the form. */
const need: readonly (NumberName | ChoiceName)[] = [
  "modelChoice", "parameters", "method", "tokens", "users",
  "runs", "hoursPerRun", "frames", "minutesPerFrame", "terabytes", "hoursPerTerabyte", "passes", "referenceGpu",
  "memoryGib", "limit", "sharing", "efficiencyPercent", "demand", "hoursPerDay", "days",
  "rank", "sequenceTokens", "microBatch", "globalBatch", "optimizer", "recomputation", "mfuPercent",
  "promptTokens", "answerTokens", "weights", "kvCache", "minTokensPerSecond",
];

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
  const shown = need.filter((name) => isShown(name, scene.inputs, scene.mode));
  return html`${shown.map((name) => needField(scene, name))} ${scene.inputs.task === "preTraining" ? ruleOfThumb(scene) : nothing} ${keptExpert(scene)}`;
}

function needField(scene: Scene, name: NumberName | ChoiceName): TemplateResult {
  if (name === "modelChoice") return modelSelect(scene);
  if (name === "referenceGpu") return cardInput(scene, name);
  if (name === "demand" || name === "sharing") return segments(scene, name, fields[name].values);
  return isNumber(name) ? numberInput(scene, name) : select(scene, name, choices(scene, name));
}

function isNumber(name: Field): name is NumberName {
  return fields[name].kind === "number";
}

function modelSelect(scene: Scene): TemplateResult {
  const { m, facts, inputs } = scene;
  const known = facts?.models.map(modelOption) ?? [];
  const isListed = inputs.modelChoice === "bySize" || known.some(({ value }) => value === inputs.modelChoice);
  const options = isListed ? known : [...known, { value: inputs.modelChoice, label: inputs.modelChoice }];
  const group = html`
    <optgroup label=${m.builtInModels}>${options.map((option) => listOption(option, inputs.modelChoice))}</optgroup>
  `;
  return select(scene, "modelChoice", choices(scene, "modelChoice"), options.length === 0 ? nothing : group);
}

function modelOption({ id, name }: ModelFacts) {
  return { value: id, label: name };
}

function keptExpert(scene: Scene): TemplateResult | typeof nothing {
  const { m, mode, actions } = scene;
  const names = mode === "simple" ? expertChanges(scene.form, scene.currency) : [];
  if (names.length === 0) return nothing;
  const items = names.map((name) => m.expertItem(m.fields[name]?.label ?? name, expertText(scene, name)));
  return html`
    <p class="note">
      ${m.expertKept(scene.f.list(items))}
      <button type="button" part="button" class="link" @click=${() => actions.restoreSimple()}>${m.restore}</button>
    </p>
  `;
}

function expertText(scene: Scene, name: Field): string {
  const value = String(scene.inputs[name] ?? usedSetting(scene, name as NumberName) ?? scene.m.auto);
  return scene.m.choices[name]?.[value] ?? value;
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
    ${numberInput(scene, "diskGib")} ${mode === "expert" ? numberInput(scene, "egressGib") : nothing} ${checklist(scene)}
    ${onDemand(scene, "measuring", actions.openMeasuring)}
  `;
}

/** How many, and how long each, of work that was timed. */
const amounts: Partial<Record<Task, readonly [NumberName, NumberName]>> = {
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
