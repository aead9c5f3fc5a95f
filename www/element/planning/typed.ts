/** What was typed into the plan over time, and the request that it makes. Values and functions only. */
import type { Kit } from "../panels.js";
import type { Scene } from "../view/scene.js";

export const tabs = ["simple", "week", "phases", "csv"] as const;
export type Tab = (typeof tabs)[number];
export type Unit = "days" | "weeks" | "months";

/** Numbers that are typed, by the name of their bound where that is another. */
const bounds = {
  cards: "cards", hours: "hours", days: "days", weeks: "weeks", interruptiblePercent: "interruptiblePercent",
  lowPercent: "interruptiblePercent", highPercent: "highPercent", betweenHours: "betweenHours", checkpointMinutes: "checkpointMinutes",
  restartMinutes: "restartMinutes", availablePercent: "availablePercent", deadlineHours: "deadlineHours", trialHours: "trialHours", trialCards: "trialCards",
  endDay: "endDay", refundPercent: "refundPercent",
} as const;
export type NumberName = keyof typeof bounds;

/** One phase as it is typed. */
export interface PhaseTexts {
  readonly length: string;
  readonly unit: Unit;
  readonly hours: string;
  readonly cards: string;
}

export interface Typed {
  readonly tab: Tab;
  /** Empty: that of the answer, or nothing where the field may be left empty. */
  readonly texts: Readonly<Partial<Record<NumberName, string>>>;
  readonly start: string;
  /** Cards by weekday and hour. */
  readonly week: readonly (readonly number[])[];
  readonly phases: readonly PhaseTexts[];
  readonly csv: string;
  readonly slotMinutes: 60 | 30 | 15 | 1;
  /** Whether a file was refused, as it is too large to be read. */
  readonly isTooLarge: boolean;
  readonly isUncertain: boolean;
  /** Whether nothing is known of what is to come. */
  readonly isUnforeseen: boolean;
}

export type Limits = ReadonlyMap<string, { readonly min: number; readonly max: number; readonly whole: boolean }>;
export type Fault = { readonly kind: "number" } | { readonly kind: "range"; readonly min: number; readonly max: number };

/** What a field has: a number, nothing, or why its text is none. */
export type Reading = { readonly number: number } | { readonly fault: Fault } | undefined;

export function numberOf(reading: Reading): number | undefined {
  return reading !== undefined && "number" in reading ? reading.number : undefined;
}

export function begin(start: string): Typed {
  const office = Array.from({ length: 24 }, (_, hour) => (9 <= hour && hour < 18 ? 1 : 0));
  const free = Array.from({ length: 24 }, () => 0);
  return {
    tab: "simple", texts: {}, start, week: [office, office, office, office, office, free, free],
    phases: [{ length: "3", unit: "weeks", hours: "24", cards: "8" }, { length: "2", unit: "months", hours: "24", cards: "1" }],
    csv: "", slotMinutes: 60, isTooLarge: false, isUncertain: false, isUnforeseen: false,
  };
}

/** What the answer plans: cards, hours of a day and days. */
export function planned({ comparison, inputs }: Scene): { cards: number; hours: number; days: number } {
  const { gpus = 1, runningSeconds = 0 } = comparison?.best ?? {};
  if (comparison?.basis === "schedule") return { cards: gpus, hours: inputs.hoursPerDay, days: inputs.days };
  const hours = Math.max(0.1, Math.ceil((10 * runningSeconds) / 3_600) / 10);
  return hours <= 24 ? { cards: gpus, hours, days: 1 } : { cards: gpus, hours: 24, days: Math.ceil(hours / 24) };
}

/** Whether an empty field means that it does not count. */
const optional = new Set<NumberName>(["deadlineHours", "trialHours", "trialCards", "endDay", "refundPercent"]);

const usual: Partial<Record<NumberName, number>> = {
  weeks: 52, interruptiblePercent: 0, lowPercent: 50, highPercent: 150, betweenHours: 24, checkpointMinutes: 3, restartMinutes: 6, availablePercent: 90,
};

export function shownText(scene: Scene, { texts }: Typed, name: NumberName): string {
  const text = texts[name];
  if (text !== undefined) return text;
  const value = name === "cards" || name === "hours" || name === "days" ? planned(scene)[name] : usual[name];
  return value === undefined ? "" : scene.f.entry(value, "plain");
}

export function read(kit: Pick<Kit, "parseNumber">, limits: Limits, text: string, name: NumberName): Reading {
  return readText(kit, boundOf(limits, bounds[name]), text, optional.has(name));
}

/** The range of a number; every field of the form has one in core. */
export function boundOf(limits: Limits, field: string): { min: number; max: number; whole: boolean } {
  const bound = limits.get(field);
  if (bound === undefined) throw new RangeError(field);
  return bound;
}

export function readText(kit: Pick<Kit, "parseNumber">, bound: { min: number; max: number; whole: boolean }, text: string, isOptional = false): Reading {
  const reading = kit.parseNumber(text, { units: ["%", "h", "小时", "天", "周", "张", "分钟", "min", "days", "hours", "weeks", "cards"] });
  if ("problem" in reading) return reading.problem === "empty" && isOptional ? undefined : { fault: { kind: "number" } };
  const number = Number(reading.decimal);
  const isInside = bound.min <= number && number <= bound.max && (!bound.whole || Number.isInteger(number));
  return isInside ? { number } : { fault: { kind: "range", min: bound.min, max: bound.max } };
}

/** Cards of a scenario with so many percent of them. */
export function scaled(cards: number, percent: number): number {
  return Math.ceil((cards * percent) / 100);
}

/** The demand that was typed, as JSON text, of which `csv` is one; undefined where a number is wrong or there is none yet. */
export function demandOf(typed: Typed, csv: string | undefined, numbers: (name: NumberName) => number | undefined, phases: readonly (PhaseNumbers | undefined)[], scale: number): string | undefined {
  const of = (cards: number) => scaled(cards, scale);
  const text = (phases: readonly unknown[]) => JSON.stringify({ phases: { phases } });
  switch (typed.tab) {
    case "simple": {
      const [cards, hours, days] = [numbers("cards"), numbers("hours"), numbers("days")];
      if (cards === undefined || hours === undefined || days === undefined) return undefined;
      return text([{ length: { days }, pattern: { daily: { hours, cards: of(cards) } } }]);
    }
    case "week": {
      const weeks = numbers("weeks");
      if (weeks === undefined) return undefined;
      const cards = typed.week.map((day) => day.map(of));
      return text([{ length: { weeks }, pattern: { weekly: { cards } } }]);
    }
    case "phases": {
      const all = phases.filter((phase) => phase !== undefined);
      if (all.length < phases.length || all.length === 0) return undefined;
      const phaseOf = ({ length, unit, hours, cards }: PhaseNumbers) => ({ length: { [unit]: length }, pattern: { daily: { hours, cards: of(cards) } } });
      return text(all.map(phaseOf));
    }
    case "csv":
      return csv;
  }
}

export interface PhaseNumbers {
  readonly length: number;
  readonly unit: Unit;
  readonly hours: number;
  readonly cards: number;
}

/** A request as text, with members that are text already, and the offer as the catalog wrote it, so that no price becomes a float. */
export function requestText(offer: string, additions: object, shared: object, members: readonly string[]): string {
  const offerText = Object.keys(additions).length === 0 ? offer : `${offer.slice(0, -1)},${JSON.stringify(additions).slice(1)}`;
  return `{${[JSON.stringify(shared).slice(1, -1), ...members, `"offers":[${offerText}]`].join(",")}}`;
}

/** The price of an hour as the offer has it; undefined where it is not sold so. */
export function priceText(offer: string, mode: "spot" | "onDemand"): string | undefined {
  return new RegExp(`"${mode}":\\{"price":([\\d.]+)`).exec(offer)?.[1];
}

/** Work of one card without interruptions: what was typed where every day is the same, else what the answer plans. */
export function workHours({ typed, scene, number }: { typed: Typed; scene: Scene; number: (name: NumberName) => Reading }): number {
  const usual = planned(scene);
  const [hours, days] = (["hours", "days"] as const).map((name) => (typed.tab === "simple" ? numberOf(number(name)) : undefined) ?? usual[name]);
  return Math.max(0.01, (hours ?? usual.hours) * (days ?? usual.days));
}
