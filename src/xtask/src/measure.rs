//! Measurements of what is shipped: sizes against the budget (`www/size.mjs`), speed in wasm (`www/bench.mjs`), and
//! speed of estimates and of the cover solver in the build of this program.
//!
//! With `--json`, standard output is one JSON object and nothing else.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use anyhow::{Context, Result};
use gpu_cost_core::candidate::{COUNTS, evaluate};
use gpu_cost_core::catalog::{Device, gpus, models};
use gpu_cost_core::requirement::requirement;
use gpu_cost_core::workload::{Inference, KvFormat, LanguageModel, Origin, Software, WeightFormat, Workload};
use serde::Serialize;

use crate::build::{Profile, build};
use crate::cover;
use crate::process::{output, program, run};

/// Milliseconds of one call.
#[derive(Serialize)]
pub(crate) struct Time {
    median_ms: f64,
    least_ms: f64,
    rounds: usize,
}

impl Time {
    /// Of so many calls, at least one.
    pub(crate) fn of<T, E>(rounds: usize, mut call: impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        let mut times = Vec::new();
        for _ in 0..rounds.max(1) {
            let start = Instant::now();
            black_box(call()?);
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        times.sort_by(f64::total_cmp);
        Ok(Self { median_ms: times[times.len() / 2], least_ms: times[0], rounds: times.len() })
    }
}

/// Builds the page and prints the size of each file; fails when a sum is over its budget.
pub(crate) fn size(json: bool) -> Result<()> {
    build(Profile::Release)?;
    let mut report = program("node");
    report.arg("www/size.mjs");
    if json {
        report.arg("--json");
    }
    run(&mut report)
}

/// Builds the page and prints how fast the module answers, and how fast covers are found.
pub(crate) fn bench(json: bool) -> Result<()> {
    build(Profile::Release)?;
    let mut times = cover::bench()?;
    times.extend(estimates()?);
    let mut report = program("node");
    report.arg("www/bench.mjs");
    if json {
        let mut all: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&output(report.arg("--json"))?)?;
        for (name, time) in times {
            all.insert(name, serde_json::to_value(time)?);
        }
        println!("{}", serde_json::to_string(&all)?);
        return Ok(());
    }
    run(&mut report)?;
    for (name, Time { median_ms, least_ms, .. }) in times {
        println!("{name:38} {median_ms:9.2}  {least_ms:9.2}");
    }
    Ok(())
}

/// Times the estimate of one workload on every card and number of GPUs, each in every layout.
fn estimates() -> Result<BTreeMap<String, Time>> {
    let model = models().first().context("no model")?;
    let work = Workload::Inference(Inference {
        model: LanguageModel { architecture: model.architecture, origin: Origin::BuiltIn { id: model.id } },
        users: 20,
        prompt_tokens: 3_584,
        shared_tokens: 0,
        answer_tokens: 512,
        weights: WeightFormat::Bf16,
        kv_cache: KvFormat::Bf16,
        software: Software::Fused,
        min_tokens_per_second: 0.0,
    });
    let everywhere = || {
        let requirement = requirement(&work);
        for gpu in gpus() {
            for n_gpus in COUNTS {
                let _ = black_box(evaluate(&requirement, Device::whole(gpu), gpu.link, n_gpus));
            }
        }
        anyhow::Ok(())
    };
    Ok(BTreeMap::from([("estimate, native, every card × 1 to 8".to_owned(), Time::of(200, everywhere)?)]))
}
