use gpu_cost_core::billing::{Budget, Extras};
use gpu_cost_core::demand::Demand;
use gpu_cost_core::money::Money;
use gpu_cost_core::plan::Interruption;
use gpu_cost_core::units::{Bytes, Seconds};
use gpu_cost_core::workload::{
    Arithmetic, Decoding, Kernels, KvFormat, Limit, Method, Offload, Optimizer, Recomputation, Sharing, WeightFormat,
    Workload,
};

use super::read;
use crate::dto::testing::{assert_issues, assert_mutants};

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_issues(&read(text).err().unwrap_or_default(), text, expected);
}

/// A request that runs `workload` on a schedule.
fn scheduled(workload: &str) -> String {
    format!(
        r#"{{"today": "2026-11-30", "demand": {{"schedule": {{"hoursPerDay": 4, "days": 3}}}}, "workload": {workload}}}"#
    )
}

#[test]
fn what_is_not_given_has_defaults() {
    let request = read(&scheduled(r#"{"preTraining": {"model": {"bySize": {"parameters": 5e8}}}}"#)).unwrap();
    assert_eq!(request.demand, Demand::Schedule { daily: Seconds::hours(4), days: 3 });
    assert_eq!((request.budget, request.extras), (None, Extras { disk_gib: 0, egress_gib: 0 }));
    assert_eq!(request.interruption, Interruption::Never);
    let Workload::PreTraining(training) = request.workload else { panic!() };
    assert_eq!(training.tokens, 10_000_000_000);
    let settings = training.settings;
    assert_eq!((settings.sequence_tokens, settings.micro_batch, settings.global_batch), (2_048, 8, 256));
    assert_eq!(settings.optimizer, Optimizer::AdamW);
    assert_eq!((settings.recomputation, settings.mfu_percent), (None, None));

    let text = r#"{"inference": {"model": {"builtIn": {"id": "llama-2-7b"}}, "users": 20}}"#;
    let Workload::Inference(inference) = read(&scheduled(text)).unwrap().workload else { panic!() };
    assert_eq!((inference.users, inference.prompt_tokens, inference.answer_tokens), (20, 1_024, 256));
    assert_eq!((inference.weights, inference.kv_cache), (WeightFormat::Bf16, KvFormat::Bf16));
    assert_eq!(inference.min_tokens_per_second, 10.0);
}

#[test]
fn a_model_of_images_runs_as_its_publisher_runs_it() {
    let read = |text: &str| match read(&scheduled(&format!(r#"{{"generation": {text}}}"#))).unwrap().workload {
        Workload::Generation(work) => work,
        _ => panic!(),
    };
    let sdxl = read(r#"{"model": {"builtIn": {"id": "sdxl"}}, "items": 1000}"#);
    assert_eq!((sdxl.width, sdxl.height, sdxl.frames, sdxl.steps, sdxl.passes), (1_024, 1_024, 1, 50, 2));
    assert_eq!((sdxl.batch, sdxl.items, sdxl.weights), (1, 1_000, WeightFormat::Bf16));
    assert_eq!((sdxl.offload, sdxl.decoding), (Offload::None, Decoding::Whole));
    let hunyuan = r#"{"model": {"builtIn": {"id": "hunyuanvideo"}}, "items": 1, "steps": 30, "weights": "fp8",
        "offload": "everything", "kernels": "compiled", "arithmetic": "stored"}"#;
    let hunyuan = read(hunyuan);
    assert_eq!((hunyuan.steps, hunyuan.passes, hunyuan.weights), (30, 1, WeightFormat::Fp8));
    assert_eq!((hunyuan.offload, hunyuan.decoding), (Offload::Everything, Decoding::Tiled));
    assert_eq!((hunyuan.kernels, hunyuan.arithmetic), (Kernels::Compiled, Arithmetic::Stored));
}

#[test]
fn every_error_of_images_is_listed() {
    check(
        r#"{"today": "2026-11-30", "demand": {"untilDone": {}}, "workload": {"generation": {
            "model": {"builtIn": {"id": "sdx"}}, "width": 63, "height": 1e308, "frames": 0, "steps": 2.5, "guidance": 9,
            "batch": -1, "items": 0, "weights": "fp4", "offload": true}}}"#,
        &[
            r#"2:41 unknown-name workload.generation.model.builtIn.id: the id of a known model, got "sdx" (sdxl?)"#,
            "2:59 out-of-range workload.generation.width: a whole number from 64 to 16384, got 63",
            "2:73 out-of-range workload.generation.height: a whole number from 64 to 16384, got 1e308",
            "2:90 out-of-range workload.generation.frames: a whole number from 1 to 1000000000, got 0",
            "2:102 out-of-range workload.generation.steps: a whole number from 1 to 1000, got 2.5",
            "2:119 out-of-range workload.generation.guidance: a whole number from 1 to 4, got 9",
            "3:22 out-of-range workload.generation.batch: a whole number from 1 to 1024, got -1",
            "3:35 out-of-range workload.generation.items: a whole number from 1 to 100000000, got 0",
            r#"3:49 unknown-variant workload.generation.weights: one of "bf16", "int8", "fp8", "int4", "nf4", "nf4Double", "mxfp4", "nvfp4", "ggufIq1S", "ggufIq1M", "ggufIq2Xxs", "ggufIq2Xs", "ggufIq2S", "ggufIq2M", "ggufQ2KS", "ggufQ2K", "ggufIq3Xxs", "ggufIq3Xs", "ggufIq3S", "ggufIq3M", "ggufQ3KS", "ggufQ3KM", "ggufQ3KL", "ggufIq4Xs", "ggufIq4Nl", "ggufQ40", "ggufQ41", "ggufQ4KS", "ggufQ4KM", "ggufQ50", "ggufQ5KS", "ggufQ5KM", "ggufQ6K", "ggufQ80", got "fp4" (fp8?)"#,
            r#"3:67 invalid-type workload.generation.offload: one of "none", "aroundDenoiser", "everything", got true"#,
        ],
    );
}

#[test]
fn what_is_given_is_taken() {
    let request = read(
        r#"{"today": "2026-11-30", "demand": {"untilDone": {}}, "budget": {"amount": 500.10, "per": "month"},
            "diskGib": 100, "egressGib": 2e1, "resumable": true, "workload": {"fineTuning": {
            "model": {"bySize": {"parameters": 7000000000}}, "method": {"qlora": {"rank": 64}}, "tokens": 20000000.0,
            "sequenceTokens": 4096, "microBatch": 2, "globalBatch": 32, "optimizer": "adamW8Bit",
            "recomputation": "none", "mfuPercent": 42.5}}}"#,
    )
    .unwrap();
    assert_eq!(request.demand, Demand::UntilDone);
    assert_eq!(request.budget, Some(Budget::Month(Money::cents(50_010))));
    assert_eq!(request.extras, Extras { disk_gib: 100, egress_gib: 20 });
    assert_eq!(request.interruption, Interruption::Resumable);
    let Workload::FineTuning(tuning) = request.workload else { panic!() };
    assert_eq!((tuning.tokens, tuning.method), (20_000_000, Method::Qlora { rank: 64 }));
    let settings = tuning.settings;
    assert_eq!((settings.sequence_tokens, settings.micro_batch, settings.global_batch), (4_096, 2, 32));
    assert_eq!(settings.optimizer, Optimizer::AdamW8Bit);
    assert_eq!((settings.recomputation, settings.mfu_percent), (Some(Recomputation::None), Some(42.5)));
}

#[test]
fn hours_become_whole_seconds() {
    for (hours, seconds) in [("1.1", 3_960), ("0.7", 2_520), ("23.99", 86_364), ("24", 86_400), ("0.01", 36)] {
        let text = scheduled(r#"{"preTraining": {"model": {"bySize": {"parameters": 5e8}}}}"#);
        let request = read(&text.replace("\"hoursPerDay\": 4", &format!("\"hoursPerDay\": {hours}"))).unwrap();
        assert_eq!(request.demand, Demand::Schedule { daily: Seconds(seconds), days: 3 }, "{hours}");
    }
}

#[test]
fn a_batch_that_is_not_given_follows_the_other() {
    let batches = |given: &str| {
        let text = r#"{"preTraining": {"model": {"bySize": {"parameters": 5e8}}, GIVEN}}"#.replace("GIVEN", given);
        let Workload::PreTraining(training) = read(&scheduled(&text)).unwrap().workload else { panic!() };
        (training.settings.micro_batch, training.settings.global_batch)
    };
    assert_eq!(batches(r#""globalBatch": 4"#), (4, 4));
    assert_eq!(batches(r#""microBatch": 512"#), (512, 512));
}

#[test]
fn every_error_is_listed() {
    check(
        r#"{"today": "today", "workload": {"fineTuning": {"model": {"builtIn": {"id": "llama-2-7"}},
            "method": {"lora": {"rank": 0}}, "tokens": "2e7", "microBatch": 64, "globalBatch": 32, "mfuPercent": 101,
            "optimizer": "adam", "epochs": 3}},
            "demand": {"schedule": {"hoursPerDay": 24.01, "days": 1.5}},
            "budget": {"amount": 0, "per": "year"}, "diskGib": -1, "resumable": null}"#,
        &[
            r#"1:11 date today: a date such as "2026-11-30", got "today""#,
            r#"1:76 unknown-name workload.fineTuning.model.builtIn.id: the id of a known model, got "llama-2-7" (llama-2-7b?)"#,
            r#"2:41 out-of-range workload.fineTuning.method.lora.rank: a whole number from 1 to 4096, got 0"#,
            r#"2:56 invalid-type workload.fineTuning.tokens: a number, got "2e7""#,
            r#"2:96 conflict workload.fineTuning.globalBatch: at least microBatch, got 32"#,
            r#"2:114 out-of-range workload.fineTuning.mfuPercent: a number from 1 to 100, got 101"#,
            r#"3:26 unknown-variant workload.fineTuning.optimizer: one of "adamW", "adamWBf16", "adamW8Bit", "sgd", "adafactor", "muon", got "adam" (adamW?)"#,
            r#"3:34 unknown-field workload.fineTuning.epochs: one of "model", "method", "tokens", "sequenceTokens", "microBatch", "globalBatch", "optimizer", "recomputation", "offload", "precision", "software", "mfuPercent", got "epochs""#,
            r#"4:52 out-of-range demand.schedule.hoursPerDay: a number from 0.01 to 24, got 24.01"#,
            r#"4:67 out-of-range demand.schedule.days: a whole number from 1 to 3660, got 1.5"#,
            r#"5:34 out-of-range budget.amount: a number from 0.01 to 999999999999, got 0"#,
            r#"5:44 unknown-variant budget.per: one of "job", "month", got "year""#,
            r#"5:64 out-of-range diskGib: a whole number from 0 to 10000000, got -1"#,
            r#"5:81 invalid-type resumable: true or false, got null"#,
        ],
    );
}

#[test]
fn alternatives_are_named_by_one_key() {
    let variants =
        r#"one of "preTraining", "fineTuning", "inference", "generation", "simulation", "rendering", "dataProcessing""#;
    for (workload, expected) in [
        ("{}", format!("1:92 invalid-type workload: {variants}, got an object")),
        ("[]", format!("1:92 invalid-type workload: {variants}, got a list")),
        ("null", format!("1:92 invalid-type workload: {variants}, got null")),
        (r#"{"inference": {}, "preTraining": {}}"#, format!("1:92 invalid-type workload: {variants}, got an object")),
        (r#"{"training": {}}"#, format!(r#"1:93 unknown-variant workload: {variants}, got "training" (preTraining?)"#)),
        (
            r#""inference""#,
            r#"1:92 invalid-type workload: an object such as {"inference": …}, got "inference""#.to_owned(),
        ),
    ] {
        check(&scheduled(workload), &[&expected]);
    }
    let full =
        r#"{"fineTuning": {"model": {"bySize": {"parameters": 7e9}}, "method": {"full": {"rank": 1}}, "tokens": 1e6}}"#;
    check(&scheduled(full), &[r#"1:170 unknown-field workload.fineTuning.method.full.rank: nothing, got "rank""#]);
}

#[test]
fn timed_work_has_words_of_its_own() {
    let read_scaled = |workload: &str| {
        let Workload::Scaled(work) = read(&scheduled(workload)).unwrap().workload else { panic!() };
        work
    };
    let frames = read_scaled(r#"{"rendering": {"frames": 240, "minutesPerFrame": 6, "referenceGpu": "RTX 4090"}}"#);
    assert_eq!((frames.units, frames.seconds_per_unit, frames.limit), (240, 360.0, Limit::Fp32));
    assert_eq!(frames.reference.id, "nvidia-rtx-4090-24gb");
    assert_eq!((frames.memory, frames.sharing), (Bytes(0), Sharing::Units));

    let runs = r#"{"simulation": {"runs": 20, "hoursPerRun": 1.5, "referenceGpu": "A100 40GB SXM", "memoryGib": 0.5"#;
    let apart = read_scaled(&format!("{runs}}}}}"));
    assert_eq!((apart.units, apart.seconds_per_unit, apart.limit), (20, 5_400.0, Limit::Fp64));
    assert_eq!((apart.memory, apart.sharing), (Bytes(1 << 29), Sharing::Units));
    let together = read_scaled(&format!(r#"{runs}, "limit": "bandwidth", "efficiencyPercent": 75}}}}"#));
    assert_eq!(together.limit, Limit::Bandwidth);
    assert_eq!(together.sharing, Sharing::Together { efficiency_percent: 75.0 });

    let data =
        r#"{"dataProcessing": {"terabytes": 1.1, "passes": 3, "hoursPerTerabyte": 0.5, "referenceGpu": "L40S"}}"#;
    let data = read_scaled(data);
    assert_eq!((data.units, data.seconds_per_unit, data.limit), (3_300, 1.8, Limit::Bandwidth));
}

#[test]
fn every_error_of_timed_work_is_listed() {
    check(
        &scheduled(
            r#"{"simulation": {"runs": 0.5, "hoursPerRun": 0, "referenceGpu": "RTX 9999", "limit": "fp16",
                "memoryGib": -1, "efficiencyPercent": 40}}"#,
        ),
        &[
            "1:116 out-of-range workload.simulation.runs: a whole number from 1 to 1000000000, got 0.5",
            "1:136 out-of-range workload.simulation.hoursPerRun: a number from 0.00001 to 87600, got 0",
            r#"1:155 unknown-name workload.simulation.referenceGpu: the id of a known gpu, got "RTX 9999""#,
            r#"1:176 unknown-variant workload.simulation.limit: one of "fp64", "fp32", "bandwidth", got "fp16" (fp32?)"#,
            "2:30 out-of-range workload.simulation.memoryGib: a number from 0.25 to 4096, got -1",
            "2:55 out-of-range workload.simulation.efficiencyPercent: a number from 50 to 100, got 40",
        ],
    );
    check(
        &scheduled(r#"{"rendering": {"frames": 1e10, "minutesPerFrame": "6", "referenceGpu": "A100", "runs": 1}}"#),
        &[
            r#"1:117 out-of-range workload.rendering.frames: a whole number from 1 to 1000000000, got 1e10"#,
            r#"1:142 invalid-type workload.rendering.minutesPerFrame: a number, got "6""#,
            r#"1:163 ambiguous-name workload.rendering.referenceGpu: the id of one GPU: one of "nvidia-a100-pcie-40gb", "nvidia-a100-pcie-80gb", "nvidia-a100-sxm-40gb", "nvidia-a100-sxm-80gb", got "A100""#,
            r#"1:171 unknown-field workload.rendering.runs: one of "frames", "minutesPerFrame", "referenceGpu", "memoryGib", got "runs""#,
        ],
    );
    check(
        &scheduled(r#"{"dataProcessing": {"terabytes": 0, "passes": 1.5, "hoursPerTerabyte": 1e6}}"#),
        &[
            r#"1:111 missing-field workload.dataProcessing.referenceGpu: a text"#,
            r#"1:125 out-of-range workload.dataProcessing.terabytes: a number from 0.001 to 1000000, got 0"#,
            r#"1:138 out-of-range workload.dataProcessing.passes: a whole number from 1 to 1000000, got 1.5"#,
            r#"1:163 out-of-range workload.dataProcessing.hoursPerTerabyte: a number from 0.0001 to 10000, got 1e6"#,
        ],
    );
}

#[test]
fn inference_has_no_end() {
    check(
        r#"{"today": "2026-11-30", "demand": {"untilDone": {}},
            "workload": {"inference": {"model": {"builtIn": {"id": "llama-2-7b"}}, "users": 1}}}"#,
        &["1:35 conflict demand: a schedule, because inference has no end, got an object"],
    );
}

#[test]
fn what_is_said_of_mutants_is_true() {
    let workload = r#"{"fineTuning": {"model": {"bySize": {"parameters": 7e9}}, "method": {"lora": {"rank": 8}},
        "tokens": 2e7, "optimizer": "sgd", "recomputation": "none", "mfuPercent": 40.5}}"#;
    assert_mutants(&scheduled(workload), read);
    let timed = r#"{"simulation": {"runs": 20, "hoursPerRun": 1.5, "referenceGpu": "A100 SXM4 80GB", "limit": "fp64",
        "memoryGib": 16, "efficiencyPercent": 80}}"#;
    assert_mutants(&scheduled(timed), read);
}
