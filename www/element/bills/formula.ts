/** How the amount of a line comes about, in the visitor's own numbers. */
import type { BillLine } from "../engine.js";
import type { View } from "./panel.js";

export function formula(view: View, { parts, amount, kind }: BillLine): string {
  const { words, scene: { m, f } } = view;
  const text = product();
  return amount === undefined ? `${text} = ${m.notPublished}` : `${text} = ${f.money(amount)}`;

  function product(): string {
    if ("timed" in parts) {
      const { quantity, free, price, perSeconds, seconds } = parts.timed;
      const perTime = price === undefined ? "" : ` ÷ ${f.hours(perSeconds)}`;
      return `${charged(quantity, free)} × ${rate(price)}${perTime} × ${f.hours(seconds)}`;
    }
    if ("counted" in parts) return `${charged(parts.counted.quantity, parts.counted.free)} × ${rate(parts.counted.price)}`;
    if ("terms" in parts) {
      const { units, count, price, termSeconds, usedSeconds } = parts.terms;
      return words.terms(f.count(units), f.count(count), f.rate(price), f.hours(termSeconds), f.hours(usedSeconds));
    }
    if ("returned" in parts) {
      const { paid, charged } = parts.returned;
      return words.returned(charged === undefined ? words.unknown : f.money(charged), f.money(paid));
    }
    const { percent, of } = parts.share;
    const share = percent === undefined ? words.unknown : `${f.count(percent)}%`;
    return kind === "slaCredit" ? `−${share} × ${f.money(of)}` : `${share} × ${f.money(of)}`;
  }

  function charged(quantity: number, free: number): string {
    return free === 0 ? f.count(quantity) : `(${f.count(quantity)} − ${f.count(free)})`;
  }

  function rate(price: string | undefined): string {
    return price === undefined ? words.unknown : f.rate(price);
  }
}
