/** What a visitor exports. */
import type { ExportFormat } from "./sharing.js";

/** The visitor exports the answer; `preventDefault()` replaces the download or the copy. */
export class GpuCostExportEvent extends Event {
  constructor(
    readonly format: ExportFormat,
    readonly content: Blob,
  ) {
    super("gpu-cost-export", { bubbles: true, composed: true, cancelable: true });
  }
}
