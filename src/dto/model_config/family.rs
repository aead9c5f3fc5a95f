//! One row for each family of language models: what its configuration leaves unsaid.
//!
//! Defaults and shapes are those of the classes of Hugging Face transformers 4.57.1; families that it does not have are
//! those of the code beside the published weights. A name in a row is that of a key.

use gpu_cost_core::catalog::{Norm, QkNorm};

/// A family of language models.
#[derive(Clone, Copy)]
pub(super) struct Family {
    /// Its `model_type`.
    pub(super) name: &'static str,
    /// What is taken for keys that are absent.
    pub(super) defaults: &'static str,
    pub(super) norm: Norm,
    /// Norms in a layer.
    pub(super) norms: u32,
    /// Whether feed-forward blocks have a gate.
    pub(super) gated: bool,
    pub(super) qkv_bias: Switch,
    pub(super) output_bias: Switch,
    pub(super) mlp_bias: Switch,
    pub(super) head_bias: Switch,
    pub(super) embedding_norm: bool,
    /// Rows of a table of learned positions beside `max_position_embeddings`; `None` without a table.
    pub(super) positions: Option<u32>,
    /// When queries and keys are normed, and how.
    pub(super) qk_norm: (Switch, QkNorm),
    pub(super) attention: Form,
    pub(super) recurrent: Option<State>,
    pub(super) experts: Option<Routing>,
    /// What fits into none of these.
    pub(super) quirk: Option<Quirk>,
}

/// What a truth value of a family depends on.
#[derive(Clone, Copy)]
pub(super) enum Switch {
    Off,
    On,
    Key(&'static str),
}

/// How tokens look at each other.
#[derive(Clone, Copy)]
pub(super) enum Form {
    Grouped,
    /// With a sink for each head.
    Sinks,
    /// With a gate on what comes out.
    Gated,
    Latent,
}

/// What carries a state along.
#[derive(Clone, Copy)]
pub(super) enum State {
    DeltaNet,
    /// Layers of nothing else.
    MambaAlone,
    /// With norms on what selects.
    Mamba,
    /// Layers of nothing else.
    Mamba2Alone,
    /// In the layers without attention.
    Mamba2,
    /// In every layer, beside attention.
    Mamba2Beside,
    Lightning,
    Convolution,
}

/// What belongs to the experts besides their sizes.
#[derive(Clone, Copy)]
pub(super) enum Routing {
    Plain,
    /// A gate on the shared experts.
    SharedGate,
    /// A correction of the router that is stored as a parameter.
    Correction,
    /// Biases of router and experts.
    Biased,
    /// One shared expert, as wide as a routed one, though no key says so.
    OneShared,
}

/// What fits into no other column.
#[derive(Clone, Copy)]
pub(super) enum Quirk {
    /// Norms and heads of keys follow from three flags.
    Falcon,
    /// `intermediate_size` is that of gate and up together.
    Qwen1,
    /// One norm where attention and feed-forward are parallel.
    StableLm,
    /// Two scales of the activation in each layer.
    Apertus,
    /// Two thirds of `intermediate_size`, rounded up.
    Lfm2,
    /// A shared block in every layer, whether there are experts beside it or not.
    GraniteHybrid,
    /// A letter for each layer, which is either attention, recurrence or feed-forward.
    NemotronH,
    /// The embedding may be narrower than the rest, which is refused.
    Opt,
    /// One head of keys where `multi_query`.
    BigCode,
}

use Form::{Gated, Grouped, Latent, Sinks};
use Switch::{Key, Off, On};

const BIAS: Switch = Key("attention_bias");
const HEAD: QkNorm = QkNorm::Head;
const WIDE: QkNorm = QkNorm::Wide;

const LLAMA: Family = Family {
    name: "llama",
    defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=11008 num_hidden_layers=32 num_attention_heads=32",
    norm: Norm::Rms,
    norms: 2,
    gated: true,
    qkv_bias: BIAS,
    output_bias: BIAS,
    mlp_bias: Key("mlp_bias"),
    head_bias: Off,
    embedding_norm: false,
    positions: None,
    qk_norm: (Off, QkNorm::Absent),
    attention: Grouped,
    recurrent: None,
    experts: None,
    quirk: None,
};
/// As GPT-2: two plain matrices, biases, norms with biases.
const GPT: Family = Family { norm: Norm::Layer, gated: false, qkv_bias: On, output_bias: On, mlp_bias: On, ..LLAMA };
/// Queries alone have biases.
const QKV: Family = Family { qkv_bias: On, output_bias: Off, ..LLAMA };
const MOE: Family = Family { experts: Some(Routing::Plain), ..LLAMA };
const LATENT: Family = Family { attention: Latent, ..MOE };
const NEMOTRON: Family = Family { norm: Norm::Layer, gated: false, ..LLAMA };
const DEEPSEEK_V3: Family = Family {
    name: "deepseek_v3",
    defaults: "vocab_size=129280 hidden_size=7168 intermediate_size=18432 moe_intermediate_size=2048 \
               num_hidden_layers=61 num_attention_heads=128 n_shared_experts=1 n_routed_experts=256 kv_lora_rank=512 \
               q_lora_rank=1536 qk_rope_head_dim=64 v_head_dim=128 qk_nope_head_dim=128 num_experts_per_tok=8 \
               first_k_dense_replace=3",
    ..LATENT
};

/// Every family, sorted by name.
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
    Family {
        name: "arcee",
        defaults: "vocab_size=32000 hidden_size=2560 intermediate_size=18432 num_hidden_layers=32 \
                   num_attention_heads=32",
        gated: false,
        ..LLAMA
    },
    Family { name: "baichuan", defaults: "vocab_size=64000", ..LLAMA },
    Family {
        name: "bamba",
        defaults: "vocab_size=128000 hidden_size=4096 intermediate_size=14336 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 mamba_n_heads=128 mamba_n_groups=1 \
                   mamba_d_state=256 mamba_d_conv=4 mamba_expand=2 mamba_conv_bias=true mamba_rms_norm=true attn_layer_period=0",
        recurrent: Some(State::Mamba2),
        ..LLAMA
    },
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
                   num_attention_heads=64 sliding_window=4096 sliding_window_pattern=4 \
                   tie_word_embeddings=true",
        norms: 1,
        ..LLAMA
    },
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
                   num_hidden_layers=32 num_attention_heads=32 n_shared_experts=2 n_routed_experts=64 kv_lora_rank=512 \
                   q_lora_rank=1536 qk_rope_head_dim=64 v_head_dim=128 qk_nope_head_dim=128",
        ..LATENT
    },
    DEEPSEEK_V3,
    Family { name: "deepseek_v32", ..DEEPSEEK_V3 },
    Family {
        name: "dots1",
        defaults: "vocab_size=152064 hidden_size=4608 intermediate_size=10944 moe_intermediate_size=1408 \
                   num_hidden_layers=62 num_attention_heads=32",
        qk_norm: (On, HEAD),
        ..MOE
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
    Family {
        name: "ernie4_5_moe",
        defaults: "vocab_size=103424 hidden_size=2560 intermediate_size=12288 num_hidden_layers=28 \
                   num_attention_heads=20 num_key_value_heads=4 moe_intermediate_size=1536 moe_k=6 moe_num_experts=64 \
                   moe_num_shared_experts=2 moe_layer_start_index=1 tie_word_embeddings=true",
        qkv_bias: Key("use_bias"),
        output_bias: Key("use_bias"),
        mlp_bias: Key("use_bias"),
        experts: Some(Routing::Correction),
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
        name: "glm4_moe",
        defaults: "vocab_size=151552 hidden_size=4096 intermediate_size=10944 moe_intermediate_size=1408 \
                   num_hidden_layers=46 num_attention_heads=96 num_key_value_heads=8 num_experts_per_tok=8 \
                   n_shared_experts=1 n_routed_experts=128 first_k_dense_replace=1",
        output_bias: Off,
        qk_norm: (Key("use_qk_norm"), HEAD),
        ..MOE
    },
    Family { name: "glm4_moe_lite", defaults: "", ..LATENT },
    Family {
        name: "glm4v_moe_text",
        defaults: "vocab_size=151424 hidden_size=4096 intermediate_size=10944 moe_intermediate_size=1408 \
                   num_hidden_layers=46 num_attention_heads=96 num_key_value_heads=8 num_experts_per_tok=8 \
                   n_shared_experts=1 n_routed_experts=128 first_k_dense_replace=1 attention_bias=true",
        output_bias: Off,
        ..MOE
    },
    Family {
        name: "glm4v_text",
        defaults: "vocab_size=151552 hidden_size=4096 intermediate_size=13696 num_hidden_layers=40 \
                   num_attention_heads=32 num_key_value_heads=2",
        norms: 4,
        ..QKV
    },
    Family { name: "glm_moe_dsa", defaults: "", ..LATENT },
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
        name: "gpt_oss",
        defaults: "vocab_size=201088 hidden_size=2880 intermediate_size=2880 num_hidden_layers=36 \
                   num_attention_heads=64 num_key_value_heads=8 head_dim=64 num_local_experts=128 \
                   num_experts_per_tok=4 sliding_window=128 sliding_window_pattern=2 attention_bias=true",
        attention: Sinks,
        experts: Some(Routing::Biased),
        ..LLAMA
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
        name: "granitemoe",
        defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=11008 num_hidden_layers=32 \
                   num_attention_heads=32 num_local_experts=8 num_experts_per_tok=2",
        ..MOE
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
        name: "granitemoeshared",
        defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=11008 num_hidden_layers=32 \
                   num_attention_heads=32 num_local_experts=8 num_experts_per_tok=2",
        ..MOE
    },
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
    Family {
        name: "hunyuan_v1_moe",
        defaults: "vocab_size=290943 hidden_size=4096 intermediate_size=11008 num_hidden_layers=32 \
                   num_attention_heads=32",
        qk_norm: (On, HEAD),
        experts: Some(Routing::OneShared),
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
    Family {
        name: "jamba",
        defaults: "vocab_size=65536 hidden_size=4096 intermediate_size=14336 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 num_experts=16 num_experts_per_tok=2 \
                   expert_layer_period=2 expert_layer_offset=1 attn_layer_period=8 attn_layer_offset=4 \
                   mamba_d_state=16 mamba_d_conv=4 mamba_expand=2 mamba_conv_bias=true",
        recurrent: Some(State::Mamba),
        ..MOE
    },
    Family { name: "kimi_k2", ..DEEPSEEK_V3 },
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
    LLAMA,
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
    Family { name: "mimo", defaults: "", ..QKV },
    Family { name: "minicpm", defaults: "tie_word_embeddings=true", ..LLAMA },
    Family { name: "minicpm3", defaults: "tie_word_embeddings=true", attention: Latent, ..LLAMA },
    Family {
        name: "minimax",
        defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=14336 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 num_local_experts=8 num_experts_per_tok=2 \
                   attn_layer_period=2",
        recurrent: Some(State::Lightning),
        ..MOE
    },
    Family { name: "minimax_m2", defaults: "", qk_norm: (Key("use_qk_norm"), WIDE), ..MOE },
    Family { name: "minimax_text_01", defaults: "", recurrent: Some(State::Lightning), ..MOE },
    Family {
        name: "ministral",
        defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=14336 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 sliding_window=4096 sliding_window_pattern=0",
        ..LLAMA
    },
    Family {
        name: "mistral",
        defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=14336 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 sliding_window=4096 sliding_window_pattern=0",
        ..LLAMA
    },
    Family {
        name: "mixtral",
        defaults: "vocab_size=32000 hidden_size=4096 intermediate_size=14336 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 num_local_experts=8 num_experts_per_tok=2 \
                   sliding_window_pattern=0",
        ..MOE
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
        ..NEMOTRON
    },
    Family {
        name: "nemotron_h",
        defaults: "use_conv_bias=true mamba_rms_norm=true",
        gated: false,
        norms: 1,
        recurrent: Some(State::Mamba2),
        experts: Some(Routing::Correction),
        quirk: Some(Quirk::NemotronH),
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
        name: "olmoe",
        defaults: "vocab_size=50304 hidden_size=2048 intermediate_size=2048 num_hidden_layers=16 \
                   num_attention_heads=16 num_experts=64 num_experts_per_tok=8",
        qk_norm: (On, WIDE),
        ..MOE
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
    Family {
        name: "phimoe",
        defaults: "vocab_size=32064 hidden_size=4096 intermediate_size=6400 num_hidden_layers=32 \
                   num_attention_heads=32 num_key_value_heads=8 num_local_experts=16 num_experts_per_tok=2 \
                   sliding_window_pattern=0",
        norm: Norm::Layer,
        head_bias: Key("lm_head_bias"),
        ..MOE
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
        name: "qwen3_moe",
        defaults: "vocab_size=151936 hidden_size=2048 intermediate_size=6144 num_hidden_layers=24 \
                   num_attention_heads=32 num_key_value_heads=4 moe_intermediate_size=768 num_experts_per_tok=8 \
                   num_experts=128",
        qk_norm: (On, HEAD),
        ..MOE
    },
    Family {
        name: "qwen3_next",
        defaults: "vocab_size=151936 hidden_size=2048 intermediate_size=5632 num_hidden_layers=48 \
                   num_attention_heads=16 num_key_value_heads=2 head_dim=256 linear_conv_kernel_dim=4 \
                   linear_key_head_dim=128 linear_value_head_dim=128 linear_num_key_heads=16 \
                   linear_num_value_heads=32 moe_intermediate_size=512 shared_expert_intermediate_size=512 \
                   num_experts_per_tok=10 num_experts=512 full_attention_interval=4",
        qk_norm: (On, HEAD),
        attention: Gated,
        recurrent: Some(State::DeltaNet),
        experts: Some(Routing::SharedGate),
        ..LLAMA
    },
    Family {
        name: "qwen3_vl_moe_text",
        defaults: "vocab_size=151936 hidden_size=2048 intermediate_size=5632 num_hidden_layers=24 \
                   num_attention_heads=16 num_key_value_heads=16 moe_intermediate_size=1408 num_experts_per_tok=4 \
                   num_experts=60",
        qk_norm: (On, HEAD),
        ..MOE
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
];
