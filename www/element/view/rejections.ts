/** Which cards cannot run the job, each with the amount by which it fails. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Attempt, Comparison, Rejected } from "../engine.js";
import { deviceName } from "./plan-name.js";
import type { Scene } from "./scene.js";

/** More are folded. */
const SHOWN = 5;

export function rejections(scene: Scene, comparison: Comparison): TemplateResult | typeof nothing {
  if (comparison.rejections.length === 0) return nothing;
  const rows = comparison.rejections.map((rejected) => html`<li>${rejectedText(scene, rejected)}</li>`);
  const folded = rows.slice(SHOWN);
  return html`
    <section part="rejections" class="card">
      <h3>${scene.m.rejections}</h3>
      <ul>${rows.slice(0, SHOWN)}</ul>
      ${folded.length === 0 ? nothing : html`<details class="more"><summary>${scene.m.more(scene.f.count(folded.length))}</summary><ul>${folded}</ul></details>`}
    </section>
  `;
}

/** What the smallest number of cards lacks, and whether more help. */
function rejectedText(scene: Scene, rejected: Rejected): string {
  const { m, f } = scene;
  const { attempts, fitsFrom } = rejected;
  const [first] = attempts;
  if (first === undefined) return deviceName(scene, rejected);
  const last = attempts.at(-1);
  const more = fitsFrom !== undefined ? m.doesFrom(f.count(fitsFrom)) : last === undefined || last === first ? "" : still(scene, last);
  return m.sentences([attemptText(scene, rejected, first), more]);
}

function still({ m, f }: Scene, { gpus, reason }: Attempt): string {
  if ("outOfMemory" in reason) return m.stillShort(f.count(gpus), f.gib(reason.outOfMemory.shortBy));
  if ("tooWeak" in reason) return m.stillLong(f.count(gpus), f.durationRange(reason.tooWeak.runTime));
  if ("tooLong" in reason) return m.stillLong(f.count(gpus), f.durationRange(reason.tooLong.runTime));
  return "tooSlow" in reason ? m.stillSlow(f.count(gpus), f.speed(reason.tooSlow.perUser)) : "";
}

export function attemptText(scene: Scene, rejected: Rejected, { gpus, reason }: Attempt): string {
  const { m, f } = scene;
  const name = deviceName(scene, rejected);
  const gpu = m.gpuTimes(name, f.count(gpus));
  if ("outOfMemory" in reason) {
    return m.outOfMemory(gpu, f.gib(reason.outOfMemory.shortBy));
  }
  if ("tooSlow" in reason) return m.tooSlow(gpu, f.speed(reason.tooSlow.perUser), f.count(reason.tooSlow.wanted));
  if ("tooLong" in reason) return m.tooLong(gpu, f.durationRange(reason.tooLong.runTime));
  if ("unsupported" in reason) return m.unsupported(name, reason.unsupported.feature);
  if ("unknownFigure" in reason) return m.unknownFigure(name, figureName(scene, reason.unknownFigure.figure));
  const { figure, times, runTime } = reason.tooWeak;
  return m.tooWeak(gpu, figureName(scene, figure), f.speed({ low: times, high: times }), f.durationRange(runTime));
}

/** A figure of a card in the words of the form, where it has any. */
export function figureName({ m }: Scene, figure: string): string {
  return m.choices["limit"]?.[figure] ?? figure;
}
