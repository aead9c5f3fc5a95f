/** What core is asked: bills, owning, promises. Undefined while a number is wrong. */
import type { OwnRequest, SettleRequest, SlaRequest } from "../engine.js";
import { later, withOffset } from "./dates.js";
import type { View } from "./panel.js";
import { kept, owned, received } from "./typed.js";
import type { NumberName } from "./typed.js";

/** With `isLeft` as if it had been left running; beside it, it is kept, stopped, for as long. */
export function settleRequest(view: View, isLeft: boolean): SettleRequest | undefined {
  const { rental: { offer, mode, runs, end, from, until }, typed } = view;
  const numbers = numbersOf(view, ["units", ...kept, ...(isTerm(mode) ? ["payment.terms.count" as const] : [])]);
  const amounts = numbersOf(view, received.map((item) => `received.${item}` as const));
  if (numbers === undefined || amounts === undefined) return undefined;
  const { units = 1, "payment.terms.count": count = 1, ...stored } = numbers;
  const payment = isTerm(mode) ? { terms: { term: mode, count, canceled: typed.isCanceled } } : mode;
  const entries = Object.entries(amounts).map(([name, amount]) => [name.slice("received.".length), name === "received.credit" ? -amount : amount]);
  return {
    offer: offer.id, units, payment, ...stored,
    runs: runs.map(({ start, end, kind }) => ({ start: withOffset(start), end: withOffset(end), kind })),
    end: withOffset(isLeft ? later(end, until) : end),
    trial: typed.isTrial,
    ...(isLeft ? { leftRunning: { from: withOffset(from), until: withOffset(until) } } : {}),
    ...(entries.length === 0 ? {} : { received: Object.fromEntries(entries) }),
  } as SettleRequest;
}

export function ownRequest(view: View): OwnRequest | undefined {
  const numbers = numbersOf(view, ["units", ...owned.map((name) => `own.${name}` as const)]);
  return numbers === undefined ? undefined : ({ offer: view.rental.offer.id, ...bare(numbers, "own.") } as unknown as OwnRequest);
}

export function slaRequest(view: View): SlaRequest | undefined {
  const numbers = numbersOf(view, ["units", "sla.rent", "sla.lostHours"]);
  const odds = numbersOf(view, ["sla.availabilityPercent", "sla.probabilityPercent"]);
  if (numbers === undefined || odds === undefined) return undefined;
  return { offer: view.rental.offer.id, ...bare(numbers, "sla."), cases: [bare(odds, "sla.")] } as unknown as SlaRequest;
}

export function isTerm(mode: string): boolean {
  return mode !== "onDemand" && mode !== "spot";
}

type Numbers = Partial<Record<NumberName, number>>;

/** Of those that have a text; undefined where one cannot be used. */
function numbersOf(view: View, names: readonly NumberName[]): Numbers | undefined {
  const readings = names.map((name) => [name, view.number(name)] as const);
  if (readings.some(([, reading]) => reading !== undefined && "fault" in reading)) return undefined;
  return Object.fromEntries(readings.flatMap(([name, reading]) => (reading !== undefined && "number" in reading ? [[name, reading.number]] : [])));
}

function bare(numbers: Numbers, prefix: string): Record<string, number> {
  return Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name.replace(prefix, ""), number]));
}
