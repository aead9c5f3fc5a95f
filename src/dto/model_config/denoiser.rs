//! The `config.json` of a denoiser of Hugging Face diffusers → its shape. One row for each class of transformer.

use gpu_cost_core::catalog::{Denoiser, DenoiserKind, Stage, Transformer, Unet};

use super::fields::Fields;

/// A class, and what diffusers 0.35.2 takes for absent keys.
struct Class {
    name: &'static str,
    kind: DenoiserKind,
    defaults: &'static str,
    /// Whether queries and keys are normed though no key says so.
    qk_norm: bool,
}

const PIXART: &str = "PixArtTransformer2DModel";
const DIT: &str = "DiTTransformer2DModel";
/// The older name of both, told apart by another key.
const EITHER: &str = "Transformer2DModel";
const UNET: &str = "UNet2DConditionModel";

static CLASSES: &[Class] = &[
    Class {
        name: "CogVideoXTransformer3DModel",
        kind: DenoiserKind::CogVideoX,
        defaults: "num_attention_heads=30 attention_head_dim=64 in_channels=16 out_channels=16 time_embed_dim=512 \
                   text_embed_dim=4096 num_layers=30 patch_size=2",
        qk_norm: true,
    },
    Class {
        name: DIT,
        kind: DenoiserKind::Class,
        defaults: "num_attention_heads=16 attention_head_dim=72 in_channels=4 num_layers=28 patch_size=2 \
                   num_embeds_ada_norm=1000",
        qk_norm: false,
    },
    Class {
        name: "FluxTransformer2DModel",
        kind: DenoiserKind::Flux,
        defaults: "patch_size=1 in_channels=64 num_layers=19 num_single_layers=38 attention_head_dim=128 \
                   num_attention_heads=24 joint_attention_dim=4096 pooled_projection_dim=768",
        qk_norm: true,
    },
    Class {
        name: "HunyuanVideoTransformer3DModel",
        kind: DenoiserKind::HunyuanVideo,
        defaults: "in_channels=16 out_channels=16 num_attention_heads=24 attention_head_dim=128 num_layers=20 \
                   num_single_layers=40 num_refiner_layers=2 patch_size=2 patch_size_t=1 guidance_embeds=true \
                   text_embed_dim=4096 pooled_projection_dim=768",
        qk_norm: true,
    },
    Class {
        name: "LTXVideoTransformer3DModel",
        kind: DenoiserKind::TextAttention,
        defaults: "in_channels=128 out_channels=128 patch_size=1 patch_size_t=1 num_attention_heads=32 \
                   attention_head_dim=64 num_layers=28 caption_channels=4096",
        qk_norm: true,
    },
    Class {
        name: PIXART,
        kind: DenoiserKind::TextAttention,
        defaults: "num_attention_heads=16 attention_head_dim=72 in_channels=4 out_channels=8 num_layers=28 \
                   patch_size=2 sample_size=128",
        qk_norm: false,
    },
    Class {
        name: "QwenImageTransformer2DModel",
        kind: DenoiserKind::QwenImage,
        defaults: "patch_size=2 in_channels=64 out_channels=16 num_layers=60 attention_head_dim=128 \
                   num_attention_heads=24 joint_attention_dim=3584",
        qk_norm: true,
    },
    Class {
        name: "SD3Transformer2DModel",
        kind: DenoiserKind::Sd3,
        defaults: "patch_size=2 in_channels=16 out_channels=16 num_layers=18 attention_head_dim=64 \
                   num_attention_heads=18 joint_attention_dim=4096 pooled_projection_dim=2048",
        qk_norm: false,
    },
    Class {
        name: "WanTransformer3DModel",
        kind: DenoiserKind::TextAttention,
        defaults: "num_attention_heads=40 attention_head_dim=128 in_channels=16 out_channels=16 text_dim=4096 \
                   freq_dim=256 ffn_dim=13824 num_layers=40 patch_size=2 cross_attn_norm=true",
        qk_norm: true,
    },
];

/// The denoiser, or `None` where its class is not known or its shape not one that can be counted, which is recorded.
pub(super) fn denoiser(fields: &mut Fields<'_, '_>) -> Option<Denoiser> {
    if fields.text("_class_name").as_deref() == Some(UNET) {
        return unet(fields).map(Denoiser::Unet);
    }
    let older = match fields.text("norm_type").as_deref() {
        Some("ada_norm_single") => PIXART,
        Some("ada_norm_zero") => DIT,
        _ => EITHER,
    };
    let find = |name: &str| {
        let name = if name == EITHER { older } else { name };
        CLASSES.iter().find(|class| class.name == name)
    };
    let class = fields.known("_class_name", find, names())?;
    fields.set_defaults(class.defaults);
    Some(Denoiser::Transformer(transformer(class, fields)))
}

/// The name of every class.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    CLASSES.iter().map(|class| class.name).chain([UNET])
}

fn transformer(class: &Class, fields: &mut Fields<'_, '_>) -> Transformer {
    let kind = class.kind;
    let (heads, head_dim) = (fields.size(&["num_attention_heads"]), fields.size(&["attention_head_dim"]));
    let in_channels = fields.size(&["in_channels"]);
    // what goes in are patches already, as channels
    let packed = matches!(kind, DenoiserKind::Flux | DenoiserKind::QwenImage);
    let patch = match fields.counts(&["patch_size"]).as_slice() {
        &[time, height, width] => [time, height, width],
        _ => {
            let side = fields.size(&["patch_size"]);
            [fields.count(&["patch_size_t"]).unwrap_or(1), side, side]
        }
    };
    let out_channels = fields.size_or(&["out_channels"], Some(in_channels));
    let h = heads.saturating_mul(head_dim);
    let large = fields.count(&["sample_size"]) == Some(128);
    let dual = fields.counts(&["dual_attention_layers"]);
    Transformer {
        kind,
        layers: fields.layers(&["num_layers"]),
        single_layers: fields.count(&["num_single_layers"]).unwrap_or(0),
        heads,
        head_dim,
        inner: fields.size_or(&["ffn_dim"], Some(h.saturating_mul(4))),
        in_channels,
        out_channels: if packed {
            out_channels.saturating_mul(patch[1]).saturating_mul(patch[2])
        } else {
            out_channels
        },
        patch: if packed { [1, 1, 1] } else { patch },
        text: match kind {
            DenoiserKind::Class => fields.size(&["num_embeds_ada_norm"]).saturating_add(1),
            DenoiserKind::TextAttention => fields.count(&["text_dim", "caption_channels"]).unwrap_or(0),
            _ => fields.size(&["joint_attention_dim", "text_embed_dim"]),
        },
        pooled: fields.count(&["pooled_projection_dim"]).unwrap_or(0),
        time: fields.count(&["freq_dim", "time_embed_dim"]).unwrap_or(256),
        guidance: fields.flag("guidance_embeds"),
        qk_norm: class.qk_norm || fields.has("qk_norm"),
        dual_layers: u32::try_from(dual.len()).unwrap_or(u32::MAX),
        refiner_layers: fields.count(&["num_refiner_layers"]).unwrap_or(0),
        image: fields.count(&["image_dim"]).unwrap_or(0),
        image_keys: fields.count(&["added_kv_proj_dim"]).unwrap_or(0),
        image_positions: fields.count(&["pos_embed_seq_len"]).unwrap_or(0),
        cross_norm: fields.flag("cross_attn_norm"),
        offset: fields.count(&["ofs_embed_dim"]).unwrap_or(0),
        sizes: kind == DenoiserKind::TextAttention && fields.flag_or("use_additional_conditions", large),
    }
}

/// Keys that are counted with one value alone.
const ONLY: [(&str, &str); 11] = [
    ("attention_type", "\"default\""),
    ("class_embed_type", "null"),
    ("conv_in_kernel", "3"),
    ("conv_out_kernel", "3"),
    ("dual_cross_attention", "false"),
    ("encoder_hid_dim_type", "null"),
    ("mid_block_only_cross_attention", "null"),
    ("only_cross_attention", "false"),
    ("resnet_time_scale_shift", "\"default\""),
    ("reverse_transformer_layers_per_block", "null"),
    ("time_embedding_dim", "null"),
];

const MIDDLE: &str = "UNetMidBlock2DCrossAttn";

fn unet(fields: &mut Fields<'_, '_>) -> Option<Unet> {
    fields.set_defaults(
        "in_channels=4 out_channels=4 layers_per_block=2 cross_attention_dim=1280 transformer_layers_per_block=1",
    );
    for (key, only) in ONLY {
        if !fields.is(key, only) {
            fields.refuse(&[key], "conflict", only);
        }
    }
    let channels = if fields.has("block_out_channels") {
        fields.sizes(&["block_out_channels"], 1)
    } else {
        vec![320, 640, 1280, 1280]
    };
    let n = channels.len();
    let blocks = fields.sizes(&["layers_per_block"], n);
    let depths = fields.sizes(&["transformer_layers_per_block"], n);
    let down = attends(fields, "down_block_types", "DownBlock2D", "CrossAttnDownBlock2D", [true, true, true, false]);
    let mut up = attends(fields, "up_block_types", "UpBlock2D", "CrossAttnUpBlock2D", [false, true, true, true]);
    up.reverse();
    if [down.len(), up.len(), blocks.len(), depths.len()].into_iter().any(|count| count != n) {
        fields.refuse(&["block_out_channels"], "conflict", "as many entries as there are blocks");
        return None;
    }
    let middle = depths.last().copied().filter(|_| has_middle(fields));
    let sizes = channels.into_iter().zip(blocks.into_iter().zip(depths));
    let stages = sizes.zip(down.into_iter().zip(up)).map(|((channels, (blocks, depth)), (down, up))| Stage {
        channels,
        blocks,
        down: if down { depth } else { 0 },
        up: if up { depth } else { 0 },
    });
    Some(Unet {
        in_channels: fields.size(&["in_channels"]),
        out_channels: fields.size(&["out_channels"]),
        stages: stages.collect(),
        middle,
        text: fields.size(&["cross_attention_dim"]),
        added: added(fields),
        classes: fields.count(&["num_class_embeds"]).unwrap_or(0),
        guidance: fields.count(&["time_cond_proj_dim"]).unwrap_or(0),
    })
}

/// Which blocks look at the text.
fn attends(fields: &mut Fields<'_, '_>, key: &str, plain: &str, attending: &str, default: [bool; 4]) -> Vec<bool> {
    let Some(kinds) = fields.texts(&[key]) else { return default.to_vec() };
    if !kinds.iter().all(|kind| kind == plain || kind == attending) {
        fields.refuse(&[key], "conflict", &format!("a list of \"{plain}\" and \"{attending}\""));
    }
    kinds.iter().map(|kind| kind == attending).collect()
}

/// Whether there is something between the ways down and up: a null says that there is not.
fn has_middle(fields: &mut Fields<'_, '_>) -> bool {
    let kind = fields.text("mid_block_type");
    if kind.as_ref().is_some_and(|kind| kind != MIDDLE) {
        fields.refuse(&["mid_block_type"], "conflict", MIDDLE);
    }
    kind.is_some() || !fields.has_key("mid_block_type")
}

/// Size of what is embedded beside the time.
fn added(fields: &mut Fields<'_, '_>) -> u32 {
    match fields.text("addition_embed_type").as_deref() {
        None => 0,
        Some("text_time") => fields.size(&["projection_class_embeddings_input_dim"]),
        Some(_) => {
            fields.refuse(&["addition_embed_type"], "conflict", "\"text_time\" or null");
            0
        }
    }
}
