/** What names of devices say in English, in Chinese. The table of devices has them as their vendors write them. */
const parts: Readonly<Record<string, string>> = {
  GCDs: "个 GCD ", GPUs: "颗 GPU ", chips: "颗芯片", processors: "颗处理器", dies: "颗裸片", stacks: "个芯粒",
};

export function deviceInChinese(name: string): string {
  return name
    .replace(/, one of (two|four) (\w+), (.+)$/, (_, count, part, memory) => ` ${memory}（${count === "two" ? "两" : "四"}${parts[part] ?? part}之一）`)
    .replace(" (modified)", "（改装）");
}
