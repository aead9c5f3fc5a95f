/** What the recommended cards cost on each way to pay, and from how many hours on a package beats the hourly price. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { BreakEven, Comparison, Line, Plan } from "../engine.js";
import { onDemand } from "./on-demand.js";
import type { Scene } from "./scene.js";

const DAY = 86_400;

export function breakEvens(scene: Scene, comparison: Comparison): TemplateResult | typeof nothing {
  if (comparison.waysToPay.length < 2) return nothing;
  const rows = comparison.breakEvens.map((breakEven) => html`<li>${crossing(scene, breakEven)}</li>`);
  return html`
    <section part="breakeven" class="card">
      <h3>${scene.m.breakEven}</h3>
      ${waysToPay(scene, comparison)}
      <ul>${rows}</ul>
      <p class="muted">${planned(scene, comparison)}</p>
      ${onDemand(scene, "curve")}
    </section>
  `;
}

function waysToPay({ m, f }: Scene, { waysToPay, best }: Comparison): TemplateResult {
  const rows = waysToPay.map(({ mode, total, budget }) => {
    const name = m.billing[mode] ?? mode;
    const over = budget !== undefined && "over" in budget ? m.over(f.headline(budget.over.by)) : "";
    return html`<tr><th scope="row">${mode === best?.mode ? html`<b>${name}</b>` : name}</th><td class="muted">${over}</td><td>${f.money(total)}</td></tr>`;
  });
  return html`<table class="lines"><caption class="hidden">${m.waysToPay}</caption><tbody>${rows}</tbody></table>`;
}

export function crossing({ m, f }: Scene, { mode, seconds, termSeconds, unitPrice }: BreakEven): string {
  const billing = m.billing[mode] ?? mode;
  const price = f.rate(unitPrice);
  if (seconds > termSeconds) return m.neverCheaper(billing, price);
  if (termSeconds <= DAY) return m.crossingDay(billing, price, f.roundHours(seconds));
  return m.crossing(billing, price, f.roundHours(seconds), f.hoursADay(seconds, termSeconds));
}

/** Why this billing mode and not the other, from where the two meet. */
export function billingReason(scene: Scene, { breakEvens, basis }: Comparison, best: Plan): string {
  const { m, f, inputs } = scene;
  if (best.mode === "mixed") return m.mixed(f.list(best.lines.flatMap((line) => part(scene, line))));
  const own = breakEvens.find(({ mode }) => mode === best.mode);
  if (own !== undefined) return crossing(scene, own);
  const nearest = best.mode === "onDemand" ? breakEvens.find(({ seconds, termSeconds }) => seconds <= termSeconds) : undefined;
  if (nearest === undefined || basis === "untilDone") return "";
  const { mode, seconds, termSeconds } = nearest;
  return m.hourlyBeats(m.billing[mode] ?? mode, f.hoursADay(seconds, termSeconds), f.inHours(inputs.hoursPerDay));
}

/** What a combination is made of: "1 month(s)", "21 h hourly". */
function part({ m, f }: Scene, { kind, details }: Line): string[] {
  if (kind !== "rent") return [];
  if ("term" in details) return [`${f.count(details.count)} ${m.terms[details.term] ?? details.term}`];
  return "unitRate" in details ? [`${f.hours(details.seconds)} ${m.billing.onDemand ?? ""}`] : [];
}

function planned(scene: Scene, { best, basis }: Comparison): string {
  const { m, f } = scene;
  if (basis === "schedule") return m.youPlan(f.inHours(scene.inputs.hoursPerDay));
  return best?.runTime === undefined ? "" : m.youNeed(f.durationRange(best.runTime));
}
