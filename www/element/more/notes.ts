/** What a visitor should know of some plans only. */
import type { Plan } from "../engine.js";
import type { View } from "./more.js";

export function notes({ scene: { f }, words }: View, { outside = [], memory }: Plan): string[] {
  const unmeasured = outside.map((what) => words.outside[what] ?? what);
  return [
    unmeasured.length === 0 ? "" : words.isOutside(f.list(unmeasured)),
    memory.host === undefined ? "" : words.host(f.gib(memory.host)),
  ];
}
