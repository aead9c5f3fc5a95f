//! The answer to a request, as JavaScript sees it. Amounts of money are decimal texts; bytes and seconds are numbers.

mod arrangement;
mod convert;
mod line;
mod outside;
mod plan;

use gpu_cost_core::workload::Linked;
use serde::Serialize;
use tsify::Tsify;

pub use self::arrangement::{Arrangement, Sharding};
pub use self::line::{Line, LineDetails, LineKind};
pub use self::outside::Outside;
pub use self::plan::{BudgetFit, Layout, Memory, MemoryParts, Mode, Plan, Serving, Slice, Stages, TimeFit};
use super::request::{
    Arithmetic, Decoding, Kernels, KvFormat, Limit, Offload, Optimizer, Recomputation, Software, StateOffload,
    TrainingPrecision, WeightFormat,
};

/// The answer to a request.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// ISO 4217 code of every amount.
    pub currency: String,
    /// Hours of a month in this catalog.
    pub month_hours: f64,
    /// What the workload needs.
    pub requirement: Requirement,
    /// What totals are for.
    pub basis: Basis,
    /// Whether use goes on for 28 days or more: then figures per month lead.
    pub recurring: bool,
    /// The best plan; absent where nothing fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Plan>,
    /// What the best plan's own offer would save on spot before interruptions cost anything; never applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot_saving: Option<String>,
    /// Every way to pay for the best plan's GPUs, cheapest first; spot too, whether or not it may be recommended.
    pub ways_to_pay: Vec<WayToPay>,
    /// Plans worth a look, cheapest first, at most five.
    pub runner_ups: Vec<RunnerUp>,
    /// GPU types that do not do, or not in every number; nearest miss first, at most twelve.
    pub rejections: Vec<Rejected>,
    /// Changes of the request that make it cheaper, or possible; best first.
    pub levers: Vec<Lever>,
    /// Where the terms of the best plan's offer begin to be worth it, shortest term first.
    pub break_evens: Vec<BreakEven>,
    /// How much was compared.
    pub considered: Considered,
}

/// What totals are for.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Basis {
    /// The hours as entered.
    Schedule,
    /// The likely run time on each GPU.
    UntilDone,
}

/// What the workload needs.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Requirement {
    /// Parameters of the model, where the work has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parameters: Option<u64>,
    /// Those that one token, or one step, uses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_parameters: Option<u64>,
    /// Floating-point operations of the whole job; absent for inference, and where only a time is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operations: Option<f64>,
    /// Every value that was used, also the defaults.
    pub settings: Settings,
}

/// Every value that was used; which of them there are depends on the workload.
#[derive(Debug, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// Tokens seen, repetitions counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// Tokens of one training sequence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sequence_tokens: Option<u32>,
    /// Sequences in one forward pass on one GPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub micro_batch: Option<u32>,
    /// Sequences in one optimizer step over all GPUs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub global_batch: Option<u32>,
    /// What updates the weights.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimizer: Option<Optimizer>,
    /// What is computed again in the backward pass, where the visitor said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recomputation: Option<Recomputation>,
    /// What the host may keep of a training, at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state_offload: Option<StateOffload>,
    /// What matrices are multiplied in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<TrainingPrecision>,
    /// Model FLOPs utilization in percent, where the visitor gave it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mfu_percent: Option<f64>,
    /// What runs it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub software: Option<Software>,
    /// Rank of the adapters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lora_rank: Option<u32>,
    /// Requests that are answered at the same time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub users: Option<u32>,
    /// Tokens of a prompt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompt_tokens: Option<u32>,
    /// Of them, tokens that are the same in all prompts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared_tokens: Option<u32>,
    /// Tokens of an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answer_tokens: Option<u32>,
    /// How weights are stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<WeightFormat>,
    /// How keys and values are stored.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kv_cache: Option<KvFormat>,
    /// Answer tokens per second and user below which a GPU is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_tokens_per_second: Option<f64>,
    /// Frames, runs, or gigabytes of all passes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub units: Option<u64>,
    /// Seconds of one of them on one `referenceGpu`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_per_unit: Option<f64>,
    /// The GPU on which it was timed, as the vendor writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference_gpu: Option<&'static str>,
    /// What the work waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// GiB of memory that each GPU must have for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory_gib: Option<f64>,
    /// What twice as many GPUs gain, in percent of twice the speed; absent where each unit runs on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub efficiency_percent: Option<f64>,
    /// How images or videos are made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub generation: Option<GenerationSettings>,
}

/// How images or videos are made.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct GenerationSettings {
    /// Pixels of a row.
    pub width: u32,
    /// Pixels of a column.
    pub height: u32,
    /// Frames of a video; 1 for an image.
    pub frames: u32,
    /// Steps of each.
    pub steps: u32,
    /// Passes of the denoiser in a step.
    pub guidance: u32,
    /// How many are made side by side on one GPU, at most.
    pub batch: u32,
    /// How many are made in all.
    pub items: u32,
    /// What the denoiser computes in.
    pub arithmetic: Arithmetic,
    /// What leaves the GPU while it does not run.
    pub offload: Offload,
    /// How kernels are made.
    pub kernels: Kernels,
    /// How pixels are made.
    pub decoding: Decoding,
    /// As in [`Stages`].
    #[serde(skip)]
    pub linked: Linked,
}

/// An estimate: 80 % of outcomes lie between `low` and `high`.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Range {
    /// One outcome in ten is below.
    pub low: f64,
    /// The median.
    pub likely: f64,
    /// One outcome in ten is above.
    pub high: f64,
}

/// One way to pay for the best plan's GPUs, all else as it is.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct WayToPay {
    /// The way.
    pub mode: Mode,
    /// Money.
    pub total: String,
    /// Against the budget; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<BudgetFit>,
}

/// A plan worth a look.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct RunnerUp {
    /// The plan.
    pub plan: Plan,
    /// What it is better or different at.
    pub role: Role,
    /// Why it is not first.
    pub why_not: WhyNot,
    /// Its total less the best plan's, signed.
    pub difference: String,
}

/// What a runner-up is better or different at.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Role {
    /// The same GPUs from the same offer, paid another way.
    OtherMode,
    /// The same GPU from another platform.
    OtherPlatform,
    /// Another GPU.
    OtherGpu,
    /// The fastest that keeps to the budget.
    Fastest,
    /// The cheapest with more memory per GPU.
    MoreMemory,
    /// The cheapest that cannot be taken away, where the best can.
    Uninterrupted,
}

/// Why a plan is not first.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum WhyNot {
    /// The planned time does not suffice.
    NotFinished,
    /// It exceeds the budget, the best does not.
    OverBudget,
    /// It is paid in terms that go unused for more than half of their time.
    HoursUnused,
    /// It can be taken away, and is not cheaper.
    Interruptible,
    /// It costs more.
    Dearer,
    /// It costs the same and takes longer.
    Slower,
}

/// A GPU type that does not do, with every number of GPUs that was tried in vain.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Rejected {
    /// Id of the GPU.
    pub gpu_id: String,
    /// As the vendor writes it.
    pub gpu_name: String,
    /// The part of it, where the unit is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slice: Option<Slice>,
    /// Smallest number first.
    pub attempts: Vec<Attempt>,
    /// The smallest number of GPUs that does; absent where none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fits_from: Option<u32>,
}

/// A number of GPUs that does not do.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Attempt {
    /// How many.
    pub gpus: u32,
    /// Why not.
    pub reason: Rejection,
}

/// Why a GPU cannot run the workload.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Rejection {
    /// It does not fit in memory.
    #[serde(rename_all = "camelCase")]
    OutOfMemory {
        /// Bytes that each GPU would need.
        needed: Range,
        /// Bytes of each GPU that are left for the workload.
        usable: f64,
        /// Bytes by which `needed.high` exceeds `usable`.
        short_by: f64,
    },
    /// No data sheet states a figure that the estimate needs.
    #[serde(rename_all = "camelCase")]
    UnknownFigure {
        /// Such as `memory`, `bf16` or `fp64`.
        figure: String,
    },
    /// It lacks what the usual software for such work needs.
    #[serde(rename_all = "camelCase")]
    Unsupported {
        /// `matrix` (no 16-bit matrix units), `bf16` (older than BF16, which the work is computed in) or `peers` (parts
        /// of GPUs do not reach each other).
        feature: String,
    },
    /// It is so weak in what the work waits for that it is no choice, whatever it costs.
    #[serde(rename_all = "camelCase")]
    TooWeak {
        /// `fp64`, `fp32` or `bandwidth`.
        figure: String,
        /// How many times as long a unit takes as on the GPU on which it was timed.
        times: f64,
        /// Seconds from start to end.
        run_time: Range,
    },
    /// It would take longer than ten years.
    #[serde(rename_all = "camelCase")]
    TooLong {
        /// Seconds from start to end.
        run_time: Range,
    },
    /// Slower than the visitor accepts.
    #[serde(rename_all = "camelCase")]
    TooSlow {
        /// Answer tokens per second and user.
        per_user: Range,
        /// The least that is accepted.
        wanted: f64,
    },
}

/// A change of the request, and what the best plan would then be.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Lever {
    /// The change.
    pub change: Change,
    /// Money; for work with an end, released when done.
    pub total: String,
    /// Money less than the best plan now, both released when done; absent where nothing fits now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub saving: Option<String>,
    /// As the vendor writes it.
    pub gpu_name: String,
    /// The part of it, where the unit is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slice: Option<Slice>,
    /// How many GPUs.
    pub gpus: u32,
    /// How they are paid.
    pub mode: Mode,
}

/// A change of the request.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Change {
    /// Another way of fine-tuning.
    Method(MethodName),
    /// Another format of the weights.
    Weights(WeightFormat),
    /// What does not run leaves the GPU.
    Offload(Offload),
    /// The work made to resume from checkpoints, so that spot may be used.
    Resumable(bool),
    /// Renting until the work is done instead of on a schedule.
    UntilDone(bool),
}

/// A way of fine-tuning, without its rank.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum MethodName {
    /// Every parameter.
    Full,
    /// Low-rank adapters beside 16-bit weights.
    Lora,
    /// Low-rank adapters beside 4-bit weights.
    Qlora,
}

/// Where a term paid in full costs as much as paying by the hour.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct BreakEven {
    /// The term.
    pub mode: Mode,
    /// Seconds of running in one term from which the term is cheaper; above `termSeconds` it never is.
    pub seconds: f64,
    /// Length of the term in seconds.
    pub term_seconds: f64,
    /// Money per unit and term.
    pub unit_price: String,
    /// Money per unit and hour, on demand.
    pub unit_rate: String,
}

/// How much was compared.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Considered {
    /// Offers of the catalog.
    pub offers: usize,
    /// Plans: offer × number of GPUs × way to pay.
    pub plans: usize,
}
