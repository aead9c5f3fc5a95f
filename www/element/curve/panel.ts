/** The chart in the answer's card of ways to pay. A chunk of its own, loaded when it is first opened; its curves are core's. */
import type { TemplateResult } from "lit";
import type { Explanation, PlannerTools } from "../engine.js";
import type { Kit, Panel } from "../panels.js";
import { planned } from "../planning/typed.js";
import type { Scene } from "../view/scene.js";
import { chart } from "./chart.js";
import { en } from "./i18n/en.js";
import { zhCN } from "./i18n/zh-CN.js";

export { styles } from "./styles.js";

export function panel(kit: Kit<PlannerTools>, update: () => void): Panel {
  const draw = chart(update);
  let asked = "";
  let explained: Explanation | undefined;

  /** The curves of an offer, asked for once; undefined where core refuses it. */
  function explain(request: string): Explanation | undefined {
    if (request === asked) return explained;
    [asked, explained] = [request, undefined];
    try {
      explained = kit.tools.explain(request);
    } catch (error) {
      if ((error as { issues?: unknown }).issues === undefined) throw error;
    }
    return explained;
  }

  return (scene: Scene): TemplateResult => {
    const { html } = kit;
    const { best } = scene.comparison ?? {};
    const words = scene.locale === "zh-CN" ? zhCN : en;
    const offer = best === undefined ? undefined : scene.actions.billing(best.offerId);
    const rest = JSON.stringify({ start: kit.today(), resumable: scene.inputs.resumable }).slice(1);
    const curves = offer === undefined ? undefined : explain(`{"offer":${offer},${rest}`);
    if (best === undefined || curves === undefined) return html`<p class="note">${words.noCurve}</p>`;
    const { hours, days } = planned(scene);
    const unit = best.cardsPerUnit > 1 ? words.unit(scene.f.count(best.cardsPerUnit)) : best.units > 1 ? words.card : "";
    return html`
      ${unit === "" ? kit.nothing : html`<p class="muted">${unit}</p>`}
      ${draw({ kit, f: scene.f, words, id: "curve", title: scene.m.curve, you: hours * days }, curves)}
    `;
  };
}
