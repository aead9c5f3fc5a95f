/** The answer in one sentence, for screen readers. */
import type { Comparison } from "../engine.js";
import { budgetText, planName } from "./plan-name.js";
import type { Scene } from "./scene.js";

export function statusText(scene: Scene, { best }: Comparison): string {
  const { m, f } = scene;
  return best === undefined ? m.statusNothing : m.status(planName(scene, best), f.headline(best.total), budgetText(scene, best));
}
