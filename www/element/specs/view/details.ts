/** All that the table holds about one card: what is easily misread, every figure, the note and the sources. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { figureSources, noteOf, source, sourcesOf } from "../cards.js";
import type { GpuFacts } from "../cards.js";
import { precisions } from "../figures.js";
import type { Figure } from "../figures.js";
import { traps } from "../traps.js";
import { figureName, value } from "./scene.js";
import type { Scene } from "./scene.js";

export const allFigures: readonly Figure[] = [
  "tier", "scenarios", "memory", "memoryType", "bandwidth", ...precisions, "link", "linkBandwidth", "linkDomain",
  "form", "devices", "power", "year", "class", "architecture", "confidence",
];

/** The name of a figure in `gpus.toml`. */
const fields: Readonly<Partial<Record<Figure, string>>> = {
  memory: "memory_gib", memoryType: "memory_type", bandwidth: "bandwidth_gb_s", fp64: "fp64_tflops", fp32: "fp32_tflops", tf32: "tf32_tflops",
  bf16: "bf16_tflops", fp16: "fp16_tflops", fp16Fp16Accumulate: "fp16_fp16_accumulate_tflops", fp8: "fp8_tflops",
  fp8Fp16Accumulate: "fp8_fp16_accumulate_tflops", int8: "int8_tops", fp4: "fp4_tflops", linkBandwidth: "link_gb_s", linkDomain: "link_domain", power: "power_w",
};

export function details(scene: Scene, gpu: GpuFacts): TemplateResult {
  const { m } = scene;
  const warnings = traps(scene, gpu);
  const note = noteOf(gpu);
  const sources = sourcesOf(gpu);
  return html`
    <div class="details-body">
      ${warnings.length === 0 ? nothing : html`<div class="note"><h3>${m.traps}</h3><ul>${warnings.map((sentence) => html`<li>${sentence}</li>`)}</ul></div>`}
      <div class="all-figures">
        <h3>${m.allFigures}</h3>
        <dl>${allFigures.map((figure) => html`<div><dt>${figureName(scene, figure)}</dt><dd>${value(scene, gpu, figure)}${mark(scene, gpu, figure, sources)}</dd></div>`)}</dl>
        <p class="muted">${m.denseNote} ${m.confidenceHints[gpu.confidence]}</p>
      </div>
      ${note === undefined ? nothing : html`<div><h3>${m.note}</h3><p lang="en">${note}</p></div>`}
      <div class="sources"><h3>${m.sources}</h3>${Object.keys(figureSources(gpu)).length > 0 ? html`<p class="muted">${m.sourceNumbers}</p>` : nothing}<ol>${sources.map((id) => html`<li>${sourceText(scene, id)}</li>`)}</ol></div>
    </div>
  `;
}

/** The numbers of the sources of a figure, where not all of the row state it. */
function mark({ m, f }: Scene, gpu: GpuFacts, figure: Figure, sources: readonly string[]): TemplateResult | typeof nothing {
  const field = fields[figure];
  const own = field === undefined ? undefined : figureSources(gpu)[field];
  if (own === undefined) return nothing;
  const numbers = own.map((id) => f.count(sources.indexOf(id) + 1)).join(", ");
  return html` <small><span class="hidden">${m.sources}</span> [${numbers}]</small>`;
}

/** A link where the source has an address on the web; others are named. */
function sourceText({ m, f }: Scene, id: string): TemplateResult {
  const found = source(id);
  if (found === undefined) return html`${id}`;
  const { title, url, retrieved } = found;
  const text = m.retrieved(title, f.date(retrieved));
  const isLink = /^https?:\/\//i.test(url);
  return isLink ? html`<a href=${url} rel="noopener noreferrer" target="_blank">${text}</a>` : html`${text}`;
}
