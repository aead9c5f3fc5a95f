/** All that the table holds about one card: what is easily misread, every figure, the note and the sources. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { GpuFacts, SourceFacts } from "../cards.js";
import { precisions } from "../figures.js";
import type { Figure } from "../figures.js";
import { traps } from "../traps.js";
import notes from "../notes.json";
import { figureName, value } from "./scene.js";
import type { Scene } from "./scene.js";

export const allFigures: readonly Figure[] = [
  "memory", "memoryType", "bandwidth", ...precisions, "link", "linkBandwidth", "linkDomain", "power", "year", "class", "architecture", "confidence",
];

export function details(scene: Scene, gpu: GpuFacts): TemplateResult {
  const { m } = scene;
  const warnings = traps(scene, gpu);
  const note = (notes as Readonly<Record<string, string>>)[gpu.id];
  return html`
    <div class="details-body">
      ${warnings.length === 0 ? nothing : html`<div class="note"><h3>${m.traps}</h3><ul>${warnings.map((sentence) => html`<li>${sentence}</li>`)}</ul></div>`}
      <div class="all-figures">
        <h3>${m.allFigures}</h3>
        <dl>${allFigures.map((figure) => html`<div><dt>${figureName(scene, figure)}</dt><dd>${value(scene, gpu, figure)}</dd></div>`)}</dl>
        <p class="muted">${m.denseNote} ${m.confidenceHints[gpu.confidence]}</p>
      </div>
      ${note === undefined ? nothing : html`<div><h3>${m.note}</h3><p lang="en">${note}</p></div>`}
      <div class="sources"><h3>${m.sources}</h3><ul>${gpu.sources.map((source) => html`<li>${sourceText(scene, source)}</li>`)}</ul></div>
    </div>
  `;
}

/** A link where the source has an address on the web; others are named. */
function sourceText({ m, f }: Scene, { title, url, retrieved }: SourceFacts): TemplateResult {
  const text = m.retrieved(title, f.date(retrieved));
  const isLink = /^https?:\/\//i.test(url);
  return isLink ? html`<a href=${url} rel="noopener noreferrer" target="_blank">${text}</a>` : html`${text}`;
}
