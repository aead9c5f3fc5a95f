/** How many users the recommended cards serve at most, and how many cards the tokens of a day take. */
import type { TemplateResult } from "lit";
import type { Estimate, Tools } from "../engine.js";
import type { View } from "./more.js";

export function capacityTable(): (view: View, tools: Tools | undefined) => TemplateResult {
  let asked = "";
  let found: Estimate | undefined;

  /** The search of layouts takes a while, so it is asked once for what is typed. */
  function estimated({ kit, scene: { inputs, comparison } }: View, tools: Tools): Estimate | undefined {
    const gpu = comparison?.best?.gpuId;
    if (gpu === undefined || comparison?.best?.slice !== undefined) return undefined;
    const { tokensPerDay } = inputs;
    const request = { workload: kit.toRequest(inputs, kit.today()).workload, gpu, ...(tokensPerDay === undefined ? {} : { tokensPerDay }) };
    const text = JSON.stringify(request);
    if (text === asked) return found;
    asked = text;
    try {
      found = tools.estimate(text);
    } catch (error) {
      if ((error as { issues?: unknown }).issues === undefined) throw error;
      found = undefined; // the form says what is wrong
    }
    return found;
  }

  return (view, tools) => {
    const { kit: { html, nothing, numberInput }, scene } = view;
    const estimate = tools === undefined ? undefined : estimated(view, tools);
    return html`
      ${numberInput(scene, "tokensPerDay")}
      ${tools === undefined ? html`<p class="muted">${scene.m.loadingPart}</p>` : estimate === undefined ? nothing : table(view, estimate)}
    `;
  };
}

function table({ kit: { html, nothing }, scene: { f, inputs, comparison }, words }: View, { counts }: Estimate): TemplateResult {
  const wants = inputs.tokensPerDay !== undefined;
  const rows = counts.flatMap(({ gpus, capacity }) => (capacity === undefined ? [] : [html`
    <tr><th scope="row">${f.count(gpus)}</th><td>${f.count(capacity.users)}</td><td>${f.parameters(capacity.tokensPerDay.low)}–${f.parameters(capacity.tokensPerDay.high)}</td>
      ${wants ? html`<td>${capacity.gpusNeeded === undefined ? nothing : f.count(capacity.gpusNeeded)}</td>` : nothing}</tr>
  `]));
  const { cards, users, tokens, needed } = words.capacityHead;
  if (rows.length === 0) return html`<p class="muted">${words.noCapacity}</p>`;
  return html`
    <table>
      <caption>${words.capacityOf(comparison?.best?.gpuName ?? "")}</caption>
      <thead><tr>${[cards, users, tokens, ...(wants ? [needed] : [])].map((title) => html`<th scope="col">${title}</th>`)}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
    <p class="muted">${words.capacityHint}</p>
  `;
}
