/**
 * Turns numbers into text; the only file that touches `Intl`, and the only one that rescales a number, for display.
 *
 * Money stays the decimal text that core sent, so it is printed exactly.
 */
import type { Locale } from "./i18n/index.js";
import { parseNumber } from "./parse.js";

/** Low to high, as core sends it. */
export interface Span {
  readonly low: number;
  readonly high: number;
}

const formats = new Map<string, Intl.NumberFormat>();
const dates = new Map<Locale, Intl.DateTimeFormat>();
const GIB = 2 ** 30;
const HOUR = 3_600;
const DAY = 86_400;
/** Tenths at most, where fewer digits than asked for. */
const TENTHS = { maximumFractionDigits: 1, roundingPriority: "lessPrecision" } as const;
const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";

export class Format {
  constructor(
    private readonly locale: Locale,
    private readonly currency: string,
  ) {}

  /** To the cent. */
  money(decimal: string): string {
    return this.#money(decimal, {});
  }

  /** With a plus sign where more than nothing. */
  difference(decimal: string): string {
    return this.#money(decimal, { signDisplay: "exceptZero" });
  }

  /** To the cent below a thousand, else to three digits with a sign that says so. */
  headline(decimal: string): string {
    if (Math.abs(Number(decimal)) < 1_000) return this.money(decimal);
    return `≈ ${this.#money(decimal, { maximumSignificantDigits: 3 })}`;
  }

  /** A unit price, with the decimals it needs. */
  rate(decimal: string, maximumFractionDigits = 9): string {
    return this.#money(decimal, { minimumFractionDigits: 2, maximumFractionDigits });
  }

  count(value: number): string {
    return number(this.locale, { maximumFractionDigits: 3 }).format(value);
  }

  /** A speed of a card, to four digits. */
  figure(value: number): string {
    return number(this.locale, { maximumSignificantDigits: 4, maximumFractionDigits: 0, roundingPriority: "morePrecision" }).format(value);
  }

  /** Digits as they are, of a decimal text. */
  digits(decimal: string): string {
    return number(this.locale, { maximumFractionDigits: 9 }).format(decimal as `${number}`);
  }

  /** A large count, such as 8.4 × 10¹⁷. */
  scientific(value: number): string {
    const [mantissa, exponent = "0"] = number("en", { notation: "scientific", maximumSignificantDigits: 2 }).format(value).split("E");
    return `${mantissa} × 10${[...exponent].map((digit) => SUPERSCRIPT[Number(digit)]).join("")}`;
  }

  /** Parameter counts: 7B in every language, as model names write it. */
  parameters(value: number): string {
    return number("en", { notation: "compact", maximumSignificantDigits: 3 }).format(value);
  }

  /** A speed, to two digits. */
  speed({ low, high }: Span): string {
    return range(this.locale, { maximumSignificantDigits: 2 }, low, high);
  }

  /** Text for an input field: as short as can be read back without loss. */
  entry(value: number, style: "plain" | "parameters" | "tokens"): string {
    const plain = number("en", { useGrouping: false, maximumFractionDigits: 9 }).format(value);
    if (style === "plain" || value < 1e5) return plain;
    const locale = style === "parameters" ? "en" : this.locale;
    const short = number(locale, { notation: "compact", maximumFractionDigits: 3 }).format(value);
    const back = parseNumber(short);
    return "decimal" in back && back.decimal === plain ? short : plain;
  }

  /** How many in a day, of what takes so long. */
  perDay({ low, high }: Span): string {
    return this.speed({ low: DAY / high, high: DAY / low });
  }

  /** Seconds below a minute, minutes below an hour, hours below a hundred, else days. */
  duration(seconds: number): string {
    return this.durationRange({ low: seconds, high: seconds }, 3);
  }

  /** The same for an estimate. */
  about(seconds: number): string {
    return this.durationRange({ low: seconds, high: seconds });
  }

  durationRange({ low, high }: Span, digits = 2): string {
    const [unit, length] = high < 60 ? (["second", 1] as const)
      : high < HOUR ? (["minute", 60] as const)
      : high < 100 * HOUR ? (["hour", HOUR] as const)
      : (["day", DAY] as const);
    return range(this.locale, { ...measure(this.locale, unit), maximumSignificantDigits: digits }, low / length, high / length);
  }

  /** Hours, exact to the second. */
  hours(seconds: number): string {
    return number(this.locale, { ...measure(this.locale, "hour"), maximumFractionDigits: 4 }).format(seconds / HOUR);
  }

  /** A number of hours, as the visitor gave it. */
  inHours(hours: number): string {
    return number(this.locale, { ...measure(this.locale, "hour"), maximumFractionDigits: 2 }).format(hours);
  }

  /** Hours to three digits, and the same spread over the days of a span. */
  roundHours(seconds: number): string {
    return number(this.locale, { ...measure(this.locale, "hour"), maximumSignificantDigits: 3 }).format(seconds / HOUR);
  }

  hoursADay(seconds: number, span: number): string {
    return this.roundHours((seconds / span) * DAY);
  }

  /** Share of a span, as a whole percentage. */
  share(seconds: number, span: number): string {
    return number(this.locale, { style: "percent" }).format(seconds / span);
  }

  megabytes(bytes: number): string {
    return number(this.locale, { style: "unit", unit: "megabyte", maximumSignificantDigits: 2 }).format(bytes / 1e6);
  }

  gib(bytes: number): string {
    return this.gibRange({ low: bytes, high: bytes });
  }

  gibRange({ low, high }: Span): string {
    const maximumSignificantDigits = high < 0.1 * GIB ? 1 : 3;
    return `${range(this.locale, { maximumSignificantDigits, ...TENTHS }, low / GIB, high / GIB)} GiB`;
  }

  date(iso: string): string {
    const format = dates.get(this.locale) ?? new Intl.DateTimeFormat(this.locale, { dateStyle: "medium", timeZone: "UTC" });
    dates.set(this.locale, format);
    return format.format(new Date(iso));
  }

  list(items: readonly string[]): string {
    return new Intl.ListFormat(this.locale, { type: "conjunction", style: "narrow" }).format(items);
  }

  #money(decimal: string, options: Intl.NumberFormatOptions): string {
    const format = number(this.locale, { style: "currency", currency: this.currency, ...options });
    return format.format(decimal as `${number}`);
  }
}

/** In Chinese the short name is the usual one: 秒, not 秒钟. */
function measure(locale: Locale, unit: string): Intl.NumberFormatOptions {
  return { style: "unit", unit, unitDisplay: locale === "en" ? "long" : "short" };
}

/** One number where both ends read the same. */
function range(locale: string, options: Intl.NumberFormatOptions, low: number, high: number): string {
  const format = number(locale, options);
  return format.format(low) === format.format(high) ? format.format(high) : format.formatRange(low, high);
}

function number(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, options);
  formats.set(key, format);
  return format;
}
