//! Each family of ways to buy, given as a developer gives it, and calculated by hand.

use serde_json::{Value, json};

use super::online::online;
use super::{PlanOutcome, Planner, WayToBuy, plan};
use crate::dto::testing::{assert_issues, assert_mutants};

/// The plan of a day's use for so many days from a Monday on.
#[track_caller]
fn planned(daily: &Value, days: u32, offer: &Value) -> PlanOutcome {
    let text = request("2026-11-30", daily, days, offer);
    plan(&text).unwrap_or_else(|issues| panic!("{issues:#?}"))
}

fn request(start: &str, daily: &Value, days: u32, offer: &Value) -> String {
    let phase = json!({"length": {"days": days}, "pattern": {"daily": daily}});
    json!({"start": start, "demand": {"phases": {"phases": [phase]}}, "offers": [offer]}).to_string()
}

fn terms(list: &Value) -> Value {
    json!({ "terms": list })
}

/// A package beside 1 an hour.
fn package(package: &Value) -> Value {
    terms(&json!([{"hourly": {"price": 1}}, {"package": package}]))
}

#[track_caller]
fn assert_costs(daily: &Value, days: u32, offer: &Value, total: &str) -> PlanOutcome {
    let outcome = planned(daily, days, offer);
    assert_eq!((outcome.total.as_str(), outcome.gap_percent, outcome.verified), (total, 0.0, true), "{outcome:#?}");
    outcome
}

#[test]
fn hourly_prices_have_quotas_setup_fees_and_minimums() {
    let list = json!([{"hourly": {"price": 1, "maxUnits": 2}}, {"hourly": {"price": 3}}]);
    let outcome = assert_costs(&json!({"hours": 4, "cards": 3}), 1, &terms(&list), "20.00"); // 2 · 4 · 1 + 4 · 3
    let bought: Vec<_> = outcome.bought.iter().map(|bought| (bought.way.term, bought.price.as_str())).collect();
    assert_eq!(bought, [(Some(0), "8.00"), (Some(1), "12.00")]);
    assert_eq!((outcome.ways[1].offer, outcome.ways[1].mode), (0, WayToBuy::Term));
    // Three runs of 4 h: the night costs more than another start.
    let setup = terms(&json!([{"hourly": {"price": 2, "setupFee": 5}}]));
    assert_costs(&json!({"hours": 4, "cards": 1}), 3, &setup, "39.00");
    let minimum = terms(&json!([{"hourly": {"price": 1, "minimumSeconds": 36_000}}]));
    assert_costs(&json!({"hours": 4, "cards": 1}), 3, &minimum, "30.00");
}

#[test]
fn packages_have_any_length() {
    let all_day = json!({"hours": 24, "cards": 1});
    let hours = package(&json!({"length": {"hours": 6}, "price": 3}));
    assert_costs(&json!({"hours": 4, "cards": 1}), 3, &hours, "9.00");
    assert_costs(&all_day, 5, &package(&json!({"length": {"days": 2}, "price": 30})), "84.00"); // 30 + 30 + 24
    assert_costs(&all_day, 14, &package(&json!({"length": {"weeks": 2}, "price": 200})), "200.00");
    // From 30 November to 30 January are 61 days; two months of 720 h are 60.
    let months = package(&json!({"length": {"months": 2}, "price": 100}));
    assert_costs(&all_day, 61, &months, "100.00");
    let mut fixed = months;
    fixed["monthHours"] = json!(720);
    assert_costs(&all_day, 61, &fixed, "124.00");
    assert_costs(&all_day, 365, &package(&json!({"length": {"years": 1}, "price": 1_000})), "1000.00");
}

/// A term that is longer than the demand may be bought, and is named.
#[test]
fn a_package_may_be_longer_than_the_demand() {
    let offer = package(&json!({"length": {"weeks": 2}, "price": 9}));
    let outcome = assert_costs(&json!({"hours": 10, "cards": 1}), 1, &offer, "9.00");
    assert_eq!(outcome.outlasting, [1]);
    let bought = &outcome.bought[0];
    assert_eq!((bought.paid_seconds, bought.used_seconds), (14.0 * 86_400.0, 36_000.0));
}

#[test]
fn starts_are_aligned() {
    let with = |starts: Value, price: u32, length: Value| {
        package(&json!({"length": length, "price": price, "starts": starts}))
    };
    // Three nights from 20 to 4 o'clock: the first and the last half by the hour, between them two days.
    let night = json!({"hours": 8, "cards": 1, "beginHour": 20});
    assert_costs(&night, 3, &package(&json!({"length": {"days": 1}, "price": 5})), "15.00");
    assert_costs(&night, 3, &with(json!("midnight"), 5, json!({"days": 1})), "18.00");
    // From a Wednesday on: five days by the hour until the week begins.
    let all_day = json!({"hours": 24, "cards": 1});
    let monday = with(json!("monday"), 10, json!({"weeks": 1}));
    let text = request("2026-12-02", &all_day, 7, &monday);
    assert_eq!(plan(&text).unwrap().total, "130.00");
    assert_costs(&all_day, 2, &with(json!("firstOfMonth"), 10, json!({"months": 1})), "34.00");
    let every = with(json!({"every": {"everyHours": 6, "firstHour": 2}}), 1, json!({"hours": 6}));
    assert_costs(&json!({"hours": 8, "cards": 1}), 1, &every, "3.00");
    let at = json!([
        {"hourly": {"price": 1, "increment": "second"}},
        {"package": {"length": {"hours": 1}, "price": 0.25, "starts": {"at": ["2026-11-30T00:30"]}}},
    ]);
    assert_costs(&json!({"hours": 2, "cards": 1}), 1, &terms(&at), "1.25");
}

#[test]
fn commitments_have_three_parts() {
    let parts = json!({"length": {"days": 30}, "price": 100, "committedHourly": 0.1, "usedHourly": 0.2});
    // 100 at once, 720 h at 0.1, and 300 h at 0.2.
    let outcome = assert_costs(&json!({"hours": 10, "cards": 1}), 30, &package(&parts), "232.00");
    assert_eq!(outcome.bought[0].unused, "100.33"); // 172 · 420 / 720
    let of_month = json!({"length": {"months": 1}, "price": 0, "committedHourly": 0.25});
    assert_costs(&json!({"hours": 24, "cards": 1}), 30, &package(&of_month), "180.00");
}

#[test]
fn larger_orders_cost_less() {
    let tiers = json!({"length": {"days": 1}, "price": 10, "tiers": [{"minUnits": 4, "price": 6}]});
    assert_costs(&json!({"hours": 24, "cards": 3}), 1, &package(&tiers), "24.00"); // four, of which one is spare
    assert_costs(&json!({"hours": 24, "cards": 2}), 1, &package(&tiers), "20.00");
}

/// A curve from half past midnight on: the days of the package lie between two midnights all the same.
#[test]
fn midnight_is_found_between_the_rows_of_a_curve() {
    let rows: String = (0..72)
        .map(|hour| format!("2026-{}T{:02}:30,1\n", ["11-30", "12-01", "12-02"][hour / 24], hour % 24))
        .collect();
    let curve = json!({"csv": {"text": format!("time,gpus\n{rows}"), "slotMinutes": 60}});
    for starts in [json!("midnight"), json!({"at": ["2026-12-01T00:00", "2026-12-02T00:00"]})] {
        let offer = package(&json!({"length": {"days": 1}, "price": 10, "starts": starts}));
        let outcome = plan(&json!({"start": "2026-11-30", "demand": curve, "offers": [offer]}).to_string()).unwrap();
        // 24 started hours, two days, and a started hour.
        assert_eq!((outcome.total.as_str(), outcome.gap_percent, outcome.verified), ("45.00", 0.0, true));
    }
}

/// What a search without one of the ways finds is taken where it is cheaper.
#[test]
fn the_next_best_is_not_cheaper() {
    let offer = terms(&json!([
        {"hourly": {"price": 6, "minimumSeconds": 10_800, "setupFee": 5, "maxUnits": 1}},
        {"hourly": {"price": 5, "setupFee": 2, "interruptible": true}},
        {"hourly": {"price": 8, "interruptible": true}},
    ]));
    let curve = json!({"csv": {"text": "gpus\n1\n0\n0\n1\n2\n0\n", "slotMinutes": 60}});
    let text = json!({"start": "2026-11-30", "demand": curve, "interruptiblePercent": 50, "offers": [offer]});
    let outcome = plan(&text.to_string()).unwrap();
    assert!(outcome.verified);
    assert_eq!(outcome.total, "43.00"); // 42 is the optimum, and the gap says so
    assert!(0.0 < outcome.gap_percent);
    assert!(outcome.next_best.is_none_or(|next| !next.gap.starts_with('-')));
}

#[test]
fn stock_is_limited() {
    let stock = json!({"length": {"days": 1}, "price": 10, "maxUnits": 1});
    // One at midnight, another an hour later, and an hour without.
    assert_costs(&json!({"hours": 24, "cards": 2}), 1, &package(&stock), "21.00");
    let midnight = json!({"length": {"days": 1}, "price": 10, "maxUnits": 1, "starts": "midnight"});
    assert_costs(&json!({"hours": 24, "cards": 2}), 1, &package(&midnight), "34.00");
}

#[test]
fn spot_has_a_cap() {
    let list = json!([{"hourly": {"price": 1}}, {"hourly": {"price": 0.5, "interruptible": true, "maxUnits": 1}}]);
    let text = request("2026-11-30", &json!({"hours": 4, "cards": 2}), 1, &terms(&list));
    let text = text.replacen('{', r#"{"interruptiblePercent": 100, "#, 1);
    assert_eq!(plan(&text).unwrap().total, "6.00");
}

/// Eight units at least, for a month at least, with a set-up fee for each of them.
#[test]
fn a_cluster_has_a_least_size() {
    let cluster = json!({"length": {"months": 1}, "price": 100, "setupFee": 2, "minUnits": 8});
    let outcome = assert_costs(&json!({"hours": 24, "cards": 5}), 30, &package(&cluster), "816.00");
    assert_eq!((outcome.bought.len(), outcome.bought[0].units), (1, 8.0));
    assert_costs(&json!({"hours": 24, "cards": 1}), 30, &package(&cluster), "720.00");
}

#[test]
fn promotions_begin_and_end() {
    let use_ = json!({"hours": 4, "cards": 1});
    let hourly = json!({"price": 0.5, "from": "2026-12-01", "until": "2026-12-01"});
    assert_costs(&use_, 3, &terms(&json!([{"hourly": {"price": 1}}, {"hourly": hourly}])), "10.00");
    let day = json!({"length": {"days": 1}, "price": 2, "from": "2026-12-01", "until": "2026-12-01"});
    // The last day of the offer buys two: the second a minute before midnight would do, by the hour at 23 o'clock.
    assert_costs(&use_, 3, &package(&day), "8.00");
    let over = json!({"length": {"days": 1}, "price": 2, "until": "2026-11-29"});
    assert_costs(&use_, 3, &package(&over), "12.00");
}

#[test]
fn terms_stand_beside_a_price_list_and_a_trial() {
    let offer = json!({
        "billing": {"onDemand": {"price": 1}, "day": {"price": 20}},
        "trial": {"trialHours": 10, "trialCards": 1},
        "terms": [{"package": {"length": {"hours": 12}, "price": 6}}],
    });
    // 10 h are free, 12 h a package, and 2 h by the hour.
    let outcome = assert_costs(&json!({"hours": 24, "cards": 1}), 1, &offer, "8.00");
    let modes: Vec<WayToBuy> = outcome.ways.iter().map(|way| way.mode).collect();
    assert_eq!(modes, [WayToBuy::OnDemand, WayToBuy::Day, WayToBuy::Trial, WayToBuy::Term]);
}

#[test]
fn everything_wrong_with_terms_is_said() {
    let list = json!([
        {"hourly": {"price": -1, "setupFee": -1, "maxUnits": 0, "from": "2026-12-02", "until": "2026-12-01"}},
        {"hourly": {"price": 1, "setupFee": 1, "until": "2026-12-01"}},
        {"package": {"length": {"days": 0}, "price": 1, "minUnits": 4, "maxUnits": 3}},
        {"package": {"length": {"months": 121}, "price": 1, "starts": {"at": ["2026-12-01"]}}},
        {"package": {"length": {"months": 1}, "price": 1, "committedHourly": 1, "usedHourly": 1}},
        {"package": {"length": {"hours": 1}, "price": 1, "tiers": [{"minUnits": 2, "price": 1}, {"minUnits": 2, "price": -1}]}},
        {"rent": {}},
    ]);
    let text = request("2026-11-30", &json!({"hours": 1, "cards": 1}), 1, &terms(&list));
    let issues = plan(&text).unwrap_err();
    let said: Vec<(&str, &str)> = issues
        .iter()
        .map(|issue| (issue.path.strip_prefix("offers[0].terms").unwrap_or(&issue.path), issue.code))
        .collect();
    let expected = [
        ("[0].hourly.maxUnits", "out-of-range"),
        ("[0].hourly.price", "price"),
        ("[0].hourly.setupFee", "price"),
        ("[0].hourly.until", "conflict"),
        ("[1].hourly", "conflict"),
        ("[2].package.length.days", "out-of-range"),
        ("[2].package.maxUnits", "conflict"),
        ("[3].package.length.months", "out-of-range"),
        ("[3].package.starts.at[0]", "date"),
        ("[4].package.usedHourly", "conflict"),
        ("[5].package.tiers[1].minUnits", "conflict"),
        ("[5].package.tiers[1].price", "price"),
        ("[6]", "unknown-variant"),
    ];
    let mut sorted = said.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
}

#[test]
fn what_is_missing_is_said_once() {
    let use_ = json!({"hours": 2, "cards": 2});
    let text = request("2026-11-30", &use_, 1, &json!({}));
    let none = text.replace("[{}]", "[]");
    assert_issues(
        &plan(&none).unwrap_err(),
        &none,
        &[&format!("1:{} empty offers: at least one offer, got a list", 1 + none.find("[]").unwrap())],
    );
    for nothing in [text.clone(), text.replace("[{}]", r#"[{"terms": []}]"#)] {
        let issues = plan(&nothing).unwrap_err();
        assert_eq!((issues.len(), issues[0].path.as_str(), issues[0].code), (1, "offers[0]", "empty"));
    }
    let short = terms(&json!([{"hourly": {"price": 1, "maxUnits": 1}}]));
    let issues = plan(&request("2026-11-30", &use_, 1, &short)).unwrap_err();
    assert_eq!(issues.len(), 1);
    assert_eq!(issues[0].expected, "1 units less from 2026-11-30T00:00 to 2026-11-30T02:00");
}

/// Sums beyond 2⁶³ are errors at the price that is too large.
#[test]
fn overflow_is_an_error_of_a_price() {
    let large = |term: Value| {
        let text = request(
            "2026-11-30",
            &json!({"hours": 24, "cards": 1}),
            366,
            &terms(&json!([{"hourly": {"price": 0.123_456_789}}, term])),
        );
        let issues = plan(&text).unwrap_err();
        assert_eq!((issues.len(), issues[0].code), (1, "too-large"), "{issues:?}");
        issues[0].path.clone()
    };
    let package = json!({"package": {"length": {"years": 1}, "price": 999_999_999_999_u64}});
    assert_eq!(large(package), "offers[0].terms[1].package.price");
    assert_eq!(large(json!({"hourly": {"price": 99_999_999_999_u64}})), "offers[0].terms[1].hourly.price");
    let listed =
        json!({"billing": {"onDemand": {"price": 0.123_456_789}, "threeYears": {"price": 999_999_999_999_u64}}});
    let issues = plan(&request("2026-11-30", &json!({"hours": 24, "cards": 1}), 366, &listed)).unwrap_err();
    assert_eq!((issues[0].path.as_str(), issues[0].code), ("offers[0].billing.threeYears.price", "too-large"));
}

/// 690 a month of 730 h are 556 hours at 1.24, and 27 a day are 21; what is used counts less where each use costs too.
#[test]
fn rules_without_a_forecast_name_their_guarantee() {
    let offer = json!({
        "billing": {"onDemand": {"price": 1.24}, "day": {"price": 27}, "month": {"price": 690}, "year": {"price": 20_000}},
        "monthHours": 730,
        "terms": [{"package": {"length": {"hours": 100}, "price": 31, "usedHourly": 0.62}}],
    });
    let rules = |request: Value| online(&request.to_string()).unwrap().rules;
    let found: Vec<_> = rules(json!({ "offer": offer }))
        .iter()
        .map(|rule| (rule.way.mode, rule.term_hours, rule.after_hours, rule.guarantee, rule.buy_now))
        .collect();
    let expected = [
        (WayToBuy::Day, 24.0, 21.0, 2.0, None),
        (WayToBuy::Term, 100.0, 50.0, 1.5, None),
        (WayToBuy::Month, 730.0, 556.0, 2.0, None),
    ];
    assert_eq!(found, expected); // a year never pays
    let day = |hours: usize| {
        let used = vec![2; hours];
        rules(json!({ "offer": offer, "used": used })).swap_remove(0)
    };
    assert_eq!((day(21).buy_now, day(21).paid.as_deref()), (Some(0.0), Some("52.08")));
    assert_eq!((day(22).buy_now, day(22).paid.as_deref()), (Some(2.0), Some("106.08")));
    let wrong = online(&json!({"offer": {"billing": {"day": {"price": 1}}}, "used": []}).to_string()).unwrap_err();
    let paths: Vec<&str> = wrong.iter().map(|issue| issue.path.as_str()).collect();
    assert_eq!(paths, ["offer", "used"]);
    assert_mutants(&json!({ "offer": offer, "used": [1, 2, 0] }).to_string(), |text| online(text).map(drop));
}

/// The request of the README, without its notes.
#[test]
fn the_documented_request_is_understood() {
    let readme = include_str!("../../../README.md");
    let (_, section) = readme.split_once("## Plans over time").unwrap();
    let (_, block) = section.split_once("```jsonc\n").unwrap();
    let lines = block.split_once("```").unwrap().0.lines();
    let text: String = lines.map(|line| line.split("  // ").next().unwrap()).collect();
    // It is read and begun, not solved: so many conditions together take a search of minutes.
    assert_eq!(Planner::new(&text).map(drop), Ok(()));
}

#[test]
fn odd_terms_reach_no_panic() {
    let list = json!([
        {"hourly": {"price": 1.5, "increment": "minute", "setupFee": 1, "maxUnits": 2, "minimumSeconds": 3_600}},
        {"hourly": {"price": 1, "from": "2026-12-01", "until": "2026-12-02"}},
        {"package": {"length": {"hours": 6}, "price": 3, "tiers": [{"minUnits": 2, "price": 2}], "starts": {"at": ["2026-11-30T01:00"]}}},
        {"package": {"length": {"months": 1}, "price": 3, "usedHourly": 0.1, "starts": {"every": {"everyHours": 6}}, "maxUnits": 3}},
    ]);
    let good = request("2026-11-30", &json!({"hours": 2, "cards": 2}), 3, &terms(&list));
    assert_mutants(&good, |text| plan(text).map(drop));
}
