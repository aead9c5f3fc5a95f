/** What few visitors need of the form, as one chunk with its own words. It computes nothing: every figure is core's. */
import type { Tools } from "../engine.js";
import type { Kit, More } from "../more.js";
import type { Scene } from "../view/scene.js";
import { en } from "./i18n/en.js";
import { zhCN } from "./i18n/zh-CN.js";
import type { MoreWords } from "./i18n/zh-CN.js";
import { capacityTable } from "./capacity.js";
import { formula } from "./formula.js";
import { kept } from "./kept.js";
import { notes } from "./notes.js";
import { ownModelPanel } from "./own-model.js";
import { ruleOfThumb } from "./rule.js";
import { settings } from "./settings.js";
import { cardInput, scaling } from "./timed.js";
import { furtherLevers } from "./levers.js";
import { making, model, stages } from "./visual.js";

export { styles } from "./styles.js";
export const words = { "zh-CN": zhCN, en };

/** What the views draw. */
export interface View {
  readonly kit: Kit;
  readonly scene: Scene;
  readonly words: MoreWords;
}

export function more(kit: Kit, update: () => void): More {
  const view = (scene: Scene): View => ({ kit, scene, words: words[scene.locale] });
  const ownModel = ownModelPanel(update);
  let tools: Tools | undefined;
  const capacity = capacityTable();
  /** Once they are needed; what fails is tried again with the next change. */
  const toolsFor = (isNeeded: boolean) => {
    if (tools === undefined && isNeeded) void kit.loadTools().then((loaded) => ((tools = loaded), update()), () => undefined);
    return tools;
  };
  return {
    kept: (scene) => kept(view(scene)),
    rule: (scene) => ruleOfThumb(view(scene), toolsFor(scene.inputs.ruleTflops !== undefined)),
    ownModel: (scene) => ownModel(view(scene)),
    model: (scene) => model(view(scene)),
    card: (scene) => cardInput(view(scene)),
    sharing: (scene, comparison, plan) => (plan.secondsPerItem === undefined ? scaling : making)(view(scene), comparison, plan),
    capacity: (scene) => capacity(view(scene), toolsFor(scene.unfolded.has("capacity"))),
    notes: (scene, plan) => notes(view(scene), plan),
    formula: (scene, line) => formula(view(scene), line),
    settings: (scene, comparison) => settings(view(scene), comparison),
    levers: (scene, comparison) => furtherLevers(view(scene), comparison),
    stages: (scene, plan) => stages(view(scene), plan),
  };
}
