//! What training holds and computes, whatever it runs on.

use crate::catalog::{Architecture, Attention, Experts, Norm, Precision};
use crate::units::{Flops, real};
use crate::workload::{
    FineTuning, KvFormat, LanguageModel, Method, Optimizer, PreTraining, Recomputation, Software, StateOffload,
    TrainingSettings,
};

use super::{Parameters, kv_bytes, operations};

/// What training needs. Bytes are of the whole model, undivided; `f64`, because they are estimates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingLoad {
    /// Operations of the whole job that the definition of MFU counts:
    /// `passes · tokens · (matmul_per_token + attention_per_token)`.
    pub operations: Flops,
    /// Tokens seen.
    pub tokens: f64,
    /// Tokens of a sequence.
    pub sequence: f64,
    /// Operations of one token in a forward pass, attention left out.
    pub matmul_per_token: f64,
    /// Operations of the attention of one token in a forward pass.
    pub attention_per_token: f64,
    /// Forward passes that the job's operations are worth: 3 where every weight has a gradient (the backward pass
    /// computes one for each input and one for each weight), 2 where hardly any has.
    pub passes: f64,
    /// What is computed again; `None` where whatever is fastest may be.
    pub recomputation: Option<Recomputation>,
    /// What may be kept in the memory of the host.
    pub offload: StateOffload,
    /// What matrices are multiplied in.
    pub precision: Precision,
    /// What runs it.
    pub software: Software,
    /// The mixture of experts.
    pub experts: Option<Experts>,
    /// Hidden size.
    pub hidden: f64,
    /// Query heads.
    pub heads: u32,
    /// Bytes of keys and values of one token in all layers.
    pub kv_per_token: f64,
    /// Layers.
    pub layers: f64,
    /// Bytes that the layers keep of one token where nothing is computed again.
    pub layers_per_token: f64,
    /// Bytes of the logits of one token.
    pub logits_per_token: f64,
    /// Sequences in one step over all GPUs.
    pub global_batch: u32,
    /// Sequences in one forward pass on one GPU, at most; not more than a step has.
    pub micro_batch: u32,
    /// Bytes of the weights, adapters included.
    pub weights: f64,
    /// Bytes of the gradients.
    pub gradients: f64,
    /// Bytes of moments and master weights.
    pub optimizer: f64,
    /// Bytes of the inputs of all layers of one token.
    pub inputs_per_token: f64,
    /// Bytes of the 4-bit weights of one layer, expanded to 16 bits; 0 without such weights.
    pub expanded: f64,
    /// Bytes that are held while activations are not: what encodes texts for a model of images or videos.
    pub beside: f64,
    /// Parameters of the whole model.
    pub parameters: f64,
    /// Share of them in routed experts.
    pub routed_share: f64,
    /// Parameters that are trained.
    pub trained: f64,
    /// Parameters of the largest piece that is gathered at once where states are divided: a layer, or the embedding.
    pub largest_piece: f64,
    /// Bytes of one parameter that is not trained.
    pub bytes_per_parameter: f64,
    /// What is trained.
    pub method: Method,
    /// Whether the model starts from nothing.
    pub from_scratch: bool,
    /// MFU as the visitor gave it, 0 to 1.
    pub mfu: Option<f64>,
}

impl TrainingLoad {
    /// Bytes that a micro-batch of that many sequences holds at its peak.
    ///
    /// Nothing recomputed: all layers and the logits, as the backward pass begins. Recomputed: the inputs of all layers,
    /// and either the logits or, later, one layer at work; 4-bit weights are expanded for that layer.
    #[must_use]
    pub fn activations(&self, recomputation: Recomputation, micro_batch: u32) -> f64 {
        let tokens = self.sequence * f64::from(micro_batch);
        let layers = tokens * self.layers_per_token;
        let layer = layers / self.layers.max(1.0);
        let logits = tokens * self.logits_per_token;
        let held = match recomputation {
            Recomputation::None => layers + logits.max(self.expanded),
            Recomputation::Selective => SELECTED * layers + logits.max(self.expanded),
            Recomputation::Full => tokens * self.inputs_per_token + logits.max(layer + self.expanded),
        };
        held.max(self.beside)
    }
}

/// Forward passes on top of those that count, because activations are computed again: 1 where all are.
#[must_use]
pub const fn passes_again(recomputation: Recomputation) -> f64 {
    match recomputation {
        Recomputation::None => 0.0,
        Recomputation::Selective => SELECTED_AGAIN,
        Recomputation::Full => 1.0,
    }
}

/// Share of what layers keep that is left where only costly results are kept. Fitted to the rows of `pytorch/torchtitan`
/// docs/performance.md with selective recomputation.
const SELECTED: f64 = 0.36;
/// Forward passes that computing the rest again costs: half of the products.
const SELECTED_AGAIN: f64 = 0.4;
/// Bytes of a 16-bit number.
pub(super) const HALF: f64 = 2.0;
/// Bytes of a 32-bit number.
const SINGLE: f64 = 4.0;
/// Bytes of the logits of one token for each row of the vocabulary: 2 (16-bit), 4 (32-bit copy for the loss), 4 (its
/// gradient) and 2 (the gradient of the 16-bit ones). Where the head is 32-bit, 4 and 4.
///
/// Measured: with layers recomputed, Qwen 7B's memory grows by 2.1 MB a token (LoRA), of which 0.26 are the inputs of
/// the layers and 1.82 these, and by 1.5 MB (4-bit weights), of which 1.22. Not modelled: losses computed in chunks, which
/// keep a fraction of it.
const LOGITS: f64 = 12.0;
/// Bytes of a gradient of mixed-precision training: accumulated in 32 bits, so that weights, gradients and `AdamW`
/// take 18 bytes a parameter (Megatron-LM's documentation of its distributed optimizer; `DeepSpeed` pull request
/// 5099).
pub(super) const GRADIENT: f64 = 4.0;
/// Bytes of one NF4 weight: 4 bits and, for each block of 64, one 32-bit constant. Quantizing the constants too saves
/// 0.37 bits, which not everybody does. Dettmers et al. 2023 (arXiv:2305.14314), section 3.
pub(super) const NF4: f64 = 4.5 / 8.0;

/// What training from nothing needs.
pub(super) fn pre_training_load(work: &PreTraining, parameters: &Parameters) -> TrainingLoad {
    let load = training_load(&work.model, parameters, Method::Full, work.tokens, &work.settings);
    TrainingLoad { from_scratch: true, ..load }
}

/// What fine-tuning needs.
pub(super) fn fine_tuning_load(work: &FineTuning, parameters: &Parameters) -> TrainingLoad {
    training_load(&work.model, parameters, work.method, work.tokens, &work.settings)
}

fn training_load(
    model: &LanguageModel,
    parameters: &Parameters,
    method: Method,
    tokens: u64,
    settings: &TrainingSettings,
) -> TrainingLoad {
    let architecture = &model.architecture;
    let sequence = f64::from(settings.sequence_tokens);
    let global_batch = settings.global_batch.max(1);
    let micro_batch = settings.micro_batch.clamp(1, global_batch);
    let (matmul_per_token, attention_per_token) =
        (operations::matmul_per_token(parameters), operations::attention_per_token(architecture, sequence / 2.0));
    let total = real(parameters.total);
    let tables = real(parameters.embedding + parameters.head);
    let whole = matches!(settings.precision, Precision::Fp32 | Precision::Tf32 | Precision::Fp64);
    let width = if whole { SINGLE } else { HALF };
    // beside 4-bit weights, PEFT keeps all others in 32 bits, the head and its logits too
    let four_bit = SINGLE * tables + NF4 * (total - tables);
    let (trained, frozen, passes, bytes_per_parameter) = match method {
        Method::Full => (total, 0.0, 3.0, width),
        Method::Lora { rank } => (adapters(architecture, rank), width * total, 2.0, width),
        Method::Qlora { rank } => (adapters(architecture, rank), four_bit, 2.0, NF4),
    };
    let logits = if whole || matches!(method, Method::Qlora { .. }) { 2.0 * SINGLE } else { LOGITS };
    let optimizer = states(settings.optimizer) - if whole { SINGLE } else { 0.0 };
    TrainingLoad {
        operations: Flops(passes * real(tokens) * (matmul_per_token + attention_per_token)),
        tokens: real(tokens),
        sequence,
        matmul_per_token,
        attention_per_token,
        passes,
        recomputation: settings.recomputation,
        offload: settings.offload,
        precision: settings.precision,
        software: settings.software,
        experts: architecture.experts,
        hidden: f64::from(architecture.hidden),
        heads: match architecture.attention {
            Attention::Grouped { heads, .. } | Attention::Latent { heads, .. } => heads.max(1),
        },
        kv_per_token: kv_bytes(architecture, KvFormat::Bf16, 1.0),
        layers: f64::from(architecture.layers),
        layers_per_token: width / HALF * f64::from(architecture.layers) * layer_bytes_per_token(architecture),
        logits_per_token: logits * f64::from(architecture.vocabulary),
        global_batch,
        micro_batch,
        weights: frozen + width * trained,
        gradients: GRADIENT * trained,
        optimizer: optimizer * trained,
        inputs_per_token: f64::from(architecture.layers) * width * f64::from(architecture.hidden),
        expanded: match method {
            Method::Qlora { .. } => HALF * largest_layer(architecture, parameters),
            Method::Full | Method::Lora { .. } => 0.0,
        },
        beside: 0.0,
        parameters: total,
        routed_share: real(parameters.routed) / total.max(1.0),
        trained,
        largest_piece: largest_piece(architecture, parameters),
        bytes_per_parameter,
        method,
        from_scratch: false,
        mfu: settings.mfu_percent.map(|percent| percent / 100.0),
    }
}

/// Bytes of optimizer state for each trained parameter: a 32-bit master weight, and momentum and variance.
///
/// `AdamW` 4 + 4 + 4 (Rajbhandari et al. 2020, arXiv:1910.02054, section 3.1); 8-bit moments 4 + 1 + 1
/// (Dettmers et al. 2022, arXiv:2110.02861); SGD with momentum and Muon 4 + 4; Adafactor 4 and sums that are small
/// (Shazeer and Stern 2018, arXiv:1804.04235, section 3); 16-bit `AdamW` 2 + 2. Not modelled: tables that Muon leaves to
/// `AdamW`.
pub(super) const fn states(optimizer: Optimizer) -> f64 {
    match optimizer {
        Optimizer::AdamW => 12.0,
        Optimizer::AdamW8Bit => 6.0,
        Optimizer::Sgd | Optimizer::Muon => 8.0,
        Optimizer::AdamWBf16 | Optimizer::Adafactor => 4.0,
    }
}

/// Parameters of adapters of a rank beside every projection of every layer: `rank · Σ (inputs + outputs)`.
///
/// Hu et al. 2021 (arXiv:2106.09685), section 4.1; on all projections, as arXiv:2305.14314, section 4, finds necessary.
/// Routed experts carry none: frameworks leave them out, or the adapters would outgrow the active weights.
fn adapters(architecture: &Architecture, rank: u32) -> f64 {
    let h = f64::from(architecture.hidden);
    let attention = match architecture.attention {
        Attention::Grouped { heads, kv_heads, head_dim, .. } => {
            let (q, kv) = (f64::from(heads) * f64::from(head_dim), f64::from(kv_heads) * f64::from(head_dim));
            2.0 * (h + q) + 2.0 * (h + kv)
        }
        Attention::Latent { heads, q_rank, kv_rank, nope_dim, rope_dim, value_dim, .. } => {
            let (heads, kv_rank, rope) = (f64::from(heads), f64::from(kv_rank), f64::from(rope_dim));
            let (query, value) = (heads * (f64::from(nope_dim) + rope), heads * f64::from(value_dim));
            let down = q_rank.map_or(0.0, |rank| h + 2.0 * f64::from(rank));
            let up = if q_rank.is_some() { query } else { h + query };
            down + up + h + kv_rank + rope + kv_rank + heads * f64::from(nope_dim) + value + value + h
        }
    };
    let matrices = if architecture.feed_forward.gated { 3.0 } else { 2.0 };
    let inner = architecture.experts.map_or(architecture.feed_forward.inner, |experts| experts.shared_inner);
    let feed_forward = if inner == 0 { 0.0 } else { matrices * (h + f64::from(inner)) };
    f64::from(rank) * f64::from(architecture.layers) * (attention + feed_forward)
}

/// Bytes that one layer keeps of one token, 16-bit, with an attention kernel that stores no scores:
/// inputs of two norms and their 32-bit copies (RMS), inputs of attention and feed-forward, `q k v`, the attention's
/// output, one 32-bit sum a head, and 4 (gated) or 2 inner vectors.
///
/// Korthikanti et al. 2022 (arXiv:2205.05198), section 4.1, re-derived for gated blocks, grouped queries, no dropout.
/// A layer that carries a state instead is taken to keep as much as one with attention.
/// Llama 2 7B: `41.5 · hidden`, where LitGPT's table of measured memory has a slope of `43 · hidden`.
#[must_use]
fn layer_bytes_per_token(architecture: &Architecture) -> f64 {
    let h = f64::from(architecture.hidden);
    let norms = match architecture.norm {
        Norm::Rms => 4.0 * HALF * h,
        Norm::Layer | Norm::Bare => 2.0 * HALF * h,
    };
    let attention = match architecture.attention {
        Attention::Grouped { heads, kv_heads, head_dim, .. } => {
            let (heads, kv_heads, head_dim) = (f64::from(heads), f64::from(kv_heads), f64::from(head_dim));
            HALF * (2.0 * heads + 2.0 * kv_heads) * head_dim + 4.0 * heads
        }
        Attention::Latent { heads, q_rank, kv_rank, nope_dim, rope_dim, value_dim, .. } => {
            let (heads, query) = (f64::from(heads), f64::from(nope_dim) + f64::from(rope_dim));
            let ranks = f64::from(q_rank.unwrap_or(0)) + f64::from(kv_rank);
            HALF * (heads * (2.0 * query + 2.0 * f64::from(value_dim)) + 2.0 * ranks) + 4.0 * heads
        }
    };
    let vectors = if architecture.feed_forward.gated { 4.0 } else { 2.0 };
    let inner = architecture.experts.map_or(f64::from(architecture.feed_forward.inner), |experts| {
        f64::from(experts.per_token) * f64::from(experts.inner) + f64::from(experts.shared_inner)
    });
    norms + 2.0 * HALF * h + attention + HALF * vectors * inner
}

/// Parameters of the largest layer.
fn largest_layer(architecture: &Architecture, parameters: &Parameters) -> f64 {
    let body = parameters.total.saturating_sub(parameters.embedding).saturating_sub(parameters.head);
    real(body) / f64::from(architecture.layers.max(1))
}

/// Parameters of the largest layer or table.
fn largest_piece(architecture: &Architecture, parameters: &Parameters) -> f64 {
    largest_layer(architecture, parameters).max(real(parameters.embedding))
}
