/** What to buy, what it costs, why nothing is cheaper, and what would change it. */
import type { TemplateResult } from "lit";
import type { Issue, PlannedWay, PlanOutcome, WayToBuy } from "../engine.js";
import type { Words } from "./i18n/zh-CN.js";
import type { Results, View } from "./panel.js";
import { timeline } from "./timeline.js";
import { numberOf } from "./typed.js";

type Content = TemplateResult | symbol;

/** Rows of a table that are listed. */
const ROWS = 60;

export function outcome(view: View, plan: PlanOutcome, results: Results): TemplateResult {
  const { kit: { html }, words, scene: { f } } = view;
  return html`
    <p class="plan-total"><strong part="plan-total">${f.money(plan.total)}</strong> <span class="muted">${words.total(f.duration(plan.slots * plan.slotSeconds))}</span></p>
    ${why(view, plan, results)} ${bought(view, plan)} ${timeline(view, plan)} ${risks(view, results)} ${prices(view, plan)}
  `;
}

export function modeName({ modes }: Words, mode: string): string {
  return modes[mode] ?? mode;
}

function modeNames(words: Words, ways: readonly (WayToBuy | PlannedWay)[]): string {
  const names = ways.map((way) => modeName(words, typeof way === "string" ? way : way.mode));
  return words.and([...new Set(names)]);
}

function why(view: View, plan: PlanOutcome, { daily }: Results): TemplateResult {
  const { kit: { html, nothing }, words, scene: { f } } = view;
  const isProven = plan.gapPercent === 0;
  const proof = isProven ? words.proven(f.money(plan.lowerBound), f.money(plan.total)) : words.within(f.share(plan.gapPercent, 100), f.money(plan.lowerBound));
  const { nextBest, oneMore, cardsPerUnit } = plan;
  const next = nextBest === undefined ? words.noNext : words.next(modeNames(words, nextBest.ways), f.money(nextBest.total), f.money(nextBest.gap));
  const more = oneMore === undefined ? "" : cardsPerUnit === 1 ? words.oneMore(f.money(oneMore)) : words.oneMoreUnit(f.count(cardsPerUnit), f.money(oneMore));
  const endDay = numberOf(view.number("endDay"));
  const ended = plan.ended === undefined || endDay === undefined ? "" : words.ended(f.count(endDay), f.money(plan.ended));
  return html`
    <h4>${words.why}</h4>
    <p class="proof ${isProven ? "" : "open"}" part="proof">${proof} ${plan.verified ? words.verified : nothing}</p>
    <ul class="reasons">
      ${[...changes(view, daily), next, more, ended].filter((sentence) => sentence !== "").map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
  `;
}

/** From how many hours a day on the decision is another one. */
function changes({ words, scene: { f } }: View, daily: Results["daily"]): string[] {
  const [first, ...later] = daily?.changes ?? [];
  if (first === undefined) return [];
  if (later.length === 0) return [words.noChange(modeNames(words, first.modes))];
  return later.slice(0, 4).map(({ hours, modes }) => words.changes(f.inHours(hours), modeNames(words, modes)));
}

function bought({ kit: { html }, words, scene: { f } }: View, { bought }: PlanOutcome): TemplateResult {
  const { way, orders, price, used, unused } = words.buyHead;
  const rows = bought.map((each) => html`
    <tr><th scope="row">${modeName(words, each.way.mode)}</th><td>${f.count(each.orders)}</td><td>${f.money(each.price)}</td>
      <td>${f.share(each.usedSeconds, each.paidSeconds)}</td><td>${f.money(each.unused)}</td></tr>
  `);
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${words.buy}>
      <table class="plan-table"><caption><h4>${words.buy}</h4></caption>
        <thead><tr>${[way, orders, price, used, unused].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
        <tbody>${rows}</tbody>
      </table>
    </div>
  `;
}

function risks(view: View, { spot, uncertain, online }: Results): Content {
  const { kit: { html, nothing }, words, scene: { f } } = view;
  const hours = (count: number) => f.about(count * 3_600);
  const percent = (share: number) => f.share(share, 100);
  const ofSpot = spot === undefined ? nothing : html`
    <h4>${words.spotTitle}</h4>
    <p part="plan-spot">${words.spotExpected(hours(spot.meanHours), f.money(spot.meanCost), f.money(spot.p90Cost), f.money(spot.onDemandCost))}
      ${words.spotEven(percent(spot.breakEvenPercent), percent(spot.discountPercent), spot.wins)} ${deadline(view, spot)}</p>
  `;
  const ofCases = uncertain === undefined ? nothing : html`
    <h4>${words.uncertainTitle}</h4>${uncertain === "refused" ? html`<p class="note">${words.uncertainRefused}</p>` : committed(view, uncertain)}
  `;
  return html`${ofSpot} ${ofCases} ${online === undefined ? nothing : rules(view, online)}`;
}

/** With a deadline: what keeping it costs, and how likely spot alone misses it. */
function deadline({ words, number, scene: { f } }: View, { deadline, finishP90Hours, onDemandCost }: NonNullable<Results["spot"]>): string {
  const hours = numberOf(number("deadlineHours"));
  if (hours === undefined) return "";
  const until = f.inHours(hours);
  if (deadline === undefined) return words.spotTooShort(until);
  const wins = Number(deadline.meanCost) < Number(onDemandCost);
  const kept = words.spotDeadline(until, f.money(deadline.meanCost), f.money(deadline.p90Cost), f.share(deadline.onDemandPercent, 100), wins);
  return `${kept} ${words.spotAlone(f.about(finishP90Hours * 3_600), finishP90Hours > hours)}`;
}

/** When to buy what, for those who cannot forecast. */
function rules({ kit: { html }, words, scene: { f } }: View, { rules }: NonNullable<Results["online"]>): TemplateResult {
  const rule = ({ way, termHours, afterHours, guarantee }: (typeof rules)[number]) =>
    html`<li>${words.rule(modeName(words, way.mode), f.inHours(termHours), f.inHours(afterHours), f.entry(guarantee, "plain"))}</li>`;
  return html`
    <h4>${words.unforeseenTitle}</h4>
    ${rules.length === 0 ? html`<p part="plan-online">${words.noRules}</p>` : html`<ul class="reasons" part="plan-online">${rules.map(rule)}</ul><p class="muted">${words.rulesHint}</p>`}
  `;
}

function committed({ kit: { html }, words, scene: { f } }: View, found: Exclude<Results["uncertain"], "refused" | undefined>): TemplateResult {
  const units = new Map<string, number>();
  for (const { way, units: count } of found.orders) units.set(way.mode, (units.get(way.mode) ?? 0) + count);
  const orders = [...units].map(([mode, count]) => words.order(f.count(count), modeName(words, mode)));
  const [low = "0", likely = "0", high = "0"] = found.totals;
  const mean = found.forTheMean === undefined || found.forTheMean === found.mean ? "" : words.forTheMean(f.money(found.forTheMean));
  return html`
    <p part="plan-uncertain">${orders.length === 0 ? words.commitNothing : words.commit(f.list(orders))} ${words.expected(f.money(found.mean), f.money(found.p90))}</p>
    <p class="muted">${words.cases(f.money(low), f.money(likely), f.money(high))} ${mean}</p>
  `;
}

function prices({ kit: { html, nothing }, words, scene: { f } }: View, plan: PlanOutcome): Content {
  const { hourly, spans } = plan.prices;
  if (hourly.length === 0) return nothing;
  const { from, to, price } = words.pricesHead;
  const count = spans.length / 2;
  const rows = Array.from({ length: Math.min(count, ROWS) }, (_, index) => {
    const [start = 0, end = 0, which = 0] = [index === 0 ? 0 : spans[2 * index - 2], spans[2 * index], spans[2 * index + 1]];
    return html`<tr><th scope="row">${moment(plan, start)}</th><td>${moment(plan, end)}</td><td>${f.rate(hourly[which] ?? "0", 4)}</td></tr>`;
  });
  return html`
    <details class="more"><summary>${words.prices}</summary>
      <p class="muted">${words.pricesHint}</p>
      <table class="plan-table"><caption class="hidden">${words.prices}</caption>
        <thead><tr>${[from, to, price].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead><tbody>${rows}</tbody></table>
      ${count > ROWS ? html`<p class="muted">${words.rest(f.count(count - ROWS))}</p>` : nothing}
    </details>
  `;
}

/** When a slot begins, on the clock of the plan, as `2026-11-30 09:00`. */
export function moment({ begins, slotSeconds }: PlanOutcome, slot: number): string {
  const time = new Date(Date.parse(`${begins}Z`) + slot * slotSeconds * 1_000);
  return Number.isNaN(time.getTime()) ? "" : time.toISOString().slice(0, 16).replace("T", " ");
}

/** What core refused, in the words of the visitor. */
export function failure(words: Words, issues: readonly Issue[], sellsSpot: boolean): string {
  const short = issues.filter(({ code }) => code === "uncovered");
  if (short.length > 0) {
    const periods = short.slice(0, 5).map(({ expected }) => {
      const [, units = "", from = "", to = ""] = /^(\d+) units less from (\S+) to (\S+)$/.exec(expected) ?? [];
      return words.shortage(units, from.replace("T", " "), to.replace("T", " "));
    });
    return words.uncovered(periods.join("; "), sellsSpot);
  }
  const [first] = issues;
  if (first?.code === "empty") return words.noCards;
  if (first?.code === "too-large") return first.path.startsWith("offers") ? words.pricesTooLarge : words.demandTooLarge;
  return first?.path === "demand" && first.code === "conflict" ? words.tooLong : words.issue(first?.code ?? "");
}
