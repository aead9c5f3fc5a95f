/** Cheaper changes of the question, each with its total and a button that makes it. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { Comparison, Lever } from "../engine.js";
import type { Inputs } from "../inputs.js";
import { isLoaded } from "../on-demand.js";
import { planName } from "./plan-name.js";
import type { Scene } from "./scene.js";

interface Row {
  readonly name: string;
  readonly text: string;
  readonly saving: string | undefined;
  readonly values: Partial<Inputs>;
}

export function levers(scene: Scene, comparison: Comparison, why: "over" | "more" | "noFit"): TemplateResult | typeof nothing {
  const { m, actions } = scene;
  const rows = comparison.levers.map((lever) => row(scene, comparison, lever));
  if (why === "over" && isLoaded(scene.more)) {
    rows.push(...scene.more.levers(scene, comparison).map(({ name, plan, saving, values }) => drawn(scene, name, plan, plan.total, saving, values)));
  }
  if (rows.length === 0) return nothing;
  const title = { over: m.leversOver, more: m.levers, noFit: m.leversNoFit }[why];
  return html`
    <div part="levers" class="levers">
      <h4>${title}</h4>
      <ul>
        ${rows.map(
          ({ name, text, saving, values }) => html`
            <li>
              <span><b>${name}</b><span class="muted"> ${text}</span></span>
              ${saving === undefined ? nothing : html`<span class="saves">${m.saves(saving)}</span>`}
              <button type="button" part="button" class="secondary small" aria-label="${m.takeLever}: ${name}" @click=${() => actions.take(values)}>
                ${m.takeLever}
              </button>
            </li>
          `,
        )}
      </ul>
      ${comparedWith(scene, comparison)}
    </div>
  `;
}

function comparedWith({ m, f }: Scene, { best }: Comparison): TemplateResult | typeof nothing {
  const done = best?.releasedWhenDone;
  return done === undefined ? nothing : html`<p class="muted">${m.comparedWith(f.headline(done))}</p>`;
}

/** Core prices work with an end as released when done, so taking a lever does that too. */
function row(scene: Scene, { basis }: Comparison, { change, total, saving, ...plan }: Lever): Row {
  const { m, inputs } = scene;
  const isReleased = basis === "schedule" && inputs.task !== "inference" && !("untilDone" in change);
  const name = m.changes[changeName(change)] ?? "";
  return drawn(scene, isReleased ? m.andRelease(name) : name, plan, total, saving, { ...valuesOf(change), ...(isReleased ? { demand: "untilDone" } : {}) });
}

function drawn(scene: Scene, name: string, plan: Parameters<typeof planName>[1], total: string, saving: string | undefined, values: Partial<Inputs>): Row {
  const { m, f } = scene;
  return { name, text: m.lever(planName(scene, plan), f.headline(total)), saving: saving === undefined ? undefined : f.headline(saving), values };
}

function changeName(change: Lever["change"]): string {
  if ("method" in change) return change.method;
  if ("weights" in change) return change.weights;
  if ("offload" in change) return change.offload;
  return "resumable" in change ? "resumable" : "untilDone";
}

function valuesOf(change: Lever["change"]): Partial<Inputs> {
  return "untilDone" in change ? { demand: "untilDone" } : change;
}
