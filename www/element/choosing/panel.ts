/**
 * Choosing: advice held against the numbers, platforms beside each other, a checklist for the way through.
 *
 * A chunk of its own, loaded when it is first opened. It judges nothing: every amount, order and verdict is core's.
 */
import type { Chooser, ChoosingTools, PlatformFacts } from "../engine.js";
import type { Kit, Panel } from "../panels.js";
import type { Scene } from "../view/scene.js";
import { adviceSection } from "./advice.js";
import { en } from "./i18n/en.js";
import { zhCN } from "./i18n/zh-CN.js";
import type { Words } from "./i18n/zh-CN.js";
import { kindSection } from "./kinds.js";
import { platformSection } from "./platforms.js";
import { start } from "./chosen.js";
import type { Chosen } from "./chosen.js";
import { processSection } from "./process.js";

/** What the panel draws. */
export interface View {
  readonly kit: Kit<ChoosingTools>;
  readonly scene: Scene;
  readonly words: Words;
  readonly chosen: Chosen;
  readonly facts: readonly PlatformFacts[];
  /** Asks core once; undefined where it refuses the job. */
  readonly ask: <Answer>(question: "advise" | "platforms", request: object) => Answer | undefined;
  readonly set: (change: Partial<Chosen>) => void;
}

export { styles } from "./styles.js";

export function panel(kit: Kit<ChoosingTools>, update: () => void): Panel {
  let chosen = start;
  let opened: { readonly text: string; readonly chooser: Chooser; readonly facts: readonly PlatformFacts[] } | undefined;
  const answers = new Map<string, unknown>();

  /** The catalog on screen; the one before is given up. */
  function open(text: string): NonNullable<typeof opened> {
    if (opened?.text === text) return opened;
    opened?.chooser.free();
    answers.clear();
    const chooser = new kit.tools.Chooser(text);
    opened = { text, chooser, facts: chooser.facts() };
    return opened;
  }

  function answer<Answer>(chooser: Chooser, question: "advise" | "platforms", request: object): Answer | undefined {
    const text = JSON.stringify(request);
    const key = question + text;
    if (!answers.has(key)) {
      if (answers.size > 40) answers.clear();
      try {
        answers.set(key, chooser[question](text));
      } catch (error) {
        if ((error as { issues?: unknown }).issues === undefined) throw error;
        answers.set(key, undefined);
      }
    }
    return answers.get(key) as Answer | undefined;
  }

  return (scene) => {
    const { html, nothing } = kit;
    const text = scene.actions.catalogText();
    if (text === undefined) return html`${nothing}`;
    const { chooser, facts } = open(text);
    const view: View = {
      kit, scene, chosen, facts,
      words: scene.locale === "zh-CN" ? zhCN : en,
      ask: (question, request) => answer(chooser, question, request),
      set: (change) => {
        chosen = { ...chosen, ...change };
        update();
      },
    };
    return html`${adviceSection(view)} ${platformSection(view)} ${kindSection(view)} ${processSection(view)}`;
  };
}
