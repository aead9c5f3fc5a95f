/** Which cards cannot run the job, each with the amount by which it fails. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Attempt, Comparison, Rejected } from "../engine.js";
import type { Scene } from "./scene.js";

export function rejections(scene: Scene, comparison: Comparison): TemplateResult | typeof nothing {
  if (comparison.rejections.length === 0) return nothing;
  return html`
    <section part="rejections" class="card">
      <h3>${scene.m.rejections}</h3>
      <ul>${comparison.rejections.map((rejection) => html`<li>${rejectionText(scene, rejection)}</li>`)}</ul>
    </section>
  `;
}

/** The smallest number of cards, and whether more help. */
function rejectionText(scene: Scene, { gpuName, attempts, fitsFrom }: Rejected): string {
  const { m, f } = scene;
  const [first] = attempts;
  const last = attempts.at(-1);
  if (first === undefined) return gpuName;
  const more = fitsFrom !== undefined ? m.fitsFrom(f.count(fitsFrom)) : last === first || last === undefined ? "" : m.evenWith(attemptText(scene, gpuName, last));
  return m.sentences([attemptText(scene, gpuName, first), more]);
}

export function attemptText({ m, f }: Scene, gpuName: string, { gpus, reason }: Attempt): string {
  const gpu = m.gpuTimes(gpuName, f.count(gpus));
  if ("outOfMemory" in reason) {
    const { shortBy, needed, usable } = reason.outOfMemory;
    return m.outOfMemory(gpu, f.gib(shortBy), f.gibRange(needed), f.gib(usable));
  }
  if ("tooSlow" in reason) return m.tooSlow(gpu, f.speed(reason.tooSlow.perUser), f.count(reason.tooSlow.wanted));
  return m.unknownFigure(gpuName, reason.unknownFigure.figure);
}
