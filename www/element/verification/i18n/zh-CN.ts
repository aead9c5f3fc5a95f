/** 实测面板的简体中文。 */
import type { Cause } from "../../engine.js";
import { deviceInChinese } from "../../i18n/device.js";

export const zhCN = {
  intro: "同型号卡的公开实测值才是比较对象，不是宣传页上的峰值：H100 能跑到标称的八成，MI300X 只有一半，都属正常。",
  card: "卖家所称的型号",
  offered: "这份价目里的卡",
  notOffered: "其他卡",
  device: deviceInChinese,
  measured: "实测值",
  kind: "测的是什么",
  kinds: { memory: "显存复制，GB/s", samples: "自己的程序，样本/秒" },
  product: (format: string, unit: string) => `${format} 矩阵乘，${unit}`,
  units: { tflops: "TFLOPS", tops: "TOPS", gbPerSecond: "GB/s", perSecond: "样本/秒" },
  expected: "应有速度",
  side: "矩阵边长",
  sideUnit: "行",
  empty: "在试用或付费一小时内运行下面的命令，再填写结果。",
  number: (example: string) => `请填写一个大于 0 的数字，例如 ${example}。`,
  accepted: {
    tflops: "TFLOPS、GFLOPS 或 PFLOPS", tops: "TOPS、GOPS 或 POPS", gbPerSecond: "GB/s、MB/s、TB/s、GiB/s（字节）或 Gb/s（比特）", perSecond: "样本/秒",
  },
  foreign: (unit: string, accepted: string) => `“${unit}”不是所选项目的单位，请以 ${accepted} 填写。`,
  otherFormat: (stated: string, chosen: string) => `填写的是 ${stated} 的结果，而上面选的是 ${chosen}：请改选 ${stated}，或填 ${chosen} 的结果。`,
  bits: (text: string) => `${text}（比特）`,
  range: (min: string, max: string) => `请填写 ${min} 到 ${max} 之间的数字。`,
  tooFast: (card: string, peak: string) => `超过 ${card} 稠密峰值（${peak}）的十倍，不可能是实测值。请检查单位和型号。`,
  tooFastUnstated: (card: string) => `超过 ${card} 实测速度的十倍，不可能是实测值。请检查单位和型号。`,
  tooFastProgram: "超过您所填应有速度的十倍，两个数里必有一个不对。请检查两者数的是不是同一样东西。",
  unknown: (card: string, kind: string) => `${card} 没有公开的实测值，也没有标称峰值可比（${kind}），因此不作判断。`,

  verdicts: { asExpected: "符合预期", check: "需要检查", low: "偏低", high: "高得可疑", unclear: "无法判断" },
  tiny: "5% 以下",
  shares: {
    measured: (share: string, figure: string, card: string) => `是 ${card} 公开实测 ${figure} 的 ${share}`,
    twin: (share: string, figure: string, _: string, twin: string) => `是同一芯片（以 ${twin} 之名）公开实测 ${figure} 的 ${share}`,
    otherPrecision: (share: string, figure: string, card: string, other: string) => `是预期值 ${figure} 的 ${share}（按 ${card} 的 ${other} 公开实测推算）`,
    class: (share: string, figure: string, card: string, cards: string) => `是预期值 ${figure} 的 ${share}（没有找到 ${card} 的公开实测，按 ${cards} 种相近的卡推算）`,
    given: (share: string, figure: string) => `是您所填应有速度 ${figure} 的 ${share}`,
  },
  headline: (verdict: string, share: string) => `${verdict}：${share}。`,
  wide: "依据是推算而非这张卡的实测，所以判断的范围放宽了。",
  bands: (from: string, to: string, low: string) => `${from} 到 ${to} 为符合预期，低于 ${low} 为偏低。`,
  advice: {
    asExpected: "与真卡相符，上面的时间和费用可以照用。",
    check: "先检查功耗上限、频率、数据类型，以及是否与他人共用。",
    low: "不要按整卡付费：请平台换卡或退款。",
    high: "这不像实测值，请检查单位、格式和型号。",
    unclear: "这么小的数说明不了卡的好坏：请连同单位重填，并核对填的是不是所选的项目。",
    fastProgram: "比您所填的应有速度还快：请核对应有速度，以及两者数的是不是同一样东西。",
  },
  source: "公开实测来源",

  causes: "可能的原因",
  cause: {
    "sparse": ({ figure }) => `这是标称的稀疏峰值（约 ${figure}），不像实测；实际运算用不到稀疏。`,
    "fp16-accumulate": ({ measured, unit }) => `${measured} ${unit} 是 FP16 累加的标称值；训练和 BF16 用 FP32 累加，这张卡上只有一半左右。`,
    "ai-tops": ({ precision, figure }) => `这是宣传用的“AI TOPS”：${precision} 带稀疏的峰值 ${figure}。`,
    "peak": ({ precision, figure }) => `这是标称的 ${precision} 稠密峰值 ${figure}，不像实测。`,
    "bandwidth": ({ figure }) => `这是标称的显存带宽 ${figure}，不像实测：复制达不到它。`,
    "variant-peak": ({ card, precision, figure }) => `这是 ${card} 的标称值（${precision}，${figure}），不像实测。`,
    "too-little": ({ figure }) => `可能是别的单位，或是别的数（例如耗时）：这张卡在该项上的峰值是 ${figure}。`,
    "other-precision": ({ precision, figure }) => `与这张卡在 ${precision} 下的公开实测（${figure}）一致：程序可能没有用所选的格式。`,
    "board": ({ parts, figure }) => `这是整块板卡的数字，板上有 ${parts} 个设备；这里租的一个设备合 ${figure}。`,
    "unexplained": ({ figure, precision }) => `可能是别的单位，或几张卡的合计：这张卡最接近的${precision === "" ? "数字" : `峰值（${precision}）`}是 ${figure}。`,
    "unscaled-fp8": ({ figure }) => `可能是没有分块缩放的 FP8，峰值只有 ${figure}；换用带缩放的库会快一倍。`,
    "gigabits": ({ figure }) => `单位可能是 Gb（比特）：折合 ${figure}，与预期相符。`,
    "divided-by-eight": ({ figure }) => `可能多除了一次 8：还原为 ${figure}，与预期相符。`,
    "larger-unit": ({ measured, larger, figure }) => `单位可能是 ${larger}：${measured} ${larger} 即 ${figure}，与预期相符。`,
    "smaller-unit": ({ smaller, figure }) => `单位可能是 ${smaller}：折合 ${figure}，与预期相符。`,
    "gibibytes": ({ figure }) => `单位可能是 GiB：折合 ${figure}，与预期相符。`,
    "counted-once": ({ figure }) => `可能只数了一半：读和写、乘和加都要计入，合 ${figure}。`,
    "cache": () => "超过显存的最高速度：测试用的数据可能太小，落在缓存里了。",
    "variant": ({ card, figure }) => `与 ${card} 的速度（${figure}）一致：拿到的可能是那张卡。`,
    "slice": ({ parts, slices }) => `约为整卡的 1/${parts}：可能是切分的卡${slices}，或由 ${parts} 人共用。`,
    "too-small": ({ side }) => `矩阵太小，卡没有跑满：边长请用 ${side} 以上。`,
    "power-limit": ({ power, settings }) => `功耗上限或频率可能被调低：${power === undefined ? "" : `整卡为 ${power} W，`}用 ${settings} 查看。`,
    "other-users": ({ load }) => `可能有别人同时在用这张卡：空闲时用 ${load} 看占用，换个时间再测。`,
  } as Record<string, (facts: Facts) => string>,

  effect: (speed: string, plan: string, time: string, cost: string) => `以 ${speed} 计，这个任务在 ${plan} 上要多跑 ${time}，跑完即释放的费用多 ${cost}。`,
  effectBeyond: (speed: string, plan: string, time: string, cost: string) => `以 ${speed} 计，这个任务在 ${plan} 上要多跑 ${time}，计划的时间不够，要再付 ${cost}。`,
  effectTime: (speed: string, plan: string, time: string) => `以 ${speed} 计，这个任务在 ${plan} 上要多跑 ${time}。`,
  effectFree: (speed: string, plan: string, time: string) => `以 ${speed} 计，这个任务在 ${plan} 上要多跑 ${time}；计费时长相同，费用不变。`,
  effectServing: (plan: string, share: string) => `同样的钱，${plan} 的回答速度只有预计的 ${share} 左右。`,
  noEffect: (card: string) => `这份价目里没有能用 ${card} 跑这个任务的方案，所以不计算影响。`,
  atMost: "按整个任务都受此影响计算，实际可能少些。",

  commands: "测量命令",
  commandsHint: "空闲的卡上约半分钟。结果随矩阵大小而变，8192 足够大。",
  noCommands: "这张卡不能用 CUDA 版的 PyTorch：请用厂商提供的版本，功耗和占用用厂商的工具查看。测两个 8192 行方阵相乘的时间（每次 2 × 8192³ 次运算），以及复制 1 GB 显存的时间（读和写的字节都要计入）。",
  ownTool: "厂商的工具",
  pyTorch: "用 PyTorch",
  pyTorchRocm: "用 ROCm 版 PyTorch（AMD 卡在其中也叫 cuda）",
  pyTorchAscend: "用 PyTorch 和 torch_npu",
  cuPy: "不用 PyTorch：CuPy（pip install cupy-cuda12x），FP16 乘、FP32 累加",
  copy: "复制",
  copied: "已复制",
  notCopied: "请选中后手动复制",
};

/** What a sentence about a cause can name, as text; what a cause has no number for is empty. */
export interface Facts {
  readonly measured: string;
  readonly unit: string;
  /** The units a thousand times as large, and as small. */
  readonly larger: string;
  readonly smaller: string;
  /** With its unit. */
  readonly figure: string;
  readonly precision: string;
  readonly card: string;
  readonly parts: string;
  readonly side: string;
  readonly power: string | undefined;
  /** What shows the power limit and the clocks. */
  readonly settings: string;
  /** What shows who uses the card. */
  readonly load: string;
  /** What parts of a card are called, in brackets. */
  readonly slices: string;
  readonly code: Cause["code"];
}

export type Words = typeof zhCN;
