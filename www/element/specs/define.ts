/**
 * Registers `<gpu-cost-specs>`: the only module of this element with a side effect.
 *
 * An entry of its own, so that the calculator does not grow by it. Does nothing where there are no elements, and nothing the second time.
 */
import type { GpuCostSpecs } from "./specs.js";

if (typeof customElements !== "undefined" && customElements.get("gpu-cost-specs") === undefined) {
  const { GpuCostSpecs: element } = await import("./specs.js");
  customElements.define("gpu-cost-specs", element);
}

declare global {
  interface HTMLElementTagNameMap {
    "gpu-cost-specs": GpuCostSpecs;
  }
}
