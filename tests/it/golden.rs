//! Scenarios: a catalog and a request, or one of [`QUESTIONS`] instead, and what the answer must be, with the source of the
//! expectation.
//!
//! `expect` maps a path in the answer to a value: text, number, or a range `{"from": …, "to": …}`,
//! or `null` for a part that must be absent. A path step is a key, `[index]`, or `[key=value]`.

use serde_json::Value;

use crate::{read, root};

#[test]
fn every_scenario_holds() {
    let mut names: Vec<_> = std::fs::read_dir(root().join("tests/golden"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.ends_with(".json"))
        .collect();
    names.sort();
    assert!(50 <= names.len(), "{names:?}");
    let wrong: Vec<String> = names.iter().flat_map(|name| differences(name)).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

fn differences(name: &str) -> Vec<String> {
    let scenario: Value = serde_json::from_str(&read(&format!("tests/golden/{name}"))).unwrap();
    assert!(scenario["source"].is_string(), "{name} names no source");
    let answer = answer(&scenario);
    if std::env::var_os("SHOW").is_some() {
        println!("{name}: {answer:#}");
    }
    let expected = scenario["expect"].as_object().unwrap();
    assert!(!expected.is_empty(), "{name} expects nothing");
    expected
        .iter()
        .filter(|(path, expected)| !holds(at(&answer, path), expected))
        .map(|(path, expected)| format!("{name}: {path} is {}, expected {expected}", at(&answer, path)))
        .collect()
}

/// The answer to a scenario, as JavaScript sees it.
fn answer(scenario: &Value) -> Value {
    let catalog = || {
        let catalog = read(scenario["catalog"].as_str().unwrap());
        match scenario["offers"].as_array() {
            Some(offers) => keep(&catalog, offers),
            None => catalog,
        }
    };
    let asked = QUESTIONS.iter().find(|(name, _)| scenario[name].is_object());
    match asked {
        Some((name, Question::Alone(ask))) => ask(&scenario[name]),
        Some((name, Question::OfCatalog(ask))) => ask(&catalog(), &scenario[name]),
        None => crate::compare(&catalog(), &scenario["request"]),
    }
}

/// What answers a question.
enum Question {
    Alone(fn(&Value) -> Value),
    OfCatalog(fn(&str, &Value) -> Value),
}

/// What a scenario may ask besides which plan is best, by the key of the question.
const QUESTIONS: &[(&str, Question)] = &[
    ("estimate", Question::Alone(crate::estimate)),
    ("plan", Question::Alone(crate::plan)),
    ("spot", Question::Alone(crate::spot)),
    ("verify", Question::Alone(crate::verify)),
    ("settle", Question::OfCatalog(crate::settle)),
    ("own", Question::OfCatalog(crate::own)),
    ("sla", Question::OfCatalog(crate::sla)),
    ("advise", Question::OfCatalog(crate::advise)),
    ("platforms", Question::OfCatalog(crate::platforms)),
    ("facts", Question::OfCatalog(crate::platform_facts)),
];

/// The catalog with some of its offers only.
fn keep(catalog: &str, offers: &[Value]) -> String {
    let mut catalog: Value = serde_json::from_str(catalog).unwrap();
    let all = catalog["offers"].as_array_mut().unwrap();
    all.retain(|offer| offers.contains(&offer["id"]));
    assert_eq!(all.len(), offers.len(), "{offers:?}");
    catalog.to_string()
}

/// The part of an answer; `null` where there is none.
fn at<'a>(answer: &'a Value, path: &str) -> &'a Value {
    path.replace('[', ".[").split('.').filter(|step| !step.is_empty()).fold(answer, |value, step| {
        let Some(inner) = step.strip_prefix('[').and_then(|step| step.strip_suffix(']')) else {
            return value.get(step).unwrap_or(&Value::Null);
        };
        let list = value.as_array().map_or(&[][..], Vec::as_slice);
        let found = match inner.split_once('=') {
            Some((key, wanted)) => {
                list.iter().find(|item| item[key].as_str() == Some(wanted) || item[key] == number(wanted))
            }
            None => list.get(inner.parse::<usize>().unwrap()),
        };
        found.unwrap_or(&Value::Null)
    })
}

/// A whole number of the text of a path; no part of an answer is `null`.
fn number(text: &str) -> Value {
    text.parse::<u64>().map_or(Value::Null, Into::into)
}

/// Money is text, so that it is compared digit by digit; in a range it is read as a number.
fn holds(got: &Value, expected: &Value) -> bool {
    let Some(range) = expected.as_object() else {
        return got == expected || (got.is_number() && got.as_f64() == expected.as_f64());
    };
    let number = got.as_f64().or_else(|| got.as_str()?.parse().ok());
    let end = |key: &str| range[key].as_f64().unwrap();
    number.is_some_and(|number| end("from") <= number && number <= end("to"))
}
