/** The bill as CSV with the columns of FOCUS: to copy, to save, to read. */
import type { TemplateResult } from "lit";
import type { BillTools } from "../engine.js";
import type { Kit } from "../panels.js";
import type { View } from "./panel.js";

export type Exporter = (view: View, name: string, text: () => string) => TemplateResult;

export function exporter({ html, nothing }: Kit<BillTools>, update: () => void): Exporter {
  /** The text that was copied, and whether the browser let us. */
  let copied: { readonly text: string; readonly isDone: boolean } | undefined;
  let isShown = false;

  async function copy(text: string): Promise<void> {
    // There is no clipboard on pages without TLS.
    const isDone = await Promise.resolve(navigator.clipboard?.writeText(text).then(() => true)).catch(() => false);
    copied = { text, isDone: isDone === true };
    update();
  }

  return ({ words, rental: { offer } }, name, make) => {
    const text = isShown || copied !== undefined ? make() : "";
    const outcome = copied?.text !== text || text === "" ? words.copy : copied.isDone ? words.copied : words.notCopied;
    return html`
      <details class="more" part="bill-export" @toggle=${(event: Event) => ((isShown = (event.currentTarget as HTMLDetailsElement).open), update())}>
        <summary>${words.exported}</summary>
        <div class="bill-group">
          <p class="muted">${words.exportHint}</p>
          <div class="bill-actions">
            <button type="button" part="button" class="secondary small" data-save @click=${() => save(`${name}-${offer.id}.csv`, make())}>${words.save}</button>
            <button type="button" part="button" class="secondary small" data-copy @click=${() => void copy(make())}>${outcome}</button>
          </div>
          ${isShown ? html`<textarea readonly rows="6" wrap="off" aria-label=${words.exported} .value=${text}></textarea>` : nothing}
        </div>
      </details>
    `;
  };
}

/** With a byte order mark, by which spreadsheets know the encoding. */
function save(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob(["\ufeff", text], { type: "text/csv" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
