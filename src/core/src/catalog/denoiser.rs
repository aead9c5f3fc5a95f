//! What a model of images or videos is: the facts of the `config.json` of its denoiser that sizes depend on.
//!
//! The denoiser is what runs at every step. Text encoders and autoencoders have files of their own.

use alloc::borrow::Cow;

/// A built-in model of images or videos.
#[derive(Debug, PartialEq)]
pub struct VisualModel {
    /// Lower case, as people call it.
    pub id: &'static str,
    /// As the publisher writes it.
    pub name: &'static str,
    /// What runs at every step.
    pub denoiser: Denoiser,
    /// So many of them, each for a part of the steps: 2 in Wan 2.2 A14B.
    pub denoisers: u32,
    /// Parameters of all encoders of text, and of an image to start from, together.
    pub encoder: u64,
    /// Tokens of the text that the denoiser looks at.
    pub text_tokens: u32,
    /// What makes pixels of what the denoiser leaves.
    pub autoencoder: Autoencoder,
    /// What the publisher runs it with.
    pub usual: Usual,
}

/// What makes an image or a video of the small grid that a denoiser works on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Autoencoder {
    /// Channels from the finest grid to the coarsest.
    pub channels: [u32; 4],
    /// Residual blocks of each grid of the decoder.
    pub blocks: u32,
    /// Rows of pixels, and columns, for one of the small grid.
    pub spatial: u32,
    /// Frames, after the first, for one of the small grid; 1 of images.
    pub temporal: u32,
    /// Frames that are decoded at once.
    pub frames: u32,
    /// Rows of pixels, and columns, for one of its finest grid.
    pub scale: u32,
    /// Whether it overflows in 16 bits, or is published in 32.
    pub single: bool,
    /// Its parameters.
    pub parameters: u64,
}

/// What a publisher runs its model with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Usual {
    /// Pixels of a row.
    pub width: u32,
    /// Pixels of a column.
    pub height: u32,
    /// Frames; 1 of images.
    pub frames: u32,
    /// Steps.
    pub steps: u32,
    /// Passes of the denoiser in a step: 2 with guidance, 1 where that is distilled into the model.
    pub passes: u32,
    /// Whether pixels are made tile by tile.
    pub tiled: bool,
}

/// What removes noise at every step of making an image or a video.
#[derive(Clone, Debug, PartialEq)]
pub enum Denoiser {
    /// Convolutions on ever coarser grids and back (arXiv:2112.10752; SD 1.5, SDXL).
    Unet(Unet),
    /// A transformer on patches (arXiv:2212.09748 and its descendants).
    Transformer(Transformer),
}

/// The shape of a U-Net that looks at a text.
#[derive(Clone, Debug, PartialEq)]
pub struct Unet {
    /// Channels of what goes in.
    pub in_channels: u32,
    /// Channels of what comes out.
    pub out_channels: u32,
    /// From the finest grid to the coarsest.
    pub stages: Cow<'static, [Stage]>,
    /// Transformer layers at the coarsest grid, between the ways down and up; `None` where nothing is there.
    pub middle: Option<u32>,
    /// Size of a token of the text.
    pub text: u32,
    /// Size of what is embedded beside the time (SDXL: sizes and the pooled text); 0 where nothing is.
    pub added: u32,
    /// Rows of a table of classes; 0 without.
    pub classes: u32,
    /// Size of an embedded guidance (latent consistency models); 0 without.
    pub guidance: u32,
}

/// A grid of a U-Net.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Its channels.
    pub channels: u32,
    /// Residual blocks on the way down; there is one more on the way up.
    pub blocks: u32,
    /// Transformer layers after each block on the way down; 0 without.
    pub down: u32,
    /// The same on the way up.
    pub up: u32,
}

/// The shape of a transformer on patches. What a kind does not have is 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transformer {
    /// What its layers are made of.
    pub kind: DenoiserKind,
    /// Layers; where text and image have weights of their own, those.
    pub layers: u32,
    /// Layers in which text and image share weights (FLUX, `HunyuanVideo`).
    pub single_layers: u32,
    /// Attention heads.
    pub heads: u32,
    /// Size of a head.
    pub head_dim: u32,
    /// Inner size of the feed-forward block.
    pub inner: u32,
    /// Channels of what goes in.
    pub in_channels: u32,
    /// Channels of what comes out.
    pub out_channels: u32,
    /// Frames, rows and columns of a patch.
    pub patch: [u32; 3],
    /// Size of a token of the text; of a class, the rows of its table.
    pub text: u32,
    /// Size of the pooled text.
    pub pooled: u32,
    /// Size of the embedded time before it is widened.
    pub time: u32,
    /// Whether guidance is embedded too (distilled models).
    pub guidance: bool,
    /// Whether queries and keys are normed.
    pub qk_norm: bool,
    /// First layers with a second attention of the image alone (SD 3.5 medium).
    pub dual_layers: u32,
    /// Layers that refine the text first (`HunyuanVideo`).
    pub refiner_layers: u32,
    /// Size of a token of an image to start from (Wan I2V).
    pub image: u32,
    /// Size of what keys and values of that image are made of (Wan 2.1 I2V).
    pub image_keys: u32,
    /// Learned positions of the tokens of that image.
    pub image_positions: u32,
    /// Whether the norm before attention to the text has weights (Wan).
    pub cross_norm: bool,
    /// Size of an embedded offset (`CogVideoX` 1.5 I2V).
    pub offset: u32,
    /// Whether size and aspect ratio are embedded (`PixArt`-α).
    pub sizes: bool,
}

/// What the layers of a transformer on patches are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DenoiserKind {
    /// A class instead of a text (DiT).
    Class,
    /// Attention to the text in every layer (`PixArt`, Wan, LTX-Video).
    TextAttention,
    /// Stable Diffusion 3: text and image attend together, each with its own weights (arXiv:2403.03206).
    Sd3,
    /// FLUX: the same, then layers with shared weights.
    Flux,
    /// Qwen-Image: the same without those.
    QwenImage,
    /// `HunyuanVideo`: as FLUX, in space and time, with a refined text.
    HunyuanVideo,
    /// `CogVideoX`: text and video as one sequence.
    CogVideoX,
}
