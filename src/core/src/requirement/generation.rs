//! What making an image or a video computes, moves and holds, whatever it runs on.

use crate::catalog::{Autoencoder, Denoiser, DenoiserKind, Transformer, Unet};
use crate::units::{Flops, real};
use crate::workload::{Arithmetic, Decoding, Generation, Kernels, Linked, Offload, WeightFormat};

use super::denoiser::{Piece, denoiser_parameters, pieces};
use super::weight_bits;

/// One pass of a denoiser over one image or video.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forward {
    /// Operations of convolutions.
    pub convolutions: f64,
    /// Operations of matrix products with weights.
    pub products: f64,
    /// Operations of attention.
    pub attention: f64,
    /// Numbers that go in and out of its layers: tokens × size, three times for a layer of a U-Net.
    pub values: f64,
    /// Layers: of a U-Net, residual blocks and transformer layers.
    pub layers: f64,
}

impl Forward {
    /// All operations.
    #[must_use]
    pub fn operations(&self) -> f64 {
        self.convolutions + self.products + self.attention
    }
}

/// What making images or videos needs. Bytes are of one GPU that has all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GenerationLoad {
    /// That they are made at all.
    pub linked: Linked,
    /// A pass over one item.
    pub forward: Forward,
    /// Whether the denoiser is a U-Net, which runs on one GPU.
    pub unet: bool,
    /// Passes over each item.
    pub passes: f64,
    /// Of them, in one step.
    pub at_once: f64,
    /// Items in all.
    pub items: u32,
    /// Items side by side, at most.
    pub batch: u32,
    /// Operations of the encoders for one item.
    pub encoder_operations: f64,
    /// Operations of the decoder for one item.
    pub decoder_operations: f64,
    /// Whether the decoder works on videos.
    pub video: bool,
    /// Bytes of the weights of all encoders.
    pub encoder: f64,
    /// Bytes of the weights of a denoiser.
    pub denoiser: f64,
    /// How many there are.
    pub denoisers: f64,
    /// Bytes of the weights of the autoencoder.
    pub decoder: f64,
    /// Bytes of activations of the denoiser for one item.
    pub activations: f64,
    /// Bytes of activations of the decoder for one item.
    pub decoding: f64,
    /// Whether items are decoded one after the other.
    pub tiled: bool,
    /// What is wanted.
    pub weights: WeightFormat,
    /// The same.
    pub arithmetic: Arithmetic,
    /// The same.
    pub offload: Offload,
    /// The same.
    pub kernels: Kernels,
}

impl GenerationLoad {
    /// Operations of the whole job.
    #[must_use]
    pub(super) fn operations(&self) -> Flops {
        let each = self.passes * self.forward.operations() + self.encoder_operations + self.decoder_operations;
        Flops(f64::from(self.items) * each)
    }
}

/// Activations of a transformer in units of its tokens × size: queries, keys, values, the inner block and their norms.
/// From Wan 2.1 14B on one GPU, 69.1 GiB with 57 GB of 32-bit weights (`Wan-Video/Wan2.1` assets/comp_effic.png).
const TRANSFORMER: f64 = 22.0;
/// Activations of a U-Net in units of its finest grid: what the way down keeps, and the inner blocks. From Stable
/// Diffusion 1.5 with 64 and 128 images side by side (`LambdaLabsML/lambda-diffusers` benchmarks/benchmark.csv).
const UNET: f64 = 33.0;
/// Activations of a decoder in units of its second grid, at full size: what is upsampled, convolved, normed. 4.0 are allocated
/// for FLUX.1 (`sayakpaul/diffusers-torchao` README.md), and for Stable Diffusion 1.5 where memory is short; 7 to 8.4 are
/// reserved for it where it is not (the rows above, whose script reads what PyTorch reserves). Between the two.
const DECODER: f64 = 6.5;
/// The same of videos, which keep the frames before: 9.2 for `CogVideoX`, 7.2 for Wan 2.1 (the same two tables).
const VIDEO_DECODER: f64 = 8.0;
/// Rows of pixels, and columns, of a tile: the `sample_size` of Stable Diffusion, by which diffusers cuts (`AutoencoderKL`).
const TILE: f64 = 512.0;

/// What making images or videos needs.
#[must_use]
pub(super) fn generation_load(work: &Generation) -> GenerationLoad {
    let model = work.model;
    let shape = &model.autoencoder;
    let forward = forward(work);
    let bytes = if work.arithmetic == Arithmetic::Single { 4.0 } else { 2.0 };
    let weight = if work.arithmetic == Arithmetic::Single { 4.0 } else { weight_bits(work.weights) / 8.0 };
    let (passes, encoder) = (f64::from(work.passes), real(model.encoder));
    let held = match &model.denoiser {
        Denoiser::Unet(unet) => passes * UNET * finest(unet) * Grid::of(work).cells(0),
        Denoiser::Transformer(transformer) => {
            // Wan and Qwen-Image make one pass after the other
            let one = matches!(transformer.kind, DenoiserKind::TextAttention | DenoiserKind::QwenImage);
            let side_by_side = if one { 1.0 } else { passes };
            side_by_side * TRANSFORMER * forward.values / forward.layers
        }
    };
    let decoder_bytes = if shape.single { 4.0 } else { bytes };
    GenerationLoad {
        linked: work.linked,
        forward,
        unet: matches!(model.denoiser, Denoiser::Unet(_)),
        passes: f64::from(work.steps) * passes,
        at_once: passes,
        items: work.items,
        batch: work.batch,
        encoder_operations: 2.0 * encoder * f64::from(model.text_tokens) * passes,
        decoder_operations: decoder_operations(shape, work),
        video: 1 < work.frames,
        encoder: bytes * encoder,
        denoiser: weight * real(denoiser_parameters(&model.denoiser)),
        denoisers: f64::from(model.denoisers),
        decoder: decoder_bytes * real(shape.parameters),
        activations: bytes * held,
        decoding: decoding(shape, work, decoder_bytes),
        tiled: work.decoding == Decoding::Tiled,
        weights: work.weights,
        arithmetic: work.arithmetic,
        offload: work.offload,
        kernels: work.kernels,
    }
}

/// A pass of the denoiser over one item.
pub(super) fn forward(work: &Generation) -> Forward {
    let (grid, text) = (Grid::of(work), f64::from(work.model.text_tokens));
    match &work.model.denoiser {
        Denoiser::Unet(unet) => unet_forward(unet, &grid, text),
        Denoiser::Transformer(transformer) => transformer_forward(transformer, &grid, text),
    }
}

/// The small grid that a denoiser works on.
struct Grid {
    frames: u32,
    rows: u32,
    columns: u32,
}

impl Grid {
    fn of(work: &Generation) -> Self {
        let Autoencoder { spatial, temporal, .. } = work.model.autoencoder;
        Self {
            frames: 1 + work.frames.saturating_sub(1).div_ceil(temporal),
            rows: work.height.div_ceil(spatial),
            columns: work.width.div_ceil(spatial),
        }
    }

    /// Cells after so many halvings.
    fn cells(&self, halvings: usize) -> f64 {
        let side = |cells: u32| f64::from(cells.div_ceil(1 << halvings.min(31)));
        f64::from(self.frames) * side(self.rows) * side(self.columns)
    }

    /// Patches. FLUX and Qwen-Image pack 2 × 2 cells into channels instead.
    fn patches(&self, shape: &Transformer) -> f64 {
        let packed = if matches!(shape.kind, DenoiserKind::Flux | DenoiserKind::QwenImage) { 2 } else { 1 };
        let [frames, rows, columns] = shape.patch;
        f64::from(self.frames.div_ceil(frames))
            * f64::from(self.rows.div_ceil(packed * rows))
            * f64::from(self.columns.div_ceil(packed * columns))
    }
}

fn finest(shape: &Unet) -> f64 {
    shape.stages.first().map_or(0.0, |stage| f64::from(stage.channels))
}

/// A pass of a U-Net: twice the weights for each cell of a grid; attention as in a transformer.
fn unet_forward(shape: &Unet, grid: &Grid, text: f64) -> Forward {
    let mut forward = Forward::default();
    pieces(shape, &mut |halvings, number, piece| {
        let (cells, number) = (grid.cells(halvings), f64::from(number));
        match piece {
            Piece::Convolution(inputs, outputs) => {
                forward.convolutions += number * 18.0 * f64::from(inputs) * f64::from(outputs) * cells;
            }
            Piece::Residual(inputs, outputs) => {
                let (a, b) = (f64::from(inputs), f64::from(outputs));
                let around = if inputs == outputs { 0.0 } else { a * b };
                forward.convolutions += number * 2.0 * (9.0 * a * b + 9.0 * b * b + around) * cells;
                forward.values += number * (a + b) * cells;
                forward.layers += number;
            }
            Piece::Looks(_, 0) => {}
            Piece::Looks(channels, depth) => {
                let (c, depth) = (f64::from(channels), f64::from(depth));
                let layer = 36.0 * c * c * cells + 4.0 * f64::from(shape.text) * c * text;
                forward.products += number * (4.0 * c * c * cells + depth * layer);
                forward.attention += number * depth * 4.0 * c * cells * (cells + text);
                forward.values += number * depth * 3.0 * c * cells;
                forward.layers += number * depth;
            }
        }
    });
    forward
}

/// A pass of a transformer: twice the weights of each layer for each token, and `4 · size · tokens²` for each
/// attention. Text goes through the layers too, except where they only look at it.
fn transformer_forward(shape: &Transformer, grid: &Grid, text: f64) -> Forward {
    let h = f64::from(shape.heads) * f64::from(shape.head_dim);
    let block = 2.0 * h * f64::from(shape.inner);
    let image = grid.patches(shape);
    let (tokens, weights, seen, of_text) = match shape.kind {
        DenoiserKind::Class => (image, 4.0 * h * h + block, image, 0.0),
        DenoiserKind::TextAttention => {
            let text = text + f64::from(shape.image_positions.max(if shape.image == 0 { 0 } else { 257 }));
            (image, 6.0 * h * h + block, image + text, 2.0 * h * h * text)
        }
        _ => (image + text, 4.0 * h * h + block, image + text, 0.0),
    };
    let layers = f64::from(shape.layers) + f64::from(shape.single_layers);
    let dual = f64::from(shape.dual_layers);
    let per_patch = shape.patch.iter().fold(1.0, |product, &side| product * f64::from(side));
    let ends = h * per_patch * (f64::from(shape.in_channels) + f64::from(shape.out_channels)) * image
        + h * f64::from(shape.text) * if shape.kind == DenoiserKind::Class { 0.0 } else { text };
    Forward {
        convolutions: 0.0,
        products: 2.0 * (layers * (weights * tokens + of_text) + dual * 4.0 * h * h * image + ends),
        attention: 4.0 * h * (layers * tokens * seen + dual * image * image),
        values: layers * h * tokens,
        layers,
    }
}

/// Operations of a decoder: two convolutions in each residual block, one after each upsampling, four products in the
/// middle. Not modelled: attention in the middle.
fn decoder_operations(shape: &Autoencoder, work: &Generation) -> f64 {
    let &Autoencoder { channels, blocks, temporal, scale, .. } = shape;
    let cube = if temporal == 1 { 9.0 } else { 27.0 };
    let (frames, pixels) = (f64::from(work.frames), f64::from(work.width) * f64::from(work.height));
    let mut before = f64::from(channels[3]);
    let mut total = 0.0;
    for (halvings, &channels) in channels.iter().enumerate().rev() {
        let c = f64::from(channels);
        let shrunk = f64::from(scale) * f64::from(1_u32 << halvings);
        // time is halved with the two coarser of the three halvings
        let frames = frames / f64::from(temporal.min(1_u32 << halvings.saturating_sub(1)));
        let (middle, upsampled) = if halvings == 3 { (4.0 * c, 0.0) } else { (0.0, 9.0 * before * before) };
        let weights = cube * c * (before + (2.0 * f64::from(blocks) - 1.0) * c + middle) + upsampled;
        total += 2.0 * weights * frames * pixels / (shrunk * shrunk);
        before = c;
    }
    total
}

/// Bytes of activations of a decoder for one item. It works on a few frames at once.
fn decoding(shape: &Autoencoder, work: &Generation, bytes: f64) -> f64 {
    let tile = |side: u32| if work.decoding == Decoding::Tiled { f64::from(side).min(TILE) } else { f64::from(side) };
    let scale = f64::from(shape.scale);
    let pixels = tile(work.width) * tile(work.height) / (scale * scale);
    let numbers = f64::from(shape.channels[1]) * pixels * f64::from(work.frames.min(shape.frames));
    let times = if 1 < work.frames { VIDEO_DECODER } else { DECODER };
    times * bytes * numbers
}
