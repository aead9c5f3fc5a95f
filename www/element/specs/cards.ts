/** The built-in table of devices, from the same wasm module as the calculator's. */
import { knownCards, loadFacts } from "../engine.js";
import type { GpuFacts } from "../engine.js";

export type { GpuFacts };
export type Precision = keyof GpuFacts["flops"];
export type SourceFacts = GpuFacts["sources"][number];

/** Loads wasm where the page has not yet; a failure is tried again by the next caller. */
export async function loadGpus(): Promise<readonly GpuFacts[]> {
  await loadFacts();
  return knownCards();
}

/** A class that a rental guide states: no card, so it is never ranked or compared. */
export function isGuide({ confidence }: GpuFacts): boolean {
  return confidence === "article";
}
