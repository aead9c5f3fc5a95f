/** Translates a rule of thumb that names a speed: why that is not enough, and what the job takes at that speed. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import { numberInput } from "./field.js";
import type { Scene } from "./scene.js";

export function ruleOfThumb(scene: Scene): TemplateResult {
  const { m, actions } = scene;
  const open = (event: Event) => (event.currentTarget as HTMLDetailsElement).open && actions.loadTools();
  return html`
    <details class="more" @toggle=${open}>
      <summary>${m.rule}</summary>
      <div class="step-body"><p>${m.ruleWhy}</p>${numberInput(scene, "ruleTflops")} ${translation(scene)}</div>
    </details>
  `;
}

function translation({ m, f, inputs, comparison, tools }: Scene): TemplateResult | typeof nothing {
  const { ruleTflops } = inputs;
  const { parameters, operations, settings } = comparison?.requirement ?? {};
  if (tools === undefined || ruleTflops === undefined || parameters === undefined || operations === undefined) return nothing;
  const { mfu, time } = tools.atPeak(operations, ruleTflops);
  const share = `${f.share(mfu.low, 1)}–${f.share(mfu.high, 1)}`;
  const tokens = f.parameters(settings?.tokens ?? 0);
  const isUsual = inputs.tokens === undefined;
  const text = m.ruleResult(f.parameters(parameters), tokens, isUsual, f.scientific(operations), f.count(ruleTflops), share, f.durationRange(time));
  return html`<p class="note">${text}</p>`;
}
