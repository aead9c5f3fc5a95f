/**
 * Reads numbers the way people write them: full-width digits, thousands separators, 万 亿 k m b, ¥ $ 元.
 *
 * Works on text only: the decimal point is moved, nothing is multiplied, so "0.05万" is exactly 500.
 * Knows no range: that is `fields.ts`.
 */

/** The decimal text that was meant ("500", "0.5"), or why nothing was understood. */
export type Reading = { readonly decimal: string } | { readonly problem: "empty" | "number" | "currency" };

export interface Grammar {
  /** The only currency whose symbols are welcome; without it a symbol is an error. */
  readonly currency?: string;
  /** Unit words that may follow the number, such as "GiB". */
  readonly units?: readonly string[];
}

/** Powers of ten. Chinese ones may follow each other: 千万, 万亿. */
const suffixes: Readonly<Record<string, number>> = { k: 3, w: 4, m: 6, b: 9, t: 12 };
const chineseSuffixes: Readonly<Record<string, number>> = { 十: 1, 百: 2, 千: 3, 万: 4, 萬: 4, 亿: 8, 億: 8 };

/** After Unicode normalization; the longer names first. */
const symbols: readonly (readonly [symbol: string, ...currencies: string[]])[] = [
  ["cn¥", "CNY"],
  ["人民币", "CNY"],
  ["rmb", "CNY"],
  ["us$", "USD"],
  ["美元", "USD"],
  ["元", "CNY"],
  ["¥", "CNY", "JPY"],
  ["$", "USD", "AUD", "CAD", "HKD", "NZD", "SGD", "TWD"],
  ["€", "EUR"],
  ["£", "GBP"],
];

const digits = String.raw`\d{1,3}(?:[, ']\d{3})+|\d{1,4}(?:,\d{4})+|\d+`;
const shape = new RegExp(
  String.raw`^\+?((?:${digits})?)(?:\.(\d*))?\s*(?:e\+?(\d{1,2})|([kwmbt])|([十百千万萬亿億]+))?$`,
);

/** Reads one number; a reading never carries a sign, an exponent or a separator. */
export function parseNumber(raw: string, grammar: Grammar = {}): Reading {
  const text = raw.normalize("NFKC").replaceAll("。", ".").trim().toLowerCase();
  if (text === "") return { problem: "empty" };
  const bare = grammar.currency === undefined ? text : stripCurrency(text, grammar.currency);
  if (bare === undefined) return { problem: "currency" };
  const match = shape.exec(stripUnit(bare, grammar.units ?? []));
  const whole = match?.[1]?.replaceAll(/[, ']/g, "") ?? "";
  const fraction = match?.[2] ?? "";
  if (match === null || whole + fraction === "") return { problem: "number" };
  return { decimal: shift(whole, fraction, exponent(match)) };
}

/** Undefined when the text names another currency. */
function stripCurrency(text: string, currency: string): string | undefined {
  const named = [[currency.toLowerCase(), currency] as const, ...codes(currency), ...symbols];
  for (const [symbol, ...currencies] of named) {
    if (!text.startsWith(symbol) && !text.endsWith(symbol)) continue;
    if (!currencies.includes(currency)) return undefined;
    return (text.startsWith(symbol) ? text.slice(symbol.length) : text.slice(0, -symbol.length)).trim();
  }
  return text;
}

function codes(currency: string): (readonly [string, string])[] {
  return ["CNY", "USD", "EUR", "GBP", "JPY", "HKD"]
    .filter((code) => code !== currency)
    .map((code) => [code.toLowerCase(), code] as const);
}

function stripUnit(text: string, units: readonly string[]): string {
  const unit = units.find((word) => text.endsWith(word.toLowerCase()));
  return unit === undefined ? text : text.slice(0, -unit.length).trim();
}

function exponent(match: RegExpExecArray): number {
  const [scientific, letter, chinese] = [match[3], match[4], match[5]];
  if (scientific !== undefined) return Number(scientific);
  if (letter !== undefined) return suffixes[letter] ?? 0;
  return [...(chinese ?? "")].reduce((sum, word) => sum + (chineseSuffixes[word] ?? 0), 0);
}

function shift(whole: string, fraction: string, places: number): string {
  const moved = fraction.padEnd(places, "0");
  const left = (whole + moved.slice(0, places)).replace(/^0+(?=\d)/, "") || "0";
  const right = moved.slice(places).replace(/0+$/, "");
  return right === "" ? left : `${left}.${right}`;
}
