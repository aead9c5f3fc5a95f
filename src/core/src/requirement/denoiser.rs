//! How many parameters a denoiser has, exactly.

use crate::catalog::{Denoiser, DenoiserKind, Stage, Transformer, Unet};
use crate::units::{product, sum, times};

/// Parameters of the denoiser alone, without text encoder and autoencoder. Saturates at `u64::MAX`.
///
/// Checked against the classes of Hugging Face diffusers 0.35.2 on a meta device. Tables of positions that are computed
/// are buffers and do not count.
#[must_use]
pub fn denoiser_parameters(denoiser: &Denoiser) -> u64 {
    match denoiser {
        Denoiser::Unet(shape) => unet(shape),
        Denoiser::Transformer(shape) => transformer(shape),
    }
}

/// A matrix and a bias.
fn linear(inputs: u32, outputs: u32) -> u64 {
    sum([product([inputs, outputs]), u64::from(outputs)])
}

/// Two of them, between the same sizes.
fn perceptron(inputs: u32, inner: u32, outputs: u32) -> u64 {
    sum([linear(inputs, inner), linear(inner, outputs)])
}

/// A convolution of 3 × 3.
fn convolution(inputs: u32, outputs: u32) -> u64 {
    sum([product([9, inputs, outputs]), u64::from(outputs)])
}

/// A part of a U-Net.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    /// A residual block between two numbers of channels.
    Residual(u32, u32),
    /// So many transformer layers between projections.
    Looks(u32, u32),
    /// A convolution of 3 × 3.
    Convolution(u32, u32),
}

/// Every part of a U-Net that works on a grid: how often the grid was halved, and how many of the part there are.
pub(super) fn pieces(shape: &Unet, each: &mut dyn FnMut(usize, u32, Piece)) {
    let Unet { in_channels, out_channels, stages, middle, .. } = shape;
    let first = stages.first().map_or(0, |stage| stage.channels);
    let mut before = first;
    each(0, 1, Piece::Convolution(*in_channels, first));
    for (index, &Stage { channels, blocks, down, .. }) in stages.iter().enumerate() {
        each(index, 1, Piece::Residual(before, channels));
        each(index, blocks.saturating_sub(1), Piece::Residual(channels, channels));
        each(index, blocks, Piece::Looks(channels, down));
        if index + 1 < stages.len() {
            each(index + 1, 1, Piece::Convolution(channels, channels));
        }
        before = channels;
    }
    if let Some(depth) = *middle {
        let last = stages.len().saturating_sub(1);
        each(last, 2, Piece::Residual(before, before));
        each(last, 1, Piece::Looks(before, depth));
    }
    for (index, &Stage { channels, blocks, up, .. }) in stages.iter().enumerate().rev() {
        let finer = index.checked_sub(1).and_then(|finer| stages.get(finer)).map_or(first, |stage| stage.channels);
        // what comes from below, then from the stage itself, each beside what the way down kept
        let inputs = |block: u32| {
            let kept = if block == blocks { finer } else { channels };
            kept.saturating_add(if block == 0 { before } else { channels })
        };
        each(index, 1, Piece::Residual(inputs(0), channels));
        each(index, blocks.saturating_sub(1), Piece::Residual(inputs(1), channels));
        each(index, 1, Piece::Residual(inputs(blocks), channels));
        each(index, blocks.saturating_add(1), Piece::Looks(channels, up));
        if let Some(finer) = index.checked_sub(1) {
            each(finer, 1, Piece::Convolution(channels, channels));
        }
        before = channels;
    }
    each(0, 1, Piece::Convolution(first, *out_channels));
}

fn unet(shape: &Unet) -> u64 {
    let first = shape.stages.first().map_or(0, |stage| stage.channels);
    let time = first.saturating_mul(4);
    let mut total = sum([
        perceptron(first, time, time),
        if shape.added == 0 { 0 } else { perceptron(shape.added, time, time) },
        product([shape.classes, time]),
        product([shape.guidance, first]),
        product([2, first]),
    ]);
    pieces(shape, &mut |_, number, piece| {
        let count = match piece {
            Piece::Residual(inputs, outputs) => residual(inputs, outputs, time),
            Piece::Looks(channels, depth) => looks(channels, depth, shape.text),
            Piece::Convolution(inputs, outputs) => convolution(inputs, outputs),
        };
        total = sum([total, times(number, count)]);
    });
    total
}

/// A residual block: two norms and convolutions, the time, and a way around where the channels change.
fn residual(inputs: u32, outputs: u32, time: u32) -> u64 {
    sum([
        product([2, inputs]),
        convolution(inputs, outputs),
        linear(time, outputs),
        product([2, outputs]),
        convolution(outputs, outputs),
        if inputs == outputs { 0 } else { linear(inputs, outputs) },
    ])
}

/// Transformer layers of a U-Net, between a norm and projections; nothing where there are none.
fn looks(channels: u32, depth: u32, text: u32) -> u64 {
    let c = channels;
    let layer = sum([
        product([6, c]),                            // three norms
        product([6, c, c]),                         // queries and outputs twice, keys and values of the image
        product([2, text, c]),                      // keys and values of the text
        product([2, c]),                            // biases of the outputs
        sum([product([8, c, c]), product([8, c])]), // a gate and a value, four times as wide
        linear(c.saturating_mul(4), c),
    ]);
    if depth == 0 { 0 } else { sum([product([2, c]), linear(c, c), linear(c, c), times(depth, layer)]) }
}

fn transformer(shape: &Transformer) -> u64 {
    let &Transformer { kind, layers, single_layers, heads, head_dim, inner, time, text, pooled, dual_layers, .. } =
        shape;
    let h = heads.saturating_mul(head_dim);
    let wide = |factor: u32| h.saturating_mul(factor);
    let per_patch = shape.patch.iter().fold(1_u32, |product, &side| product.saturating_mul(side));
    let patch = linear(shape.in_channels.saturating_mul(per_patch), h);
    let out = linear(h, shape.out_channels.saturating_mul(per_patch));
    let square = linear(h, h);
    let block = perceptron(h, inner, h);
    let embedded = perceptron(time, h, h);
    let norms = |count: u32| if shape.qk_norm { product([count, head_dim]) } else { 0 };
    // text and image attend together, with weights of their own
    let joint = sum([times(8, square), times(2, block), norms(4), times(2, linear(h, wide(6)))]);
    // one sequence, attention and block side by side
    let single =
        sum([linear(h, wide(3)), times(3, square), norms(2), linear(h, inner), linear(inner.saturating_add(h), h)]);
    let last = linear(h, wide(2));
    match kind {
        DenoiserKind::Class => {
            let conditions = sum([embedded, product([text, h])]);
            let layer = sum([conditions, linear(h, wide(6)), times(4, square), block]);
            sum([patch, times(layers, layer), last, out])
        }
        DenoiserKind::TextAttention => {
            let sizes = if shape.sizes { times(2, perceptron(time, h / 3, h / 3)) } else { 0 };
            let text = if text == 0 { 0 } else { perceptron(text, h, h) };
            let image = if shape.image == 0 { 0 } else { from_image(shape, h) };
            let keys = shape.image_keys;
            let keys = if keys == 0 { 0 } else { sum([times(2, linear(keys, h)), u64::from(h)]) };
            let norm = if shape.cross_norm { product([2, h]) } else { 0 };
            let qk_norms = if shape.qk_norm { product([4, h]) } else { 0 };
            let layer = sum([times(8, square), qk_norms, keys, norm, block, product([6, h])]);
            let conditions = sum([embedded, sizes, linear(h, wide(6)), text, image]);
            sum([patch, conditions, times(layers, layer), product([2, h]), out])
        }
        DenoiserKind::Sd3 => {
            let dual = sum([times(4, square), norms(2), product([3, h, h]), product([3, h])]);
            // of the text, the last layer keeps only queries, keys and values
            let unused = sum([square, block, linear(h, wide(6)).saturating_sub(last)]);
            let body = sum([times(layers, joint), times(dual_layers, dual)]).saturating_sub(unused);
            sum([patch, embedded, perceptron(pooled, h, h), linear(text, h), body, last, out])
        }
        DenoiserKind::Flux => {
            let conditions = times(if shape.guidance { 2 } else { 1 }, embedded);
            let ends = sum([patch, conditions, perceptron(pooled, h, h), linear(text, h), last, out]);
            sum([ends, times(layers, joint), times(single_layers, single)])
        }
        DenoiserKind::QwenImage => {
            sum([patch, embedded, u64::from(text), linear(text, h), times(layers, joint), last, out])
        }
        DenoiserKind::HunyuanVideo => {
            let refiner = sum([times(4, square), block, product([4, h]), last]);
            let refined =
                sum([embedded, perceptron(text, h, h), linear(text, h), times(shape.refiner_layers, refiner)]);
            let conditions = sum([times(if shape.guidance { 2 } else { 1 }, embedded), perceptron(pooled, h, h)]);
            sum([patch, refined, conditions, times(layers, joint), times(single_layers, single), last, out])
        }
        DenoiserKind::CogVideoX => {
            let offset = if shape.offset == 0 { 0 } else { perceptron(shape.offset, shape.offset, shape.offset) };
            let norm = |factor: u32| sum([linear(time, wide(factor)), product([2, h])]);
            let layer = sum([times(2, norm(6)), times(4, square), times(2, norms(2)), block]);
            let ends = sum([patch, linear(text, h), perceptron(h, time, time), offset, product([2, h]), norm(2), out]);
            sum([ends, times(layers, layer)])
        }
    }
}

/// What turns an image to start from into tokens.
fn from_image(shape: &Transformer, h: u32) -> u64 {
    let image = shape.image;
    let positions = product([shape.image_positions, image]);
    sum([product([2, image]), perceptron(image, image, h), product([2, h]), positions])
}
