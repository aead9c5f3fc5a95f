/** Moments on the visitor's clock. Core is told them with their offset; it knows no clock. */
import type { Scene } from "../view/scene.js";
import type { Run } from "./typed.js";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

/** As a field shows it: `2026-11-27T18:00`, with seconds only where there are some. */
export function stamp(time: number): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  const local = new Date(time - date.getTimezoneOffset() * MINUTE).toISOString();
  return local.slice(0, date.getSeconds() === 0 ? 16 : 19);
}

/** With the offset of the visitor's clock at that moment: `2026-11-27T18:00+08:00`. */
export function withOffset(text: string): string {
  const minutes = -new Date(text).getTimezoneOffset();
  if (Number.isNaN(minutes)) return text;
  const two = (value: number) => String(value).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${text}${minutes < 0 ? "-" : "+"}${two(Math.trunc(size / 60))}:${two(size % 60)}`;
}

export function timeOf(text: string): number {
  return new Date(text).getTime();
}

export function later(a: string, b: string): string {
  return timeOf(a) < timeOf(b) ? b : a;
}

/** The Monday after a moment, at nine in the morning. */
export function mondayAfter(text: string): string {
  const date = new Date(text);
  date.setDate(date.getDate() + ((8 - date.getDay()) % 7 || 7));
  date.setHours(9, 0, 0, 0);
  return stamp(date.getTime());
}

/** The answer's rental as if it went as planned; its last run ends at six on the next Friday, as then one may forget to stop it. */
export function plannedRental({ comparison, inputs }: Scene): { runs: Run[]; end: string } {
  const { runningSeconds = 3_600 } = comparison?.best ?? {};
  const session = Math.round(inputs.hoursPerDay * 3_600);
  const isDaily = comparison?.basis === "schedule" && Math.abs(session * inputs.days - runningSeconds) <= inputs.days;
  const [count, length] = isDaily ? [inputs.days, session * 1_000] : [1, runningSeconds * 1_000];
  const last = friday(new Date());
  const first = last - length - (count - 1) * DAY;
  const runs = Array.from({ length: count }, (_, day): Run => {
    const start = first + day * DAY;
    return { start: stamp(start), end: stamp(start + length), kind: "work" };
  });
  // As the answer takes it: what is used on several days is kept for whole days.
  return { runs, end: stamp(count === 1 ? last : first + count * DAY) };
}

function friday(today: Date): number {
  const date = new Date(today);
  date.setDate(date.getDate() + ((12 - date.getDay()) % 7));
  date.setHours(18, 0, 0, 0);
  return date.getTime();
}
