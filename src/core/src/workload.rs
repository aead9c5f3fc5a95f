//! What the visitor wants to run. No money, and no GPU but one on which the work was timed.

use crate::catalog::{Architecture, Gpu, Precision, VisualModel};
use crate::units::Bytes;

/// What the visitor wants to run.
#[derive(Clone, Debug, PartialEq)]
pub enum Workload {
    /// Training a language model from nothing.
    PreTraining(PreTraining),
    /// Adapting a language model.
    FineTuning(FineTuning),
    /// Answering requests.
    Inference(Inference),
    /// Making images or videos.
    Generation(Generation),
    /// Work of which a time is known: simulation, rendering, data processing.
    Scaled(Scaled),
}

/// The language model that is trained or asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LanguageModel {
    /// The shape.
    pub architecture: Architecture,
    /// How it is known.
    pub origin: Origin,
}

/// How the shape of a model is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is in the built-in table.
    BuiltIn {
        /// Its id there.
        id: &'static str,
    },
    /// Its configuration is.
    Config,
    /// Only its size is: the shape is a typical one of that many parameters.
    BySize {
        /// As the visitor gave it.
        parameters: u64,
    },
}

/// Training a language model from nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct PreTraining {
    /// The model.
    pub model: LanguageModel,
    /// Tokens seen, repetitions counted.
    pub tokens: u64,
    /// How it is trained.
    pub settings: TrainingSettings,
}

/// Adapting a language model.
#[derive(Clone, Debug, PartialEq)]
pub struct FineTuning {
    /// The model.
    pub model: LanguageModel,
    /// What is trained.
    pub method: Method,
    /// Tokens seen, repetitions counted.
    pub tokens: u64,
    /// How it is trained.
    pub settings: TrainingSettings,
}

/// What a fine-tuning trains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Every parameter.
    Full,
    /// Low-rank adapters beside 16-bit weights (arXiv:2106.09685).
    Lora {
        /// Rank of every adapter.
        rank: u32,
    },
    /// Low-rank adapters beside 4-bit weights (arXiv:2305.14314).
    Qlora {
        /// Rank of every adapter.
        rank: u32,
    },
}

/// How a model is trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingSettings {
    /// Tokens of one sequence.
    pub sequence_tokens: u32,
    /// Sequences in one forward pass on one GPU, at most: halved until they fit.
    pub micro_batch: u32,
    /// Sequences in one optimizer step over all GPUs.
    pub global_batch: u32,
    /// What updates the weights.
    pub optimizer: Optimizer,
    /// What is computed again in the backward pass instead of kept; `None` where whatever is fastest may be.
    pub recomputation: Option<Recomputation>,
    /// What may be kept in the memory of the host where nothing fits without, at most.
    pub offload: StateOffload,
    /// What matrices are multiplied in; the rest is 16-bit, or 32-bit where that is.
    pub precision: Precision,
    /// What runs it.
    pub software: Software,
    /// Model FLOPs utilization in percent of the dense peak, where the visitor knows better.
    pub mfu_percent: Option<f64>,
}

/// How well the software is made for the GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Software {
    /// One kernel an operation: Hugging Face, PEFT, LitGPT, `DeepSpeed`, own scripts.
    Eager,
    /// Kernels for cards of any kind: llama.cpp, `ExLlama`.
    Portable,
    /// Kernels that do several operations: `torch.compile`, llm-foundry, torchtitan; vLLM, `SGLang`, gpt-fast.
    Fused,
    /// Kernels written for each generation of GPUs: Megatron-Core, `NeMo`; TensorRT-LLM.
    Tuned,
}

/// What updates the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimizer {
    /// AdamW with 32-bit moments and 32-bit master weights.
    AdamW,
    /// AdamW with everything in 16 bits, without master weights.
    AdamWBf16,
    /// AdamW with 8-bit moments (arXiv:2110.02861) and 32-bit master weights.
    AdamW8Bit,
    /// Stochastic gradient descent with 32-bit momentum and master weights.
    Sgd,
    /// Sums of rows and of columns instead of moments, 32-bit master weights (arXiv:1804.04235).
    Adafactor,
    /// One 32-bit momentum and master weights (arXiv:2502.16982); embedding and head by AdamW.
    Muon,
}

/// What is computed again in the backward pass instead of kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recomputation {
    /// Nothing.
    None,
    /// What is cheap to compute again: norms, activation functions, every other product.
    Selective,
    /// Every layer from its input (gradient checkpointing).
    Full,
}

impl Recomputation {
    /// All, the fastest first.
    pub const ALL: [Self; 3] = [Self::None, Self::Selective, Self::Full];
}

/// What a training keeps in the memory of the host instead of the GPU's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StateOffload {
    /// Nothing.
    None,
    /// Gradients and optimizer states, which the host's processors update (Ren et al. 2021, arXiv:2101.06840).
    Optimizer,
    /// Weights too, which come layer by layer (Rajbhandari et al. 2021, arXiv:2104.07857).
    Weights,
}

/// Answering requests.
#[derive(Clone, Debug, PartialEq)]
pub struct Inference {
    /// The model.
    pub model: LanguageModel,
    /// Requests that are answered at the same time.
    pub users: u32,
    /// Tokens of a prompt.
    pub prompt_tokens: u32,
    /// Tokens at the start of all prompts that are the same: computed and kept once. Fewer than a prompt has.
    pub shared_tokens: u32,
    /// Tokens of an answer.
    pub answer_tokens: u32,
    /// How weights are stored.
    pub weights: WeightFormat,
    /// How keys and values are stored.
    pub kv_cache: KvFormat,
    /// What runs it.
    pub software: Software,
    /// Answer tokens per second and user below which a card is refused as too slow.
    pub min_tokens_per_second: f64,
}

/// How weights are stored for inference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightFormat {
    /// 16 bits.
    Bf16,
    /// 8 bits and scales.
    Int8,
    /// 8-bit floating point and scales.
    Fp8,
    /// 4 bits and scales, embedding and head 16 bits (GPTQ, AWQ).
    Int4,
    /// 4 bits on a normal scale in blocks of 64, embedding and head 16 bits (arXiv:2305.14314).
    Nf4,
    /// The same with scales that are quantized too.
    Nf4Double,
    /// 4-bit floating point in blocks of 32 with a scale of 8 bits, embedding and head 16 bits.
    Mxfp4,
    /// 4-bit floating point in blocks of 16 with a scale of 8 bits, embedding and head 16 bits.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KvFormat {
    /// 16 bits.
    Bf16,
    /// 8 bits.
    Fp8,
}

/// Making images or videos.
#[derive(Clone, Debug, PartialEq)]
pub struct Generation {
    /// The model.
    pub model: &'static VisualModel,
    /// Pixels of a row.
    pub width: u32,
    /// Pixels of a column.
    pub height: u32,
    /// Frames of a video; 1 for an image.
    pub frames: u32,
    /// Steps of each.
    pub steps: u32,
    /// Passes of the denoiser in a step: 2 with guidance, 1 without.
    pub passes: u32,
    /// How many are made side by side on one GPU, at most: halved until they fit.
    pub batch: u32,
    /// How many are made in all.
    pub items: u32,
    /// How the weights of the denoiser are stored.
    pub weights: WeightFormat,
    /// What the denoiser computes in.
    pub arithmetic: Arithmetic,
    /// What leaves the GPU while it does not run.
    pub offload: Offload,
    /// How kernels are made.
    pub kernels: Kernels,
    /// How pixels are made.
    pub decoding: Decoding,
    /// That they are made at all.
    pub linked: Linked,
}

/// Proof that the code of images and videos is there. Without the feature `generation` there is none: then the compiler
/// leaves out all that needs one, and the first module of a page stays small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Linked(#[cfg(not(feature = "generation"))] core::convert::Infallible);

impl Linked {
    /// The proof, where there is one.
    #[cfg(feature = "generation")]
    pub const PROOF: Option<Self> = Some(Self());

    /// The proof, where there is one.
    #[cfg(not(feature = "generation"))]
    pub const PROOF: Option<Self> = None;
}

/// What a denoiser computes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arithmetic {
    /// 32 bits, all weights too: TF32 in matrix units that have it.
    Single,
    /// 16 bits, however weights are stored.
    Half,
    /// 8 bits where weights are stored so and the GPU has such matrix units. It pays off only with compiled kernels, which
    /// convert numbers on the way.
    Stored,
}

/// What leaves the GPU for the memory of the host while it does not run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offload {
    /// Nothing.
    None,
    /// Encoders and autoencoder.
    AroundDenoiser,
    /// The denoiser as well.
    Everything,
}

/// How kernels are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernels {
    /// One for each operation (PyTorch as it is).
    Eager,
    /// Fused ahead (`torch.compile` and its like).
    Compiled,
}

/// How pixels are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decoding {
    /// All of an image, or of some frames, at once.
    Whole,
    /// Tile by tile, one item after the other.
    Tiled,
}

/// Work in units, such as frames, runs or gigabytes, of which one was timed on one GPU.
#[derive(Clone, Copy, Debug)]
pub struct Scaled {
    /// How many units.
    pub units: u64,
    /// Of one unit on one `reference`, from its start to its end.
    pub seconds_per_unit: f64,
    /// The GPU on which it was timed.
    pub reference: &'static Gpu,
    /// What the work waits for.
    pub limit: Limit,
    /// Memory that each GPU must have for it; 0 where any will do.
    pub memory: Bytes,
    /// How several GPUs share the work.
    pub sharing: Sharing,
}

/// The figure of a GPU that work waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Operations in double precision.
    Fp64,
    /// Operations in single precision.
    Fp32,
    /// Memory bandwidth.
    Bandwidth,
}

/// How several GPUs share work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Sharing {
    /// Each unit runs on one of them: nothing is lost.
    Units,
    /// Each unit runs on all of them.
    Together {
        /// What twice as many GPUs gain, in percent of twice the speed.
        efficiency_percent: f64,
    },
}

impl PartialEq for Scaled {
    fn eq(&self, other: &Self) -> bool {
        let fields =
            |work: &Self| (work.units, work.seconds_per_unit, work.reference.id, work.limit, work.memory, work.sharing);
        fields(self) == fields(other)
    }
}
