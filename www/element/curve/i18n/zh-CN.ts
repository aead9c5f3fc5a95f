/** 简体中文：费用随小时数变化的图。 */
export const zhCN = {
  modes: {
    onDemand: "按小时", spot: "竞价", day: "包天", week: "包周", month: "包月", year: "包年", twoYears: "包两年", threeYears: "包三年", trial: "免费试用", term: "其他方案",
  } as Readonly<Record<string, string>>,
  tableOf: "查看表格",
  chart: "用多少小时，哪种更便宜",
  chartLabel: "一个月内用的小时数",
  chartHint: "用左右方向键逐点读数，Home 和 End 跳到两端，PageUp 和 PageDown 跳到交点。",
  chartPoint: (hours: string, best: string, ways: string) => `${hours}：最低 ${best}；${ways}`,
  chartCosts: (mode: string, price: string) => `${mode} ${price}`,
  chartCrossing: (hours: string, from: string, below: string) => `${hours}：${from}和${below}价格相同，再多就是${from}便宜`,
  chartYou: (hours: string) => `您的用量：每卡 ${hours}`,
  you: "您",
  best: "最优组合",
  hours: "小时",
  unit: (cards: string) => `图中是一个单位（${cards} 张卡）的费用。`,
  card: "图中是一张卡的费用。",
  noCurve: "这项报价画不出费用图。",
};

export type CurveWords = typeof zhCN;
