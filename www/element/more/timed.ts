/** Work of which a time is known: the card on which it was timed, and how its time becomes that of others. */
import type { TemplateResult } from "lit";
import type { Comparison, Plan } from "../engine.js";
import type { View } from "./more.js";

/** A card, written as people write it; which one core understood stands beside. */
export function cardInput(view: View): TemplateResult {
  const { kit: { html, live, nothing, usedSetting }, scene, words } = view;
  const { m, actions, refusals } = scene;
  const name = "referenceGpu";
  const { label = name, example = "" } = m.fields[name] ?? {};
  const text = scene.inputs[name];
  const refusal = refusals.find(({ path }) => path.endsWith(`.${name}`));
  const fault = refusal === undefined ? undefined : refusal.code === "conflict" ? words.noFigure : words.card(example);
  const used = usedSetting(scene, name);
  const isEchoed = fault === undefined && typeof used === "string" && used !== text;
  return html`
    <div class="field" part="field">
      <div class="label"><label for=${name}>${label}</label><span class="echo" id="${name}-echo">${isEchoed ? used : nothing}</span></div>
      <div class="box">
        <input
          part="input" id=${name} name=${name} type="text" autocomplete="off" spellcheck="false" .value=${live(text)}
          aria-invalid=${fault === undefined ? nothing : "true"} aria-describedby="${name}-echo ${name}-fault"
          @change=${(event: Event) => actions.choose(name, (event.target as HTMLInputElement).value)}
        />
      </div>
      <p class="fault" id="${name}-fault" ?hidden=${fault === undefined}>${fault}</p>
    </div>
  `;
}

/** Where the time comes from, and how several cards share the work. */
export function scaling({ kit, scene: { m, f }, words }: View, { requirement }: Comparison, { gpuName, slice, layout }: Plan): string[] {
  const { referenceGpu = "", limit = "", efficiencyPercent = 0 } = requirement.settings;
  return [
    gpuName === referenceGpu && slice === undefined ? words.asTimed : words.scaledFrom(referenceGpu, m.choices["limit"]?.[limit] ?? limit),
    layout === "replicated" ? words.ownUnits : "",
    layout === "divided" ? words.together(f.count(efficiencyPercent), efficiencyPercent === kit.ASSUMED_EFFICIENCY) : "",
  ];
}
