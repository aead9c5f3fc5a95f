/** Usual advice by profile and by pattern of use, and what the numbers say of it: they win. */
import type { TemplateResult } from "lit";
import type { AdviceOutcome, Plan } from "../engine.js";
import { cases, patterns, profiles } from "./cases.js";
import type { CaseName } from "./cases.js";
import type { View } from "./panel.js";

export function adviceSection(view: View): TemplateResult {
  const { kit: { html, live }, words, chosen, set } = view;
  const choice = (job: "typical" | "own") => html`
    <label><input type="radio" name="adviceJob" value=${job} .checked=${live(chosen.job === job)} @change=${() => set({ job })} /><span>${words.jobs[job]}</span></label>
  `;
  return html`
    <section class="choosing-part" part="advice">
      <h4>${words.advice}</h4>
      <p>${words.adviceIntro}</p>
      <fieldset class="segments"><legend class="hidden">${words.whichJob}</legend>${choice("typical")}${choice("own")}</fieldset>
      <ul class="cases">${profiles.map((name) => entry(view, name))}</ul>
      <h5>${words.patterns}</h5>
      <ul class="cases">${patterns.map((name) => entry(view, name))}</ul>
    </section>
  `;
}

function entry(view: View, name: CaseName): TemplateResult {
  const { kit: { html, nothing, toRequest, today }, scene: { inputs, actions }, words, chosen } = view;
  const isTypical = chosen.job === "typical";
  const { advice, job } = cases[name];
  const { title, advised, typical } = words.cases[name];
  const found = view.ask<AdviceOutcome>("advise", { ...advice, job: toRequest(isTypical ? job : inputs, today()) });
  return html`
    <li data-case=${name}>
      <h5>${title}</h5>
      <p>${words.advised(advised)}</p>
      ${isTypical ? html`<p class="muted">${words.typical(typical)} <button type="button" part="button" class="link" aria-label=${words.takeOf(title)} @click=${() => actions.take(job)}>${words.take}</button></p>` : nothing}
      ${found === undefined ? html`<p class="note">${words.refused}</p>` : verdict(view, name, found)}
    </li>
  `;
}

function verdict(view: View, name: CaseName, found: AdviceOutcome): TemplateResult {
  const { kit: { html }, words } = view;
  const { best, advised, silent = 0 } = found;
  const verdict = found.verdict === "notOffered" && silent > 0 ? "notStated" : found.verdict;
  if (best === undefined) return html`<p class="note">${words.nothingRuns}</p>`;
  const named = (plan: Plan) => words.planOn(plan.platform, planName(view, plan), view.scene.f.money(plan.total));
  const first = named(best);
  const followed = advised === undefined ? "" : named(advised);
  const sentence = verdict === "overruled" ? overruled(view, found, followed, first) : words.verdicts[verdict](verdict === "agrees" ? followed : first, view.scene.f.count(silent));
  const isPriceless = verdict === "overruled" && (cases[name].advice.kinds ?? cases[name].advice.delivery) !== undefined;
  const sentences = ["", sentence, ...(isPriceless ? [words.priceless] : [])];
  return html`<p class="said ${verdict}"><b>${words.verdictNames[verdict]}</b>${view.scene.m.sentences(sentences)}</p>`;
}

/** By how much, and why, where the reason is not that it costs more. */
function overruled({ scene: { m, f }, words }: View, { whyNot = "dearer", difference = "0", times = 1 }: AdviceOutcome, followed: string, first: string): string {
  const more = difference.startsWith("-") || times === 1 ? "" : words.dearer(f.money(difference), f.speed({ low: times, high: times }));
  return words.overruled(followed, first, m.sentences([more, words.whyNot[whyNot] ?? ""].filter((part) => part !== "")));
}

/** Such as "RTX 4090 24 GB × 1 · hourly". */
export function planName({ scene: { m, f } }: View, { gpuName, slice, gpus, mode }: Plan): string {
  const card = slice === undefined ? gpuName : m.slice(gpuName, f.gib(slice.memory), f.share(slice.compute, 1));
  return m.planName(card, f.count(gpus), m.billing[mode] ?? mode);
}
