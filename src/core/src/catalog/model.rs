//! What a language model is: the facts of its `config.json` that sizes depend on.
//!
//! Counting parameters is [`requirement`](crate::requirement)'s work; this holds only shapes.

/// A built-in model.
#[derive(Debug)]
pub struct Model {
    /// Lower case, as the publisher's repository name.
    pub id: &'static str,
    /// As the publisher writes it.
    pub name: &'static str,
    /// The shape.
    pub architecture: Architecture,
    /// Longest context in tokens that the publisher states.
    pub max_context: u32,
}

/// The shape of a decoder-only transformer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Architecture {
    /// Decoder layers.
    pub layers: u32,
    /// Hidden size.
    pub hidden: u32,
    /// Rows of the embedding table (padded, as stored).
    pub vocabulary: u32,
    /// Whether the output head is the embedding table.
    pub tied_head: bool,
    /// Whether the output head has a bias of `vocabulary` (Phi-2).
    pub head_bias: bool,
    /// Rows of a learned position table; 0 for rotary or ALiBi positions.
    pub learned_positions: u32,
    /// Whether a norm follows the embedding (BLOOM).
    pub embedding_norm: bool,
    /// How tokens look at each other.
    pub attention: Attention,
    /// Layers that only look back `window` tokens; 0 where all look back all the way.
    pub windowed_layers: u32,
    /// The window in tokens; 0 where there is none.
    pub window: u32,
    /// The dense feed-forward block.
    pub feed_forward: FeedForward,
    /// The mixture of experts in all but the first `dense_layers` layers.
    pub experts: Option<Experts>,
    /// The kind of norm.
    pub norm: Norm,
    /// Norms in a layer: usually 2, Gemma 2 has 4, Falcon-7B and Phi-2 have 1.
    pub norms_per_layer: u32,
}

/// How tokens look at each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attention {
    /// Multi-head (`kv_heads = heads`), grouped-query, or multi-query (`kv_heads = 1`).
    Grouped {
        /// Query heads.
        heads: u32,
        /// Key and value heads.
        kv_heads: u32,
        /// Size of a head.
        head_dim: u32,
        /// Whether the query, key and value projections have a bias.
        qkv_bias: bool,
        /// Whether the output projection has a bias.
        output_bias: bool,
        /// Whether queries and keys are normed per head (Qwen 3).
        qk_norm: bool,
        /// Whether each head has a sink logit (gpt-oss).
        sinks: bool,
    },
    /// Multi-head latent attention (DeepSeek-V2, arXiv:2405.04434, section 2.1).
    Latent {
        /// Query heads.
        heads: u32,
        /// Rank of the query compression; `None` where queries are not compressed.
        q_rank: Option<u32>,
        /// Rank of the joint key-value compression: what the cache holds.
        kv_rank: u32,
        /// Size of a head without rotary positions.
        nope_dim: u32,
        /// Size of the shared rotary key.
        rope_dim: u32,
        /// Size of a value head.
        value_dim: u32,
    },
}

/// A feed-forward block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FeedForward {
    /// Inner size.
    pub inner: u32,
    /// Three matrices (gate, up, down) instead of two.
    pub gated: bool,
    /// Whether its matrices have biases.
    pub bias: bool,
}

/// A mixture of experts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experts {
    /// Routed experts in a layer.
    pub routed: u32,
    /// Routed experts that a token uses.
    pub per_token: u32,
    /// Inner size of one routed expert.
    pub inner: u32,
    /// Inner size of the shared experts together; 0 where there are none.
    pub shared_inner: u32,
    /// Whether the shared expert has a gate (Qwen 2 MoE).
    pub shared_gate: bool,
    /// Whether router and experts have biases (gpt-oss).
    pub bias: bool,
    /// First layers that are dense.
    pub dense_layers: u32,
}

/// The kind of norm, which decides its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Norm {
    /// A weight.
    Rms,
    /// A weight and a bias.
    Layer,
}
