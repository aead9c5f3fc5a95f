/**
 * The class alone, for hosts that choose the name of the element, or extend it: nothing is registered.
 *
 * Waits for the words that the first paint needs. Undefined where there are no elements (Node). A page loads either this or
 * `gpu-cost.js`, each of which has everything.
 */
import type { GpuCostCalculator as Calculator } from "../element/calculator.js";

const hasElements = typeof customElements !== "undefined";

export const GpuCostCalculator = (hasElements ? await load() : undefined) as typeof Calculator;

async function load(): Promise<typeof Calculator> {
  const { GpuCostCalculator: element } = await import("../element/calculator.js");
  const { loadFirstWords } = await import("../element/i18n/words.js");
  await loadFirstWords();
  return element;
}
