/** What else is close, each with the one reason why it is not first. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Comparison, Plan, RunnerUp } from "../engine.js";
import { planName } from "./plan-name.js";
import type { Order, Scene } from "./scene.js";

export function options(scene: Scene, { runnerUps }: Comparison): TemplateResult | typeof nothing {
  const { m } = scene;
  if (runnerUps.length === 0) return nothing;
  return html`
    <section part="options" class="card">
      <div class="section-head"><h3>${m.options}</h3>${sorter(scene, runnerUps)}</div>
      <ul class="options">${sorted(runnerUps, scene.order).map((runnerUp) => option(scene, runnerUp))}</ul>
    </section>
  `;
}

function sorter({ m, order, actions }: Scene, runnerUps: readonly RunnerUp[]): TemplateResult | typeof nothing {
  if (runnerUps.length < 2) return nothing;
  const isTimed = runnerUps.some(({ plan }) => plan.runTime !== undefined);
  const orders: Order[] = isTimed ? ["total", "time", "memory"] : ["total", "memory"];
  return html`
    <div class="segments" role="group" aria-label=${m.sortBy}>
      ${orders.map(
        (name) => html`
          <button type="button" part="button" aria-pressed=${name === order} @click=${() => actions.sort(name)}>${m.sorts[name]}</button>
        `,
      )}
    </div>
  `;
}

/** In the visitor's order. */
export function sorted(runnerUps: readonly RunnerUp[], order: Order): readonly RunnerUp[] {
  if (order === "total") return runnerUps;
  const rank = ({ plan }: RunnerUp) => (order === "time" ? (plan.runTime?.likely ?? 0) : -plan.memory.capacity);
  return runnerUps.toSorted((a, b) => rank(a) - rank(b));
}

function option(scene: Scene, runnerUp: RunnerUp): TemplateResult {
  const { m, f } = scene;
  const { plan, role } = runnerUp;
  return html`
    <li part="option">
      <span class="option-name"><b>${planName(scene, plan)}</b> <span class="muted">${m.at(plan.platform, plan.region)}</span></span>
      <span class="option-total">${f.money(plan.total)}</span>
      <span class="option-facts">${m.roles[role]} · ${planFacts(scene, plan)}</span>
      <span class="option-why">${whyNot(scene, runnerUp)}</span>
    </li>
  `;
}

export function whyNot({ m, f }: Scene, { plan, whyNot, difference }: RunnerUp): string {
  return m.whyNot[whyNot]?.(f.headline(difference), f.headline(overBy(plan))) ?? "";
}

/** How long it takes or how fast it answers, and the memory of a card. */
export function planFacts({ m, f }: Scene, { runTime, serving, memory }: Plan): string {
  const pace = runTime === undefined ? (serving === undefined ? [] : [`${f.speed(serving.perUser)} token/s`]) : [f.durationRange(runTime)];
  return [...pace, m.perCard(f.gib(memory.capacity))].join(" · ");
}

function overBy({ budget }: Plan): string {
  return budget !== undefined && "over" in budget ? budget.over.by : "0";
}
