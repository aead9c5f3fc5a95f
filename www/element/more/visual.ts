/** Images and videos: which kind, which model, how fast, and what fills the memory stage by stage. */
import type { TemplateResult } from "lit";
import type { Comparison, Plan, VisualModelFacts } from "../engine.js";
import type { View } from "./more.js";

const kinds = ["image", "video"] as const;
type Kind = (typeof kinds)[number];
/** In the order in which they run. */
const order = ["encoder", "denoiser", "decoder"] as const;
/** What a visitor finds who turns from one kind to the other. */
const usual: Readonly<Record<Kind, string>> = { image: "sdxl", video: "wan2.1-t2v-1.3b" };
/** What another model is not run with. */
const forgotten = { width: undefined, height: undefined, videoFrames: undefined, steps: undefined, guidance: undefined };

export function model(view: View): TemplateResult {
  const { kit: { html, live }, scene: { actions, inputs }, words } = view;
  const kind = kindOf(view, inputs.modelChoice);
  const take = (id: string) => actions.take({ ...forgotten, modelChoice: id });
  return html`
    <fieldset class="segments" part="field">
      <legend class="hidden">${words.kind}</legend>
      ${kinds.map((each) => html`
        <label>
          <input type="radio" name="kind" value=${each} .checked=${live(each === kind)} @change=${() => take(usual[each])} />
          <span>${words.kinds[each]}</span>
        </label>
      `)}
    </fieldset>
    <div class="field" part="field">
      <div class="label"><label for="modelChoice">${words.model}</label></div>
      <div class="box">
        <select part="input" id="modelChoice" name="modelChoice" @change=${(event: Event) => take((event.target as HTMLSelectElement).value)}>
          ${known(view).filter((each) => kindFrom(each) === kind).map(({ id, name }) => html`<option value=${id} .selected=${live(id === inputs.modelChoice)}>${name}</option>`)}
        </select>
      </div>
    </div>
  `;
}

export function making({ scene: { f }, words }: View, { requirement }: Comparison, { secondsPerItem, layout }: Plan): string[] {
  if (secondsPerItem === undefined) return [];
  const isVideo = 1 < (requirement.settings.generation?.frames ?? 1);
  const pace = words.pace(f.durationRange(secondsPerItem), f.perDay(secondsPerItem), isVideo);
  return [pace, layout === "single" ? "" : layout === "replicated" ? words.ownUnits : words.shared];
}

/** As bars on one scale: the card's memory. The same in words for those who do not see them. */
export function stages({ kit: { html, properties }, scene: { f }, words }: View, { memory }: Plan): TemplateResult {
  const { stages, capacity, usable } = memory;
  if (stages === undefined) return html``;
  return html`
    <h4>${words.stages}</h4>
    ${order.map((stage) => html`
      <div class="stage">
        <p class="label"><span>${words.stage[stage]}</span><b>${f.gib(stages[stage])}</b></p>
        <div class="bar thin" aria-hidden="true" ${properties({ "--of": capacity })}>
          <div class="segment activations" ${properties({ "--bytes": stages[stage] })}></div>
          <div class="usable" ${properties({ "--bytes": usable })}></div>
        </div>
      </div>
    `)}
  `;
}

function known({ scene: { visual } }: View): readonly VisualModelFacts[] {
  return typeof visual === "object" ? visual : [];
}

function kindOf(view: View, id: string): Kind {
  const found = known(view).find((each) => each.id === id);
  return found === undefined ? "image" : kindFrom(found);
}

function kindFrom({ frames }: VisualModelFacts): Kind {
  return frames > 1 ? "video" : "image";
}
