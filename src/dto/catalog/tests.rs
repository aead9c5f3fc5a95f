use gpu_cost_core::catalog as core;

use super::read;
use crate::dto::testing::{assert_issues, assert_mutants};

/// A catalog without errors; tests break it.
const GOOD: &str = r#"{
  "schema": "gpu-cost-catalog/1", "currency": "CNY", "asOf": "2026-11-30", "monthHours": 730,
  "sources": {"docs": {"title": "Prices", "url": "https://example.org/prices"}},
  "platforms": [
    {"id": "one", "name": "平台一", "disk": {"price": 0.30, "per": "month", "freeGib": 50, "whenStopped": "billed"},
     "egress": {"price": 0}},
    {"id": "two", "name": "Two"}
  ],
  "offers": [
    {"id": "a", "platform": "one", "gpu": "nvidia-rtx-4090-24gb", "source": "docs",
     "billing": {"onDemand": {"price": 1.24, "increment": "second"}, "spot": {"price": 0.68},
                 "month": {"price": 690}}},
    {"id": "b", "platform": "two", "gpu": "nvidia-a800-sxm-80gb", "unit": "node", "cardsPerUnit": 8, "link": "dedicated",
     "asOf": "2026-06-26", "billing": {"threeYears": {"price": 1e5}}}
  ]
}"#;

/// Replaces parts of the good catalog, each of which it has exactly once, and expects all the issues.
#[track_caller]
fn check(replacements: &[(&str, &str)], expected: &[&str]) {
    let mut text = GOOD.to_owned();
    for (old, new) in replacements {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text = text.replace(old, new);
    }
    check_text(&text, expected);
}

#[track_caller]
fn check_text(text: &str, expected: &[&str]) {
    assert_issues(&read(text).err().unwrap_or_default(), text, expected);
}

#[test]
fn good() {
    check(&[], &[]);
}

#[test]
fn a_syntax_error_is_placed_by_line_and_character() {
    check_text("", &["1:1 syntax : JSON (EOF while parsing a value)"]);
    check_text("{\n  \"id\": 1,\n}", &["3:1 syntax : JSON (key must be a string)"]);
    check_text("{\"名\": 1 \"b\"}", &["1:9 syntax : JSON (expected `,` or `}`)"]);
    check_text("[1] 2", &["1:5 syntax : JSON (trailing characters)"]);
    check_text("[1, 2", &["1:6 syntax : JSON (EOF while parsing a list)"]);
    check_text("{'a': 1}", &["1:2 syntax : JSON (key must be a string)"]);
    check_text("{\"a\": 01}", &["1:8 syntax : JSON (invalid number)"]);
    check_text("\u{feff}NaN", &["1:1 syntax : JSON (expected value)"]);
}

#[test]
fn depth_has_no_limit_but_costs_nothing() {
    let open = "[".repeat(100_000);
    check_text(&open, &["1:100001 syntax : JSON (EOF while parsing a list)"]);
    check_text(&format!("{open}{}", "]".repeat(100_000)), &["1:1 invalid-type : an object, got a list"]);
}

#[test]
fn every_error_is_listed_with_its_place() {
    check(
        &[
            (r#""schema": "gpu-cost-catalog/1""#, r#""schema": "gpu-cost-catalog/2""#),
            (r#""CNY""#, r#""yuan""#),
            (r#""asOf": "2026-11-30""#, r#""asOf": "2026-11-31""#),
            ("730", "31"),
            (r#""name": "平台一""#, r#""nmae": "平台一""#),
            (r#""price": 0}"#, r#""price": -1, "price": 1}"#),
            ("1.24", r#""1.24""#),
            (r#""second""#, r#""seconds""#),
            ("0.68", "0"),
            ("690", "0.0000000001"),
            (r#""platform": "two", "#, ""),
            (r#""cardsPerUnit": 8"#, r#""cardsPerUnit": 8.5"#),
            (r#""link": "dedicated""#, r#""link": {"dedicated": true}"#),
            ("1e5", "null"),
        ],
        &[
            r#"2:13 unknown-variant schema: "gpu-cost-catalog/1", got "gpu-cost-catalog/2" (gpu-cost-catalog/1?)"#,
            r#"2:47 currency currency: an ISO 4217 code such as "CNY", got "yuan""#,
            r#"2:63 date asOf: a date such as "2026-11-30", got "2026-11-31""#,
            r#"2:91 out-of-range monthHours: a whole number from 672 to 744, got 31"#,
            r#"5:5 missing-field platforms[0].name: a text"#,
            r#"5:19 unknown-field platforms[0].nmae: one of "id", "name", "disk", "egress", "stoppedRent", "setup", "taxPercent", "rules", "service", "bundles", got "nmae" (name?)"#,
            r#"6:30 duplicate-field platforms[0].egress.price: each name once, got "price""#,
            r#"11:40 invalid-type offers[0].billing.onDemand.price: a number such as 2.8, got "1.24""#,
            r#"11:61 unknown-variant offers[0].billing.onDemand.increment: one of "second", "minute", "hour", got "seconds" (second?)"#,
            r#"11:91 price offers[0].billing.spot.price: a number greater than 0, got 0"#,
            r#"12:37 price offers[0].billing.month.price: at most 9 decimals, got 0.0000000001"#,
            r#"13:5 missing-field offers[1].platform: a text"#,
            r#"13:80 out-of-range offers[1].cardsPerUnit: a whole number from 1 to 72, got 8.5"#,
            r#"13:93 invalid-type offers[1].link: the text "dedicated", got an object"#,
            r#"14:64 invalid-type offers[1].billing.threeYears.price: a number such as 2.8, got null"#,
        ],
    );
}

#[test]
fn names_must_be_known_and_unique() {
    check(
        &[
            (r#"{"id": "two", "name": "Two"}"#, r#"{"id": "one", "name": " "}"#),
            (r#""gpu": "nvidia-rtx-4090-24gb", "source": "docs""#, r#""gpu": "nvidia-rtx-4o90", "source": "doc""#),
            (r#"{"id": "b""#, r#"{"id": "a""#),
            ("https://example.org/prices", "javascript:alert(1)"),
        ],
        &[
            r#"3:50 url sources.docs.url: an address that begins with https:// or http://, got "javascript:alert(1)""#,
            r#"7:12 duplicate platforms[1].id: an id that no other platform has, got "one""#,
            r#"7:27 empty platforms[1].name: at least one letter, got " ""#,
            r#"10:43 unknown-name offers[0].gpu: the id of a known gpu, got "nvidia-rtx-4o90" (nvidia-rtx-4090-24gb?)"#,
            r#"10:72 unknown-name offers[0].source: the id of a known source, got "doc" (docs?)"#,
            r#"13:12 duplicate offers[1].id: an id that no other offer has, got "a""#,
            r#"13:29 unknown-name offers[1].platform: the id of a known platform, got "two""#,
        ],
    );
}

/// The GPU of the first offer, by id, and its part.
#[track_caller]
fn device(replacements: &[(&str, &str)]) -> (&'static str, Option<core::Slice>, u32, u32) {
    let mut text = GOOD.to_owned();
    for (old, new) in replacements {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text = text.replace(old, new);
    }
    let catalog = read(&text).unwrap();
    let offer = &catalog.offers[0];
    (offer.device.gpu.id, offer.device.slice, offer.cards_per_unit, offer.max_units)
}

/// What the first offer sells.
const FIRST: &str = r#""gpu": "nvidia-rtx-4090-24gb", "source""#;

fn sells(what: &str) -> String {
    format!("{what}, \"source\"")
}

#[test]
fn gpus_are_named_as_people_write_them() {
    for (name, id) in [
        (r#""gpu": "4090""#, "nvidia-rtx-4090-24gb"),
        (r#""gpu": "RTX 4090", "memoryGib": 48"#, "nvidia-rtx-4090-48gb-mod"),
        (r#""gpu": "nvidia-rtx-4090-24gb", "memoryGib": 24"#, "nvidia-rtx-4090-24gb"),
        (r#""gpu": "昇腾910B3""#, "huawei-ascend-910b3-64gb"),
    ] {
        assert_eq!(device(&[(FIRST, &sells(name))]).0, id, "{name}");
    }
    for (name, expected) in [
        (
            r#""gpu": "A100 80G""#,
            r#"10:43 ambiguous-name offers[0].gpu: the id of one GPU: one of "nvidia-a100-pcie-80gb", "nvidia-a100-sxm-80gb", got "A100 80G""#,
        ),
        (
            r#""gpu": "4090 80GB""#,
            r#"10:43 conflict offers[0].gpu: a GPU of the memory that is stated, which is not that of "nvidia-rtx-4090-24gb (24 GiB)", got "4090 80GB""#,
        ),
        (
            r#""gpu": "nvidia-rtx-4090-24gb", "memoryGib": 80"#,
            r#"10:43 conflict offers[0].gpu: a GPU of the memory that is stated, which is not that of "nvidia-rtx-4090-24gb (24 GiB)", got "nvidia-rtx-4090-24gb""#,
        ),
        (
            r#""gpu": "A30 1g.6gb""#,
            r#"10:43 part-of-gpu offers[0].gpu: the whole GPU, with the part of it in "slice": "nvidia-a30-24gb", got "A30 1g.6gb""#,
        ),
        (r#""gpu": "vCPU""#, r#"10:43 unknown-name offers[0].gpu: the id of a known gpu, got "vCPU""#),
    ] {
        check(&[(FIRST, &sells(name))], &[expected]);
    }
}

#[test]
fn units_are_parts_cards_boards_and_nodes() {
    let a30 = r#""gpu": "A30", "slice": {"mig": "2g.12gb"}"#;
    let (id, slice, cards, most) = device(&[(FIRST, &sells(a30))]);
    let slice = slice.unwrap();
    assert_eq!((id, slice.memory.0 >> 30, cards, most), ("nvidia-a30-24gb", 11, 1, 1)); // the driver keeps some of 12
    assert!((slice.bandwidth.as_f64() - 0.5).abs() < 1e-6);
    let half = r#""gpu": "T4", "unit": "slice", "slice": {"memoryGib": 8, "speedPercent": 25}"#;
    assert!((device(&[(FIRST, &sells(half))]).1.unwrap().compute.as_f64() - 0.25).abs() < 1e-6);
    for (unit, cards, most) in [
        (r#""gpu": "MI250", "unit": "board""#, 2, 1),
        (r#""gpu": "MI250", "unit": "board", "cardsPerUnit": 4"#, 8, 1),
        (r#""gpu": "MI250", "unit": "card""#, 1, 8),
        (r#""gpu": "MI250X", "memoryGib": 128"#, 2, 1),
        (r#""gpu": "8x H100 SXM", "unit": "node", "cardsPerUnit": 8"#, 8, 1),
        (r#""gpu": "4090", "unit": "node", "cardsPerUnit": 8"#, 8, 1),
        (r#""gpu": "4090""#, 1, 8),
    ] {
        let (_, slice, found, at_most) = device(&[(FIRST, &sells(unit))]);
        assert_eq!((slice, found, at_most), (None, cards, most), "{unit}");
    }
    for (unit, expected) in [
        (
            r#""gpu": "4090", "unit": "slice""#,
            r#"10:59 conflict offers[0].unit: "slice" where there is a slice, got "slice""#,
        ),
        (
            r#""gpu": "4090", "unit": "card", "cardsPerUnit": 8"#,
            r#"10:83 conflict offers[0].cardsPerUnit: 1, or the unit "node" or "board", got 8"#,
        ),
        (
            r#""gpu": "MI250X 128GB", "unit": "card""#,
            r#"10:67 conflict offers[0].unit: "board": the memory that is stated is that of a board, got "card""#,
        ),
        (
            r#""gpu": "4090", "unit": "board""#,
            r#"10:59 conflict offers[0].unit: "card" or "node": a board of this has one GPU, got "board""#,
        ),
        (
            r#""gpu": "8x H100 SXM", "unit": "node", "cardsPerUnit": 4"#,
            r#"10:90 conflict offers[0].cardsPerUnit: as many as the name of the GPU says, got 4"#,
        ),
        (
            r#""gpu": "A16", "unit": "board", "cardsPerUnit": 72"#,
            r#"10:83 out-of-range offers[0].cardsPerUnit: a whole number from 1 to 72, got 72"#,
        ),
        (
            r#""gpu": "A100 PCIe 80GB", "unit": "node", "cardsPerUnit": 8, "link": "dedicated""#,
            r#"10:104 conflict offers[0].link: "pcie": this GPU has no link of its own, or it does not join so many, got "dedicated""#,
        ),
        (
            r#""gpu": "4090", "cardsPerUnit": 8"#,
            r#"10:5 missing-field offers[0].unit: "node" or "board", for the price of which it is"#,
        ),
        (
            r#""gpu": "4090 bare metal", "cardsPerUnit": 8"#,
            r#"10:5 missing-field offers[0].unit: "node" or "board", for the price of which it is"#,
        ),
        (
            r#""gpu": "4090 bare metal", "unit": "node""#,
            r#"10:5 missing-field offers[0].cardsPerUnit: how many GPUs the whole machine has"#,
        ),
        (
            r#""gpu": "4090 bare metal", "unit": "card", "cardsPerUnit": 1"#,
            r#"10:70 conflict offers[0].unit: "node": the name is that of a whole machine, got "card""#,
        ),
        (
            r#""gpu": "1-8 cards 4090""#,
            r#"10:5 missing-field offers[0].unit: "card", "node" or "board", for the price of which it is"#,
        ),
        (
            r#""gpu": "4090", "slice": {"mig": "1g.6gb"}"#,
            r#"10:68 conflict offers[0].slice.mig: a MIG profile of this GPU, got "1g.6gb""#,
        ),
        (
            r#""gpu": "4090", "slice": {"memoryGib": 48}"#,
            r#"10:74 conflict offers[0].slice.memoryGib: no more than the GPU has, got 48"#,
        ),
        (
            r#""gpu": "4090", "slice": {"speedPercent": 50}"#,
            r#"10:60 conflict offers[0].slice: either "mig" alone or "memoryGib", got an object"#,
        ),
    ] {
        check(&[(FIRST, &sells(unit))], &[expected]);
    }
}

#[test]
fn a_broken_list_of_names_does_not_make_names_unknown() {
    check(&[(r#""id": "one""#, r#""id": 1"#)], &["5:12 invalid-type platforms[0].id: a text, got 1"]);
    check(
        &[(r#""sources": {"docs": {"title": "Prices", "url": "https://example.org/prices"}}"#, r#""sources": []"#)],
        &["3:14 invalid-type sources: an object, got a list"],
    );
}

#[test]
fn what_is_missing_or_of_another_kind_is_said_once() {
    let whole = [
        "1:1 missing-field schema: \"gpu-cost-catalog/1\"",
        "1:1 missing-field currency: a text",
        "1:1 missing-field asOf: a text",
        "1:1 missing-field platforms: a value",
        "1:1 missing-field offers: a value",
    ];
    check_text("{}", &whole);
    check_text("7", &["1:1 invalid-type : an object, got 7"]);
    check(
        &[(r#""threeYears": {"price": 1e5}"#, "")],
        &["14:39 empty offers[1].billing: at least one way to pay, got an object"],
    );
    check(
        &[(r#"{"threeYears": {"price": 1e5}}"#, r#"{"hourly": {"price": 1}}"#)],
        &[
            r#"14:40 unknown-field offers[1].billing.hourly: one of "onDemand", "spot", "day", "week", "month", "year", "twoYears", "threeYears", got "hourly""#,
        ],
    );
    check(
        &[(r#"{"price": 0.68}"#, "0.68"), (r#"{"price": 690}"#, "[690]")],
        &[
            "11:78 invalid-type offers[0].billing.spot: an object, got 0.68",
            "12:27 invalid-type offers[0].billing.month: an object, got a list",
        ],
    );
}

#[test]
fn prices_are_no_younger_than_the_file() {
    check(
        &[(r#""asOf": "2026-06-26""#, r#""asOf": "2026-12-01""#)],
        &[r#"14:14 date offers[1].asOf: a day not after "asOf" of the catalog, got "2026-12-01""#],
    );
    let days = |today| super::read_by(GOOD, core::Date::parse(today)).err().unwrap_or_default();
    assert_eq!(days("2026-11-30"), []);
    let late = [r#"2:62 date asOf: a day that is not in the future, got "2026-11-30""#];
    assert_issues(&days("2026-11-29"), GOOD, &late);
}

#[test]
fn units_must_be_able_to_hold_together() {
    check(
        &[(r#""cardsPerUnit": 8"#, r#""minUnits": 3, "maxUnits": 2"#)],
        &["13:110 conflict offers[1].maxUnits: at least minUnits, got 2"],
    );
    check(&[(r#""cardsPerUnit": 8"#, r#""minUnits": 20"#)], &[]);
    check(
        &[(r#""cardsPerUnit": 8"#, r#""minUnits": 0, "maxUnits": 1e400"#)],
        &[
            "13:95 out-of-range offers[1].minUnits: a whole number from 1 to 4096, got 0",
            "13:110 out-of-range offers[1].maxUnits: a whole number from 1 to 4096, got 1e400",
        ],
    );
}

#[test]
fn hostile_texts_are_only_texts() {
    let long = "x".repeat(1_000_000);
    check(
        &[(r#""docs": {"title""#, r#""<img src=x onerror=alert(1)>": {"title""#)],
        &[r#"10:77 unknown-name offers[0].source: the id of a known source, got "docs""#],
    );
    check(
        &[(r#""name": "Two""#, &format!(r#""name": "Two", "{long}": 1, "a\"b": 1, "\ud800": 2"#))],
        &[
            &format!(
                r#"7:34 unknown-field platforms[1].{}…: one of "id", "name", "disk", "egress", "stoppedRent", "setup", "taxPercent", "rules", "service", "bundles", got "{}…"#,
                "x".repeat(59),
                "x".repeat(58)
            ),
            r#"7:1000041 unknown-field platforms[1]["a\"b"]: one of "id", "name", "disk", "egress", "stoppedRent", "setup", "taxPercent", "rules", "service", "bundles", got "a\"b""#,
            r#"7:1000052 unknown-field platforms[1]["\ud800"]: one of "id", "name", "disk", "egress", "stoppedRent", "setup", "taxPercent", "rules", "service", "bundles", got "\ud800""#,
        ],
    );
    check(
        &[(r#""name": "Two""#, r#""name": "\ud800""#)],
        &[r#"7:27 invalid-type platforms[1].name: a text, got "\ud800""#],
    );
}

#[test]
fn an_error_in_each_of_many_offers() {
    let offer = GOOD.lines().nth(12).unwrap();
    let broken = |index: u32| format!("{}\n\"billing\": {{}}}},\n", offer.replace("\"b\"", &format!("\"{index}\"")));
    let offers: String = (0..10_000).map(broken).collect();
    let issues = read(&GOOD.replace(offer, &format!("{offers}{offer}"))).unwrap_err();
    assert_eq!(issues.len(), 10_000);
    assert_eq!(issues[9_999].path, "offers[10000].billing");
    assert_eq!(issues[9_999].line, Some(13 + 2 * 9_999 + 1));
}

/// The second platform with all that it may state.
const WHOLE: &str = r#""id": "two", "name": "Two", "disk": {"price": 0.1, "per": "month", "whenStopped": "billed", "stoppedPrice": 0.2},
     "stoppedRent": "billed", "setup": 20, "taxPercent": 6,
     "rules": {"noGpuHourly": 0.15, "image": {"price": 0.008, "per": "day", "freeGib": 30, "startedDays": true},
       "publicIp": {"price": 0.02, "per": "hour", "whenStopped": "free"}, "overtime": "stops",
       "refunds": {"day": {"keeps": "share", "sharePercent": 125}, "month": {"keeps": "onDemandPrice", "freeWithinHours": 120, "freeUnits": 1},
         "year": {"keeps": "all"}},
       "releaseOnly": false, "spot": {"freeIfReclaimedWithinSeconds": 3600, "noticeSeconds": 5}, "trial": {"trialHours": 7.5, "trialCards": 1},
       "sla": {"availabilityPercent": 99.9, "credits": [{"belowPercent": 99.9, "creditPercent": 10}]},
       "deposit": 100, "asOf": "2026-11-28", "source": "docs"},
     "service": {"kind": "carrier", "isolation": "bareMetal", "certifications": ["ISO 27001"], "automaticBackup": true},
     "bundles": [{"name": "SD", "contents": ["driver"], "price": 9.9}]"#;

fn whole() -> String {
    GOOD.replace(r#""id": "two", "name": "Two""#, WHOLE)
}

#[test]
fn rules_are_read() {
    let catalog = read(&whole()).unwrap();
    let core::Platform { disk, rules, .. } = &catalog.platforms[1];
    let money = |text| gpu_cost_core::money::Money::parse(text).unwrap();
    let hours = gpu_cost_core::units::Seconds::hours;
    assert_eq!(disk.unwrap().when_stopped, core::WhenStopped::Price(money("0.2")));
    let percent = gpu_cost_core::money::Ppm::from_percent;
    let refund = |term, used, free| {
        let free_units = (0 < free).then_some(1);
        core::RefundRule { term, used, free_within: hours(free), free_units }
    };
    let share = core::UsedPrice::Share(core::Refund::Rest { percent: 125 });
    let expected = core::Rules {
        stopped: Some(core::StoppedRent::Billed),
        no_gpu: Some(money("0.15")),
        image: Some(core::StorageFee {
            price: money("0.008"),
            per: hours(24),
            free_gib: 30,
            time: core::StorageTime::StartedDays,
        }),
        public_ip: Some(core::AddressFee {
            price: money("0.02"),
            per: hours(1),
            when_stopped: core::WhenStopped::Free,
        }),
        setup: Some(money("20")),
        overtime: Some(core::Overtime::Stops),
        tax: Some(core::Tax::Added(percent(6.0))),
        refunds: vec![
            refund(core::PackageTerm::Day, share, 0),
            refund(core::PackageTerm::Month, core::UsedPrice::OnDemand, 120),
            refund(core::PackageTerm::Year, core::UsedPrice::Share(core::Refund::Nothing), 0),
        ],
        free_if_reclaimed_within: Some(hours(1)),
        trial: Some(core::Trial { time: gpu_cost_core::units::Seconds(27_000), cards: 1 }),
        sla: Some(core::Sla {
            availability: percent(99.9),
            credits: vec![core::SlaCredit { below: percent(99.9), credit: percent(10.0) }],
            cap: percent(100.0),
        }),
        ..core::Rules::default()
    };
    assert_eq!(*rules, expected);
    assert_eq!(catalog.platforms[0].rules, core::Rules::default());
    let free = read(&whole().replace(r#""taxPercent": 6"#, r#""taxPercent": 0"#)).unwrap();
    assert_eq!(free.platforms[1].rules.tax, Some(core::Tax::Included));
}

#[test]
fn wrong_rules_are_listed_with_their_places() {
    let mut text = whole();
    for (old, new) in [
        (r#""stoppedPrice": 0.2"#, r#""stoppedPrice": -0.2"#),
        (r#""stoppedRent": "billed""#, r#""stoppedRent": "never""#),
        (r#""taxPercent": 6"#, r#""taxPercent": 106"#),
        (r#""noGpuHourly": 0.15"#, r#""noGpuHourly": "0.15""#),
        (r#""per": "day""#, r#""per": "daily""#),
        (
            r#""whenStopped": "free"}, "overtime": "stops""#,
            r#""whenStopped": "free", "stoppedPrice": 1}, "overtime": "stops", "overtimeHourly": 2"#,
        ),
        (r#""sharePercent": 125"#, r#""sharePercent": 99"#),
        (r#"{"keeps": "all"}"#, r#"{"keeps": "all", "sharePercent": 100}"#),
        (r#""freeIfReclaimedWithinSeconds": 3600"#, r#""freeIfReclaimedWithinSeconds": 0"#),
        (r#""trialHours": 7.5, "#, ""),
        (r#""creditPercent": 10"#, r#""creditPercent": 1000"#),
        (
            r#""deposit": 100, "asOf": "2026-11-28", "source": "docs""#,
            r#""deposit": -1, "asOf": "2026-12-01", "source": "dosc""#,
        ),
        (r#""carrier""#, r#""cloud""#),
        (r#"["driver"], "price": 9.9"#, r#""driver", "price": -1"#),
    ] {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text = text.replace(old, new);
    }
    let found: Vec<String> =
        read(&text).unwrap_err().iter().map(|issue| format!("{} {}", issue.code, issue.path)).collect();
    let of = |rest: &str| rest.replace('@', "platforms[1]");
    let expected = [
        "price @.disk.stoppedPrice",
        "unknown-variant @.stoppedRent",
        "out-of-range @.taxPercent",
        "invalid-type @.rules.noGpuHourly",
        "unknown-variant @.rules.image.per",
        "conflict @.rules.publicIp.stoppedPrice",
        "conflict @.rules.overtimeHourly",
        "out-of-range @.rules.refunds.day.sharePercent",
        "conflict @.rules.refunds.year.sharePercent",
        "out-of-range @.rules.spot.freeIfReclaimedWithinSeconds",
        "missing-field @.rules.trial.trialHours",
        "out-of-range @.rules.sla.credits[0].creditPercent",
        "price @.rules.deposit",
        "date @.rules.asOf",
        "unknown-name @.rules.source",
        "unknown-variant @.service.kind",
        "invalid-type @.bundles[0].contents",
        "price @.bundles[0].price",
    ];
    assert_eq!(found, expected.map(of));
}

#[test]
fn rules_that_contradict_each_other_are_errors() {
    let steps = r#"[{"belowPercent": 99.9, "creditPercent": 10}]"#;
    let rejected = |old: &str, new: &str| -> Vec<String> {
        let issues = read(&whole().replacen(old, new, 1)).err().unwrap_or_default();
        issues.iter().map(|issue| format!("{} {}", issue.code, issue.path.replace("platforms[1].rules.", ""))).collect()
    };
    let with = |new: &str| rejected(steps, new);
    assert_eq!(
        with(r#"[{"belowPercent": 99.9, "creditPercent": 10}, {"belowPercent": 99, "creditPercent": 30}]"#),
        [""; 0]
    );
    assert_eq!(with(r#"[{"belowPercent": 99.95, "creditPercent": 10}]"#), ["conflict sla.credits[0].belowPercent"]);
    assert_eq!(
        with(r#"[{"belowPercent": 95, "creditPercent": 30}, {"belowPercent": 99, "creditPercent": 10}]"#),
        ["conflict sla.credits[1].belowPercent", "conflict sla.credits[1].creditPercent"]
    );
    assert_eq!(
        with(r#"[{"belowPercent": 99, "creditPercent": 10}, {"belowPercent": 99, "creditPercent": 30}]"#),
        ["conflict sla.credits[1].belowPercent"]
    );
    // What could not be read contradicts nothing.
    assert_eq!(
        with(r#"[{"belowPercent": "99", "creditPercent": 10}, {"belowPercent": 98, "creditPercent": 5}]"#),
        ["invalid-type sla.credits[0].belowPercent"]
    );
    assert_eq!(
        rejected(r#""availabilityPercent": 99.9"#, r#""availabilityPercent": "99.9""#),
        ["invalid-type sla.availabilityPercent"]
    );
    assert_eq!(
        rejected(r#""freeWithinHours": 120"#, r#""freeWithinHours": "120""#),
        ["invalid-type refunds.month.freeWithinHours"]
    );
    assert_eq!(rejected(r#""freeWithinHours": 120, "#, ""), ["conflict refunds.month.freeUnits"]);
    assert_eq!(rejected(r#""freeUnits": 1"#, r#""freeUnits": 0"#), ["out-of-range refunds.month.freeUnits"]);
}

#[test]
fn what_is_said_of_mutants_is_true() {
    assert_mutants(GOOD, read);
    assert_mutants(&whole(), read);
}
