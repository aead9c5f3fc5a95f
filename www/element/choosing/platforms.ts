/** Platforms in the visitor's order, each with its best plan for the job in the form and what it states of itself. */
import type { TemplateResult } from "lit";
import type { Criterion, PlatformChoice, PlatformFacts } from "../engine.js";
import { planName } from "./advice.js";
import { factsOf } from "./facts.js";
import type { View } from "./panel.js";

/** Platforms that are listed at first. */
const FIRST = 6;

type Content = TemplateResult | symbol;

export function platformSection(view: View): TemplateResult {
  const { kit: { html, nothing, toRequest, today }, scene: { inputs, f }, words, chosen, facts, set } = view;
  const found = view.ask<{ platforms: PlatformChoice[] }>("platforms", { order: chosen.order, job: toRequest(inputs, today()) });
  const platforms = found?.platforms ?? [];
  const shown = chosen.isWhole ? platforms : platforms.slice(0, FIRST);
  const rest = platforms.length - shown.length;
  const more = html`<div><button type="button" part="button" class="secondary small" data-all @click=${() => set({ isWhole: true })}>${words.allPlatforms(f.count(rest))}</button></div>`;
  return html`
    <section class="choosing-part" part="platforms">
      <h4>${words.platforms}</h4>
      <p>${words.platformsIntro}</p>
      ${orderControl(view)}
      ${facts.some(({ rules }) => rules.availabilityPercent !== undefined) ? nothing : html`<p class="note" part="none-reliable">${words.noneReliable}</p>`}
      <p class="muted">${words.criterionOf(chosen.order.map((name) => words.criteria[name].rule))}</p>
      ${found === undefined ? html`<p class="note">${words.refused}</p>` : html`
        <ol class="platforms">${shown.map((choice) => entry(view, choice, facts.find(({ id }) => id === choice.id)))}</ol>
        ${rest === 0 ? nothing : more}
      `}
    </section>
  `;
}

/** The criteria in their order; a button between two exchanges them, so that it stays where it is. */
function orderControl({ kit: { html, nothing }, words, chosen: { order }, set }: View): TemplateResult {
  const exchange = (index: number) => {
    const [before, after] = [order[index - 1], order[index]] as [Criterion, Criterion];
    const swapped = order.map((name, place) => (place === index - 1 ? after : place === index ? before : name));
    const label = words.exchange(words.criteria[before].name, words.criteria[after].name);
    return html`<button type="button" part="button" class="secondary small" data-exchange=${index} aria-label=${label} title=${label} @click=${() => set({ order: swapped })}>⇄</button>`;
  };
  return html`
    <div class="order" role="group" aria-label=${words.order}>
      ${order.map((name, index) => html`${index === 0 ? nothing : exchange(index)}<span class="criterion" data-criterion=${name}>${index + 1} ${words.criteria[name].name}</span>`)}
    </div>
  `;
}

function entry(view: View, { id, plan }: PlatformChoice, facts: PlatformFacts | undefined): Content {
  const { kit: { html, nothing }, scene: { f }, words } = view;
  if (facts === undefined) return nothing;
  const kind = facts.service?.kind;
  const fit = plan === undefined ? words.noPlan : plan.time === "short" ? words.short : plan.time === "tight" ? words.tight : words.enough;
  return html`
    <li data-platform=${id}>
      <div class="platform-head"><h5>${facts.name}</h5> <span class="muted">${kind === undefined ? words.noKind : words.kinds[kind].name}</span></div>
      <p>${plan === undefined ? nothing : words.plan(planName(view, plan), f.money(plan.total))} <span class="muted">${fit} ${plan?.mode === "spot" ? words.mayStop : nothing}</span></p>
      <details class="more"><summary>${words.factsOf(facts.name)}</summary>${factsOf(view, facts)}</details>
    </li>
  `;
}
