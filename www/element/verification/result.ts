/** The verdict on a card in sentences: share, band, likely causes, and what it does to the job. */
import type { TemplateResult } from "lit";
import type { Cause, Delay, Expectation, Precision, Verification } from "../engine.js";
import { toolsOf } from "./commands.js";
import { kindName } from "./panel.js";
import type { View } from "./panel.js";
import sources from "./sources.json";

export function result(view: View, found: Verification | "unknown"): TemplateResult {
  const { kit: { html, nothing }, words } = view;
  if (found === "unknown") return html`<div part="verification" class="verdict"><p id="verify-verdict">${words.unknown(cardName(view), kindName(words, view.kind))}</p></div>`;
  const { verdict, causes, expectation } = found;
  return html`
    <div part="verification" class="verdict ${verdict}">
      <p id="verify-verdict"><strong>${words.headline(words.verdicts[verdict], share(view, found))}</strong></p>
      <p>${verdict === "high" && view.kind === "samples" ? words.advice.fastProgram : words.advice[verdict]}</p>
      ${causes.length === 0 ? nothing : html`<h4>${words.causes}</h4><ul>${causes.map((cause) => html`<li>${causeText(view, found, cause)}</li>`)}</ul>`}
      ${effectText(view, found).map((sentence) => html`<p class="effect">${sentence}</p>`)}
      <p class="muted">${bandText(view, found)} ${sourceText(view, expectation)}</p>
    </div>
  `;
}

function cardName({ card, gpu, words }: View): string {
  return words.device(card?.name ?? gpu);
}

/** A value of the unit of the answer; of a cause that names a format, of that format. */
export function figure({ scene: { f }, words }: View, { unit }: Verification, value: number, precision?: Precision): string {
  const own = precision === undefined ? unit : precision === "int8" ? "tops" : "tflops";
  return `${f.figure(value)} ${words.units[own]}`;
}

function share(view: View, found: Verification): string {
  const { scene: { f }, words } = view;
  const { expectation: { reference, basis } } = found;
  const card = words.device(found.gpuName);
  const percent = found.verdict === "unclear" ? words.tiny : f.share(found.share, 1);
  const expected = figure(view, found, reference);
  const { shares } = words;
  if ("twin" in basis) return shares.twin(percent, expected, card, words.device(basis.twin.gpuName));
  if ("otherPrecision" in basis) return shares.otherPrecision(percent, expected, card, basis.otherPrecision.precision.toUpperCase());
  if ("class" in basis) return shares.class(percent, expected, card, f.count(basis.class.cards));
  return "given" in basis ? shares.given(percent, expected) : shares.measured(percent, expected, card);
}

function isDerived({ basis }: Expectation): boolean {
  return "otherPrecision" in basis || "class" in basis;
}

function bandText(view: View, found: Verification): string {
  const { scene: { m }, words } = view;
  const { check, expected, high } = found.bands;
  const bands = words.bands(figure(view, found, expected), figure(view, found, high), figure(view, found, check));
  return m.sentences([isDerived(found.expectation) ? words.wide : "", bands]);
}

function sourceText({ kit: { sourceLink }, words }: View, { source = "" }: Expectation): TemplateResult | string {
  const read = (sources as Readonly<Record<string, { title: string; url: string }>>)[source];
  return read === undefined ? "" : sourceLink(read.url, `${words.source}: ${read.title}`);
}

function causeText(view: View, found: Verification, cause: Cause): string {
  const { scene: { f }, words, card } = view;
  const count = (value: number | undefined) => (value === undefined ? "" : f.count(value));
  const tools = toolsOf(card?.vendor);
  const facts = {
    code: cause.code,
    measured: f.figure(found.measured),
    unit: words.units[found.unit],
    larger: prefixed(words.units[found.unit], { T: "P", G: "T" }),
    smaller: prefixed(words.units[found.unit], { T: "G", G: "M" }),
    figure: cause.figure === undefined ? "" : figure(view, found, cause.figure, cause.precision),
    precision: cause.precision?.toUpperCase() ?? "",
    card: words.device(cause.gpuName ?? ""),
    parts: count(cause.parts ?? cause.devices),
    side: count(cause.side),
    power: cause.powerW === undefined ? undefined : f.count(cause.powerW),
    settings: tools?.settings ?? words.ownTool,
    load: tools?.load ?? words.ownTool,
    slices: tools?.slices ?? "",
  };
  return words.cause[cause.code]?.(facts) ?? cause.code;
}

/** The unit with another prefix. */
function prefixed(unit: string, prefixes: Readonly<Record<string, string>>): string {
  return (prefixes[unit[0] ?? ""] ?? "") + unit.slice(1);
}

function effectText(view: View, found: Verification): string[] {
  const { scene, words, gpu } = view;
  if (found.slowdown <= 1 || scene.comparison === undefined) return [];
  const delay = scene.actions.delay({ gpu, slowdown: found.slowdown });
  return delay === undefined ? [words.noEffect(words.device(found.gpuName))] : [jobText(view, found, delay), words.atMost];
}

function jobText(view: View, found: Verification, { extraSeconds, extraCost, gpus, beyondSchedule }: Delay): string {
  const { scene: { m, f }, words } = view;
  const plan = m.gpuTimes(words.device(found.gpuName), f.count(gpus));
  if (extraSeconds === undefined) return words.effectServing(plan, f.share(found.share, 1));
  const [speed, time] = [figure(view, found, found.measured), f.about(extraSeconds.likely)];
  if (extraCost === undefined) return words.effectTime(speed, plan, time);
  if (Number(extraCost) === 0) return words.effectFree(speed, plan, time);
  return words[beyondSchedule ? "effectBeyond" : "effect"](speed, plan, time, f.money(extraCost));
}
