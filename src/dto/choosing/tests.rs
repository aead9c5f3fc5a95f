use super::Chooser;
use crate::dto::testing::{assert_issues, assert_mutants};

const CATALOG: &str = include_str!("../../../tests/golden/catalogs/kinds.json");

const ADVICE: &str = r#"{"tiers": ["mainstream"], "modes": ["onDemand"], "kinds": ["specialist"], "delivery": ["public"], "leastGpus": 2,
  "job": {"today": "2026-11-30",
          "workload": {"fineTuning": {"model": {"bySize": {"parameters": 7e9}}, "method": {"lora": {"rank": 16}}, "tokens": 2e7}},
          "demand": {"schedule": {"hoursPerDay": 4, "days": 3}}}}"#;

fn chooser() -> Chooser {
    Chooser::new(CATALOG).unwrap()
}

fn choice() -> String {
    let (_, job) = ADVICE.split_once("\"job\"").unwrap();
    format!(r#"{{"order": ["reliability", "fit", "cost"], "job"{job}"#)
}

/// Two cards for 12 h at 1.24 are 29.76, one 14.88.
#[test]
fn all_of_the_advice_must_be_followed() {
    let found = chooser().advise(ADVICE).unwrap();
    let (best, advised) = (found.best.unwrap(), found.advised.unwrap());
    assert_eq!((best.total.as_str(), advised.total.as_str(), advised.gpus), ("14.88", "29.76", 2));
    assert_eq!((found.difference.as_deref(), found.times), (Some("14.88"), Some(2.0)));
    for (old, new) in [("mainstream", "entry"), ("specialist", "carrier"), ("public", "private"), ("2,", "9,")] {
        let found = chooser().advise(&ADVICE.replacen(old, new, 1)).unwrap();
        assert!(found.advised.is_none(), "{new}");
        assert_eq!(found.best.unwrap().total, "14.88");
    }
}

/// No delivery is stated by any of four platforms, so nothing tells that it is not on offer.
#[test]
fn what_platforms_do_not_state_is_not_what_they_do_not_offer() {
    let silent = |text: &str, catalog: &str| Chooser::new(catalog).unwrap().advise(text).unwrap().silent;
    let private = ADVICE.replace("\"public\"", "\"private\"");
    assert_eq!(silent(&private.replace("specialist", "publicCloud"), CATALOG), Some(0));
    let ways = [
        r#""delivery": ["dedicated"],"#,
        r#""delivery": ["public", "dedicated", "private"],"#,
        r#""delivery": ["public"],"#,
    ];
    let unstated = ways.iter().fold(CATALOG.to_owned(), |catalog, way| catalog.replace(way, ""));
    assert_eq!(silent(&private, &unstated), Some(4));
    assert_eq!(silent(ADVICE, CATALOG), None);
}

#[test]
fn what_is_wrong_is_listed() {
    let check = |text: &str, expected: &[&str]| {
        assert_issues(&chooser().advise(text).err().unwrap_or_default(), text, expected);
    };
    check(
        &ADVICE.replace("onDemand", "byTheHour").replace("\"days\": 3", "\"days\": 0"),
        &[
            r#"1:37 unknown-variant modes[0]: one of "onDemand", "spot", "day", "week", "month", "year", "twoYears", "threeYears", "mixed", got "byTheHour""#,
            "4:61 out-of-range job.demand.schedule.days: a whole number from 1 to 3660, got 0",
        ],
    );
    let wrong = CATALOG.replace("\"publicCenter\"", "\"center\"");
    let issues = Chooser::new(&wrong).err().unwrap_or_default();
    assert_eq!(issues.iter().map(|issue| issue.path.as_str()).collect::<Vec<_>>(), ["platforms[0].service.kind"]);
}

#[test]
fn mutants_are_refused_with_reasons_or_answered() {
    let chooser = chooser();
    assert_mutants(ADVICE, |text| chooser.advise(text));
    assert_mutants(&choice(), |text| chooser.platforms(text));
}
