//! The workload of a request → a workload of the core, with the defaults of what is not given.

use gpu_cost_core::bounds;
use gpu_cost_core::catalog;
use gpu_cost_core::error::Error;
use gpu_cost_core::requirement::parameters_of;
use gpu_cost_core::workload::{self as core, LanguageModel, Origin, TrainingSettings};

use super::{
    FineTuning, Inference, KvFormat, Method, Model, Optimizer, PreTraining, Precision, Recomputation, Software,
    WeightFormat, Workload,
};
use crate::dto::check::{Check, optional};

/// Tokens of one training sequence.
const SEQUENCE_TOKENS: f64 = 2_048.0;

/// Tokens for each parameter in pre-training.
/// Source: Hoffmann et al. 2022, arXiv:2203.15556, table 3.
const TOKENS_PER_PARAMETER: u64 = 20;

/// Converts a workload; `None` where anything is wrong, which is recorded.
pub(super) fn workload(workload: Workload, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    match workload {
        Workload::PreTraining(training) => pre_training(training, &mut check.field("preTraining")),
        Workload::FineTuning(tuning) => fine_tuning(tuning, &mut check.field("fineTuning")),
        Workload::Inference(inference) => self::inference(inference, &mut check.field("inference")),
    }
}

fn pre_training(training: PreTraining, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    #[rustfmt::skip]
    let PreTraining {
        model, tokens, sequence_tokens, micro_batch, global_batch, optimizer, recomputation, precision,
        software, mfu_percent,
    } = training;
    #[rustfmt::skip]
    let given = Settings {
        sequence_tokens, micro_batch, global_batch, optimizer, recomputation, precision, software, mfu_percent,
    };
    let model = self::model(model, &mut check.field("model"));
    let tokens = match tokens {
        Some(tokens) => check.field("tokens").whole(&bounds::TOKENS, tokens),
        None => model.map(|model| parameters_of(&model).total.saturating_mul(TOKENS_PER_PARAMETER)),
    };
    let settings =
        settings(given, Usual { micro_batch: 8.0, global_batch: 256.0, recomputation: Recomputation::None }, check);
    Some(core::Workload::PreTraining(core::PreTraining { model: model?, tokens: tokens?, settings: settings? }))
}

fn fine_tuning(tuning: FineTuning, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    #[rustfmt::skip]
    let FineTuning {
        model, method, tokens, sequence_tokens, micro_batch, global_batch, optimizer, recomputation, precision,
        software, mfu_percent,
    } = tuning;
    #[rustfmt::skip]
    let given = Settings {
        sequence_tokens, micro_batch, global_batch, optimizer, recomputation, precision, software, mfu_percent,
    };
    let model = self::model(model, &mut check.field("model"));
    let method = self::method(method, &mut check.field("method"));
    let tokens = check.field("tokens").whole(&bounds::TOKENS, tokens);
    let settings =
        settings(given, Usual { micro_batch: 1.0, global_batch: 16.0, recomputation: Recomputation::Full }, check);
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
    precision: Option<Precision>,
    software: Option<Software>,
    mfu_percent: Option<f64>,
}

/// What differs between kinds of training where the request does not say.
struct Usual {
    micro_batch: f64,
    global_batch: f64,
    recomputation: Recomputation,
}

/// A batch that is not given follows the other one where that is given.
fn settings(given: Settings, usual: Usual, check: &mut Check<'_, '_>) -> Option<TrainingSettings> {
    #[rustfmt::skip]
    let Settings {
        sequence_tokens, micro_batch, global_batch, optimizer, recomputation, precision, software, mfu_percent,
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
        recomputation: recomputation.unwrap_or(usual.recomputation).into(),
        precision: precision.unwrap_or(Precision::Bf16).into(),
        software: software.unwrap_or(Software::Fused).into(),
        mfu_percent: mfu_percent?,
    })
}

fn inference(inference: Inference, check: &mut Check<'_, '_>) -> Option<core::Workload> {
    #[rustfmt::skip]
    let Inference {
        model, users, prompt_tokens, answer_tokens, weights, kv_cache, software, min_tokens_per_second,
    } = inference;
    let model = self::model(model, &mut check.field("model"));
    let users = check.field("users").whole(&bounds::USERS, users);
    let prompt_tokens = prompt_tokens.unwrap_or(1_024.0);
    let prompt_tokens = check.field("promptTokens").whole(&bounds::PROMPT_TOKENS, prompt_tokens);
    let answer_tokens = answer_tokens.unwrap_or(256.0);
    let answer_tokens = check.field("answerTokens").whole(&bounds::ANSWER_TOKENS, answer_tokens);
    let least = min_tokens_per_second.unwrap_or(10.0);
    let least = check.field("minTokensPerSecond").real(&bounds::MIN_TOKENS_PER_SECOND, least);
    Some(core::Workload::Inference(core::Inference {
        model: model?,
        users: users?,
        prompt_tokens: prompt_tokens?,
        answer_tokens: answer_tokens?,
        weights: weights.unwrap_or(WeightFormat::Bf16).into(),
        kv_cache: kv_cache.unwrap_or(KvFormat::Bf16).into(),
        software: software.unwrap_or(Software::Fused).into(),
        min_tokens_per_second: least?,
    }))
}

fn model(model: Model, check: &mut Check<'_, '_>) -> Option<LanguageModel> {
    match model {
        Model::BuiltIn { id } => {
            let model = check.field("builtIn").field("id").model(&id)?;
            Some(LanguageModel { architecture: model.architecture, origin: Origin::BuiltIn { id: model.id } })
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

impl From<Precision> for catalog::Precision {
    fn from(precision: Precision) -> Self {
        match precision {
            Precision::Fp32 => Self::Fp32,
            Precision::Tf32 => Self::Tf32,
            Precision::Fp16 => Self::Fp16,
            Precision::Bf16 => Self::Bf16,
            Precision::Fp8 => Self::Fp8,
            Precision::Fp4 => Self::Fp4,
        }
    }
}

mirror! {
    Software = core::Software { Eager, Portable, Fused, Tuned }
    Optimizer = core::Optimizer { AdamW, AdamWBf16, AdamW8Bit, Sgd, Adafactor, Muon }
    Recomputation = core::Recomputation { None, Selective, Full }
    WeightFormat = core::WeightFormat {
        Bf16, Int8, Fp8, Int4, Nf4, Nf4Double, Mxfp4, Nvfp4, GgufIq1S, GgufIq1M, GgufIq2Xxs, GgufIq2Xs, GgufIq2S, GgufIq2M, GgufQ2KS, GgufQ2K, GgufIq3Xxs, GgufIq3Xs, GgufIq3S, GgufIq3M, GgufQ3KS, GgufQ3KM, GgufQ3KL, GgufIq4Xs, GgufIq4Nl, GgufQ40, GgufQ41, GgufQ4KS, GgufQ4KM, GgufQ50, GgufQ5KS, GgufQ5KM, GgufQ6K, GgufQ80
    }
    KvFormat = core::KvFormat { Bf16, Fp8 }
}
