import "gpu-cost-calculator";
import type { Comparison } from "gpu-cost-calculator";
import { GpuCostCalculator } from "gpu-cost-calculator/element.js";

customElements.define("rent-a-gpu", class extends GpuCostCalculator {});

const element = document.createElement("gpu-cost-calculator");
element.inputs = { parameters: 7e9, days: 3 };
element.addEventListener("gpu-cost-cta", (event) => {
  event.preventDefault();
  location.href = `/order/${event.plan.offerId}`;
});
element.addEventListener("gpu-cost-error", ({ code, issues }) => console.error(code, issues.map(({ path, line }) => `${path} ${line ?? ""}`)));
export const total = (): string | undefined => (element.result satisfies Comparison | undefined)?.best?.total.toString();

// @ts-expect-error: there is no such input
element.inputs = { parameter: 7e9 };
