/** 表单里按需载入的部分：专家设置、图像与视频、自己的模型。 */
import { weightFormats } from "./formats.js";

/** What the reader of a file expects, where it says so in few words; everything else stays as it is. */
const forms: Readonly<Record<string, string>> = {
  "an object": "对象（{…}）", "a list": "列表", "a text": "文本", "a number": "数字", "a whole number": "整数", "true or false": " true 或 false", "each name once": "每项只出现一次",
};

function wanted(expected: string): string {
  const [, whole, min, max] = /^an? (whole )?number from (\S+) to (\S+)$/.exec(expected) ?? [];
  if (min !== undefined) return ` ${min} 到 ${max} 的${whole === undefined ? "数" : "整数"}`;
  return forms[expected] ?? (expected.startsWith("JSON") ? "完整的 JSON" : ` ${expected}`);
}

export const zhCN = {
  fewerDays: (days: string, planned: string) => `从 ${planned} 天改为 ${days} 天`,
  fields: {
    rank: { label: "LoRA 秩", example: "16" },
    sequenceTokens: { label: "序列长度", unit: "token", example: "2048" },
    microBatch: { label: "单卡批大小", unit: "条", example: "1" },
    globalBatch: { label: "全局批大小", unit: "条", example: "16" },
    optimizer: { label: "优化器" },
    precision: { label: "训练精度" },
    recomputation: { label: "激活重算" },
    software: { label: "软件框架" },
    stateOffload: { label: "训练状态放到主机内存" },
    mfuPercent: { label: "算力利用率（MFU）", unit: "%", example: "40" },
    promptTokens: { label: "提问长度", unit: "token", example: "1024" },
    sharedTokens: { label: "其中各提问相同的开头", unit: "token", example: "512" },
    tokensPerDay: { label: "每天要输出的 token", unit: "token", example: "1000万" },
    answerTokens: { label: "回答长度", unit: "token", example: "256" },
    weights: { label: "权重格式" },
    kvCache: { label: "KV 缓存格式" },
    minTokensPerSecond: { label: "每人最低速度", unit: "token/秒", example: "10" },
    egressGib: { label: "流出流量", unit: "GiB", example: "0" },
    ruleTflops: { label: "别人告诉您的算力", unit: "TFLOPS", example: "160" },
    runs: { label: "运行次数", unit: "次", example: "20" },
    hoursPerRun: { label: "每次用时", unit: "小时", example: "2" },
    limit: { label: "速度取决于" },
    sharing: { label: "多卡如何分工" },
    efficiencyPercent: { label: "卡数翻倍的收益", unit: "%", example: "80" },
    frames: { label: "帧数", unit: "帧", example: "240" },
    minutesPerFrame: { label: "每帧用时", unit: "分钟", example: "6" },
    terabytes: { label: "数据量", unit: "TB", example: "20" },
    hoursPerTerabyte: { label: "每 TB 用时", unit: "小时", example: "0.5" },
    passes: { label: "处理遍数", unit: "遍", example: "1" },
    referenceGpu: { label: "计时所用的卡", example: "RTX 4090" },
    memoryGib: { label: "每卡所需显存", unit: "GiB", example: "12" },
    items: { label: "生成数量", unit: "张或条", example: "1000" },
    itemsPer: { label: "数量按什么算" },
    width: { label: "宽", unit: "像素", example: "1024" },
    height: { label: "高", unit: "像素", example: "1024" },
    videoFrames: { label: "每条帧数", unit: "帧", example: "81" },
    steps: { label: "采样步数", unit: "步", example: "28" },
    guidance: { label: "每步推理遍数（用 CFG 时为 2）", unit: "遍", example: "2" },
    batch: { label: "同时生成", unit: "张或条", example: "1" },
    offload: { label: "移出显存" },
    kernels: { label: "算子" },
  } as Record<string, { label: string; unit?: string; hint?: string; example?: string }>,
  choices: {
    optimizer: { adamW: "AdamW", adamWBf16: "AdamW，全部 16 位", adamW8Bit: "8 位 AdamW", adafactor: "Adafactor", muon: "Muon", sgd: "SGD 动量" },
    precision: { bf16: "BF16", fp16: "FP16", fp8: "FP8", fp4: "NVFP4", tf32: "TF32", fp32: "FP32" },
    recomputation: { "": "自动（选最快的）", none: "不重算", selective: "部分重算", full: "全部重算（省显存）" },
    stateOffload: { none: "不放", optimizer: "放不下时：梯度和优化器状态", weights: "放不下时：连同权重" },
    software: {
      eager: "PyTorch、Hugging Face、自写脚本", portable: "llama.cpp、ExLlama", fused: "torch.compile、vLLM、SGLang", tuned: "Megatron、TensorRT-LLM",
    },
    weights: { bf16: "BF16", fp8: "FP8", int8: "INT8", int4: "INT4（GPTQ、AWQ）", ...weightFormats },
    kvCache: { bf16: "BF16", fp8: "FP8" },
    sharing: { units: "各卡各跑一次", together: "多卡合跑一次" },
    itemsPer: { all: "总共", day: "每天" },
    offload: { none: "不移出", aroundDenoiser: "文本编码器和解码器", everything: "不运行的部分都移出" },
    kernels: { eager: "PyTorch 原样", compiled: "编译过（torch.compile）" },
  } as Record<string, Record<string, string>>,

  kind: "生成什么",
  kinds: { image: "图像", video: "视频" },
  model: "模型",
  pace: (time: string, each: string, isVideo: boolean) => `每${isVideo ? "条" : "张"}约 ${time}，连续运行一天可出 ${each} ${isVideo ? "条" : "张"}`,
  shared: "多卡合做一件：权重和画面分到各卡",
  stages: "各阶段的显存",
  stage: { encoder: "文本编码", denoiser: "去噪", decoder: "解码" },

  ruleWhy: "TFLOPS 是速度，训练要的是总计算量：数据多十倍，同样的速度就要十倍时间。所以“1 亿参数约需 16 TFLOPS”这类说法定不了该租什么卡。填上您听到的数字，模型参数量填在上面：",
  ruleResult: (all: string, tokens: string, isUsual: boolean, operations: string, tflops: string, share: string, time: string) =>
    `${all} 参数训练 ${tokens} token${isUsual ? "（每参数 20 个）" : ""}，共需 ${operations} FLOP。标称 ${tflops} TFLOPS 的一张卡，训练中一般只用得上 ${share}，要 ${time}。`,

  perTerm: { hour: "小时", day: "天", week: "周", month: "月", year: "年", twoYears: "两年", threeYears: "三年" } as Record<string, string>,
  per: (money: string, unit: string) => `${money}/${unit}`,
  meteredFormula: (units: string, rate: string, hours: string) => `${units} × ${rate}/小时 × ${hours}`,
  rounded: (time: string) => `不足一个计费单位按一个计，多计 ${time}`,
  minimum: (time: string) => `不足最低计费时长，补足 ${time}`,
  packageFormula: (units: string, count: string, term: string, price: string) => `${units} × ${count} ${term} × ${price}`,
  because: (fact: string, formula: string) => `${fact}：${formula}`,
  packageUse: (paid: string, used: string, share: string) => `买下 ${paid}，使用 ${used}（${share}）`,
  diskFormula: (gib: string, free: string, price: string, per: string, time: string) =>
    `（${gib} − 免费 ${free}）GiB × ${price}/GiB·${per} × ${time}`,
  overMonth: (hours: string, month: string) => `${hours} ÷ ${month} 小时/月`,
  overDay: (hours: string) => `${hours} ÷ 24 小时`,
  egressFormula: (gib: string, free: string, price: string) => `（${gib} − 免费 ${free}）GiB × ${price}/GiB`,

  capacityOf: (gpu: string) => `${gpu} 最多能服务多少人（每人都达到最低速度）`,
  capacityHead: { cards: "卡数", users: "同时在线", tokens: "每天输出 token", needed: "您需要的卡数" },
  capacityHint: "按整机自带的卡间互联估算；卡数按速度范围的低端取整。",
  noCapacity: "这种卡达不到每人的最低速度。",

  outside: {
    parameters: "模型规模", length: "序列长度或分辨率", gpus: "卡数", precision: "精度", users: "同时在线人数", gpu: "显卡系列",
  } as Record<string, string>,
  isOutside: (list: string) => `${list}超出了我们有实测数据的范围：这里只凭公式推算，误差可能更大。`,
  host: (memory: string) => `每张卡另需主机内存 ${memory}，租用前请确认实例的内存够大。`,

  chosen: (value: string) => `自动：${value}`,
  spread: "多卡分工",
  ways: {
    data: (n: string) => `数据并行 ${n}`, tensor: (n: string) => `张量并行 ${n}`, pipeline: (n: string) => `流水线并行 ${n}`, context: (n: string) => `序列并行 ${n}`, expert: (n: string) => `专家并行 ${n}`,
  },
  sharding: { nothing: "", optimizer: "优化器状态分片（ZeRO-1）", gradients: "优化器状态和梯度分片（ZeRO-2）", weights: "权重也分片（ZeRO-3、FSDP）" },

  expertKept: (list: string) => `仍在使用专家设置：${list}。`,
  expertItem: (label: string, value: string) => `${label} ${value}`,
  restore: "恢复默认",

  asTimed: "就是您计时的那种卡，用时照您填的算",
  scaledFrom: (card: string, figure: string) => `从 ${card} 的用时按${figure}折算（粗略）`,
  ownUnits: "各卡各算一部分，互不等待",
  together: (percent: string, isAssumed: boolean) => `多卡合跑一次：卡数翻倍，速度得倍增的 ${percent}%${isAssumed ? "（假设）" : ""}`,
  card: (example: string) => `不能确定是哪张卡。请写出型号，例如 ${example} 或 A100 SXM4 80GB。`,
  noFigure: "这张卡没有公开这项参数，无法折算到别的卡。",

  paste: "粘贴 config.json 的内容，或把文件拖到这里",
  chooseFile: "选择文件",
  typical: "Hugging Face 模型页的 Files 里就有这个文件；它只在您的浏览器里读取，不会上传。",
  read: (family: string) => `已读取：${family}`,
  parameters: (all: string) => `参数 ${all}`,
  active: (all: string, active: string) => `参数 ${all}，每个 token 激活 ${active}`,
  context: (tokens: string) => `最长上下文 ${tokens} token`,
  counted: "视觉或语音部分已计入参数量",
  notCounted: "有视觉或语音部分，但不认识它的结构：这里只算语言模型。",
  inUse: "结果已按这个模型计算。",
  use: "用这个模型计算",
  visualOnly: "这是图像或视频模型。参数量已数出；要估算时间和费用，请在“图像与视频”里选一个相近的模型。",
  unknown: (name: string) => `不认识这种结构：${name}。`,
  estimate: "可以只按参数量估算：取同等规模的典型稠密模型，结果会更粗略。",
  bySize: "按参数量估算",
  faults: (count: string) => `这个文件有 ${count} 处读不了：`,
  place: (path: string, line: string) => (path === "" ? `第 ${line} 行` : `${path}（第 ${line} 行）`),
  expected: (expected: string, got: string | undefined) => `应为${wanted(expected)}${got === undefined ? "" : `，实为 ${wanted(got)}`}`,
  problems: {
    "missing-field": "缺少这一项",
    "invalid-type": "类型不对",
    "out-of-range": "数值超出范围",
    "unknown-name": "不认识这个名称",
    conflict: "与其他项矛盾",
    "duplicate-field": "重复出现",
    syntax: "不是有效的 JSON",
  } as Record<string, string>,
  others: (count: string) => `另有 ${count} 处`,
  tooLarge: (size: string) => `文件有 ${size}，太大了：config.json 一般只有几 KB。您可能拖入了权重文件。`,
  unreadable: "这个文件读不了。请拖入 config.json 本身，而不是文件夹。",
};
export type MoreWords = typeof zhCN;
