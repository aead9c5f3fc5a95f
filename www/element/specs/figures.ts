/** What the table knows of a card, as numbers to sort by and as text. What is unknown is undefined, never zero. */
import type { Format } from "../format.js";
import type { GpuFacts, Precision, Tier } from "./cards.js";
import type { Messages } from "./i18n/index.js";

/** Figures of which more is better. */
export type Capability = "memory" | "bandwidth" | Precision | "linkBandwidth";
export type Figure =
  | Capability | "tier" | "scenarios" | "memoryType" | "link" | "linkDomain" | "form" | "devices" | "power" | "year" | "class" | "architecture" | "confidence";

export const precisions: readonly Precision[] = ["fp64", "fp32", "tf32", "bf16", "fp16", "fp16Fp16Accumulate", "fp8", "fp8Fp16Accumulate", "int8", "fp4"];

const capabilities: ReadonlySet<Figure> = new Set<Figure>(["memory", "bandwidth", ...precisions, "linkBandwidth"]);
const confidences = ["article", "secondary", "datasheet"];
const forms = ["pcie", "nvl", "sxm", "oam", "module"];
/** From the smallest. */
export const tiers: readonly Tier[] = ["entry", "mainstream", "flagship"];
const GIGA = 1e9;
export const TERA = 1e12;

/** What figures are written with. */
export interface Words {
  readonly m: Messages;
  readonly f: Format;
}

export function isCapability(figure: Figure): figure is Capability {
  return capabilities.has(figure);
}

/** To compare cards by; undefined where not stated, and for words that have no order. */
export function amount(gpu: GpuFacts, figure: Figure): number | undefined {
  switch (figure) {
    case "memory":
      return gpu.memoryBytes;
    case "bandwidth":
      return gpu.bandwidth;
    case "link":
    case "linkBandwidth":
      return gpu.linkBandwidth;
    case "linkDomain":
      return gpu.linkDomain;
    case "power":
      return gpu.powerW;
    case "year":
      return gpu.year;
    case "confidence":
      return confidences.indexOf(gpu.confidence);
    case "tier":
      return gpu.tier === undefined ? undefined : tiers.indexOf(gpu.tier);
    case "scenarios":
      return gpu.scenarios.length;
    case "form":
      return gpu.form === undefined ? undefined : forms.indexOf(gpu.form);
    case "devices":
      return gpu.devicesPerBoard;
    case "memoryType":
    case "class":
    case "architecture":
      return undefined;
    default:
      return gpu.flops[figure];
  }
}

/** With its unit; undefined where not stated. */
export function figureText(words: Words, gpu: GpuFacts, figure: Figure): string | undefined {
  const number = numberText(words, gpu, figure);
  return number === undefined ? undefined : words.m.withUnit(number, unitOf(figure));
}

/** Without its unit, for a column that names it. */
export function numberText(words: Words, gpu: GpuFacts, figure: Figure): string | undefined {
  const { m, f } = words;
  if (figure === "memoryType") return gpu.memoryType || undefined;
  if (figure === "class") return m.classes[gpu.class];
  if (figure === "architecture") return gpu.architecture || undefined;
  if (figure === "confidence") return m.confidences[gpu.confidence];
  if (figure === "tier") return gpu.tier && m.tiers[gpu.tier].name;
  if (figure === "form") return gpu.form && m.forms[gpu.form];
  if (figure === "scenarios") return scenariosText(words, gpu);
  if (figure === "link") return linkText(words, gpu);
  if (figure === "linkDomain" && gpu.link === "pcie") return m.noLink;
  const value = amount(gpu, figure);
  if (value === undefined) return undefined;
  if (figure === "memory") return f.gib(value);
  if (figure === "year") return String(value);
  if (figure === "bandwidth" || figure === "linkBandwidth") return f.count(value / GIGA);
  return figure === "linkDomain" || figure === "power" || figure === "devices" ? f.count(value) : tera(words, value);
}

/** Operations per second in units of 10¹². */
export function tera({ f }: Words, value: number): string {
  return f.count(value / TERA);
}

/** The unit that a column names; empty where the text has its own. */
export function unitOf(figure: Figure): string {
  if (figure === "bandwidth" || figure === "linkBandwidth") return "GB/s";
  if (figure === "power") return "W";
  if (figure === "int8") return "TOPS";
  return precisions.some((precision) => precision === figure) ? "TFLOPS" : "";
}

/** Undefined where a figure is unknown that may decide. */
function scenariosText({ m, f }: Words, { scenarios, tier }: GpuFacts): string | undefined {
  if (scenarios.length > 0) return f.list(scenarios.map((scenario) => m.scenarios[scenario].name));
  return tier && m.noScenario;
}

function linkText({ m, f }: Words, gpu: GpuFacts): string {
  const { link, linkBandwidth, linkDomain } = gpu;
  const speed = linkBandwidth === undefined ? undefined : `${f.count(linkBandwidth / GIGA)} GB/s`;
  if (link === "pcie") return m.hostLink(speed);
  return m.directLink(speed, linkDomain === undefined ? undefined : f.count(linkDomain));
}
