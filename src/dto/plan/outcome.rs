//! A plan that was found, in plain values.

use std::collections::BinaryHeap;

use gpu_cost_core::billing::cover::{
    Calendar, FeeBasis, Lane, Length, Micros, Plan, Problem, Purchase, Span, lanes, price_spans, spans, used, verify,
};
use gpu_cost_core::billing::planning::{Alternative, Planned};
use gpu_cost_core::money::Money;
use gpu_cost_core::units::Seconds;
use serde::Serialize;
use tsify::Tsify;

use super::WayToBuy;
use super::offered::way;
use super::planner::{About, slots_of_days};

/// Most lanes, spans of a lane and of prices, and purchases that are told one by one.
const MOST_LANES: usize = 64;
const MOST_SPANS: usize = 2_000;
const MOST_PURCHASES: usize = 200;

/// What to buy, and why nothing is cheaper. Slots are counted from 0; money is decimal text.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PlanOutcome {
    /// When slot 0 begins, as `2026-11-30T00:00`.
    pub begins: String,
    /// Length of a slot.
    pub slot_seconds: f64,
    /// Slots of the demand.
    pub slots: usize,
    /// Most units of a slot.
    pub peak: u32,
    /// GPUs in a unit.
    pub cards_per_unit: u32,
    /// Units times seconds that are needed.
    pub unit_seconds: f64,
    /// What all purchases cost.
    pub total: String,
    /// No combination of the ways to pay costs less.
    pub lower_bound: String,
    /// Percent by which the total may be too high at most; 0 where it is proven to be the least.
    pub gap_percent: f64,
    /// Whether the proof was checked again by the verifier, which knows nothing of the search.
    pub verified: bool,
    /// All ways to pay; others name them by their index.
    pub ways: Vec<PlannedWay>,
    /// Those of them, by index, of which each purchase would be paid for beyond the end of the demand: the shortest of
    /// their terms is longer.
    pub outlasting: Vec<usize>,
    /// What is bought by way to pay.
    pub bought: Vec<BoughtWay>,
    /// Each purchase, by time; the first two hundred.
    pub purchases: Vec<PurchaseFacts>,
    /// One timeline for each unit of the peak, the busiest first; units that do the same are one. The first 64.
    pub lanes: Vec<LaneFacts>,
    /// Whether there is more than is told of lanes, spans, prices or purchases.
    pub is_cut: bool,
    /// The cheapest plan that lacks one of the ways to pay; absent where each is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_best: Option<NextBest>,
    /// What one more unit costs, whenever there are any; absent where none is to be had.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_more: Option<String>,
    /// The price of one more unit by period: the dual prices of the proof.
    pub prices: PriceSpans,
    /// What is paid where everything ends early, where that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<String>,
}

/// All that is bought in one way.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct BoughtWay {
    /// How and from whom.
    pub way: PlannedWay,
    /// Orders, or runs.
    pub orders: u32,
    /// Units of all orders together.
    pub units: f64,
    /// What they cost.
    pub price: String,
    /// Unit-seconds that are paid for.
    pub paid_seconds: f64,
    /// Unit-seconds of them in which work runs.
    pub used_seconds: f64,
    /// The part of the price that pays for time without work, pro rata.
    pub unused: String,
}

/// A way to pay of an offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PlannedWay {
    /// The offer, by place in the request.
    pub offer: usize,
    /// How it is paid.
    pub mode: WayToBuy,
    /// The term, by place in the `terms` of the offer, where it is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[tsify(optional)]
    pub term: Option<usize>,
}

/// One purchase.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PurchaseFacts {
    /// Which of the ways to pay.
    pub way: usize,
    /// The first slot.
    pub start: usize,
    /// The slot after the last one; a term may end after the demand.
    pub end: usize,
    /// Units, also those that only a smallest order or a price by quantity asks for.
    pub units: u32,
    /// What it costs.
    pub price: String,
    /// Share of the time paid for in which work runs, from 0 to 1.
    pub used: f64,
    /// The part of the price that pays for time without work, pro rata.
    pub unused: String,
}

/// Units with the same timeline.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct LaneFacts {
    /// How many.
    pub units: u32,
    /// What they do, in order of time, four numbers each: which of the ways to pay, the first slot, the slot after the
    /// last one, and how many units of the lane run; the others are paid for without running. Between two spans nothing
    /// is paid.
    pub spans: Vec<usize>,
}

/// The plan that comes closest with other ways to pay.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct NextBest {
    /// The way to pay that it lacks.
    pub without: PlannedWay,
    /// Those that it has.
    pub ways: Vec<PlannedWay>,
    /// What it costs.
    pub total: String,
    /// How much more that is.
    pub gap: String,
}

/// The price of one more unit, from slot 0 on.
#[derive(Debug, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct PriceSpans {
    /// Prices per unit and hour.
    pub hourly: Vec<String>,
    /// Two numbers each: the slot after the last one, and which of the prices.
    pub spans: Vec<usize>,
}

/// When a slot begins, as `2026-11-30T00:00`; empty after the year 9999.
pub(super) fn at(calendar: &Calendar, slot: usize) -> String {
    let slots = u64::try_from(slot).unwrap_or(u64::MAX);
    let seconds = slots.saturating_mul(calendar.slot.0).saturating_add(u64::from(calendar.second));
    let (days, second) = (seconds / Seconds::days(1).0, seconds % Seconds::days(1).0);
    let day = calendar.date.plus_days(days).map(|day| day.to_string());
    day.map_or_else(String::new, |day| format!("{day}T{:02}:{:02}", second / 3_600, second % 3_600 / 60))
}

/// Amounts in micro-units, multiplied by a scale, as decimal text.
#[derive(Clone, Copy)]
pub(super) struct Amounts(pub(super) u64);

impl Amounts {
    pub(super) fn money(self, micros: Micros) -> Money {
        Money::from_micros(micros).and_then(|money| money.scaled(1, self.0)).unwrap_or_default()
    }

    /// To the cent.
    pub(super) fn cents(self, micros: Micros) -> String {
        self.money(micros).to_cents().to_decimal()
    }
}

impl About {
    pub(super) fn way(&self, plan: usize) -> PlannedWay {
        way(&self.ladder.ways, plan)
    }

    pub(super) const fn amounts(&self) -> Amounts {
        Amounts(self.ladder.scale)
    }
}

impl PlanOutcome {
    pub(super) fn new(planned: &Planned, about: &About) -> Self {
        let Planned { problem, cover, next_best, one_more } = planned;
        let (amounts, slot) = (about.amounts(), problem.calendar.slot);
        let lanes = lanes(problem, &cover.purchases);
        let told = &lanes[..lanes.len().min(MOST_LANES)];
        let spans = spans(problem, &cover.purchases, told, MOST_SPANS);
        let all_prices = price_spans(&cover.slot_prices());
        let is_cut = MOST_LANES < lanes.len()
            || MOST_PURCHASES < cover.purchases.len()
            || MOST_SPANS < all_prices.len()
            || spans.iter().any(|spans| MOST_SPANS <= spans.len());
        let ended = about.early_end.map(|(days, refund)| {
            let slot = slots_of_days(days, slot);
            let paid = cover.purchases.iter().map(|purchase| purchase.ended(problem, slot, refund));
            let paid = paid.flatten().fold(Money::ZERO, |sum, paid| sum + paid);
            paid.scaled(1, about.ladder.scale).unwrap_or_default().to_cents().to_decimal()
        });
        Self {
            begins: at(&problem.calendar, 0),
            slot_seconds: slot.as_f64(),
            slots: problem.demand.len(),
            peak: problem.peak(),
            cards_per_unit: about.cards_per_unit,
            unit_seconds: Seconds(used(problem).saturating_mul(slot.0)).as_f64(),
            total: amounts.cents(cover.price),
            lower_bound: amounts.cents(cover.lower_bound),
            gap_percent: gap(amounts, cover.price, cover.lower_bound),
            verified: verify(problem, cover).is_ok_and(|bound| cover.lower_bound <= bound),
            ways: (0..problem.plans.len()).map(|plan| about.way(plan)).collect(),
            outlasting: outlasting(problem),
            bought: bought(planned, about),
            purchases: by_time(&cover.purchases).map(|purchase| purchase_facts(planned, about, purchase)).collect(),
            lanes: told.iter().zip(spans).map(|(lane, spans)| lane_facts(planned, lane, &spans)).collect(),
            is_cut,
            next_best: next_best.as_ref().map(|Alternative { without, plans, price }| NextBest {
                without: about.way(*without),
                ways: plans.iter().map(|plan| about.way(*plan)).collect(),
                total: amounts.cents(*price),
                gap: amounts.cents(price - cover.price),
            }),
            one_more: one_more.map(|price| amounts.cents(price)),
            prices: PriceSpans::new(&all_prices, amounts, slot),
            ended,
        }
    }
}

/// With all units of its order, of which a smallest order or a price by quantity may ask for more than are needed.
fn ordered(problem: &Problem, purchase: &Purchase) -> Purchase {
    let Some(Plan::Term(term)) = problem.plans.get(purchase.plan) else { return *purchase };
    let slots = i64::try_from(purchase.end.saturating_sub(purchase.start)).unwrap_or(i64::MAX);
    let committed = if term.fee_basis == FeeBasis::Committed { term.per_slot_fee.saturating_mul(slots) } else { 0 };
    let orders = term.tiers.iter().enumerate().filter_map(|(index, tier)| {
        let units = purchase.units.max(tier.min_units);
        let is_of_tier = term.tiers.get(index + 1).is_none_or(|next| units < next.min_units);
        let price = Micros::from(units) * (Micros::from(tier.upfront) + Micros::from(committed));
        (is_of_tier && term.stock.is_none_or(|stock| units <= stock)).then_some((price, units))
    });
    Purchase { units: orders.min().map_or(purchase.units, |(_, units)| units), ..*purchase }
}

/// Terms that are longer than the demand.
fn outlasting(problem: &Problem) -> Vec<usize> {
    let slots = problem.demand.len();
    let shortest = |length| match length {
        Length::Slots(length) => usize::try_from(length).unwrap_or(usize::MAX),
        Length::Months(months) => {
            let days = 28 * u64::from(months);
            slots_of_days(days, problem.calendar.slot)
        }
    };
    let plans = problem.plans.iter().enumerate();
    let terms = plans.filter(|(_, plan)| matches!(plan, Plan::Term(term) if slots < shortest(term.length)));
    terms.map(|(plan, _)| plan).collect()
}

/// Percent between a price and its bound.
fn gap(amounts: Amounts, price: Micros, bound: Micros) -> f64 {
    let [price, bound] = [price, bound].map(|micros| amounts.money(micros));
    (price - bound).ratio(bound).map_or(0.0, |share| 100.0 * share)
}

fn bought(planned: &Planned, about: &About) -> Vec<BoughtWay> {
    let Planned { problem, cover, .. } = planned;
    let slot = problem.calendar.slot;
    let seconds = |slots: u64| Seconds(slots.saturating_mul(slot.0)).as_f64();
    let ways = (0..problem.plans.len()).filter_map(|plan| {
        let of_plan = cover.purchases.iter().filter(|purchase| purchase.plan == plan);
        let of_plan: Vec<Purchase> = of_plan.map(|purchase| ordered(problem, purchase)).collect();
        let sum = |count: &dyn Fn(&Purchase) -> u64| of_plan.iter().map(count).sum::<u64>();
        (!of_plan.is_empty()).then(|| BoughtWay {
            way: about.way(plan),
            orders: u32::try_from(of_plan.len()).unwrap_or(u32::MAX),
            units: Seconds(sum(&|purchase| u64::from(purchase.units))).as_f64(),
            price: about.amounts().cents(of_plan.iter().map(|purchase| purchase.price).sum()),
            paid_seconds: seconds(sum(&Purchase::paid)),
            used_seconds: seconds(sum(&|purchase| purchase.used)),
            unused: about.amounts().cents(of_plan.iter().map(|purchase| purchase.unused_money(problem)).sum()),
        })
    });
    ways.collect()
}

/// The first two hundred, as they begin.
fn by_time(purchases: &[Purchase]) -> impl Iterator<Item = &Purchase> {
    let order =
        purchases.iter().enumerate().map(|(index, purchase)| (purchase.start, purchase.plan, purchase.end, index));
    let order = order.collect::<BinaryHeap<_>>().into_sorted_vec();
    order.into_iter().take(MOST_PURCHASES).map(|(.., index)| &purchases[index])
}

fn purchase_facts(planned: &Planned, about: &About, purchase: &Purchase) -> PurchaseFacts {
    let purchase = ordered(&planned.problem, purchase);
    let Purchase { plan, start, end, units, price, used } = purchase;
    PurchaseFacts {
        way: plan,
        start,
        end,
        units,
        price: about.amounts().cents(price),
        used: Seconds(used).as_f64() / Seconds(purchase.paid()).as_f64().max(1.0),
        unused: about.amounts().cents(purchase.unused_money(&planned.problem)),
    }
}

fn lane_facts(planned: &Planned, lane: &Lane, spans: &[Span]) -> LaneFacts {
    let spans = spans.iter().filter_map(|span| {
        let Span { start, end, purchase, running } = *span;
        let plan = planned.cover.purchases.get(purchase)?.plan;
        Some([plan, start, end, usize::try_from(running).ok()?])
    });
    LaneFacts { units: lane.gpus, spans: spans.flatten().collect() }
}

impl PriceSpans {
    /// There are few prices and many spans.
    fn new(spans: &[(usize, usize, i64)], amounts: Amounts, slot: Seconds) -> Self {
        let mut known: Vec<i64> = Vec::new();
        let mut told = Vec::new();
        for (_, end, price) in spans.iter().take(MOST_SPANS) {
            let index = known.iter().position(|known| known == price).unwrap_or_else(|| {
                known.push(*price);
                known.len() - 1
            });
            told.extend([*end, index]);
        }
        let hourly = known.into_iter().map(|price| {
            let hourly = amounts.money(Micros::from(price)).scaled(3_600, slot.0);
            hourly.unwrap_or_default().to_decimal()
        });
        Self { hourly: hourly.collect(), spans: told }
    }
}
