use crate::catalog::{
    Device, Gpu, Link, LinkKind, Precision, Share, Slice, Usual, VisualModel, gpu, gpus, visual_model, visual_models,
};
use crate::requirement::requirement;
use crate::units::{Bytes, Range, Seconds};
use crate::workload::{
    Arithmetic, Decoding, FineTuning, Generation, Inference, Kernels, KvFormat, LanguageModel, Limit, Linked, Method,
    Offload, Optimizer, PreTraining, Recomputation, Scaled, Sharing, Software, StateOffload, TrainingSettings,
    WeightFormat, Workload,
};

use super::{
    COUNTS, Candidate, Cluster, Coefficients, Division, Layout, Performance, Rejection, Sharding, estimate, evaluate,
};

const SETTINGS: TrainingSettings = TrainingSettings {
    sequence_tokens: 2048,
    micro_batch: 1,
    global_batch: 16,
    optimizer: Optimizer::AdamW,
    recomputation: Some(Recomputation::Full),
    offload: StateOffload::None,
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
        shared_tokens: 0,
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
        TrainingSettings { micro_batch: 8, global_batch: 256, recomputation: Some(Recomputation::None), ..SETTINGS };
    let model = LanguageModel::by_size(500_000_000);
    let work = Workload::PreTraining(PreTraining { model, tokens: 10_000_000_000, settings });
    for (id, expected) in [("nvidia-rtx-4090-24gb", 4), ("nvidia-a800-sxm-80gb", 8)] {
        let Performance::Finite { micro_batch, .. } = on(&work, card(id), 1).unwrap().performance else {
            panic!("training ends");
        };
        assert_eq!(micro_batch, Some(expected), "{id}");
    }
}

/// Rental guides size "500 M parameters" in TFLOPS. `6 · N · D` with 20 tokens a parameter is 3e19 operations:
/// on one A800 (312 TFLOPS) at an MFU of 40 %, 67 hours.
#[test]
fn the_guides_example() {
    let settings = TrainingSettings {
        micro_batch: 4,
        global_batch: 256,
        recomputation: Some(Recomputation::None),
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
    assert!(on(&work, a800, 4).is_ok());
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
        shared_tokens: 0,
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
    let model = LanguageModel::by_size(6_000_000_000);
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
    assert!(1.1 * hours(&linked)[1] < hours(&unlinked)[1]);
    let sharded = |link| {
        let division = Division { data: 4, sharding: Sharding::Weights, ..Division::SINGLE };
        let cluster = Cluster { link, ..Cluster::usual(a800) };
        let found = estimate(&requirement(&work), Device::whole(a800), &cluster, &division, &Coefficients::FITTED);
        let Performance::Finite { run_time, .. } = found.unwrap().performance else { panic!("a training ends") };
        run_time.likely.as_f64()
    };
    assert!(1.5 * sharded(a800.link) < sharded(pcie));
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

const A100: &str = "nvidia-a100-sxm-40gb";

/// One hour in FP64 on an A100 with 40 GiB.
fn simulation() -> Scaled {
    Scaled {
        units: 1,
        seconds_per_unit: 3600.0,
        reference: card(A100),
        limit: Limit::Fp64,
        memory: Bytes::gib(20),
        sharing: Sharing::Units,
    }
}

fn scaled(work: Scaled, id: &str, n_gpus: u32) -> Result<Candidate, Rejection> {
    on(&Workload::Scaled(work), card(id), n_gpus)
}

#[test]
fn a_timed_card_takes_exactly_its_time() {
    let frames = Scaled { units: 240, seconds_per_unit: 360.0, ..simulation() };
    for (n_gpus, expected) in [(1, 24.0), (4, 6.0), (7, 3.5)] {
        let candidate = scaled(frames, A100, n_gpus).unwrap();
        assert_eq!(hours(&candidate), [expected; 3], "240 frames in rounds of {n_gpus}");
    }
    let decimal = Scaled { units: 3, seconds_per_unit: 0.1 * 3600.0, ..simulation() };
    let Performance::Finite { run_time, .. } = scaled(decimal, A100, 1).unwrap().performance else { panic!() };
    assert_eq!(run_time, Range::exactly(Seconds(1080)), "no second for the last binary digit");
}

/// FP64: A100 9.7 TFLOPS, H100 SXM 33.5 to 34, RTX 4090 1.29, and 1.555, 3.35 and 1.008 TB/s.
#[test]
fn another_card_takes_its_share_of_the_limiting_figure() {
    let [low, likely, high] = hours(&scaled(simulation(), "nvidia-h100-sxm-80gb", 1).unwrap());
    assert!((likely - 9.7 / 34.0).abs() < 0.01 && (low / likely - 0.7).abs() < 0.01, "{low} {likely}");
    assert!((high - 1.555 / 3.35).abs() < 0.01, "at worst, what is faster waits for its memory: {high}");
    match scaled(simulation(), "nvidia-rtx-4090-24gb", 1) {
        Err(Rejection::TooWeak { figure: "fp64", times, .. }) => assert!((times - 9.7 / 1.29).abs() < 0.01),
        other => panic!("{other:?}"),
    }
    let single = Scaled { limit: Limit::Fp32, ..simulation() };
    let [low, likely, high] = hours(&scaled(single, "nvidia-rtx-4090-24gb", 1).unwrap());
    assert!(likely < 0.25 && low < likely && 1.0 <= high, "the memory of the 4090 is slower than that of the A100");
    let large = Scaled { memory: Bytes::gib(40), ..simulation() };
    assert!(matches!(scaled(large, A100, 8), Err(Rejection::OutOfMemory { .. })), "each holds all of it");
    let nowhere = Scaled { memory: Bytes(0), ..simulation() };
    assert_eq!(scaled(nowhere, A100, 1).unwrap().memory.needed, Range::exactly(Bytes(0)));
}

#[test]
fn a_run_on_several_cards_loses_its_share_at_each_doubling() {
    let sharing = Sharing::Together { efficiency_percent: 80.0 };
    let long = Scaled { seconds_per_unit: 36_000.0, sharing, ..simulation() };
    let on = |n_gpus| scaled(long, A100, n_gpus).unwrap();
    assert_eq!(hours(&on(1)), [10.0; 3]);
    let [low, likely, high] = hours(&on(4));
    assert!((likely - 10.0 / (4.0 * 0.64)).abs() < 0.001 && low < likely && likely < high);
    assert_eq!(on(4).layout, Layout::Divided);
}

#[test]
fn a_figure_that_nobody_states_is_named() {
    let unstated =
        gpus().iter().find(|gpu| gpu.fp64.is_none() && gpu.memory.is_some_and(|memory| Bytes::gib(24) <= memory));
    let (id, nothing) = (unstated.unwrap().id, Rejection::UnknownFigure { figure: "fp64" });
    assert_eq!(scaled(simulation(), id, 1), Err(nothing));
    let timed = Scaled { reference: unstated.unwrap(), ..simulation() };
    assert_eq!(scaled(timed, A100, 1), Err(nothing));
    assert_eq!(hours(&scaled(timed, id, 1).unwrap()), [1.0; 3], "on the card itself, no figure is needed");
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
                shared_tokens: 0,
                answer_tokens: tokens,
                weights: WeightFormat::Int4,
                kv_cache: KvFormat::Fp8,
                software: Software::Fused,
                min_tokens_per_second: 0.1,
            }));
        }
    }
    for (units, seconds_per_unit) in [(1, 0.000_01), (1_000_000_000, 1e6)] {
        for sharing in [Sharing::Units, Sharing::Together { efficiency_percent: 50.0 }] {
            works.push(Workload::Scaled(Scaled { units, seconds_per_unit, sharing, ..simulation() }));
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

pub(super) fn usual(id: &str) -> Generation {
    generation_of(visual_model(id).unwrap())
}

fn generation_of(model: &'static VisualModel) -> Generation {
    let Usual { width, height, frames, steps, passes, .. } = model.usual;
    Generation {
        model,
        width,
        height,
        frames,
        steps,
        passes,
        batch: 1,
        items: 1,
        weights: WeightFormat::Bf16,
        arithmetic: Arithmetic::Half,
        offload: Offload::None,
        kernels: Kernels::Eager,
        decoding: Decoding::Whole,
        linked: Linked::PROOF.unwrap(),
    }
}

/// Likely seconds of an item, and bytes.
#[track_caller]
fn made(work: &Generation, gpu: &'static Gpu, n_gpus: u32) -> (f64, Bytes) {
    let candidate = on(&Workload::Generation(work.clone()), gpu, n_gpus).unwrap();
    (candidate.making.unwrap().per_item.likely, candidate.memory.needed.likely)
}

/// Published times, within a quarter: FLUX.1 dev on H100 6.6 s as it is and 4.0 s compiled, 8 side by side
/// (`sayakpaul/diffusers-torchao` README.md); Wan 2.1 T2V 14B on two A100 1,722 s, on eight 470 (`Wan-Video/Wan2.1`
/// assets/comp_effic.png); `CogVideoX` 5B on H100 112 s (`diffusers-torchao`).
#[test]
fn published_times_of_images_and_videos() {
    let h100 = card("nvidia-h100-sxm-80gb");
    let a100 = card("nvidia-a100-sxm-80gb");
    let compiled = Generation { kernels: Kernels::Compiled, batch: 8, items: 8, ..usual("flux.1-dev") };
    for (work, gpu, n_gpus, expected) in [
        (usual("flux.1-dev"), h100, 1, 6.6),
        (compiled, h100, 1, 4.0),
        (usual("wan2.1-t2v-14b"), a100, 2, 1_722.0),
        (usual("wan2.1-t2v-14b"), a100, 8, 470.0),
        (usual("cogvideox-5b"), h100, 1, 112.0),
    ] {
        let (seconds, _) = made(&work, gpu, n_gpus);
        assert!((seconds / expected - 1.0).abs() < 0.25, "{} {seconds} {expected}", work.model.id);
    }
}

/// More of anything takes longer, and never less memory.
#[test]
fn more_of_an_image_is_not_faster() {
    let b300 = card("nvidia-b300-sxm");
    for model in visual_models() {
        let one = generation_of(model);
        let (seconds, bytes) = made(&one, b300, 1);
        for more in [
            Generation { steps: 2 * one.steps, ..one.clone() },
            Generation { passes: 1 + one.passes, ..one.clone() },
            Generation { width: one.width + 8, ..one.clone() },
            Generation { height: 2 * one.height, ..one.clone() },
            Generation { frames: one.frames + 8, ..one.clone() },
        ] {
            let (longer, larger) = made(&more, b300, 1);
            assert!(seconds < longer && bytes <= larger, "{more:?}");
        }
    }
}

/// Smaller weights and what leaves the GPU make room; compiled kernels and 8 bits save time.
#[test]
fn smaller_images_fit_smaller_cards() {
    let rtx4090 = card("nvidia-rtx-4090-24gb");
    let flux = usual("flux.1-dev");
    let fits = |work: &Generation| on(&Workload::Generation(work.clone()), rtx4090, 1).is_ok();
    assert!(!fits(&flux));
    let light = Generation { weights: WeightFormat::Fp8, offload: Offload::AroundDenoiser, ..flux.clone() };
    assert!(fits(&light));
    let compiled = Generation { kernels: Kernels::Compiled, ..light.clone() };
    let eight = Generation { arithmetic: Arithmetic::Stored, ..compiled.clone() };
    let seconds = |work| made(work, rtx4090, 1).0;
    assert!(seconds(&eight) < seconds(&compiled) && seconds(&compiled) < seconds(&light));
    let alone = Generation { offload: Offload::Everything, ..light.clone() };
    assert!(made(&alone, rtx4090, 1).1 <= made(&light, rtx4090, 1).1);
    assert!(seconds(&light) < seconds(&alone));
}

/// Cards share images; a single video is divided over them where the denoiser is a transformer.
#[test]
fn items_or_tokens_are_divided() {
    let a800 = card("nvidia-a800-sxm-80gb");
    let layout = |work: &Generation| on(&Workload::Generation(work.clone()), a800, 4).unwrap().layout;
    let many = Generation { items: 1_000, ..usual("sdxl") };
    assert_eq!(layout(&many), Layout::Replicated);
    assert!((4.0 * made(&many, a800, 4).0 / made(&many, a800, 1).0 - 1.0).abs() < 1e-9);
    assert_eq!(layout(&usual("sdxl")), Layout::Replicated);
    assert_eq!(layout(&usual("wan2.1-t2v-14b")), Layout::Sharded);
}

/// Whatever the bounds allow, on every card.
#[test]
fn no_image_is_too_hostile() {
    for model in visual_models() {
        for (side, frames, many) in [(64, 1, 1), (16_384, 10_000, 1_024)] {
            for (offload, decoding) in [(Offload::None, Decoding::Whole), (Offload::Everything, Decoding::Tiled)] {
                let work = Workload::Generation(Generation {
                    width: side,
                    height: side,
                    frames,
                    steps: if many == 1 { 1 } else { 1_000 },
                    passes: 4,
                    batch: many,
                    items: 100_000 * many,
                    weights: WeightFormat::Int4,
                    offload,
                    decoding,
                    ..generation_of(model)
                });
                let requirement = requirement(&work);
                for gpu in gpus() {
                    for n_gpus in [0, 1, 3, 8, 72 * 4_096] {
                        sane(&evaluate(&requirement, Device::whole(gpu), gpu.link, n_gpus));
                    }
                }
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
        Err(Rejection::TooWeak { times, run_time, .. }) => assert!(5.0 < *times && run_time.low <= run_time.high),
        Err(Rejection::UnknownFigure { .. } | Rejection::Unsupported { .. }) => {}
    }
}

/// Parts that take turns are together no faster than the whole.
#[test]
fn a_part_is_no_faster_than_its_share() {
    let serving = inference("llama-3.2-3b", 1);
    let tuning = fine_tuning(1_000_000_000, Method::Qlora { rank: 16 }, 100_000_000);
    for id in ["nvidia-h100-sxm-80gb", "nvidia-b200-sxm", "nvidia-rtx-4090-24gb", "nvidia-t4-16gb"] {
        let gpu = card(id);
        for share in [0.1, 0.25, 0.5, 1.0] {
            let slice = Slice::of_memory(gpu, gpu.memory.unwrap(), Share::from_f64(share));
            let part = |work: &Workload| evaluate(&requirement(work), Device { gpu, slice }, gpu.link, 1).unwrap();
            let (whole, _) = speeds(&on(&serving, gpu, 1).unwrap());
            let (own, _) = speeds(&part(&serving));
            assert!(own <= 1.001 * share * whole && 0.99 * share * whole <= own, "{id} {share} {own} {whole}");
            // A job starts once, however long it takes.
            let start = 300.0 / 3600.0;
            let (whole, own) = (hours(&on(&tuning, gpu, 1).unwrap())[1], hours(&part(&tuning))[1]);
            assert!((whole - start) / share <= 1.001 * (own - start), "{id} {share} {own} {whole}");
        }
    }
    let h100 = card("nvidia-h100-sxm-80gb");
    let slice = Slice::mig(h100, "1g.10gb");
    let (whole, _) = speeds(&on(&serving, h100, 1).unwrap());
    let part = evaluate(&requirement(&serving), Device { gpu: h100, slice }, h100.link, 1).unwrap();
    assert!(speeds(&part).0 < whole / 3.0);
    let two = evaluate(&requirement(&serving), Device { gpu: h100, slice }, h100.link, 2);
    assert_eq!(two, Err(Rejection::Unsupported { feature: "peers" }));
}
