use gpu_cost_core::catalog::Date;

use super::check;

/// A catalog whose last offer is this one.
fn catalog(offer: &str) -> String {
    format!(
        "{{\"schema\": \"gpu-cost-catalog/1\", \"currency\": \"CNY\", \"asOf\": \"2026-11-30\",\n\
         \"platforms\": [{{\"id\": \"p\", \"name\": \"P\"}}],\n\
         \"offers\": [{{\"id\": \"a\", \"platform\": \"p\", \"gpu\": \"4090\", \"billing\": {{\"day\": {{\"price\": 27}}}}}},\n\
         {offer}]}}"
    )
}

/// Checks on the last day of November; an error is `line:column code path: expected`.
#[track_caller]
fn assert_errors(text: &str, expected: &[&str]) {
    let found = check(text, Date::parse("2026-11-30").unwrap()).err().unwrap_or_default();
    let found: Vec<String> = found
        .iter()
        .map(|issue| {
            let (line, column) = (issue.line.unwrap_or_default(), issue.column.unwrap_or_default());
            format!("{line}:{column} {} {}: {}", issue.code, issue.path, issue.expected)
        })
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn what_hosts_get_wrong_is_found() {
    for (offer, expected) in [
        (r#"{"id": "b", "platform": "p", "gpu": "4090", "billing": {"day": {"price": 27}}}"#, None),
        (
            r#"{"id": "a", "platform": "p", "gpu": "4090", "billing": {"day": {"price": 27}}}"#,
            Some("4:8 duplicate offers[1].id: an id that no other offer has"),
        ),
        (
            r#"{"id": "b", "platform": "q", "gpu": "4090", "billing": {"day": {"price": 27}}}"#,
            Some("4:25 unknown-name offers[1].platform: the id of a known platform"),
        ),
        (
            r#"{"id": "b", "platform": "p", "gpu": "4090", "source": "s", "billing": {"day": {"price": 27}}}"#,
            Some("4:55 unknown-name offers[1].source: the id of a known source"),
        ),
        (
            r#"{"id": "b", "platform": "p", "gpu": "4090", "billing": {"day": {"price": 27, "currency": "USD"}}}"#,
            Some(r#"4:78 unknown-field offers[1].billing.day.currency: "price""#),
        ),
        (
            r#"{"id": "b", "platform": "p", "gpu": "4090", "billing": {"day": {"price": 27.0000000001}}}"#,
            Some("4:74 price offers[1].billing.day.price: at most 9 decimals"),
        ),
        (
            r#"{"id": "b", "platform": "p", "gpu": "4090", "billing": {"day": {"price": "¥27"}}}"#,
            Some("4:74 invalid-type offers[1].billing.day.price: a number such as 2.8"),
        ),
        (
            r#"{"id": "b", "platform": "p", "gpu": "4090", "asOf": "2026-12-01", "billing": {"day": {"price": 27}}}"#,
            Some(r#"4:53 date offers[1].asOf: a day not after "asOf" of the catalog"#),
        ),
        (
            r#"{"id": "b", "platform": "p", "gpu": "4090", "cardsPerUnit": 8, "billing": {"day": {"price": 27}}}"#,
            Some(r#"4:1 missing-field offers[1].unit: "node" or "board", for the price of which it is"#),
        ),
        (
            r#"{"id": "b", "platform": "p", "gpu": "8x H100 SXM", "billing": {"day": {"price": 27}}}"#,
            Some("4:1 conflict offers[1].cardsPerUnit: as many as the name of the GPU says"),
        ),
    ] {
        assert_errors(&catalog(offer), expected.as_slice());
    }
    let late = catalog(r#"{"id": "b", "platform": "p", "gpu": "4090", "billing": {"day": {"price": 27}}}"#);
    assert_errors(
        &late.replace(r#""asOf": "2026-11-30""#, r#""asOf": "2026-12-01""#),
        &["1:61 date asOf: a day that is not in the future"],
    );
}

/// Markup is a text like any other: it is kept, not read.
#[test]
fn markup_stays_text() {
    let name = r#"<img src=x onerror=alert(1)>"#;
    let offer = format!(
        r#"{{"id": "{name}", "platform": "p", "gpu": "4090", "label": "{name}", "billing": {{"day": {{"price": 27}}}}}}"#
    );
    let read = gpu_cost::dto::catalog::read(&catalog(&offer)).unwrap();
    assert_eq!((read.offers[1].id.as_str(), read.offers[1].label.as_str()), (name, name));
}

/// Each of many offers with as many errors as it has fields: all of them are listed, in the order of the text.
#[test]
fn hundreds_of_faults_are_listed_in_one_run() {
    let offer = r#"{"id": "a", "platform": "q", "gpu": "4o90", "cardsPerUnit": 8, "billing": {"day": {"price": -1}}}"#;
    let offers = vec![offer; 300].join(",\n");
    let found = check(&catalog(&offers), Date::parse("2026-11-30").unwrap()).unwrap_err();
    assert_eq!(found.len(), 5 * 300);
    assert!(found.is_sorted_by_key(|issue| (issue.line, issue.column)));
    assert_eq!((found[1_499].path.as_str(), found[1_499].line), ("offers[300].billing.day.price", Some(303)));
}
