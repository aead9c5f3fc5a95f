/**
 * Registers `<gpu-cost-calculator>`: the only module with a side effect.
 *
 * Loads nothing and does nothing where there are no elements (Node), and nothing the second time.
 */
import type { GpuCostCalculator } from "./calculator.js";
import type { GpuCostExportEvent } from "./sharing/event.js";
import type { GpuCostCtaEvent, GpuCostErrorEvent, GpuCostInputEvent, GpuCostReadyEvent, GpuCostResultEvent } from "./events.js";

const isNew = typeof customElements !== "undefined" && customElements.get("gpu-cost-calculator") === undefined;

/** @internal What further elements take from this one, once it is there; undefined where there are no elements, and in a second copy. */
export const shared = isNew ? define() : undefined;

// Who imports this module does not wait for words, and runs on where they cannot be loaded.
shared?.catch((error: unknown) => console.error(`gpu-cost-calculator: ${String(error)}`));

async function define() {
  // In the same file; `import()` only delays what would fail without a document, or as a second copy.
  const { GpuCostCalculator: element } = await import("./calculator.js");
  const { loadFirstWords } = await import("./i18n/words.js");
  await loadFirstWords();
  // Meanwhile a second copy may have come first.
  if (customElements.get("gpu-cost-calculator") === undefined) customElements.define("gpu-cost-calculator", element);
  return import("./shared.js");
}

declare global {
  interface HTMLElementTagNameMap {
    "gpu-cost-calculator": GpuCostCalculator;
  }
  interface HTMLElementEventMap {
    "gpu-cost-ready": GpuCostReadyEvent;
    "gpu-cost-input": GpuCostInputEvent;
    "gpu-cost-result": GpuCostResultEvent;
    "gpu-cost-cta": GpuCostCtaEvent;
    "gpu-cost-error": GpuCostErrorEvent;
    "gpu-cost-export": GpuCostExportEvent;
  }
}
