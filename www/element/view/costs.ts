/** The lines that add up to the total; each opens its formula in the visitor's own numbers. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Line, Plan } from "../engine.js";
import type { Scene } from "./scene.js";

export function costs(scene: Scene, plan: Plan): TemplateResult {
  const { m, f } = scene;
  const isNothing = ({ amount }: Line) => amount !== undefined && Number(amount) === 0;
  const shown = plan.lines.filter((line) => !isNothing(line));
  const folded = plan.lines.filter(isNothing).map(({ kind }) => m.lineKinds[kind] ?? kind);
  const isComplete = plan.lines.every(({ amount }) => amount !== undefined);
  return html`
    <section part="fees" class="card">
      <table part="lines" class="lines">
        <caption><h3>${m.lines}</h3></caption>
        <thead class="hidden"><tr><th scope="col">${m.item}</th><th scope="col">${m.amount}</th></tr></thead>
        <tbody>${shown.map((line) => row(scene, line))}</tbody>
        <tfoot><tr><th scope="row">${m.total}</th><td>${f.money(plan.total)}</td></tr></tfoot>
      </table>
      <p class="muted">
        ${m.effectiveRate(f.rate(plan.rate, 4))} ${folded.length === 0 ? nothing : html`<br />${m.nothingFor(f.list(folded))}`}
        ${isComplete ? nothing : html`<br />${m.withoutUnpublished}`}
      </p>
    </section>
  `;
}

function row(scene: Scene, line: Line): TemplateResult {
  const { m, f } = scene;
  const label = m.lineKinds[line.kind] ?? line.kind;
  if (line.amount === undefined) return html`<tr><th scope="row">${label}</th><td class="muted">${m.notPublished}</td></tr>`;
  return html`
    <tr>
      <th scope="row"><details><summary>${label}</summary><p class="formula">${formula(scene, line)} = ${f.money(line.amount)}</p></details></th>
      <td>${f.money(line.amount)}</td>
    </tr>
  `;
}

function formula(scene: Scene, { kind, details }: Line): string {
  const { m, f } = scene;
  if ("unitRate" in details) {
    const { units, unitRate, seconds } = details;
    const product = m.meteredFormula(f.count(units), f.rate(unitRate), f.hours(seconds));
    if (kind === "rent") return product;
    return m.because(kind === "rounding" ? m.rounded(f.duration(seconds)) : m.minimum(f.duration(seconds)), product);
  }
  if ("term" in details) {
    const { units, count, term, unitPrice, paidSeconds, usedSeconds } = details;
    const use = m.packageUse(f.hours(paidSeconds), f.hours(usedSeconds), f.share(usedSeconds, paidSeconds));
    const price = m.per(f.rate(unitPrice), m.perTerm[term] ?? term);
    return m.because(use, m.packageFormula(f.count(units), f.count(count), m.terms[term] ?? term, price));
  }
  const [gib, free, price] = [f.count(details.gib), f.count(details.freeGib), f.rate(details.unitPrice ?? "0")];
  if (!("seconds" in details)) return m.egressFormula(gib, free, price);
  const per = details.per ?? "month";
  return m.diskFormula(gib, free, price, m.perTerm[per] ?? per, diskTime(scene, per, f.hours(details.seconds)));
}

function diskTime({ m, f, comparison }: Scene, per: "hour" | "day" | "month", hours: string): string {
  if (per === "hour") return hours;
  return per === "day" ? m.overDay(hours) : m.overMonth(hours, f.count(comparison?.monthHours ?? 0));
}
