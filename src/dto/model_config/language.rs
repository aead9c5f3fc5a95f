//! A family's row and the keys of a configuration → the shape of a decoder.

use gpu_cost_core::catalog::{Architecture, Attention, Experts, FeedForward, Indexer, QkNorm, Recurrence, Recurrent};

use super::family::{Family, Form, Quirk, Routing, State, Switch};
use super::fields::Fields;
use super::layer;

const HIDDEN: &[&str] = &["hidden_size", "n_embd", "d_model", "n_embed"];
const HEADS: &[&str] = &["num_attention_heads", "n_head", "n_heads", "num_heads"];
const KV_HEADS: &[&str] =
    &["num_key_value_heads", "num_kv_heads", "n_head_kv", "multi_query_group_num", "attn_config.kv_n_heads"];
const HEAD_DIM: &[&str] = &["head_dim", "kv_channels", "attention_head_dim"];
const INNER: &[&str] =
    &["block_ff_dim", "intermediate_size", "ffn_hidden_size", "n_inner", "ffn_dim", "ffn_config.ffn_hidden_size"];
const EXPERT_INNER: &[&str] = &["moe_intermediate_size", "expert_ffn_hidden_size"];
pub(super) const ROUTED: &[&str] =
    &["n_routed_experts", "num_local_experts", "num_experts", "moe_num_experts", "ffn_config.moe_num_experts"];
const PER_TOKEN: &[&str] =
    &["num_experts_per_tok", "experts_per_token", "moe_topk", "moe_k", "moe_top_k", "ffn_config.moe_top_k"];
const SHARED: &[&str] = &["n_shared_experts", "num_shared_experts", "moe_num_shared_experts", "num_shared_expert"];
const SHARED_INNER: &[&str] =
    &["shared_expert_intermediate_size", "moe_shared_expert_intermediate_size", "shared_intermediate_size"];
const PREDICTION: &[&str] = &["num_nextn_predict_layers", "num_mtp_modules", "mtp_num_hidden_layers"];
const MAX_CONTEXT: &[&str] =
    &["max_position_embeddings", "n_positions", "max_sequence_length", "max_seq_len", "seq_length"];

/// The shape, and the longest context where it is stated. Errors are recorded.
pub(super) fn architecture(family: &Family, fields: &mut Fields<'_, '_>) -> (Architecture, Option<u32>) {
    fields.set_defaults(family.defaults);
    let hidden = fields.size(HIDDEN);
    let layers = layer::layers(family, fields);
    let feed_forward = feed_forward(family, fields, hidden);
    let max_context = fields.count(MAX_CONTEXT);
    let mut shape = Architecture {
        layers: layers.all,
        hidden,
        vocabulary: fields.size(&["vocab_size", "padded_vocab_size"]),
        tied_head: fields.flag("tie_word_embeddings"),
        head_bias: holds(family.head_bias, fields),
        learned_positions: match family.positions {
            Some(more) => max_context.unwrap_or(0).saturating_add(more),
            None => 0,
        },
        embedding_norm: family.embedding_norm,
        attention: attention(family, fields, hidden, layers.attention),
        attention_layers: layers.attention,
        windowed_layers: layers.windowed,
        window: layers.window,
        recurrent: family
            .recurrent
            .filter(|_| layers.recurrent > 0)
            .map(|state| Recurrent { layers: layers.recurrent, kind: recurrence(state, fields, hidden) }),
        feed_forward,
        dense_layers: layers.dense,
        experts: family
            .experts
            .filter(|_| layers.sparse > 0)
            .map(|routing| experts(routing, fields, layers.sparse, feed_forward)),
        norm: family.norm,
        norms_per_layer: family.norms,
        prediction_layers: fields.count(PREDICTION).unwrap_or(0),
        beside: 0,
    };
    if let Some(quirk) = family.quirk {
        apply(quirk, &mut shape, fields);
    }
    (shape, max_context)
}

fn holds(switch: Switch, fields: &mut Fields<'_, '_>) -> bool {
    match switch {
        Switch::Off => false,
        Switch::On => true,
        Switch::Key(name) => fields.flag(name),
    }
}

fn attention(family: &Family, fields: &mut Fields<'_, '_>, hidden: u32, layers: u32) -> Attention {
    if layers == 0 {
        return NO_ATTENTION;
    }
    let heads = fields.size(HEADS);
    if let Form::Latent = family.attention {
        return Attention::Latent {
            heads,
            q_rank: fields.count(&["q_lora_rank"]),
            kv_rank: fields.size(&["kv_lora_rank"]),
            nope_dim: fields.size(&["qk_nope_head_dim"]),
            rope_dim: fields.size(&["qk_rope_head_dim"]),
            value_dim: fields.size_or(&["v_head_dim"], Some(hidden / heads)),
            bias: fields.flag("attention_bias"),
            indexer: fields
                .count(&["index_n_heads"])
                .map(|heads| Indexer { heads, head_dim: fields.size(&["index_head_dim"]) }),
        };
    }
    let (condition, kind) = family.qk_norm;
    let kv_heads = fields.size_or(KV_HEADS, Some(heads));
    if fields.count(HEADS) == Some(heads) {
        divided(fields, hidden, heads, kv_heads);
    }
    Attention::Grouped {
        heads,
        kv_heads,
        head_dim: fields.size_or(HEAD_DIM, Some(hidden / heads)),
        qkv_bias: holds(family.qkv_bias, fields),
        output_bias: holds(family.output_bias, fields),
        qk_norm: if holds(condition, fields) { kind } else { QkNorm::Absent },
        sinks: matches!(family.attention, Form::Sinks),
        gate: matches!(family.attention, Form::Gated),
    }
}

/// Heads divide the width, where nothing else says how wide one is, and heads of keys and values are shared evenly.
fn divided(fields: &mut Fields<'_, '_>, hidden: u32, heads: u32, kv_heads: u32) {
    if !hidden.is_multiple_of(heads) && fields.count(HIDDEN) == Some(hidden) && fields.count(HEAD_DIM).is_none() {
        fields.conflict(HEADS, "a divisor of hidden_size, or head_dim beside it");
    }
    if !heads.is_multiple_of(kv_heads) {
        fields.conflict(KV_HEADS, "a divisor of the number of attention heads");
    }
}

/// What stands for the attention of a model that has none.
const NO_ATTENTION: Attention = Attention::Grouped {
    heads: 0,
    kv_heads: 0,
    head_dim: 0,
    qkv_bias: false,
    output_bias: false,
    qk_norm: QkNorm::Absent,
    sinks: false,
    gate: false,
};

fn feed_forward(family: &Family, fields: &mut Fields<'_, '_>, hidden: u32) -> FeedForward {
    let dense = if fields.count(&["intermediate_size_mlp"]).is_some() { &["intermediate_size_mlp"] } else { INNER };
    FeedForward {
        inner: fields.size_or(dense, Some(hidden.saturating_mul(4))),
        gated: family.gated,
        bias: holds(family.mlp_bias, fields),
    }
}

fn experts(routing: Routing, fields: &mut Fields<'_, '_>, layers: u32, dense: FeedForward) -> Experts {
    let inner = fields.count(EXPERT_INNER).or_else(|| fields.count(INNER)).unwrap_or(dense.inner);
    let shared = match routing {
        Routing::OneShared => 1,
        _ => fields.count(SHARED).unwrap_or(0),
    };
    let routed = fields.count(ROUTED).unwrap_or(0);
    let per_token = fields.count(PER_TOKEN).unwrap_or(1);
    if routed < per_token {
        fields.conflict(PER_TOKEN, "at most the number of experts");
    }
    Experts {
        layers,
        routed,
        per_token: per_token.min(routed),
        inner,
        shared_inner: fields.count(SHARED_INNER).unwrap_or_else(|| inner.saturating_mul(shared)),
        shared_gate: matches!(routing, Routing::SharedGate),
        router_bias: matches!(routing, Routing::Correction | Routing::Biased),
        bias: matches!(routing, Routing::Biased),
    }
}

fn recurrence(state: State, fields: &mut Fields<'_, '_>, hidden: u32) -> Recurrence {
    let kernel = &["mamba_d_conv", "conv_kernel", "conv_L_cache", "linear_conv_kernel_dim", "d_conv"];
    let width = hidden.saturating_mul(fields.count(&["mamba_expand", "expand"]).unwrap_or(2));
    match state {
        State::DeltaNet => Recurrence::DeltaNet {
            key_heads: fields.size(&["linear_num_key_heads"]),
            value_heads: fields.size(&["linear_num_value_heads"]),
            key_dim: fields.size(&["linear_key_head_dim"]),
            value_dim: fields.size(&["linear_value_head_dim"]),
            kernel: fields.size(kernel),
        },
        State::Mamba | State::MambaAlone => Recurrence::Mamba {
            inner: match state {
                State::MambaAlone => fields.size_or(&["intermediate_size"], Some(width)),
                _ => width,
            },
            state: fields.size(&["mamba_d_state", "state_size"]),
            step_rank: fields.size_or(&["mamba_dt_rank", "time_step_rank"], Some(hidden.div_ceil(16))),
            kernel: fields.size(kernel),
            conv_bias: fields.flag("mamba_conv_bias") || fields.flag("use_conv_bias"),
            bias: fields.flag("mamba_proj_bias") || fields.flag("use_bias"),
            norms: matches!(state, State::Mamba),
        },
        State::Mamba2 | State::Mamba2Alone | State::Mamba2Beside => {
            let heads = fields.size(&["mamba_n_heads", "mamba_num_heads", "num_heads"]);
            let head_dim = fields.count(match state {
                State::Mamba2Alone => &["head_dim"],
                _ => &["mamba_d_head", "mamba_head_dim"],
            });
            let inner = head_dim.map_or(width, |size| heads.saturating_mul(size));
            Recurrence::Mamba2 {
                inner: fields.size_or(&["mamba_d_ssm"], Some(inner)),
                heads,
                groups: fields.size_or(&["mamba_n_groups", "n_groups"], Some(1)),
                state: fields.size(&["mamba_d_state", "ssm_state_size", "state_size"]),
                kernel: fields.size(kernel),
                conv_bias: fields.flag("mamba_conv_bias") || fields.flag("use_conv_bias"),
                bias: fields.flag("mamba_proj_bias") || fields.flag("use_bias"),
                norm: fields.flag("mamba_rms_norm"),
            }
        }
        State::Lightning => {
            let heads = fields.size(HEADS);
            Recurrence::Lightning { heads, head_dim: fields.size_or(&["head_dim"], Some(hidden / heads)) }
        }
        State::Convolution => Recurrence::Convolution { kernel: fields.size(kernel), bias: fields.flag("conv_bias") },
    }
}

fn apply(quirk: Quirk, shape: &mut Architecture, fields: &mut Fields<'_, '_>) {
    match quirk {
        Quirk::Falcon => {
            let grouped = fields.flag("new_decoder_architecture");
            let parallel = fields.flag("parallel_attn");
            let parallel_norms = fields.count(&["num_ln_in_parallel_attn"]).unwrap_or(if grouped { 2 } else { 1 });
            shape.norms_per_layer = if parallel_norms == 2 || !parallel { 2 } else { 1 };
            let multi_query = fields.flag("multi_query");
            if let Attention::Grouped { heads, kv_heads, .. } = &mut shape.attention {
                *kv_heads = match (grouped, multi_query) {
                    (true, _) => *kv_heads,
                    (false, true) => 1,
                    (false, false) => *heads,
                };
            }
        }
        Quirk::ChatGlm => shape.vocabulary = fields.size(&["padded_vocab_size"]),
        Quirk::Qwen1 => shape.feed_forward.inner /= 2,
        Quirk::StableLm => shape.norms_per_layer = if fields.flag("use_parallel_residual") { 1 } else { 2 },
        Quirk::Apertus => shape.beside = 2 * u64::from(shape.layers),
        Quirk::Lfm2 => {
            if !fields.is("block_ffn_dim_multiplier", "1.0") && !fields.is("block_ffn_dim_multiplier", "1") {
                fields.refuse(&["block_ffn_dim_multiplier"], "conflict", "1, as nothing else can be counted");
            }
            if fields.flag("block_auto_adjust_ff_dim") {
                let multiple = fields.size(&["block_multiple_of"]);
                let inner = u64::from(shape.feed_forward.inner) * 2 / 3;
                let rounded = inner.div_ceil(u64::from(multiple)) * u64::from(multiple);
                shape.feed_forward.inner = u32::try_from(rounded).unwrap_or(u32::MAX);
            }
        }
        Quirk::GraniteHybrid => shape.feed_forward.inner = fields.size(&["shared_intermediate_size"]),
        Quirk::NemotronH => {
            if fields.has("moe_latent_size") {
                fields.refuse(&["moe_latent_size"], "conflict", "null, as nothing else can be counted");
            }
        }
        Quirk::Opt => {
            if fields.count(&["word_embed_proj_dim"]).is_some_and(|width| width != shape.hidden) {
                fields.refuse(&["word_embed_proj_dim"], "conflict", "the same as hidden_size");
            }
        }
        Quirk::BigCode => {
            let multi_query = fields.flag("multi_query");
            if let Attention::Grouped { kv_heads, .. } = &mut shape.attention {
                *kv_heads = if multi_query { 1 } else { *kv_heads };
            }
        }
    }
}
