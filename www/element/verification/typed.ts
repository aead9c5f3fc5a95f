/** What was typed in a field of the panel: the number, and the unit behind it. Nothing is converted here: that is core's. */
import type { ComputeUnit, CopyUnit, Reading } from "../engine.js";
import type { Kit } from "../panels.js";

export const kinds = ["bf16", "fp16", "fp8", "int8", "memory", "samples"] as const;
export type Kind = (typeof kinds)[number];

export type Read =
  | { readonly number: number; readonly unit?: string | undefined }
  | { readonly problem: "empty" | "number" }
  /** A unit that is none of this kind. */
  | { readonly foreign: string };

const flops: Readonly<Record<string, ComputeUnit>> = { G: "gflops", T: "tflops", P: "pflops" };
const ops: Readonly<Record<string, ComputeUnit>> = { G: "gops", T: "tops", P: "pops" };
const copies: Readonly<Record<string, CopyUnit>> = {
  MB: "mbPerSecond", GB: "gbPerSecond", TB: "tbPerSecond", MiB: "mibPerSecond", GiB: "gibPerSecond", TiB: "tibPerSecond",
  Mb: "mbitPerSecond", Gb: "gbitPerSecond", Tb: "tbitPerSecond",
};
/** Behind the number. In FLOPS and OPS case says nothing; b is a bit and B a byte. */
const shapes = {
  flops: /(?<![a-z])([TP]|[GTP](?:FLOPS|FLOP\/S))$/i,
  ops: /(?<![a-z])([TP]|[GTP]OPS)$/i,
  copies: /(?<![A-Za-z])([MGT]i?B|[MGT]b)(?:\/s|ps)?$/,
  samples: /(?:samples\/s|样本\/秒)$/i,
};

export function read(parseNumber: Kit["parseNumber"], text: string, kind?: Kind): Read {
  const plain = text.normalize("NFKC").trim();
  const unit = kind === undefined ? null : shapeOf(kind).exec(plain);
  const parsed = parseNumber(plain.slice(0, unit?.index));
  if ("decimal" in parsed) return { number: Number(parsed.decimal), unit: unit?.[1] };
  const foreign = /[\d\s.](\p{L}[\p{L}/]*)$/u.exec(plain)?.[1];
  if (kind !== undefined && unit === null && foreign !== undefined) return { foreign };
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
