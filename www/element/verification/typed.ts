/** What was typed or pasted in a field of the panel: the number, and the unit behind it. */
import type { ComputeUnit, CopyUnit, Precision, Reading } from "../engine.js";
import type { Kit } from "../panels.js";

export const precisions = ["bf16", "fp16", "fp8", "int8", "fp4", "tf32", "fp32", "fp64"] as const satisfies readonly Precision[];
export type Kind = Precision | "memory" | "samples";

export type Read =
  | { readonly number: number; readonly unit?: string | undefined }
  | { readonly problem: "empty" | "number" }
  /** A unit that is none of this kind. */
  | { readonly foreign: string }
  /** A format that is not this kind. */
  | { readonly format: string };

const flops: Readonly<Record<string, ComputeUnit>> = { G: "gflops", T: "tflops", P: "pflops" };
const ops: Readonly<Record<string, ComputeUnit>> = { G: "gops", T: "tops", P: "pops" };
const copies: Readonly<Record<string, CopyUnit>> = {
  MB: "mbPerSecond", GB: "gbPerSecond", TB: "tbPerSecond", MiB: "mibPerSecond", GiB: "gibPerSecond", TiB: "tibPerSecond",
  Mb: "mbitPerSecond", Gb: "gbitPerSecond", Tb: "tbitPerSecond", M: "mbPerSecond", G: "gbPerSecond", T: "tbPerSecond",
};
/** In FLOPS and OPS case says nothing; b is a bit and B a byte. */
const shapes = {
  flops: /(?<![a-z])([GTP])(?:F(?:LOPS?(?:\/(?:s|秒))?)?)?(?![a-z\d/])/gi,
  ops: /(?<![a-z])([GTP])(?:OPS?(?:\/(?:s|秒))?)?(?![a-z\d/])/gi,
  copies: /(?<![A-Za-z])([MGT]i?B|[MGT]b|[MGT])(?:\/(?:sec|s|秒)|ps)?(?![A-Za-z\d/])/g,
  samples: /(?:samples\/s|样本\/秒)/gi,
};
/**
 * Reads a number with a unit, or a line that a program printed: the number before the last unit of the kind counts.
 * Nothing is converted here: that is core's.
 */
export function read(parseNumber: Kit["parseNumber"], text: string, kind?: Kind): Read {
  const plain = text.normalize("NFKC").trim();
  const unit = kind === undefined ? undefined : [...plain.matchAll(shapeOf(kind))].at(-1);
  const stated: readonly string[] = kind === undefined ? [] : (plain.toLowerCase().match(/(?<![a-z\d])(?:bf16|fp\d+|tf32|int8)(?![a-z\d])/g) ?? []);
  if (stated[0] !== undefined && precisions.some((each) => each === kind) && !stated.includes(kind ?? "")) return { format: stated[0].toUpperCase() };
  const before = plain.slice(0, unit?.index).trim();
  const [whole, last] = [parseNumber(before), parseNumber(before.split(/[\s:=]+/).at(-1) ?? "")];
  const isPrinted = unit !== undefined || stated.length > 0;
  const parsed = "decimal" in whole || !isPrinted ? whole : last;
  if ("decimal" in parsed) return { number: Number(parsed.decimal), unit: unit?.[1] };
  const foreign = /[\d\s.](\p{L}[\p{L}/]*)$/u.exec(plain)?.[1];
  if (kind !== undefined && unit === undefined && foreign !== undefined) return { foreign };
  return { problem: plain === "" ? "empty" : "number" };
}

/** A reading of the kind; what has no unit is in the one that stands in the field. */
export function readingOf(kind: Exclude<Kind, "samples">, value: number, unit: string | undefined, side: number | undefined): Reading {
  if (kind === "memory") return { memory: { value, unit: copies[unit ?? ""] ?? "gbPerSecond" } };
  const [units, usual] = kind === "int8" ? ([ops, "tops"] as const) : ([flops, "tflops"] as const);
  const stated = units[unit?.[0]?.toUpperCase() ?? ""] ?? usual;
  return { compute: { precision: kind, value, unit: stated, ...(side === undefined ? {} : { side }) } };
}

/** Bits, which are easily taken for bytes, and bytes for them. */
export function isInBits(reading: Reading): boolean {
  return "memory" in reading && reading.memory.unit.endsWith("bitPerSecond");
}

/** Whether it is in the unit that stands in the field. */
export function isUsual(reading: Reading): boolean {
  if ("samples" in reading) return true;
  return ["tflops", "tops", "gbPerSecond"].includes("memory" in reading ? reading.memory.unit : reading.compute.unit);
}

function shapeOf(kind: Kind): RegExp {
  if (kind === "memory") return shapes.copies;
  if (kind === "samples") return shapes.samples;
  return kind === "int8" ? shapes.ops : shapes.flops;
}
