/**
 * Registers `<gpu-cost-calculator>`: the only module with a side effect.
 *
 * Loads nothing and does nothing where there are no elements (Node), and nothing the second time.
 */
import type { GpuCostCalculator } from "./calculator.js";
import type { GpuCostExportEvent } from "./sharing/event.js";
import type { GpuCostCtaEvent, GpuCostErrorEvent, GpuCostInputEvent, GpuCostReadyEvent, GpuCostResultEvent } from "./events.js";

/** Nothing where there are no elements, and in a second copy. */
export let shared: typeof import("./shared.js") | undefined;

if (typeof customElements !== "undefined" && customElements.get("gpu-cost-calculator") === undefined) {
  // In the same file; `import()` only delays what would fail without a document, or as a second copy.
  const { GpuCostCalculator: element } = await import("./calculator.js");
  const { loadFirstWords } = await import("./i18n/words.js");
  shared = await import("./shared.js");
  await loadFirstWords();
  // Meanwhile a second copy may have come first.
  if (customElements.get("gpu-cost-calculator") === undefined) customElements.define("gpu-cost-calculator", element);
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
