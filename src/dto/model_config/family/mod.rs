//! One row for each family of language models: what its configuration leaves unsaid.
//!
//! Defaults and shapes are those of the classes of Hugging Face transformers 4.57.1; families that it does not have are
//! those of the code beside the published weights. A name in a row is that of a key.

mod dense;
mod recurrent;
mod sparse;

use gpu_cost_core::catalog::{Norm, QkNorm};

use Form::{Grouped, Latent};
use Switch::{Key, Off, On};

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
    /// The first version, which names its vocabulary otherwise, has another shape and is refused.
    ChatGlm,
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

/// The family of a `model_type`.
pub(super) fn find(name: &str) -> Option<&'static Family> {
    all().find(|family| family.name == name)
}

/// The family of a class such as `Qwen2ForCausalLM`, whose name is that of the family and what it is for.
pub(super) fn of_class(class: &str) -> Option<&'static Family> {
    const ENDS: [&str; 3] = ["ForCausalLM", "LMHeadModel", "ForConditionalGeneration"];
    let class = ENDS.into_iter().find_map(|end| class.strip_suffix(end))?;
    let letters = |name: &'static str| name.trim_end_matches("_text").bytes().filter(|&sign| sign != b'_');
    all().find(|family| letters(family.name).eq(class.bytes().map(|sign| sign.to_ascii_lowercase())))
}

/// The name of every family.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    all().map(|family| family.name)
}

fn all() -> impl Iterator<Item = &'static Family> {
    [dense::FAMILIES, sparse::FAMILIES, recurrent::FAMILIES].into_iter().flatten()
}

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
/// Only queries, keys and values have biases.
const QKV: Family = Family { qkv_bias: On, output_bias: Off, ..LLAMA };
const MOE: Family = Family { experts: Some(Routing::Plain), ..LLAMA };
const LATENT: Family = Family { attention: Latent, ..MOE };
const DEEPSEEK_V3: Family = Family {
    name: "deepseek_v3",
    defaults: "vocab_size=129280 hidden_size=7168 intermediate_size=18432 moe_intermediate_size=2048 \
               num_hidden_layers=61 num_attention_heads=128 n_shared_experts=1 n_routed_experts=256 kv_lora_rank=512 \
               q_lora_rank=1536 qk_rope_head_dim=64 v_head_dim=128 qk_nope_head_dim=128 num_experts_per_tok=8 \
               first_k_dense_replace=3",
    ..LATENT
};
