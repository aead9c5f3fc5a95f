//! A request: what the visitor wants to run, when, and what may not be exceeded.

mod convert;
mod scaled;
mod workload;

use serde::{Deserialize, Serialize};
use tsify::Tsify;

pub(super) use self::convert::checked;
pub use self::convert::read;
pub use self::scaled::{DataProcessing, Limit, Rendering, Simulation};
pub(super) use self::workload::workload;
use super::decode::Amount;

/// What the visitor wants to run, when, and what may not be exceeded.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CompareRequest<'a> {
    /// The visitor's day, as `2026-11-30`.
    pub today: String,
    /// What runs.
    pub workload: Workload,
    /// When and how long.
    pub demand: Demand,
    /// The most that the visitor will pay.
    #[serde(borrow)]
    #[tsify(optional)]
    pub budget: Option<Budget<'a>>,
    /// Disk beside the system disk in GiB, kept for the whole rental; 0 where absent.
    #[tsify(optional)]
    pub disk_gib: Option<f64>,
    /// Traffic to the internet in GiB; 0 where absent.
    #[tsify(optional)]
    pub egress_gib: Option<f64>,
    /// Whether the work resumes from a checkpoint after its GPUs were taken away; `false` where absent.
    #[tsify(optional)]
    pub resumable: Option<bool>,
}

/// What runs.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Workload {
    /// Training a language model from nothing.
    PreTraining(PreTraining),
    /// Adapting a language model.
    FineTuning(FineTuning),
    /// Answering requests.
    Inference(Inference),
    /// Making images or videos; the module that has no code for them does not know them.
    #[cfg_attr(not(feature = "generation"), serde(skip_deserializing))]
    Generation(Generation),
    /// Runs of which one was timed.
    Simulation(Simulation),
    /// Frames of which one was timed.
    Rendering(Rendering),
    /// Data of which a part was timed.
    DataProcessing(DataProcessing),
}

/// Training a language model from nothing.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PreTraining {
    /// The model.
    pub model: Model,
    /// Tokens seen, repetitions counted; 20 for each parameter where absent.
    #[tsify(optional)]
    pub tokens: Option<f64>,
    /// Tokens of one sequence; 2048 where absent.
    #[tsify(optional)]
    pub sequence_tokens: Option<f64>,
    /// Sequences in one forward pass on one GPU; 8 where absent.
    #[tsify(optional)]
    pub micro_batch: Option<f64>,
    /// Sequences in one optimizer step over all GPUs; 256 where absent.
    #[tsify(optional)]
    pub global_batch: Option<f64>,
    /// What updates the weights; `adamW` where absent.
    #[tsify(optional)]
    pub optimizer: Option<Optimizer>,
    /// What is computed again in the backward pass; whatever is fastest where absent.
    #[tsify(optional)]
    pub recomputation: Option<Recomputation>,
    /// What the host may keep where nothing fits without, at most; `none` where absent.
    #[tsify(optional)]
    pub offload: Option<StateOffload>,
    /// What matrices are multiplied in; `bf16` where absent.
    #[tsify(optional)]
    pub precision: Option<TrainingPrecision>,
    /// What runs it; `fused` where absent.
    #[tsify(optional)]
    pub software: Option<Software>,
    /// Model FLOPs utilization in percent of the dense peak; estimated where absent.
    #[tsify(optional)]
    pub mfu_percent: Option<f64>,
}

/// Adapting a language model.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FineTuning {
    /// The model.
    pub model: Model,
    /// What is trained.
    pub method: Method,
    /// Tokens seen, repetitions counted.
    pub tokens: f64,
    /// Tokens of one sequence; 2048 where absent.
    #[tsify(optional)]
    pub sequence_tokens: Option<f64>,
    /// Sequences in one forward pass on one GPU; 1 where absent.
    #[tsify(optional)]
    pub micro_batch: Option<f64>,
    /// Sequences in one optimizer step over all GPUs; 16 where absent.
    #[tsify(optional)]
    pub global_batch: Option<f64>,
    /// What updates the weights; `adamW` where absent.
    #[tsify(optional)]
    pub optimizer: Option<Optimizer>,
    /// What is computed again in the backward pass; whatever is fastest where absent.
    #[tsify(optional)]
    pub recomputation: Option<Recomputation>,
    /// What the host may keep where nothing fits without, at most; `none` where absent.
    #[tsify(optional)]
    pub offload: Option<StateOffload>,
    /// What matrices are multiplied in; `bf16` where absent.
    #[tsify(optional)]
    pub precision: Option<TrainingPrecision>,
    /// What runs it; `fused` where absent.
    #[tsify(optional)]
    pub software: Option<Software>,
    /// Model FLOPs utilization in percent of the dense peak; estimated where absent.
    #[tsify(optional)]
    pub mfu_percent: Option<f64>,
}

/// Answering requests.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Inference {
    /// The model.
    pub model: Model,
    /// Requests that are answered at the same time.
    pub users: f64,
    /// Tokens of a prompt; 1024 where absent.
    #[tsify(optional)]
    pub prompt_tokens: Option<f64>,
    /// Of them, tokens at the start that are the same in all prompts, so that they are computed and kept once; 0 where
    /// absent.
    #[tsify(optional)]
    pub shared_tokens: Option<f64>,
    /// Tokens of an answer; 256 where absent.
    #[tsify(optional)]
    pub answer_tokens: Option<f64>,
    /// How weights are stored; `bf16` where absent.
    #[tsify(optional)]
    pub weights: Option<WeightFormat>,
    /// How keys and values are stored; `bf16` where absent.
    #[tsify(optional)]
    pub kv_cache: Option<KvFormat>,
    /// What runs it; `fused` where absent.
    #[tsify(optional)]
    pub software: Option<Software>,
    /// Answer tokens per second and user below which a GPU is refused as too slow; 10 where absent.
    #[tsify(optional)]
    pub min_tokens_per_second: Option<f64>,
}

/// Making images or videos. What is absent is what the publisher of the model runs it with.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Generation {
    /// The model.
    pub model: VisualModel,
    /// How many are made in all.
    pub items: f64,
    /// Pixels of a row.
    #[tsify(optional)]
    pub width: Option<f64>,
    /// Pixels of a column.
    #[tsify(optional)]
    pub height: Option<f64>,
    /// Frames of a video; 1 for an image.
    #[tsify(optional)]
    pub frames: Option<f64>,
    /// Steps of each.
    #[tsify(optional)]
    pub steps: Option<f64>,
    /// Passes of the denoiser in a step: 2 with guidance, 1 where that is distilled into the model.
    #[tsify(optional)]
    pub guidance: Option<f64>,
    /// How many are made side by side on one GPU, at most; 1 where absent.
    #[tsify(optional)]
    pub batch: Option<f64>,
    /// How the weights of the denoiser are stored; `bf16` where absent.
    #[tsify(optional)]
    pub weights: Option<WeightFormat>,
    /// What the denoiser computes in; `half` where absent.
    #[tsify(optional)]
    pub arithmetic: Option<Arithmetic>,
    /// What leaves the GPU while it does not run; `none` where absent.
    #[tsify(optional)]
    pub offload: Option<Offload>,
    /// How kernels are made; `eager` where absent.
    #[tsify(optional)]
    pub kernels: Option<Kernels>,
    /// How pixels are made.
    #[tsify(optional)]
    pub decoding: Option<Decoding>,
}

/// A model of images or videos.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum VisualModel {
    /// One of the built-in table.
    #[serde(rename_all = "camelCase")]
    BuiltIn {
        /// Its id, as `visualModels()` lists them.
        id: String,
    },
}

/// What a denoiser computes in.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Arithmetic {
    /// 32 bits, all weights too.
    Single,
    /// 16 bits, however weights are stored.
    Half,
    /// As weights are stored, where the GPU can and kernels are compiled.
    Stored,
}

/// What leaves the GPU for the memory of the host while it does not run.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Offload {
    /// Nothing.
    None,
    /// Encoders and autoencoder.
    AroundDenoiser,
    /// The denoiser as well.
    Everything,
}

/// How kernels are made.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Kernels {
    /// One for each operation.
    Eager,
    /// Fused ahead.
    Compiled,
}

/// How pixels are made.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Decoding {
    /// All of an image, or of some frames, at once.
    Whole,
    /// Tile by tile, one item after the other.
    Tiled,
}

/// A language model.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Model {
    /// One of the built-in table.
    #[serde(rename_all = "camelCase")]
    BuiltIn {
        /// Its id, as `models()` lists them.
        id: String,
    },
    /// One of which the configuration is known.
    #[serde(rename_all = "camelCase")]
    Config {
        /// The code of its shape, as `readModelConfig()` gives it.
        code: String,
    },
    /// One of which only the size is known: its shape is a typical one.
    #[serde(rename_all = "camelCase")]
    BySize {
        /// All parameters.
        parameters: f64,
    },
}

/// What a fine-tuning trains.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Method {
    /// Every parameter.
    Full {},
    /// Low-rank adapters beside 16-bit weights.
    #[serde(rename_all = "camelCase")]
    Lora {
        /// Rank of every adapter.
        rank: f64,
    },
    /// Low-rank adapters beside 4-bit weights.
    #[serde(rename_all = "camelCase")]
    Qlora {
        /// Rank of every adapter.
        rank: f64,
    },
}

/// What matrices are multiplied in.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum TrainingPrecision {
    /// 32 bits.
    Fp32,
    /// 19 bits of 32.
    Tf32,
    /// 16 bits.
    Fp16,
    /// 16 bits with the exponent of 32.
    Bf16,
    /// 8 bits, the rest 16.
    Fp8,
    /// 4 bits scaled by blocks, the rest 16.
    Fp4,
}

/// How well the software is made for the GPU.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Software {
    /// One kernel an operation: Hugging Face, PEFT, LitGPT, own scripts.
    Eager,
    /// Kernels for cards of any kind: llama.cpp, ExLlama.
    Portable,
    /// Kernels that do several operations: torch.compile, vLLM, SGLang.
    Fused,
    /// Kernels written for each generation of GPUs: Megatron-Core, TensorRT-LLM.
    Tuned,
}

/// What updates the weights.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Optimizer {
    /// 32-bit moments and master weights.
    AdamW,
    /// Everything in 16 bits, without master weights.
    AdamWBf16,
    /// 8-bit moments and 32-bit master weights.
    AdamW8Bit,
    /// Stochastic gradient descent with 32-bit momentum and master weights.
    Sgd,
    /// Sums of rows and of columns instead of moments.
    Adafactor,
    /// One 32-bit momentum and master weights.
    Muon,
}

/// What is computed again in the backward pass instead of kept.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Recomputation {
    /// Nothing.
    None,
    /// What is cheap to compute again.
    Selective,
    /// Every layer from its input (gradient checkpointing).
    Full,
}

/// What a training keeps in the memory of the host instead of the GPU's.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum StateOffload {
    /// Nothing.
    None,
    /// Gradients and optimizer states.
    Optimizer,
    /// Weights too.
    Weights,
}

/// How weights are stored for inference.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum WeightFormat {
    /// 16 bits.
    Bf16,
    /// 8 bits and scales.
    Int8,
    /// 8-bit floating point and scales.
    Fp8,
    /// 4 bits and scales.
    Int4,
    /// 4 bits on a normal scale in blocks of 64.
    Nf4,
    /// The same with scales that are quantized too.
    Nf4Double,
    /// 4-bit floating point in blocks of 32.
    Mxfp4,
    /// 4-bit floating point in blocks of 16.
    Nvfp4,
    /// A file of llama.cpp, type `IQ1_S`.
    GgufIq1S,
    /// Type `IQ1_M`.
    GgufIq1M,
    /// Type `IQ2_XXS`.
    GgufIq2Xxs,
    /// Type `IQ2_XS`.
    GgufIq2Xs,
    /// Type `IQ2_S`.
    GgufIq2S,
    /// Type `IQ2_M`.
    GgufIq2M,
    /// Type `Q2_K_S`.
    GgufQ2KS,
    /// Type `Q2_K`.
    GgufQ2K,
    /// Type `IQ3_XXS`.
    GgufIq3Xxs,
    /// Type `IQ3_XS`.
    GgufIq3Xs,
    /// Type `IQ3_S`.
    GgufIq3S,
    /// Type `IQ3_M`.
    GgufIq3M,
    /// Type `Q3_K_S`.
    GgufQ3KS,
    /// Type `Q3_K_M`.
    GgufQ3KM,
    /// Type `Q3_K_L`.
    GgufQ3KL,
    /// Type `IQ4_XS`.
    GgufIq4Xs,
    /// Type `IQ4_NL`.
    GgufIq4Nl,
    /// Type `Q4_0`.
    GgufQ40,
    /// Type `Q4_1`.
    GgufQ41,
    /// Type `Q4_K_S`.
    GgufQ4KS,
    /// Type `Q4_K_M`.
    GgufQ4KM,
    /// Type `Q5_0`.
    GgufQ50,
    /// Type `Q5_K_S`.
    GgufQ5KS,
    /// Type `Q5_K_M`.
    GgufQ5KM,
    /// Type `Q6_K`.
    GgufQ6K,
    /// Type `Q8_0`.
    GgufQ80,
}

/// How keys and values are stored.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum KvFormat {
    /// 16 bits.
    Bf16,
    /// 8 bits.
    Fp8,
}

/// When and how long the visitor rents.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Demand {
    /// The same hours on each of some days in a row.
    #[serde(rename_all = "camelCase")]
    Schedule {
        /// Hours of each day, at most 24.
        hours_per_day: f64,
        /// Days in a row.
        days: f64,
    },
    /// Without a pause until the work is done; not for inference, which has no end.
    UntilDone {},
}

/// The most that the visitor will pay.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Budget<'a> {
    /// Money, in the currency of the catalog.
    #[serde(borrow)]
    #[tsify(type = "number")]
    pub amount: Amount<'a>,
    /// What it is for.
    pub per: BudgetPeriod,
}

/// What a budget is for.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum BudgetPeriod {
    /// Everything.
    Job,
    /// Any month.
    Month,
}

#[cfg(test)]
mod tests;
