/** What the table knows of a card, as numbers to sort by and as text. What is unknown is undefined, never zero. */
import type { Format } from "../format.js";
import type { GpuFacts, Precision } from "./cards.js";
import type { Messages } from "./i18n/index.js";

/** Figures of which more is better. */
export type Capability = "memory" | "bandwidth" | Precision | "linkBandwidth";
export type Figure = Capability | "memoryType" | "link" | "linkDomain" | "power" | "year" | "class" | "architecture" | "confidence";

export const precisions: readonly Precision[] = ["fp64", "fp32", "tf32", "fp16", "bf16", "fp8", "int8", "fp4"];

const capabilities: ReadonlySet<Figure> = new Set<Figure>(["memory", "bandwidth", ...precisions, "linkBandwidth"]);
const confidences = ["article", "secondary", "datasheet"];
const GIGA = 1e9;
const TERA = 1e12;

/** What figures are written with. */
export interface Words {
  readonly m: Messages;
  readonly f: Format;
}

export function isCapability(figure: Figure): figure is Capability {
  return capabilities.has(figure);
}

/** To compare cards by; undefined where not stated, and for words. */
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
      return gpu.year === 0 ? undefined : gpu.year;
    case "confidence":
      return confidences.indexOf(gpu.confidence);
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
  if (figure === "link") return linkText(words, gpu);
  if (figure === "linkDomain" && gpu.link === "pcie") return m.noLink;
  const value = amount(gpu, figure);
  if (value === undefined) return undefined;
  if (figure === "memory") return f.gib(value);
  if (figure === "year") return String(value);
  if (figure === "bandwidth" || figure === "linkBandwidth") return f.count(value / GIGA);
  return figure === "linkDomain" || figure === "power" ? f.count(value) : tera(words, value);
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

function linkText({ m, f }: Words, gpu: GpuFacts): string {
  const { link, linkBandwidth, linkDomain } = gpu;
  const speed = linkBandwidth === undefined ? undefined : `${f.count(linkBandwidth / GIGA)} GB/s`;
  if (link === "pcie") return m.hostLink(speed);
  return m.directLink(speed, linkDomain === undefined ? undefined : f.count(linkDomain));
}
