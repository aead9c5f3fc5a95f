use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{
    Cause, Ending, Item, Kept, Line, LineKind, Payment, Rental, Run, RunKind, Settlement, Terms, TrialUse, differences,
    settle,
};
use crate::billing::spot::Random;
use crate::billing::{Bill, Extras, Fee, FeeKind, Mode, bill};
use crate::catalog::{
    AddressFee, Billing, Catalog, Date, Device, DiskFee, EgressFee, Gpu, Increment, Offer, OnDemand, Overtime, Package,
    PackageTerm, Platform, Refund, RefundRule, Rules, Sla, SlaCredit, StoppedRent, StorageFee, StorageTime, Tax, Trial,
    UsedPrice, WhenStopped,
};
use crate::demand::Usage;
use crate::money::{Money, Ppm};
use crate::units::Seconds;

static GPU: Gpu = Gpu { id: "test", name: "Test", ..Gpu::UNKNOWN };

fn money(text: &str) -> Money {
    Money::parse(text).unwrap()
}

fn exact(hourly: &str) -> OnDemand {
    OnDemand { hourly: money(hourly), increment: Some(Increment::Second), minimum: Seconds(0) }
}

/// The RTX 4090 of the fixture catalog: 1.24 an hour, 690 a month; disk 0.30 a GiB and month after 50 free ones.
fn fixture(rules: Rules) -> Catalog {
    let month = Seconds::hours(730);
    let as_of = Date::parse("2026-11-30").unwrap();
    let text = String::new;
    let disk = DiskFee { price: money("0.30"), per: month, free_gib: 50, when_stopped: WhenStopped::Billed };
    let egress = EgressFee { price: money("0.50"), free_gib: 0 };
    let platform = Platform { id: text(), name: text(), disk: Some(disk), egress: Some(egress), rules };
    let packages = vec![
        Package { term: PackageTerm::Day, price: money("27") },
        Package { term: PackageTerm::Month, price: money("690") },
    ];
    let offer = Offer {
        id: text(),
        platform: 0,
        device: Device::whole(&GPU),
        label: text(),
        region: text(),
        cards_per_unit: 1,
        min_units: 1,
        max_units: 8,
        link: GPU.link,
        billing: Billing { on_demand: Some(exact("1.24")), spot: Some(exact("0.68")), packages },
        as_of,
        source: text(),
        source_url: text(),
    };
    Catalog { currency: text(), as_of, month, platforms: vec![platform], offers: vec![offer] }
}

fn free_when_stopped() -> Rules {
    Rules { stopped: Some(StoppedRent::Free), setup: Some(Money::ZERO), tax: Some(Tax::Included), ..Rules::default() }
}

fn run(start: u64, end: u64) -> Run {
    Run { start: Seconds::hours(start), end: Seconds::hours(end), kind: RunKind::Work }
}

fn rental(payment: Payment, runs: &[Run], end: u64) -> Rental {
    Rental {
        runs: runs.to_vec(),
        end: Seconds::hours(end),
        ..Rental::planned(1, payment, Usage::continuous(Seconds(1)))
    }
}

fn terms(catalog: &Catalog) -> Terms {
    let (platform, billing) = (catalog.platforms[0].clone(), catalog.offers[0].billing.clone());
    Terms { platform, billing, cards_per_unit: Some(1), month: catalog.month }
}

#[track_caller]
fn settled(catalog: &Catalog, rental: &Rental) -> Settlement {
    let settlement = settle(&terms(catalog), rental).unwrap();
    let sum: Money = settlement.lines.iter().filter_map(|line| line.amount).sum();
    assert_eq!(sum, settlement.total);
    settlement
}

/// Kinds and amounts; a line without an amount is `?`.
#[track_caller]
fn check(settlement: &Settlement, expected: &[(LineKind, &str)], total: &str) {
    let written = |line: &Line| (line.kind, line.amount.map_or(String::from("?"), Money::to_decimal));
    let got: Vec<_> = settlement.lines.iter().map(written).collect();
    let expected: Vec<_> = expected.iter().map(|(kind, amount)| (*kind, String::from(*amount))).collect();
    assert_eq!(got, expected);
    assert_eq!(settlement.total, money(total));
}

#[test]
fn a_weekend_left_running_adds_63_hours() {
    let catalog = fixture(free_when_stopped());
    // Four hours until Friday 18:00, released on Monday at 09:00.
    let kept = Kept { disk_gib: 100, ..Kept::default() };
    let planned = Rental { kept, ..rental(Payment::OnDemand, &[run(0, 4)], 67) };
    let left = planned.left_running(Seconds::hours(4), Seconds::hours(67));
    assert_eq!(left.runs, [run(0, 67)]);
    let (planned, left) = (settled(&catalog, &planned), settled(&catalog, &left));
    assert_eq!(left.total - planned.total, money("78.12"));
    // 50 GiB · 0.30 · 67 h ÷ 730 h = 1.3767, of which 4 h are 0.0822.
    let expected = [(LineKind::Rent, "4.96"), (LineKind::Disk, "0.08"), (LineKind::DiskStopped, "1.30")];
    check(&planned, &expected, "6.34");
}

#[test]
fn nothing_runs_without_gpus_while_it_is_left_running() {
    let idle = |start, end| Run { kind: RunKind::NoGpu, ..run(start, end) };
    let planned = rental(Payment::OnDemand, &[run(0, 4), idle(6, 8), idle(30, 50), idle(60, 70)], 90);
    let left = |from, until| planned.left_running(Seconds::hours(from), Seconds::hours(until)).runs;
    assert_eq!(left(4, 67), [run(0, 67), idle(67, 70)]);
    assert_eq!(left(35, 40), [run(0, 4), idle(6, 8), idle(30, 35), run(35, 40), idle(40, 50), idle(60, 70)]);
    assert_eq!(left(7, 90), [run(0, 4), idle(6, 7), run(7, 90)]);
}

#[test]
fn days_of_the_calendar_are_paid_in_full() {
    let image =
        StorageFee { price: money("0.008"), per: Seconds::days(1), free_gib: 30, time: StorageTime::StartedDays };
    let catalog = fixture(Rules { image: Some(image), ..free_when_stopped() });
    let kept = Kept { image_gib: 130, ..Kept::default() };
    for (into_day, end, amount) in [(0, 24, "0.80"), (1, 24, "1.60"), (14, 10, "0.80"), (14, 67, "3.20")] {
        let rental = Rental { kept, into_day: Seconds::hours(into_day), ..rental(Payment::Spot, &[run(0, 1)], end) };
        check(
            &settled(&catalog, &rental),
            &[(LineKind::Rent, "0.68"), (LineKind::Image, amount)],
            &(money("0.68") + money(amount)).to_decimal(),
        );
    }
}

#[test]
fn stopped_time_costs_what_the_rule_says() {
    let rental = rental(Payment::OnDemand, &[run(0, 10), run(20, 30)], 40);
    let with = |stopped| settled(&fixture(Rules { stopped, ..free_when_stopped() }), &rental);
    check(&with(Some(StoppedRent::Free)), &[(LineKind::Rent, "24.80")], "24.80");
    check(&with(Some(StoppedRent::Billed)), &[(LineKind::Rent, "24.80"), (LineKind::StoppedRent, "24.80")], "49.60");
    check(&with(None), &[(LineKind::Rent, "24.80"), (LineKind::StoppedRent, "?")], "24.80");
}

#[test]
fn what_runs_without_gpus_has_its_own_price() {
    let rules = Rules { no_gpu: Some(money("0.15")), ..free_when_stopped() };
    let idle = Run { kind: RunKind::NoGpu, ..run(10, 20) };
    let settlement = settled(&fixture(rules), &rental(Payment::OnDemand, &[run(0, 10), idle], 20));
    check(&settlement, &[(LineKind::Rent, "12.40"), (LineKind::NoGpu, "1.50")], "13.90");
}

#[test]
fn everything_kept_has_a_line() {
    let day = Seconds::days(1);
    let rules = Rules {
        image: Some(StorageFee { price: money("0.008"), per: day, free_gib: 30, time: StorageTime::Exact }),
        snapshot: Some(StorageFee { price: money("0.01"), per: day, free_gib: 0, time: StorageTime::Exact }),
        public_ip: Some(AddressFee {
            price: money("0.005"),
            per: Seconds::hours(1),
            when_stopped: WhenStopped::Price(money("0.01")),
        }),
        setup: Some(Money::units(20)),
        expansion: Some(money("0.1")),
        tax: Some(Tax::Added(Ppm::from_percent(6.0))),
        ..free_when_stopped()
    };
    let kept = Kept { disk_gib: 0, expanded_gib: 10, image_gib: 130, snapshot_gib: 5, public_ips: 2, egress_gib: 3 };
    let rental = Rental { kept, ..rental(Payment::OnDemand, &[run(0, 24)], 48) };
    let expected = [
        (LineKind::Rent, "29.76"),
        (LineKind::Setup, "20.00"),
        (LineKind::Expansion, "1.00"),
        (LineKind::Image, "1.60"),    // 100 GiB · 0.008 · 2 days
        (LineKind::Snapshot, "0.10"), // 5 · 0.01 · 2
        (LineKind::PublicIp, "0.24"), // 2 · 0.005 · 24 h
        (LineKind::PublicIpStopped, "0.48"),
        (LineKind::Egress, "1.50"),
        (LineKind::Tax, "3.28"), // 6 % of 54.68
    ];
    check(&settled(&fixture(rules), &rental), &expected, "57.96");
}

#[test]
fn nothing_unknown_is_zero() {
    let kept = Kept { disk_gib: 0, expanded_gib: 1, image_gib: 1, snapshot_gib: 1, public_ips: 1, egress_gib: 0 };
    let rental = Rental { kept, ..rental(Payment::OnDemand, &[run(0, 1)], 1) };
    let expected = [
        (LineKind::Rent, "1.24"),
        (LineKind::Setup, "?"),
        (LineKind::Expansion, "?"),
        (LineKind::Image, "?"),
        (LineKind::Snapshot, "?"),
        (LineKind::PublicIp, "?"),
        (LineKind::Tax, "?"),
    ];
    check(&settled(&fixture(Rules::default()), &rental), &expected, "1.24");
}

#[test]
fn a_term_that_runs_out_goes_on_as_the_rule_says() {
    let payment = Payment::Terms { term: PackageTerm::Day, count: 1, ending: Ending::RunsOut };
    let rental = rental(payment, &[run(0, 30)], 30);
    let with = |overtime| settled(&fixture(Rules { overtime, ..free_when_stopped() }), &rental);
    check(&with(Some(Overtime::Stops)), &[(LineKind::Rent, "27.00")], "27.00");
    check(&with(Some(Overtime::OnDemand)), &[(LineKind::Rent, "27.00"), (LineKind::Overtime, "7.44")], "34.44");
    let dear = Some(Overtime::Hourly(money("2")));
    check(&with(dear), &[(LineKind::Rent, "27.00"), (LineKind::Overtime, "12.00")], "39.00");
    check(&with(None), &[(LineKind::Rent, "27.00"), (LineKind::Overtime, "?")], "27.00");
}

#[test]
fn canceled_terms_are_given_back_by_the_rule() {
    let with = |used, count, end, free_within| {
        let refunds = vec![RefundRule {
            term: PackageTerm::Month,
            used,
            free_within: Seconds::hours(free_within),
            free_units: None,
        }];
        let payment = Payment::Terms { term: PackageTerm::Month, count, ending: Ending::Canceled };
        let rules = Rules { refunds, ..free_when_stopped() };
        settled(&fixture(rules), &rental(payment, &[run(0, 1)], end)).total
    };
    let percent = |percent| UsedPrice::Share(Refund::Rest { percent });
    assert_eq!(with(percent(100), 1, 73, 0), money("69.00"));
    assert_eq!(with(percent(150), 1, 73, 0), money("103.50"));
    assert_eq!(with(percent(150), 1, 600, 0), money("690.00"));
    assert_eq!(with(UsedPrice::OnDemand, 1, 100, 0), money("124.00"));
    assert_eq!(with(percent(150), 1, 73, 120), Money::ZERO);
    assert_eq!(with(percent(100), 1, 73, 73), Money::ZERO, "the last hour is included");
    assert_eq!(with(percent(100), 1, 74, 73), money("69.95"));
    assert_eq!(with(percent(100), 2, 803, 120), money("759.00"), "a month that follows is no new order");
    // The first month has run out, the second is a tenth used, the third has not begun.
    assert_eq!(with(percent(100), 3, 803, 0), money("759.00"));
    assert_eq!(with(percent(100), 1, 730, 0), money("690.00"));
    let refunds = |free_units| {
        let (term, used) = (PackageTerm::Month, UsedPrice::Share(Refund::Rest { percent: 100 }));
        vec![RefundRule { term, used, free_within: Seconds::hours(120), free_units }]
    };
    let payment = Payment::Terms { term: PackageTerm::Month, count: 1, ending: Ending::Canceled };
    for (free_units, total) in [(None, "0.00"), (Some(1), "138.00"), (Some(3), "0.00"), (Some(9), "0.00")] {
        let catalog = fixture(Rules { refunds: refunds(free_units), ..free_when_stopped() });
        let rental = Rental { units: 3, ..rental(payment, &[run(0, 1)], 73) };
        assert_eq!(settled(&catalog, &rental).total, money(total), "{free_units:?} of 3");
    }
    let unstated = Payment::Terms { term: PackageTerm::Month, count: 1, ending: Ending::Canceled };
    let settlement = settled(&fixture(free_when_stopped()), &rental(unstated, &[run(0, 1)], 73));
    check(&settlement, &[(LineKind::Rent, "690.00"), (LineKind::Refund, "?")], "690.00");
}

#[test]
fn what_is_taken_away_early_is_free() {
    let rules = Rules { free_if_reclaimed_within: Some(Seconds::hours(1)), ..free_when_stopped() };
    let taken = |start, minutes: u64| {
        let start = Seconds::hours(start);
        Run { start, end: Seconds(start.0 + 60 * minutes), kind: RunKind::Reclaimed }
    };
    let rental = rental(Payment::Spot, &[taken(0, 30), taken(2, 60), run(4, 5)], 5);
    let settlement = settled(&fixture(rules), &rental);
    check(&settlement, &[(LineKind::Rent, "1.70"), (LineKind::ReclaimedRefund, "-0.34")], "1.36");
}

#[test]
fn rework_is_a_line_of_its_own() {
    let rental = Rental { rework: Seconds::hours(2), ..rental(Payment::Spot, &[run(0, 10)], 10) };
    let settlement = settled(&fixture(free_when_stopped()), &rental);
    check(&settlement, &[(LineKind::Rent, "5.44"), (LineKind::SpotRework, "1.36")], "6.80");
}

#[test]
fn a_trial_and_a_broken_promise_are_credited() {
    let credit = |below, credit| SlaCredit { below: Ppm::from_percent(below), credit: Ppm::from_percent(credit) };
    let rules = Rules {
        trial: Some(Trial { time: Seconds::hours(4), cards: 1 }),
        sla: Some(Sla {
            availability: Ppm::from_percent(99.9),
            credits: vec![credit(99.9, 10.0), credit(99.0, 30.0), credit(95.0, 100.0)],
            cap: Ppm::from_percent(50.0),
        }),
        ..free_when_stopped()
    };
    let catalog = fixture(rules);
    let rental = Rental { trial: TrialUse::Taken, units: 2, ..rental(Payment::OnDemand, &[run(0, 10)], 10) };
    check(&settled(&catalog, &rental), &[(LineKind::Rent, "24.80"), (LineKind::TrialCredit, "-4.96")], "19.84");
    for (percent, credited) in [(98.0, "-5.95"), (90.0, "-9.92")] {
        let rental = Rental { availability: Some(Ppm::from_percent(percent)), ..rental.clone() };
        let line = settled(&catalog, &rental).lines.last().copied().unwrap();
        assert_eq!((line.kind, line.amount), (LineKind::SlaCredit, Some(money(credited))));
    }
}

#[test]
fn differences_are_named() {
    let catalog = fixture(free_when_stopped());
    let half = Run { end: Seconds(5_400), ..run(0, 1) };
    let rental = Rental { kept: Kept { disk_gib: 100, ..Kept::default() }, ..rental(Payment::OnDemand, &[half], 73) };
    let check = |item, received: &str, expected: Option<Option<Cause>>| {
        let terms = terms(&catalog);
        let found = differences(&terms, &rental, &settle(&terms, &rental).unwrap(), &[(item, money(received))]);
        assert_eq!(found.first().map(|difference| difference.cause), expected, "{item:?} {received}");
    };
    check(Item::Rent, "1.86", None);
    check(Item::Rent, "2.48", Some(Some(Cause::HoursRounded)));
    check(Item::Rent, "90.52", Some(Some(Cause::StoppedTimeBilled))); // 73 h · 1.24
    check(Item::Rent, "1.87", Some(None));
    check(Item::Disk, "1.50", None);
    check(Item::Disk, "3.00", Some(Some(Cause::FreeQuotaIgnored)));
    check(Item::Disk, "0.03", Some(Some(Cause::StoppedDiskFree)));
    check(Item::Tax, "0.00", None);
    check(Item::Tax, "0.10", Some(None));
}

fn fee(bill: &Bill, kind: FeeKind) -> Fee {
    *bill.fees.iter().find(|fee| fee.kind == kind).unwrap()
}

#[test]
fn a_plan_costs_what_its_bill_says() {
    let dear = Rules {
        stopped: Some(StoppedRent::Billed),
        setup: Some(Money::units(20)),
        tax: Some(Tax::Added(Ppm::from_percent(6.0))),
        ..Rules::default()
    };
    let extras = Extras { disk_gib: 103, egress_gib: 7 };
    let kept = Kept { disk_gib: 103, egress_gib: 7, ..Kept::default() };
    for rules in [free_when_stopped(), Rules { stopped: None, ..dear.clone() }, dear, Rules::default()] {
        let catalog = fixture(rules);
        for (hours, days) in [(1, 1), (4, 3), (7, 45), (24, 3)] {
            let usage = Usage::schedule(Seconds::hours(hours), days);
            let planned = bill(&catalog, &catalog.offers[0], Mode::OnDemand, 2, usage, extras).unwrap();
            let rental = Rental { kept, ..Rental::planned(2, Payment::OnDemand, usage) };
            let settled = settled(&catalog, &rental);
            assert_eq!(settled.total, planned.total, "{hours} h on {days} days");
            let unknown = settled.lines.iter().filter(|line| line.amount.is_none()).count();
            let unstated = planned.fees.iter().filter(|fee| fee.amount.is_none()).count();
            assert_eq!(unstated, unknown, "{settled:?}");
        }
    }
}

/// 50 GiB at 0.30 a month for 4 h are 0.0822, at 0.60 for 44 h 1.8082.
#[test]
fn a_plan_pays_for_the_disk_of_stops() {
    let mut catalog = fixture(free_when_stopped());
    catalog.platforms[0].disk.as_mut().unwrap().when_stopped = WhenStopped::Price(money("0.60"));
    let (usage, extras) = (Usage::schedule(Seconds::hours(2), 2), Extras { disk_gib: 100, egress_gib: 0 });
    let planned = bill(&catalog, &catalog.offers[0], Mode::OnDemand, 1, usage, extras).unwrap();
    let (running, stopped) = (fee(&planned, FeeKind::Disk), fee(&planned, FeeKind::DiskStopped));
    assert_eq!((running.time, running.amount), (Seconds::hours(4), Some(money("0.08"))));
    assert_eq!((stopped.time, stopped.amount), (Seconds::hours(44), Some(money("1.81"))));
    let kept = Kept { disk_gib: 100, ..Kept::default() };
    let rental = Rental { kept, ..Rental::planned(1, Payment::OnDemand, usage) };
    assert_eq!(settled(&catalog, &rental).total, planned.total);
}

/// 2 h on each of 2 days: 44 of 48 h are stopped, at 2 · 1.24.
#[test]
fn a_plan_pays_for_stops_set_up_and_tax() {
    let added = |stopped| Rules {
        stopped: Some(stopped),
        setup: Some(Money::units(20)),
        tax: Some(Tax::Added(Ppm::from_percent(6.0))),
        ..Rules::default()
    };
    let planned = |rules, mode| {
        let (catalog, usage) = (fixture(rules), Usage::schedule(Seconds::hours(2), 2));
        bill(&catalog, &catalog.offers[0], mode, 2, usage, Extras::default())
    };
    let billed = planned(added(StoppedRent::Billed), Mode::OnDemand).unwrap();
    let (stopped, tax) = (fee(&billed, FeeKind::StoppedRent), fee(&billed, FeeKind::Tax));
    assert_eq!((stopped.time, stopped.amount), (Seconds::hours(44), Some(money("109.12"))));
    assert_eq!((tax.price, tax.amount), (Some(money("139.04")), Some(money("8.34")))); // 9.92 + 109.12 + 20
    assert_eq!(billed.total, money("147.38"));
    assert_eq!(planned(added(StoppedRent::Free), Mode::OnDemand).unwrap().total, money("31.72"));
    // Days are paid in full, and what is paid by the hour in between cannot be released.
    assert_eq!(planned(added(StoppedRent::Billed), Mode::Package(PackageTerm::Day)).unwrap().total, money("135.68")); // 2 · 2 · 27 + 20, and tax
    assert_eq!(planned(added(StoppedRent::Billed), Mode::Mixed), None);
}

/// Whatever the rules and the rental: the total is the sum of the lines, only what is given back is negative, and more
/// is never given back than was charged.
#[test]
fn bills_add_up_and_are_not_negative() {
    let mut random = Random::new(7);
    for _ in 0..3_000 {
        let mut below = |end: u64| random.below(end);
        let mut maybe = |end: u64| (below(3) != 0).then(|| below(end));
        let amount = |value: u64| Money::cents(i64::try_from(value).unwrap());
        let rules = Rules {
            stopped: maybe(2).map(|kind| [StoppedRent::Free, StoppedRent::Billed][usize::try_from(kind).unwrap()]),
            no_gpu: maybe(50).map(amount),
            image: maybe(50).map(|price| StorageFee {
                price: amount(price),
                per: Seconds::days(1),
                free_gib: 30,
                time: StorageTime::Exact,
            }),
            snapshot: None,
            public_ip: maybe(50).map(|price| AddressFee {
                price: amount(price),
                per: Seconds::hours(1),
                when_stopped: WhenStopped::Free,
            }),
            setup: maybe(9_000).map(amount),
            expansion: maybe(50).map(amount),
            overtime: maybe(300).map(|price| Overtime::Hourly(amount(price))),
            tax: maybe(200_000).map(|share| Tax::Added(Ppm(u32::try_from(share).unwrap()))),
            refunds: maybe(300)
                .map(|percent| RefundRule {
                    term: PackageTerm::Day,
                    used: UsedPrice::Share(Refund::Rest { percent: u32::try_from(percent).unwrap() }),
                    free_within: Seconds::hours(percent / 60),
                    free_units: maybe(4).map(|units| u32::try_from(units).unwrap()),
                })
                .into_iter()
                .collect(),
            free_if_reclaimed_within: maybe(90_000).map(Seconds),
            trial: maybe(100_000).map(|time| Trial { time: Seconds(time), cards: 2 }),
            sla: maybe(1_000_000).map(|share| Sla {
                availability: Ppm(999_000),
                credits: vec![SlaCredit { below: Ppm(999_000), credit: Ppm(u32::try_from(share).unwrap()) }],
                cap: Ppm::ALL,
            }),
        };
        let mut at = 0;
        let runs = (0..=below(5)).map(|_| {
            let start = at + below(50_000);
            at = start + 1 + below(90_000);
            let kind = [RunKind::Work, RunKind::Reclaimed, RunKind::NoGpu][usize::try_from(below(3)).unwrap()];
            Run { start: Seconds(start), end: Seconds(at), kind }
        });
        let runs: Vec<Run> = runs.collect();
        let ending = if below(2) == 0 { Ending::RunsOut } else { Ending::Canceled };
        let count = 1 + u32::try_from(below(5)).unwrap();
        let payment = match below(3) {
            0 => Payment::OnDemand,
            1 => Payment::Spot,
            _ => Payment::Terms { term: PackageTerm::Day, count, ending },
        };
        let rental = Rental {
            units: count,
            payment,
            into_day: Seconds(below(86_400)),
            end: Seconds(at + below(100_000)),
            rework: Seconds(below(50_000)),
            kept: Kept {
                disk_gib: below(200),
                expanded_gib: below(3),
                image_gib: below(100),
                snapshot_gib: below(2),
                public_ips: below(3),
                egress_gib: below(9),
            },
            trial: if below(2) == 0 { TrialUse::Taken } else { TrialUse::Left },
            availability: (below(2) == 0).then(|| Ppm(u32::try_from(below(1_000_000)).unwrap())),
            runs,
        };
        let settlement = settled(&fixture(rules), &rental);
        assert!(Money::ZERO <= settlement.total, "{settlement:?}");
        for line in &settlement.lines {
            let amount = line.amount.unwrap_or_default();
            assert_eq!(amount.to_cents(), amount, "{line:?}");
            let is_credit = line.kind.item() == Item::Credit;
            assert!(if is_credit { amount <= Money::ZERO } else { Money::ZERO <= amount }, "{line:?}");
        }
    }
}
