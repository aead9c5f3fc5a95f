//! Floating-point operations of a token.

use crate::catalog::{Architecture, Attention};
use crate::units::real;

use super::{Parameters, recurrent};

/// Operations of the forward pass of one token: twice the parameters that it is multiplied with, as a multiply-add
/// counts as two.
///
/// Kaplan et al. 2020 (arXiv:2001.08361), section 2.1, but with the output head and without the embedding.
#[must_use]
pub fn matmul_per_token(parameters: &Parameters) -> f64 {
    2.0 * real(parameters.matmul_active)
}

/// Operations of the attention of one token that looks at `context` others: `4 · d · context` for each layer, with
/// `d` = heads × size of a head; 2 for the scores, 2 for the values. Windowed layers look at no more than the window.
///
/// Chowdhery et al. 2022 (arXiv:2204.02311), appendix B, forward pass. A token looks only back, so in a whole sequence
/// `context` is half of its length on average; fast kernels skip what the causal mask hides. A layer that carries a state
/// multiplies each of its numbers twice, to change and to read it.
#[must_use]
pub fn attention_per_token(architecture: &Architecture, context: f64) -> f64 {
    let (full, windowed) = attention_layers(architecture);
    let looks = attention_width(architecture) * (full * context + windowed * context.min(window(architecture)));
    4.0 * (looks + recurrent::state_of(architecture))
}

/// Heads × size of a head: for latent attention the mean of query-key and value sizes.
fn attention_width(architecture: &Architecture) -> f64 {
    match architecture.attention {
        Attention::Grouped { heads, head_dim, .. } => f64::from(heads) * f64::from(head_dim),
        Attention::Latent { heads, nope_dim, rope_dim, value_dim, .. } => {
            f64::from(heads) * (f64::from(nope_dim) + f64::from(rope_dim) + f64::from(value_dim)) / 2.0
        }
    }
}

/// Layers that look back all the way, and those that do not.
pub(super) fn attention_layers(architecture: &Architecture) -> (f64, f64) {
    let windowed = architecture.windowed_layers.min(architecture.attention_layers);
    (f64::from(architecture.attention_layers - windowed), f64::from(windowed))
}

/// The window in tokens, infinite where there is none.
pub(super) fn window(architecture: &Architecture) -> f64 {
    if architecture.window == 0 { f64::INFINITY } else { f64::from(architecture.window) }
}
