/** Loads what shares and exports: the row of its buttons after the first answer, before it where the address holds a link. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { today } from "./attributes.js";
import { beside, dress } from "./beside.js";
import { builtInCurrencies, compare, EngineError, loadVisual } from "./engine.js";
import { sharing as script } from "./files.js";
import { boundOf, fields, isInside, isOptional, isShown, language } from "./inputs.js";
import { parseNumber } from "./parse.js";
import { presetOfTask } from "./presets.js";
import type { Opened } from "./price-list.js";
import { toRequest } from "./request.js";
import type { ExportFormat } from "./sharing/event.js";
import { expertChanges, inputsOf, set, start } from "./state.js";
import type { Form } from "./state.js";
import { headline, reasons, warnings } from "./view/answer.js";
import { planFacts, sorted, whyNot } from "./view/options.js";
import { budgetText, deviceName, planName } from "./view/plan-name.js";
import { usedSetting } from "./view/scene.js";
import type { Scene } from "./view/scene.js";
import { statusText } from "./view/status.js";

/** What this part shares with the element: handed over, not imported, so that the element stays one file. */
const shared = {
  html, nothing, today, builtInCurrencies, compare, EngineError, loadVisual, boundOf, fields, isInside, isOptional, isShown, language, parseNumber, presetOfTask, toRequest,
  expertChanges, inputsOf, set, start, headline, reasons, warnings, planFacts, sorted, whyNot, budgetText, deviceName, planName, usedSetting, statusText,
} as const;
export type Kit = typeof shared;

/** The form as a link means it, of which only what core accepts is used. */
export type OpenLink = (opened: Opened) => Promise<Form>;

export interface Sharing {
  /** The link in the address, where there is one that the host lets count; sets mode and currency. */
  link(): OpenLink | undefined;
  /** Keeps the address in step, where the host wants that. */
  follow(scene: Scene): void;
  row(scene: Scene): TemplateResult;
  export(scene: Scene, format: ExportFormat): Promise<Blob>;
}

export async function loadSharing(update: () => void, root: ShadowRoot): Promise<Sharing> {
  const { styles, sharing } = await beside(script);
  dress(root, styles);
  return sharing(shared, root, update);
}
