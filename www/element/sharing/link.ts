/**
 * The form as a text that people can read, `1.currency=CNY,parameters=13B,hours=8`: only what is not as usual, under a version.
 *
 * Whatever the text is, reading it fails nowhere: a value that the form could not hold is left out and named.
 */
import type { Bounds } from "../engine.js";
import type { Field, Inputs, NumberName, Task } from "../inputs.js";
import type { InputMode, State } from "../state.js";
import type { Kit } from "../sharing.js";
import { aliases, budgets, defaults, keys } from "./version1.js";

export type LinkKit = Pick<Kit, "fields" | "isInside" | "isOptional" | "isShown" | "parseNumber"> & {
  /** A number as short as can be read back. */
  readonly entry: (value: number) => string;
};

/** Longer texts are no name of a card or model. */
const MAX_NAME = 200;
/** Of a model of one's own. */
const MAX_CODE = 4_000;

export interface Link {
  readonly mode: InputMode | undefined;
  readonly currency: string | undefined;
  readonly task: Task;
  /** Undefined: left empty. */
  readonly values: ReadonlyMap<Field, Inputs[Field] | undefined>;
  /** Fields whose value could not be used. */
  readonly ignored: readonly Field[];
}

type Value = string | number | boolean | undefined;

/** What the form holds; what has no meaning for its task is left out. */
export function write(kit: LinkKit, { mode, currency, inputs }: State): string {
  const usual = usualOf(inputs.task, currency);
  const names = Object.keys(kit.fields) as Field[];
  const written = names.filter((name) => inputs[name] !== usual[name] && isWritten(kit, name, inputs));
  const pairs = [
    ...(currency === "" ? [] : [["currency", currency]]),
    ...(mode === "expert" ? [["mode", mode]] : []),
    ...written.map((name) => [keys[name] ?? name, escape(textOf(kit, inputs[name]))]),
  ];
  return `1.${pairs.map((pair) => pair.join("=")).join(",")}`;
}

/** Undefined where the text is no link of a known version. */
export function read(kit: LinkKit, text: string, bounds: Bounds): Link | undefined {
  if (!text.startsWith("1.")) return undefined;
  const pairs = pairsOf(text.slice(2));
  const task = kit.fields.task.values.find((known) => known === pairs.get("task")) ?? "fineTuning";
  const values = new Map<Field, Inputs[Field] | undefined>();
  const ignored: Field[] = [];
  for (const [key, value] of pairs) {
    const name = fieldOf(kit, key);
    if (name === undefined) continue;
    const meant = valueOf(kit, name, value, task, bounds);
    if (meant === undefined) ignored.push(name);
    else values.set(name, meant.value as Inputs[Field] | undefined);
  }
  const [mode, currency] = [pairs.get("mode"), pairs.get("currency")];
  return {
    mode: mode === "expert" || mode === "simple" ? mode : undefined,
    currency: currency !== undefined && /^[A-Z]{3}$/.test(currency) ? currency : undefined,
    task, values, ignored,
  };
}

/** All fields as the link means them, by the prices' currency. */
export function inputsOf(kit: LinkKit, { currency, task, values }: Link, priced: string): Partial<Inputs> {
  const isOther = currency !== undefined && currency !== priced;
  const usual = usualOf(task, priced);
  const names = (Object.keys(kit.fields) as Field[]).filter((name) => name !== "task");
  const meant = (name: Field) => (values.has(name) && !(isOther && isBudget(name)) ? values.get(name) : usual[name]);
  return { ...Object.fromEntries(names.map((name) => [name, meant(name)])), task };
}

function usualOf(task: Task, currency: string): Partial<Inputs> {
  const budgetAmount = budgets[task][currency];
  return { task: "fineTuning", ...defaults[task], ...(budgetAmount === undefined ? {} : { budgetAmount }) };
}

function isBudget(name: Field): boolean {
  return name === "budgetAmount" || name === "budgetPer";
}

function isWritten({ isShown }: LinkKit, name: Field, inputs: Inputs): boolean {
  return isShown(name, inputs, "expert") && (name !== "modelCode" || inputs.modelChoice === "config");
}

function textOf({ entry, parseNumber }: LinkKit, value: Value): string {
  if (typeof value !== "number") return String(value ?? "");
  const short = entry(value);
  const reading = parseNumber(short);
  return "decimal" in reading && Number(reading.decimal) === value ? short : String(value);
}

/** A value must not end where a pair does. */
function escape(text: string): string {
  return text.replaceAll(/[%,=]/g, encodeURIComponent);
}

function unescape(text: string): string {
  return text.replaceAll("%2C", ",").replaceAll("%3D", "=").replaceAll("%25", "%");
}

function pairsOf(text: string): ReadonlyMap<string, string> {
  const pairs = text.split(",").map((pair) => /^([^=]*)=(.*)$/s.exec(pair));
  return new Map(pairs.flatMap((pair) => (pair === null ? [] : [[(pair[1] ?? "").trim(), unescape(pair[2] ?? "").trim()]])));
}

const fieldsByKey = new Map(Object.entries(keys).map(([name, key]) => [key, name as Field]));

function fieldOf({ fields }: LinkKit, key: string): Field | undefined {
  const known = fieldsByKey.get(key) ?? (Object.hasOwn(aliases, key) ? aliases[key] : key);
  return known !== undefined && Object.hasOwn(fields, known) ? (known as Field) : undefined;
}

/** Undefined where the form could not hold it. */
function valueOf(kit: LinkKit, name: Field, text: string, task: Task, bounds: Bounds): { readonly value: Value } | undefined {
  const field: { kind: string; values?: readonly string[] } = kit.fields[name];
  if (field.kind === "switch") return text === "true" || text === "false" ? { value: text === "true" } : undefined;
  if (field.kind === "number") return numberOf(kit, name as NumberName, text, task, bounds);
  if (field.values !== undefined) return field.values.includes(text) ? { value: text } : undefined;
  return text !== "" && text.length <= (name === "modelCode" ? MAX_CODE : MAX_NAME) ? { value: text } : undefined;
}

function numberOf({ isInside, isOptional, parseNumber }: LinkKit, name: NumberName, text: string, task: Task, bounds: Bounds): { readonly value: Value } | undefined {
  if (text === "") return isOptional(name, task) ? { value: undefined } : undefined;
  if (text.length > MAX_NAME) return undefined;
  const reading = parseNumber(text);
  const value = "decimal" in reading ? Number(reading.decimal) : Number.NaN;
  return isInside(name, value, bounds) ? { value } : undefined;
}
