/** All that the table holds about one card: what is easily misread, every figure, the note and the sources. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { noteOf, sourcesOf } from "../cards.js";
import type { GpuFacts, Source } from "../cards.js";
import { precisions } from "../figures.js";
import type { Figure } from "../figures.js";
import { derivation, hasDerived, hasPlaces, placesOf } from "../origins.js";
import { traps } from "../traps.js";
import { figureName, value } from "./scene.js";
import type { Scene } from "./scene.js";

export const allFigures: readonly Figure[] = [
  "tier", "scenarios", "memory", "memoryType", "bandwidth", ...precisions, "link", "linkBandwidth", "linkDomain",
  "form", "devices", "power", "year", "class", "architecture", "confidence",
];

export function details(scene: Scene, gpu: GpuFacts): TemplateResult {
  const { m } = scene;
  const warnings = traps(scene, gpu);
  const note = noteOf(gpu);
  return html`
    <div class="details-body">
      ${warnings.length === 0 ? nothing : html`<div class="note"><h3>${m.traps}</h3><ul>${warnings.map((sentence) => html`<li>${sentence}</li>`)}</ul></div>`}
      <div class="all-figures">
        <h3>${m.allFigures}</h3>
        <dl>${allFigures.map((figure) => html`<div><dt>${figureName(scene, figure)}</dt><dd>${value(scene, gpu, figure)}${origin(scene, gpu, figure)}</dd></div>`)}</dl>
        ${hasDerived(gpu) ? html`<p class="muted legend">${m.derivedLegend}</p>` : nothing}
        <p class="muted">${m.denseNote} ${m.confidenceHints[gpu.confidence]}</p>
      </div>
      ${note === undefined ? nothing : html`<div><h3>${m.note}</h3><p lang="en">${note}</p></div>`}
      <div class="sources"><h3>${m.sources}</h3>${hasPlaces(gpu) ? html`<p class="muted">${m.sourceNumbers}</p>` : nothing}<ol>${sourcesOf(gpu).map((source) => html`<li>${sourceText(scene, source)}</li>`)}</ol></div>
    </div>
  `;
}

/** The numbers of the sources of a figure, where not all of the row state it, and how it was made where none does. */
function origin(scene: Scene, gpu: GpuFacts, figure: Figure): TemplateResult {
  const { m, f } = scene;
  const places = placesOf(gpu, figure);
  const made = derivation(scene, gpu, figure);
  return html`${places && html` <small><span class="hidden">${m.sources}</span> [${places.map((place) => f.count(place)).join(", ")}]</small>`}${made && html`<span class="derivation">${made}</span>`}`;
}

/** A link where the source has an address on the web; others are named. */
function sourceText({ m, f }: Scene, { title, url, kind, retrieved }: Source): TemplateResult {
  const text = m.retrieved(title, f.date(retrieved));
  const isLink = /^https?:\/\//i.test(url);
  return html`<span class="tag">${m.sourceKinds[kind]}</span> ${isLink ? html`<a href=${url} rel="noopener noreferrer" target="_blank">${text}</a>` : text}`;
}
