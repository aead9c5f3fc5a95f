/** The languages; both speak the same set of sentences. */
export type Locale = "zh-CN" | "en";
export type Messages = typeof import("./zh-CN.js").messages;

/** The language that a tag such as `zh-Hans-CN` or `en-GB` is answered in; undefined where there is none. */
export function localeOf(tag: string): Locale | undefined {
  const [language] = tag.toLowerCase().split("-");
  if (language === "zh") return "zh-CN";
  return language === "en" ? "en" : undefined;
}
