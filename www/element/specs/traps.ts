/**
 * What is easily misread about a card: rules over its facts where a rule exists, else lists of devices.
 *
 * Not here: what only one source says about one card; that is the card's note.
 */
import type { GpuFacts } from "./cards.js";
import { figureText, tera } from "./figures.js";
import type { Figure, Words } from "./figures.js";

export interface TrapScene extends Words {
  readonly gpus: readonly GpuFacts[];
}

type Rule = (scene: TrapScene, gpu: GpuFacts) => string | undefined;

/** Chips whose sheets print sparse figures. */
const sparseChips = new Set(["Ampere", "Ada Lovelace", "Hopper", "Blackwell", "Blackwell Ultra", "CDNA 3", "CDNA 4"]);
const chipsWithoutBf16 = new Set(["Pascal", "Volta", "Turing"]);
const processorsWithoutBf16 = new Set(["huawei-310p-24gb", "huawei-310p-duo-48gb", "huawei-ascend-910a-32gb"]);

/** The printed "AI TOPS", or the headline that stands for it; Ada counts FP8, Blackwell FP4. */
const aiTops: Readonly<Record<string, number>> = {
  "nvidia-rtx-4060-ti-16gb": 353, "nvidia-rtx-4070-ti-super-16gb": 706, "nvidia-rtx-4080-16gb": 780, "nvidia-rtx-4080-super-16gb": 836,
  "nvidia-rtx-4090-24gb": 1321, "nvidia-rtx-4000-ada-20gb": 427.6, "nvidia-rtx-5000-ada-32gb": 1044, "nvidia-rtx-6000-ada-48gb": 1457,
  "nvidia-rtx-5080-16gb": 1801, "nvidia-rtx-5090-32gb": 3352, "nvidia-rtx-5090-d-32gb": 2375,
  "nvidia-rtx-pro-6000-bw-maxq-96gb": 3511, "nvidia-rtx-pro-6000-bw-workstation-96gb": 4000,
};

const sameDie: readonly (readonly [string, string])[] = [
  ["nvidia-l40-48gb", "nvidia-l40s-48gb"],
  ["nvidia-rtx-4090-24gb", "nvidia-rtx-6000-ada-48gb"],
  ["nvidia-a10-24gb", "nvidia-a10g-24gb"],
];

/** Gigabytes on the chip carrier that the system does not see in full. */
const physicalGb: Readonly<Record<string, number>> = {
  "nvidia-b200-sxm": 192, "nvidia-gb200-186gb": 192, "nvidia-b300-sxm": 288, "nvidia-gb300-279gb": 288,
};

/** Cards that offers call by one name. */
const namesakes: readonly (readonly string[])[] = [
  ["nvidia-a100-pcie-40gb", "nvidia-a100-pcie-80gb", "nvidia-a100-sxm-40gb", "nvidia-a100-sxm-80gb"],
  ["nvidia-a800-40gb-active", "nvidia-a800-pcie-80gb", "nvidia-a800-sxm-80gb"],
  ["nvidia-h100-pcie-80gb", "nvidia-h100-nvl-94gb", "nvidia-h100-sxm-80gb"],
  ["nvidia-h200-nvl-141gb", "nvidia-h200-sxm-141gb"],
  ["nvidia-h800-pcie-80gb", "nvidia-h800-sxm-80gb"],
  ["nvidia-h20-96gb", "nvidia-h20-141gb"],
  ["nvidia-gh200-96gb", "nvidia-gh200-144gb"],
  ["nvidia-v100-pcie-16gb", "nvidia-v100-pcie-32gb", "nvidia-v100-sxm2-16gb", "nvidia-v100-sxm2-32gb", "nvidia-v100s-pcie-32gb"],
  ["nvidia-rtx-4090-24gb", "nvidia-rtx-4090-d-24gb", "nvidia-rtx-4090-48gb-mod"],
  ["nvidia-rtx-5090-32gb", "nvidia-rtx-5090-d-32gb", "nvidia-rtx-5090-d-v2-24gb"],
  ["nvidia-rtx-pro-6000-bw-server-96gb", "nvidia-rtx-pro-6000-bw-workstation-96gb", "nvidia-rtx-pro-6000-bw-maxq-96gb"],
  ["huawei-ascend-910b2-64gb", "huawei-ascend-910b3-64gb", "huawei-ascend-910b4-64gb", "huawei-ascend-910b4-32gb"],
  ["hygon-k100-64gb", "hygon-k100-ai-64gb"],
  ["metax-c500-64gb", "metax-c550-64gb"],
];

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
};

/** All that apply to a card, most costly first. */
export function traps(scene: TrapScene, gpu: GpuFacts): string[] {
  return rules.map((rule) => rule(scene, gpu)).filter((sentence) => sentence !== undefined);
}

const accumulate: Rule = (scene, gpu) => {
  if (!isGeForce(gpu)) return undefined;
  const [precision, rate] = mainRate(gpu);
  return rate === undefined ? undefined : scene.m.trap.accumulate(precision, tera(scene, rate), tera(scene, 2 * rate));
};

const sparse: Rule = (scene, gpu) => {
  const [precision, rate] = mainRate(gpu);
  if (!sparseChips.has(gpu.architecture) || isGeForce(gpu) || rate === undefined) return undefined;
  return scene.m.trap.sparse(precision, tera(scene, rate), tera(scene, 2 * rate));
};

const tops: Rule = (scene, gpu) => {
  const printed = aiTops[gpu.id];
  const { bf16 } = gpu.flops;
  if (printed === undefined || bf16 === undefined) return undefined;
  const { m, f } = scene;
  const times = f.count(Math.round((printed * 1e12) / bf16));
  return m.trap.aiTops(f.count(printed), gpu.architecture === "Blackwell" ? "FP4" : "FP8", times, tera(scene, bf16));
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

const oneOf: Rule = ({ m, f }, { name }) => {
  const word = /\bone of (two|four)\b/.exec(name)?.[1];
  return word === undefined ? undefined : m.trap.oneOf(f.count(word === "two" ? 2 : 4));
};

const module: Rule = ({ m }, { id }) => {
  if (/^nvidia-gb[23]00-/.test(id)) return m.trap.superchip;
  if (id.startsWith("nvidia-gh200-")) return m.trap.withCpu;
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
  const group = namesakes.find((ids) => ids.includes(gpu.id));
  const others = scene.gpus.filter(({ id }) => id !== gpu.id && group?.includes(id) === true);
  if (others.length === 0) return undefined;
  const named = others.map((other) => {
    const text = (figure: Figure) => figureText(scene, other, figure) ?? scene.m.unknown;
    return scene.m.trap.variant(other.name, text("memory"), text("bandwidth"), `FP16 ${text("fp16")}`);
  });
  return scene.m.trap.variants(scene.m.joined(named));
};

const clock: Rule = ({ m }, { id }) => (id === "intel-gaudi3-128gb" ? m.trap.gaudi3 : id === "intel-max-1550-64gb" ? m.trap.max1550 : undefined);

const blockScaled: Rule = (scene, { id, flops: { fp8 } }) => {
  const isScaled = id === "nvidia-rtx-5090-32gb" || id === "nvidia-rtx-5080-16gb";
  return isScaled && fp8 !== undefined ? scene.m.trap.blockScaled(tera(scene, fp8), tera(scene, fp8 / 2)) : undefined;
};

const bridge: Rule = ({ m, f }, { link, linkDomain }) =>
  link === "dedicated" && linkDomain !== undefined && linkDomain <= 4 ? m.trap.bridge(f.count(linkDomain)) : undefined;

/** Where FP16 is slow as well, `slowFp16` says what to do. */
const noBf16: Rule = (scene, gpu) => {
  const { id, architecture, flops } = gpu;
  const isWithout = flops.bf16 === undefined && (chipsWithoutBf16.has(architecture) || processorsWithoutBf16.has(id));
  return isWithout && slowFp16(scene, gpu) === undefined ? scene.m.trap.noBf16 : undefined;
};

const slowFp16: Rule = (scene, { flops: { fp16, fp32 } }) =>
  fp16 !== undefined && fp32 !== undefined && fp16 < fp32 ? scene.m.trap.slowFp16(tera(scene, fp16), tera(scene, fp32)) : undefined;

const modified: Rule = ({ m }, { id }) => (id.endsWith("-mod") ? m.trap.modified : undefined);
const maybe4090d: Rule = ({ m }, { id }) => (id === "nvidia-rtx-4090-48gb-mod" ? m.trap.maybe4090d : undefined);

const rules: readonly Rule[] = [
  accumulate, sparse, tops, blockScaled, slowInt8, slowFp16, noBf16, exported, oneOf, module, capacity, die, variants, bridge, clock, modified, maybe4090d,
];

/** GeForce from Turing on; the TITAN RTX keeps its full speed, and Pascal has no matrix units. */
function isGeForce({ name, architecture }: GpuFacts): boolean {
  return name.startsWith("GeForce") && architecture !== "Pascal";
}

function mainRate({ flops: { bf16, fp16 } }: GpuFacts): readonly [string, number | undefined] {
  return bf16 === undefined ? ["FP16", fp16] : ["BF16", bf16];
}
