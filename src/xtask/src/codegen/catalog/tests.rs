use boon::{Compiler, SchemaIndex, Schemas};
use gpu_cost::dto::catalog::{read, schema};
use serde_json::{Value, json};

use super::check_price;
use crate::process::root;

#[test]
fn prices_are_plain_decimals() {
    for text in ["1", "0.5", "1001.95", "0.000096774", "999999999999"] {
        assert!(check_price(text).is_ok(), "{text}");
    }
    for text in ["", "0", "0.0", "-1", "1e3", ".5", "5.", "01", "1,5", "0.1234567890", "1000000000000"] {
        assert!(check_price(text).is_err(), "{text}");
    }
}

fn file(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

/// The annotated example of the README, without its notes.
fn example() -> Value {
    let readme = file("README.md");
    let example = readme.split("```jsonc\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let text: Vec<&str> = example.lines().map(|line| line.split("  // ").next().unwrap()).collect();
    serde_json::from_str(&text.join("\n")).unwrap()
}

/// The schema that is generated, as a validator of another author reads it.
fn validator() -> (Schemas, SchemaIndex) {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.enable_format_assertions();
    compiler.add_resource("catalog", schema()).unwrap();
    let index = compiler.compile("catalog", &mut schemas).unwrap();
    (schemas, index)
}

#[test]
fn catalogs_and_examples_are_valid_by_the_schema() {
    let (schemas, index) = validator();
    let readme = file("README.md");
    let small = readme.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap().to_owned();
    let built_in = ["cny", "usd", "guide"].map(|name| file(&format!("www/catalogs/{name}.json")));
    for text in built_in.iter().chain([&small, &example().to_string()]) {
        let catalog = serde_json::from_str(text).unwrap();
        let found = schemas.validate(&catalog, index);
        assert!(found.is_ok(), "{:#}", found.unwrap_err());
        assert!(read(text).is_ok(), "{:#?}", read(text).err());
    }
}

#[test]
fn the_example_has_every_field() {
    let (schema, example) = (schema(), example().to_string());
    let types = schema["$defs"].as_object().unwrap().values().chain([&schema]);
    for field in types.filter_map(|of| of["properties"].as_object()).flat_map(|fields| fields.keys()) {
        assert!(example.contains(&format!("\"{field}\":")), "{field}");
    }
}

/// Where values in every place of the example are replaced or gone, the schema finds every error of form, and finds
/// none where the reader finds nothing.
#[test]
fn schema_and_reader_agree_on_form() {
    let (schemas, index) = validator();
    let example = example();
    let mut n_wrong = 0;
    for place in places(&example) {
        for value in
            [json!(null), json!(-1), json!(0), json!(0.5), json!(1e9), json!(""), json!({}), json!([]), json!(true)]
        {
            let mut mutant = example.clone();
            *mutant.pointer_mut(&place).unwrap() = value.clone();
            n_wrong += usize::from(agree(&schemas, index, &mutant, &format!("{place} = {value}")));
        }
        let mut mutant = example.clone();
        let (parent, key) = place.rsplit_once('/').unwrap();
        if let Some(object) = mutant.pointer_mut(parent).and_then(Value::as_object_mut) {
            object.remove(key);
            n_wrong += usize::from(agree(&schemas, index, &mutant, &format!("no {place}")));
        }
    }
    assert!(300 < n_wrong, "{n_wrong}");
}

/// Whether the schema finds an error, on which the reader must agree.
#[track_caller]
fn agree(schemas: &Schemas, index: SchemaIndex, catalog: &Value, what: &str) -> bool {
    // Errors of meaning, which a schema cannot state.
    const MEANING: [&str; 5] = ["ambiguous-name", "conflict", "duplicate", "part-of-gpu", "unknown-name"];
    let issues = read(&catalog.to_string()).err().unwrap_or_default();
    let of_form = issues.iter().any(|issue| !MEANING.contains(&issue.code));
    let is_valid = schemas.validate(catalog, index).is_ok();
    assert!(if is_valid { !of_form } else { !issues.is_empty() }, "{what}: {issues:#?}");
    !is_valid
}

/// Every place in a value but the whole.
fn places(value: &Value) -> Vec<String> {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(entries) => entries.iter().map(|(key, value)| (key.clone(), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    let inside = |(step, value): (String, &Value)| {
        let below = places(value).into_iter().map(|place| format!("/{step}{place}")).collect::<Vec<_>>();
        [vec![format!("/{step}")], below].concat()
    };
    children.into_iter().flat_map(inside).collect()
}
