/** The events of the element; each bubbles and crosses shadow boundaries. */
import type { Comparison, Issue, Plan } from "./engine.js";
import type { Inputs } from "./inputs.js";

const PUBLIC: EventInit = { bubbles: true, composed: true };

/** The first comparison is on screen. */
export class GpuCostReadyEvent extends Event {
  constructor() {
    super("gpu-cost-ready", PUBLIC);
  }
}

/** The visitor changed something; `inputs` is what will be compared. */
export class GpuCostInputEvent extends Event {
  constructor(readonly inputs: Inputs) {
    super("gpu-cost-input", PUBLIC);
  }
}

/** A new comparison. */
export class GpuCostResultEvent extends Event {
  constructor(readonly result: Comparison) {
    super("gpu-cost-result", PUBLIC);
  }
}

/** The visitor chose the recommended plan; `preventDefault()` replaces what the element would do. */
export class GpuCostCtaEvent extends Event {
  constructor(readonly plan: Plan) {
    super("gpu-cost-cta", { ...PUBLIC, cancelable: true });
  }
}

/** `catalog` and `request` list what is wrong in `issues`; `internal` is our bug. */
export type ErrorCode = "catalog" | "catalog-fetch" | "wasm-fetch" | "wasm-csp" | "attribute" | "request" | "internal";

/** Something the host must mend. The visitor sees the fallback, or the default of a bad attribute. */
export class GpuCostErrorEvent extends Event {
  constructor(
    readonly code: ErrorCode,
    readonly message: string,
    readonly issues: readonly Issue[] = [],
  ) {
    super("gpu-cost-error", PUBLIC);
  }

  /** For the console: everything that is wrong, and where. */
  get text(): string {
    const where = ({ line, column }: Issue) => (line === undefined ? "" : ` (line ${line}, column ${column})`);
    const got = ({ got }: Issue) => (got === undefined ? "" : `, got ${got}`);
    const lines = this.issues.map((issue) => `  ${issue.path || "(whole)"}${where(issue)}: ${issue.code}, expected ${issue.expected}${got(issue)}`);
    return [`gpu-cost-calculator: ${this.code}: ${this.message}`, ...lines].join("\n");
  }
}
