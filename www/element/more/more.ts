/** What few visitors need of the form, as one chunk with its own words. It computes nothing: every figure is core's. */
import type { Tools } from "../engine.js";
import type { Kit, More } from "../more.js";
import type { Scene } from "../view/scene.js";
import { en } from "./i18n/en.js";
import { zhCN } from "./i18n/zh-CN.js";
import type { MoreWords } from "./i18n/zh-CN.js";
import { kept } from "./kept.js";
import { ownModelPanel } from "./own-model.js";
import { ruleOfThumb } from "./rule.js";
import { cardInput, scaling } from "./timed.js";
import { making, model, stages } from "./visual.js";

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
  /** Once there is something to translate. */
  const toolsFor = ({ inputs }: Scene) => {
    if (tools === undefined && inputs.ruleTflops !== undefined) void kit.loadTools().then((loaded) => ((tools = loaded), update()), () => undefined);
    return tools;
  };
  return {
    kept: (scene) => kept(view(scene)),
    rule: (scene) => ruleOfThumb(view(scene), toolsFor(scene)),
    ownModel: (scene) => ownModel(view(scene)),
    model: (scene) => model(view(scene)),
    card: (scene) => cardInput(view(scene)),
    sharing: (scene, comparison, plan) => (plan.secondsPerItem === undefined ? scaling : making)(view(scene), comparison, plan),
    stages: (scene, plan) => stages(view(scene), plan),
  };
}
