/**
 * What is easily misread about a card: rules over its facts where a rule exists, else lists of devices.
 *
 * Not here: what only one source says about one card; that is the card's note.
 */
import { namesOf } from "./cards.js";
import type { GpuFacts } from "./cards.js";
import { TERA, figureText, tera } from "./figures.js";
import type { Figure, Words } from "./figures.js";

export interface TrapScene extends Words {
  readonly gpus: readonly GpuFacts[];
}

type Rule = (scene: TrapScene, gpu: GpuFacts) => string | undefined;

/** None of their cards has BF16. */
const chipsWithoutBf16 = new Set(["Pascal", "Volta", "Turing", "GCN 5", "RDNA", "RDNA 2", "XPU-R"]);
const processorsWithoutBf16 = new Set(["huawei-310p-24gb", "huawei-310p-duo-48gb", "huawei-ascend-910a-32gb"]);
/** Nor FP16. */
const chipsWithoutFp16 = new Set(["Kepler", "Maxwell"]);
/** FP16 in units of FP32 above which matrix units compute it, as core has it. */
const MATRIX = 2.5;
/** Data-center cards with HBM have FP64 at half of FP32, or none to speak of. */
const SLOW_FP64 = 1 / 8;
/** What makes another card of a name: D, S, Ti, D V2. */
const LETTERS = /^(?:[a-z]+\d?)?$/;

/** Found once for each card. */
const namesakes = new WeakMap<GpuFacts, readonly GpuFacts[]>();

const sameDie: readonly (readonly [string, string])[] = [
  ["nvidia-l40-48gb", "nvidia-l40s-48gb"],
  ["nvidia-rtx-4090-24gb", "nvidia-rtx-6000-ada-48gb"],
  ["nvidia-a10-24gb", "nvidia-a10g-24gb"],
];

/** Gigabytes on the chip carrier that the system does not see in full. */
const physicalGb: Readonly<Record<string, number>> = {
  "nvidia-b200-sxm": 192, "nvidia-gb200-186gb": 192, "nvidia-b300-sxm": 288, "nvidia-gb300-279gb": 288,
};

/** What an export version was made of, and what it lost. */
const exportParts: Readonly<Record<string, readonly [string, ...Figure[]]>> = {
  "nvidia-a800-40gb-active": ["nvidia-a100-pcie-40gb", "linkBandwidth"],
  "nvidia-a800-pcie-80gb": ["nvidia-a100-pcie-80gb", "linkBandwidth"],
  "nvidia-a800-sxm-80gb": ["nvidia-a100-sxm-80gb", "linkBandwidth"],
  "nvidia-h800-pcie-80gb": ["nvidia-h100-pcie-80gb", "linkBandwidth", "fp64"],
  "nvidia-h800-sxm-80gb": ["nvidia-h100-sxm-80gb", "linkBandwidth", "fp64"],
  "nvidia-h20-96gb": ["nvidia-h100-sxm-80gb", "bf16", "fp8"],
  "nvidia-h20-141gb": ["nvidia-h200-sxm-141gb", "bf16", "fp8"],
  "nvidia-l20-48gb": ["nvidia-l40s-48gb", "bf16", "fp8"],
  "nvidia-l2-24gb": ["nvidia-l4-24gb", "bf16", "fp8"],
  "nvidia-rtx-4090-d-24gb": ["nvidia-rtx-4090-24gb", "bf16"],
  "nvidia-rtx-5090-d-32gb": ["nvidia-rtx-5090-32gb", "fp8", "int8", "fp4"],
  "nvidia-rtx-5090-d-v2-24gb": ["nvidia-rtx-5090-32gb", "memory", "bandwidth", "fp8", "int8", "fp4"],
  "nvidia-rtx-6000d-84gb": ["nvidia-rtx-pro-6000-bw-server-96gb", "memory"],
};

/** All that apply to a card, most costly first. */
export function traps(scene: TrapScene, gpu: GpuFacts): string[] {
  return rules.map((rule) => rule(scene, gpu)).filter((sentence) => sentence !== undefined);
}

const accumulate: Rule = (scene, gpu) => {
  const [precision, rate] = mainRate(gpu.flops);
  if (!isGeForce(gpu) || rate === undefined) return undefined;
  return scene.m.trap.accumulate(precision, tera(scene, rate), tera(scene, withFp16Accumulation(gpu, rate)));
};

const sparse: Rule = (scene, gpu) => {
  const { m, f } = scene;
  const [precision, rate] = mainRate(gpu.flops);
  const [, printed] = mainRate(gpu.sparseFlops);
  if (rate === undefined || printed === undefined) return undefined;
  if (isGeForce(gpu)) return m.trap.accumulateSparse(f.figure(((printed / rate) * withFp16Accumulation(gpu, rate)) / TERA));
  const peaks = [[precision, rate, printed], ["FP4", gpu.flops.fp4, gpu.sparseFlops.fp4]] as const;
  const figures = peaks.flatMap(([name, dense, peak]) => (dense === undefined || peak === undefined ? [] : m.trap.sparseFigure(name, tera(scene, dense), f.figure(peak / TERA))));
  return m.trap.sparse(m.joined(figures));
};

/** The sparse rate of the narrowest format: FP4 on Blackwell, FP8 on Ada. Cards for games and workstations are sold by it. */
const tops: Rule = (scene, { flops: { bf16, fp4, fp8, fp8Fp16Accumulate }, sparseFlops }) => {
  if (bf16 === undefined || fp8 === undefined || fp8Fp16Accumulate === undefined || sparseFlops.fp8 === undefined) return undefined;
  const { m, f } = scene;
  const printed = sparseFlops.fp4 ?? (sparseFlops.fp8 / fp8) * fp8Fp16Accumulate;
  const [tops, times] = [printed / TERA, printed / bf16].map((figure) => f.count(Math.round(figure))) as [string, string];
  return m.trap.aiTops(tops, fp4 === undefined ? "FP8" : "FP4", times, tera(scene, bf16));
};

const die: Rule = (scene, gpu) => {
  const pair = sameDie.find((ids) => ids.includes(gpu.id));
  const other = scene.gpus.find(({ id }) => id !== gpu.id && pair?.includes(id) === true);
  if (other?.flops.bf16 === undefined || gpu.flops.bf16 === undefined) return undefined;
  return scene.m.trap.sameDie(other.name, tera(scene, other.flops.bf16), tera(scene, gpu.flops.bf16));
};

const slowInt8: Rule = (scene, gpu) => {
  const { int8, fp8 } = gpu.flops;
  const isSlow = int8 !== undefined && fp8 !== undefined && int8 < fp8 / 2;
  return isSlow ? scene.m.trap.int8(`${tera(scene, int8)} TOPS`, `${tera(scene, fp8)} TFLOPS`) : undefined;
};

const slowFp64: Rule = (scene, { memoryType, flops: { fp64, fp32 } }) => {
  const isSlow = memoryType.startsWith("HBM") && fp64 !== undefined && fp32 !== undefined && fp64 < SLOW_FP64 * fp32;
  return isSlow ? scene.m.trap.fp64(`${tera(scene, fp64)} TFLOPS`, tera(scene, fp32)) : undefined;
};

const oneOf: Rule = ({ m, f }, { devicesPerBoard }) => (devicesPerBoard === 1 ? undefined : m.trap.oneOf(f.count(devicesPerBoard)));

/** A rack joins 72 superchips of Grace; one of them alone has its GPU at the CPU. */
const module: Rule = ({ m }, { id, vendor, form, link }) => {
  if (vendor === "NVIDIA" && form === "module") return link === "pcie" ? m.trap.withCpu : m.trap.superchip;
  return id === "nvidia-h100-nvl-94gb" ? m.trap.pair : undefined;
};

const capacity: Rule = (scene, gpu) => {
  const printed = physicalGb[gpu.id];
  const visible = figureText(scene, gpu, "memory");
  return printed === undefined || visible === undefined ? undefined : scene.m.trap.capacity(scene.f.count(printed), visible);
};

const exported: Rule = (scene, gpu) => {
  const [original, ...lost] = exportParts[gpu.id] ?? [];
  const whole = scene.gpus.find(({ id }) => id === original);
  if (whole === undefined) return undefined;
  const cuts = lost.flatMap((figure) => {
    const [own, theirs] = [figureText(scene, gpu, figure), figureText(scene, whole, figure)];
    return own === undefined || theirs === undefined ? [] : [scene.m.trap.cut(scene.m.figures[figure], own, theirs)];
  });
  return cuts.length === 0 ? undefined : scene.m.trap.exportCut(whole.name, scene.m.joined(cuts));
};

const variants: Rule = (scene, gpu) => {
  const others = namesakes.get(gpu) ?? scene.gpus.filter((other) => other.id !== gpu.id && areNamesakes(gpu, other));
  namesakes.set(gpu, others);
  if (others.length === 0) return undefined;
  const named = others.map((other) => {
    const text = (figure: Figure) => figureText(scene, other, figure) ?? scene.m.unknown;
    return scene.m.trap.variant(other.name, text("memory"), text("bandwidth"), `FP16 ${text("fp16")}`);
  });
  return scene.m.trap.variants(scene.m.joined(named));
};

const clock: Rule = ({ m }, { id }) => (id === "intel-gaudi3-128gb" ? m.trap.gaudi3 : id === "intel-max-1550-64gb" ? m.trap.max1550 : undefined);

/** GeForce 50: four times BF16 with scaled blocks. Of the capped cards nobody states the rate without. */
const blockScaled: Rule = (scene, gpu) => {
  const { fp8, bf16 } = gpu.flops;
  const isScaled = isGeForce(gpu) && fp8 !== undefined && bf16 !== undefined && 3.5 * bf16 < fp8;
  return isScaled ? scene.m.trap.blockScaled(tera(scene, fp8), tera(scene, fp8 / 2)) : undefined;
};

const bridge: Rule = ({ m, f }, { link, linkDomain }) =>
  link === "dedicated" && linkDomain !== undefined && linkDomain <= 4 ? m.trap.bridge(f.count(linkDomain)) : undefined;

const narrow: Rule = (scene, { id, architecture, flops: { bf16, fp16, fp32 } }) => {
  const { trap } = scene.m;
  if (chipsWithoutFp16.has(architecture)) return trap.noHalf;
  if (fp16 === undefined || bf16 !== undefined) return undefined;
  if (fp32 !== undefined && fp16 < fp32) return trap.slowFp16(tera(scene, fp16), tera(scene, fp32));
  if (fp32 !== undefined && fp16 < MATRIX * fp32) return trap.noMatrix;
  return chipsWithoutBf16.has(architecture) || processorsWithoutBf16.has(id) ? trap.noBf16 : undefined;
};

const modified: Rule = ({ m }, { id }) => (id.endsWith("-mod") ? m.trap.modified : undefined);
const maybe4090d: Rule = ({ m }, { id }) => (id === "nvidia-rtx-4090-48gb-mod" ? m.trap.maybe4090d : undefined);

const rules: readonly Rule[] = [
  accumulate, sparse, tops, blockScaled, slowInt8, narrow, slowFp64, exported, oneOf, module, capacity, die, variants, bridge, clock, modified, maybe4090d,
];

/** GeForce from Turing on; the TITAN RTX keeps its full speed, and Pascal has no matrix units. */
function isGeForce({ name, architecture }: GpuFacts): boolean {
  return name.startsWith("GeForce") && architecture !== "Pascal";
}

/** Twice the rate but for export versions, which state it. */
function withFp16Accumulation({ flops: { fp16Fp16Accumulate } }: GpuFacts, rate: number): number {
  return fp16Fp16Accumulate ?? 2 * rate;
}

function mainRate({ bf16, fp16 }: GpuFacts["flops"]): readonly [string, number | undefined] {
  return bf16 === undefined ? ["FP16", fp16] : ["BF16", bf16];
}

/** Whether one is called as the other is, or so with letters behind: 4090 and 4090 D, V100 and V100S, A10 and A10G. */
function areNamesakes(a: GpuFacts, b: GpuFacts): boolean {
  const begins = (name: string, other: string) => other.startsWith(name) && LETTERS.test(other.slice(name.length));
  const isModel = (name: string) => /\d/.test(name);
  return a.vendor === b.vendor && namesOf(a).filter(isModel).some((name) => namesOf(b).filter(isModel).some((other) => begins(name, other) || begins(other, name)));
}
