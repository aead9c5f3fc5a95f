use alloc::string::String;
use alloc::vec;

use super::{Bill, Budget, Extras, FeeKind, Mode, Rent, allowance, bill, break_even};
use crate::catalog::{
    Billing, Catalog, Date, Device, DiskFee, EgressFee, Gpu, Increment, Offer, OnDemand, Package, PackageTerm,
    Platform, Rules, WhenStopped,
};
use crate::demand::Usage;
use crate::money::Money;
use crate::units::Seconds;

static GPU: Gpu = Gpu { id: "test", name: "Test", ..Gpu::UNKNOWN };

fn money(text: &str) -> Money {
    Money::parse(text).unwrap()
}

fn on_demand(hourly: &str, increment: Option<Increment>, minimum: Seconds) -> Billing {
    let plan = OnDemand { hourly: money(hourly), increment, minimum };
    Billing { on_demand: Some(plan), ..Billing::default() }
}

/// The RTX 4090 of the fixture catalog: 1.24 an hour, 27 a day, 690 a month, spot 0.68.
fn ladder() -> Billing {
    let hourly = |text| OnDemand { hourly: money(text), increment: Some(Increment::Second), minimum: Seconds(0) };
    let package = |term, text| Package { term, price: money(text) };
    Billing {
        on_demand: Some(hourly("1.24")),
        spot: Some(hourly("0.68")),
        packages: vec![package(PackageTerm::Day, "27"), package(PackageTerm::Month, "690")],
    }
}

fn catalog(billing: Billing, when_stopped: WhenStopped) -> Catalog {
    let as_of = Date::parse("2026-11-30").unwrap();
    let month = Seconds::hours(730);
    let disk = DiskFee { price: money("0.30"), per: month, free_gib: 50, when_stopped };
    let egress = EgressFee { price: money("0.50"), free_gib: 0 };
    let platform = Platform {
        id: String::new(),
        name: String::new(),
        disk: Some(disk),
        egress: Some(egress),
        rules: Rules::default(),
    };
    let offer = Offer {
        id: String::new(),
        platform: 0,
        device: Device::whole(&GPU),
        label: String::new(),
        region: String::new(),
        cards_per_unit: 1,
        min_units: 1,
        max_units: 8,
        link: GPU.link,
        billing,
        as_of,
        source: String::new(),
        source_url: String::new(),
    };
    Catalog { currency: String::from("CNY"), as_of, month, platforms: vec![platform], offers: vec![offer] }
}

fn fee(bill: &Bill, kind: FeeKind) -> Option<Money> {
    bill.fees.iter().find(|fee| fee.kind == kind).unwrap().amount
}

fn price(billing: &Billing, mode: Mode, units: u32, usage: Usage, extras: Extras) -> Bill {
    let catalog = catalog(billing.clone(), WhenStopped::Billed);
    bill(&catalog, catalog.offers.first().unwrap(), mode, units, usage, extras).unwrap()
}

#[track_caller]
fn check(billing: &Billing, mode: Mode, usage: Usage, expected: &str) {
    let got = price(billing, mode, 1, usage, Extras::default()).total;
    assert_eq!(got, money(expected));
}

const EVENINGS: Usage = Usage::schedule(Seconds::hours(4), 3);

#[test]
fn three_evenings_of_the_fixture() {
    let extras = Extras { disk_gib: 100, egress_gib: 0 };
    let bill = price(&ladder(), Mode::OnDemand, 1, EVENINGS, extras);
    assert_eq!(bill.rents[0].amount(), money("14.88"));
    assert_eq!(fee(&bill, FeeKind::Disk), Some(money("1.48"))); // 50 × 0.30 × 72 ÷ 730
    assert_eq!(bill.total, money("16.36"));
    check(&ladder(), Mode::Package(PackageTerm::Day), EVENINGS, "81");
    check(&ladder(), Mode::Package(PackageTerm::Month), EVENINGS, "690");
    check(&ladder(), Mode::Spot, EVENINGS, "8.16"); // 6.72 less
}

#[test]
fn a_month_of_days() {
    let thirty = |hours| Usage::schedule(Seconds::hours(hours), 30);
    check(&ladder(), Mode::OnDemand, thirty(1), "37.20");
    check(&ladder(), Mode::OnDemand, thirty(20), "744");
    check(&ladder(), Mode::Package(PackageTerm::Day), thirty(20), "810");
    check(&ladder(), Mode::Package(PackageTerm::Month), thirty(20), "690");
}

/// Ten runs of 20 minutes at 3.00 an hour: 10.00 by the second, 30.00 by started hours, and the
/// difference is a line of its own.
#[test]
fn rounding_to_the_increment() {
    let runs = Usage::schedule(Seconds::minutes(20), 10);
    let by_second = on_demand("3", Some(Increment::Second), Seconds(0));
    check(&by_second, Mode::OnDemand, runs, "10");
    for increment in [Some(Increment::Hour), None] {
        let by_hour = on_demand("3", increment, Seconds(0));
        let bill = price(&by_hour, Mode::OnDemand, 1, runs, Extras::default());
        let Rent::Metered { used_amount, rounding_amount, minimum_amount, increment_stated, .. } = bill.rents[0] else {
            panic!("metered");
        };
        assert_eq!([used_amount, rounding_amount, minimum_amount], [money("10"), money("20"), Money::ZERO]);
        assert_eq!(increment_stated, increment.is_some());
    }
}

#[test]
fn the_minimum_is_paid_at_each_start() {
    let plan = on_demand("6", Some(Increment::Minute), Seconds::minutes(10));
    check(&plan, Mode::OnDemand, Usage::schedule(Seconds(90), 4), "4"); // 4 × 10 min
    check(&plan, Mode::OnDemand, Usage::continuous(Seconds(601)), "1.10"); // 11 min
}

#[test]
fn terms_cover_every_session() {
    let count = |length, usage| super::rent::terms_needed(length, usage);
    let day = Seconds::days(1);
    assert_eq!(count(day, Usage::continuous(Seconds::hours(67))), 3);
    assert_eq!(count(day, Usage::continuous(day)), 1);
    assert_eq!(count(day, Usage::continuous(Seconds(86_401))), 2);
    assert_eq!(count(Seconds::days(7), Usage::schedule(Seconds::hours(2), 8)), 2);
    // 31 days from the first start to the last stop are 721 h: one month of 730 h, two of 720 h.
    let thirty_one = Usage::schedule(Seconds::hours(1), 31);
    assert_eq!(count(Seconds::hours(730), thirty_one), 1);
    assert_eq!(count(Seconds::hours(720), thirty_one), 2);
    // A term that ends between two sessions: the next one begins with the next session.
    assert_eq!(count(Seconds::hours(30), Usage::schedule(Seconds::hours(4), 4)), 2);
}

#[test]
fn what_stopping_costs_is_the_platforms_rule() {
    let extras = Extras { disk_gib: 1_050, egress_gib: 10 };
    for (rule, disk) in [(WhenStopped::Billed, "29.59"), (WhenStopped::Free, "4.93")] {
        let catalog = catalog(ladder(), rule);
        let bill = bill(&catalog, catalog.offers.first().unwrap(), Mode::OnDemand, 1, EVENINGS, extras).unwrap();
        assert_eq!(fee(&bill, FeeKind::Disk), Some(money(disk))); // 1000 × 0.30 × 72 or 12 ÷ 730
        assert_eq!(fee(&bill, FeeKind::Egress), Some(money("5")));
    }
}

#[test]
fn an_unstated_price_is_a_line_without_an_amount() {
    let mut catalog = catalog(ladder(), WhenStopped::Billed);
    for platform in &mut catalog.platforms {
        (platform.disk, platform.egress) = (None, None);
    }
    let extras = Extras { disk_gib: 100, egress_gib: 1 };
    let bill = bill(&catalog, catalog.offers.first().unwrap(), Mode::OnDemand, 1, EVENINGS, extras).unwrap();
    assert_eq!(fee(&bill, FeeKind::Disk), None);
    assert_eq!(fee(&bill, FeeKind::Egress), None);
    assert_eq!(bill.total, money("14.88"));
}

#[test]
fn break_even_hours() {
    let month = Seconds::hours(730);
    let hours: vec::Vec<_> = break_even(&ladder(), month).map(|point| point.seconds / 3_600.0).collect();
    assert!((hours[0] - 21.774).abs() < 0.001 && (hours[1] - 556.452).abs() < 0.001, "{hours:?}");
}

#[test]
fn a_budget_by_the_month_grows_with_the_months() {
    let catalog = catalog(ladder(), WhenStopped::Billed);
    let budget = Budget::Month(money("730"));
    let allowed = |hours| allowance(budget, Usage::continuous(Seconds::hours(hours)), &catalog);
    assert_eq!(allowed(10), money("730"));
    assert_eq!(allowed(1_460), money("1460"));
    assert_eq!(allowed(731), money("731"));
}

#[test]
fn longer_and_more_are_never_cheaper() {
    for mode in [Mode::OnDemand, Mode::Spot, Mode::Package(PackageTerm::Day), Mode::Package(PackageTerm::Month)] {
        let mut last = Money::ZERO;
        for hours in 1..200 {
            let total = |units| {
                let usage = Usage::part_of_schedule(Seconds::hours(7), Seconds::hours(hours));
                price(&ladder(), mode, units, usage, Extras::default()).total
            };
            assert!(last <= total(1) && total(1) < total(2), "{mode:?} {hours}");
            last = total(1);
        }
    }
}

/// The total of the cheapest combination, where there is one.
fn combined(billing: &Billing, usage: Usage) -> Option<Bill> {
    let catalog = catalog(billing.clone(), WhenStopped::Billed);
    bill(&catalog, catalog.offers.first().unwrap(), Mode::Mixed, 1, usage, Extras::default())
}

/// 799 h without a pause: a month of 730 h at 690, two days at 27 and 21 h at 1.24 = 770.04, where 799 h cost 990.76, two
/// months 1,380 and 34 days 918.
#[test]
fn a_month_and_the_rest_by_the_day_and_hour() {
    let found = combined(&ladder(), Usage::continuous(Seconds::hours(799))).unwrap();
    assert_eq!(found.total, money("770.04"));
    let paid: vec::Vec<_> = found
        .rents
        .iter()
        .map(|rent| match *rent {
            Rent::Terms { term, count, used, .. } => (Some(term), count, used),
            Rent::Metered { used, .. } => (None, 1, used),
        })
        .collect();
    assert_eq!(
        paid,
        [
            (Some(PackageTerm::Day), 2, Seconds::hours(48)),
            (Some(PackageTerm::Month), 1, Seconds::hours(730)),
            (None, 1, Seconds::hours(21)),
        ]
    );
}

/// Five days of 23 h and, on the last, 3 h: days pay from 21.8 h on, so the last is by the hour.
#[test]
fn a_short_last_day_is_by_the_hour() {
    let usage =
        Usage { sessions: 6, session: Seconds::hours(23), last_session: Seconds::hours(3), period: Seconds::days(1) };
    assert_eq!(combined(&ladder(), usage).unwrap().total, money("138.72")); // 5 × 27 + 3 × 1.24
}

#[test]
fn what_a_single_way_does_as_well_is_no_combination() {
    let schedule = |hours, days| Usage::schedule(Seconds::hours(hours), days);
    assert!(combined(&ladder(), schedule(4, 3)).is_none());
    assert!(combined(&ladder(), schedule(24, 30)).is_none());
    assert!(combined(&ladder(), schedule(24, 1)).is_none());
    assert!(combined(&on_demand("3", None, Seconds(0)), schedule(24, 30)).is_none());
    assert!(combined(&ladder(), Usage::continuous(Seconds(u64::MAX))).is_none());
}

/// No combination is dearer than any of its parts alone, and its lines are whole.
#[test]
fn combinations_are_never_dearer() {
    let mut found = 0;
    for hours in 1..=24 {
        for days in 1..=100 {
            let usage = Usage::schedule(Seconds::hours(hours), days);
            let Some(bill) = combined(&ladder(), usage) else { continue };
            found += 1;
            for mode in [Mode::OnDemand, Mode::Package(PackageTerm::Day), Mode::Package(PackageTerm::Month)] {
                let single = price(&ladder(), mode, 1, usage, Extras::default());
                assert!(bill.total <= single.total, "{hours} {days} {mode:?}");
            }
            let used = bill.rents.iter().map(|rent| match *rent {
                Rent::Terms { used, .. } | Rent::Metered { used, .. } => used.0,
            });
            assert_eq!(used.sum::<u64>(), usage.running().0, "{hours} {days}");
            assert_eq!(bill.rents.iter().fold(Money::ZERO, |sum, rent| sum + rent.amount()), bill.total);
        }
    }
    assert!(200 < found, "{found}");
}

/// The exact solver, which may also begin a term in the middle of a session, finds nothing cheaper where uses are not
/// rounded; where they are, no more than one started hour for each term.
#[test]
fn the_cover_solver_finds_nothing_cheaper() {
    use super::cover::{self, Calendar, FeeBasis, Length, PerSlot, Plan, Problem, Service, Start, Term, Tier};
    let term = |hours, price: &str| {
        Plan::Term(Term {
            length: Length::Slots(hours),
            tiers: vec![Tier { min_units: 1, upfront: money(price).to_micros().unwrap().try_into().unwrap() }],
            per_slot_fee: 0,
            fee_basis: FeeBasis::Committed,
            start: Start::Any,
            stock: None,
        })
    };
    let hourly =
        PerSlot { price: 1_240_000, cap: None, min_slots: 0, round_slots: 1, setup_fee: 0, service: Service::Firm };
    let plans = vec![Plan::PerSlot(hourly), term(24, "27"), term(730, "690")];
    let calendar = Calendar { date: Date::parse("2026-11-30").unwrap(), second: 0, slot: Seconds::hours(1) };
    for (hours, days) in [(1, 40), (5, 60), (13, 33), (20, 35), (22, 41), (23, 64), (24, 32), (24, 70), (18, 100)] {
        let usage = Usage::schedule(Seconds::hours(hours), days);
        let span = usage.span().0 / 3_600;
        let demand = (0..span).map(|slot| u32::from(slot % 24 < hours || hours == 24)).collect();
        let problem = Problem { calendar, demand, interruptible: vec![], plans: plans.clone() };
        let exact = cover::solve(&problem, cover::WORK_LIMIT).unwrap();
        let single = [Mode::OnDemand, Mode::Package(PackageTerm::Day), Mode::Package(PackageTerm::Month)];
        let single = single.map(|mode| price(&ladder(), mode, 1, usage, Extras::default()).total);
        let best = combined(&ladder(), usage).map(|bill| bill.total).into_iter().chain(single).min().unwrap();
        assert_eq!(best.to_micros().unwrap(), exact.price, "{hours} h {days} d");
    }
}
