//! What must hold whatever the numbers are.

use serde_json::{Value, json};

use crate::{compare, read};

const CATALOGS: [&str; 3] = ["tests/web/fixtures/f.json", "www/catalogs/cny.json", "www/catalogs/usd.json"];

fn answers(requests: &[Value], mut check: impl FnMut(&Value, &Value)) {
    for catalog in CATALOGS {
        let text = read(catalog);
        let answers: Vec<Value> = requests.iter().map(|request| compare(&text, request)).collect();
        for pair in answers.windows(2) {
            check(&pair[0], &pair[1]);
        }
    }
}

fn fine_tuning(parameters: f64, method: &Value, tokens: f64) -> Value {
    json!({
        "today": "2026-11-30",
        "workload": {"fineTuning": {"model": {"bySize": {"parameters": parameters}}, "method": method, "tokens": tokens}},
        "demand": {"untilDone": {}},
        "diskGib": 100,
    })
}

fn total(answer: &Value) -> f64 {
    answer["best"]["total"].as_str().map_or(f64::INFINITY, |text| text.parse().unwrap())
}

#[test]
fn a_larger_model_is_not_cheaper() {
    for method in [json!({"lora": {"rank": 16}}), json!({"qlora": {"rank": 16}}), json!({"full": {}})] {
        let sizes = [1e8, 5e8, 1e9, 3e9, 7e9, 13e9, 34e9, 70e9, 180e9];
        let requests: Vec<_> = sizes.iter().map(|size| fine_tuning(*size, &method, 2e7)).collect();
        answers(&requests, |smaller, larger| assert!(total(smaller) <= total(larger), "{method}"));
    }
}

#[test]
fn more_tokens_are_not_cheaper() {
    let requests: Vec<_> = [1e5, 1e6, 1e7, 1e8, 1e9, 1e10]
        .iter()
        .map(|tokens| fine_tuning(7e9, &json!({"lora": {"rank": 16}}), *tokens))
        .collect();
    answers(&requests, |shorter, longer| assert!(total(shorter) <= total(longer)));
}

#[test]
fn more_of_images_and_videos_is_not_cheaper() {
    for (id, field, values) in [
        ("sdxl", "items", [1, 100, 10_000]),
        ("sdxl", "steps", [1, 30, 100]),
        ("flux.1-dev", "width", [512, 1_024, 2_048]),
        ("wan2.1-t2v-1.3b", "frames", [1, 41, 81]),
        ("qwen-image", "guidance", [1, 2, 4]),
    ] {
        let requests = values.map(|value| {
            let mut work = json!({"model": {"builtIn": {"id": id}}, "items": 50});
            work[field] = json!(value);
            json!({"today": "2026-11-30", "workload": {"generation": work}, "demand": {"untilDone": {}}})
        });
        answers(&requests, |fewer, more| assert!(total(fewer) <= total(more), "{id} {field}"));
    }
}

#[test]
fn more_hours_of_a_day_are_not_cheaper() {
    let requests: Vec<_> = (1..=24)
        .map(|hours| {
            let mut request = fine_tuning(7e9, &json!({"lora": {"rank": 16}}), 1e5);
            request["demand"] = json!({"schedule": {"hoursPerDay": hours, "days": 30}});
            request
        })
        .collect();
    answers(&requests, |shorter, longer| assert!(total(shorter) <= total(longer)));
}

#[test]
fn a_larger_budget_is_not_worse() {
    let requests: Vec<_> = [0.01, 1.0, 10.0, 20.0, 50.0, 100.0, 1e3, 1e4, 1e5]
        .iter()
        .map(|amount| {
            let mut request = fine_tuning(7e9, &json!({"lora": {"rank": 16}}), 2e8);
            request["budget"] = json!({"amount": amount, "per": "job"});
            request
        })
        .collect();
    let within = |answer: &Value| answer["best"]["budget"]["within"].is_object();
    answers(&requests, |tighter, looser| {
        assert!(within(looser) || !within(tighter));
        if within(tighter) {
            assert!(total(looser) <= total(tighter));
        }
    });
}

#[test]
fn more_users_need_no_less_memory_and_money() {
    let requests: Vec<_> = [1, 2, 5, 10, 20, 40, 60, 100, 200]
        .iter()
        .map(|users| {
            json!({
                "today": "2026-11-30",
                "workload": {"inference": {"model": {"builtIn": {"id": "llama-2-7b"}}, "users": users, "promptTokens": 3584, "answerTokens": 512}},
                "demand": {"schedule": {"hoursPerDay": 24, "days": 30}},
            })
        })
        .collect();
    answers(&requests, |fewer, more| assert!(total(fewer) <= total(more)));
}

#[test]
fn more_frames_longer_frames_and_larger_scenes_are_not_cheaper() {
    let render = |frames: u32, minutes: f64, gib: u32| {
        json!({
            "today": "2026-11-30",
            "workload": {"rendering": {
                "frames": frames, "minutesPerFrame": minutes, "referenceGpu": "RTX 4090", "memoryGib": gib,
            }},
            "demand": {"untilDone": {}},
        })
    };
    let more: Vec<_> = [1, 2, 7, 240, 10_000].iter().map(|frames| render(*frames, 6.0, 12)).collect();
    let longer: Vec<_> = [0.01, 0.1, 1.0, 6.0, 60.0].iter().map(|minutes| render(240, *minutes, 12)).collect();
    let larger: Vec<_> = [1, 12, 24, 40, 80, 4_096].iter().map(|gib| render(240, 6.0, *gib)).collect();
    for requests in [more, longer, larger] {
        answers(&requests, |less, more| assert!(total(less) <= total(more)));
    }
}

/// The total is the sum of the visible lines, to the cent, for every plan that is shown.
#[test]
fn lines_add_up() {
    let cents = |text: &Value| -> i64 {
        let text = text.as_str().unwrap();
        let (whole, fraction) = text.split_once('.').unwrap();
        assert_eq!(fraction.len(), 2, "{text}");
        format!("{whole}{fraction}").parse().unwrap()
    };
    let mut shown = 0;
    for catalog in CATALOGS {
        let text = read(catalog);
        for (hours, days) in [(0.37, 3), (4.0, 3), (7.3, 45), (24.0, 400)] {
            let mut request = fine_tuning(7e9, &json!({"lora": {"rank": 16}}), 2e7);
            request["demand"] = json!({"schedule": {"hoursPerDay": hours, "days": days}});
            request["egressGib"] = json!(17);
            request["resumable"] = json!(true);
            let answer = compare(&text, &request);
            let runner_ups = answer["runnerUps"].as_array().unwrap().iter().map(|other| &other["plan"]);
            for plan in runner_ups.chain([&answer["best"]]) {
                let lines = plan["lines"].as_array().unwrap();
                let sum: i64 =
                    lines.iter().filter(|line| line["amount"].is_string()).map(|line| cents(&line["amount"])).sum();
                assert_eq!(sum, cents(&plan["total"]), "{plan:#}");
                shown += 1;
            }
        }
    }
    assert!(30 <= shown, "{shown}");
}

/// No runner-up is better than the best by the order that the answer claims.
#[test]
fn the_best_is_first() {
    let methods = [json!({"lora": {"rank": 8}}), json!({"full": {}})];
    for catalog in CATALOGS {
        let text = read(catalog);
        for method in &methods {
            for size in [1e9, 7e9, 13e9, 70e9] {
                let answer = compare(&text, &fine_tuning(size, method, 2e7));
                for other in answer["runnerUps"].as_array().unwrap() {
                    let other: f64 = other["plan"]["total"].as_str().unwrap().parse().unwrap();
                    assert!(total(&answer) <= other);
                }
            }
        }
    }
}

/// A lever changes the answer: "use spot" leads to spot, and no two levers lead to the same plan.
#[test]
fn levers_are_what_they_say() {
    let mut seen = 0;
    for catalog in CATALOGS {
        let text = read(catalog);
        for method in [json!({"lora": {"rank": 16}}), json!({"full": {}})] {
            let mut request = fine_tuning(7e9, &method, 2e7);
            request["demand"] = json!({"schedule": {"hoursPerDay": 4, "days": 3}});
            let answer = compare(&text, &request);
            let levers = answer["levers"].as_array().unwrap();
            for (index, lever) in levers.iter().enumerate() {
                assert_eq!(lever["change"]["resumable"].is_boolean(), lever["mode"] == "spot", "{lever}");
                let same =
                    |other: &Value| ["total", "gpuName", "gpus", "mode"].iter().all(|key| lever[key] == other[key]);
                assert!(!levers[index + 1..].iter().any(same), "{levers:#?}");
                seen += 1;
            }
        }
    }
    assert!(10 <= seen, "{seen}");
}

/// Work without a foreseeable end is refused with its run time, and at once.
#[test]
fn what_never_ends_has_no_plan() {
    for catalog in CATALOGS {
        let answer = compare(&read(catalog), &fine_tuning(7e9, &json!({"lora": {"rank": 16}}), 1e15));
        assert!(answer["best"].is_null());
        let reasons =
            answer["rejections"].as_array().unwrap().iter().flat_map(|card| card["attempts"].as_array().unwrap());
        assert!(reasons.into_iter().any(|attempt| attempt["reason"]["tooLong"].is_object()));
    }
}
