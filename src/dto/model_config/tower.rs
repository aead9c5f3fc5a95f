//! Vision towers beside a language model, with what joins them to it: how many parameters they have.
//!
//! One row for each kind of model, with the defaults of Hugging Face transformers 4.57.1. Towers of other kinds are not
//! counted, and the answer says so.

use gpu_cost_core::units::{product, sum, times};

use super::fields::Fields;

/// A kind of model with a tower.
pub(super) struct Joint {
    /// Its `model_type`.
    pub(super) name: &'static str,
    /// The family of its language model, where the configuration does not name it.
    pub(super) text: &'static str,
    /// What it is, and what is taken for its absent keys.
    tower: (Kind, &'static str),
}

#[derive(Clone, Copy)]
enum Kind {
    /// CLIP with two layers to join it.
    Clip,
    /// The same with an embedding for the end of a line.
    ClipLines,
    /// `SigLIP` with a norm and a matrix.
    Gemma,
    /// `SigLIP` with one layer.
    PaliGemma,
    /// `SigLIP` with a matrix from several patches.
    Idefics,
    Glm,
    InternVl,
    Llama4,
    Pixtral,
    Qwen2,
    Qwen25,
    Qwen3,
    /// The same without taps inside of the tower.
    Qwen35,
}

const DEEP: &str = "deepstack_visual_indexes";
const CLIP: &str = "hidden_size=768 intermediate_size=3072 num_hidden_layers=12 image_size=224 patch_size=32";
/// What the models themselves take where nothing is said of the tower.
const CLIP_LARGE: &str = "hidden_size=1024 intermediate_size=4096 num_hidden_layers=24 image_size=336 patch_size=14";
const SIGLIP: &str = "hidden_size=768 intermediate_size=3072 num_hidden_layers=12 image_size=224 patch_size=16 \
                      vision_use_head=true";
const QWEN3: &str = "depth=27 hidden_size=1152 intermediate_size=4304 num_position_embeddings=2304 \
                     out_hidden_size=3584 patch_size=16 spatial_merge_size=2 temporal_patch_size=2";
const GLM: &str = "depth=24 hidden_size=1536 intermediate_size=13696 out_hidden_size=4096 image_size=336 patch_size=14 \
                   spatial_merge_size=2 temporal_patch_size=2";
const IDEFICS: &str = "hidden_size=1152 intermediate_size=3072 num_hidden_layers=12 image_size=224 patch_size=32";

/// Every kind, sorted by name.
pub(super) static JOINTS: &[Joint] = &[
    Joint { name: "gemma3", text: "gemma3_text", tower: (Kind::Gemma, SIGLIP) },
    Joint { name: "glm4v", text: "glm4v_text", tower: (Kind::Glm, GLM) },
    Joint { name: "glm4v_moe", text: "glm4v_moe_text", tower: (Kind::Glm, GLM) },
    Joint { name: "idefics3", text: "llama", tower: (Kind::Idefics, IDEFICS) },
    Joint {
        name: "internvl",
        text: "qwen2",
        tower: (
            Kind::InternVl,
            "hidden_size=1024 intermediate_size=4096 num_hidden_layers=24 image_size=448 patch_size=14 \
             use_absolute_position_embeddings=true use_mean_pooling=true",
        ),
    },
    Joint {
        name: "llama4",
        text: "llama4_text",
        tower: (
            Kind::Llama4,
            "hidden_size=768 intermediate_size=5632 num_hidden_layers=34 image_size=448 patch_size=14 \
             projector_input_dim=4096 projector_output_dim=4096 vision_output_dim=7680",
        ),
    },
    Joint { name: "llava", text: "llama", tower: (Kind::Clip, CLIP) },
    Joint { name: "llava_next", text: "llama", tower: (Kind::ClipLines, CLIP) },
    Joint {
        name: "mistral3",
        text: "mistral",
        tower: (Kind::Pixtral, "hidden_size=1024 intermediate_size=4096 num_hidden_layers=24 patch_size=16"),
    },
    Joint { name: "paligemma", text: "gemma", tower: (Kind::PaliGemma, SIGLIP) },
    Joint {
        name: "qwen2_5_vl",
        text: "qwen2_5_vl_text",
        tower: (
            Kind::Qwen25,
            "depth=32 hidden_size=3584 intermediate_size=3420 out_hidden_size=3584 patch_size=14 \
             spatial_merge_size=2 temporal_patch_size=2",
        ),
    },
    Joint {
        name: "qwen2_vl",
        text: "qwen2_vl_text",
        tower: (
            Kind::Qwen2,
            "depth=32 embed_dim=1280 hidden_size=3584 mlp_ratio=4 patch_size=14 spatial_merge_size=2 \
             temporal_patch_size=2",
        ),
    },
    Joint { name: "qwen3_5", text: "qwen3_5_text", tower: (Kind::Qwen35, QWEN3) },
    Joint { name: "qwen3_5_moe", text: "qwen3_5_moe_text", tower: (Kind::Qwen35, QWEN3) },
    Joint { name: "qwen3_vl", text: "qwen3_vl_text", tower: (Kind::Qwen3, QWEN3) },
    Joint { name: "qwen3_vl_moe", text: "qwen3_vl_moe_text", tower: (Kind::Qwen3, QWEN3) },
    Joint { name: "smolvlm", text: "llama", tower: (Kind::Idefics, IDEFICS) },
];

/// Parameters of the tower and of what joins it to a language model of that hidden size; `None` where it is not the usual
/// one, which cannot be counted.
pub(super) fn parameters(joint: &Joint, fields: &mut Fields<'_, '_>, text: u32) -> Option<u64> {
    let (kind, defaults) = joint.tower;
    let merge = match kind {
        Kind::Pixtral => fields.count(&["spatial_merge_size"]).unwrap_or(2),
        Kind::Idefics => fields.count(&["scale_factor"]).unwrap_or(2),
        _ => 2,
    };
    let projected = fields.count(&["projection_dim"]).unwrap_or(text);
    let projector_bias = fields.flag_or("multimodal_projector_bias", !matches!(kind, Kind::Pixtral));
    let (mut absent, mut inside);
    let vision = if fields.has("vision_config") {
        inside = fields.inside("vision_config")?;
        inside.set_defaults(defaults);
        &mut inside
    } else {
        absent = fields
            .absent("vision_config", if matches!(kind, Kind::Clip | Kind::ClipLines) { CLIP_LARGE } else { defaults });
        &mut absent
    };
    let two_layers = |from: u32, factor: u32| {
        let biases = if projector_bias { product([2, text]) } else { 0 };
        sum([product([from, factor, text]), product([text, text]), biases])
    };
    let usual = match kind {
        Kind::Clip | Kind::ClipLines => Some("clip_vision_model"),
        Kind::Gemma | Kind::PaliGemma => Some("siglip_vision_model"),
        Kind::Pixtral => Some("pixtral"),
        _ => None,
    };
    if vision.text("model_type").zip(usual).is_some_and(|(name, usual)| name != usual) {
        return None;
    }
    let encoder = Encoder::read(kind, vision);
    let h = encoder.hidden;
    let joined = match kind {
        Kind::Clip => two_layers(h, 1),
        Kind::ClipLines => sum([two_layers(h, 1), u64::from(text)]),
        Kind::Gemma => sum([product([h, text]), u64::from(h)]),
        Kind::PaliGemma => sum([product([h, projected]), u64::from(projected)]),
        Kind::Idefics => product([h, merge, merge, text]),
        Kind::Glm => {
            let (m, out) = (vision.size(&["spatial_merge_size"]), vision.size(&["out_hidden_size"]));
            let merger =
                sum([product([out, out]), product([2, out]), product([3, out, vision.size(&["intermediate_size"])])]);
            sum([merger, product([h, m, m, out]), u64::from(out)])
        }
        Kind::InternVl => sum([product([8, h]), two_layers(h, 4)]),
        Kind::Llama4 => {
            let (into, out) = (vision.size(&["projector_input_dim"]), vision.size(&["projector_output_dim"]));
            let wide = encoder.inner;
            sum([product([wide, into]), product([into, out]), product([vision.size(&["vision_output_dim"]), text])])
        }
        Kind::Pixtral => sum([u64::from(h), product([merge, merge, h, h]), two_layers(h, 1)]),
        Kind::Qwen2 | Kind::Qwen25 | Kind::Qwen3 | Kind::Qwen35 => merger(kind, vision, h)?,
    };
    Some(sum([encoder.parameters(), joined]))
}

/// What turns patches of a Qwen tower, several at once, into tokens.
fn merger(kind: Kind, vision: &mut Fields<'_, '_>, h: u32) -> Option<u64> {
    let m = vision.size(&["spatial_merge_size"]);
    let out = vision.size(match kind {
        Kind::Qwen2 => &["hidden_size"],
        _ => &["out_hidden_size"],
    });
    let layers = sum([product([h, m, m, h, m, m]), product([h, m, m]), product([h, m, m, out]), u64::from(out)]);
    let deep = match kind {
        Kind::Qwen3 if !vision.has(DEEP) => 3,
        Kind::Qwen3 => u32::try_from(vision.counts(&[DEEP]).len()).ok()?,
        _ => 0,
    };
    let norm = if let Kind::Qwen25 = kind { u64::from(h) } else { product([2, h]) };
    Some(sum([layers, norm, times(deep, sum([layers, product([2, h, m, m])]))]))
}

/// What towers have in common: layers of attention and a block, on patches.
struct Encoder {
    layers: u32,
    hidden: u32,
    inner: u32,
    gated: bool,
    attention_bias: bool,
    bias: bool,
    /// Numbers of a norm for each hidden one: a weight, or a weight and a bias.
    norm: u32,
    /// What is not in layers.
    beside: u64,
    /// What layers have besides.
    beside_in_layer: u32,
}

impl Encoder {
    fn read(kind: Kind, fields: &mut Fields<'_, '_>) -> Self {
        let glm = matches!(kind, Kind::Glm);
        let qwen = matches!(kind, Kind::Qwen2 | Kind::Qwen25 | Kind::Qwen3 | Kind::Qwen35);
        let layers = fields.layers(if qwen || glm { &["depth"] } else { &["num_hidden_layers"] });
        let h = fields.size(if matches!(kind, Kind::Qwen2) { &["embed_dim"] } else { &["hidden_size"] });
        let inner = match kind {
            Kind::Qwen2 => fields.size(&["mlp_ratio"]).saturating_mul(h),
            Kind::Glm => fields.size(&["out_hidden_size"]),
            _ => fields.size(&["intermediate_size"]),
        };
        let patch = fields.size(&["patch_size"]);
        let side = if qwen || matches!(kind, Kind::Pixtral) { 0 } else { fields.size(&["image_size"]) / patch };
        let times = if qwen || glm { fields.size(&["temporal_patch_size"]) } else { 1 };
        let patches = product([3, times, patch, patch, h]);
        let positions = product([side, side, h]);
        let plain = Self {
            layers,
            hidden: h,
            inner,
            gated: false,
            attention_bias: true,
            bias: true,
            norm: 2,
            beside: 0,
            beside_in_layer: 0,
        };
        match kind {
            // class embedding, its position, norms before and after
            Kind::Clip | Kind::ClipLines | Kind::Llama4 => {
                Self { beside: sum([patches, positions, product([6, h])]), ..plain }
            }
            // a bias, a norm after, a head that attends with a probe
            Kind::Gemma | Kind::PaliGemma | Kind::Idefics => {
                let head = sum([product([4, h, h]), product([2, h, inner]), u64::from(inner), product([8, h])]);
                let head = if fields.flag("vision_use_head") { head } else { 0 };
                Self { beside: sum([patches, positions, product([3, h]), head]), ..plain }
            }
            // a bias, norms before and after
            Kind::Glm => Self {
                gated: true,
                attention_bias: false,
                bias: false,
                norm: 1,
                // the bias of queries, keys and values
                beside_in_layer: if fields.flag("attention_bias") { 3 * h } else { 0 },
                beside: sum([patches, positions, product([3, h])]),
                ..plain
            },
            Kind::InternVl => {
                let qk_norm = if fields.flag("use_qk_norm") { 2 * h } else { 0 };
                let qkv_bias = fields.flag("attention_bias");
                let positions =
                    if fields.flag("use_absolute_position_embeddings") { sum([positions, u64::from(h)]) } else { 0 };
                let norm = if fields.flag("use_mean_pooling") { 0 } else { product([2, h]) };
                let mask = if fields.flag("use_mask_token") { h } else { 0 };
                Self {
                    attention_bias: qkv_bias,
                    beside: sum([patches, positions, product([2, h]), norm, u64::from(mask)]),
                    // scales of both blocks, and the bias of the projection where the others have none
                    beside_in_layer: 2 * h + qk_norm + if qkv_bias { 0 } else { h },
                    norm: if fields.text("norm_type").as_deref() == Some("rms_norm") { 1 } else { 2 },
                    ..plain
                }
            }
            Kind::Pixtral => Self {
                gated: true,
                attention_bias: false,
                bias: false,
                norm: 1,
                beside: sum([patches, u64::from(h)]),
                ..plain
            },
            Kind::Qwen2 => Self { beside: patches, ..plain },
            Kind::Qwen25 => Self { gated: true, norm: 1, beside: patches, ..plain },
            Kind::Qwen3 | Kind::Qwen35 => {
                let positions = product([fields.size(&["num_position_embeddings"]), h]);
                Self { beside: sum([patches, u64::from(h), positions]), ..plain }
            }
        }
    }

    fn parameters(&self) -> u64 {
        let Self { layers, hidden: h, inner, gated, attention_bias, bias, norm, beside, beside_in_layer } = *self;
        let matrices = if gated { 3 } else { 2 };
        let layer = sum([
            product([4, h, h]),
            if attention_bias { product([4, h]) } else { 0 },
            product([matrices, h, inner]),
            if bias { sum([product([matrices - 1, inner]), u64::from(h)]) } else { 0 },
            product([2, norm, h]),
            u64::from(beside_in_layer),
        ]);
        sum([times(layers, layer), beside])
    }
}
