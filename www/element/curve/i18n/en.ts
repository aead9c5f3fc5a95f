/** English: the chart of cost against hours. */
import type { CurveWords } from "./zh-CN.js";

export const en: CurveWords = {
  modes: {
    onDemand: "hourly", spot: "spot", day: "daily", week: "weekly", month: "monthly", year: "yearly", twoYears: "two years", threeYears: "three years", trial: "free trial", term: "other terms",
  },
  tableOf: "As table",
  chart: "Which is cheaper for how many hours",
  chartLabel: "Hours used in a month",
  chartHint: "Left and right arrows read it point by point, Home and End go to its ends, Page Up and Page Down to the crossings.",
  chartPoint: (hours, best, ways) => `${hours}: at best ${best}; ${ways}`,
  chartCosts: (mode, price) => `${mode} ${price}`,
  chartCrossing: (hours, from, below) => `${hours}: ${from} costs the same as ${below}, beyond that ${from} is cheaper`,
  chartYou: (hours) => `You plan ${hours} on each card`,
  you: "you",
  best: "best mix",
  hours: "hours",
  unit: (cards) => `Costs of one unit of ${cards} cards.`,
  card: "Costs of one card.",
  noCurve: "There is no chart of this offer.",
};
