// Times the boundary in this engine's wasm: `cargo xtask bench [--json]`.
import { readFileSync } from "node:fs";
import { Catalog, initSync, models } from "./element/wasm/gpu-cost.js";
import { Bills, initSync as initBills } from "./element/wasm/gpu-cost-bills.js";
import { checkCatalog, initSync as initChoosing } from "./element/wasm/gpu-cost-choosing.js";
import { gpus, initSync as initTools, readModelConfig } from "./element/wasm/gpu-cost-tools.js";
import * as planning from "./element/wasm/gpu-cost-planning.js";
import { Catalog as VisualCatalog, initSync as initVisual } from "./element/wasm/gpu-cost-visual.js";

const here = (path) => readFileSync(new URL(path, import.meta.url));
initSync({ module: here("element/wasm/gpu-cost_bg.wasm") });
initTools({ module: here("element/wasm/gpu-cost-tools_bg.wasm") });
initBills({ module: here("element/wasm/gpu-cost-bills_bg.wasm") });
initChoosing({ module: here("element/wasm/gpu-cost-choosing_bg.wasm") });
planning.initSync({ module: here("element/wasm/gpu-cost-planning_bg.wasm") });
initVisual({ module: here("element/wasm/gpu-cost-visual_bg.wasm") });

const fineTuning = {
  today: "2026-11-30",
  workload: { fineTuning: { model: { bySize: { parameters: 7e9 } }, method: { lora: { rank: 16 } }, tokens: 2e7 } },
  demand: { schedule: { hoursPerDay: 4, days: 3 } },
  budget: { amount: 500, per: "job" },
  diskGib: 100,
};
const chat = {
  today: "2026-11-30",
  workload: { inference: { model: { builtIn: { id: "llama-2-7b" } }, users: 20, promptTokens: 3584, answerTokens: 512 } },
  demand: { schedule: { hoursPerDay: 24, days: 30 } },
};

const images = {
  today: "2026-11-30",
  workload: { generation: { model: { builtIn: { id: "sdxl" } }, items: 30_000 } },
  demand: { schedule: { hoursPerDay: 4, days: 30 } },
};

/** Pre-training has no lighter method, and resumed until done no other way to rent: one estimate of each card and number. */
const preTraining = {
  today: "2026-11-30",
  workload: { preTraining: { model: { bySize: { parameters: 7e9 } }, tokens: 2e10 } },
  demand: { untilDone: {} },
  resumable: true,
};

/** A catalog of 1, 2, 4 and 8 of every card of the table. */
function everyCard() {
  const offers = gpus().map(({ id }) => {
    return { id, platform: "one", gpu: id, minUnits: 1, maxUnits: 8, billing: { onDemand: { price: 1 } } };
  });
  return JSON.stringify({ ...JSON.parse(usd), platforms: [{ id: "one", name: "One" }], offers });
}

/** The longest configuration that the models are checked with, under as many more keys as published files have. */
function pastedConfig() {
  const configs = JSON.parse(here("../tests/model-configs.json")).map(({ config }) => config);
  const longest = configs.reduce((a, b) => (JSON.stringify(a).length < JSON.stringify(b).length ? b : a));
  const others = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`other_${index}`, [index, "text", null]]));
  return JSON.stringify({ ...others, ...longest }, null, 2);
}

/** The catalog with its offers repeated until there are `count`. */
function enlarged(text, count) {
  const catalog = JSON.parse(text);
  const offers = catalog.offers;
  catalog.offers = Array.from({ length: count }, (_, index) => {
    const offer = offers[index % offers.length];
    return { ...offer, id: `${offer.id}-${index}` };
  });
  return JSON.stringify(catalog);
}

/** Every thirtieth offer with a price that is a text, so that a third of a thousand faults are to be listed. */
function broken(text) {
  const catalog = JSON.parse(text);
  for (const [index, offer] of catalog.offers.entries()) if (index % 30 === 0) offer.billing = { onDemand: { price: "1.24" } };
  return JSON.stringify(catalog, null, 2);
}

/** A month of days, each stopped for the night. */
function rentalOf({ id }) {
  const two = (day) => String(day + 1).padStart(2, "0");
  const runs = Array.from({ length: 30 }, (_, day) => ({ start: `2026-11-${two(day)}T09:00+08:00`, end: `2026-11-${two(day)}T18:10+08:00` }));
  return { offer: id, units: 1, payment: "onDemand", runs, diskGib: 100, egressGib: 10 };
}

/** Median and least milliseconds of one call. */
function time(call, rounds) {
  for (let index = 0; index < 5; index += 1) call();
  const times = Array.from({ length: rounds }, () => {
    const start = performance.now();
    call();
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return { median_ms: times[times.length >> 1], least_ms: times[0], rounds };
}

/** Office hours of a year on so many cards, on the prices of a ladder; the second plan has a night shift of other cards too. */
function yearOf(cards) {
  const day = Array.from({ length: 24 }, (_, hour) => (9 <= hour && hour < 18 ? cards : hour < 6 ? cards >> 2 : 0));
  const week = Array.from({ length: 7 }, (_, weekday) => (weekday < 5 ? day : day.map((gpus) => gpus >> 1)));
  const billing = { onDemand: { price: 1.66, increment: "second" }, day: { price: 36.65 }, week: { price: 239 }, month: { price: 1001.95 }, year: { price: 10_200 } };
  return {
    start: "2026-11-30",
    demand: { phases: { phases: [{ length: { months: 12 }, pattern: { weekly: { cards: week } } }] } },
    offers: [{ billing }],
  };
}

const usd = here("catalogs/usd.json").toString();
const cny = here("catalogs/cny.json").toString();
const opened = { cny: new Catalog(cny), usd: new Catalog(usd) };
const visual = new VisualCatalog(usd);
const large = new Catalog(enlarged(usd, 6000));
const cards = new Catalog(everyCard());
const faulty = broken(enlarged(usd, 10_000));
const bills = new Bills(cny);
const rental = rentalOf(bills.offers().find(({ modes }) => modes.includes("onDemand")));
const config = pastedConfig();
const results = {
  "open the CNY snapshot": time(() => new Catalog(cny).free(), 50),
  "open the USD snapshot": time(() => new Catalog(usd).free(), 50),
  "list 334 faults of 10,000 offers": time(() => checkCatalog(faulty), 10),
  "settle a month of days": time(() => bills.settle(rental), 200),
  "compare, LoRA, CNY snapshot": time(() => opened.cny.compare(fineTuning), 200),
  "compare, LoRA, USD snapshot": time(() => opened.usd.compare(fineTuning), 200),
  "compare, chat, CNY snapshot": time(() => opened.cny.compare(chat), 200),
  "compare, chat, USD snapshot": time(() => opened.usd.compare(chat), 200),
  "compare, LoRA, 6,000 offers": time(() => large.compare(fineTuning), 20),
  "estimate, every card × 1 to 8": time(() => cards.compare(preTraining), 200),
  "read a pasted config": time(() => readModelConfig(config), 200),
  "compare, SDXL, USD snapshot": time(() => visual.compare(images), 200),
  "models": time(() => models(), 50),
  "plan, a year of weeks, 1 card": time(() => planning.plan(yearOf(1)), 50),
  "plan, a year of weeks, 8 cards": time(() => planning.plan(yearOf(8)), 50),
  "explain, a month": time(() => planning.explain({ start: "2026-11-30", offer: yearOf(1).offers[0], resumable: false }), 10),
  "explain, 30 days": time(() => planning.explain({ start: "2026-11-30", offer: yearOf(1).offers[0], resumable: false, days: 30 }), 10),
};

if (process.argv.includes("--json")) {
  console.log(JSON.stringify(results));
} else {
  const rows = Object.entries(results).map(([name, { median_ms, least_ms }]) => [name, median_ms, least_ms]);
  console.log(`${"".padEnd(38)} median ms   least ms`);
  for (const [name, median, least] of rows) {
    console.log(`${name.padEnd(38)} ${median.toFixed(2).padStart(9)}  ${least.toFixed(2).padStart(9)}`);
  }
}
