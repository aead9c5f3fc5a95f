/** Loads what few visitors need of the form and of the answer: settings of experts, other tasks than language models, formulas. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { live } from "lit/directives/live.js";
import { today } from "./attributes.js";
import { beside, dress } from "./beside.js";
import { loadTools } from "./engine.js";
import type { Comparison, Line, Plan } from "./engine.js";
import { more as script } from "./files.js";
import { addWords } from "./i18n/words.js";
import type { Inputs } from "./inputs.js";
import { ASSUMED_EFFICIENCY } from "./presets.js";
import { toRequest } from "./request.js";
import { expertChanges } from "./state.js";
import { numberInput } from "./view/field.js";
import { properties } from "./view/properties.js";
import { usedSetting, usedSettings } from "./view/scene.js";
import type { Scene } from "./view/scene.js";

/** What this part shares with the element: handed over, not imported, so that the element stays one file. The assertion names a type for the package's types. */
const shared = { html, nothing, live: live as typeof live, properties, numberInput, expertChanges, usedSetting, usedSettings, toRequest, today, loadTools, ASSUMED_EFFICIENCY } as const;
export type Kit = typeof shared;

/** A change of the schedule that is cheaper. */
export interface FurtherLever {
  readonly name: string;
  readonly plan: Plan;
  readonly saving: string;
  readonly values: Partial<Inputs>;
}

export interface More {
  /** Changes that bring a plan nearer to its budget, besides those of core. */
  levers(scene: Scene, comparison: Comparison): FurtherLever[];
  /** What experts set, while the form is in Simple mode. */
  kept(scene: Scene): TemplateResult;
  /** What a rule that names a speed says. */
  rule(scene: Scene): TemplateResult;
  /** How many users the recommended cards serve, and how many cards a day's tokens take. */
  capacity(scene: Scene): TemplateResult;
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
  /** What is unusual about a plan: no measurement covers it, the host keeps a part of it. */
  notes(scene: Scene, plan: Plan): string[];
  /** How the amount of a line comes about. */
  formula(scene: Scene, line: Line): string;
  /** Every setting in force, and of a training how it is spread over the cards. */
  settings(scene: Scene, comparison: Comparison): TemplateResult[];
}

export async function loadMore(update: () => void, root: ShadowRoot): Promise<More> {
  const { words, styles, more } = await beside(script);
  addWords(words);
  dress(root, styles);
  return more(shared, update);
}
