//! Published measurements lie within the ranges.

use crate::catalog::{Device, Precision, gpu, model};
use crate::requirement::{requirement, tuning_load};
use crate::units::{Bytes, Range, real};
use crate::workload::{
    FineTuning, Inference, KvFormat, LanguageModel, Method, Optimizer, Origin, PreTraining, Recomputation, Software,
    StateOffload, TrainingSettings, WeightFormat, Workload,
};

use super::{Arrangement, Cluster, Coefficients, Division, Estimate, Performance, Sharding, estimate, training_memory};

fn built_in(id: &'static str) -> LanguageModel {
    LanguageModel { architecture: model(id).unwrap().architecture, origin: Origin::BuiltIn { id } }
}

#[track_caller]
fn estimated(work: &Workload, card: &str, division: &Division) -> Estimate {
    let card = gpu(card).unwrap();
    estimate(&requirement(work), Device::whole(card), &Cluster::usual(card), division, &Coefficients::FITTED).unwrap()
}

#[track_caller]
fn check(source: &str, measured: f64, Range { low, likely, high }: Range<f64>) {
    assert!(low <= measured && measured <= high, "{source}: {measured}, not {likely} ({low} to {high})");
}

const SETTINGS: TrainingSettings = TrainingSettings {
    sequence_tokens: 4096,
    micro_batch: 1,
    global_batch: 128,
    optimizer: Optimizer::AdamW,
    recomputation: Some(Recomputation::None),
    offload: StateOffload::None,
    precision: Precision::Fp8,
    software: Software::Tuned,
    mfu_percent: None,
};

/// Tokens per second of one GPU.
#[track_caller]
fn trains(source: &str, id: &'static str, card: &str, settings: TrainingSettings, division: Division, measured: f64) {
    let work = Workload::PreTraining(PreTraining { model: built_in(id), tokens: 1_000_000_000_000, settings });
    let Performance::Finite { tokens_per_second: Some(tokens_per_second), .. } =
        estimated(&work, card, &division).performance
    else {
        panic!()
    };
    check(source, measured, tokens_per_second.map(|speed| speed / f64::from(division.n_gpus())));
}

#[test]
fn speeds_of_training() {
    let zero = |data| Division { data, sharding: Sharding::Weights, ..Division::SINGLE };
    let megatron = |data, tensor, pipeline, interleaved| Division {
        data,
        tensor,
        pipeline,
        interleaved,
        sharding: Sharding::Optimizer,
        ..Division::SINGLE
    };
    let h100 = "nvidia-h100-sxm-80gb";
    let nemo = "NVIDIA NeMo Framework 24.12, performance summary, pre-training";
    trains(nemo, "llama-2-7b", h100, SETTINGS, megatron(8, 1, 1, 1), 16_934.0);
    trains(nemo, "llama-2-70b", h100, SETTINGS, megatron(4, 4, 4, 20), 1_728.0);
    let bridge = "NVIDIA-NeMo/Megatron-Bridge docs/performance-summary.md, H100";
    let settings = TrainingSettings { sequence_tokens: 8192, global_batch: 256, ..SETTINGS };
    trains(bridge, "llama-3.1-70b", h100, settings, megatron(2, 4, 8, 2), 1_664.0);
    let titan = "pytorch/torchtitan benchmarks/llama3_h100_202412_torchtitan.md, 8 GPUs of 500 W, compiled";
    let settings = TrainingSettings {
        sequence_tokens: 8192,
        micro_batch: 2,
        global_batch: 16,
        recomputation: Some(Recomputation::Selective),
        precision: Precision::Bf16,
        software: Software::Fused,
        ..SETTINGS
    };
    trains(titan, "llama-3.1-8b", h100, settings, zero(8), 6_667.0);
}

#[test]
fn whole_runs() {
    for (source, id, card, tokens, sequence_tokens, n_gpus, hours) in [
        ("arXiv:2307.09288, table 2", "llama-2-7b", "nvidia-a100-sxm-80gb", 2e12, 4096, 64, 184_320.0),
        ("arXiv:2307.09288, table 2", "llama-2-13b", "nvidia-a100-sxm-80gb", 2e12, 4096, 64, 368_640.0),
        ("arXiv:2304.01373, table 5", "pythia-6.9b", "nvidia-a100-sxm-40gb", 299.9e9, 2048, 128, 33_500.0),
    ] {
        let settings = TrainingSettings {
            sequence_tokens,
            global_batch: 1024,
            precision: Precision::Bf16,
            software: Software::Fused,
            ..SETTINGS
        };
        let tokens = Bytes::from_f64(tokens).0;
        let work = Workload::PreTraining(PreTraining { model: built_in(id), tokens, settings });
        let division = Division { data: n_gpus, sharding: Sharding::Weights, ..Division::SINGLE };
        let Performance::Finite { run_time, .. } = estimated(&work, card, &division).performance else { panic!() };
        check(source, hours, run_time.map(|time| time.as_f64() / 3600.0 * f64::from(n_gpus)));
    }
}

fn inference(id: &'static str, software: Software, weights: WeightFormat, prompt: u32, answer: u32) -> Inference {
    Inference {
        model: built_in(id),
        users: 1,
        prompt_tokens: prompt,
        shared_tokens: 0,
        answer_tokens: answer,
        weights,
        kv_cache: KvFormat::Bf16,
        software,
        min_tokens_per_second: 0.0,
    }
}

#[test]
fn speeds_of_answers() {
    let tensor = |tensor| Division { tensor, ..Division::SINGLE };
    let fast = "pytorch-labs/gpt-fast README.md";
    let llama_cpp = "XiongjieDai/GPU-Benchmarks-on-LLM-Inference README.md";
    let qwen = "QwenLM/Qwen3 docs, speed benchmark, SGLang on H20";
    let (a100, h20) = ("nvidia-a100-sxm-80gb", "nvidia-h20-96gb");
    let bf16 = WeightFormat::Bf16;
    for (source, work, card, ways, measured) in [
        (fast, inference("llama-3.1-8b", Software::Fused, bf16, 5, 200), a100, 1, 93.89),
        (fast, inference("llama-3.1-70b", Software::Fused, bf16, 5, 200), a100, 8, 58.78),
        (
            llama_cpp,
            inference("llama-3.1-8b", Software::Portable, WeightFormat::GgufQ4KM, 0, 1024),
            "nvidia-rtx-4090-24gb",
            1,
            127.74,
        ),
        (llama_cpp, inference("llama-3.1-8b", Software::Portable, bf16, 0, 1024), "nvidia-rtx-3090-24gb", 1, 46.51),
        (
            "ggml-org/llama.cpp pull request 5434",
            inference("llama-2-7b", Software::Portable, WeightFormat::GgufQ4KS, 0, 512),
            "nvidia-p40-24gb",
            1,
            50.57,
        ),
        (
            "ggml-org/llama.cpp pull request 15802",
            inference("llama-3.1-8b", Software::Portable, WeightFormat::GgufQ40, 0, 512),
            "nvidia-rtx-3090-24gb",
            1,
            156.56,
        ),
        (qwen, inference("qwen3-32b", Software::Fused, WeightFormat::Fp8, 1, 2048), h20, 1, 46.15),
        (qwen, inference("qwen3-235b-a22b", Software::Fused, WeightFormat::Fp8, 1, 2048), h20, 4, 71.62),
    ] {
        let estimate = estimated(&Workload::Inference(work), card, &tensor(ways));
        let Performance::Serving { per_user, .. } = estimate.performance else { panic!() };
        check(source, measured, per_user);
    }
}

/// Bytes; what PyTorch counts is without the context.
#[test]
fn memory() {
    let gib = |value: f64| value * real(Bytes::gib(1).0);
    let context = super::training::CONTEXT;
    let qwen = inference("qwen3-8b", Software::Eager, WeightFormat::Bf16, 14_336, 2048);
    let Estimate { parts, memory, .. } = estimated(&Workload::Inference(qwen), "nvidia-h20-96gb", &Division::SINGLE);
    let bytes = parts.sum().as_f64() - context;
    check("QwenLM/Qwen3 docs, speed benchmark, Transformers", gib(17.542), memory.map(|factor| factor * bytes));
    let vllm = inference("llama-3.1-8b", Software::Fused, WeightFormat::Bf16, 8192, 1);
    let Estimate { parts, .. } = estimated(&Workload::Inference(vllm), "nvidia-a100-sxm-80gb", &Division::SINGLE);
    let weights = parts.weights.as_f64();
    assert!((weights / gib(14.96) - 1.0).abs() < 1e-3, "vllm-project/vllm pull request 10511: {weights}");
    let settings =
        TrainingSettings { sequence_tokens: 1304, precision: Precision::Bf16, software: Software::Eager, ..SETTINGS };
    let lora =
        FineTuning { model: built_in("llama-2-7b"), method: Method::Lora { rank: 8 }, tokens: 1_000_000, settings };
    let Estimate { parts, memory, .. } =
        estimated(&Workload::FineTuning(lora), "nvidia-a100-sxm-40gb", &Division::SINGLE);
    let bytes = parts.sum().as_f64() - context;
    check("Lightning-AI/litgpt tutorials/resource-tables.md", 21.3e9, memory.map(|factor| factor * bytes));
}

/// `zai-org/CogVideo` finetune/README.md, memory of each GPU: layers are computed again, prompts are encoded between steps.
#[test]
fn memory_of_videos_that_are_trained() {
    let lora = Method::Lora { rank: 128 };
    for (id, method, data, sharding, offload, measured) in [
        ("cogvideox-2b", lora, 1, Sharding::Nothing, StateOffload::None, 16.0),
        ("cogvideox-2b", Method::Full, 8, Sharding::Gradients, StateOffload::None, 17.0),
        ("cogvideox-2b", Method::Full, 8, Sharding::Weights, StateOffload::Weights, 14.0),
        ("cogvideox1.5-5b", lora, 1, Sharding::Nothing, StateOffload::None, 35.0),
    ] {
        let recomputation = Recomputation::Full;
        let settings = TrainingSettings { offload, recomputation: Some(recomputation), ..SETTINGS };
        let load = tuning_load(&super::tests::usual(id), method, &settings);
        let division = Division { data, sharding, ..Division::SINGLE };
        let arrangement = Arrangement { division, micro_batch: 1, recomputation, offload };
        let (parts, memory) = training_memory(&load, &arrangement);
        check(id, real(Bytes::gib(1).0) * measured, memory.map(|factor| factor * parts.sum().as_f64()));
    }
}
