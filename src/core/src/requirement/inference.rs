//! What answering requests holds and moves, whatever it runs on.

use crate::catalog::{Architecture, Attention};
use crate::units::real;
use crate::workload::{Inference, KvFormat, Software, WeightFormat};

use super::operations::{attention_layers, attention_per_token, matmul_per_token, window};
use super::{Parameters, file, recurrent};

/// What answering requests needs. Bytes are of the whole model, undivided; `f64`, because they are estimates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServingLoad {
    /// The shape.
    pub architecture: Architecture,
    /// Its parameters by place.
    pub parameters: Parameters,
    /// How weights are stored.
    pub format: WeightFormat,
    /// What runs it.
    pub software: Software,
    /// Requests at the same time.
    pub users: u32,
    /// Tokens of a prompt, without those that all share.
    pub prompt: f64,
    /// Tokens of an answer.
    pub answer: f64,
    /// Bytes of the weights.
    pub weights: f64,
    /// Bytes of keys and values of a sequence at its end, without those of the start that all share.
    pub kv_at_end: f64,
    /// Bytes of keys and values of that start, in layers that look back all the way.
    pub kv_shared: f64,
    /// Bytes of keys and values of a sequence, mean over its answer.
    pub kv_on_average: f64,
    /// Heads of which keys and values are stored: over more GPUs than that they are copied. 1 for latent attention.
    pub kv_heads: u32,
    /// Query heads: over GPUs that do not divide them they are padded.
    pub heads: u32,
    /// Bytes of activations for each token of a pass.
    pub activations_per_token: f64,
    /// Bytes of the vectors that the layers make of a token; where it is sent to experts, one for each on both ways.
    pub vectors_per_token: f64,
    /// Bytes of logits for each sequence.
    pub logits_per_sequence: f64,
    /// Operations of one token, attention left out.
    pub matmul_per_token: f64,
    /// Operations of the attention of a prompt. That of an answer is bound by reading keys and values.
    pub prompt_attention: f64,
    /// Answer tokens per second and user that are wanted.
    pub min_tokens_per_second: f64,
}

/// What answering requests needs.
#[must_use]
pub(super) fn serving_load(inference: &Inference, parameters: &Parameters) -> ServingLoad {
    let architecture = inference.model.architecture;
    let (prompt, answer) = (f64::from(inference.prompt_tokens), f64::from(inference.answer_tokens));
    let shared = f64::from(inference.shared_tokens).min(prompt - 1.0).max(0.0);
    let own = prompt - shared;
    let kv_shared = kv_of_token(&architecture, inference.kv_cache) * attention_layers(&architecture).0 * shared;
    let (heads, kv_heads) = match architecture.attention {
        Attention::Grouped { heads, kv_heads, .. } => (heads, kv_heads),
        Attention::Latent { heads, .. } => (heads, 1),
    };
    let h = f64::from(architecture.hidden);
    // Transformers keeps a head that is tied in the model apart in an FP8 file
    let apart =
        inference.software == Software::Eager && inference.weights == WeightFormat::Fp8 && architecture.tied_head;
    let head = if apart { 2.0 * f64::from(architecture.vocabulary) * h } else { 0.0 };
    ServingLoad {
        architecture,
        parameters: *parameters,
        format: inference.weights,
        software: inference.software,
        users: inference.users.max(1),
        prompt: own,
        answer,
        weights: head + weight_bytes(&architecture, parameters, real(parameters.total), inference.weights),
        kv_at_end: kv_bytes(&architecture, inference.kv_cache, prompt + answer) - kv_shared,
        kv_shared,
        kv_on_average: kv_bytes(&architecture, inference.kv_cache, prompt + answer / 2.0),
        kv_heads: kv_heads.max(1),
        heads: heads.max(1),
        activations_per_token: 8.0 * h + 6.0 * inner(&architecture),
        vectors_per_token: 2.0
            * f64::from(architecture.layers)
            * (h * (6.0 + architecture.experts.map_or(0.0, |experts| 4.0 * f64::from(experts.per_token)))
                + 3.0 * inner(&architecture)),
        logits_per_sequence: 8.0 * f64::from(architecture.vocabulary),
        matmul_per_token: matmul_per_token(parameters),
        prompt_attention: own * attention_per_token(&architecture, shared + own / 2.0),
        min_tokens_per_second: inference.min_tokens_per_second,
    }
}

/// Bytes of `count` of a model's weights in a format, both tables among them.
///
/// 16-bit: 2. INT8: 8 bits, and for each group of 128 a 16-bit scale and an 8-bit zero. FP8: 8.06 bits, 4-bit: 4.25
/// bits, what files of such models come to (GPTQ and AWQ with groups of 128; a scale of 8 bits for 32). NF4 with a 32-bit
/// scale for 64, NVFP4 with one of 8 bits for 16: 4.5. Embedding and head stay in 16 bits. Files of llama.cpp: by place.
#[must_use]
pub fn weight_bytes(architecture: &Architecture, parameters: &Parameters, count: f64, format: WeightFormat) -> f64 {
    if is_file(format) {
        return file::bytes(architecture, parameters, count, format);
    }
    let tables = real(parameters.embedding + parameters.head).min(count);
    2.0 * tables + weight_bits(format) / 8.0 * (count - tables)
}

/// Bits of a weight in a format, embedding and head left out; in a file of llama.cpp of most weights.
#[must_use]
pub fn weight_bits(format: WeightFormat) -> f64 {
    match format {
        WeightFormat::Bf16 => 16.0,
        WeightFormat::Int8 => 8.0 + 24.0 / 128.0,
        WeightFormat::Fp8 => 8.06,
        WeightFormat::Int4 | WeightFormat::Mxfp4 => 4.25,
        WeightFormat::Nf4 | WeightFormat::Nvfp4 => 4.5,
        WeightFormat::Nf4Double => 4.127,
        in_file => file::bits_of_most(in_file),
    }
}

/// Whether it is a type of llama.cpp's.
const fn is_file(format: WeightFormat) -> bool {
    use WeightFormat as W;
    !matches!(format, W::Bf16 | W::Int8 | W::Fp8 | W::Int4 | W::Mxfp4 | W::Nf4 | W::Nvfp4 | W::Nf4Double)
}

/// Bytes of one number of a state that is carried along: servers keep them in 32 bits.
const STATE_BYTES: f64 = 4.0;

/// Bytes of keys and values of one sequence: `2 · layers · kv_heads · head_dim · tokens · bytes`, where the 2 is keys
/// and values; windowed layers keep at most the window. Latent attention: `layers · (kv_rank + rope_dim) · tokens ·
/// bytes` (arXiv:2405.04434, section 2.1). Layers that carry a state along add it, however long the sequence.
/// Not modelled: the unfilled part of the last page; the keys of an indexer.
#[must_use]
pub fn kv_bytes(architecture: &Architecture, format: KvFormat, tokens: f64) -> f64 {
    let (full, windowed) = attention_layers(architecture);
    kv_of_token(architecture, format) * (full * tokens + windowed * tokens.min(window(architecture)))
        + STATE_BYTES * recurrent::state_of(architecture)
}

/// Bytes of keys and values of one token in a layer.
fn kv_of_token(architecture: &Architecture, format: KvFormat) -> f64 {
    let bytes = match format {
        KvFormat::Bf16 => 2.0,
        KvFormat::Fp8 => 1.0,
    };
    let width = match architecture.attention {
        Attention::Grouped { kv_heads, head_dim, .. } => 2.0 * f64::from(kv_heads) * f64::from(head_dim),
        Attention::Latent { kv_rank, rope_dim, .. } => f64::from(kv_rank) + f64::from(rope_dim),
    };
    bytes * width
}

/// Inner width that one token passes through.
fn inner(architecture: &Architecture) -> f64 {
    architecture.experts.map_or(f64::from(architecture.feed_forward.inner), |experts| {
        f64::from(experts.per_token) * f64::from(experts.inner) + f64::from(experts.shared_inner)
    })
}
