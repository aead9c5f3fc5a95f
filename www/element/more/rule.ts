/** Translates a rule of thumb that names a speed: why that is not enough, and what the job takes at that speed. */
import type { TemplateResult } from "lit";
import type { Tools } from "../engine.js";
import type { View } from "./more.js";

export function ruleOfThumb(view: View, tools: Tools | undefined): TemplateResult {
  const { kit: { html, numberInput }, scene, words } = view;
  return html`<p>${words.ruleWhy}</p>${numberInput(scene, "ruleTflops")} ${translation(view, tools)}`;
}

function translation({ kit: { html, nothing }, scene: { f, inputs, comparison }, words }: View, tools: Tools | undefined): TemplateResult | typeof nothing {
  const { ruleTflops } = inputs;
  const { parameters, operations, settings } = comparison?.requirement ?? {};
  if (tools === undefined || ruleTflops === undefined || parameters === undefined || operations === undefined) return nothing;
  const { mfu, time } = tools.atPeak(operations, ruleTflops);
  const share = `${f.share(mfu.low, 1)}–${f.share(mfu.high, 1)}`;
  const tokens = f.parameters(settings?.tokens ?? 0);
  const isUsual = inputs.tokens === undefined;
  const text = words.ruleResult(f.parameters(parameters), tokens, isUsual, f.scientific(operations), f.count(ruleTflops), share, f.durationRange(time));
  return html`<p class="note">${text}</p>`;
}
