//! How large files of llama.cpp are: a type is a mix of blocks, wider where a matrix matters more.

use crate::catalog::{Architecture, Attention};
use crate::units::real;
use crate::workload::WeightFormat;

use super::Parameters;

/// Weights that share scales in a block of the newer kinds; rows that they do not divide are of an older, wider kind.
const BLOCK: u32 = 256;

/// Bits of a weight in a block of a kind, in sixteenths (`ggml-common.h`).
const IQ1_S: u8 = 25;
const IQ1_M: u8 = 28;
const IQ2_XXS: u8 = 33;
const IQ2_XS: u8 = 37;
const IQ2_S: u8 = 41;
const Q2_K: u8 = 42;
const IQ3_XXS: u8 = 49;
const IQ3_XS: u8 = (3 * IQ3_XXS + IQ3_S) / 4;
const Q3_K: u8 = 55;
const IQ3_S: u8 = 55;
const IQ4_XS: u8 = 68;
const Q4_K: u8 = 72;
const Q4_1: u8 = 80;
const Q5_K: u8 = 88;
const Q5_1: u8 = 96;
const Q6_K: u8 = 105;
const Q8_0: u8 = 136;

/// The kind of block of each place.
#[derive(Clone, Copy)]
struct Mix {
    /// Where nothing else is said.
    body: u8,
    embedding: u8,
    head: u8,
    /// Values, where at least four query heads share them; of others as `output`.
    value: u8,
    /// Output projections of attention.
    output: u8,
    /// The last matrix of feed-forward blocks.
    down: u8,
    /// The same in some of the layers.
    down_of_some: u8,
    /// Share of those layers.
    some: f64,
}

const fn all(body: u8) -> Mix {
    let head = if body < Q6_K { Q6_K } else { body };
    Mix { body, embedding: body, head, value: body, output: body, down: body, down_of_some: body, some: 0.125 }
}

/// Under three bits, where some places are of wider blocks.
const fn narrow(body: u8, output: u8, wider: u8) -> Mix {
    Mix { embedding: wider, head: Q5_K, value: Q4_K, output, down_of_some: wider, ..all(body) }
}

/// Half of the layers have the wider blocks of six bits.
const fn half(body: u8) -> Mix {
    Mix { value: u8::midpoint(body, Q6_K), down_of_some: Q6_K, some: 0.5, ..all(body) }
}

/// As `llama_tensor_get_type` of llama.cpp (`src/llama-quant.cpp`) chooses, with an importance matrix.
/// Not modelled: exceptions for mixtures of 8 experts, for 70 B, and for queries and keys.
const fn mix(format: WeightFormat) -> Mix {
    use WeightFormat as W;
    match format {
        W::GgufIq1S => narrow(IQ1_S, IQ2_XXS, Q2_K),
        W::GgufIq1M => narrow(IQ1_M, IQ2_XXS, Q2_K),
        W::GgufIq2Xxs => narrow(IQ2_XXS, IQ2_XXS, Q2_K),
        W::GgufIq2Xs => narrow(IQ2_XS, IQ2_XS, Q2_K),
        W::GgufIq2S => narrow(IQ2_XS, IQ3_S, IQ3_S),
        W::GgufIq2M => narrow(IQ2_S, IQ3_S, IQ3_S),
        W::GgufQ2KS => Mix { value: Q4_K, down_of_some: Q4_K, ..all(Q2_K) },
        W::GgufQ2K => Mix { value: Q4_K, output: Q3_K, down: Q3_K, down_of_some: Q3_K, ..all(Q2_K) },
        W::GgufIq3Xxs => Mix { down_of_some: IQ3_XXS, ..narrow(IQ3_XXS, IQ3_S, IQ3_S) },
        W::GgufIq3Xs => {
            Mix { embedding: IQ3_S, value: Q4_K, output: IQ3_S, down: IQ3_S, down_of_some: IQ3_S, ..all(IQ3_XS) }
        }
        W::GgufIq3S => Mix { value: Q4_K, ..all(IQ3_S) },
        W::GgufIq3M => Mix { value: Q4_K, output: Q4_K, down_of_some: Q4_K, ..all(IQ3_S) },
        W::GgufQ3KS => all(Q3_K),
        W::GgufQ3KM => Mix { value: Q4_K, output: Q4_K, down: Q4_K, down_of_some: Q4_K, ..all(Q3_K) },
        W::GgufQ3KL => Mix { value: Q5_K, output: Q5_K, down: Q5_K, down_of_some: Q5_K, ..all(Q3_K) },
        W::GgufIq4Xs => Mix { value: Q5_K, ..all(IQ4_XS) },
        W::GgufIq4Nl => Mix { value: Q5_K, ..all(Q4_K) },
        W::GgufQ41 => all(Q4_1),
        W::GgufQ4KS => Mix { down_of_some: Q5_K, ..all(Q4_K) },
        W::GgufQ4KM => half(Q4_K),
        W::GgufQ50 | W::GgufQ5KS => all(Q5_K),
        W::GgufQ5KM => half(Q5_K),
        W::GgufQ6K => all(Q6_K),
        W::GgufQ80 => all(Q8_0),
        // Q4_0; other formats are no files of llama.cpp
        _ => all(Q4_K),
    }
}

/// Bits of most weights of a file.
pub(super) fn bits_of_most(format: WeightFormat) -> f64 {
    f64::from(mix(format).body) / 16.0
}

/// Bytes of `count` of a model's weights, both tables among them, in a file of llama.cpp.
pub(super) fn bytes(a: &Architecture, parameters: &Parameters, count: f64, format: WeightFormat) -> f64 {
    let [embedding, head, body] = bits(a, format);
    let (looked_up, multiplied) = (real(parameters.embedding), real(parameters.head));
    (embedding * looked_up + head * multiplied + body * (count - looked_up - multiplied).max(0.0)) / 8.0
}

/// Bits of a weight of the embedding, of the head, and of the rest, mean over all layers.
fn bits(a: &Architecture, format: WeightFormat) -> [f64; 3] {
    let mix = mix(format);
    let bits = |kind: u8, row: u32| {
        let fits = row.is_multiple_of(BLOCK) || is_of_32(format) && kind == mix.body;
        f64::from(if fits { kind } else { wider(kind) }) / 16.0
    };
    let head = bits(if a.hidden.is_multiple_of(BLOCK) { mix.head } else { Q8_0 }, BLOCK);
    let embedding = if a.tied_head { head } else { bits(mix.embedding, a.hidden) };
    let hidden = f64::from(a.hidden);
    let (values, outputs, is_shared) = match a.attention {
        Attention::Grouped { heads, kv_heads, head_dim, .. } => {
            (kv_heads.saturating_mul(head_dim), heads.saturating_mul(head_dim), 4 * u64::from(kv_heads) <= heads.into())
        }
        Attention::Latent { heads, value_dim, .. } => (0, heads.saturating_mul(value_dim), true),
    };
    let value = if is_shared || Q4_K <= mix.body { mix.value } else { mix.output };
    let (row, experts) = a.experts.map_or((a.feed_forward.inner, 0.0), |experts| {
        let of_layer = f64::from(experts.routed) * f64::from(experts.inner) + f64::from(experts.shared_inner);
        (experts.inner, f64::from(experts.layers) * of_layer)
    });
    let down = mix.some * bits(mix.down_of_some, row) + (1.0 - mix.some) * bits(mix.down, row);
    let layers = f64::from(a.attention_layers);
    let places = [
        (layers * f64::from(values), bits(value, a.hidden)),
        (layers * f64::from(outputs), bits(mix.output, outputs)),
        (f64::from(a.dense_layers) * f64::from(a.feed_forward.inner) + experts, down),
    ];
    let counts = super::parameters(a);
    let all = (real(counts.total) - real(counts.embedding + counts.head)).max(1.0);
    let body = bits(mix.body, a.hidden);
    let more: f64 = places.into_iter().map(|(width, bits)| hidden * width * (bits - body)).sum();
    [embedding, head, body + more / all]
}

/// Types whose blocks have 32 weights, which divide all rows.
const fn is_of_32(format: WeightFormat) -> bool {
    use WeightFormat as W;
    matches!(format, W::GgufIq4Nl | W::GgufQ40 | W::GgufQ41 | W::GgufQ50 | W::GgufQ80)
}

/// The kind of 32 weights that stands in for one of 256.
const fn wider(kind: u8) -> u8 {
    match kind {
        ..Q4_K => Q4_K,
        Q4_K => Q5_K,
        Q6_K.. => Q8_0,
        _ => Q5_1,
    }
}
