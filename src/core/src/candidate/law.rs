//! What must hold for all trainings and answers, whatever the coefficients.

use alloc::vec::Vec;

use crate::catalog::{Device, Gpu, Precision, gpu, gpus, model};
use crate::requirement::requirement;
use crate::units::BytesPerSec;
use crate::workload::{
    FineTuning, Inference, KvFormat, LanguageModel, Method, Optimizer, Origin, PreTraining, Recomputation, Software,
    StateOffload, TrainingSettings, WeightFormat, Workload,
};

use super::{
    COUNTS, Cluster, Coefficients, Division, Estimate, Input, Performance, Sharding, best_division, capacity, estimate,
    evaluate,
};

const SETTINGS: TrainingSettings = TrainingSettings {
    sequence_tokens: 4096,
    micro_batch: 1,
    global_batch: 1024,
    optimizer: Optimizer::AdamW,
    recomputation: Some(Recomputation::None),
    offload: StateOffload::None,
    precision: Precision::Bf16,
    software: Software::Fused,
    mfu_percent: None,
};

fn training(parameters: u64, tokens: u64, settings: TrainingSettings) -> Workload {
    Workload::PreTraining(PreTraining { model: LanguageModel::by_size(parameters), tokens, settings })
}

fn inference(parameters: u64, users: u32, weights: WeightFormat) -> Workload {
    Workload::Inference(Inference {
        model: LanguageModel::by_size(parameters),
        users,
        prompt_tokens: 1024,
        shared_tokens: 0,
        answer_tokens: 256,
        weights,
        kv_cache: KvFormat::Bf16,
        software: Software::Fused,
        min_tokens_per_second: 0.0,
    })
}

fn h100() -> &'static Gpu {
    gpu("nvidia-h100-sxm-80gb").unwrap()
}

fn of(work: &Workload, division: &Division) -> Estimate {
    on(work, &Cluster::usual(h100()), division)
}

fn on(work: &Workload, cluster: &Cluster, division: &Division) -> Estimate {
    estimate(&requirement(work), Device::whole(h100()), cluster, division, &Coefficients::FITTED).unwrap()
}

/// Tokens per second of all GPUs.
fn speed(estimate: &Estimate) -> f64 {
    match estimate.performance {
        Performance::Finite { tokens_per_second, .. } => tokens_per_second.unwrap().likely,
        Performance::Serving { in_all, .. } => in_all.likely,
    }
}

fn needed(estimate: &Estimate) -> u64 {
    estimate.parts.sum().0
}

const ZERO: Division = Division { data: 64, sharding: Sharding::Weights, ..Division::SINGLE };

/// Ten times the tokens take ten times as long, apart from the start.
#[test]
fn time_is_proportional_to_tokens() {
    let hours = |tokens| match of(&training(7_000_000_000, tokens, SETTINGS), &ZERO).performance {
        Performance::Finite { run_time, .. } => run_time.likely.as_f64() - 300.0,
        Performance::Serving { .. } => panic!("a training ends"),
    };
    assert!((hours(1_000_000_000_000) / hours(100_000_000_000) - 10.0).abs() < 1e-3);
}

#[test]
fn twice_the_gpus_are_faster_but_not_twice() {
    for sharding in [Sharding::Nothing, Sharding::Optimizer, Sharding::Weights] {
        let work = training(7_000_000_000, 1_000_000_000_000, SETTINGS);
        let speeds =
            [8, 16, 32, 64, 512].map(|data| speed(&of(&work, &Division { data, sharding, ..Division::SINGLE })));
        for pair in speeds[..4].windows(2) {
            assert!(pair[0] < pair[1] && pair[1] <= 2.0001 * pair[0], "{sharding:?} {speeds:?}");
        }
        assert!(speeds[3] < speeds[4]);
    }
}

#[test]
fn what_is_divided_more_needs_no_more_memory() {
    let work = training(70_000_000_000, 1_000_000_000_000, SETTINGS);
    let stages = [Sharding::Nothing, Sharding::Optimizer, Sharding::Gradients];
    let bytes = stages.map(|sharding| needed(&of(&work, &Division { sharding, ..ZERO })));
    assert!(bytes.is_sorted_by(|a, b| a > b), "{bytes:?}");
    let ways = [1, 2, 4, 8].map(|tensor| needed(&of(&work, &Division { data: 8, tensor, ..Division::SINGLE })));
    assert!(ways.is_sorted_by(|a, b| a > b), "{ways:?}");
    let stages = [1, 2, 4, 8].map(|pipeline| needed(&of(&work, &Division { data: 8, pipeline, ..Division::SINGLE })));
    assert!(stages.is_sorted_by(|a, b| a > b), "{stages:?}");
}

/// A card that nobody measured at such work says so and has a wider range than one that somebody did.
#[test]
fn what_nobody_measured_is_less_certain() {
    let needs = requirement(&training(7_000_000_000, 1_000_000_000, SETTINGS));
    let of = |id| {
        let card = gpu(id).unwrap();
        let found = evaluate(&needs, Device::whole(card), card.link, 8).unwrap();
        let Performance::Finite { run_time, .. } = found.performance else { panic!("a training ends") };
        let is_outside = super::outside(&needs, card, &found).any(|input| input == Input::Gpu);
        (run_time.high.as_f64() / run_time.likely.as_f64(), is_outside)
    };
    let (unseen, seen) = (of("huawei-ascend-910b3-64gb"), of("nvidia-l40s-48gb"));
    assert!(unseen.1 && !seen.1);
    assert!(1.3 * seen.0 < unseen.0, "{unseen:?} {seen:?}");
}

#[test]
fn a_slower_network_is_not_faster() {
    let work = training(70_000_000_000, 1_000_000_000_000, SETTINGS);
    let usual = Cluster::usual(h100());
    let speeds = [1e9, 12.5e9, 50e9, 100e9]
        .map(|network| speed(&on(&work, &Cluster { network: BytesPerSec(network), ..usual }, &ZERO)));
    assert!(speeds.is_sorted(), "{speeds:?}");
}

#[test]
fn recomputation_trades_time_for_memory() {
    let of = |recomputation| {
        of(
            &training(
                7_000_000_000,
                1_000_000_000_000,
                TrainingSettings { recomputation: Some(recomputation), ..SETTINGS },
            ),
            &ZERO,
        )
    };
    let all = [Recomputation::None, Recomputation::Selective, Recomputation::Full].map(of);
    assert!(all.windows(2).all(|pair| needed(&pair[1]) < needed(&pair[0]) && speed(&pair[1]) < speed(&pair[0])));
}

/// Narrower numbers are not slower; made for the card is not slower than made for any.
#[test]
fn precisions_and_software_are_in_order() {
    let of = |precision, software| {
        speed(&of(
            &training(7_000_000_000, 1_000_000_000_000, TrainingSettings { precision, software, ..SETTINGS }),
            &ZERO,
        ))
    };
    let precisions = [Precision::Fp32, Precision::Tf32, Precision::Bf16, Precision::Fp8];
    assert!(precisions.map(|precision| of(precision, Software::Tuned)).is_sorted());
    assert!(of(Precision::Bf16, Software::Fused) <= of(Precision::Bf16, Software::Tuned));
}

#[test]
fn optimizers_hold_what_they_hold() {
    let of = |optimizer| {
        needed(&of(&training(7_000_000_000, 1, TrainingSettings { optimizer, ..SETTINGS }), &Division::SINGLE))
    };
    let all = [Optimizer::AdamW, Optimizer::Muon, Optimizer::AdamW8Bit, Optimizer::Adafactor].map(of);
    assert!(all.is_sorted_by(|a, b| a > b), "{all:?}");
}

/// Twice the users: nobody is answered faster, all together not slower.
#[test]
fn more_users_share() {
    for parameters in [1_000_000_000, 7_000_000_000, 70_000_000_000] {
        let mut last: Option<(f64, f64)> = None;
        for users in [1, 2, 4, 8, 16, 64, 256, 1024] {
            let estimate = of(&inference(parameters, users, WeightFormat::Bf16), &Division::SINGLE);
            let Performance::Serving { per_user, in_all, .. } = estimate.performance else { panic!() };
            if let Some((each, all)) = last {
                assert!(per_user.likely <= each && all <= in_all.likely, "{parameters} {users}");
            }
            last = Some((per_user.likely, in_all.likely));
        }
    }
}

/// More cards never answer more slowly, and refuse nothing that fewer can run: groups of them may be as few as those.
#[test]
fn more_cards_are_not_slower() {
    for (id, users) in [("qwen2.5-0.5b", 1), ("qwen2.5-0.5b", 64), ("llama-3.1-8b", 1), ("llama-3.1-8b", 256)] {
        let Workload::Inference(work) = inference(1, users, WeightFormat::Bf16) else { panic!() };
        let architecture = model(id).unwrap().architecture;
        let model = LanguageModel { architecture, origin: Origin::BuiltIn { id } };
        let needs = requirement(&Workload::Inference(Inference { model, prompt_tokens: 8192, ..work }));
        for card in gpus() {
            let mut last = 0.0;
            for n_gpus in COUNTS {
                let speed = match evaluate(&needs, Device::whole(card), card.link, n_gpus) {
                    Ok(super::Candidate { performance: Performance::Serving { in_all, .. }, .. }) => in_all.likely,
                    _ => 0.0,
                };
                assert!(last <= speed, "{id} {users} {} {n_gpus}: {last} {speed}", card.id);
                last = speed;
            }
        }
    }
}

/// Fewer bits need no more memory.
#[test]
fn fewer_bits_need_less() {
    use WeightFormat as W;
    let formats = [W::Bf16, W::GgufQ80, W::Int8, W::Fp8, W::GgufQ6K, W::GgufQ5KM, W::GgufQ4KM, W::GgufQ3KM, W::GgufQ2K];
    let bytes: Vec<_> =
        formats.map(|weights| needed(&of(&inference(70_000_000_000, 1, weights), &Division::SINGLE))).into();
    assert!(bytes.is_sorted_by(|a, b| a > b), "{bytes:?}");
}

/// A card with more memory never refuses what one with less can run.
#[test]
fn more_memory_never_hinders() {
    let model = LanguageModel::by_size(7_000_000_000);
    let works = [
        inference(7_000_000_000, 4, WeightFormat::Bf16),
        training(1_000_000_000, 1_000_000_000, SETTINGS),
        Workload::FineTuning(FineTuning {
            model,
            method: Method::Qlora { rank: 16 },
            tokens: 1_000_000,
            settings: SETTINGS,
        }),
    ];
    for work in &works {
        let requirement = requirement(work);
        for n_gpus in COUNTS {
            let fits = |id| {
                let card = gpu(id).unwrap();
                evaluate(&requirement, Device::whole(card), card.link, n_gpus).is_ok()
            };
            for (less, more) in [
                ("nvidia-a100-sxm-40gb", "nvidia-a100-sxm-80gb"),
                ("nvidia-h20-96gb", "nvidia-h20-141gb"),
                ("nvidia-rtx-4090-24gb", "nvidia-rtx-4090-48gb-mod"),
            ] {
                assert!(!fits(less) || fits(more), "{less} {n_gpus}");
            }
        }
    }
}

/// What is found fits where anything does, and is of as many GPUs as there are, or as divide them.
#[test]
fn divisions_are_found() {
    for (parameters, n_gpus) in [(7_000_000_000, 64), (70_000_000_000, 256), (405_000_000_000, 16_384)] {
        let work = requirement(&training(
            parameters,
            1_000_000_000_000,
            TrainingSettings { recomputation: Some(Recomputation::Full), global_batch: 4096, ..SETTINGS },
        ));
        let card = h100();
        let (division, found) = best_division(&work, Device::whole(card), &Cluster::usual(card), n_gpus).unwrap();
        assert!(division.n_gpus() <= n_gpus, "{division:?}");
        assert!(found.parts.sum() <= card.memory.unwrap(), "{division:?}");
    }
}

/// Any division, on every GPU: no panic, nothing that is not a number.
#[test]
fn hostile_divisions() {
    let works = [
        training(1_000_000, 1_000, SETTINGS),
        training(10_000_000_000_000, 1_000_000_000_000_000, SETTINGS),
        inference(10_000_000_000_000, 100_000, WeightFormat::GgufIq1S),
    ];
    for work in works.iter().map(requirement) {
        for card in gpus() {
            for count in [0, 1, 3, u32::MAX] {
                let division = Division {
                    data: count,
                    tensor: count,
                    pipeline: count,
                    interleaved: count,
                    context: count,
                    expert: count,
                    sharding: Sharding::Weights,
                };
                let found =
                    estimate(&work, Device::whole(card), &Cluster::usual(card), &division, &Coefficients::FITTED);
                if let Ok(Estimate { performance: Performance::Serving { per_user, .. }, .. }) = found {
                    assert!(!per_user.likely.is_nan());
                }
            }
        }
    }
}

/// What all prompts share is kept once and computed once.
#[test]
fn shared_prompts() {
    let of = |shared_tokens| {
        let Workload::Inference(work) = inference(7_000_000_000, 64, WeightFormat::Bf16) else { panic!() };
        of(&Workload::Inference(Inference { shared_tokens, ..work }), &Division::SINGLE)
    };
    let all = [0, 256, 512, 1023].map(of);
    assert!(all.windows(2).all(|pair| needed(&pair[1]) < needed(&pair[0]) && speed(&pair[0]) < speed(&pair[1])));
    // 7 B: keys and values of 64 sequences of 1,280 tokens, of which 1,023 are one
    let ratio = all[3].parts.kv_cache.as_f64() / all[0].parts.kv_cache.as_f64();
    assert!((ratio - (1023.0 + 64.0 * 257.0) / (64.0 * 1280.0)).abs() < 1e-6, "{ratio}");
}

/// As many users are served as can be, and not one more.
#[test]
fn capacities_are_exact() {
    let Workload::Inference(work) = inference(7_000_000_000, 1, WeightFormat::Bf16) else { panic!() };
    let served = |users, min_tokens_per_second| {
        let work = requirement(&Workload::Inference(Inference { users, min_tokens_per_second, ..work.clone() }));
        (capacity(&work, Device::whole(h100()), h100().link, 1), evaluate(&work, Device::whole(h100()), h100().link, 1))
    };
    for wanted in [1.0, 20.0, 60.0] {
        let found = served(1, wanted).0.unwrap();
        assert!(1 < found.users && served(found.users, wanted).1.is_ok() && served(found.users + 1, wanted).1.is_err());
        assert_eq!(found.gpus_for(found.tokens_per_day.low), 1);
        assert_eq!(found.gpus_for(2.5 * found.tokens_per_day.low), 3);
    }
    assert!(served(1, 1_000.0).0.is_none());
}

/// An 8 B model on an A100 is measured often; one of 10 trillion parameters, or a card of another kind, never.
#[test]
fn what_was_measured() {
    let outside = |parameters, id, n_gpus| -> Vec<Input> {
        let needs = requirement(&inference(parameters, 1, WeightFormat::Bf16));
        let card = gpu(id).unwrap();
        let mut candidate =
            evaluate(&requirement(&inference(1_000_000_000, 1, WeightFormat::Bf16)), Device::whole(card), card.link, 1)
                .unwrap();
        candidate.n_gpus = n_gpus;
        super::outside(&needs, card, &candidate).collect()
    };
    assert_eq!(outside(8_000_000_000, "nvidia-a100-sxm-80gb", 1), []);
    assert_eq!(outside(10_000_000_000_000, "nvidia-a100-sxm-80gb", 1), [Input::Parameters]);
    assert_eq!(outside(8_000_000_000, "nvidia-a100-sxm-80gb", 64), [Input::Gpus]);
    assert_eq!(outside(8_000_000_000, "nvidia-t4-16gb", 1), [Input::Gpu]);
}
