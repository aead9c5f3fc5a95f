//! How many parameters a shape has, exactly, and where they sit.

use super::recurrent;
use crate::catalog::{Architecture, Attention, Experts, FeedForward, Indexer, Norm, QkNorm};
use crate::units::{power, product, real, sum, times};
use crate::workload::{LanguageModel, Origin};

/// Parameters of a model by place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parameters {
    /// All of them.
    pub total: u64,
    /// Those in use for one token: all but the routed experts that it is not sent to.
    pub active: u64,
    /// Tables that are looked up, not multiplied with: tokens and learned positions.
    pub embedding: u64,
    /// The output head; 0 where it is the embedding table.
    pub head: u64,
    /// Those that one token is multiplied with: active ones without the tables, but with the head even where it is
    /// tied.
    pub matmul_active: u64,
    /// Routed experts of all layers, used or not.
    pub routed: u64,
    /// Layers that predict further tokens, in none of the other counts: without the embedding and the head that published
    /// files may repeat for them.
    pub prediction: u64,
}

impl Parameters {
    /// The same places, scaled to another total: what is not a table or the head takes the difference.
    /// A model that is known by its size alone has exactly that size, whatever the rounding of its shape.
    #[must_use]
    fn with_total(self, total: u64) -> Self {
        let tables = self.embedding.saturating_add(self.head).min(total);
        let body = total - tables;
        let head = self.head.min(tables);
        Self {
            total,
            active: total,
            embedding: tables - head,
            head,
            matmul_active: body.saturating_add(if head == 0 { tables } else { head }),
            routed: 0,
            prediction: 0,
        }
    }

    /// Parameters that `sequences` tokens, each of another sequence, use together.
    /// A token is sent to `per_token` of `routed` experts, taken as independent and uniform:
    /// an expert stays unused with probability `(1 − per_token / routed)^sequences`.
    /// Not modelled: experts that are in fashion.
    #[must_use]
    pub fn touched(&self, experts: Option<&Experts>, sequences: f64) -> f64 {
        let Some(experts) = experts else {
            return real(self.total);
        };
        let idle = 1.0 - f64::from(experts.per_token) / f64::from(experts.routed.max(1));
        real(self.total) - real(self.routed) * power(idle.clamp(f64::MIN_POSITIVE, 1.0), sequences)
    }
}

/// Parameters of a shape: embedding, layers, final norm, head.
///
/// Checked against the classes of Hugging Face transformers on a meta device for every built-in model.
/// Buffers are not counted (Llama 2 7B's files hold 2,048 numbers more than it has parameters).
/// Saturates at `u64::MAX`.
///
/// Sources: Vaswani et al. 2017 (arXiv:1706.03762), section 3, for the layer; the publishers' `config.json` for the
/// rest.
#[must_use]
pub fn parameters(architecture: &Architecture) -> Parameters {
    let a = architecture;
    let (router, experts, used) = a.experts.map_or((0, 0, 0), |experts| mixture(a, &experts));
    let sparse_layers = a.experts.map_or(0, |experts| experts.layers);
    let dense = feed_forward(a.hidden, &a.feed_forward);
    let common = sum([
        times(a.layers, product([a.norms_per_layer, norm(a)])),
        times(a.attention_layers, attention(a)),
        a.recurrent.map_or(0, |recurrent| times(recurrent.layers, recurrent::mixer(a.hidden, recurrent.kind))),
        times(a.dense_layers, dense),
        times(sparse_layers, router),
        u64::from(norm(a)),
    ]);
    let routed = times(sparse_layers, experts);
    let table = product([a.vocabulary, a.hidden]);
    let embedding_norm = if a.embedding_norm { u64::from(norm(a)) } else { 0 };
    let embedding = sum([table, product([a.learned_positions, a.hidden]), embedding_norm]);
    let head = if a.tied_head { 0 } else { table } + if a.head_bias { u64::from(a.vocabulary) } else { 0 };
    let body = common.saturating_add(times(sparse_layers, used));
    // a layer as the last one, a projection of two hidden states, and three norms
    let prediction = sum([
        attention(a),
        if sparse_layers == 0 { dense } else { router.saturating_add(experts) },
        product([a.norms_per_layer + 3, norm(a)]),
        product([2, a.hidden, a.hidden]),
    ]);
    Parameters {
        total: sum([common, routed, embedding, head, a.beside]),
        active: sum([body, embedding, head, a.beside]),
        embedding,
        head,
        matmul_active: body.saturating_add(table),
        routed,
        prediction: times(a.prediction_layers, prediction),
    }
}

/// Parameters of the model of a workload: counted by shape, or as many as the visitor said.
#[must_use]
pub fn parameters_of(model: &LanguageModel) -> Parameters {
    let counted = parameters(&model.architecture);
    match model.origin {
        Origin::BuiltIn { .. } | Origin::Config => counted,
        Origin::BySize { parameters } => counted.with_total(parameters),
    }
}

/// Query, key, value and output projections of one layer, with what belongs to them.
fn attention(a: &Architecture) -> u64 {
    let h = a.hidden;
    match a.attention {
        Attention::Grouped { heads, kv_heads, head_dim, qkv_bias, output_bias, qk_norm, sinks, gate } => {
            let (queries, keys) = (product([heads, head_dim]), product([kv_heads, head_dim]));
            let sides = sum([queries, queries, keys, keys, if gate { queries } else { 0 }]);
            sum([
                times(h, sides),
                if qkv_bias { sum([queries, keys, keys]) } else { 0 },
                if output_bias { u64::from(h) } else { 0 },
                match qk_norm {
                    QkNorm::Absent => 0,
                    QkNorm::Head => product([2, head_dim]),
                    QkNorm::Wide => queries.saturating_add(keys),
                },
                if sinks { u64::from(heads) } else { 0 },
            ])
        }
        Attention::Latent { heads, q_rank, kv_rank, nope_dim, rope_dim, value_dim, bias, indexer } => {
            let query = product([heads, nope_dim]).saturating_add(product([heads, rope_dim]));
            let (rank, rank_norm) = q_rank.map_or((h, 0), |rank| (rank, rank));
            let down = q_rank.map_or(0, |rank| product([h, rank]));
            sum([
                down,
                u64::from(rank_norm),
                times(rank, query),
                product([h, kv_rank]),
                product([h, rope_dim]),
                u64::from(kv_rank),
                product([kv_rank, heads, nope_dim]),
                product([kv_rank, heads, value_dim]),
                product([heads, value_dim, h]),
                if bias { sum([rank_norm, kv_rank, rope_dim, h].map(u64::from)) } else { 0 },
                indexer.map_or(0, |Indexer { heads, head_dim }| {
                    let keys = product([h, head_dim]).saturating_add(product([2, head_dim]));
                    sum([product([rank, heads, head_dim]), keys, product([h, heads])])
                }),
            ])
        }
    }
}

/// A feed-forward block: 2 matrices, or 3 where it is gated; one bias after each where it has biases.
fn feed_forward(hidden: u32, block: &FeedForward) -> u64 {
    let matrices = if block.gated { 3 } else { 2 };
    let bias = product([matrices - 1, block.inner]).saturating_add(u64::from(hidden));
    product([matrices, hidden, block.inner]).saturating_add(if block.bias { bias } else { 0 })
}

/// Of one layer with experts: what every token uses (router, shared experts); all routed experts; the routed ones in
/// use.
fn mixture(a: &Architecture, experts: &Experts) -> (u64, u64, u64) {
    let gated = a.feed_forward.gated;
    let one = feed_forward(a.hidden, &FeedForward { inner: experts.inner, gated, bias: experts.bias });
    let shared = FeedForward { inner: experts.shared_inner, gated, bias: false };
    let kept = sum([
        product([a.hidden, experts.routed]),
        if experts.router_bias { u64::from(experts.routed) } else { 0 },
        feed_forward(a.hidden, &shared),
        if experts.shared_gate { u64::from(a.hidden) } else { 0 },
    ]);
    (kept, times(experts.routed, one), times(experts.per_token, one))
}

/// Parameters of one norm of the hidden size.
const fn norm(a: &Architecture) -> u32 {
    match a.norm {
        Norm::Bare => 0,
        Norm::Rms => a.hidden,
        Norm::Layer => a.hidden.saturating_mul(2),
    }
}
