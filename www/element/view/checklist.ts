/** What to verify with the platform before ordering: only what applies to the recommended plan. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Scene } from "./scene.js";

export function checklist({ m, f, comparison }: Scene): TemplateResult | typeof nothing {
  const best = comparison?.best;
  if (best === undefined) return nothing;
  const isHourly = best.mode === "onDemand" || best.mode === "spot";
  const source = best.sourceUrl === undefined ? nothing : html` ${sourceLink(best.sourceUrl, m.checkSource)}`;
  return html`
    <div part="checks" class="checks">
      <h4>${m.checks}</h4>
      <ul>
        <li>${m.checkPrice(f.date(best.asOf))}${source}</li>
        ${isHourly && !best.incrementStated ? html`<li>${m.checkIncrement}</li>` : nothing}
        <li>${m.checkStop}</li>
        ${best.mode === "spot" ? html`<li>${m.checkSpot}</li>` : nothing}
        ${isHourly ? nothing : html`<li>${m.checkTrial}</li>`}
      </ul>
    </div>
  `;
}

/** A link out of the page; only to the web, whatever a catalog says. */
export function sourceLink(url: string, text: string): TemplateResult | string {
  return isWeb(url) ? html`<a href=${url} target="_blank" rel="noopener noreferrer">${text}</a>` : text;
}

export function isWeb(url: string): boolean {
  return /^https?:\/\//i.test(url);
}
