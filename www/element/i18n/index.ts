/** The languages, each with the same set of sentences in a file of its own: one that is not spoken is not loaded. */
export type Locale = "zh-CN" | "en";
export type Messages = typeof import("./zh-CN.js").messages;

/** Where the files lie, beside the element's bundle. */
declare const __WORDS__: Readonly<Record<Locale, string>>;

const words = new Map<Locale, Messages>();

/** Loads the words of a language, once for all elements. */
export async function loadWords(locale: Locale): Promise<void> {
  if (words.has(locale)) return;
  const { messages } = (await import(new URL(__WORDS__[locale], import.meta.url).href)) as { messages: Messages };
  words.set(locale, messages);
}

/** Of the wished language, else of the other. Those of one were loaded before the element was defined. */
export function wordsOf(wish: Locale): { locale: Locale; m: Messages } {
  const locale = words.has(wish) ? wish : otherThan(wish);
  const m = words.get(locale);
  if (m === undefined) throw new Error("no words were loaded");
  return { locale, m };
}

export function otherThan(locale: Locale): Locale {
  return locale === "en" ? "zh-CN" : "en";
}

/** The language that a tag such as `zh-Hans-CN` or `en-GB` is answered in; undefined where there is none. */
export function localeOf(tag: string): Locale | undefined {
  const [language] = tag.toLowerCase().split("-");
  if (language === "zh") return "zh-CN";
  return language === "en" ? "en" : undefined;
}
