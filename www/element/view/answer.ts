/** The answer card: what to rent, what it costs, why, and what could be wrong with that. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Comparison, Plan } from "../engine.js";
import type { NumberName } from "../inputs.js";
import { fields, isShown } from "../inputs.js";
import { isLoaded } from "../on-demand.js";
import { billingReason } from "./breakeven.js";
import { isWeb } from "./checklist.js";
import { faultOf } from "./field.js";
import { levers } from "./levers.js";
import { budgetText, planName } from "./plan-name.js";
import { attemptText } from "./rejections.js";
import type { Scene } from "./scene.js";

type Content = TemplateResult | typeof nothing;

export function answer(scene: Scene): Content {
  const { comparison } = scene;
  if (comparison === undefined) return nothing;
  const { best } = comparison;
  return best === undefined ? nothingFits(scene, comparison) : recommendation(scene, comparison, best);
}

function recommendation(scene: Scene, comparison: Comparison, best: Plan): TemplateResult {
  const { m } = scene;
  const isOver = best.budget !== undefined && "over" in best.budget;
  return html`
    <div class="card answer-card">
      <div class="eyebrow">
        <h3>${m.answer}</h3>
        ${best.budget === undefined ? nothing : html`<span part="badge" class="badge ${isOver ? "bad" : "ok"}">${budgetText(scene, best)}</span>`}
      </div>
      <p class="plan-name">${planName(scene, best)}</p>
      <p class="where">${m.at(best.platform, best.region)}${best.label === undefined ? nothing : html` · ${best.label}`}</p>
      ${total(scene, comparison, best)}
      <ul class="reasons">${reasons(scene, comparison, best).map((reason) => html`<li>${reason}</li>`)}</ul>
      ${warnings(scene, best).map((warning) => html`<p class="warning">${warning}</p>`)}
      ${comparison.spotSaving === undefined ? nothing : html`<p class="saving">${m.spotSaving(scene.f.headline(comparison.spotSaving))}</p>`}
      ${callToAction(scene, best)} ${levers(scene, comparison, isOver ? "over" : "more")}
    </div>
  `;
}

function total(scene: Scene, comparison: Comparison, best: Plan): TemplateResult {
  const { amount, period, whole } = headline(scene, comparison, best);
  return html`
    <p class="total">
      <strong part="total">${amount}</strong> <span>${period}</span>
      ${whole === "" ? nothing : html`<span class="whole">${whole}</span>`}
    </p>
  `;
}

/** The amount that leads, what it is for, and the whole where that is more. */
export function headline({ m, f }: Scene, { recurring, basis }: Comparison, { perMonth, total, spanSeconds }: Plan): { amount: string; period: string; whole: string } {
  if (recurring && perMonth !== undefined) return { amount: f.headline(perMonth), period: m.aMonth, whole: m.wholeJob(f.headline(total), f.duration(spanSeconds)) };
  return { amount: f.headline(total), period: basis === "untilDone" ? m.forUntilDone : m.forJob, whole: "" };
}

export function reasons(scene: Scene, comparison: Comparison, best: Plan): string[] {
  const { m, f } = scene;
  const { memory, serving } = best;
  const [next] = comparison.runnerUps;
  return [
    timeReason(scene, best),
    serving === undefined ? "" : m.serves(f.speed(serving.perUser), f.speed(serving.inAll), f.durationRange(serving.firstToken)),
    serving?.perMillionTokens === undefined ? "" : m.perMillion(f.money(serving.perMillionTokens)),
    memory.needed.high === 0 ? "" : m.fits(f.gibRange(memory.needed), f.gib(memory.capacity)),
    ...sharing(scene, comparison, best),
    smallerBatch(scene, comparison, best),
    billingReason(scene, comparison, best),
    next === undefined || Number(next.difference) <= 0 ? "" : m.next(planName(scene, next.plan), f.headline(next.difference)),
  ].filter((reason) => reason !== "");
}

function timeReason({ m, f }: Scene, { runTime, plannedSeconds, time }: Plan): string {
  if (runTime === undefined) return "";
  const range = f.durationRange(runTime);
  return plannedSeconds === undefined || time === "short" ? m.takes(range) : m.finishes(range, f.duration(plannedSeconds));
}

/** How several cards share the work, in the words of the task. */
function sharing(scene: Scene, comparison: Comparison, best: Plan): string[] {
  const { referenceGpu, generation } = comparison.requirement.settings;
  if (referenceGpu === undefined && generation === undefined) return [scene.m.layouts[best.layout] ?? ""];
  return isLoaded(scene.more) ? scene.more.sharing(scene, comparison, best) : [];
}

/** Core lowers the batch of a card where no more fits. */
function smallerBatch({ m, f }: Scene, { requirement }: Comparison, { microBatch }: Plan): string {
  const asked = requirement.settings.microBatch;
  return microBatch === undefined || asked === undefined || asked <= microBatch ? "" : m.smallerBatch(f.count(microBatch), f.count(asked));
}

export function warnings(scene: Scene, best?: Plan): string[] {
  const { m } = scene;
  const entries = [scene.isWaiting ? m.loadingPart : "", hasFault(scene) ? m.invalidNote : "", scene.refusals.length === 0 ? "" : m.requestRefused];
  return [...entries, ...(best === undefined ? [] : planWarnings(scene, best))].filter((warning) => warning !== "");
}

function planWarnings(scene: Scene, best: Plan): string[] {
  const { m, f, more } = scene;
  const { runTime, plannedSeconds, time } = best;
  const isHourly = best.mode === "onDemand" || best.mode === "spot";
  const isTimed = runTime !== undefined && plannedSeconds !== undefined;
  return [
    isTimed && time === "short" ? m.short(f.about(runTime.likely), f.duration(plannedSeconds)) : "",
    isTimed && time === "tight" ? m.tight(f.about(runTime.high), f.duration(plannedSeconds)) : "",
    isHourly && !best.incrementStated ? m.hourAssumed : "",
    ...(isLoaded(more) ? more.notes(scene, best) : []),
    best.ageDays > 30 ? m.stale(f.date(best.asOf), f.count(best.ageDays)) : "",
  ];
}

function hasFault(scene: Scene): boolean {
  const names = Object.keys(fields) as (keyof typeof fields)[];
  return names.some((name) => {
    const isNumber = fields[name].kind === "number" && isShown(name, scene.inputs, scene.mode);
    return isNumber && faultOf(scene, name as NumberName) !== undefined;
  });
}

/** A host's own prices can be ordered; those of the snapshot can be looked up. */
function callToAction({ m, isHosted, actions, askedFor }: Scene, { sourceUrl }: Plan): TemplateResult {
  const url = sourceUrl !== undefined && isWeb(sourceUrl) ? sourceUrl : undefined;
  const label = isHosted ? m.rentThis : m.seePrice;
  const look = isHosted ? "primary" : "secondary";
  const link = html`<a part="button cta" class=${look} href=${url ?? ""} target="_blank" rel="noopener noreferrer" @click=${actions.rent}>${label}</a>`;
  const button = html`<button type="button" part="button cta" class=${look} @click=${actions.rent}>${label}</button>`;
  return html`
    <div class="actions" part="actions">
      ${url !== undefined ? link : isHosted ? button : nothing}
      <button type="button" part="button" class="secondary only-narrow" @click=${() => actions.editInputs()}>${m.changeInputs}</button>
      ${askedFor === undefined ? nothing : html`<p class="note">${m.ask(askedFor)}</p>`}
    </div>
  `;
}

function nothingFits(scene: Scene, comparison: Comparison): TemplateResult {
  const { m } = scene;
  const [nearest] = comparison.rejections;
  const attempt = nearest?.attempts.at(-1);
  return html`
    <div class="card answer-card">
      <h3 class="plan-name">${m.nothingFits}</h3>
      ${nearest === undefined || attempt === undefined ? nothing : html`<p>${m.nearest(attemptText(scene, nearest, attempt))}</p>`}
      ${warnings(scene).map((warning) => html`<p class="warning">${warning}</p>`)} ${levers(scene, comparison, "noFit")}
      <div class="actions"><button type="button" part="button" class="secondary only-narrow" @click=${() => scene.actions.editInputs()}>${m.changeInputs}</button></div>
    </div>
  `;
}
