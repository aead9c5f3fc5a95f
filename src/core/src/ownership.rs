//! Rent or buy: what cards cost that one owns, against the cheapest way to rent for the same hours.
//!
//! It prices money and time only. What it leaves out, [`Asset::ignored`] names.

use alloc::vec::Vec;

use crate::billing::{self, Mode};
use crate::catalog::Billing;
use crate::demand::Usage;
use crate::money::{Money, Ppm, Rate};
use crate::units::{Seconds, whole};

/// Minutes of a day.
const DAY: u64 = 1_440;

/// Cards that one owns, with everything that keeping them costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asset {
    /// What all of them cost.
    pub purchase: Money,
    /// How long they are kept, in months; at least 1.
    pub months: u32,
    /// What is left of the price then.
    pub resale: Ppm,
    /// Power that all of them draw while they run, in watts.
    pub power_w: u64,
    /// Power of the building for one watt of them, in thousandths: 1,000 is none besides.
    pub pue_thousandths: u64,
    /// The price of a kilowatt-hour.
    pub electricity: Money,
    /// Room and network for a month.
    pub rack: Money,
    /// Whoever looks after them, for a month.
    pub operation: Money,
    /// What is spent on spare parts in a year, of the purchase.
    pub spares: Ppm,
    /// What the money would bring in a year elsewhere.
    pub interest: Ppm,
}

/// Something that costs money or time and is not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ignored {
    /// Electricity.
    Electricity,
    /// Cooling.
    Cooling,
    /// Room and network.
    Rack,
    /// Whoever looks after it.
    Operation,
    /// Spare parts.
    Spares,
    /// Interest.
    Interest,
    /// Power while nothing runs.
    IdlePower,
    /// Failures, and the time until a repair.
    Failures,
    /// That rents fall while one owns.
    FallingRents,
    /// The time until delivery.
    Delivery,
    /// Tax, and what depreciation saves of it.
    Tax,
}

/// What owning costs in a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monthly {
    /// `(purchase − resale) ÷ months`.
    pub depreciation: Money,
    /// On the money that is tied up on average, `(purchase + resale) ÷ 2`.
    pub interest: Money,
    /// Room and network.
    pub rack: Money,
    /// Whoever looks after it.
    pub operation: Money,
    /// Spare parts.
    pub spares: Money,
    /// For the hours of the demand.
    pub electricity: Money,
    /// The sum, to the cent.
    pub total: Money,
}

/// Use in a month: the same hours on each of some days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Running time of one day, at most 24 hours.
    pub daily: Seconds,
    /// Days of a month.
    pub days: u32,
}

/// Running hours of a month for which something holds throughout.
///
/// It may end before the days do: a package caps the rent, and electricity goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    /// From so many hours on.
    pub from: f64,
    /// Up to so many; `None` where it holds up to whole days.
    pub to: Option<f64>,
}

/// Owning against renting.
#[derive(Clone, Debug, PartialEq)]
pub struct Ownership {
    /// What owning costs.
    pub own: Monthly,
    /// The cheapest way to rent for the demand.
    pub mode: Mode,
    /// What that costs in a month.
    pub rent: Money,
    /// Running hours of a month from which owning costs no more than renting on demand; `None` where no month has as
    /// many, an hour of rent costs no more than an hour of electricity, or nothing is sold by the hour.
    pub break_even_hours: Option<f64>,
    /// Where owning costs no more than the cheapest way to rent, on as many days; empty where it never does.
    pub bands: Vec<Band>,
    /// The purchase at which owning costs as much as renting for the demand; `None` where the upkeep alone does.
    pub affordable: Option<Money>,
    /// Years until what is saved has paid for the purchase; `None` where renting costs no more than keeping.
    pub years: Option<f64>,
    /// What is not counted.
    pub ignored: Vec<Ignored>,
}

impl Asset {
    /// What an hour of running costs in electricity.
    #[must_use]
    pub fn hourly(&self) -> Money {
        let milliwatts = self.power_w.saturating_mul(self.pue_thousandths);
        self.electricity.scaled(milliwatts, 1_000_000).unwrap_or_default()
    }

    /// What a month costs in which it runs for some time.
    #[must_use]
    pub fn monthly(&self, running: Seconds) -> Monthly {
        let resale = self.resale.of(self.purchase);
        let part = |amount: Money, of: u64| amount.scaled(1, of).unwrap_or_default().to_cents();
        let depreciation = part(self.purchase - resale, u64::from(self.months.max(1)));
        let interest = part(self.interest.of(self.purchase + resale), 24);
        let spares = part(self.spares.of(self.purchase), 12);
        let electricity = Rate::hourly(self.hourly()).for_time(running).to_cents();
        let (rack, operation) = (self.rack.to_cents(), self.operation.to_cents());
        let total = depreciation + interest + rack + operation + spares + electricity;
        Monthly { depreciation, interest, rack, operation, spares, electricity, total }
    }

    /// The purchase at which a month costs as much as a rent, as depreciation, interest and spares go with it.
    fn affordable(&self, month: &Monthly, rent: Money) -> Option<Money> {
        let tied = month.depreciation + month.interest + month.spares;
        let left = rent - (month.total - tied);
        let factor = left.ratio(tied).filter(|factor| 0.0 < *factor)?;
        self.purchase.scaled(whole(factor * 1e6), 1_000_000).map(Money::to_cents)
    }

    /// What its cost does not have in it, because it was entered as nothing, or because no number stands for it.
    pub fn ignored(&self) -> impl Iterator<Item = Ignored> {
        let nothing = Money::ZERO;
        let entered = [
            (self.hourly() == nothing, Ignored::Electricity),
            (self.pue_thousandths <= 1_000, Ignored::Cooling),
            (self.rack == nothing, Ignored::Rack),
            (self.operation == nothing, Ignored::Operation),
            (self.spares == Ppm(0), Ignored::Spares),
            (self.interest == Ppm(0), Ignored::Interest),
        ];
        let always = [Ignored::IdlePower, Ignored::Failures, Ignored::FallingRents, Ignored::Delivery, Ignored::Tax];
        entered.into_iter().filter(|(is_nothing, _)| *is_nothing).map(|(_, what)| what).chain(always)
    }
}

/// Owning against renting so many units for the same hours; `None` where there is no way to pay.
#[must_use]
pub fn own_or_rent(billing: &Billing, month: Seconds, units: u32, asset: &Asset, demand: Demand) -> Option<Ownership> {
    let rented = |daily| cheapest(billing, units, Usage::schedule(daily, demand.days), month);
    let running = |daily: Seconds| Seconds(daily.0.saturating_mul(u64::from(demand.days)));
    let (mode, rent) = rented(demand.daily)?;
    let own = asset.monthly(running(demand.daily));
    let keeping = own.total - own.depreciation - own.interest;
    let fixed = asset.monthly(Seconds(0)).total;
    let saved_hourly = billing.on_demand.map(|plan| plan.hourly * u64::from(units) - asset.hourly());
    let owning_is_cheaper = |daily| rented(daily).is_some_and(|(_, rent)| asset.monthly(running(daily)).total <= rent);
    let hours = |minutes| running(Seconds::minutes(minutes)).as_f64() / 3_600.0;
    let band = |(from, to)| Band { from: hours(from), to: (to < DAY).then(|| hours(to)) };
    let even = saved_hourly.filter(|saved| Money::ZERO < *saved).and_then(|saved| fixed.ratio(saved));
    let saved = rent - keeping;
    Some(Ownership {
        own,
        mode,
        rent,
        break_even_hours: even.filter(|even| *even <= month.as_f64() / 3_600.0),
        bands: runs(owning_is_cheaper).into_iter().map(band).collect(),
        affordable: asset.affordable(&own, rent),
        years: (Money::ZERO < saved).then(|| asset.purchase.ratio(saved)).flatten().map(|months| months / 12.0),
        ignored: asset.ignored().collect(),
    })
}

/// The cheapest way to rent that cannot be taken away.
fn cheapest(billing: &Billing, units: u32, usage: Usage, month: Seconds) -> Option<(Mode, Money)> {
    let ways = billing::modes(billing).filter(|mode| *mode != Mode::Spot).chain([Mode::Mixed]);
    let priced = ways.filter_map(|mode| Some((mode, billing::rent_amount(billing, mode, units, usage, month)?)));
    priced.min_by_key(|(_, amount)| *amount)
}

/// The first and the last of the minutes of a day for which something holds without a gap. Every minute is tried, as
/// rents rise in steps.
fn runs(holds: impl Fn(Seconds) -> bool) -> Vec<(u64, u64)> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for minute in (1..=DAY).filter(|minute| holds(Seconds::minutes(*minute))) {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == minute => *last = minute,
            _ => runs.push((minute, minute)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use alloc::vec::Vec;

    use super::{Asset, Band, Demand, Ignored, own_or_rent};
    use crate::billing::Mode;
    use crate::catalog::{Billing, Increment, OnDemand, Package, PackageTerm};
    use crate::money::{Money, Ppm};
    use crate::units::Seconds;

    const MONTH: Seconds = Seconds::hours(730);

    fn money(text: &str) -> Money {
        Money::parse(text).unwrap()
    }

    /// The RTX 4090 of the fixture catalog.
    fn billing() -> Billing {
        let hourly = OnDemand { hourly: money("1.24"), increment: Some(Increment::Second), minimum: Seconds(0) };
        let package = |term, text| Package { term, price: money(text) };
        let packages = vec![package(PackageTerm::Day, "27"), package(PackageTerm::Month, "690")];
        Billing { on_demand: Some(hourly), spot: None, packages }
    }

    /// The buyer of UX 9, journey 12.
    fn card() -> Asset {
        Asset {
            purchase: Money::units(16_000),
            months: 36,
            resale: Ppm::from_percent(35.0),
            power_w: 450,
            pue_thousandths: 1_000,
            electricity: money("0.6"),
            rack: Money::ZERO,
            operation: Money::ZERO,
            spares: Ppm(0),
            interest: Ppm(0),
        }
    }

    #[test]
    fn the_buyer_breaks_even_at_298_hours() {
        let demand = Demand { daily: Seconds::hours(2), days: 30 };
        let found = own_or_rent(&billing(), MONTH, 1, &card(), demand).unwrap();
        // 16000 · 0.65 ÷ 36 = 288.89, and an hour saves 1.24 − 0.45 · 0.6 = 0.97.
        assert!((found.break_even_hours.unwrap() - 288.89 / 0.97).abs() < 1e-6, "{found:?}");
        // Day by day: 9.93 h on 30 days are still cheaper by the hour than by the day or the month.
        assert_eq!(found.bands, [Band { from: 298.0, to: None }]);
        // (74.40 − 16.20) · 36 ÷ 0.65.
        assert!((found.affordable.unwrap().ratio(Money::units(1)).unwrap() - 3_223.4).abs() < 0.1, "{found:?}");
        assert_eq!((found.mode, found.rent), (Mode::OnDemand, money("74.40")));
        assert_eq!((found.own.depreciation, found.own.electricity), (money("288.89"), money("16.20")));
        // 16000 ÷ (74.40 − 16.20) = 275 months.
        assert!((found.years.unwrap() - 16_000.0 / 58.2 / 12.0).abs() < 1e-9);
        assert!(found.ignored.contains(&Ignored::Cooling) && !found.ignored.contains(&Ignored::Electricity));
    }

    #[test]
    fn a_month_caps_the_rent() {
        let demand = Demand { daily: Seconds::hours(24), days: 30 };
        let dear = Asset { purchase: Money::units(40_000), ..card() };
        let found = own_or_rent(&billing(), MONTH, 1, &dear, demand).unwrap();
        assert_eq!((found.mode, found.rent), (Mode::Package(PackageTerm::Month), money("690")));
        // 40000 · 0.65 ÷ 36 = 722.22 is more than a month of rent, whatever the hours.
        assert_eq!(found.bands, []);
        // By the hour it would take 722.22 ÷ 0.97 = 744.6 h, and a month has 730.
        assert_eq!(found.break_even_hours, None);
    }

    #[test]
    fn owning_pays_within_a_band_where_a_month_caps_the_rent() {
        let hot = Asset {
            purchase: Money::units(7_200),
            resale: Ppm(0),
            power_w: 600,
            pue_thousandths: 1_400,
            electricity: money("1"),
            ..card()
        };
        let found = own_or_rent(&billing(), MONTH, 1, &hot, Demand { daily: Seconds::hours(24), days: 30 }).unwrap();
        assert_eq!((found.own.total, found.rent), (money("804.80"), money("690")));
        // 200 ÷ (1.24 − 0.84) = 500 h; (690 − 200) ÷ 0.84 = 583.3 h, in steps of half an hour, a minute a day.
        assert_eq!(found.bands, [Band { from: 500.0, to: Some(583.0) }]);
        assert_eq!(found.break_even_hours, Some(500.0));
        // (690 − 604.80) · 36.
        assert_eq!(found.affordable, Some(money("3067.20")));
    }

    #[test]
    fn everything_that_is_entered_is_in_the_sum() {
        let asset = Asset {
            pue_thousandths: 1_500,
            rack: Money::units(100),
            operation: Money::units(50),
            spares: Ppm::from_percent(3.0),
            interest: Ppm::from_percent(6.0),
            ..card()
        };
        let monthly = asset.monthly(Seconds::hours(100));
        // 100 h · 0.45 kW · 1.5 · 0.6; (16000 + 5600) ÷ 2 · 6 % ÷ 12; 16000 · 3 % ÷ 12.
        assert_eq!(monthly.electricity, money("40.50"));
        assert_eq!((monthly.interest, monthly.spares), (Money::units(54), Money::units(40)));
        assert_eq!(monthly.total, money("288.89") + money("40.50") + Money::units(244));
        let ignored: Vec<_> = asset.ignored().collect();
        assert_eq!(ignored.len(), 5, "{ignored:?}");
    }

    #[test]
    fn rent_below_electricity_never_breaks_even() {
        let hot = Asset { power_w: 10_000, ..card() };
        let demand = Demand { daily: Seconds::hours(1), days: 1 };
        let found = own_or_rent(&billing(), MONTH, 1, &hot, demand).unwrap();
        assert_eq!((found.break_even_hours, found.affordable, found.years), (None, None, None));
        assert_eq!(found.bands, []);
    }
}
