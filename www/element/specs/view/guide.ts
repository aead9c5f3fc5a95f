/** The classes that a rental guide states, beside the real cards: what is right, what is wrong, and why. */
import { html, nothing } from "lit";
import type { TemplateResult } from "lit";
import type { GpuFacts } from "../cards.js";
import { numberText } from "../figures.js";
import type { Figure } from "../figures.js";
import { figureName, orUnknown } from "./scene.js";
import type { Scene } from "./scene.js";

interface Guide {
  /** Ids of the nearest real cards. */
  readonly beside: readonly string[];
  /** What the guide states, and whether it is so. */
  readonly stated: Readonly<Partial<Record<Figure, "right" | "wrong">>>;
}

const known: Readonly<Record<string, Guide>> = {
  "ref-article-consumer-flagship": {
    beside: ["nvidia-rtx-4090-24gb", "nvidia-rtx-4090-d-24gb", "nvidia-rtx-5090-32gb"],
    stated: { memory: "right", bandwidth: "right", fp32: "wrong", bf16: "wrong" },
  },
  "ref-article-inference-card": {
    beside: ["nvidia-a10-24gb", "nvidia-a30-24gb"],
    stated: { memory: "wrong", bandwidth: "right", fp32: "wrong", fp16: "wrong", int8: "wrong" },
  },
  "ref-article-training-flagship": {
    beside: ["nvidia-a100-pcie-80gb", "nvidia-a100-sxm-80gb"],
    stated: { memory: "wrong", bandwidth: "right", fp32: "right", fp16: "right", int8: "right" },
  },
};

export function guides(scene: Scene): TemplateResult | typeof nothing {
  const { m, guides } = scene;
  if (guides.length === 0) return nothing;
  return html`
    <section class="guides" aria-labelledby="guides-title">
      <h3 id="guides-title">${m.guideTitle}</h3>
      <p class="muted">${m.guideLead}</p>
      ${guides.map((gpu) => guide(scene, gpu))}
    </section>
  `;
}

function guide(scene: Scene, gpu: GpuFacts): TemplateResult | typeof nothing {
  const { m } = scene;
  const { name, summary } = m.guides[gpu.id] ?? { name: gpu.name, summary: "" };
  const { beside, stated } = known[gpu.id] ?? { beside: [], stated: {} };
  const cards = beside.flatMap((id) => scene.gpus.find((real) => real.id === id) ?? []);
  return html`
    <article class="card" part="guide" data-id=${gpu.id} aria-labelledby="title-${gpu.id}">
      <div class="section-head"><h4 id="title-${gpu.id}">${name}</h4><span class="badge bad">${m.guideBadge}</span></div>
      <p>${summary}</p>
      <table class="cards compared guide" role="table">
        <caption class="hidden">${name}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <td role="cell"></td>
            ${[m.guideStates, ...cards.map((card) => card.name), m.verdict].map((title) => html`<th role="columnheader" scope="col">${title}</th>`)}
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${Object.entries(stated).map(([figure, verdict]) => row(scene, gpu, cards, figure as Figure, verdict))}
        </tbody>
      </table>
    </article>
  `;
}

function row(scene: Scene, gpu: GpuFacts, cards: readonly GpuFacts[], figure: Figure, verdict: "right" | "wrong"): TemplateResult {
  const { m } = scene;
  const cell = (name: string, card: GpuFacts) => html`
    <td role="cell"><span class="cell-label" aria-hidden="true">${name}</span><span>${orUnknown(scene, withType(scene, card, figure), figure)}</span></td>
  `;
  return html`
    <tr role="row" data-figure=${figure}>
      <th role="rowheader" scope="row">${figureName(scene, figure)}</th>
      ${cell(m.guideStates, gpu)} ${cards.map((card) => cell(card.name, card))}
      <td role="cell" class="finding"><span><b class=${verdict}>${m[verdict]}</b> ${m.guides[gpu.id]?.verdicts[figure]}</span></td>
    </tr>
  `;
}

function withType(scene: Scene, gpu: GpuFacts, figure: Figure): string | undefined {
  const text = numberText(scene, gpu, figure);
  return figure === "memory" && text !== undefined ? `${text} ${gpu.memoryType}` : text;
}
