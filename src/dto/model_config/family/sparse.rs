//! Families with a mixture of experts, without recurrence.

use gpu_cost_core::catalog::Norm;

use super::Form::Sinks;
use super::Switch::{Key, Off, On};
use super::{DEEPSEEK_V3, Family, HEAD, LATENT, LLAMA, MOE, QKV, Routing, WIDE};

/// Sorted by name.
pub(super) static FAMILIES: &[Family] = &[
    Family {
        name: "dbrx",
        defaults: "vocab_size=32000 d_model=2048 n_layers=24 n_heads=16 attn_config.kv_n_heads=1 \
                   ffn_config.ffn_hidden_size=3584 ffn_config.moe_num_experts=4 ffn_config.moe_top_k=1",
        ..MOE
    },
    Family { name: "deepseek", defaults: "", ..MOE },
    Family {
        name: "deepseek_v2",
        defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=11008 moe_intermediate_size=1407 \
                   num_hidden_layers=32 num_attention_heads=32 n_shared_experts=2 n_routed_experts=64 \
                   kv_lora_rank=512 q_lora_rank=1536 qk_rope_head_dim=64 v_head_dim=128 qk_nope_head_dim=128",
        ..LATENT
    },
    DEEPSEEK_V3,
    Family {
        name: "deepseek_v32",
        defaults: "vocab_size=129280 hidden_size=7168 intermediate_size=18432 moe_intermediate_size=2048 \
                   num_hidden_layers=61 num_attention_heads=128 n_shared_experts=1 n_routed_experts=256 \
                   kv_lora_rank=512 q_lora_rank=1536 qk_rope_head_dim=64 v_head_dim=128 qk_nope_head_dim=128 \
                   num_experts_per_tok=8 first_k_dense_replace=3 index_n_heads=64 index_head_dim=128",
        ..LATENT
    },
    Family {
        name: "dots1",
        defaults: "vocab_size=152064 hidden_size=4608 intermediate_size=10944 moe_intermediate_size=1408 \
                   num_hidden_layers=62 num_attention_heads=32",
        qk_norm: (On, HEAD),
        ..MOE
    },
    Family {
        name: "ernie4_5_moe",
        defaults: "vocab_size=103424 hidden_size=2560 intermediate_size=12288 num_hidden_layers=28 \
                   num_attention_heads=20 num_key_value_heads=4 moe_intermediate_size=1536 moe_k=6 \
                   moe_num_experts=64 moe_num_shared_experts=2 moe_layer_start_index=1 tie_word_embeddings=true",
        qkv_bias: Key("use_bias"),
        output_bias: Key("use_bias"),
        mlp_bias: Key("use_bias"),
        experts: Some(Routing::Correction),
        ..LLAMA
    },
    Family {
        name: "flex_olmo",
        defaults: "vocab_size=100352 hidden_size=4096 intermediate_size=11008 num_hidden_layers=32 \
                   num_attention_heads=32 num_experts=7 num_experts_per_tok=5",
        qk_norm: (On, WIDE),
        ..MOE
    },
    Family {
        name: "glm4_moe",
        defaults: "vocab_size=151552 hidden_size=4096 intermediate_size=10944 moe_intermediate_size=1408 \
                   num_hidden_layers=46 num_attention_heads=96 num_key_value_heads=8 num_experts_per_tok=8 \
                   n_shared_experts=1 n_routed_experts=128 first_k_dense_replace=1",
        output_bias: Off,
        qk_norm: (Key("use_qk_norm"), HEAD),
        ..MOE
    },
    Family {
        name: "glm4_moe_lite",
        defaults: "vocab_size=154880 hidden_size=2048 intermediate_size=10240 moe_intermediate_size=1536 \
                   num_hidden_layers=47 num_attention_heads=20 n_shared_experts=1 n_routed_experts=64 \
                   kv_lora_rank=512 q_lora_rank=768 qk_rope_head_dim=64 v_head_dim=256 qk_nope_head_dim=192 \
                   num_experts_per_tok=4 first_k_dense_replace=1",
        ..LATENT
    },
    Family {
        name: "glm4v_moe_text",
        defaults: "vocab_size=151424 hidden_size=4096 intermediate_size=10944 moe_intermediate_size=1408 \
                   num_hidden_layers=46 num_attention_heads=96 num_key_value_heads=8 num_experts_per_tok=8 \
                   n_shared_experts=1 n_routed_experts=128 first_k_dense_replace=1 attention_bias=true",
        output_bias: Off,
        ..MOE
    },
    Family {
        name: "glm_moe_dsa",
        defaults: "vocab_size=154880 hidden_size=6144 intermediate_size=12288 moe_intermediate_size=2048 \
                   num_hidden_layers=78 num_attention_heads=64 n_shared_experts=1 n_routed_experts=256 \
                   kv_lora_rank=512 q_lora_rank=2048 qk_rope_head_dim=64 v_head_dim=256 qk_nope_head_dim=192 \
                   num_experts_per_tok=8 first_k_dense_replace=3 index_n_heads=32 index_head_dim=128",
        ..LATENT
    },
    Family {
        name: "gpt_oss",
        defaults: "vocab_size=201088 hidden_size=2880 intermediate_size=2880 num_hidden_layers=36 \
                   num_attention_heads=64 num_key_value_heads=8 head_dim=64 num_local_experts=128 \
                   num_experts_per_tok=4 sliding_window=128 sliding_window_pattern=2 attention_bias=true",
        attention: Sinks,
        experts: Some(Routing::Biased),
        ..LLAMA
    },
    Family {
        name: "granitemoe",
        defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=11008 num_hidden_layers=32 \
                   num_attention_heads=32 num_local_experts=8 num_experts_per_tok=2",
        ..MOE
    },
    Family {
        name: "granitemoeshared",
        defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=11008 num_hidden_layers=32 \
                   num_attention_heads=32 num_local_experts=8 num_experts_per_tok=2",
        ..MOE
    },
    Family {
        name: "hunyuan_v1_moe",
        defaults: "vocab_size=290943 hidden_size=4096 intermediate_size=11008 num_hidden_layers=32 \
                   num_attention_heads=32",
        qk_norm: (On, HEAD),
        experts: Some(Routing::OneShared),
        ..LLAMA
    },
    Family { name: "kimi_k2", ..DEEPSEEK_V3 },
    Family {
        name: "llama4_text",
        defaults: "vocab_size=202048 hidden_size=5120 intermediate_size=8192 intermediate_size_mlp=16384 \
                   num_hidden_layers=48 num_attention_heads=40 num_key_value_heads=8 head_dim=128 \
                   num_local_experts=16 num_experts_per_tok=1 interleave_moe_layer_step=1 attention_chunk_size=8192 \
                   sliding_window_pattern=4",
        experts: Some(Routing::OneShared),
        ..LLAMA
    },
    Family {
        name: "minimax_m2",
        defaults: "vocab_size=200064 hidden_size=3072 intermediate_size=1536 num_hidden_layers=62 \
                   num_attention_heads=48 num_key_value_heads=8 head_dim=128 num_local_experts=256 \
                   num_experts_per_tok=8",
        qk_norm: (On, WIDE),
        ..MOE
    },
    Family {
        name: "mixtral",
        defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=14336 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 num_local_experts=8 num_experts_per_tok=2 \
                   sliding_window_pattern=0",
        ..MOE
    },
    Family {
        name: "olmoe",
        defaults: "vocab_size=50304 hidden_size=2048 intermediate_size=2048 num_hidden_layers=16 \
                   num_attention_heads=16 num_experts=64 num_experts_per_tok=8",
        qk_norm: (On, WIDE),
        ..MOE
    },
    Family {
        name: "phimoe",
        defaults: "vocab_size=32064 hidden_size=4096 intermediate_size=6400 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 num_local_experts=16 num_experts_per_tok=2 \
                   sliding_window_pattern=0",
        norm: Norm::Layer,
        head_bias: Key("lm_head_bias"),
        ..MOE
    },
    Family {
        name: "qwen2_moe",
        defaults: "vocab_size=151936 hidden_size=2048 intermediate_size=5632 num_hidden_layers=24 \
                   num_attention_heads=16 num_key_value_heads=16 moe_intermediate_size=1408 \
                   shared_expert_intermediate_size=5632 num_experts_per_tok=4 num_experts=60 max_window_layers=28 \
                   qkv_bias=true",
        qkv_bias: Key("qkv_bias"),
        experts: Some(Routing::SharedGate),
        ..QKV
    },
    Family {
        name: "qwen3_moe",
        defaults: "vocab_size=151936 hidden_size=2048 intermediate_size=6144 num_hidden_layers=24 \
                   num_attention_heads=32 num_key_value_heads=4 moe_intermediate_size=768 num_experts_per_tok=8 \
                   num_experts=128",
        qk_norm: (On, HEAD),
        ..MOE
    },
    Family {
        name: "qwen3_vl_moe_text",
        defaults: "vocab_size=151936 hidden_size=2048 intermediate_size=5632 num_hidden_layers=24 \
                   num_attention_heads=16 num_key_value_heads=16 moe_intermediate_size=1408 num_experts_per_tok=4 \
                   num_experts=60",
        qk_norm: (On, HEAD),
        ..MOE
    },
];
