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

/// The shape of a decoder: embedding, layers of attention or recurrence and of feed-forward blocks, head.
///
/// Layers are counted by what they have, in no order: a size does not depend on it.
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
    /// Layers with attention.
    pub attention_layers: u32,
    /// Those of them that only look back `window` tokens; 0 where all look back all the way.
    pub windowed_layers: u32,
    /// The window in tokens; 0 where there is none.
    pub window: u32,
    /// What carries a state along instead, in layers of its own or beside attention.
    pub recurrent: Option<Recurrent>,
    /// The dense feed-forward block.
    pub feed_forward: FeedForward,
    /// Layers with a dense feed-forward block.
    pub dense_layers: u32,
    /// The mixture of experts.
    pub experts: Option<Experts>,
    /// The kind of norm.
    pub norm: Norm,
    /// Norms in a layer: usually 2, Gemma 2 has 4, Falcon-7B and Phi-2 have 1.
    pub norms_per_layer: u32,
    /// Layers that predict further tokens (DeepSeek-V3): in the published files, but not in use unless asked for.
    pub prediction_layers: u32,
    /// Parameters beside all these: towers for images and sound with their projectors, scales of single layers.
    pub beside: u64,
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
        /// What norms queries and keys.
        qk_norm: QkNorm,
        /// Whether each head has a sink logit (gpt-oss).
        sinks: bool,
        /// Whether a gate as wide as the queries weighs what comes out (Qwen3-Next).
        gate: bool,
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
        /// Whether the projections from and to the hidden size have biases, except that of uncompressed queries.
        bias: bool,
        /// What selects the tokens that are looked at (DeepSeek-V3.2); `None` where all are.
        indexer: Option<Indexer>,
    },
}

/// The weights of the norm of queries and keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QkNorm {
    /// There is none.
    Absent,
    /// As many as a head has numbers, shared by all heads (Qwen 3).
    Head,
    /// As many as all heads have numbers (OLMo 2).
    Wide,
}

/// What selects the tokens that are looked at: small heads with a key in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indexer {
    /// Its heads.
    pub heads: u32,
    /// Size of one.
    pub head_dim: u32,
}

/// What carries a state along instead of looking back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recurrent {
    /// Layers that have it.
    pub layers: u32,
    /// How it works.
    pub kind: Recurrence,
}

/// How a state is carried along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Recurrence {
    /// Gated delta net (arXiv:2412.06464; Qwen3-Next).
    DeltaNet {
        /// Heads of queries and of keys.
        key_heads: u32,
        /// Heads of values.
        value_heads: u32,
        /// Size of a query or key head.
        key_dim: u32,
        /// Size of a value head.
        value_dim: u32,
        /// Tokens that the convolution spans.
        kernel: u32,
    },
    /// Mamba (arXiv:2312.00752; Jamba, Falcon Mamba).
    Mamba {
        /// Inner size.
        inner: u32,
        /// Numbers of state for each inner one.
        state: u32,
        /// Rank of the step size.
        step_rank: u32,
        /// Tokens that the convolution spans.
        kernel: u32,
        /// Whether the convolution has a bias.
        conv_bias: bool,
        /// Whether the projections have biases.
        bias: bool,
        /// Whether what selects is normed (Jamba).
        norms: bool,
    },
    /// Mamba 2 (arXiv:2405.21060; Nemotron-H, Falcon-H1, Granite 4).
    Mamba2 {
        /// Inner size.
        inner: u32,
        /// Heads.
        heads: u32,
        /// Groups of heads with inputs and outputs of the state in common.
        groups: u32,
        /// Numbers of state for each inner one.
        state: u32,
        /// Tokens that the convolution spans.
        kernel: u32,
        /// Whether the convolution has a bias.
        conv_bias: bool,
        /// Whether the projections have biases.
        bias: bool,
        /// Whether what comes out is normed.
        norm: bool,
    },
    /// Lightning attention (arXiv:2401.04658; MiniMax-Text-01).
    Lightning {
        /// Heads.
        heads: u32,
        /// Size of a head.
        head_dim: u32,
    },
    /// A short gated convolution (LFM2).
    Convolution {
        /// Tokens that it spans.
        kernel: u32,
        /// Whether it has biases.
        bias: bool,
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
    /// Layers that have them.
    pub layers: u32,
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
    /// Whether the router has a bias, or a correction for each expert that is stored as a parameter (gpt-oss, ERNIE).
    pub router_bias: bool,
    /// Whether the routed experts have biases (gpt-oss).
    pub bias: bool,
}

/// The kind of norm, which decides its parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Norm {
    /// None (OLMo).
    Bare,
    /// A weight.
    Rms,
    /// A weight and a bias.
    Layer,
}
