/** What a visitor exports. */

export type ExportFormat = "link" | "markdown" | "csv" | "json" | "png";

/** The visitor exports the answer; `preventDefault()` replaces the download or the copy. */
export class GpuCostExportEvent extends Event {
  constructor(
    readonly format: ExportFormat,
    readonly content: Blob,
  ) {
    super("gpu-cost-export", { bubbles: true, composed: true, cancelable: true });
  }
}
