/** Chooses the language; both speak the same set of sentences. */
import { en } from "./en.js";
import { zhCN } from "./zh-CN.js";

export type Locale = "zh-CN" | "en";
export type Messages = typeof zhCN;

const messages: Readonly<Record<Locale, Messages>> = { "zh-CN": zhCN, en };

export function messagesOf(locale: Locale): Messages {
  return messages[locale];
}

/** The language that a tag such as `zh-Hans-CN` or `en-GB` is answered in; undefined where there is none. */
export function localeOf(tag: string): Locale | undefined {
  const [language] = tag.toLowerCase().split("-");
  if (language === "zh") return "zh-CN";
  return language === "en" ? "en" : undefined;
}
