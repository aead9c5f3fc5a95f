/** Chooses the language; both speak the same set of sentences. */
import type { Locale } from "../../i18n/index.js";
import { en } from "./en.js";
import { zhCN } from "./zh-CN.js";

export type Messages = typeof zhCN;

const messages: Readonly<Record<Locale, Messages>> = { "zh-CN": zhCN, en };

export function specsMessages(locale: Locale): Messages {
  return messages[locale];
}
