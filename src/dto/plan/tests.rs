use super::explain::explain;
use super::refund::refund;
use super::spot::spot;
use super::uncertain::uncertain;
use super::{PlanOutcome, PlannedWay, Planner, WayToBuy, billing_text, plan};
use crate::dto::catalog;
use crate::dto::testing::{assert_issues, assert_mutants};

/// The RTX 4090 of the acceptance journeys.
const OFFER: &str = r#"{"billing": {"onDemand": {"price": 1.24, "increment": "second"}, "day": {"price": 27}, "month": {"price": 690}, "spot": {"price": 0.68, "increment": "second"}}, "monthHours": 730}"#;

fn daily(hours: f64, cards: u32, days: u32) -> String {
    format!(
        r#"{{"phases": {{"phases": [{{"length": {{"days": {days}}}, "pattern": {{"daily": {{"hours": {hours}, "cards": {cards}}}}}}}]}}}}"#
    )
}

fn request(demand: &str, more: &str) -> String {
    format!(r#"{{"start": "2026-11-30", "demand": {demand}, "offers": [{OFFER}]{more}}}"#)
}

#[track_caller]
fn planned(text: &str) -> PlanOutcome {
    let outcome = plan(text).unwrap_or_else(|issues| panic!("{issues:#?}"));
    assert!(outcome.verified);
    outcome
}

fn ways(outcome: &PlanOutcome) -> Vec<(WayToBuy, u32, &str)> {
    outcome.bought.iter().map(|bought| (bought.way.mode, bought.orders, bought.price.as_str())).collect()
}

/// Journeys 2, 3 and 8, computed by hand from the prices of the fixture.
#[test]
fn plans_are_those_of_the_journeys() {
    let light = planned(&request(&daily(1.0, 1, 30), ""));
    assert_eq!((light.total.as_str(), light.gap_percent), ("37.20", 0.0));
    let heavy = planned(&request(&daily(20.0, 1, 30), ""));
    assert_eq!(ways(&heavy), [(WayToBuy::Month, 1, "690.00")]);
    let next = heavy.next_best.unwrap();
    assert_eq!((next.total.as_str(), next.gap.as_str()), ("744.00", "54.00"));
    assert_eq!((next.without.mode, next.ways[0].mode), (WayToBuy::Month, WayToBuy::OnDemand));
    assert_eq!(heavy.one_more.as_deref(), Some("690.00"));
    let rendering = planned(&request(&daily(24.0, 1, 1), ""));
    assert_eq!(ways(&rendering), [(WayToBuy::Day, 1, "27.00")]);
}

/// Ten runs of 20 minutes at 3 an hour: 10.00 by the second, 30.00 by started hours.
#[test]
fn started_hours_are_paid() {
    let bill = |increment: &str| {
        let demand = daily(0.333_3, 1, 10);
        let text = format!(
            r#"{{"start": "2026-11-30", "demand": {demand}, "offers": [{{"billing": {{"onDemand": {{"price": 3{increment}}}}}}}]}}"#
        );
        let outcome = planned(&text);
        (outcome.total.clone(), outcome.slot_seconds)
    };
    assert_eq!(bill(r#", "increment": "second""#), ("10.00".to_owned(), 1_200.0));
    assert_eq!(bill(r#", "increment": "hour""#).0, "30.00");
    assert_eq!(bill("").0, "30.00");
}

/// Three weeks on eight cards and then one: 21 days pay as a month each, or 504 h at 1.24 = 624.96.
#[test]
fn phases_share_what_is_bought() {
    let phase = |length: &str, cards: u32| {
        format!(r#"{{"length": {length}, "pattern": {{"daily": {{"hours": 24, "cards": {cards}}}}}}}"#)
    };
    let demand =
        format!(r#"{{"phases": {{"phases": [{}, {}]}}}}"#, phase(r#"{"weeks": 3}"#, 8), phase(r#"{"months": 1}"#, 1));
    let outcome = planned(&request(&demand, ""));
    // Seven cards for 504 h; the eighth for 504 + 744 h: a month, and 518 h by days (21 · 27) and hours (14 · 1.24).
    let eighth = 690.00 + 21.0 * 27.0 + 14.0 * 1.24;
    let seven = 7.0 * 21.0 * 27.0;
    assert_eq!(outcome.total, format!("{:.2}", seven + eighth));
    assert_eq!((outcome.slots, outcome.peak, outcome.begins.as_str()), (1_248, 8, "2026-11-30T00:00"));
    assert_eq!(outcome.lanes.iter().map(|lane| lane.units).sum::<u32>(), 8);
    let paid: f64 = outcome.bought.iter().map(|bought| bought.paid_seconds).sum();
    assert_eq!((paid, outcome.unit_seconds), (outcome.unit_seconds, (504.0 * 8.0 + 744.0) * 3_600.0));
}

#[test]
fn weeks_curves_and_units() {
    let day = format!("[{}]", [["0"; 9].join(","), ["4"; 9].join(","), ["0"; 6].join(",")].join(","));
    let rest = format!("[{}]", ["0"; 24].join(","));
    let week = [[day.as_str(); 5].join(","), [rest.as_str(); 2].join(",")].join(",");
    let demand = format!(
        r#"{{"phases": {{"phases": [{{"length": {{"weeks": 1}}, "pattern": {{"weekly": {{"cards": [{week}]}}}}}}]}}}}"#
    );
    assert_eq!(planned(&request(&demand, "")).total, "223.20"); // 4 · 5 · 9 · 1.24
    let nodes = planned(&request(&demand, r#", "cardsPerUnit": 3"#));
    assert_eq!((nodes.total.as_str(), nodes.peak), ("111.60", 2)); // two units of three cards
    let curve =
        r#"{"csv": {"text": "time,gpus\n2026-11-30T00:00+01:00,2\n2026-11-30T01:00+01:00,3\n", "slotMinutes": 60}}"#;
    let outcome = planned(&request(curve, r#", "utcOffsetMinutes": 480"#));
    assert_eq!((outcome.total.as_str(), outcome.begins.as_str()), ("6.20", "2026-11-30T07:00"));
}

#[test]
fn what_may_be_interrupted_takes_spot() {
    let half = planned(&request(&daily(4.0, 2, 3), r#", "interruptiblePercent": 50"#));
    assert_eq!(ways(&half), [(WayToBuy::OnDemand, 3, "14.88"), (WayToBuy::Spot, 3, "8.16")]);
    let risk = r#""monthHours": 730, "spotRisk": {"workHours": 12, "checkpointMinutes": 3, "betweenHours": 0.2, "restartMinutes": 30}"#;
    let risky = request(&daily(4.0, 2, 3), r#", "interruptiblePercent": 50"#).replace(r#""monthHours": 730"#, risk);
    assert_eq!(ways(&planned(&risky)), [(WayToBuy::OnDemand, 3, "29.76")]);
}

#[test]
fn a_trial_is_free_once() {
    let trial = r#""monthHours": 730, "trial": {"trialHours": 48, "trialCards": 1}"#;
    let outcome = planned(&request(&daily(4.0, 2, 3), "").replace(r#""monthHours": 730"#, trial));
    assert_eq!(outcome.total, "19.84"); // 24 h less two days of four hours
    assert_eq!(outcome.bought[1].way.mode, WayToBuy::Trial);
}

/// CompShare charges a month 1.5 times the share of the used time.
#[test]
fn an_early_end_costs_what_the_refund_leaves() {
    let ended = |refund: &str| {
        let end = format!(r#", "earlyEnd": {{"endDay": 10{refund}}}"#);
        planned(&request(&daily(20.0, 1, 30), &end)).ended.unwrap()
    };
    assert_eq!(ended(""), "690.00");
    assert_eq!(ended(r#", "refundPercent": 150"#), "340.27"); // 690 · 1.5 · 240 / 730
    let text = r#"{"price": 1001.95, "termHours": 720, "usedHours": 240, "refundPercent": 150}"#;
    let found = refund(text).unwrap();
    assert_eq!((found.charged.as_str(), found.returned.as_str(), found.full_after_hours), ("500.98", "500.97", 480.0));
}

#[test]
fn months_of_the_calendar_are_months() {
    let text = request(&daily(24.0, 1, 31), "");
    assert_eq!(planned(&text).total, "707.36"); // 744 h: a month of 730 h and 14 h
    let december = text.replace("2026-11-30", "2026-12-01").replace(r#", "monthHours": 730"#, "");
    assert_eq!(planned(&december).total, "690.00");
}

#[test]
fn the_plan_does_not_depend_on_slices() {
    let text = request(&daily(9.0, 3, 40), "");
    let whole = planned(&text);
    let mut planner = Planner::new(&text).unwrap();
    let mut last = 0.0;
    loop {
        let progress = planner.advance(100).unwrap();
        assert!(last <= progress && progress <= 1.0, "{last} {progress}");
        if progress == 1.0 {
            break;
        }
        last = progress;
    }
    let sliced = planner.finish().unwrap();
    assert_eq!((sliced.total, sliced.lower_bound), (whole.total, whole.lower_bound));
    assert!(Planner::new(&text).unwrap().finish().is_none());
}

#[test]
fn everything_wrong_is_said() {
    let text = request(&daily(25.0, 1, 0), r#", "cardsPerUnit": 0, "interruptiblePercent": 101, "more": 1"#);
    let text = text.replace("1.24", "-1.24").replace("730", "7").replace("2026-11-30", "2026-02-30");
    let issues = plan(&text).unwrap_err();
    let paths: Vec<(&str, &str)> = issues.iter().map(|issue| (issue.path.as_str(), issue.code)).collect();
    let expected = [
        ("start", "date"),
        ("demand.phases.phases[0].length.days", "out-of-range"),
        ("demand.phases.phases[0].pattern.daily.hours", "out-of-range"),
        ("offers[0].billing.onDemand.price", "price"),
        ("offers[0].monthHours", "out-of-range"),
        ("cardsPerUnit", "out-of-range"),
        ("interruptiblePercent", "out-of-range"),
        ("more", "unknown-field"),
    ];
    assert_eq!(paths, expected);
    let empty = request(&daily(4.0, 0, 3), "");
    assert_issues(
        &plan(&empty).unwrap_err(),
        &empty,
        &[r#"1:35 empty demand: at least one card at some time, got an object"#],
    );
    let curve = r#"{"csv": {"text": "gpus,slot\n1,0\nx,2\n", "slotMinutes": 60}}"#;
    let issues = plan(&request(curve, "")).unwrap_err();
    let codes: Vec<(&str, &str)> = issues.iter().map(|issue| (issue.path.as_str(), issue.code)).collect();
    assert_eq!(codes, [("demand.csv.text", "csv-number"), ("demand.csv.text", "csv-gap")]);
    assert!(issues[1].expected.starts_with("in line 3 of the table, slot"), "{issues:?}");
    assert!(plan(&request(&daily(24.0, 1, 3_660), "").replace("2026-", "9995-")).is_err());
}

#[test]
fn too_little_is_said_with_its_time() {
    let text = request(&daily(4.0, 3, 2), "").replace(
        r#""onDemand": {"price": 1.24, "increment": "second"}, "day": {"price": 27}, "month": {"price": 690}, "#,
        "",
    );
    let issues = plan(&text).unwrap_err();
    let said: Vec<&str> = issues.iter().map(|issue| issue.expected.as_str()).collect();
    let expected = [
        "3 units less from 2026-11-30T00:00 to 2026-11-30T04:00",
        "3 units less from 2026-12-01T00:00 to 2026-12-01T04:00",
    ];
    assert_eq!(said, expected);
    assert!(issues.iter().all(|issue| issue.code == "uncovered" && issue.path == "demand"));
}

#[test]
fn odd_texts_reach_no_panic() {
    let good =
        request(&daily(4.0, 2, 3), r#", "earlyEnd": {"endDay": 1, "refundPercent": 125}, "interruptiblePercent": 50"#);
    assert_mutants(&good, |text| plan(text).map(drop));
}

#[test]
fn commitments_suit_what_may_come() {
    let scenario = |weight: u32, cards: u32| format!(r#"{{"weight": {weight}, "demand": {}}}"#, daily(24.0, cards, 30));
    let text = format!(
        r#"{{"start": "2026-11-30", "scenarios": [{}, {}, {}], "offers": [{OFFER}]}}"#,
        scenario(1, 1),
        scenario(2, 2),
        scenario(1, 4)
    );
    let found = uncertain(&text).unwrap_or_else(|issues| panic!("{issues:#?}"));
    // A month is 690, and 30 days by the hour 892.80: worth it for cards that are needed in 78 % of the cases, which is
    // one; the second is needed in 75 %.
    let orders: Vec<_> = found.orders.iter().map(|order| (order.way.mode, order.units)).collect();
    assert_eq!(orders, [(WayToBuy::Month, 1)]);
    assert_eq!(found.totals, ["690.00", "1582.80", "3368.40"]);
    assert_eq!((found.mean.as_str(), found.p90.as_str()), ("1806.00", "3368.40"));
    assert_eq!(found.for_the_mean.as_deref(), Some("1826.40")); // two months: 1380, and once in four 1785.60 more
    let issues = uncertain(&text.replace(r#""weight": 2"#, r#""weight": -2"#)).unwrap_err();
    assert_eq!(issues[0].path, "scenarios[1].weight");
    let rounded = text.replace(r#", "increment": "second""#, "").replace(r#""hours": 24"#, r#""hours": 0.5"#);
    let issue = uncertain(&rounded).unwrap_err().swap_remove(0);
    assert_eq!((issue.path.as_str(), issue.code), ("offers", "plan"));
    // One scenario that begins on another day has another calendar.
    let curve = r#"{"csv": {"text": "time,gpus\n2027-01-15T00:00,1\n", "slotMinutes": 60}}"#;
    let other = format!(r#""scenarios": [{{"weight": 1, "demand": {curve}}}, "#);
    let issue = uncertain(&text.replace(r#""scenarios": ["#, &other)).unwrap_err().swap_remove(0);
    assert_eq!((issue.path.as_str(), issue.code), ("scenarios[1].demand", "conflict"));
    assert_mutants(&text, |text| uncertain(text).map(drop));
}

/// The formulas are held against simulation in core; here are units and money.
#[test]
fn spot_is_told_in_hours_and_money() {
    let text = r#"{"risk": {"workHours": 100, "checkpointMinutes": 3, "betweenHours": 5.7, "restartMinutes": 6}, "spot": 0.68, "onDemand": 1.24, "availablePercent": 80, "deadlineHours": 160}"#;
    let found = spot(text).unwrap_or_else(|issues| panic!("{issues:#?}"));
    assert!((found.mean_hours - 116.5).abs() < 0.1 && (found.break_even_percent - 14.0).abs() < 0.5);
    assert_eq!((found.on_demand_cost.as_str(), found.wins), ("124.00", true));
    let cost: f64 = found.mean_cost.parse().unwrap();
    assert!((cost - 0.68 * found.mean_hours).abs() < 0.01);
    assert!(found.p50_hours <= found.p90_hours && found.mean_hours < found.finish_hours);
    let deadline = found.deadline.unwrap();
    assert!(deadline.finish_hours <= 160.0 && 0.0 < deadline.on_demand_percent && deadline.on_demand_percent < 50.0);
    // Interruptions cost even where spot is always to be had again at once.
    let race = |between: &str| {
        let always = text.replace(r#""availablePercent": 80, "#, "").replace("5.7", between);
        let found = spot(&always).unwrap_or_else(|issues| panic!("{issues:#?}"));
        (found.mean_hours, found.deadline.unwrap().finish_hours, found.finish_hours)
    };
    let (rare, often) = (race("1000"), race("2"));
    assert!(rare.1 < 103.0 && rare.2 == rare.0, "{rare:?}");
    assert!((often.1 - often.0).abs() < 0.05 * often.0, "{often:?}");
    let soon = text.replace("160", "90");
    assert_eq!(spot(&soon).unwrap_err()[0].path, "deadlineHours");
    assert_mutants(text, |text| spot(text).map(drop));
}

#[test]
fn an_explanation_has_crossings_and_curves() {
    let text = format!(r#"{{"start": "2026-11-30", "offer": {OFFER}, "days": 3, "resumable": false}}"#);
    let found = explain(&text).unwrap_or_else(|issues| panic!("{issues:#?}"));
    let day = &found.crossings[0];
    assert_eq!((day.below, day.from, day.count, day.term_hours), (WayToBuy::OnDemand, WayToBuy::Day, 22.0, 24.0));
    assert!((day.hours - 27.0 / 1.24).abs() < 1e-9);
    let modes = |ways: &[PlannedWay]| ways.iter().map(|way| way.mode).collect::<Vec<_>>();
    assert_eq!(modes(&found.modes), [WayToBuy::OnDemand, WayToBuy::Day, WayToBuy::Month]);
    let changes: Vec<_> = found.changes.iter().map(|change| (change.hours, modes(&change.modes))).collect();
    assert_eq!(changes, [(1.0, vec![WayToBuy::OnDemand]), (22.0, vec![WayToBuy::Day])]);
    assert_eq!((found.points.len(), found.points[3].best.as_str()), (24, "14.88"));
    assert_eq!(found.points[3].alone, [Some("14.88".into()), Some("81.00".into()), Some("690.00".into())]);
    let run = explain(&text.replace(r#""days": 3, "#, "")).unwrap();
    assert_eq!((run.points.len(), run.points[73].hours), (74, 730.0));
    let month = run.crossings.iter().find(|crossing| crossing.from == WayToBuy::Month).unwrap();
    assert!((month.hours - 556.45).abs() < 0.01 && month.count == 557.0);
    assert_mutants(&text.replace(": 3", ": 1"), |text| explain(text).map(drop));
}

#[test]
fn an_offer_of_a_catalog_keeps_its_prices() {
    let text = r#"{"schema": "gpu-cost-catalog/1", "currency": "CNY", "asOf": "2026-11-30", "platforms": [{"id": "you", "name": "You"}],
        "offers": [{"id": "a", "platform": "you", "gpu": "nvidia-rtx-4090-24gb", "billing": {"onDemand": {"price": 1.123456789, "increment": "minute", "minimumSeconds": 60}, "spot": {"price": 0.5}, "twoYears": {"price": 9000}}}]}"#;
    let catalog = catalog::read(text).unwrap();
    let written = billing_text(&catalog, "a").unwrap();
    let expected = r#"{"billing":{"onDemand":{"price":1.123456789,"increment":"minute","minimumSeconds":60},"spot":{"price":0.50,"minimumSeconds":0},"twoYears":{"price":9000.00}},"monthHours":730}"#;
    assert_eq!(written, expected);
    assert_eq!(billing_text(&catalog, "b"), None);
    let demand = daily(1.0, 1, 1);
    planned(&format!(r#"{{"start": "2026-11-30", "demand": {demand}, "offers": [{written}]}}"#));
}

/// Prices of spot with what interruptions cost have nine decimals, beside terms of years.
#[test]
fn a_year_on_spot_is_planned_for_every_offer() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/www/catalogs/usd.json")).unwrap();
    let catalog = catalog::read(&text).unwrap();
    let risk = r#"{"workHours": 100, "checkpointMinutes": 3, "betweenHours": 5.7, "restartMinutes": 6}"#;
    let spot: Vec<_> = catalog.offers.iter().filter(|offer| offer.billing.spot.is_some()).collect();
    assert!(50 < spot.len());
    for offer in spot {
        let terms = billing_text(&catalog, &offer.id).unwrap();
        let terms = terms.replacen(r#"{"billing""#, &format!(r#"{{"spotRisk": {risk}, "billing""#), 1);
        let demand = daily(20.0, 8, 365);
        planned(&format!(
            r#"{{"start": "2026-11-30", "demand": {demand}, "interruptiblePercent": 100, "offers": [{terms}]}}"#
        ));
    }
}
