//! Families of dense decoders.

use gpu_cost_core::catalog::Norm;

use super::Form::Latent;
use super::Switch::{Key, Off, On};
use super::{BIAS, Family, GPT, HEAD, LLAMA, QKV, Quirk, WIDE};

/// Sorted by name.
pub(super) static FAMILIES: &[Family] = &[
    Family {
        name: "apertus",
        defaults: "vocab_size=131072 hidden_size=4096 intermediate_size=14336 num_hidden_layers=32 \
                   num_attention_heads=32",
        gated: false,
        qk_norm: (On, HEAD),
        quirk: Some(Quirk::Apertus),
        ..LLAMA
    },
    Family { name: "aquila", defaults: "", ..LLAMA },
    Family {
        name: "arcee",
        defaults: "vocab_size=32000 hidden_size=2560 intermediate_size=18432 num_hidden_layers=32 \
                   num_attention_heads=32",
        gated: false,
        ..LLAMA
    },
    Family { name: "baichuan", defaults: "vocab_size=64000", ..LLAMA },
    Family {
        name: "bloom",
        defaults: "vocab_size=250880 hidden_size=64 n_layer=2 n_head=8 tie_word_embeddings=true",
        embedding_norm: true,
        ..GPT
    },
    Family {
        name: "chatglm",
        defaults: "add_qkv_bias=true",
        qkv_bias: Key("add_qkv_bias"),
        output_bias: Key("add_bias_linear"),
        mlp_bias: Key("add_bias_linear"),
        quirk: Some(Quirk::ChatGlm),
        ..LLAMA
    },
    Family {
        name: "codegen",
        defaults: "vocab_size=50400 n_embd=4096 n_layer=28 n_head=16",
        qkv_bias: Off,
        output_bias: Off,
        head_bias: On,
        norms: 1,
        ..GPT
    },
    Family {
        name: "cohere",
        defaults: "vocab_size=256000 hidden_size=8192 intermediate_size=22528 num_hidden_layers=40 \
                   num_attention_heads=64 tie_word_embeddings=true",
        norms: 1,
        qk_norm: (Key("use_qk_norm"), WIDE),
        ..LLAMA
    },
    Family {
        name: "cohere2",
        defaults: "vocab_size=256000 hidden_size=8192 intermediate_size=22528 num_hidden_layers=40 \
                   num_attention_heads=64 sliding_window=4096 sliding_window_pattern=4 tie_word_embeddings=true",
        norms: 1,
        ..LLAMA
    },
    Family {
        name: "ernie4_5",
        defaults: "vocab_size=103424 hidden_size=1024 intermediate_size=3072 num_hidden_layers=18 \
                   num_attention_heads=16 num_key_value_heads=2 head_dim=128 tie_word_embeddings=true",
        qkv_bias: Key("use_bias"),
        output_bias: Key("use_bias"),
        mlp_bias: Key("use_bias"),
        ..LLAMA
    },
    Family { name: "exaone", defaults: "", ..LLAMA },
    Family {
        name: "exaone4",
        defaults: "vocab_size=102400 hidden_size=4096 intermediate_size=16384 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=32 sliding_window=4096 sliding_window_pattern=4",
        qk_norm: (On, HEAD),
        ..LLAMA
    },
    Family {
        name: "falcon",
        defaults: "vocab_size=65024 hidden_size=4544 num_hidden_layers=32 num_attention_heads=71 multi_query=true \
                   parallel_attn=true tie_word_embeddings=true",
        norm: Norm::Layer,
        gated: false,
        qkv_bias: Key("bias"),
        output_bias: Key("bias"),
        mlp_bias: Key("bias"),
        quirk: Some(Quirk::Falcon),
        ..LLAMA
    },
    Family {
        name: "gemma",
        defaults: "vocab_size=256000 hidden_size=3072 intermediate_size=24576 num_hidden_layers=28 \
                   num_attention_heads=16 num_key_value_heads=16 head_dim=256 tie_word_embeddings=true",
        ..LLAMA
    },
    Family {
        name: "gemma2",
        defaults: "vocab_size=256000 hidden_size=2304 intermediate_size=9216 num_hidden_layers=26 \
                   num_attention_heads=8 num_key_value_heads=4 head_dim=256 sliding_window=4096 \
                   sliding_window_pattern=2 tie_word_embeddings=true",
        norms: 4,
        ..LLAMA
    },
    Family {
        name: "gemma3_text",
        defaults: "vocab_size=262208 hidden_size=2304 intermediate_size=9216 num_hidden_layers=26 \
                   num_attention_heads=8 num_key_value_heads=4 head_dim=256 sliding_window=4096 \
                   sliding_window_pattern=6 tie_word_embeddings=true",
        norms: 4,
        qk_norm: (On, HEAD),
        ..LLAMA
    },
    Family {
        name: "glm",
        defaults: "vocab_size=151552 hidden_size=4096 intermediate_size=13696 num_hidden_layers=40 \
                   num_attention_heads=32 num_key_value_heads=2 head_dim=128 attention_bias=true",
        output_bias: Off,
        ..LLAMA
    },
    Family {
        name: "glm4",
        defaults: "vocab_size=151552 hidden_size=4096 intermediate_size=13696 num_hidden_layers=40 \
                   num_attention_heads=32 num_key_value_heads=2 head_dim=128 attention_bias=true",
        output_bias: Off,
        norms: 4,
        ..LLAMA
    },
    Family {
        name: "glm4v_text",
        defaults: "vocab_size=151552 hidden_size=4096 intermediate_size=13696 num_hidden_layers=40 \
                   num_attention_heads=32 num_key_value_heads=2",
        norms: 4,
        ..QKV
    },
    Family {
        name: "gpt2",
        defaults: "vocab_size=50257 n_positions=1024 n_embd=768 n_layer=12 n_head=12 tie_word_embeddings=true",
        positions: Some(0),
        ..GPT
    },
    Family {
        name: "gpt_bigcode",
        defaults: "vocab_size=50257 n_positions=1024 n_embd=768 n_layer=12 n_head=12 multi_query=true \
                   tie_word_embeddings=true",
        positions: Some(0),
        quirk: Some(Quirk::BigCode),
        ..GPT
    },
    Family {
        name: "gpt_neo",
        defaults: "vocab_size=50257 max_position_embeddings=2048 hidden_size=2048 num_layers=24 num_heads=16 \
                   window_size=256 sliding_window_pattern=2 tie_word_embeddings=true",
        positions: Some(0),
        qkv_bias: Off,
        ..GPT
    },
    Family {
        name: "gpt_neox",
        defaults: "vocab_size=50432 hidden_size=6144 intermediate_size=24576 num_hidden_layers=44 \
                   num_attention_heads=64 attention_bias=true",
        qkv_bias: BIAS,
        output_bias: BIAS,
        ..GPT
    },
    Family {
        name: "gptj",
        defaults: "vocab_size=50400 n_embd=4096 n_layer=28 n_head=16",
        qkv_bias: Off,
        output_bias: Off,
        head_bias: On,
        norms: 1,
        ..GPT
    },
    Family { name: "granite", ..LLAMA },
    Family {
        name: "helium",
        defaults: "vocab_size=48000 hidden_size=2560 intermediate_size=7040 num_hidden_layers=24 \
                   num_attention_heads=20 num_key_value_heads=20 head_dim=128",
        ..LLAMA
    },
    Family {
        name: "hunyuan_v1_dense",
        defaults: "vocab_size=290943 hidden_size=4096 intermediate_size=11008 num_hidden_layers=32 \
                   num_attention_heads=32",
        qk_norm: (On, HEAD),
        ..LLAMA
    },
    Family { name: "internlm", defaults: "bias=true", qkv_bias: Key("bias"), output_bias: Key("bias"), ..LLAMA },
    Family { name: "internlm2", defaults: "", qkv_bias: Key("bias"), output_bias: Key("bias"), ..LLAMA },
    Family {
        name: "internlm3",
        defaults: "",
        qkv_bias: Key("qkv_bias"),
        output_bias: Key("bias"),
        mlp_bias: Key("bias"),
        ..LLAMA
    },
    LLAMA,
    Family { name: "mimo", defaults: "", ..QKV },
    Family { name: "minicpm", defaults: "tie_word_embeddings=true", ..LLAMA },
    Family { name: "minicpm3", defaults: "tie_word_embeddings=true", attention: Latent, ..LLAMA },
    Family {
        name: "ministral",
        defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=14336 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 sliding_window=4096 sliding_window_pattern=0",
        ..LLAMA
    },
    Family {
        name: "ministral3",
        defaults: "vocab_size=131072 hidden_size=4096 intermediate_size=14336 num_hidden_layers=34 \
                   num_attention_heads=32 num_key_value_heads=8 head_dim=128 sliding_window_pattern=0",
        ..LLAMA
    },
    Family {
        name: "mistral",
        defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=14336 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 sliding_window=4096 sliding_window_pattern=0",
        ..LLAMA
    },
    Family {
        name: "mpt",
        defaults: "vocab_size=50368 d_model=2048 n_heads=16 n_layers=24 tie_word_embeddings=true",
        gated: false,
        ..LLAMA
    },
    Family {
        name: "nemotron",
        defaults: "vocab_size=256000 hidden_size=6144 intermediate_size=24576 num_hidden_layers=32 \
                   num_attention_heads=48",
        norm: Norm::Layer,
        gated: false,
        ..LLAMA
    },
    Family {
        name: "olmo",
        defaults: "vocab_size=50304 hidden_size=4096 intermediate_size=11008 num_hidden_layers=32 \
                   num_attention_heads=32",
        norm: Norm::Bare,
        ..LLAMA
    },
    Family {
        name: "olmo2",
        defaults: "vocab_size=50304 hidden_size=4096 intermediate_size=11008 num_hidden_layers=32 \
                   num_attention_heads=32",
        qk_norm: (On, WIDE),
        ..LLAMA
    },
    Family {
        name: "olmo3",
        defaults: "vocab_size=50304 hidden_size=4096 intermediate_size=11008 num_hidden_layers=32 \
                   num_attention_heads=32 sliding_window=4096 sliding_window_pattern=4",
        qk_norm: (On, WIDE),
        ..LLAMA
    },
    Family {
        name: "opt",
        defaults: "vocab_size=50272 max_position_embeddings=2048 hidden_size=768 ffn_dim=3072 num_hidden_layers=12 \
                   num_attention_heads=12 enable_bias=true tie_word_embeddings=true",
        positions: Some(2),
        quirk: Some(Quirk::Opt),
        qkv_bias: Key("enable_bias"),
        output_bias: Key("enable_bias"),
        mlp_bias: Key("enable_bias"),
        ..GPT
    },
    Family { name: "orion", defaults: "", norm: Norm::Layer, ..LLAMA },
    Family {
        name: "phi",
        defaults: "vocab_size=51200 hidden_size=2048 intermediate_size=8192 num_hidden_layers=24 \
                   num_attention_heads=32",
        norms: 1,
        head_bias: On,
        ..GPT
    },
    Family {
        name: "phi3",
        defaults: "vocab_size=32064 hidden_size=3072 intermediate_size=8192 num_hidden_layers=32 \
                   num_attention_heads=32 sliding_window_pattern=0",
        qkv_bias: Off,
        output_bias: Off,
        ..LLAMA
    },
    Family { name: "qwen", defaults: "", quirk: Some(Quirk::Qwen1), ..QKV },
    Family {
        name: "qwen2",
        defaults: "vocab_size=151936 hidden_size=4096 intermediate_size=22016 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=32 max_window_layers=28",
        ..QKV
    },
    Family {
        name: "qwen2_5_vl_text",
        defaults: "vocab_size=152064 hidden_size=8192 intermediate_size=29568 num_hidden_layers=80 \
                   num_attention_heads=64 num_key_value_heads=8 max_window_layers=80",
        ..QKV
    },
    Family {
        name: "qwen2_vl_text",
        defaults: "vocab_size=152064 hidden_size=8192 intermediate_size=29568 num_hidden_layers=80 \
                   num_attention_heads=64 num_key_value_heads=8 max_window_layers=80",
        ..QKV
    },
    Family {
        name: "qwen3",
        defaults: "vocab_size=151936 hidden_size=4096 intermediate_size=22016 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=32 head_dim=128 max_window_layers=28",
        qk_norm: (On, HEAD),
        ..LLAMA
    },
    Family {
        name: "qwen3_vl_text",
        defaults: "vocab_size=151936 hidden_size=4096 intermediate_size=22016 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=32 head_dim=128",
        qk_norm: (On, HEAD),
        ..LLAMA
    },
    Family {
        name: "seed_oss",
        defaults: "vocab_size=155136 hidden_size=4096 intermediate_size=27648 num_hidden_layers=64 \
                   num_attention_heads=80 num_key_value_heads=8 head_dim=128 attention_bias=true",
        output_bias: Key("attention_out_bias"),
        ..LLAMA
    },
    Family {
        name: "smollm3",
        defaults: "vocab_size=128256 hidden_size=2048 intermediate_size=11008 num_hidden_layers=36 \
                   num_attention_heads=16 num_key_value_heads=4 tie_word_embeddings=true",
        ..LLAMA
    },
    Family {
        name: "stablelm",
        defaults: "vocab_size=50304 hidden_size=2560 intermediate_size=6912 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=32",
        norm: Norm::Layer,
        qkv_bias: Key("use_qkv_bias"),
        output_bias: Off,
        mlp_bias: Off,
        qk_norm: (Key("qk_layernorm"), WIDE),
        quirk: Some(Quirk::StableLm),
        ..LLAMA
    },
    Family {
        name: "starcoder2",
        defaults: "vocab_size=49152 hidden_size=3072 intermediate_size=12288 num_hidden_layers=30 \
                   num_attention_heads=24 num_key_value_heads=2 use_bias=true sliding_window_pattern=0 \
                   tie_word_embeddings=true",
        qkv_bias: Key("use_bias"),
        output_bias: Key("use_bias"),
        mlp_bias: Key("use_bias"),
        ..GPT
    },
    Family {
        name: "vaultgemma",
        defaults: "vocab_size=256000 hidden_size=2304 intermediate_size=9216 num_hidden_layers=26 \
                   num_attention_heads=8 num_key_value_heads=4 head_dim=256 sliding_window=4096 \
                   sliding_window_pattern=2 tie_word_embeddings=true",
        ..LLAMA
    },
    Family { name: "xverse", defaults: "", ..LLAMA },
    Family { name: "Yi", defaults: "", ..LLAMA },
];
