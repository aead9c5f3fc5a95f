/** How the amount of a line of the bill comes about, in the visitor's own numbers. */
import type { Line } from "../engine.js";
import type { View } from "./more.js";

export function formula({ scene, words }: View, { kind, details, amount = "0" }: Line): string {
  const { m, f } = scene;
  return `${text()} = ${f.money(amount)}`;

  function text(): string {
    if ("unitRate" in details) {
      const { units, unitRate, seconds } = details;
      const product = words.meteredFormula(f.count(units), f.rate(unitRate), f.hours(seconds));
      if (kind === "rent" || kind === "stoppedRent") return product;
      return words.because(kind === "rounding" ? words.rounded(f.duration(seconds)) : words.minimum(f.duration(seconds)), product);
    }
    if ("term" in details) {
      const { units, count, term, unitPrice, paidSeconds, usedSeconds } = details;
      const use = words.packageUse(f.hours(paidSeconds), f.hours(usedSeconds), f.share(usedSeconds, paidSeconds));
      const price = words.per(f.rate(unitPrice), words.perTerm[term] ?? term);
      return words.because(use, words.packageFormula(f.count(units), f.count(count), m.terms[term] ?? term, price));
    }
    if ("percent" in details) return `${f.share(details.percent, 100)} × ${f.money(details.of)}`;
    const [gib, free, price] = [f.count(details.gib), f.count(details.freeGib), f.rate(details.unitPrice ?? "0")];
    if (!("seconds" in details)) return words.egressFormula(gib, free, price);
    const per = details.per ?? "month";
    return words.diskFormula(gib, free, price, words.perTerm[per] ?? per, diskTime(per, f.hours(details.seconds)));
  }

  function diskTime(per: "hour" | "day" | "month", hours: string): string {
    if (per === "hour") return hours;
    return per === "day" ? words.overDay(hours) : words.overMonth(hours, f.count(scene.comparison?.monthHours ?? 0));
  }
}
