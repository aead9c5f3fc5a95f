/** 简体中文：分享与导出。 */
export const zhCN = {
  row: "分享与导出",
  actions: { link: "复制链接", markdown: "复制 Markdown", csv: "CSV", json: "JSON", png: "图片", print: "打印", reset: "重置" },
  downloads: { csv: "下载 CSV 表格", json: "下载 JSON 数据", png: "下载 PNG 图片" },
  copied: { link: "链接已复制。", markdown: "Markdown 表格已复制。" },
  saved: (file: string) => `已生成 ${file}。`,
  failed: "未能生成文件。",
  byHand: "浏览器不允许写入剪贴板，请手动复制：",
  ignored: (fields: string) => `链接中有的值无法使用，已改用默认值：${fields}。`,
  unread: "链接的版本不认识，没有使用。",
  file: "GPU租用方案",

  recommended: "推荐",
  standing: "结论",
  plan: "方案",
  facts: "时间与显存",
  whyNot: "为何不是首选",
  inputs: "填写的条件",
  input: "条件",
  value: "取值",
  yes: "是",
  no: "否",
  columns: {
    gpu: "显卡", gpus: "张数", billing: "计费方式", platform: "平台", region: "地区", offer: "报价编号",
    runTime: "用时，最可能（秒）", runTimeLow: "用时，最短（秒）", runTimeHigh: "用时，最长（秒）", speed: "每人速度（token/秒）",
    needed: "每卡显存需求，上限（字节）", capacity: "每卡显存（字节）", asOf: "价格日期",
  },
};

export type Words = typeof zhCN;
