/** Loads the words of a language when they are first needed: each is a file of its own, and most visitors need one. */
import { loadFacts } from "../engine.js";
import { languageOf } from "../attributes.js";
import { beside } from "../beside.js";
import { words as files } from "../files.js";
import type { Locale, Messages } from "./index.js";

const words = new Map<Locale, Messages>();
/** Of fields that are loaded later. */
export type FieldWords = Pick<Messages, "fields" | "choices">;
let further: Readonly<Record<Locale, FieldWords>> | undefined;

/** Adds words to those that are loaded, and to those that will be. */
export function addWords(added: Readonly<Record<Locale, FieldWords>>): void {
  further = added;
  for (const locale of words.keys()) complete(locale);
}

function complete(locale: Locale): void {
  for (const kind of ["fields", "choices"] as const) Object.assign(words.get(locale)?.[kind] ?? {}, further?.[locale][kind]);
}

async function load(locale: Locale): Promise<void> {
  const { messages } = await beside(files[locale]);
  words.set(locale, messages);
  complete(locale);
}

function otherThan(locale: Locale): Locale {
  return locale === "en" ? "zh-CN" : "en";
}

/**
 * What the first paint needs, before the element is defined: the words of its language, else of the other. Until then
 * the host's fallback stands. The wasm module, which is larger, is loaded at the same time unless all can wait or say where it is.
 */
export async function loadFirstWords(): Promise<void> {
  const elements = [...document.querySelectorAll("gpu-cost-calculator")];
  if (elements.some((element) => element.matches(":not([loading=lazy], [wasm-src])"))) loadFacts().catch(() => undefined);
  const [first = document.documentElement] = elements;
  const wish = languageOf(first.getAttribute("locale") ?? undefined, first);
  await load(wish).catch(() => load(otherThan(wish)));
}

/** By language and name, what a host calls otherwise. */
export type Labels = Partial<Record<Locale, Readonly<Record<string, string>>>>;

/** Only what is a text by itself; sentences with numbers in them stay. */
export function labelled(m: Messages, labels: Readonly<Record<string, string>> = {}): Messages {
  const isText = ([name, label]: [string, unknown]) => typeof label === "string" && typeof m[name as keyof Messages] === "string";
  return { ...m, ...Object.fromEntries(Object.entries(labels).filter(isText)) };
}

/** The words of one element. */
export class Words {
  #wish: Locale | undefined;

  /** Calls `update` when what was wished for has arrived. */
  constructor(private readonly update: () => void) {}

  /** Of the wished language; until they are there, or where they cannot be loaded, of the other. */
  of(wish: Locale): { locale: Locale; m: Messages } {
    const isNew = wish !== this.#wish;
    this.#wish = wish;
    const locale = words.has(wish) ? wish : otherThan(wish);
    if (isNew && locale !== wish) void load(wish).then(this.update, () => undefined);
    const m = words.get(locale);
    if (m === undefined) throw new Error("no words were loaded");
    return { locale, m };
  }
}
