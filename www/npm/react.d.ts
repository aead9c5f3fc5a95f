/** The element in JSX of React 19. */
import type { DetailedHTMLProps, HTMLAttributes } from "react";
import type { GpuCostCalculator } from "./gpu-cost.js";

// Names that the module `react` has not, as they are looked up there first.
type OfElement = Partial<Pick<GpuCostCalculator, "catalog" | "currency" | "inputs" | "loading" | "locale" | "mode" | "preset" | "theme">>;

type OfEvents = {
  [Name in keyof HTMLElementEventMap as Name extends `gpu-cost-${string}` ? `on${Name}` : never]?: (event: HTMLElementEventMap[Name]) => void;
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "gpu-cost-calculator": DetailedHTMLProps<HTMLAttributes<GpuCostCalculator>, GpuCostCalculator> & OfElement & OfEvents;
    }
  }
}
