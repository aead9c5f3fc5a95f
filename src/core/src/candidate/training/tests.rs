//! What must hold for the search of arrangements.

use alloc::vec::Vec;

use crate::catalog::{Device, Gpu, Link, Precision, gpu};
use crate::requirement::{Requirement, requirement};
use crate::units::BytesPerSec;
use crate::workload::{
    FineTuning, LanguageModel, Method, Optimizer, PreTraining, Recomputation, Software, StateOffload, TrainingSettings,
    Workload,
};

use super::super::{COUNTS, Candidate, Layout, Performance, Rejection, Sharding, evaluate, layouts};

const OPEN: TrainingSettings = TrainingSettings {
    sequence_tokens: 2048,
    micro_batch: 4,
    global_batch: 64,
    optimizer: Optimizer::AdamW,
    recomputation: None,
    offload: StateOffload::None,
    precision: Precision::Bf16,
    software: Software::Fused,
    mfu_percent: None,
};

fn full(parameters: u64, settings: TrainingSettings) -> Requirement {
    let model = LanguageModel::by_size(parameters);
    requirement(&Workload::FineTuning(FineTuning { model, method: Method::Full, tokens: 100_000_000, settings }))
}

fn card(id: &str) -> &'static Gpu {
    gpu(id).unwrap()
}

fn on(needs: &Requirement, id: &str, n_gpus: u32) -> Result<Candidate, Rejection> {
    evaluate(needs, Device::whole(card(id)), card(id).link, n_gpus)
}

fn seconds(candidate: &Candidate) -> f64 {
    let Performance::Finite { run_time, .. } = candidate.performance else { panic!("a training ends") };
    run_time.likely.as_f64()
}

const CARDS: [&str; 4] =
    ["nvidia-rtx-4090-24gb", "nvidia-a100-pcie-80gb", "nvidia-a100-sxm-40gb", "nvidia-h100-sxm-80gb"];

/// What is chosen is among what was considered, and none of it that fits is faster by more than what is worth another
/// arrangement; nothing is refused where something fits.
#[test]
fn the_best_is_found() {
    let mut fits = 0;
    for id in CARDS {
        for parameters in [500_000_000, 3_000_000_000, 7_000_000_000, 13_000_000_000, 34_000_000_000] {
            let needs = full(parameters, OPEN);
            for n_gpus in COUNTS {
                let all = layouts(&needs, Device::whole(card(id)), card(id).link, n_gpus).unwrap();
                let times: Vec<_> = all.iter().filter_map(|tried| tried.outcome.as_ref().ok()).map(seconds).collect();
                let found = on(&needs, id, n_gpus);
                assert_eq!(found.is_ok(), !times.is_empty(), "{id} {parameters} {n_gpus}");
                let Ok(found) = found else { continue };
                let fastest = times.into_iter().fold(f64::INFINITY, f64::min);
                assert!(0.85 * seconds(&found) <= fastest, "{id} {parameters} {n_gpus} {fastest}");
                assert!(all.iter().any(|tried| Some(tried.arrangement) == found.arrangement));
                fits += 1;
            }
        }
    }
    assert!(40 <= fits, "{fits}");
}

/// Each arrangement uses all GPUs; some are dominated, and none of those is both faster and smaller than all others.
#[test]
fn what_is_considered() {
    let all = layouts(&full(7_000_000_000, OPEN), Device::whole(card(CARDS[3])), card(CARDS[3]).link, 8).unwrap();
    assert!(all.iter().all(|tried| tried.arrangement.division.n_gpus() == 8));
    let rest: Vec<_> = all.iter().filter(|tried| tried.outcome.is_ok() && !tried.dominated).collect();
    assert!((2..all.len() / 3).contains(&rest.len()), "{}", rest.len());
    let once = |tried: &super::Tried| all.iter().filter(|other| other.arrangement == tried.arrangement).count() == 1;
    assert!(all.iter().all(once));
    for sharding in [Sharding::Nothing, Sharding::Optimizer, Sharding::Gradients, Sharding::Weights] {
        assert!(all.iter().any(|tried| tried.arrangement.division.sharding == sharding));
    }
}

/// What the visitor rules out is not considered.
#[test]
fn only_what_is_allowed() {
    let of = |settings| {
        layouts(&full(7_000_000_000, settings), Device::whole(card(CARDS[3])), card(CARDS[3]).link, 8).unwrap()
    };
    let full_only = of(TrainingSettings { recomputation: Some(Recomputation::Full), ..OPEN });
    assert!(full_only.iter().all(|tried| tried.arrangement.recomputation == Recomputation::Full));
    let eager = of(TrainingSettings { software: Software::Eager, ..OPEN });
    assert!(eager.iter().all(|tried| tried.arrangement.division.data == 8));
    assert!(of(OPEN).iter().all(|tried| tried.arrangement.offload == StateOffload::None));
    let long = of(TrainingSettings { sequence_tokens: 32_768, ..OPEN });
    assert!(long.iter().any(|tried| tried.arrangement.division.context == 8));
}

/// Ren et al. 2021 (arXiv:2101.06840): 16 bytes a parameter leave the GPU, and it takes longer.
#[test]
fn the_host_keeps_what_does_not_fit() {
    let of = |offload| full(7_000_000_000, TrainingSettings { offload, micro_batch: 1, ..OPEN });
    let id = "nvidia-rtx-5090-32gb";
    assert!(matches!(on(&of(StateOffload::None), id, 1), Err(Rejection::OutOfMemory { .. })));
    let found = on(&of(StateOffload::Optimizer), id, 1).unwrap();
    assert_eq!(found.memory.host.0, 16 * 7_000_000_000);
    assert_eq!(found.arrangement.unwrap().offload, StateOffload::Optimizer);
    let weights = on(&of(StateOffload::Weights), "nvidia-rtx-4080-16gb", 1).unwrap();
    assert!(weights.memory.host > found.memory.host && weights.memory.needed.likely < found.memory.needed.likely);
    let roomy = "nvidia-h200-sxm-141gb";
    let small = full(3_000_000_000, TrainingSettings { offload: StateOffload::Weights, ..OPEN });
    let whole = on(&small, roomy, 1).unwrap();
    assert_eq!((whole.layout, whole.memory.host.0), (Layout::Single, 0), "what is not needed is not done");
}

/// A faster link is never slower, more memory never slower, more of anything never smaller.
#[test]
fn more_is_not_worse() {
    let id = CARDS[1];
    for parameters in [1_000_000_000, 7_000_000_000, 13_000_000_000] {
        let needs = full(parameters, OPEN);
        let times = [1e9, 32e9, 64e9, 300e9, 900e9].map(|bandwidth| {
            let link = Link { bandwidth: Some(BytesPerSec(bandwidth)), ..card("nvidia-h100-sxm-80gb").link };
            evaluate(&needs, Device::whole(card("nvidia-h100-sxm-80gb")), link, 8)
                .map_or(f64::INFINITY, |it| seconds(&it))
        });
        // an arrangement that is hardly worth it may be passed over
        assert!(times.windows(2).all(|pair| 0.9 * pair[1] <= pair[0]), "{times:?}");
    }
    let needed = |settings: TrainingSettings| {
        let model = LanguageModel::by_size(3_000_000_000);
        let work = requirement(&Workload::PreTraining(PreTraining { model, tokens: 1_000_000, settings }));
        layouts(&work, Device::whole(card(id)), card(id).link, 8).unwrap().into_iter().map(|tried| {
            match tried.outcome {
                Ok(found) => found.memory.needed.likely,
                Err(Rejection::OutOfMemory { memory, .. }) => memory.needed.likely,
                Err(other) => panic!("{other:?}"),
            }
        })
    };
    let single = TrainingSettings { micro_batch: 1, ..OPEN };
    let longer = TrainingSettings { sequence_tokens: 4_095, ..single };
    assert!(needed(single).zip(needed(longer)).all(|(short, long)| short < long));
}
