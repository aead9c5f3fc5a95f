//! The workload of a request → a workload of the core, with the defaults of what is not given.

use gpu_cost_core::bounds::{self, Bound};
use gpu_cost_core::catalog;
use gpu_cost_core::error::Error;
use gpu_cost_core::requirement::parameters_of;
use gpu_cost_core::workload::{self as core, LanguageModel, Origin, TrainingSettings};

use super::{
    Arithmetic, Decoding, FineTuning, Generation, Inference, Kernels, KvFormat, Method, Model, Offload, Optimizer,
    PreTraining, Recomputation, Software, StateOffload, TrainingPrecision, VisualModel, WeightFormat, Workload, scaled,
};
use crate::dto::check::{Check, optional};
use crate::dto::model_code;

/// Tokens of one training sequence.
const SEQUENCE_TOKENS: f64 = 2_048.0;

/// Tokens for each parameter in pre-training.
/// Source: Hoffmann et al. 2022, arXiv:2203.15556, table 3.
const TOKENS_PER_PARAMETER: u64 = 20;

/// Converts a workload; `None` where anything is wrong, which is recorded.
pub(in crate::dto) fn workload(workload: Workload, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    match workload {
        Workload::PreTraining(training) => pre_training(training, &mut check.field("preTraining")),
        Workload::FineTuning(tuning) => fine_tuning(tuning, &mut check.field("fineTuning")),
        Workload::Inference(inference) => self::inference(inference, &mut check.field("inference")),
        Workload::Generation(generation) => self::generation(generation, &mut check.field("generation")),
        Workload::Simulation(work) => scaled::simulation(work, &mut check.field("simulation")),
        Workload::Rendering(work) => scaled::rendering(work, &mut check.field("rendering")),
        Workload::DataProcessing(work) => scaled::data_processing(work, &mut check.field("dataProcessing")),
    }
}

fn pre_training(training: PreTraining, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    #[rustfmt::skip]
    let PreTraining {
        model, tokens, sequence_tokens, micro_batch, global_batch, optimizer, recomputation, offload,
        precision, software, mfu_percent,
    } = training;
    #[rustfmt::skip]
    let given = Settings {
        sequence_tokens, micro_batch, global_batch, optimizer, recomputation, offload, precision, software,
        mfu_percent,
    };
    let model = self::model(model, &mut check.field("model"));
    let tokens = match tokens {
        Some(tokens) => check.field("tokens").whole(&bounds::TOKENS, tokens),
        None => model.map(|model| parameters_of(&model).total.saturating_mul(TOKENS_PER_PARAMETER)),
    };
    let settings = settings(given, Usual { micro_batch: 8.0, global_batch: 256.0 }, check);
    Some(core::Workload::PreTraining(core::PreTraining { model: model?, tokens: tokens?, settings: settings? }))
}

fn fine_tuning(tuning: FineTuning, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    #[rustfmt::skip]
    let FineTuning {
        model, method, tokens, sequence_tokens, micro_batch, global_batch, optimizer, recomputation, offload,
        precision, software, mfu_percent,
    } = tuning;
    #[rustfmt::skip]
    let given = Settings {
        sequence_tokens, micro_batch, global_batch, optimizer, recomputation, offload, precision, software,
        mfu_percent,
    };
    let model = self::model(model, &mut check.field("model"));
    let method = self::method(method, &mut check.field("method"));
    let tokens = check.field("tokens").whole(&bounds::TOKENS, tokens);
    let settings = settings(given, Usual { micro_batch: 1.0, global_batch: 16.0 }, check);
    let (model, method, tokens, settings) = (model?, method?, tokens?, settings?);
    Some(core::Workload::FineTuning(core::FineTuning { model, method, tokens, settings }))
}

/// How a model is trained, as far as the request says.
struct Settings {
    sequence_tokens: Option<f64>,
    micro_batch: Option<f64>,
    global_batch: Option<f64>,
    optimizer: Option<Optimizer>,
    recomputation: Option<Recomputation>,
    offload: Option<StateOffload>,
    precision: Option<TrainingPrecision>,
    software: Option<Software>,
    mfu_percent: Option<f64>,
}

/// What differs between kinds of training where the request does not say.
struct Usual {
    micro_batch: f64,
    global_batch: f64,
}

/// A batch that is not given follows the other one where that is given.
fn settings(given: Settings, usual: Usual, check: &mut Check<'_, '_>) -> Option<TrainingSettings> {
    #[rustfmt::skip]
    let Settings {
        sequence_tokens, micro_batch, global_batch, optimizer, recomputation, offload, precision, software,
        mfu_percent,
    } = given;
    let micro = micro_batch.unwrap_or(usual.micro_batch.min(global_batch.unwrap_or(usual.global_batch)));
    let global = global_batch.unwrap_or(usual.global_batch.max(micro));
    check.field("globalBatch").require(micro <= global, || Error::Conflict { what: "at least microBatch" });
    let micro_batch = check.field("microBatch").whole(&bounds::MICRO_BATCH, micro);
    let global_batch = check.field("globalBatch").whole(&bounds::GLOBAL_BATCH, global);
    let sequence_tokens = sequence_tokens.unwrap_or(SEQUENCE_TOKENS);
    let sequence_tokens = check.field("sequenceTokens").whole(&bounds::SEQUENCE_TOKENS, sequence_tokens);
    let mfu_percent = optional(mfu_percent, |mfu| check.field("mfuPercent").real(&bounds::MFU_PERCENT, mfu));
    Some(TrainingSettings {
        sequence_tokens: sequence_tokens?,
        micro_batch: micro_batch?,
        global_batch: global_batch?,
        optimizer: optimizer.unwrap_or(Optimizer::AdamW).into(),
        recomputation: recomputation.map(Into::into),
        offload: offload.unwrap_or(StateOffload::None).into(),
        precision: precision.unwrap_or(TrainingPrecision::Bf16).into(),
        software: software.unwrap_or(Software::Fused).into(),
        mfu_percent: mfu_percent?,
    })
}

fn inference(inference: Inference, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    #[rustfmt::skip]
    let Inference {
        model, users, prompt_tokens, shared_tokens, answer_tokens, weights, kv_cache, software, min_tokens_per_second,
    } = inference;
    let model = self::model(model, &mut check.field("model"));
    let users = check.field("users").whole(&bounds::USERS, users);
    let prompt_tokens = prompt_tokens.unwrap_or(1_024.0);
    let prompt_tokens: Option<u32> = check.field("promptTokens").whole(&bounds::PROMPT_TOKENS, prompt_tokens);
    let shared = shared_tokens.unwrap_or_default();
    let shared_tokens: Option<u32> = check.field("sharedTokens").whole(&bounds::SHARED_TOKENS, shared);
    if let (Some(shared), Some(prompt)) = (shared_tokens, prompt_tokens) {
        check.field("sharedTokens").require(shared < prompt, || Error::Conflict { what: "fewer than promptTokens" });
    }
    let answer_tokens = answer_tokens.unwrap_or(256.0);
    let answer_tokens = check.field("answerTokens").whole(&bounds::ANSWER_TOKENS, answer_tokens);
    let least = min_tokens_per_second.unwrap_or(10.0);
    let least = check.field("minTokensPerSecond").real(&bounds::MIN_TOKENS_PER_SECOND, least);
    Some(core::Workload::Inference(core::Inference {
        model: model?,
        users: users?,
        prompt_tokens: prompt_tokens?,
        shared_tokens: shared_tokens?,
        answer_tokens: answer_tokens?,
        weights: weights.unwrap_or(WeightFormat::Bf16).into(),
        kv_cache: kv_cache.unwrap_or(KvFormat::Bf16).into(),
        software: software.unwrap_or(Software::Fused).into(),
        min_tokens_per_second: least?,
    }))
}

/// Where this module has no code for them, that is what is wrong.
fn generation(generation: Generation, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    let linked = core::Linked::PROOF;
    check.require(linked.is_some(), || Error::Unknown { kind: "workload", name: String::new() });
    let linked = linked?;
    #[rustfmt::skip]
    let Generation {
        model, items, width, height, frames, steps, guidance, batch, weights, arithmetic, offload, kernels, decoding,
    } = generation;
    let VisualModel::BuiltIn { id } = model;
    let model = check.field("model").field("builtIn").field("id").visual_model(&id);
    let usual = model.map(|model| model.usual);
    let mut whole = |bound: &'static Bound, given: Option<f64>, usual: Option<u32>| match given {
        Some(given) => check.field(bound.field).whole(bound, given),
        None => usual,
    };
    let width = whole(&bounds::WIDTH, width, usual.map(|usual| usual.width));
    let height = whole(&bounds::HEIGHT, height, usual.map(|usual| usual.height));
    let frames = whole(&bounds::FRAMES, frames, usual.map(|usual| usual.frames));
    let steps = whole(&bounds::STEPS, steps, usual.map(|usual| usual.steps));
    let passes = whole(&bounds::GUIDANCE, guidance, usual.map(|usual| usual.passes));
    let batch = whole(&bounds::BATCH, batch, Some(1));
    let items = whole(&bounds::ITEMS, Some(items), None);
    let tiled = usual.is_some_and(|usual| usual.tiled);
    Some(core::Workload::Generation(core::Generation {
        model: model?,
        width: width?,
        height: height?,
        frames: frames?,
        steps: steps?,
        passes: passes?,
        batch: batch?,
        items: items?,
        weights: weights.unwrap_or(WeightFormat::Bf16).into(),
        arithmetic: arithmetic.unwrap_or(Arithmetic::Half).into(),
        offload: offload.unwrap_or(Offload::None).into(),
        kernels: kernels.unwrap_or(Kernels::Eager).into(),
        decoding: decoding.unwrap_or(if tiled { Decoding::Tiled } else { Decoding::Whole }).into(),
        linked,
    }))
}

fn model(model: Model, check: &mut Check<'_, '_>) -> Option<LanguageModel> {
    match model {
        Model::BuiltIn { id } => {
            let model = check.field("builtIn").field("id").model(&id)?;
            Some(LanguageModel { architecture: model.architecture, origin: Origin::BuiltIn { id: model.id } })
        }
        Model::Config { code } => {
            let architecture = model_code::read(&code);
            let mut check = check.field("config");
            check.field("code").require_form(architecture.is_some(), "model-code", "the code of a model's shape");
            Some(LanguageModel { architecture: architecture?, origin: Origin::Config })
        }
        Model::BySize { parameters } => {
            let parameters = check.field("bySize").field("parameters").whole(&bounds::PARAMETERS, parameters);
            parameters.map(LanguageModel::by_size)
        }
    }
}

fn method(method: Method, check: &mut Check<'_, '_>) -> Option<core::Method> {
    let mut checked = |variant, rank| check.field(variant).field("rank").whole(&bounds::LORA_RANK, rank);
    Some(match method {
        Method::Full {} => core::Method::Full,
        Method::Lora { rank } => core::Method::Lora { rank: checked("lora", rank)? },
        Method::Qlora { rank } => core::Method::Qlora { rank: checked("qlora", rank)? },
    })
}

impl TrainingPrecision {
    /// The same of the core; `None` for what nothing is trained in.
    pub(in crate::dto) const fn of(precision: catalog::Precision) -> Option<Self> {
        match precision {
            catalog::Precision::Fp32 => Some(Self::Fp32),
            catalog::Precision::Tf32 => Some(Self::Tf32),
            catalog::Precision::Fp16 => Some(Self::Fp16),
            catalog::Precision::Bf16 => Some(Self::Bf16),
            catalog::Precision::Fp8 => Some(Self::Fp8),
            catalog::Precision::Fp4 => Some(Self::Fp4),
            catalog::Precision::Fp64 | catalog::Precision::Int8 => None,
        }
    }
}

impl From<TrainingPrecision> for catalog::Precision {
    fn from(precision: TrainingPrecision) -> Self {
        match precision {
            TrainingPrecision::Fp32 => Self::Fp32,
            TrainingPrecision::Tf32 => Self::Tf32,
            TrainingPrecision::Fp16 => Self::Fp16,
            TrainingPrecision::Bf16 => Self::Bf16,
            TrainingPrecision::Fp8 => Self::Fp8,
            TrainingPrecision::Fp4 => Self::Fp4,
        }
    }
}

mirror! {
    Software = core::Software { Eager, Portable, Fused, Tuned }
    Optimizer = core::Optimizer { AdamW, AdamWBf16, AdamW8Bit, Sgd, Adafactor, Muon }
    Recomputation = core::Recomputation { None, Selective, Full }
    StateOffload = core::StateOffload { None, Optimizer, Weights }
    WeightFormat = core::WeightFormat {
        Bf16, Int8, Fp8, Int4, Nf4, Nf4Double, Mxfp4, Nvfp4, GgufIq1S, GgufIq1M, GgufIq2Xxs, GgufIq2Xs, GgufIq2S, GgufIq2M, GgufQ2KS, GgufQ2K, GgufIq3Xxs, GgufIq3Xs, GgufIq3S, GgufIq3M, GgufQ3KS, GgufQ3KM, GgufQ3KL, GgufIq4Xs, GgufIq4Nl, GgufQ40, GgufQ41, GgufQ4KS, GgufQ4KM, GgufQ50, GgufQ5KS, GgufQ5KM, GgufQ6K, GgufQ80
    }
    KvFormat = core::KvFormat { Bf16, Fp8 }
    Arithmetic = core::Arithmetic { Single, Half, Stored }
    Offload = core::Offload { None, AroundDenoiser, Everything }
    Kernels = core::Kernels { Eager, Compiled }
    Decoding = core::Decoding { Whole, Tiled }
}
