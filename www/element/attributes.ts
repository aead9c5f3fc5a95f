/** What attributes mean: a bad value counts as the default, and comes with a sentence for the host. */
import { builtInCurrencies } from "./engine.js";
import { localeOf } from "./i18n/index.js";
import type { Locale } from "./i18n/index.js";
import { isPreset, presets } from "./presets.js";
import type { PresetName } from "./presets.js";
import type { InputMode } from "./state.js";

export const DEFAULT_PRESET: PresetName = "lora-7b";

const values: Readonly<Record<string, readonly string[]>> = {
  mode: ["simple", "expert"],
  theme: ["auto", "light", "dark"],
  loading: ["eager", "lazy"],
  urlState: ["off", "read", "sync"],
  preset: Object.keys(presets),
  currency: builtInCurrencies,
};

/** One English sentence where an attribute has a value that it cannot have. */
export function faultOf(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (name === "locale") return localeOf(String(value)) === undefined ? `locale must be zh-CN or en, got "${String(value)}"` : undefined;
  const known = values[name];
  const isFine = known === undefined || known.includes(String(value));
  return isFine ? undefined : `${name === "urlState" ? "url-state" : name} must be one of ${known.join(", ")}, got "${String(value)}"`;
}

/** A style rule for parts that the host does not show, by their names; a card that holds nothing else goes with them. */
export function hidingRule(names: string): string {
  const parts = names.split(/\s+/).map((name) => `[part~="${CSS.escape(name)}"]`).join(",");
  return `${parts},.card:not(:has(>:not(${parts}))){display:none!important}`;
}

/** An attribute that was removed is null. */
export function isGiven<Value>(value: Value | undefined | null): value is Value {
  return value !== undefined && value !== null;
}

export function modeOf(value: unknown): InputMode {
  return value === "expert" ? "expert" : "simple";
}

export function presetOf(value: unknown): PresetName {
  return typeof value === "string" && isPreset(value) ? value : DEFAULT_PRESET;
}

/** The attribute's language, else that of the page around the element, else the browser's, else English. */
export function languageOf(attribute: string | undefined, element: Element): Locale {
  const page = element.parentElement?.closest("[lang]")?.getAttribute("lang");
  const tags = [attribute, page, ...navigator.languages];
  return tags.map((tag) => localeOf(tag ?? "")).find((locale) => locale !== undefined) ?? "en";
}

/** The attribute's market, else the one that goes with the language. */
export function marketOf(attribute: string | undefined, locale: Locale): string {
  if (attribute !== undefined && builtInCurrencies.includes(attribute)) return attribute;
  return locale === "zh-CN" ? "CNY" : "USD";
}

/** The visitor's day as `2026-11-30`. */
export function today(): string {
  const now = new Date();
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
