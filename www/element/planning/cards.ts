/** How many cards percentages are: scenarios round up to whole cards, what may be interrupted down to whole units. */
import type { View } from "./panel.js";
import { numberOf, scaled } from "./typed.js";

/** Most cards that are rented at any time, with so many percent of the demand; undefined where that is not known yet. */
export function peakCards({ typed, csv, cardsPerUnit, number, phase }: View, percent = 100): number | undefined {
  const cards = {
    simple: () => [numberOf(number("cards"))],
    week: () => typed.week.flat(),
    phases: () => typed.phases.map((_, index) => numberOf(phase(index).cards)),
    csv: () => [csv.peak],
  }[typed.tab]();
  if (!cards.every((count) => count !== undefined)) return undefined;
  return Math.ceil(scaled(Math.max(...cards), percent) / cardsPerUnit) * cardsPerUnit;
}

/** Most of them that may be interrupted; undefined too where the table of the demand has numbers of its own. */
export function interruptibleCards(view: View, percent = 100): number | undefined {
  const [peak, share] = [peakCards(view, percent), numberOf(view.number("interruptiblePercent"))];
  if (peak === undefined || share === undefined || (view.typed.tab === "csv" && view.csv.hasInterruptible === true)) return undefined;
  return Math.floor(((peak / view.cardsPerUnit) * share) / 100) * view.cardsPerUnit;
}

/** Whether anything may run on spot, in any scenario. */
export function mayUseSpot(view: View): boolean {
  const share = numberOf(view.number("interruptiblePercent")) ?? 0;
  const most = view.typed.isUncertain && view.typed.tab !== "csv" ? numberOf(view.number("highPercent")) : undefined;
  return share > 0 && view.sold.spot !== undefined && interruptibleCards(view, most) !== 0;
}

/** Whether spot is weighed against the hourly price, and so whether a deadline counts. */
export function weighsSpot(view: View): boolean {
  return mayUseSpot(view) && view.sold.onDemand !== undefined && interruptibleCards(view) !== 0;
}
