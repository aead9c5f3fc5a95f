//! Families with layers that carry a state along.

use super::Form::Gated;
use super::Switch::On;
use super::{Family, HEAD, LLAMA, MOE, Quirk, Routing, State};

const QWEN3_5: Family = Family {
    name: "qwen3_5_text",
    defaults: "vocab_size=248320 hidden_size=4096 intermediate_size=12288 num_hidden_layers=32 \
               num_attention_heads=16 num_key_value_heads=4 head_dim=256 linear_conv_kernel_dim=4 \
               linear_key_head_dim=128 linear_value_head_dim=128 linear_num_key_heads=16 linear_num_value_heads=32 \
               full_attention_interval=4",
    qk_norm: (On, HEAD),
    attention: Gated,
    recurrent: Some(State::DeltaNet),
    ..LLAMA
};

/// Sorted by name.
pub(super) static FAMILIES: &[Family] = &[
    Family {
        name: "bamba",
        defaults: "vocab_size=128000 hidden_size=4096 intermediate_size=14336 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 mamba_n_heads=128 mamba_n_groups=1 mamba_d_state=256 \
                   mamba_d_conv=4 mamba_expand=2 mamba_conv_bias=true mamba_rms_norm=true attn_layer_period=0",
        recurrent: Some(State::Mamba2),
        ..LLAMA
    },
    Family {
        name: "falcon_h1",
        defaults: "vocab_size=128000 hidden_size=4096 intermediate_size=14336 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 mamba_d_ssm=1024 mamba_n_heads=128 mamba_d_head=8 \
                   mamba_n_groups=1 mamba_d_state=256 mamba_d_conv=4 mamba_conv_bias=true",
        recurrent: Some(State::Mamba2Beside),
        ..LLAMA
    },
    Family {
        name: "falcon_mamba",
        defaults: "vocab_size=50280 hidden_size=768 num_hidden_layers=32 state_size=16 conv_kernel=4 expand=2 \
                   use_conv_bias=true tie_word_embeddings=true",
        norms: 1,
        recurrent: Some(State::MambaAlone),
        ..LLAMA
    },
    Family {
        name: "granitemoehybrid",
        defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=11008 num_hidden_layers=32 \
                   num_attention_heads=32 num_local_experts=8 num_experts_per_tok=2 shared_intermediate_size=1024 \
                   mamba_n_heads=128 mamba_n_groups=1 mamba_d_state=256 mamba_d_conv=4 mamba_expand=2 \
                   mamba_conv_bias=true mamba_rms_norm=true attn_layer_period=0",
        recurrent: Some(State::Mamba2),
        quirk: Some(Quirk::GraniteHybrid),
        ..MOE
    },
    Family {
        name: "jamba",
        defaults: "vocab_size=65536 hidden_size=4096 intermediate_size=14336 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 num_experts=16 num_experts_per_tok=2 \
                   expert_layer_period=2 expert_layer_offset=1 attn_layer_period=8 attn_layer_offset=4 \
                   mamba_d_state=16 mamba_d_conv=4 mamba_expand=2 mamba_conv_bias=true",
        recurrent: Some(State::Mamba),
        ..MOE
    },
    Family {
        name: "lfm2",
        defaults: "vocab_size=65536 hidden_size=2560 intermediate_size=12288 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 conv_L_cache=3 block_multiple_of=256 \
                   block_auto_adjust_ff_dim=true tie_word_embeddings=true",
        qk_norm: (On, HEAD),
        recurrent: Some(State::Convolution),
        quirk: Some(Quirk::Lfm2),
        ..LLAMA
    },
    Family {
        name: "lfm2_moe",
        defaults: "vocab_size=65536 hidden_size=2048 intermediate_size=7168 moe_intermediate_size=1792 \
                   num_hidden_layers=32 num_attention_heads=32 num_key_value_heads=8 conv_L_cache=3 \
                   num_dense_layers=2 num_experts=32 num_experts_per_tok=4 tie_word_embeddings=true",
        qk_norm: (On, HEAD),
        recurrent: Some(State::Convolution),
        ..MOE
    },
    Family {
        name: "mamba",
        defaults: "vocab_size=50280 hidden_size=768 num_hidden_layers=32 state_size=16 conv_kernel=4 expand=2 \
                   use_conv_bias=true tie_word_embeddings=true",
        norms: 1,
        recurrent: Some(State::MambaAlone),
        ..LLAMA
    },
    Family {
        name: "mamba2",
        defaults: "vocab_size=32768 hidden_size=4096 num_hidden_layers=64 state_size=128 conv_kernel=4 expand=2 \
                   n_groups=8 num_heads=128 head_dim=64 use_conv_bias=true mamba_rms_norm=true",
        norms: 1,
        recurrent: Some(State::Mamba2Alone),
        ..LLAMA
    },
    Family {
        name: "minimax",
        defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=14336 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 num_local_experts=8 num_experts_per_tok=2 \
                   attn_layer_period=2",
        recurrent: Some(State::Lightning),
        ..MOE
    },
    Family { name: "minimax_text_01", defaults: "", recurrent: Some(State::Lightning), ..MOE },
    Family {
        name: "nemotron_h",
        defaults: "vocab_size=131072 hidden_size=4096 intermediate_size=21504 num_attention_heads=32 \
                   num_key_value_heads=8 head_dim=128 ssm_state_size=128 mamba_num_heads=128 mamba_head_dim=64 \
                   n_groups=8 conv_kernel=4 use_conv_bias=true mamba_rms_norm=true moe_intermediate_size=7688 \
                   moe_shared_expert_intermediate_size=7688 num_experts_per_tok=2 n_routed_experts=8",
        gated: false,
        norms: 1,
        recurrent: Some(State::Mamba2),
        quirk: Some(Quirk::NemotronH),
        ..MOE
    },
    Family {
        name: "qwen3_5_moe_text",
        defaults: "vocab_size=248320 hidden_size=2048 num_hidden_layers=40 num_attention_heads=16 \
                   num_key_value_heads=2 head_dim=256 linear_conv_kernel_dim=4 linear_key_head_dim=128 \
                   linear_value_head_dim=128 linear_num_key_heads=16 linear_num_value_heads=32 \
                   moe_intermediate_size=512 shared_expert_intermediate_size=512 num_experts_per_tok=8 \
                   num_experts=256 full_attention_interval=4",
        experts: Some(Routing::SharedGate),
        ..QWEN3_5
    },
    QWEN3_5,
    Family {
        name: "qwen3_next",
        defaults: "vocab_size=151936 hidden_size=2048 intermediate_size=5632 num_hidden_layers=48 \
                   num_attention_heads=16 num_key_value_heads=2 head_dim=256 linear_conv_kernel_dim=4 \
                   linear_key_head_dim=128 linear_value_head_dim=128 linear_num_key_heads=16 \
                   linear_num_value_heads=32 moe_intermediate_size=512 shared_expert_intermediate_size=512 \
                   num_experts_per_tok=10 num_experts=512 full_attention_interval=4",
        experts: Some(Routing::SharedGate),
        ..QWEN3_5
    },
];
