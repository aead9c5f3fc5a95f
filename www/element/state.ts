/**
 * The state of the form: what a job began with, what the visitor changed, and the text as typed.
 *
 * Values and functions only; knows neither the document nor wasm. A text that cannot be read stays visible while
 * the last valid value counts.
 */
import type { Bounds } from "./engine.js";
import type { ChoiceName, Field, Inputs, NumberName, Task } from "./inputs.js";
import { fields, isInside, language, isOptional, isShown, numberField } from "./inputs.js";
import type { Grammar } from "./parse.js";
import { parseNumber } from "./parse.js";
import { presetOfTask, presets } from "./presets.js";
import type { PresetName } from "./presets.js";

export type InputMode = "simple" | "expert";
type Texts = Partial<Record<NumberName, string>>;
/** Undefined: emptied by the visitor. */
export type Changes = { readonly [Name in Field]?: Inputs[Name] | undefined };

/** A task, what all tasks share, or the budget in one currency. */
type Scope = string;

export interface Form {
  readonly task: Task;
  readonly presets: Readonly<Record<Task, PresetName>>;
  /** Set by the host, for the task it started with. */
  readonly host: { readonly task: Task; readonly inputs: Partial<Inputs> };
  readonly changes: Readonly<Record<Scope, Changes>>;
  readonly texts: Readonly<Record<Scope, Texts>>;
}

export type Problem = "empty" | "number" | "currency" | "range";

/** All that a visitor can set, as plain data. */
export interface State {
  readonly mode: InputMode;
  readonly currency: string;
  readonly inputs: Inputs;
}

/** A part of it. */
export interface StateChange {
  readonly mode?: InputMode;
  readonly currency?: string;
  readonly inputs?: Partial<Inputs>;
}

/** A form at its beginning. */
export function start(preset: PresetName, host: Partial<Inputs> = {}): Form {
  const task = host.task ?? presets[preset].inputs.task;
  const given = presets[preset].inputs.task === task ? { [task]: preset } : {};
  return { task, presets: { ...presetOfTask, ...given }, host: { task, inputs: host }, changes: {}, texts: {} };
}

/** What counts: the visitor's last valid values over the host's over the preset's. */
export function inputsOf(form: Form, currency: string): Inputs {
  return merged(initialInputs(form, currency), form, currency);
}

function initialInputs({ task, presets: chosen, host }: Form, currency: string): Inputs {
  const { inputs, budget } = presets[chosen[task]] as { inputs: Inputs; budget: Record<string, number> };
  const budgetAmount = budget[currency];
  const limit = budgetAmount === undefined ? {} : { budgetAmount };
  return { ...inputs, ...limit, ...(host.task === task ? host.inputs : {}), task };
}

function merged(initial: Inputs, { task, changes }: Form, currency: string): Inputs {
  const all = { ...initial, ...changes[task], ...changes["shared"], ...changes[budgetScope(currency)] };
  const set = Object.entries(all).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as unknown as Inputs;
}

function scopeOf(field: Field, { task }: Form, currency: string): Scope {
  if (field === "budgetAmount" || field === "budgetPer") return budgetScope(currency);
  return field === "diskGib" || field === "egressGib" || field === "resumable" ? "shared" : task;
}

function budgetScope(currency: string): Scope {
  return `budget ${currency}`;
}

/** The form after typing into a number field. */
export function type(form: Form, currency: string, name: NumberName, text: string, bounds: Bounds): Form {
  const scope = scopeOf(name, form, currency);
  const texts = { ...form.texts, [scope]: { ...form.texts[scope], [name]: text } };
  const value = read(name, text, form.task, currency, bounds);
  const typed = { ...form, texts };
  return typeof value === "string" ? typed : change(typed, currency, { [name]: value.number });
}

/** The form after a choice. */
export function choose(form: Form, currency: string, name: ChoiceName | "resumable", value: string | boolean | undefined): Form {
  return name === "task" ? { ...form, task: value as Task } : change(form, currency, { [name]: value });
}

function change(form: Form, currency: string, values: Changes): Form {
  const { task = form.task, ...rest } = values;
  const { budgetPer } = inputsOf(form, currency);
  // An amount without its period means something else for the next task.
  const whole = "budgetAmount" in rest ? { budgetPer, ...rest } : rest;
  let changes = form.changes;
  for (const [name, value] of Object.entries(whole)) {
    const scope = scopeOf(name as Field, { ...form, task }, currency);
    changes = { ...changes, [scope]: { ...changes[scope], [name]: value } };
  }
  return { ...form, task, changes };
}

/** The form with values set from outside; what was typed there is forgotten. */
export function set(form: Form, currency: string, values: Changes): Form {
  const changed = change(form, currency, values);
  return { ...changed, texts: withoutTexts(changed, Object.keys(values) as Field[], currency) };
}

/** An example job in the place of what its task held, and of what all tasks share. */
export function pick(form: Form, preset: PresetName): Form {
  const { task } = presets[preset].inputs;
  const others = ([scope]: readonly [Scope, unknown]) => scope !== task && scope !== "shared" && !scope.startsWith("budget");
  return {
    task,
    presets: { ...form.presets, [task]: preset },
    host: form.host.task === task ? { task, inputs: {} } : form.host,
    changes: Object.fromEntries(Object.entries(form.changes).filter(others)),
    texts: Object.fromEntries(Object.entries(form.texts).filter(others)),
  };
}

/** Without the host's budget: it was meant in another currency. */
export function forgetHostBudget(form: Form): Form {
  const { budgetAmount: _amount, budgetPer: _per, ...inputs } = form.host.inputs;
  return { ...form, host: { ...form.host, inputs } };
}

/** Expert fields whose value differs from what Simple mode would use. */
export function expertChanges(form: Form, currency: string): Field[] {
  const inputs = inputsOf(form, currency);
  const initial = initialInputs(form, currency);
  return (Object.keys(fields) as Field[]).filter((name) => {
    const { expert } = fields[name] as { expert?: true };
    return expert === true && isShown(name, inputs, "expert") && inputs[name] !== initial[name];
  });
}

/** Whether the form has fields, or values of such, whose words come later. */
export function needsMore(form: Form, currency: string, mode: InputMode): boolean {
  return mode === "expert" || !language.includes(form.task) || expertChanges(form, currency).length > 0;
}

/** The form with the expert fields as Simple mode uses them. */
export function withoutExpertChanges(form: Form, currency: string): Form {
  const names = expertChanges(form, currency);
  const changes = Object.entries(form.changes).map(([scope, values]) => {
    const kept = Object.entries(values).filter(([name]) => !names.includes(name as Field));
    return [scope, Object.fromEntries(kept)] as const;
  });
  return { ...form, changes: Object.fromEntries(changes), texts: withoutTexts(form, names, currency) };
}

function withoutTexts(form: Form, names: readonly Field[], currency: string): Form["texts"] {
  let texts = form.texts;
  for (const name of names) {
    const scope = scopeOf(name, form, currency);
    const kept = Object.entries(texts[scope] ?? {}).filter(([typed]) => typed !== name);
    texts = { ...texts, [scope]: Object.fromEntries(kept) };
  }
  return texts;
}

/** The text as typed, or undefined where the field shows its value. */
export function typedText(form: Form, currency: string, name: NumberName): string | undefined {
  return form.texts[scopeOf(name, form, currency)]?.[name];
}

/** What is wrong with the text or the value of a number field. */
export function problemOf(form: Form, currency: string, name: NumberName, bounds: Bounds): Problem | undefined {
  const text = typedText(form, currency, name);
  if (text !== undefined) {
    const value = read(name, text, form.task, currency, bounds);
    return typeof value === "string" ? value : undefined;
  }
  const value = inputsOf(form, currency)[name];
  return value === undefined || isInside(name, value, bounds) ? undefined : "range";
}

/** The decimal that a typed text was read as; undefined where it is no number. */
export function decimalOf(name: NumberName, text: string, currency: string, bounds: Bounds): string | undefined {
  const reading = parseNumber(text, grammarOf(name, currency));
  if (!("decimal" in reading)) return undefined;
  const { billions } = numberField(name);
  const isBare = /^[\d\s.,']+$/.test(text.normalize("NFKC"));
  if (billions !== true || !isBare || isInside(name, Number(reading.decimal), bounds)) return reading.decimal;
  const inBillions = parseNumber(`${reading.decimal}b`);
  const fits = "decimal" in inBillions && isInside(name, Number(inBillions.decimal), bounds);
  return fits ? inBillions.decimal : reading.decimal;
}

function read(name: NumberName, text: string, task: Task, currency: string, bounds: Bounds): { number: number | undefined } | Problem {
  const reading = parseNumber(text, grammarOf(name, currency));
  if ("problem" in reading) {
    const isFine = reading.problem === "empty" && isOptional(name, task);
    return isFine ? { number: undefined } : reading.problem;
  }
  const number = Number(decimalOf(name, text, currency, bounds));
  return isInside(name, number, bounds) ? { number } : "range";
}

/** Unit words that people repeat after the number. */
const units: Partial<Record<NumberName, readonly string[]>> = {
  diskGib: ["GiB", "G"],
  egressGib: ["GiB", "G"],
  memoryGib: ["GiB", "G"],
  hoursPerRun: ["小时", "hours", "h"],
  hoursPerTerabyte: ["小时", "hours", "h"],
  minutesPerFrame: ["分钟", "minutes", "min"],
  terabytes: ["TB", "T"],
  ruleTflops: ["TFLOPS", "T"],
  efficiencyPercent: ["%"],
  tokens: ["tokens", "token"],
  hoursPerDay: ["小时", "hours", "h"],
  days: ["天", "days", "d"],
  mfuPercent: ["%"],
};

function grammarOf(name: NumberName, currency: string): Grammar {
  if (name === "budgetAmount") return { currency };
  const words = units[name];
  return words === undefined ? {} : { units: words };
}
