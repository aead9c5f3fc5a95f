//! A typical shape for a model of which only the size is known.

use crate::catalog::{Architecture, Attention, FeedForward, Norm, QkNorm};
use crate::units::{Bytes, power, real};
use crate::workload::{LanguageModel, Origin};

/// Size of a head: Llama 2 and 3, Mistral and Qwen 2.5 from 7 B on all have 128.
const HEAD_DIM: u32 = 128;
/// Hidden size for each layer: 128 in Llama 2 7B and 13B, Llama 3.1 8B, GPT-3 175B; 130 in Llama 3.1 405B.
const ASPECT: f64 = 128.0;
/// Rows of the vocabulary, as in Llama 2. Newer models have 128,000 and more.
const VOCABULARY: f64 = 32_000.0;
/// Query heads from which 8 key-value heads are usual (Llama 3, Mistral, Qwen 2.5): about 3 B parameters.
const GROUPED_FROM: u32 = 24;
/// Key-value heads of such models.
const KV_HEADS: u32 = 8;

impl LanguageModel {
    /// A dense decoder of that many parameters, all of which count: see [`architecture_of_size`].
    #[must_use]
    pub fn by_size(parameters: u64) -> Self {
        Self { architecture: architecture_of_size(parameters), origin: Origin::BySize { parameters } }
    }
}

/// The shape of a typical dense decoder of about that many parameters.
///
/// Llama-like: gated feed-forward, RMS norms, rotary positions, a head of its own. Each layer has `12 · hidden²`
/// parameters (Kaplan et al. 2020, arXiv:2001.08361, section 2.1, for the standard block), `hidden = 128 · layers`,
/// and the vocabulary has 32,000 rows, or as many as take half of the parameters of a very small model. So
/// `parameters ≈ 12 · 128² · layers³ + 2 · 32,000 · 128 · layers`; heads of 128 are rounded to a multiple of 8 (of 4
/// below 16) so that they divide over GPUs, then the layers follow. From 24 heads (about 3 B) on there are 8 key-value
/// heads, and the feed-forward block takes what they save.
///
/// Not modelled: mixtures of experts, windows, large vocabularies. The count of the shape is a few percent off;
/// [`parameters_of`](super::parameters_of) keeps the visitor's.
#[must_use]
pub fn architecture_of_size(parameters: u64) -> Architecture {
    let parameters = real(parameters.max(1));
    let heads = heads(aspect(parameters));
    let hidden = heads * HEAD_DIM;
    let (width, tables) = (f64::from(hidden), 2.0 * f64::from(hidden));
    let vocabulary = small(VOCABULARY.min(parameters / 2.0 / tables));
    let layers = small((parameters - tables * f64::from(vocabulary)) / (12.0 * width * width));
    let kv_heads = if heads >= GROUPED_FROM { KV_HEADS } else { heads };
    // 12·h² = 2·h² (query, output) + 2·h·kv (key, value) + 3·h·inner
    let inner = (10.0 * width - 2.0 * f64::from(kv_heads * HEAD_DIM)) / 3.0;
    Architecture {
        layers,
        hidden,
        vocabulary,
        tied_head: false,
        head_bias: false,
        learned_positions: 0,
        embedding_norm: false,
        attention: Attention::Grouped {
            heads,
            kv_heads,
            head_dim: HEAD_DIM,
            qkv_bias: false,
            output_bias: false,
            qk_norm: QkNorm::Absent,
            sinks: false,
            gate: false,
        },
        attention_layers: layers,
        windowed_layers: 0,
        window: 0,
        recurrent: None,
        feed_forward: FeedForward { inner: 64 * small(inner / 64.0), gated: true, bias: false },
        dense_layers: layers,
        experts: None,
        norm: Norm::Rms,
        norms_per_layer: 2,
        prediction_layers: 0,
        beside: 0,
    }
}

/// Layers, as a real number, where `12 · 128² · x³ + min(2 · 32,000 · 128 · x, half) = parameters`.
fn aspect(parameters: f64) -> f64 {
    let mut body = parameters;
    let mut layers = 1.0;
    for _ in 0..16 {
        // The cube root: `cbrt` besides `power` is 1 kB of wasm.
        layers = power(body / (12.0 * ASPECT * ASPECT), 1.0 / 3.0);
        body = parameters - (2.0 * VOCABULARY * ASPECT * layers).min(parameters / 2.0);
    }
    layers
}

/// Heads for a hidden size of 128 for each layer.
fn heads(layers: f64) -> u32 {
    let step = if layers < 4.0 {
        1.0
    } else if layers < 16.0 {
        4.0
    } else {
        8.0
    };
    small(step * libm::round(layers / step))
}

/// The nearest whole number from 1 to 2²⁰.
fn small(value: f64) -> u32 {
    u32::try_from(Bytes::from_f64(value).0.clamp(1, 1 << 20)).unwrap_or(1)
}
