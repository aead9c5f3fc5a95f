use crate::catalog::{Device, Gpu, Link, LinkKind, Precision, gpu, gpus};
use crate::requirement::requirement;
use crate::units::{Bytes, Seconds};
use crate::workload::{
    FineTuning, Inference, KvFormat, LanguageModel, Method, Optimizer, PreTraining, Recomputation, Software,
    TrainingSettings, WeightFormat, Workload,
};

use super::{COUNTS, Candidate, Layout, Performance, Rejection, evaluate};

const SETTINGS: TrainingSettings = TrainingSettings {
    sequence_tokens: 2048,
    micro_batch: 1,
    global_batch: 16,
    optimizer: Optimizer::AdamW,
    recomputation: Recomputation::Full,
    precision: Precision::Bf16,
    software: Software::Fused,
    mfu_percent: None,
};

fn card(id: &str) -> &'static Gpu {
    gpu(id).unwrap()
}

fn on(work: &Workload, gpu: &'static Gpu, n_gpus: u32) -> Result<Candidate, Rejection> {
    evaluate(&requirement(work), Device::whole(gpu), gpu.link, n_gpus)
}

fn fine_tuning(parameters: u64, method: Method, tokens: u64) -> Workload {
    let model = LanguageModel::by_size(parameters);
    Workload::FineTuning(FineTuning { model, method, tokens, settings: SETTINGS })
}

fn inference(id: &'static str, users: u32) -> Workload {
    let architecture = crate::catalog::model(id).unwrap().architecture;
    Workload::Inference(Inference {
        model: LanguageModel { architecture, origin: crate::workload::Origin::BuiltIn { id } },
        users,
        prompt_tokens: 3584,
        answer_tokens: 512,
        weights: WeightFormat::Bf16,
        kv_cache: KvFormat::Bf16,
        software: Software::Fused,
        min_tokens_per_second: 1.0,
    })
}

/// Low, likely and high run time in hours.
#[track_caller]
fn hours(candidate: &Candidate) -> [f64; 3] {
    let Performance::Finite { run_time, .. } = candidate.performance else { panic!("work with an end") };
    [run_time.low, run_time.likely, run_time.high].map(|time| time.as_f64() / 3600.0)
}

/// Likely speed of one user and of all.
#[track_caller]
fn speeds(candidate: &Candidate) -> (f64, f64) {
    let Performance::Serving { per_user, in_all, .. } = candidate.performance else { panic!("serving") };
    (per_user.likely, in_all.likely)
}

fn gib(bytes: Bytes) -> f64 {
    bytes.as_f64() / Bytes::gib(1).as_f64()
}

/// The memory of a candidate, or what it would have been.
fn needed(result: &Result<Candidate, Rejection>) -> Bytes {
    match result {
        Ok(candidate) => candidate.memory.needed.likely,
        Err(Rejection::OutOfMemory { memory, .. }) => memory.needed.likely,
        Err(other) => panic!("{other:?}"),
    }
}

/// 500 M parameters with all activations kept: 8 sequences at once are too many for 24 GiB, 4 are not.
#[test]
fn micro_batches_are_halved_until_they_fit() {
    let settings =
        TrainingSettings { micro_batch: 8, global_batch: 256, recomputation: Recomputation::None, ..SETTINGS };
    let model = LanguageModel::by_size(500_000_000);
    let work = Workload::PreTraining(PreTraining { model, tokens: 10_000_000_000, settings });
    for (id, expected) in [("nvidia-rtx-4090-24gb", 4), ("nvidia-a800-sxm-80gb", 8)] {
        let Performance::Finite { micro_batch, .. } = on(&work, card(id), 1).unwrap().performance else {
            panic!("training ends");
        };
        assert_eq!(micro_batch, expected, "{id}");
    }
}

/// Rental guides size "500 M parameters" in TFLOPS. `6 · N · D` with 20 tokens a parameter is 3e19 operations:
/// on one A800 (312 TFLOPS) at an MFU of 40 %, 67 hours.
#[test]
fn the_guides_example() {
    let settings = TrainingSettings {
        micro_batch: 4,
        global_batch: 256,
        recomputation: Recomputation::None,
        mfu_percent: Some(40.0),
        ..SETTINGS
    };
    let model = LanguageModel::by_size(500_000_000);
    let work = Workload::PreTraining(PreTraining { model, tokens: 10_000_000_000, settings });
    let [low, likely, high] = hours(&on(&work, card("nvidia-a800-sxm-80gb"), 1).unwrap());
    assert!((likely / 66.8 - 1.0).abs() < 0.05, "{likely}");
    assert!(low < likely && likely < high);
    assert_eq!(on(&work, card("nvidia-rtx-4090-24gb"), 1).unwrap().layout, Layout::Single);
}

/// Journey 1: 7 B, LoRA of rank 16, 20 M tokens.
#[test]
fn a_student_fine_tunes_on_one_card() {
    let candidate =
        on(&fine_tuning(7_000_000_000, Method::Lora { rank: 16 }, 20_000_000), card("nvidia-rtx-4090-24gb"), 1);
    let candidate = candidate.unwrap();
    let needed = gib(candidate.memory.needed.likely);
    assert!((16.0..=19.0).contains(&needed), "{needed}");
    let likely = hours(&candidate)[1];
    assert!((3.0..=6.0).contains(&likely), "{likely}");
    assert_eq!(candidate.layout, Layout::Single);
}

/// Journey 4: 13 B, every parameter: 18 bytes each are 234 GB.
#[test]
fn thirteen_billion_take_four_large_cards() {
    let work = fine_tuning(13_000_000_000, Method::Full, 20_000_000);
    for n_gpus in COUNTS {
        let Err(Rejection::OutOfMemory { memory, short_by }) = on(&work, card("nvidia-rtx-4090-24gb"), n_gpus) else {
            panic!("must not fit on {n_gpus}");
        };
        assert_eq!(short_by, Bytes(memory.needed.high.0 - memory.usable.0));
    }
    let a800 = card("nvidia-a800-sxm-80gb");
    assert!(matches!(on(&work, a800, 2), Err(Rejection::OutOfMemory { .. })));
    assert_eq!(on(&work, a800, 4).unwrap().layout, Layout::Sharded);
    let adapters = fine_tuning(13_000_000_000, Method::Qlora { rank: 16 }, 20_000_000);
    assert!(on(&adapters, card("nvidia-rtx-4090-24gb"), 1).is_ok());
}

/// Journey 5: Llama 2 7B keeps 0.5 MiB of every token: 20 users of 4,096 tokens 40 GiB.
#[test]
fn the_cache_decides_what_serves_twenty_users() {
    let a800 = card("nvidia-a800-sxm-80gb");
    let twenty = on(&inference("llama-2-7b", 20), a800, 1).unwrap();
    assert_eq!(gib(twenty.memory.parts.kv_cache).to_bits(), 40.0_f64.to_bits());
    assert!(matches!(on(&inference("llama-2-7b", 60), a800, 1), Err(Rejection::OutOfMemory { .. })));
    assert!(on(&inference("llama-2-7b", 20), card("nvidia-rtx-4090-24gb"), 1).is_err());
    assert!(on(&inference("llama-2-7b", 20), card("nvidia-rtx-4090-24gb"), 8).is_ok());
}

/// `pytorch-labs/gpt-fast` README.md: Llama 3.1 8B, 16 bits, 93.89 tokens a second on an A100 of 80 GB.
#[test]
fn one_user_gets_what_the_memory_gives() {
    let work = Workload::Inference(Inference {
        users: 1,
        prompt_tokens: 5,
        answer_tokens: 200,
        ..match inference("llama-3.1-8b", 1) {
            Workload::Inference(work) => work,
            _ => unreachable!(),
        }
    });
    let candidate = on(&work, card("nvidia-a100-sxm-80gb"), 1).unwrap();
    let Performance::Serving { per_user, in_all, .. } = candidate.performance else { unreachable!() };
    assert!((per_user.low..per_user.high).contains(&93.89), "{per_user:?}");
    assert_eq!(per_user, in_all);
}

#[test]
fn too_slow_is_a_reason() {
    let Workload::Inference(work) = inference("llama-2-7b", 20) else { unreachable!() };
    let work = Workload::Inference(Inference { min_tokens_per_second: 900.0, ..work });
    let rejection = on(&work, card("nvidia-a800-sxm-80gb"), 2).unwrap_err();
    let Rejection::TooSlow { per_user, wanted } = rejection else { panic!("{rejection:?}") };
    assert!(per_user.likely < wanted);
}

/// What is not known is neither zero nor guessed.
#[test]
fn unknown_figures_are_reasons() {
    let work = inference("llama-2-7b", 1);
    for gpu in gpus() {
        let expected = match (gpu.bandwidth, gpu.bf16.or(gpu.fp16), gpu.memory) {
            (Some(_), Some(_), Some(_)) => continue,
            (None, ..) => "bandwidth",
            (_, None, _) => "bf16",
            (.., None) => "memory",
        };
        assert_eq!(on(&work, gpu, 1), Err(Rejection::UnknownFigure { figure: expected }), "{}", gpu.id);
    }
}

/// Cards before Volta have no 16-bit matrix units; Volta and Turing have no BF16, which full training is computed in.
#[test]
fn cards_that_lack_what_the_work_needs() {
    let lacking = |method, id| match on(&fine_tuning(1_000_000_000, method, 1_000_000), card(id), 1) {
        Err(Rejection::Unsupported { feature }) => Some(feature),
        _ => None,
    };
    let lora = Method::Lora { rank: 16 };
    for (method, id, expected) in [
        (lora, "nvidia-p40-24gb", Some("matrix")),
        (Method::Full, "nvidia-p100-pcie-16gb", Some("matrix")),
        (lora, "nvidia-v100-sxm2-32gb", None),
        (Method::Full, "nvidia-v100-sxm2-32gb", Some("bf16")),
        (Method::Full, "nvidia-rtx-2080-ti-11gb", Some("bf16")),
        (Method::Full, "nvidia-rtx-4090-24gb", None),
    ] {
        assert_eq!(lacking(method, id), expected, "{id}");
    }
    assert_eq!(
        on(&inference("llama-2-7b", 1), card("nvidia-p40-24gb"), 1),
        Err(Rejection::Unsupported { feature: "matrix" })
    );
}

/// A given MFU is of one card at work; dividing states over PCI Express still costs its time.
#[test]
fn a_given_mfu_pays_for_communication() {
    let settings = TrainingSettings { mfu_percent: Some(40.0), ..SETTINGS };
    let model = LanguageModel::by_size(5_000_000_000);
    let work = Workload::FineTuning(FineTuning { model, method: Method::Full, tokens: 20_000_000, settings });
    let [_, pcie, _] = hours(&on(&work, card("nvidia-rtx-4090-24gb"), 8).unwrap());
    let speeds = card("nvidia-a800-sxm-80gb").bf16.unwrap().0 / card("nvidia-rtx-4090-24gb").bf16.unwrap().0;
    let [_, nvlink, _] = hours(&on(&work, card("nvidia-a800-sxm-80gb"), 8).unwrap());
    assert!(1.5 * speeds < pcie / nvlink, "{pcie} {nvlink}");
}

/// More than ten years is no plan.
#[test]
fn what_never_ends_is_refused() {
    let work = fine_tuning(7_000_000_000, Method::Lora { rank: 16 }, 1_000_000_000_000_000);
    assert!(matches!(on(&work, card("nvidia-rtx-4090-24gb"), 8), Err(Rejection::TooLong { .. })));
}

/// Servers' GDDR corrects errors: nvidia-smi reports 15,360 MiB of a T4, and of that the driver keeps some.
#[test]
fn usable_memory() {
    let usable = |id| {
        let work = fine_tuning(1_000_000, Method::Lora { rank: 16 }, 1_000_000);
        gib(on(&work, card(id), 1).unwrap().memory.usable)
    };
    assert!((14.5..15.0).contains(&usable("nvidia-t4-16gb")));
    assert!((23.4..23.64).contains(&usable("nvidia-rtx-4090-24gb"))); // PyTorch: 23.64
    assert!((78.0..79.6).contains(&usable("nvidia-a800-sxm-80gb")));
}

/// Eight cards that talk through their host are no eight cards with a link of their own.
#[test]
fn pci_express_slows_divided_states() {
    let work = fine_tuning(7_000_000_000, Method::Full, 20_000_000);
    let a800 = card("nvidia-a800-sxm-80gb");
    let linked = evaluate(&requirement(&work), Device::whole(a800), a800.link, 4).unwrap();
    let pcie = Link { kind: LinkKind::Pcie, bandwidth: None };
    let unlinked = evaluate(&requirement(&work), Device::whole(a800), pcie, 4).unwrap();
    assert_eq!(linked.layout, Layout::Sharded);
    assert!(1.5 * hours(&linked)[1] < hours(&unlinked)[1]);
}

/// QLoRA needs less and takes longer (`QwenLM/Qwen` README.md: 11.6 s against 10.1 s an iteration, 7 B, 4,096 tokens).
#[test]
fn four_bits_trade_time_for_memory() {
    let a800 = card("nvidia-a800-sxm-80gb");
    let of = |method| on(&fine_tuning(7_000_000_000, method, 20_000_000), a800, 1).unwrap();
    let (lora, qlora) = (of(Method::Lora { rank: 64 }), of(Method::Qlora { rank: 64 }));
    assert!(qlora.memory.needed.likely < lora.memory.needed.likely);
    assert!(hours(&lora)[1] < hours(&qlora)[1]);
}

#[test]
fn laws() {
    let a800 = card("nvidia-a800-sxm-80gb");
    let mut last = Bytes(0);
    for parameters in [1_000_000, 50_000_000, 1_000_000_000, 7_000_000_000, 70_000_000_000, 1_000_000_000_000] {
        let now = needed(&on(&fine_tuning(parameters, Method::Full, 1_000_000), a800, 1));
        assert!(last < now, "a bigger model needs no less memory");
        last = now;
    }
    let work = |tokens| fine_tuning(3_000_000_000, Method::Full, tokens);
    assert!(hours(&on(&work(1_000_000), a800, 1).unwrap())[1] < hours(&on(&work(2_000_000), a800, 1).unwrap())[1]);
    let of_users = |users| needed(&on(&inference("llama-2-7b", users), a800, 1));
    assert!(of_users(20) < of_users(21));
    let (few, many) =
        (on(&inference("llama-2-7b", 2), a800, 1).unwrap(), on(&inference("llama-2-7b", 20), a800, 1).unwrap());
    assert!(speeds(&many).0 < speeds(&few).0 && speeds(&few).1 < speeds(&many).1);
    let large = fine_tuning(70_000_000_000, Method::Full, 1_000_000);
    let shares = [2, 4, 8, 64].map(|n_gpus| needed(&on(&large, a800, n_gpus)));
    assert!(shares.is_sorted_by(|a, b| a > b), "more GPUs hold less each");
}

/// Any input within its bounds, on every GPU: no panic, ranges in order, nothing negative.
#[test]
fn ends_of_the_bounds() {
    let settings = |sequence_tokens, micro_batch, global_batch| TrainingSettings {
        sequence_tokens,
        micro_batch,
        global_batch,
        ..SETTINGS
    };
    let mut works = alloc::vec![];
    for parameters in [1_000_000, 3_000_000_000, 10_000_000_000_000] {
        let model = LanguageModel::by_size(parameters);
        for (tokens, settings) in [
            (1_000, settings(16, 1, 1)),
            (1_000, settings(16, 4_096, 1)),
            (1_000_000_000_000_000, settings(1_048_576, 4_096, 1_048_576)),
        ] {
            works.push(Workload::PreTraining(PreTraining { model, tokens, settings }));
            for method in [Method::Lora { rank: 1 }, Method::Qlora { rank: 4_096 }] {
                works.push(Workload::FineTuning(FineTuning { model, method, tokens, settings }));
            }
        }
        for (users, tokens) in [(1, 1), (100_000, 1_048_576)] {
            works.push(Workload::Inference(Inference {
                model,
                users,
                prompt_tokens: tokens,
                answer_tokens: tokens,
                weights: WeightFormat::Int4,
                kv_cache: KvFormat::Fp8,
                software: Software::Fused,
                min_tokens_per_second: 0.1,
            }));
        }
    }
    for work in &works {
        let requirement = requirement(work);
        for gpu in gpus() {
            for n_gpus in [0, 1, 3, 8, 72 * 4_096] {
                sane(&evaluate(&requirement, Device::whole(gpu), gpu.link, n_gpus));
            }
        }
    }
}

#[track_caller]
fn sane(result: &Result<Candidate, Rejection>) {
    match result {
        Ok(Candidate { memory, performance, .. }) => {
            assert!(memory.needed.low <= memory.needed.likely && memory.needed.likely <= memory.needed.high);
            assert!(memory.needed.high <= memory.usable);
            match performance {
                Performance::Finite { run_time, .. } => {
                    assert!(1 <= run_time.low.0 && run_time.low <= run_time.likely && run_time.likely <= run_time.high);
                }
                Performance::Serving { per_user, in_all, .. } => {
                    assert!(0.0 < per_user.low && per_user.low < per_user.high && per_user.high.is_finite());
                    assert!(per_user.likely <= in_all.likely && in_all.high.is_finite());
                }
            }
        }
        Err(Rejection::OutOfMemory { memory, short_by }) => {
            assert!(0 < short_by.0 && memory.usable < memory.needed.high);
        }
        Err(Rejection::TooSlow { per_user, wanted }) => assert!(per_user.likely < *wanted),
        Err(Rejection::TooLong { run_time }) => assert!(Seconds::days(3_660) < run_time.likely),
        Err(Rejection::UnknownFigure { .. } | Rejection::Unsupported { .. }) => {}
    }
}
