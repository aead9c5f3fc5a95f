//! What a layer holds that carries a state along instead of looking back.

use crate::catalog::{Architecture, Recurrence, Recurrent};
use crate::units::{product, real, sum};

/// Parameters of one such mixer: projections, convolution, and what decays.
///
/// Sources: the papers named at [`Recurrence`]; the classes of Hugging Face transformers.
pub(super) fn mixer(hidden: u32, kind: Recurrence) -> u64 {
    let h = hidden;
    match kind {
        Recurrence::DeltaNet { key_heads, value_heads, key_dim, value_dim, kernel } => sum([
            product([2, h, key_heads, key_dim]),
            product([3, h, value_heads, value_dim]), // values, gate, output
            product([2, h, value_heads]),
            product([2, key_heads, key_dim, kernel]),
            product([value_heads, value_dim, kernel]),
            product([2, value_heads]),
            u64::from(value_dim),
        ]),
        Recurrence::Mamba { inner, state, step_rank, kernel, conv_bias, bias, norms } => sum([
            product([3, h, inner]),
            product([inner, kernel]),
            product([2, inner, step_rank]),
            product([3, inner, state]), // inputs, outputs, decay
            product([2, inner]),
            if conv_bias { u64::from(inner) } else { 0 },
            if bias { product([2, inner]).saturating_add(u64::from(h)) } else { 0 },
            if norms { u64::from(step_rank).saturating_add(product([2, state])) } else { 0 },
        ]),
        Recurrence::Mamba2 { inner, heads, groups, state, kernel, conv_bias, bias, norm } => {
            let convolved = product([2, groups, state]).saturating_add(u64::from(inner));
            let into = sum([convolved, u64::from(inner), u64::from(heads)]);
            sum([
                into.saturating_mul(u64::from(h)),
                product([inner, h]),
                convolved.saturating_mul(u64::from(kernel)),
                product([3, heads]),
                if conv_bias { convolved } else { 0 },
                if bias { into.saturating_add(u64::from(h)) } else { 0 },
                if norm { u64::from(inner) } else { 0 },
            ])
        }
        Recurrence::Lightning { heads, head_dim } => {
            sum([product([5, h, heads, head_dim]), product([heads, head_dim])])
        }
        Recurrence::Convolution { kernel, bias } => {
            sum([product([4, h, h]), product([h, kernel]), if bias { product([5, h]) } else { 0 }])
        }
    }
}

/// Numbers of the states of all layers that a sequence has, however long it is.
pub(super) fn state_of(architecture: &Architecture) -> f64 {
    architecture
        .recurrent
        .map_or(0.0, |Recurrent { layers, kind }| f64::from(layers) * real(state(architecture.hidden, kind)))
}

fn state(hidden: u32, kind: Recurrence) -> u64 {
    match kind {
        Recurrence::DeltaNet { key_heads, value_heads, key_dim, value_dim, kernel } => sum([
            product([value_heads, key_dim, value_dim]),
            product([2, key_heads, key_dim, kernel]),
            product([value_heads, value_dim, kernel]),
        ]),
        Recurrence::Mamba { inner, state, kernel, .. } => sum([product([inner, state]), product([inner, kernel])]),
        Recurrence::Mamba2 { inner, groups, state, kernel, .. } => {
            sum([product([inner, state]), product([inner, kernel]), product([2, groups, state, kernel])])
        }
        Recurrence::Lightning { heads, head_dim } => product([heads, head_dim, head_dim]),
        Recurrence::Convolution { kernel, .. } => product([hidden, kernel]),
    }
}
