/** Loads what few visitors need of the form: settings of experts, tasks other than language models, a model of one's own. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { loadTools } from "./engine.js";
import type { Comparison, Plan } from "./engine.js";
import { addWords } from "./i18n/words.js";
import { ASSUMED_EFFICIENCY } from "./presets.js";
import { expertChanges } from "./state.js";
import { numberInput } from "./view/field.js";
import { properties } from "./view/properties.js";
import { usedSetting } from "./view/scene.js";
import type { Scene } from "./view/scene.js";

/** What this part shares with the element: handed over, not imported, so that the element stays one file. */
const shared = { html, nothing, live, properties, numberInput, expertChanges, usedSetting, loadTools, ASSUMED_EFFICIENCY } as const;
export type Kit = typeof shared;

export interface More {
  /** What experts set, while the form is in Simple mode. */
  kept(scene: Scene): TemplateResult;
  /** What a rule that names a speed says. */
  rule(scene: Scene): TemplateResult;
  /** A model of one's own. */
  ownModel(scene: Scene): TemplateResult;
  /** The kind of what is made, and the model that makes it. */
  model(scene: Scene): TemplateResult;
  /** The card on which work was timed. */
  card(scene: Scene): TemplateResult;
  /** Of timed work where the time comes from, of images and videos how fast they come, and how several cards share it. */
  sharing(scene: Scene, comparison: Comparison, plan: Plan): string[];
  /** Memory by stage. */
  stages(scene: Scene, plan: Plan): TemplateResult;
}

/** Where the bundle lies, beside the element's. */
declare const __MORE__: string;

export async function loadMore(update: () => void): Promise<More> {
  const { words, more } = (await import(new URL(__MORE__, import.meta.url).href)) as typeof import("./more/more.js");
  addWords(words);
  return more(shared, update);
}
