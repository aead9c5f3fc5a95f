/** What was typed into the panel of bills. Values and functions only. */
import type { BillOffer } from "../engine.js";
import type { Kit } from "../panels.js";
import type { Scene } from "../view/scene.js";
import { mondayAfter, plannedRental } from "./dates.js";

export const tabs = ["bill", "own", "sla"] as const;
export type Tab = (typeof tabs)[number];

/** Numbers by the path that core names them with, and the name of their bound; amounts of money have none. */
const bounds = {
  units: "units", "payment.terms.count": "count", diskGib: "storedGib", egressGib: "storedGib", expandedGib: "storedGib", imageGib: "storedGib", snapshotGib: "storedGib",
  publicIps: "publicIps", reworkHours: "reworkHours", availabilityPercent: "availabilityPercent",
  "received.rent": "money", "received.disk": "money", "received.image": "money", "received.publicIp": "money", "received.egress": "money", "received.setup": "money", "received.credit": "money",
  "received.tax": "money",
  "own.purchase": "money", "own.years": "years", "own.resalePercent": "resalePercent", "own.hoursPerDay": "hoursPerDay", "own.daysPerMonth": "daysPerMonth", "own.powerKw": "powerKw", "own.pue": "pue",
  "own.electricity": "money", "own.rackMonthly": "money", "own.operationMonthly": "money", "own.sparesPercent": "sparesPercent", "own.interestPercent": "interestPercent",
  "sla.rent": "money", "sla.availabilityPercent": "availabilityPercent", "sla.probabilityPercent": "probabilityPercent", "sla.lostHours": "reworkHours",
} as const;
export type NumberName = keyof typeof bounds;

/** They must be there; what is empty of the others is left out. */
const needed = new Set<NumberName>(["units", "payment.terms.count", "own.purchase", "own.years", "own.hoursPerDay", "own.daysPerMonth", "sla.rent", "sla.availabilityPercent", "sla.probabilityPercent"]);

export const kept = ["diskGib", "egressGib", "publicIps", "imageGib", "snapshotGib", "expandedGib", "reworkHours", "availabilityPercent"] as const satisfies readonly NumberName[];
export const received = ["rent", "disk", "image", "publicIp", "egress", "setup", "credit", "tax"] as const;
export const owned = ["purchase", "years", "resalePercent", "hoursPerDay", "daysPerMonth", "powerKw", "electricity", "pue", "rackMonthly", "operationMonthly", "sparesPercent", "interestPercent"] as const;

export type RunKind = "work" | "reclaimed" | "noGpu";

/** Times on the visitor's clock, such as `2026-11-27T18:00`. */
export interface Run {
  readonly start: string;
  readonly end: string;
  readonly kind: RunKind;
}

/** What is absent follows the answer. */
export interface Typed {
  readonly tab: Tab;
  readonly texts: Readonly<Partial<Record<NumberName, string>>>;
  readonly offer?: string;
  readonly mode?: string;
  readonly isCanceled: boolean;
  readonly isTrial: boolean;
  readonly runs?: readonly Run[];
  readonly end?: string;
  readonly isLeft: boolean;
  readonly from?: string;
  readonly until?: string;
}

export const untouched: Typed = { tab: "bill", texts: {}, isCanceled: false, isTrial: false, isLeft: false };

/** A rental as it stands in the form. */
export interface Rental {
  readonly offer: BillOffer;
  readonly mode: string;
  readonly runs: readonly Run[];
  readonly end: string;
  readonly from: string;
  readonly until: string;
}

export function rentalOf(scene: Scene, typed: Typed, offers: readonly BillOffer[]): Rental | undefined {
  const { best } = scene.comparison ?? {};
  const offer = offers.find(({ id }) => id === (typed.offer ?? best?.offerId)) ?? offers[0];
  if (offer === undefined) return undefined;
  const isSold = (mode: string | undefined) => mode !== undefined && offer.modes.some((sold) => sold === mode);
  const mode = [typed.mode, best?.mode, "onDemand"].find(isSold) ?? offer.modes[0] ?? "onDemand";
  const planned = plannedRental(scene);
  const runs = typed.runs ?? planned.runs;
  const last = runs.at(-1)?.end ?? "";
  const from = typed.from ?? last;
  return { offer, mode, runs, end: typed.end ?? (typed.runs === undefined ? planned.end : last), from, until: typed.until ?? mondayAfter(from) };
}

export type Limits = ReadonlyMap<string, { readonly min: number; readonly max: number; readonly whole: boolean }>;
export type Fault = "number" | "currency" | { readonly min: number; readonly max: number; readonly whole: boolean };
/** What a field has: a number, nothing, or why its text is none. */
export type Reading = { readonly number: number } | { readonly fault: Fault } | undefined;

export function isMoney(name: NumberName): boolean {
  return bounds[name] === "money";
}

/** Units that may be typed behind a number. */
const units = ["%", "kw", "gib", "小时", "hours", "h", "天", "days", "年", "years", "个"];

export function read({ parseNumber }: Pick<Kit, "parseNumber">, limits: Limits, name: NumberName, text: string, currency: string): Reading {
  const reading = parseNumber(text, isMoney(name) ? { currency } : { units });
  if ("problem" in reading) {
    if (reading.problem === "empty" && !needed.has(name)) return undefined;
    return { fault: reading.problem === "currency" ? "currency" : "number" };
  }
  const number = Number(reading.decimal);
  const bound = limits.get(bounds[name]);
  const isInside = bound === undefined || (bound.min <= number && number <= bound.max && (!bound.whole || Number.isInteger(number)));
  return isInside ? { number } : { fault: bound };
}

/** As typed, else what the answer has; nothing of what is the visitor's to know. */
export function textOf(scene: Scene, { texts }: Typed, name: NumberName): string {
  const usual = () => {
    const value = usualValue(scene, name);
    return typeof value === "number" ? scene.f.entry(value, "plain") : (value ?? "");
  };
  return texts[name] ?? usual();
}

function usualValue({ comparison, inputs }: Scene, name: NumberName): number | string | undefined {
  const { best } = comparison ?? {};
  switch (name) {
    case "units":
      return best?.units ?? 1;
    case "payment.terms.count":
      return termsOf(best?.lines) ?? 1;
    case "diskGib":
      return inputs.diskGib;
    case "egressGib":
      return inputs.egressGib;
    case "own.years":
      return 3;
    case "own.hoursPerDay":
      return comparison?.basis === "schedule" ? inputs.hoursPerDay : Math.min(24, Math.max(0.1, Math.round((best?.runningSeconds ?? 0) / 360) / 10));
    case "own.daysPerMonth":
      return comparison?.basis === "schedule" ? Math.min(inputs.days, 30) : 1;
    case "sla.rent":
      return best?.perMonth ?? best?.total;
    case "sla.availabilityPercent":
      return 99;
    case "sla.probabilityPercent":
      return 5;
    case "sla.lostHours":
      return 24;
    default:
      return undefined;
  }
}

/** How many terms the answer buys. */
function termsOf(lines: readonly { readonly details: object }[] = []): number | undefined {
  return lines.map(({ details }) => ("term" in details && "count" in details ? Number(details.count) : undefined)).find((count) => count !== undefined);
}
