/** What choosing says in Chinese. */
import type { AdviceOutcome, Criterion, PlatformKind, Scenario, Tier } from "../../engine.js";
import type { CaseName } from "../cases.js";

export type GroupName = "range" | "billing" | "stops" | "stability" | "security" | "delivery";
export type FactName =
  | "modes" | "increment" | "mostGpus" | "trial" | "diskPrice" | "egressPrice" | "stoppedRent" | "stoppedDisk" | "releaseOnly" | "dataKept" | "arrearsStop" | "arrearsDelete"
  | "refunds" | "availability" | "support" | "monitoring" | "notice" | "certifications" | "encryption" | "isolation" | "backup" | "locations" | "delivery" | "contract" | "invoices";

interface CaseWords {
  readonly title: string;
  readonly advised: string;
  readonly typical: string;
}

interface KindWords {
  readonly name: string;
  readonly about: string;
  readonly ask: readonly string[];
}

export const zhCN = {
  advice: "常见建议，用数字验一遍",
  adviceIntro: "租卡攻略常按人群给建议。这里用当前价目把“照建议做”和“所有方案里最省的”各算一遍：两者不一致时，以数字为准。",
  whichJob: "按哪个任务算",
  jobs: { typical: "按典型任务", own: "按我填的任务" },
  patterns: "按使用方式",
  advised: (advice: string) => `常见建议：${advice}。`,
  typical: (job: string) => `典型任务：${job}。`,
  take: "填入表单",
  takeOf: (title: string) => `把“${title}”的典型任务填入表单`,
  cases: {
    beginner: { title: "新手或短期试验", advised: "按小时计费，门槛低，用完就停", typical: "7B LoRA 微调，三个晚上，每晚 4 小时" },
    training: { title: "中小规模训练或渲染", advised: "主力卡，包天或包周", typical: "渲染 2,400 帧，4090 上每帧 6 分钟，渲完为止" },
    research: { title: "高校科研，长期稳定", advised: "选稳定、配套完善的云：运营商云、大型公有云或公共算力中心", typical: "双精度仿真 100 次，A100 上每次 10 小时；150 天，每天 10 小时" },
    commercial: { title: "商用、大模型训练", advised: "旗舰卡，整机八卡以上，包月或更长的专属集群", typical: "13B 模型从零训练 400 亿 token，跑完为止" },
    short: { title: "短期、一次性", advised: "按小时计费", typical: "渲染 240 帧，4090 上每帧 6 分钟" },
    recurring: { title: "经常用", advised: "包天、包周或包月", typical: "7B LoRA 微调，30 天，每天 8 小时" },
    long: { title: "长期不停", advised: "包年或更长", typical: "14B 模型推理，20 人同时，全年不停" },
    confidential: { title: "涉密或核心业务", advised: "独享主机或私有化部署", typical: "14B 模型推理，20 人同时，30 天不停" },
  } satisfies Record<CaseName, CaseWords>,
  verdictNames: { agrees: "建议成立。", overruled: "数字不支持。", notOffered: "没有可选。", notStated: "平台未注明。", unfit: "跑不了。" } satisfies Record<AdviceOutcome["verdict"] | "notStated", string>,
  verdicts: {
    agrees: (best: string) => `照建议做就是最好的方案：${best}。`,
    notOffered: (best: string) => `这份价目里没有符合这条建议的报价。所有方案里最好的是${best}。`,
    notStated: (best: string, silent: string) => `没有平台注明符合这一条：${silent} 家没有说明，不等于没有，要去问。所有方案里最好的是${best}。`,
    unfit: (best: string) => `符合建议的卡跑不了这个任务。所有方案里最好的是${best}。`,
  },
  overruled: (advised: string, best: string, why: string) => `照建议做，最好的是${advised}；所有方案里最好的是${best}。${why}`,
  dearer: (difference: string, times: string) => `照建议多花 ${difference}，约为后者的 ${times} 倍。`,
  whyNot: {
    notFinished: "照建议做，计划时间内跑不完。",
    overBudget: "照建议做会超出预算。",
    hoursUnused: "照建议买下的时间大多用不上。",
    interruptible: "照建议做可能被中断，却不更便宜。",
    slower: "价格相同，但更慢。",
  } as Readonly<Record<string, string>>,
  priceless: "稳定和保密本身没有标价：这个差额就是为它付的钱，值不值由您决定。",
  plan: (name: string, total: string) => `${name}，合计 ${total}`,
  planOn: (platform: string, name: string, total: string) => `${platform}的 ${name}（合计 ${total}）`,
  refused: "您填的任务目前无法计算，请先改好表单里标出的地方。",
  nothingRuns: "这份价目里没有能跑这个任务的卡。",

  platforms: "各家平台，按您看重的排序",
  platformsIntro: "对您填的任务，每家平台列出自己最好的方案，以及它写明的事实。不打分；价目里没有的，就是“未注明”。",
  order: "排序依据，先看的在前",
  exchange: (before: string, after: string) => `交换“${before}”和“${after}”的先后`,
  criteria: {
    fit: { name: "场景匹配", rule: "场景匹配看能否跑、计划时间内能否跑完" },
    cost: { name: "费用", rule: "费用看最好方案的合计，超预算的靠后" },
    reliability: { name: "可靠", rule: "可靠先看会不会被回收，再看承诺的可用性，未注明的靠后" },
  } satisfies Record<Criterion, { name: string; rule: string }>,
  criterionOf: (rules: readonly string[]) => `${rules.join("；")}。前一项分不出先后时，才看后一项。`,
  noneReliable: "这份价目里没有平台注明可用性承诺，所以“可靠”只分得出会不会被回收，其余不分先后。",
  allPlatforms: (count: string) => `再列出其余 ${count} 家`,
  noKind: "未归类",
  noPlan: "没有能跑这个任务的卡",
  enough: "计划时间内能跑完",
  tight: "时间偏紧",
  short: "计划时间内跑不完",
  mayStop: "· 可能被回收",
  factsOf: (name: string) => `${name}写明了什么`,
  groups: { range: "产品范围", billing: "计费", stops: "关机、欠费与退款", stability: "稳定与服务", security: "安全", delivery: "交付、合同与发票" } satisfies Record<GroupName, string>,
  facts: {
    modes: "计费方式", increment: "最细计费粒度", mostGpus: "单机最多", trial: "免费试用", diskPrice: "磁盘价格", egressPrice: "流量价格", stoppedRent: "关机后租金", stoppedDisk: "关机后磁盘",
    releaseOnly: "能否关机", dataKept: "关机后数据保留", arrearsStop: "欠费多久关机", arrearsDelete: "欠费多久删数据", refunds: "退款规则", availability: "承诺可用性", support: "全天候客服",
    monitoring: "监控与告警", notice: "回收前通知", certifications: "认证", encryption: "加密", isolation: "租户隔离", backup: "自动备份", locations: "数据所在地", delivery: "交付方式", contract: "书面合同", invoices: "发票",
  } satisfies Record<FactName, string>,
  notStated: "未注明",
  stated: "已公布",
  releaseOnly: (isSo: boolean): string => (isSo ? "不能，只能释放" : "能"),
  refunds: (terms: string) => `${terms}已写明`,
  yes: "有",
  no: "没有",
  cards: (count: string) => `${count} 张卡`,
  days: (count: string) => `${count} 天`,
  promised: (percent: string, hasCredits: boolean) => `${percent}%${hasCredits ? "，写明赔付" : "，赔付未注明"}`,
  whenStopped: { free: "不收", billed: "照收" },
  increments: { second: "秒", minute: "分钟", hour: "小时" },
  monitored: { utilization: "利用率", temperature: "温度", latency: "延迟" },
  encrypted: { atRest: "磁盘加密", inTransit: "传输加密" },
  isolations: { container: "容器", virtualMachine: "虚拟机", bareMetal: "裸金属" },
  deliveries: { public: "公有", dedicated: "独享主机", private: "私有化部署" },
  tiers: { entry: "入门", mainstream: "主力", flagship: "旗舰" } satisfies Record<Tier, string>,
  noTier: "缺公开参数，未定档",
  scenarios: { lightInference: "轻量推理", serving: "推理服务", creation: "图像视频", rendering: "渲染", fineTuning: "微调", pretraining: "预训练", doublePrecision: "双精度" } satisfies Record<Scenario, string>,
  suits: (names: readonly string[]) => `适合${names.join("、")}`,
  slices: "（也有切片）",
  pricesFrom: (date: string) => `价格日期最早为 ${date}。`,
  readFrom: "规则与服务来源：",

  kindsTitle: "四类平台，各问什么",
  kindsIntro: "类型是价目编者按下面的说明归的，不是平台自己的说法，也不代表好坏。同一类里差别很大，下单前逐条问清。",
  kinds: {
    specialist: {
      name: "专业算力平台", about: "以出租 GPU 为主业。",
      ask: ["主机归谁所有：自营，还是第三方上架？", "卡和主机是否与他人共用？", "平台停运或主机下架时，数据怎么取回？"],
    },
    carrier: {
      name: "运营商云", about: "如天翼云：自有集群，从公有云到专属集群、私有化部署都有，按小时到包年。",
      ask: ["折扣和合同价由哪一级分公司给，能否写进合同？", "开通要多久，资源是否需要排队？", "专线和公网流量怎么计费？"],
    },
    publicCloud: {
      name: "大型公有云", about: "通用云，地域分多个可用区，GPU 只是其中一类；配套产品多，账单上的项目也多。",
      ask: ["除显卡外还有哪些收费项：磁盘、公网 IP、快照、流量？", "竞价实例提前多久通知回收？", "预留券和节省计划能否退、能否转？"],
    },
    publicCenter: {
      name: "公共算力中心", about: "由地方、高校或科研机构建设，面向社会或特定用户开放。",
      ask: ["谁有资格申请，有没有补贴，怎么兑现？", "是否要排队，作业最长能跑多久？", "能否装自己的镜像和驱动？"],
    },
  } satisfies Record<PlatformKind, KindWords>,
  askKind: (name: string) => `问${name}的清单`,
  askAll: [
    "合同：有没有书面合同，价格和期限写进去了吗？",
    "发票：能开哪种发票，税费是否已含？",
    "数据位置：数据和备份存在哪里，会不会出境？",
    "关机规则：关机后显卡、磁盘、IP 还收不收费，数据留几天，欠费多久删除？",
    "售后：出故障找谁、多久响应，夜里和周末有没有人？",
  ],
  noMembers: "这份价目里没有平台归入这一类。",
  members: (names: string) => `这份价目里：${names}。`,
  sells: (tiers: string, modes: string) => `合起来有${tiers}卡，可${modes}。`,
  kindNotStated: (names: string) => `没有归类的平台（不合这四类的说明，或所知不够）：${names}。`,

  process: "租用六步清单",
  processIntro: "能算的，这一页已经算了；要您自己填、问、测的，照单逐条核对。勾选只留在这一页，不会保存，也不会上传。",
  steps: [
    { title: "明确需求", items: ["任务、模型、数据量已填进表单", "所需显存和预计时间看过区间，不只看中间值", "预算和截止日期定了，留出返工的余量"] },
    { title: "比较平台", items: ["至少比较两家：总价、计费粒度、关机规则", "“未注明”的项目都问过，答复留了文字", "先用试用或一小时实测速度，再买长时段"] },
    { title: "下单开通", items: ["核对型号、显存、卡数、地域与报价一致", "核对计费方式、到期后怎么处理、能否退款", "涉及合同和发票的，付款前谈妥"] },
    { title: "搭建环境", items: ["驱动、CUDA 和框架版本合适，能看到全部显卡", "跑一次实测，速度与公开实测相当", "数据传完并核对，检查点写到实例之外"] },
    { title: "使用监控", items: ["设好余额、用量和到期提醒", "看利用率、温度和显存，长时间空转就停", "定期验证检查点真的能恢复"] },
    { title: "释放结算", items: ["结果和模型取回并核对", "实例、磁盘、公网 IP、镜像和快照逐一释放", "按实际时长核对账单，有差异留证并申诉"] },
  ],
  print: "打印清单",
  printedPlan: (plan: string, date: string) => `方案：${plan}；价格日期 ${date}，以平台下单页为准。`,
};

export type Words = typeof zhCN;
