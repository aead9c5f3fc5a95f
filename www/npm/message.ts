/** What a frame with a calculator tells the page around it, as `{gpuCost: Told}`. It is told nothing. */
export interface Told {
  readonly v: 1;
  readonly type: "ready" | "height" | "cta" | "error";
  /** CSS pixels of what the frame shows. */
  readonly height?: number | undefined;
  /** Of the plan that the visitor chose. */
  readonly offerId?: string | undefined;
  /** Of the error. */
  readonly code?: string | undefined;
}

/** Attributes of the calculator that the address of the frame may have. */
export const attributes = ["catalog", "currency", "locale", "mode", "preset", "theme"] as const;
