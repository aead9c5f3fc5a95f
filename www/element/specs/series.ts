/** What series and makers are called besides, mostly in Chinese, to search for. Sources: the vendors' own product pages. */
import type { GpuFacts } from "./cards.js";

const ofVendors: Readonly<Record<string, string>> = {
  NVIDIA: "英伟达", Intel: "英特尔", Google: "谷歌", AWS: "亚马逊", Huawei: "昇腾 ascend", Hygon: "海光 深算", Biren: "壁仞科技 壁砺", Cambricon: "思元", Enflame: "燧原科技 云燧",
  "Iluvatar CoreX": "天垓", Kunlunxin: "百度昆仑芯", MetaX: "曦云", "Moore Threads": "摩尔线程", "T-Head": "阿里 平头哥 真武",
};

/** Apart by spaces. */
export function seriesOf({ id, vendor }: GpuFacts): string {
  return `${ofVendors[vendor] ?? ""} ${id.endsWith("-mod") ? "魔改 改装 modified" : ""}`;
}
