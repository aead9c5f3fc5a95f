use crate::catalog::{Architecture, Attention, Precision, Usual, VisualModel, model, visual_model};
use crate::units::real;
use crate::workload::{
    Arithmetic, Decoding, FineTuning, Generation, Inference, Kernels, KvFormat, LanguageModel, Linked, Method, Offload,
    Optimizer, Origin, PreTraining, Recomputation, Software, StateOffload, TrainingSettings, WeightFormat, Workload,
};

use super::{
    GenerationLoad, Load, Parameters, TrainingLoad, architecture_of_size, attention_per_token, denoiser_parameters,
    kv_bytes, matmul_per_token, parameters, parameters_of, passes_again, requirement, weight_bytes,
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

fn shape(id: &str) -> Architecture {
    model(id).unwrap().architecture
}

fn built_in(id: &'static str) -> LanguageModel {
    LanguageModel { architecture: shape(id), origin: Origin::BuiltIn { id } }
}

fn fine_tuning(model: LanguageModel, method: Method, settings: TrainingSettings) -> TrainingLoad {
    let work = FineTuning { model, method, tokens: 20_000_000, settings };
    match requirement(&Workload::FineTuning(work)).load {
        Load::Training(load) => load,
        Load::Serving(_) | Load::Generation(_) | Load::Scaled(_) => unreachable!(),
    }
}

#[track_caller]
fn close(got: f64, want: f64, tolerance: f64) {
    assert!((got / want - 1.0).abs() <= tolerance, "got {got:e}, want {want:e}");
}

/// Counted by instantiating the classes of transformers 4.57.1 on a meta device (chatglm3-6b: analytically).
#[test]
fn counts_are_exact() {
    let expected: &[(&str, u64)] = &[
        ("bloom-176b", 176_247_271_424),
        ("chatglm3-6b", 6_243_584_000),
        ("dbrx", 131_596_523_520),
        ("deepseek-v2", 235_741_434_880),
        ("deepseek-v3", 671_026_404_352),
        ("falcon-7b", 6_921_720_704),
        ("gemma-2-9b", 9_241_705_984),
        ("gpt-oss-120b", 116_829_156_672),
        ("gpt-oss-20b", 20_914_757_184),
        ("gpt2", 124_439_808),
        ("kimi-k2", 1_026_408_209_408),
        ("llama-2-13b", 13_015_864_320),
        ("llama-2-70b", 68_976_648_192),
        ("llama-2-7b", 6_738_415_616),
        ("llama-3.1-405b", 405_853_388_800),
        ("llama-3.1-70b", 70_553_706_496),
        ("llama-3.1-8b", 8_030_261_248),
        ("mistral-7b-v0.1", 7_241_732_096),
        ("mixtral-8x7b", 46_702_792_704),
        ("phi-2", 2_779_683_840),
        ("pythia-6.9b", 6_857_302_016),
        ("qwen2.5-32b", 32_763_876_352),
        ("qwen2.5-7b", 7_615_616_512),
        ("qwen3-0.6b", 596_049_920),
        ("qwen3-235b-a22b", 235_093_634_560),
        ("qwen3-30b-a3b", 30_532_122_624),
        ("qwen3-32b", 32_762_123_264),
        ("qwen3-8b", 8_190_735_360),
    ];
    for (id, total) in expected {
        assert_eq!(parameters(&shape(id)).total, *total, "{id}");
    }
}

/// Of `reference/requirement_model.py`, whose totals are the ones above.
#[test]
fn active_ones_leave_out_idle_experts() {
    for (id, active) in [
        ("deepseek-v3", 37_552_282_624),
        ("qwen3-30b-a3b", 3_353_032_704),
        ("qwen3-235b-a22b", 22_190_763_520),
        ("mixtral-8x7b", 12_879_925_248),
    ] {
        assert_eq!(parameters(&shape(id)).active, active, "{id}");
    }
    let dense = parameters(&shape("llama-2-7b"));
    assert_eq!(dense.active, dense.total);
    assert_eq!(dense.matmul_active, dense.total - 32_000 * 4096); // all but the embedding
}

/// One token uses what is active; very many use everything.
#[test]
fn batches_touch_more_experts() {
    let shape = shape("qwen3-30b-a3b");
    let counts = parameters(&shape);
    let touched = |sequences| counts.touched(shape.experts.as_ref(), sequences);
    close(touched(1.0), real(counts.active), 1e-9);
    close(touched(1e4), real(counts.total), 1e-9);
    // 2 tokens leave an expert idle with probability (15/16)², so they touch 1 − 225/256 of them.
    close(touched(2.0), real(counts.total) - real(counts.routed) * 225.0 / 256.0, 1e-9);
}

#[test]
fn a_model_of_a_size_has_that_size() {
    let mut size = 1_000_000;
    while size <= 10_000_000_000_000 {
        for parameters_wanted in [size, size * 7 / 5, size * 7 / 2] {
            let model = LanguageModel::by_size(parameters_wanted);
            let counts = parameters_of(&model);
            assert_eq!(counts.total, parameters_wanted);
            assert!(counts.embedding + counts.head <= counts.total);
            assert!(counts.matmul_active <= counts.total);
            close(real(parameters(&model.architecture).total), real(parameters_wanted), 0.2);
        }
        size *= 10;
    }
}

#[test]
fn the_shape_of_a_size_is_a_usual_one() {
    let seven = architecture_of_size(7_000_000_000);
    assert_eq!((seven.hidden, seven.layers, seven.vocabulary), (4096, 33, 32_000));
    let Attention::Grouped { heads, kv_heads, head_dim, .. } = seven.attention else { unreachable!() };
    assert_eq!((heads, kv_heads, head_dim), (32, 8, 128));
    let thirteen = architecture_of_size(13_000_000_000);
    assert_eq!((thirteen.hidden, thirteen.layers), (5120, 40)); // as Llama 2 13B
}

/// What publishers state is in use for a token, in billions as they round it.
#[test]
fn active_counts_are_those_of_publishers() {
    for (id, billions) in [
        ("deepseek-v3", 37.0),
        ("glm-4.5", 32.0),
        ("glm-4.5-air", 12.0),
        ("gpt-oss-20b", 3.6),
        ("kimi-k2", 32.0),
        ("llama-4-maverick", 17.0),
        ("mixtral-8x7b", 12.9),
        ("qwen3-235b-a22b", 22.0),
        ("qwen3-30b-a3b", 3.3),
    ] {
        let Parameters { active, embedding, .. } = parameters(&shape(id));
        let (all, without_table) = (real(active) / 1e9, real(active - embedding) / 1e9);
        assert!(0.93 * without_table < billions && billions < 1.08 * all, "{id}: {without_table} to {all}");
    }
}

/// DeepSeek-V3's file of weights describes its second token's layer as 11.5 billion parameters that nothing else has.
#[test]
fn predicting_layers() {
    close(real(parameters(&shape("deepseek-v3")).prediction), 11.5e9, 0.01);
    assert_eq!(parameters(&shape("llama-2-7b")).prediction, 0);
}

/// Qwen3-Next: 12 of 48 layers cache 2 heads of 256; 36 carry 32 · 128 · 128 numbers of 32 bits and four tokens of
/// 2 · 2,048 + 4,096.
#[test]
fn cache_of_a_hybrid() {
    let state = 36.0 * (32.0 * 128.0 * 128.0 + 4.0 * 8192.0) * 4.0;
    let cache = |tokens| kv_bytes(&shape("qwen3-next-80b-a3b"), KvFormat::Bf16, tokens);
    close(cache(0.0), state, 0.0);
    close(cache(1000.0), state + 1000.0 * 12.0 * 2.0 * 2.0 * 256.0 * 2.0, 0.0);
}

/// What publishers state, in billions as they round it.
#[test]
fn denoisers_are_as_large_as_publishers_say() {
    for (id, billions) in [("sdxl", 2.6), ("sd3.5-large", 8.1), ("flux.1-dev", 12.0), ("hunyuanvideo", 13.0)] {
        close(real(denoiser_parameters(&visual_model(id).unwrap().denoiser)), billions * 1e9, 0.02);
    }
}

/// Llama 2 7B: 2 · 32 layers · 32 heads · 128 · 2 bytes. DeepSeek-V3: 61 layers · (512 + 64) · 2 bytes.
/// Llama 3.1 8B has 8 heads of keys and values: a quarter. Gemma 2: half of its 42 layers look back 4,096 tokens.
#[test]
fn cache_of_a_token() {
    let bytes = |id, tokens| kv_bytes(&shape(id), KvFormat::Bf16, tokens);
    close(bytes("llama-2-7b", 1.0), 524_288.0, 0.0);
    close(kv_bytes(&shape("llama-2-7b"), KvFormat::Fp8, 1.0), 262_144.0, 0.0);
    close(bytes("llama-3.1-8b", 1.0), 131_072.0, 0.0);
    close(bytes("deepseek-v3", 1.0), 70_272.0, 0.0);
    let gemma = 2.0 * 8.0 * 256.0 * 2.0;
    close(bytes("gemma-2-9b", 8192.0), gemma * (21.0 * 8192.0 + 21.0 * 4096.0), 0.0);
}

/// 4 bits and scales for all but the two tables of 32,000 · 4,096.
#[test]
fn weights_of_a_format() {
    let shape = shape("llama-2-7b");
    let counts = parameters(&shape);
    let bytes = |format| weight_bytes(&shape, &counts, real(counts.total), format);
    close(bytes(WeightFormat::Bf16), 2.0 * 6_738_415_616.0, 0.0);
    close(bytes(WeightFormat::Int4), 2.0 * 262_144_000.0 + 4.25 / 8.0 * (6_738_415_616.0 - 262_144_000.0), 1e-12);
    assert!(bytes(WeightFormat::Fp8) < bytes(WeightFormat::Int8));
}

/// GB of the files at `bartowski/Meta-Llama-3.1-8B-Instruct-GGUF`, `mradermacher/Meta-Llama-3.1-8B-GGUF`, and
/// `bartowski`'s of the others. 256 divides neither rows of 896 (0.5 B) nor of 29,568 (72 B).
#[test]
fn files_of_llama_cpp() {
    use WeightFormat as W;
    for (id, format, measured) in [
        ("llama-3.1-8b", W::GgufIq2M, 2.95),
        ("llama-3.1-8b", W::GgufQ2K, 3.18),
        ("llama-3.1-8b", W::GgufIq3Xs, 3.52),
        ("llama-3.1-8b", W::GgufIq3M, 3.78),
        ("llama-3.1-8b", W::GgufQ3KM, 4.02),
        ("llama-3.1-8b", W::GgufQ3KL, 4.32),
        ("llama-3.1-8b", W::GgufIq4Xs, 4.45),
        ("llama-3.1-8b", W::GgufQ4KS, 4.69),
        ("llama-3.1-8b", W::GgufQ4KM, 4.92),
        ("llama-3.1-8b", W::GgufQ5KM, 5.73),
        ("llama-3.1-8b", W::GgufQ6K, 6.60),
        ("llama-3.1-8b", W::GgufQ80, 8.54),
        ("llama-3.2-1b", W::GgufQ4KM, 0.808),
        ("qwen2.5-0.5b", W::GgufQ2K, 0.339),
        ("qwen2.5-0.5b", W::GgufQ3KL, 0.369),
        ("qwen2.5-0.5b", W::GgufQ4KM, 0.398),
        ("qwen2.5-72b", W::GgufIq1M, 23.74),
        ("qwen2.5-72b", W::GgufQ4KM, 47.42),
    ] {
        let shape = shape(id);
        let counts = parameters(&shape);
        let bytes = weight_bytes(&shape, &counts, real(counts.total), format) / 1e9;

        close(bytes, measured, 0.02);
    }
}

/// Llama 2 7B at 4,096 tokens: 2 · 6.607 billion, and 4 · 4,096 · 32 layers · 2,048 on average.
#[test]
fn operations_of_a_token() {
    let shape = shape("llama-2-7b");
    close(matmul_per_token(&parameters(&shape)), 2.0 * (6_738_415_616.0 - 131_072_000.0), 0.0);
    close(attention_per_token(&shape, 2048.0), 4.0 * 4096.0 * 32.0 * 2048.0, 0.0);
    let mistral = model("mistral-7b-v0.1").unwrap().architecture;
    close(attention_per_token(&mistral, 1e6), attention_per_token(&mistral, 4096.0), 0.0);
}

/// The rental guides' example: 500 M parameters, 20 tokens each. `6 · N · D` is 3e19 (Hoffmann et al. 2022,
/// arXiv:2203.15556, for the 20).
#[test]
fn operations_of_the_guides_example() {
    let settings = TrainingSettings { recomputation: Some(Recomputation::None), ..SETTINGS };
    let model = LanguageModel::by_size(500_000_000);
    let work = Workload::PreTraining(PreTraining { model, tokens: 10_000_000_000, settings });
    close(requirement(&work).operations.unwrap().0, 3e19, 0.05);
}

/// Full: 2 + 4 + 12 bytes a parameter. Adapters of rank 16 on every projection of Llama 2 7B:
/// 16 · 32 layers · (4 · 8,192 + 3 · (4,096 + 11,008)) = 39,976,960.
#[test]
fn bytes_of_states() {
    let model = built_in("llama-2-7b");
    let full = fine_tuning(model, Method::Full, SETTINGS);
    close(full.weights + full.gradients + full.optimizer, 18.0 * 6_738_415_616.0, 1e-12);
    let lora = fine_tuning(model, Method::Lora { rank: 16 }, SETTINGS);
    close(lora.trained, 39_976_960.0, 0.0);
    close(lora.weights, 2.0 * (6_738_415_616.0 + 39_976_960.0), 1e-12);
    let qlora = fine_tuning(model, Method::Qlora { rank: 16 }, SETTINGS);
    // tables in 32 bits, 4.5 bits for the rest, 16 for the adapters
    close(qlora.weights, 4.0 * 262_144_000.0 + 0.5625 * 6_476_271_616.0 + 2.0 * 39_976_960.0, 1e-12);
    for (optimizer, bytes) in [(Optimizer::AdamW, 12.0), (Optimizer::AdamW8Bit, 6.0), (Optimizer::Sgd, 8.0)] {
        let load = fine_tuning(model, Method::Full, TrainingSettings { optimizer, ..SETTINGS });
        close(load.optimizer, bytes * 6_738_415_616.0, 1e-12);
    }
}

/// Llama 2 7B keeps 41.5 · hidden bytes of a token in each layer (and 4 for each of its 32 heads);
/// LitGPT's table of measured memory has a slope of 43 · hidden.
#[test]
fn bytes_of_activations() {
    let model = built_in("llama-2-7b");
    let layer = 41.5 * 4096.0 + 128.0;
    let none = TrainingSettings { recomputation: Some(Recomputation::None), ..SETTINGS };
    let kept = fine_tuning(model, Method::Full, none);
    close(kept.layers_per_token, 32.0 * layer, 1e-12);
    close(kept.activations(Recomputation::None, 1), 2048.0 * (32.0 * layer + 12.0 * 32_000.0), 1e-12);
    close(kept.activations(Recomputation::None, 3), 3.0 * kept.activations(Recomputation::None, 1), 1e-12);
    let again = fine_tuning(model, Method::Full, SETTINGS);
    close(again.activations(Recomputation::Full, 1), 2048.0 * (32.0 * 2.0 * 4096.0 + 12.0 * 32_000.0), 1e-12);
}

/// Forward 1, backward 2; without gradients of the weights 1 + 1; recomputation is not counted.
#[test]
fn passes() {
    let model = built_in("llama-2-7b");
    let full = fine_tuning(model, Method::Full, SETTINGS);
    let lora = fine_tuning(model, Method::Lora { rank: 16 }, SETTINGS);
    close(lora.operations.0 / full.operations.0, 2.0 / 3.0, 1e-12);
    close(passes_again(Recomputation::Full), 1.0, 0.0);
}

#[test]
fn inference_has_no_end() {
    let work = Inference {
        model: built_in("llama-2-7b"),
        users: 20,
        prompt_tokens: 3584,
        shared_tokens: 0,
        answer_tokens: 512,
        weights: WeightFormat::Bf16,
        kv_cache: KvFormat::Bf16,
        software: Software::Fused,
        min_tokens_per_second: 10.0,
    };
    let requirement = requirement(&Workload::Inference(work));
    assert_eq!(requirement.operations, None);
    let Load::Serving(load) = requirement.load else { unreachable!() };
    close(load.kv_at_end, 4096.0 * 524_288.0, 0.0);
    close(load.kv_on_average, 3840.0 * 524_288.0, 0.0);
}

/// Operations of one pass in 10¹², from `config.json` files alone, counted independently of this code.
#[test]
fn operations_of_a_pass() {
    for (id, [width, height, frames], expected) in [
        ("sd-1.5", [512, 512, 1], 0.8033),
        ("sd-1.5", [768, 768, 1], 2.1481),
        ("sdxl", [512, 512, 1], 1.5888),
        ("sdxl", [1_024, 1_024, 1], 6.7612),
        ("sd3-medium", [1_024, 1_024, 1], 8.9043),
        ("flux.1-dev", [512, 512, 1], 21.5026),
        ("flux.1-dev", [1_024, 1_024, 1], 74.3847),
        ("flux.1-dev", [2_048, 2_048, 1], 418.112),
        ("wan2.2-t2v-a14b", [832, 480, 81], 1678.3703),
        ("wan2.2-t2v-a14b", [1_280, 720, 81], 6523.4366),
    ] {
        let model = visual_model(id).unwrap();
        let load = generation(Generation { width, height, frames, ..usual(model) });
        close(load.forward.operations() / 1e12, expected, 0.005);
    }
}

/// Guidance doubles passes; a decoder of Stable Diffusion has 2.4 × 10¹² operations at 512 × 512 (49.5 M parameters, by
/// hand); T5-XXL, CLIP and the autoencoder of FLUX are 9.5, 0.2 and 0.2 GB in 16 bits.
#[test]
fn around_the_denoiser() {
    let sd = usual(visual_model("sd-1.5").unwrap());
    let load = generation(sd.clone());
    close(load.passes, 100.0, 0.0);
    close(load.decoder_operations / 1e12, 2.44, 0.01);
    close(generation(Generation { passes: 1, ..sd }).passes, 50.0, 0.0);
    let flux = generation(usual(visual_model("flux.1-dev").unwrap()));
    close(flux.encoder / 1e9, 9.77, 0.01);
    close(flux.decoder / 1e9, 0.168, 0.01);
    close(flux.denoiser / 1e9, 23.8, 0.01);
}

fn usual(model: &'static VisualModel) -> Generation {
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

fn generation(work: Generation) -> GenerationLoad {
    let Load::Generation(load) = requirement(&Workload::Generation(work)).load else { unreachable!() };
    load
}
