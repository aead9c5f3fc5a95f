use super::Bills;
use crate::dto::testing::{assert_issues, assert_mutants};

const CATALOG: &str = r#"{
  "schema": "gpu-cost-catalog/1", "currency": "CNY", "asOf": "2026-11-30", "monthHours": 730,
  "platforms": [
    {"id": "one", "name": "平台, =一", "disk": {"price": 0.30, "per": "month", "freeGib": 50, "whenStopped": "billed"},
     "egress": {"price": 0.5}, "stoppedRent": "free", "setup": 20, "taxPercent": 6,
     "rules": {"refunds": {"month": {"keeps": "share", "sharePercent": 150}},
               "sla": {"availabilityPercent": 99.9, "credits": [{"belowPercent": 99.9, "creditPercent": 10}]}}},
    {"id": "two", "name": "Two"}
  ],
  "offers": [
    {"id": "a", "platform": "one", "gpu": "not read here", "region": "北京",
     "billing": {"onDemand": {"price": 1.24, "increment": "second"}, "spot": {"price": 0.68}, "month": {"price": 690}}},
    {"id": "b", "platform": "two", "gpu": "RTX 4090", "billing": {"month": {"price": 690}}}
  ]
}"#;

const RENTAL: &str = r#"{"offer": "a", "units": 2, "payment": {"terms": {"term": "month", "count": 1, "canceled": true}},
  "runs": [{"start": "2026-11-27T14:00+08:00", "end": "2026-11-27T18:00+08:00"},
           {"start": "2026-11-28T09:00+08:00", "end": "2026-11-28T10:00+08:00", "kind": "noGpu"}],
  "end": "2026-11-30T15:00+08:00", "reworkHours": 0, "diskGib": 100, "trial": false, "availabilityPercent": 99.95,
  "leftRunning": {"from": "2026-11-27T18:00+08:00", "until": "2026-11-28T08:00+08:00"}, "received": {"rent": 1380}}"#;

fn bills() -> Bills {
    Bills::new(CATALOG).unwrap()
}

fn with(old: &str, new: &str) -> String {
    assert_eq!(RENTAL.matches(old).count(), 1, "{old}");
    RENTAL.replace(old, new)
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_issues(&bills().settle(text).err().unwrap_or_default(), text, expected);
}

/// 73 of 730 h: 2 · 690 · 0.1 · 1.5 = 207 are kept; 50 GiB · 0.30 · 73 ÷ 730 = 1.50; 6 % of 228.50.
#[test]
fn a_rental_is_settled() {
    let bill = bills().settle(RENTAL).unwrap();
    assert_eq!((bill.start.as_str(), bill.end.as_str()), ("2026-11-27T06:00:00Z", "2026-11-30T07:00:00Z"));
    let amounts: Vec<_> = bill.lines.iter().map(|line| line.amount.as_deref().unwrap_or("?")).collect();
    assert_eq!(amounts, ["1380.00", "?", "20.00", "0.10", "1.40", "-1173.00", "13.71"]);
    assert_eq!((bill.total.as_str(), bill.running_seconds, bill.stopped_seconds), ("242.21", 18_000.0, 244_800.0));
    // What runs without GPUs has no price here, so the rent that was received cannot be checked.
    let [difference] = bill.differences.as_slice() else { panic!("{:?}", bill.differences) };
    assert_eq!((&difference.expected, &difference.excess, difference.received.as_str()), (&None, &None, "1380.00"));
    let left = bill.left_running.unwrap();
    assert_eq!((left.difference.as_str(), left.extra_seconds), ("0.00", 50_400.0)); // in the month anyway
    let bill = bills().settle(&with("{\"rent\": 1380}", "{\"disk\": 2.5}")).unwrap();
    assert_eq!(bill.differences[0].excess.as_deref(), Some("1.00"));
}

#[test]
fn offers_are_named_as_the_catalog_names_them() {
    let bills = Bills::new(&CATALOG.replace(
        "\"gpu\": \"RTX 4090\"",
        "\"gpu\": \"RTX 4090\", \"label\": \"Type B\", \"cardsPerUnit\": 8, \"unit\": \"node\"",
    ))
    .unwrap();
    let offers: Vec<_> = bills.offers().map(|offer| format!("{offer:?}")).collect();
    let expected = [
        r#"BillOffer { id: "a", gpu: "not read here", gpus: Some(1), is_slice: false, label: "", platform: "平台, =一", region: "北京", modes: [OnDemand, Month, Spot] }"#,
        r#"BillOffer { id: "b", gpu: "RTX 4090", gpus: Some(8), is_slice: false, label: "Type B", platform: "Two", region: "", modes: [Month] }"#,
    ];
    assert_eq!(offers, expected);
}

/// A trial is for so many cards; how many a board has, no bill knows.
#[test]
fn the_trial_of_a_board_has_no_amount() {
    let with_trial = CATALOG.replace("\"rules\": {", "\"rules\": {\"trial\": {\"trialHours\": 2, \"trialCards\": 4}, ");
    let of = |catalog: &str, cards: &str| {
        let offer = format!("\"gpu\": \"not read here\", {cards}");
        let bills = Bills::new(&catalog.replace("\"gpu\": \"not read here\"", &offer)).unwrap();
        let paid = with(r#"{"terms": {"term": "month", "count": 1, "canceled": true}}"#, "\"onDemand\"");
        let bill = bills.settle(&paid.replace("\"trial\": false", "\"trial\": true")).unwrap();
        bill.lines.into_iter().find(|line| matches!(line.kind, super::BillLineKind::TrialCredit)).unwrap().amount
    };
    assert_eq!(of(&with_trial, "\"cardsPerUnit\": 4, \"unit\": \"node\"").as_deref(), Some("-2.48")); // of one node
    assert_eq!(of(&with_trial, "\"cardsPerUnit\": 2, \"unit\": \"node\"").as_deref(), Some("-4.96"));
    assert_eq!(of(&with_trial, "\"cardsPerUnit\": 2, \"unit\": \"board\""), None);
}

#[test]
fn what_is_wrong_is_listed() {
    check(
        &with("18:00+08:00\"},", "13:00+08:00\"},"),
        &[
            r#"2:55 conflict runs[0].end: a moment after all before, and runs that do not overlap, got "2026-11-27T13:00+08:00""#,
        ],
    );
    check(
        &with("2026-11-28T09:00+08:00", "2026-11-28T09:00"),
        &[
            r#"3:22 moment runs[1].start: a moment with its offset such as "2026-11-27T18:00+08:00", got "2026-11-28T09:00""#,
        ],
    );
    check(
        &with("\"offer\": \"a\", \"units\": 2", "\"offer\": \"c\", \"units\": 0"),
        &[
            r#"1:11 unknown-name offer: the id of a known offer, got "c" (a?)"#,
            "1:25 out-of-range units: a whole number from 1 to 4096, got 0",
        ],
    );
    check(
        &with("\"term\": \"month\", \"count\": 1", "\"term\": \"week\", \"count\": 1"),
        &["1:39 conflict payment: a way to pay that the offer has, got an object"],
    );
    check(
        &with("{\"rent\": 1380}", "{\"rent\": \"1380\", \"gpu\": 1}"),
        &[
            r#"5:110 invalid-type received.rent: a number such as 2.8, got "1380""#,
            r#"5:118 unknown-field received.gpu: one of "rent", "disk", "image", "publicIp", "egress", "setup", "credit", "tax", got "gpu""#,
        ],
    );
    check(
        "{}",
        &[
            "1:1 missing-field offer: a text",
            "1:1 missing-field units: a number",
            r#"1:1 missing-field payment: one of "onDemand", "spot", "terms""#,
            "1:1 missing-field runs: a value",
        ],
    );
}

#[test]
fn what_is_said_of_mutants_is_true() {
    let bills = bills();
    assert_mutants(RENTAL, |text| bills.settle(text));
    assert_mutants(RENTAL, |text| bills.focus(text));
    assert_mutants(OWN, |text| bills.own(text));
    assert_mutants(SLA, |text| bills.sla(text));
    assert_mutants(CATALOG, Bills::new);
}

/// Rows of a table by the names of its columns; fields here have no quotes but around the name of the platform.
fn rows(csv: &str) -> Vec<Vec<(String, String)>> {
    let csv = csv.replace("\"平台, =一\"", "platform");
    let mut lines = csv.strip_suffix("\r\n").unwrap().split("\r\n").map(|line| line.split(',').map(str::to_owned));
    let names: Vec<String> = lines.next().unwrap().collect();
    lines.map(|fields| names.iter().cloned().zip(fields).collect()).collect()
}

fn get<'a>(row: &'a [(String, String)], name: &str) -> &'a str {
    &row.iter().find(|(column, _)| column == name).unwrap().1
}

fn sum(rows: &[Vec<(String, String)>], name: &str) -> gpu_cost_core::money::Money {
    rows.iter().map(|row| gpu_cost_core::money::Money::parse(get(row, name)).unwrap()).sum()
}

#[test]
fn both_costs_of_the_table_are_the_total() {
    for payment in ["\"onDemand\"", "\"spot\"", r#"{"terms": {"term": "month", "count": 2}}"#] {
        let text = with(r#"{"terms": {"term": "month", "count": 1, "canceled": true}}"#, payment);
        let (bill, rows) = (bills().settle(&text).unwrap(), rows(&bills().focus(&text).unwrap()));
        let total = gpu_cost_core::money::Money::parse(&bill.total).unwrap();
        assert_eq!((sum(&rows, "BilledCost"), sum(&rows, "EffectiveCost")), (total, total), "{payment}");
    }
    let rows = rows(&bills().focus(RENTAL).unwrap());
    let written: Vec<String> = rows
        .iter()
        .map(|row| {
            ["ChargeCategory", "ChargeDescription", "CommitmentDiscountStatus", "BilledCost", "EffectiveCost"]
                .map(|name| get(row, name))
                .join(" ")
        })
        .collect();
    let expected = [
        "Purchase rent  1380.00 0.00",
        "Purchase setup  20.00 20.00",
        "Usage disk  0.10 0.10",
        "Usage diskStopped  1.40 1.40",
        "Purchase refund  -1173.00 0.00",
        "Tax tax  13.71 13.71",
        "Usage rent Used 0.00 11.34", // 207 · 4 h ÷ 73 h
        "Usage rent Unused 0.00 195.66",
    ];
    assert_eq!(written, expected);
    assert_eq!(get(&rows[0], "CommitmentDiscountId"), "a/month");
    assert_eq!((get(&rows[2], "PricingQuantity"), get(&rows[2], "PricingUnit")), ("0.342465", "GiB-Months"));
    assert_eq!((get(&rows[6], "PricingQuantity"), get(&rows[6], "PricingCategory")), ("8", "Committed"));
    assert_eq!((get(&rows[2], "ServiceCategory"), get(&rows[2], "RegionName")), ("Storage", "北京"));
    assert_eq!(get(&rows[0], "ProviderName"), "platform");
}

#[test]
fn no_name_becomes_a_formula() {
    let bills = Bills::new(&CATALOG.replace("平台, =一", "=1+\\\"1\\\"")).unwrap();
    assert!(bills.focus(RENTAL).unwrap().contains(r#","'=1+""1""","#));
}

const OWN: &str = r#"{"offer": "a", "units": 1, "hoursPerDay": 2, "daysPerMonth": 30, "purchase": 16000, "years": 3,
  "resalePercent": 35, "powerKw": 0.45, "electricity": 0.6}"#;

/// UX 9, journey 12: 16000 · 0.65 ÷ 36 ÷ (1.24 − 0.27).
#[test]
fn the_buyer_breaks_even() {
    let found = bills().own(OWN).unwrap();
    assert!((found.break_even_hours.unwrap() - 297.8).abs() < 0.1, "{found:?}");
    assert_eq!((found.own.total.as_str(), found.rent.as_str()), ("305.09", "74.40"));
    // A thousand nodes of 10 kW, as power is that of all cards.
    assert!(bills().own(&OWN.replace("\"powerKw\": 0.45", "\"powerKw\": 10000")).is_ok());
    let text = OWN.replace("\"years\": 3", "\"years\": 0.1");
    let issues = bills().own(&text).unwrap_err();
    assert_issues(&issues, &text, &["1:94 out-of-range years: a number from 0.5 to 10, got 0.1"]);
}

const SLA: &str = r#"{"offer": "a", "rent": 690, "cases": [{"availabilityPercent": 99, "probabilityPercent": 20}],
  "lostHours": 100, "units": 2}"#;

/// 0.1 % of 730 h; 10 % of 690 in one month of five; 100 h of two cards at 1.24.
#[test]
fn a_promise_is_time_and_money() {
    let found = bills().sla(SLA).unwrap();
    assert_eq!((found.availability_percent, found.allowed_seconds), (Some(99.9), Some(2_628.0)));
    assert_eq!(
        (found.credits.unwrap(), found.expected_credit.unwrap()),
        (vec!["69.00".to_owned()], "13.80".to_owned())
    );
    assert_eq!(found.lost_run.unwrap(), "248.00");
    let [step] = found.steps.as_slice() else { panic!("{:?}", found.steps) };
    assert_eq!((step.below_percent, step.credit_percent, step.credit.as_str()), (99.9, 10.0, "69.00"));
    let capped = CATALOG.replace("\"creditPercent\": 10}]", "\"creditPercent\": 10}], \"capPercent\": 5");
    let found = Bills::new(&capped).unwrap().sla(SLA).unwrap();
    assert_eq!((found.cap_percent, found.steps[0].credit.as_str()), (Some(5.0), "34.50"));
    let silent = bills().sla(&SLA.replace("\"a\"", "\"b\"")).unwrap();
    assert_eq!((silent.allowed_seconds, silent.credits, silent.lost_run), (None, None, None));
    let text = SLA.replace("99, \"probabilityPercent\": 20", "99, \"probabilityPercent\": 101");
    let expected = ["1:89 out-of-range cases[0].probabilityPercent: a number from 0 to 100, got 101"];
    assert_issues(&bills().sla(&text).unwrap_err(), &text, &expected);
}
