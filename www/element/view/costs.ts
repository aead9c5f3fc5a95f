/** The lines that add up to the total; each opens its formula in the visitor's own numbers. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Line, Plan } from "../engine.js";
import { isLoaded } from "../on-demand.js";
import { moreNotThere, opened } from "./on-demand.js";
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
  const { m, f, more, actions } = scene;
  const label = m.lineKinds[line.kind] ?? line.kind;
  if (line.amount === undefined) return html`<tr><th scope="row">${label}</th><td class="muted">${m.notPublished}</td></tr>`;
  return html`
    <tr>
      <th scope="row"><details @toggle=${opened(() => actions.openMore())}>
        <summary>${label}</summary>${isLoaded(more) ? html`<p class="formula">${more.formula(scene, line)}</p>` : moreNotThere(scene)}
      </details></th>
      <td>${f.money(line.amount)}</td>
    </tr>
  `;
}
