/**
 * Registers `<gpu-cost-calculator>`: the only module with a side effect.
 *
 * Loads nothing and does nothing where there are no elements (Node), and nothing the second time.
 */
if (typeof HTMLElement !== "undefined" && typeof customElements !== "undefined") {
  // Bundled into the same file; `import()` only delays what would fail without a document.
  const { GpuCostCalculator } = await import("./calculator.js");
  if (customElements.get("gpu-cost-calculator") === undefined) {
    customElements.define("gpu-cost-calculator", GpuCostCalculator);
  }
}

export {};
