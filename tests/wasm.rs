//! The contract of the boundary under JavaScript, in a headless browser: `wasm-pack test --headless --chrome`.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::unwrap_used)] // a failed test is what it says

use gpu_cost::{
    Bills, Catalog, Chooser, Planner, at_peak, bounds, check_catalog, explain, gpus, models, online, plan,
    planning_bounds, read_model_config, read_trace, refund, rental_bounds, spot, uncertain, verify, version,
    visual_models,
};
use js_sys::{Array, Error, JSON, Object, Reflect, WebAssembly, eval};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const F: &str = include_str!("web/fixtures/f.json");

const REQUEST: &str = r#"{
    "today": "2026-11-30",
    "workload": {"fineTuning": {"model": {"bySize": {"parameters": 7e9}}, "method": {"lora": {"rank": 16}},
                                "tokens": 2e7}},
    "demand": {"schedule": {"hoursPerDay": 4, "days": 3}},
    "budget": {"amount": 500, "per": "job"}, "diskGib": 100
}"#;

fn catalog() -> Catalog {
    Catalog::new(&F.into()).unwrap()
}

/// What is at a path such as `best.lines.0.amount`.
#[track_caller]
fn at(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, key| Reflect::get(&value, &key.into()).unwrap())
}

fn json(value: &JsValue) -> String {
    JSON::stringify(value).unwrap().into()
}

/// The request with the value of a JavaScript expression at a path.
fn request_with(path: &str, expression: &str) -> JsValue {
    let request = JSON::parse(REQUEST).unwrap();
    let (parent, key) =
        path.rsplit_once('.').map_or((request.clone(), path), |(parent, key)| (at(&request, parent), key));
    Reflect::set(&parent, &key.into(), &eval(expression).unwrap()).unwrap();
    request
}

/// Checks that an error is one of ours and returns the paths of its issues.
#[track_caller]
fn issue_paths(thrown: &JsValue, code: &str) -> Vec<String> {
    let error: &Error = thrown.dyn_ref().unwrap();
    assert_eq!(String::from(error.name()), "GpuCostError");
    assert_eq!(at(thrown, "code"), code);
    let issues: Array = at(thrown, "issues").unchecked_into();
    assert!(0 < issues.length());
    assert!(String::from(error.message()).contains(&at(&issues.get(0), "expected").as_string().unwrap()));
    issues.iter().map(|issue| at(&issue, "path").as_string().unwrap()).collect()
}

#[wasm_bindgen_test]
fn an_answer_is_a_plain_object() {
    let answer = catalog().compare(&REQUEST.into()).unwrap();
    assert_eq!(Object::get_prototype_of(&answer), Object::get_prototype_of(&Object::new()));
    assert_eq!(at(&answer, "currency"), "CNY");
    assert_eq!(at(&answer, "best.gpuId"), "nvidia-rtx-4090-24gb");
    assert_eq!(at(&answer, "best.total"), "16.36");
    assert_eq!(at(&answer, "best.lines.0.amount"), "14.88");
    assert_eq!(at(&answer, "best.lines.0.details.seconds"), 43_200.0);
    assert_eq!(at(&answer, "best.budget.within.left"), "483.64");
    assert_eq!(at(&answer, "requirement.settings.tokens"), 20_000_000.0);
    assert_eq!(at(&answer, "requirement.settings.optimizer"), "adamW");
    assert!(Array::is_array(&at(&answer, "runnerUps")));
    // What is absent is not there at all, so that a copy through JSON is the same.
    let best: Object = at(&answer, "best").unchecked_into();
    assert!(!Object::keys(&best).includes(&"perMonth".into(), 0));
    assert_eq!(json(&JSON::parse(&json(&answer)).unwrap()), json(&answer));
    assert!(!json(&answer).contains("null"));
}

/// 3e19 operations at 35 % of 160 TFLOPS.
#[wasm_bindgen_test]
fn a_rule_that_names_a_speed_becomes_a_time() {
    let told = at_peak(3e19, 160.0);
    assert_eq!(at(&told, "mfu.likely"), 0.35);
    assert_eq!(at(&told, "time.likely"), 535_715.0);
    for odd in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
        assert!(at(&at_peak(odd, odd), "time.high").as_f64().is_some());
    }
}

#[wasm_bindgen_test]
fn a_request_may_be_an_object_or_a_text() {
    let catalog = catalog();
    let object = JSON::parse(REQUEST).unwrap();
    assert_eq!(json(&catalog.compare(&object).unwrap()), json(&catalog.compare(&REQUEST.into()).unwrap()));
    let absent = request_with("budget", "undefined");
    assert_eq!(at(&catalog.compare(&absent).unwrap(), "best.budget"), JsValue::UNDEFINED);
}

#[wasm_bindgen_test]
fn a_bad_request_is_an_error_with_every_issue() {
    let request = request_with("workload.fineTuning.tokens", "-1");
    Reflect::set(&request, &"diskGiB".into(), &1.into()).unwrap();
    let thrown = catalog().compare(&request).unwrap_err();
    assert_eq!(issue_paths(&thrown, "request"), ["workload.fineTuning.tokens", "diskGiB"]);
    assert_eq!(at(&thrown, "issues.0.line"), JsValue::UNDEFINED);
    assert_eq!(at(&thrown, "issues.1.suggestion"), "diskGib");

    let thrown = catalog().compare(&json(&request).into()).unwrap_err();
    assert_eq!(at(&thrown, "issues.0.line"), 1.0);
    let thrown = catalog().compare(&"{".into()).unwrap_err();
    assert_eq!(at(&thrown, "issues.0.code"), "syntax");
}

#[wasm_bindgen_test]
fn odd_numbers_are_refused_where_they_stand() {
    let path = "workload.fineTuning.tokens";
    for odd in [
        "NaN",
        "Infinity",
        "-Infinity",
        "null",
        "-1",
        "0",
        "1e300",
        "1.5",
        "'20000000'",
        "''",
        "true",
        "[]",
        "{}",
        "[2e7]",
        "new Number(NaN)",
        "new Date(0)",
        "undefined",
        "() => 1",
        "Symbol()",
    ] {
        let thrown = catalog().compare(&request_with(path, odd)).unwrap_err();
        assert_eq!(issue_paths(&thrown, "request"), [path], "{odd}");
    }
    assert!(catalog().compare(&request_with(path, "new Number(2e7)")).is_ok());
}

#[wasm_bindgen_test]
fn what_is_no_request_is_refused() {
    for odd in [
        "undefined",
        "null",
        "1",
        "NaN",
        "true",
        "''",
        "'{}'",
        "[]",
        "({})",
        "() => 1",
        "Symbol()",
        "10n",
        "({today: 10n})",
        "const circle = {}; circle.self = circle; circle",
        "({toJSON() { throw new Error('no') }})",
        "document.body",
        "({get today() { throw new Error('no') }})",
        "'\\ud800'",
        "({today: '\\ud800'})",
    ] {
        let thrown = catalog().compare(&eval(odd).unwrap()).unwrap_err();
        issue_paths(&thrown, "request");
    }
}

#[wasm_bindgen_test]
fn a_bad_catalog_is_an_error_with_every_issue() {
    let broken =
        F.replace("1.24", "\"1.24\"").replace("\"label\"", "\"lable\"").replace("\"price\": 690", "\"price\": 0");
    let thrown = Catalog::new(&broken.as_str().into()).unwrap_err();
    let paths = issue_paths(&thrown, "catalog");
    assert!(paths.contains(&"offers[0].billing.onDemand.price".to_owned()), "{paths:?}");
    assert!(paths.contains(&"offers[0].billing.month.price".to_owned()), "{paths:?}");
    let check = |text: &str, today: &str| {
        let today = if today.is_empty() { JsValue::UNDEFINED } else { today.into() };
        check_catalog(&text.into(), &today).unwrap()
    };
    let issues = check(&broken, "");
    assert_eq!(json(&issues), json(&at(&thrown, "issues")));
    assert!(1.0 < at(&issues, "0.line").as_f64().unwrap());
    assert_eq!(json(&check(F, "")), "[]");
    assert_eq!(json(&check(F, "2036-01-01")), "[]");
    assert_eq!(at(&check(F, "2016-01-01"), "0.path"), JsValue::from("asOf"));
    issue_paths(&check_catalog(&F.into(), &"soon".into()).unwrap_err(), "request");
    // Rules of platforms, which the first module leaves alone.
    let rules = F.replacen(
        "\"id\"",
        "\"rules\": {\"noGpuHourly\": -1, \"refunds\": {\"month\": {\"keeps\": \"some\"}}}, \"id\"",
        1,
    );
    assert_eq!(json(&check(&rules, "")), json(&at(&Bills::new(&rules.as_str().into()).unwrap_err(), "issues")));
    assert!(1.0 < at(&check(&rules, ""), "length").as_f64().unwrap());

    for odd in ["undefined", "null", "1", "({})", "[]", "''", "10n", "Symbol()"] {
        let odd = eval(odd).unwrap();
        issue_paths(&Catalog::new(&odd).unwrap_err(), "catalog");
        assert!(0.0 < at(&check_catalog(&odd, &JsValue::UNDEFINED).unwrap(), "length").as_f64().unwrap());
    }
}

#[wasm_bindgen_test]
fn a_measured_card_has_a_verdict() {
    let reading = r#"{"compute": {"precision": "bf16", "value": 560, "unit": "tflops"}}"#;
    let text = format!(r#"{{"gpu": "nvidia-h100-sxm-80gb", "reading": {reading}}}"#);
    let found = verify(&text.as_str().into()).unwrap();
    assert_eq!(at(&found, "verdict"), "low");
    assert_eq!(at(&found, "expectation.reference"), 794.5);
    assert_eq!(at(&found, "causes.0.code"), "power-limit");
    assert_eq!(json(&JSON::parse(&json(&found)).unwrap()), json(&found));
    let object = JSON::parse(&text).unwrap();
    assert_eq!(json(&verify(&object).unwrap()), json(&found));

    // An A100 has no FP8.
    let unknown = text.replace("h100-sxm", "a100-sxm").replace("bf16", "fp8");
    assert_eq!(verify(&unknown.as_str().into()).unwrap(), JsValue::UNDEFINED);

    let wrong = text.replace("560", "99999");
    let thrown = verify(&wrong.as_str().into()).unwrap_err();
    assert_eq!(issue_paths(&thrown, "request"), ["reading.compute.value"]);
    assert_eq!(at(&thrown, "issues.0.code"), "conflict");
    for odd in ["undefined", "null", "({})", "({gpu: 1})", "10n", "'{'"] {
        issue_paths(&verify(&eval(odd).unwrap()).unwrap_err(), "request");
    }
}

#[wasm_bindgen_test]
fn hostile_texts_pass_as_texts() {
    let hostile = "<img src=x onerror=alert(1)>\u{202e}\u{0}\u{1F4A5}";
    let quoted = json(&hostile.into());
    let text = F.replacen("\"name\": \"F\"", &format!("\"name\": {quoted}"), 1);
    let answer = Catalog::new(&text.as_str().into()).unwrap().compare(&REQUEST.into()).unwrap();
    assert_eq!(at(&answer, "best.platform"), hostile);
    let text = F.replacen("\"platforms\"", "\"__proto__\": {\"polluted\": 1}, \"platforms\"", 1);
    assert_eq!(issue_paths(&Catalog::new(&text.as_str().into()).unwrap_err(), "catalog"), ["__proto__"]);
    let script = F.replacen("\"title\"", "\"url\": \"javascript:alert(1)\", \"title\"", 1);
    assert_eq!(issue_paths(&Catalog::new(&script.as_str().into()).unwrap_err(), "catalog"), ["sources.f.url"]);
}

#[wasm_bindgen_test]
fn a_thousand_calls_need_no_more_memory() {
    let memory = || wasm_bindgen::memory().unchecked_into::<WebAssembly::Memory>().buffer();
    let size = || at(&memory(), "byteLength").as_f64().unwrap();
    let bad = request_with("workload.fineTuning.tokens", "-1");
    let call = || {
        let catalog = catalog();
        catalog.compare(&REQUEST.into()).unwrap();
        catalog.compare(&bad).unwrap_err();
        Catalog::new(&"[".into()).unwrap_err();
    };
    (0..50).for_each(|_| call());
    let before = size();
    (0..1_000).for_each(|_| call());
    assert_eq!(size(), before);
}

#[wasm_bindgen_test]
fn facts_are_lists_of_plain_objects() {
    let models = models();
    let llama = models.unchecked_ref::<Array>().iter().find(|model| at(model, "id") == "llama-2-7b").unwrap();
    assert_eq!(at(&llama, "parameters"), 6_738_415_616.0);
    assert_eq!(at(&llama, "maxContext"), 4_096.0);
    let visual = visual_models();
    let sdxl = visual.unchecked_ref::<Array>().iter().find(|model| at(model, "id") == "sdxl").unwrap();
    assert_eq!(at(&sdxl, "width"), 1_024.0);
    assert_eq!(at(&sdxl, "steps"), 50.0);
    let gpus = gpus();
    let card = gpus.unchecked_ref::<Array>().iter().find(|gpu| at(gpu, "id") == "nvidia-rtx-4090-24gb").unwrap();
    assert_eq!(at(&card, "vendor"), "NVIDIA");
    assert_eq!(at(&card, "class"), "consumer");
    assert_eq!(at(&card, "memoryBytes"), 25_769_803_776.0);
    let bounds = bounds();
    let days = bounds.unchecked_ref::<Array>().iter().find(|bound| at(bound, "field") == "days").unwrap();
    assert_eq!(json(&days), r#"{"field":"days","min":1,"max":3660,"whole":true}"#);
    assert_eq!(version(), env!("CARGO_PKG_VERSION"));
    let info = catalog().info();
    assert_eq!(at(&info, "currency"), "CNY");
    assert_eq!(at(&info, "asOf"), "2026-11-30");
    assert_eq!(at(&info, "monthHours"), 730.0);
    assert_eq!(at(&info, "platforms"), 1.0);
    assert_eq!(at(&info, "gpus.length"), at(&info, "offers"));
}

#[wasm_bindgen_test]
fn a_slow_card_delays_the_job() {
    let text = format!(r#"{{"gpu": "nvidia-h100-sxm-80gb", "slowdown": 1.42, "job": {REQUEST}}}"#);
    let catalog = catalog();
    let found = catalog.delay(&text.as_str().into()).unwrap();
    assert!(0.0 < at(&found, "extraCost").as_string().unwrap().parse().unwrap());
    assert_eq!(json(&catalog.delay(&JSON::parse(&text).unwrap()).unwrap()), json(&found));
    let other = text.replace("h100-sxm-80gb", "t4-16gb");
    assert_eq!(catalog.delay(&other.as_str().into()).unwrap(), JsValue::UNDEFINED);
    let thrown = catalog.delay(&text.replace("1.42", "0").as_str().into()).unwrap_err();
    assert_eq!(issue_paths(&thrown, "request"), ["slowdown"]);
}

/// Llama 3.2 1B: 1,235,814,400 parameters, as its publisher's file holds.
#[wasm_bindgen_test]
fn a_configuration_becomes_a_model_of_a_request() {
    let config = r#"{"model_type": "llama", "hidden_size": 2048, "intermediate_size": 8192, "num_hidden_layers": 16,
        "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128256, "tie_word_embeddings": true}"#;
    let facts = read_model_config(&config.into()).unwrap();
    assert_eq!(at(&facts, "parameters"), 1_235_814_400.0);
    let code = at(&facts, "code").as_string().unwrap();
    let request =
        REQUEST.replace(r#"{"bySize": {"parameters": 7e9}}"#, &format!(r#"{{"config": {{"code": "{code}"}}}}"#));
    let answer = catalog().compare(&request.as_str().into()).unwrap();
    assert_eq!(at(&answer, "requirement.parameters"), 1_235_814_400.0);
    let wrong = request.replace(&code, "1.2.3");
    let thrown = catalog().compare(&wrong.as_str().into()).unwrap_err();
    assert_eq!(issue_paths(&thrown, "request"), ["workload.fineTuning.model.config.code"]);
    let thrown = read_model_config(&config.replace("llama", "llamma").as_str().into()).unwrap_err();
    assert_eq!(issue_paths(&thrown, "config"), ["model_type"]);
    for odd in ["undefined", "7", "''", "'{'"] {
        issue_paths(&read_model_config(&eval(odd).unwrap()).unwrap_err(), "config");
    }
}

/// Twelve hours of the RTX 4090 of fixture F on two cards, as its catalog sells it.
fn demand_text() -> String {
    let pattern = r#"{"daily": {"hours": 4, "cards": 2}}"#;
    format!(r#"{{"phases": {{"phases": [{{"length": {{"days": 3}}, "pattern": {pattern}}}]}}}}"#)
}

fn plan_text() -> String {
    let (offer, demand) = (catalog().billing("f-4090").unwrap(), demand_text());
    format!(r#"{{"start": "2026-11-30", "demand": {demand}, "offers": [{offer}]}}"#)
}

#[wasm_bindgen_test]
fn a_plan_over_time_is_a_plain_object() {
    let text = plan_text();
    let outcome = plan(&text.as_str().into()).unwrap();
    assert_eq!(Object::get_prototype_of(&outcome), Object::get_prototype_of(&Object::new()));
    assert_eq!((at(&outcome, "total"), at(&outcome, "lowerBound")), ("29.76".into(), "29.76".into()));
    assert_eq!((at(&outcome, "gapPercent"), at(&outcome, "verified")), (0.0.into(), true.into()));
    assert_eq!(at(&outcome, "bought.0.way.mode"), "onDemand");
    assert_eq!(at(&outcome, "nextBest.gap"), "132.24"); // six days of 27 less 29.76
    assert_eq!(json(&plan(&JSON::parse(&text).unwrap()).unwrap()), json(&outcome));
    let mut planner = Planner::new(&text.as_str().into()).unwrap();
    while planner.advance(20).unwrap() < 1.0 {}
    assert_eq!(json(&planner.finish()), json(&outcome));
    assert_eq!(Planner::new(&text.as_str().into()).unwrap().finish(), JsValue::UNDEFINED);
    assert_eq!(catalog().billing("none"), None);
}

#[wasm_bindgen_test]
fn wrong_plans_are_errors() {
    let text = plan_text().replace(r#""hours": 4"#, r#""hours": 40"#).replace("2026-11-30", "soon");
    let paths = ["start", "demand.phases.phases[0].pattern.daily.hours"];
    assert_eq!(issue_paths(&plan(&text.as_str().into()).unwrap_err(), "request"), paths);
    for odd in ["undefined", "7", "''", "({})", "[]", "1n", "(() => 1)"] {
        let odd = eval(odd).unwrap();
        for thrown in [plan(&odd), uncertain(&odd), spot(&odd), refund(&odd), explain(&odd), online(&odd)] {
            issue_paths(&thrown.unwrap_err(), "request");
        }
        issue_paths(&read_trace(&odd, 60.0).unwrap_err(), "trace");
    }
    let length = read_trace(&"gpus\n1\nx".into(), f64::NAN).unwrap_err();
    assert_eq!(issue_paths(&length, "trace"), ["slotMinutes"]);
    let thrown = read_trace(&"gpus\n1\nx".into(), 60.0).unwrap_err();
    assert_eq!(issue_paths(&thrown, "trace"), ["gpus"]);
    assert_eq!(at(&thrown, "issues.0.line"), 3.0);
}

#[wasm_bindgen_test]
fn the_family_of_a_plan_answers() {
    assert_eq!(at(&read_trace(&"slot,gpus\n0,2\n1,3\n".into(), 60.0).unwrap(), "peak"), 3.0);
    let hours = planning_bounds();
    let hours = hours.unchecked_ref::<Array>().iter().find(|bound| at(bound, "field") == "hours").unwrap();
    assert_eq!(at(&hours, "max"), 24.0);
    let found = refund(&r#"{"price": 690, "termHours": 730, "usedHours": 240, "refundPercent": 150}"#.into()).unwrap();
    assert_eq!(at(&found, "charged"), "340.27");
    let risk = r#"{"workHours": 12, "checkpointMinutes": 3, "betweenHours": 24, "restartMinutes": 6}"#;
    let found = spot(&format!(r#"{{"risk": {risk}, "spot": 0.68, "onDemand": 1.24}}"#).into()).unwrap();
    assert_eq!((at(&found, "onDemandCost"), at(&found, "deadline")), ("14.88".into(), JsValue::UNDEFINED));
    let offer = catalog().billing("f-4090").unwrap();
    let request = format!(r#"{{"start": "2026-11-30", "offer": {offer}, "days": 3, "resumable": false}}"#);
    let found = explain(&request.as_str().into()).unwrap();
    assert_eq!((at(&found, "points.3.best"), at(&found, "changes.1.hours")), ("14.88".into(), 22.0.into()));
    let found = online(&format!(r#"{{"offer": {offer}}}"#).into()).unwrap();
    assert_eq!((at(&found, "rules.0.way.mode"), at(&found, "rules.0.afterHours")), ("day".into(), 21.0.into()));
    let rented = request.replace(offer.as_str(), r#"{"terms": [{"package": {"length": {"hours": 6}, "price": 3}}]}"#);
    assert_eq!(at(&explain(&rented.into()).unwrap(), "modes.0.mode"), "term");
    let scenarios = format!(r#"[{{"weight": 1, "demand": {}}}]"#, demand_text());
    let request = format!(r#"{{"start": "2026-11-30", "scenarios": {scenarios}, "offers": [{offer}]}}"#);
    assert_eq!(at(&uncertain(&request.into()).unwrap(), "mean"), "29.76");
}

const RENTAL: &str = r#"{"offer": "f-4090", "units": 1, "payment": "onDemand", "diskGib": 100,
    "runs": [{"start": "2026-11-27T14:00+08:00", "end": "2026-11-27T18:00+08:00"}],
    "leftRunning": {"from": "2026-11-27T18:00+08:00", "until": "2026-11-30T09:00+08:00"}, "received": {"rent": 5}}"#;

/// 63 h more at 1.24, and disk for them: 50 GiB at 0.30 a month.
#[wasm_bindgen_test]
fn a_weekend_left_running_is_priced() {
    let bills = Bills::new(&F.into()).unwrap();
    let bill = bills.settle(&JSON::parse(RENTAL).unwrap()).unwrap();
    assert_eq!(at(&bill, "lines.0.kind"), "rent");
    assert_eq!(at(&bill, "total"), "5.04");
    assert_eq!(at(&bill, "leftRunning.lines.0.amount"), "83.08");
    assert_eq!(at(&bill, "leftRunning.difference"), "79.42");
    assert_eq!(at(&bill, "differences.0.expected"), "4.96");
    assert!(!json(&bill).contains("null"));
    let table = bills.focus(&RENTAL.into()).unwrap().as_string().unwrap();
    assert!(table.starts_with("BilledCost,") && table.lines().count() == 3, "{table}");
}

#[wasm_bindgen_test]
fn owning_and_promises_are_answered_or_refused() {
    let bills = Bills::new(&F.into()).unwrap();
    let own = r#"{"offer": "f-4090", "units": 1, "hoursPerDay": 2, "daysPerMonth": 30, "purchase": 16000, "years": 3,
        "resalePercent": 35, "powerKw": 0.45, "electricity": 0.6}"#;
    let found = bills.own(&own.into()).unwrap();
    assert!((at(&found, "breakEvenHours").as_f64().unwrap() - 297.8).abs() < 0.1);
    assert_eq!(at(&found, "ignored.0"), "cooling");
    let sla = bills.sla(&r#"{"offer": "f-4090", "rent": 690, "cases": [], "lostHours": 10}"#.into()).unwrap();
    assert_eq!((at(&sla, "lostRun"), at(&sla, "availabilityPercent")), ("12.40".into(), JsValue::UNDEFINED));
    let thrown = bills.own(&own.replace("16000", "\"16000\"").into()).unwrap_err();
    assert_eq!(issue_paths(&thrown, "request"), ["purchase"]);
    let thrown = Bills::new(&F.replace("1.24", "-1").into()).unwrap_err();
    assert_eq!(issue_paths(&thrown, "catalog"), ["offers[0].billing.onDemand.price"]);
    let limits: Array = rental_bounds().unchecked_into();
    assert!(20 < limits.length());
}

/// Two cards for 12 h at 1.24 instead of one.
#[wasm_bindgen_test]
fn advice_is_held_against_the_numbers() {
    let chooser = Chooser::new(&F.into()).unwrap();
    let request = format!(r#"{{"leastGpus": 2, "job": {REQUEST}}}"#);
    let found = chooser.advise(&JSON::parse(&request).unwrap()).unwrap();
    assert_eq!((at(&found, "verdict"), at(&found, "difference")), ("overruled".into(), "14.88".into()));
    let found = chooser.platforms(&format!(r#"{{"order": ["cost"], "job": {REQUEST}}}"#).into()).unwrap();
    assert_eq!((at(&found, "platforms.0.id"), at(&found, "platforms.0.plan.total")), ("f".into(), "16.36".into()));
    assert_eq!((at(&chooser.facts(), "0.mostGpus"), at(&chooser.facts(), "0.service")), (8.into(), JsValue::UNDEFINED));
    let thrown = chooser.advise(&request.replace("\"leastGpus\": 2", "\"kinds\": [\"bank\"]").into()).unwrap_err();
    assert_eq!(issue_paths(&thrown, "request"), ["kinds[0]"]);
}
