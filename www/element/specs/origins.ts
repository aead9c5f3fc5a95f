/** Where each figure of a card is from: the sources that state it, or what it was made from. */
import type { GpuFacts } from "./cards.js";
import derived from "./derived.json";
import ofFigures from "./field-sources.json";
import type { Figure, Words } from "./figures.js";

export interface OriginScene extends Words {
  readonly gpus: readonly GpuFacts[];
}

type ByField<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

interface Derivation {
  readonly kind: string;
  /** A field of the same card. */
  readonly of?: string;
  /** The id of another card. */
  readonly from?: string;
  readonly times?: number;
}

/** The name of a figure in `gpus.toml`. */
const fields: Readonly<Partial<Record<Figure, string>>> = {
  memory: "memory_gib", memoryType: "memory_type", bandwidth: "bandwidth_gb_s", fp64: "fp64_tflops", fp32: "fp32_tflops", tf32: "tf32_tflops",
  bf16: "bf16_tflops", fp16: "fp16_tflops", fp16Fp16Accumulate: "fp16_fp16_accumulate_tflops", fp8: "fp8_tflops",
  fp8Fp16Accumulate: "fp8_fp16_accumulate_tflops", int8: "int8_tops", fp4: "fp4_tflops", linkBandwidth: "link_gb_s", linkDomain: "link_domain", power: "power_w",
};

/** Places in the list of the row, from 1; undefined where all of the row state it. */
export function placesOf({ id }: GpuFacts, figure: Figure): readonly number[] | undefined {
  return (ofFigures as ByField<readonly number[]>)[id]?.[fields[figure] ?? ""];
}

export function hasPlaces({ id }: GpuFacts): boolean {
  return id in ofFigures;
}

export function hasDerived({ id }: GpuFacts): boolean {
  return id in derived;
}

/** How a figure was made that no source prints of this very card; undefined where one does. */
export function derivation(scene: OriginScene, gpu: GpuFacts, figure: Figure): string | undefined {
  if (figure === "link") return derivation(scene, gpu, "linkBandwidth") ?? derivation(scene, gpu, "linkDomain");
  const made = (derived as ByField<Derivation>)[gpu.id]?.[fields[figure] ?? ""];
  return made && madeText(scene, made);
}

function madeText({ m, f, gpus }: OriginScene, { kind, of, from, times = 1 }: Derivation): string {
  const factor = times === 1 ? undefined : f.figure(times);
  if (of !== undefined) return m.derivations.multiple(m.figures[figureOf(of)], factor);
  if (from !== undefined) return m.derivations.copied(gpus.find(({ id }) => id === from)?.name ?? from, factor);
  return kind === "share" ? m.derivations.share : m.derivations.sparse;
}

function figureOf(field: string): Figure {
  return (Object.keys(fields) as Figure[]).find((figure) => fields[figure] === field) ?? "fp32";
}
