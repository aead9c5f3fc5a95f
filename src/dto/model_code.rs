//! A model's shape as a short text: from the module that reads a `config.json` to the one that compares, and into links.
//!
//! Numbers in base 36 with a dot between them, after the version of their order: `1.0.w.3k0.…`. One walk over the shape
//! writes and reads it, so that the two cannot differ.

use gpu_cost_core::bounds;
use gpu_cost_core::catalog::{
    Architecture, Attention, Experts, FeedForward, Indexer, Norm, QkNorm, Recurrence, Recurrent,
};
use gpu_cost_core::requirement::{architecture_of_size, parameters};

/// The order of the numbers.
const VERSION: u64 = 1;

/// The text of a shape.
pub(crate) fn write(architecture: &Architecture) -> String {
    let mut tape = Tape { numbers: vec![VERSION], next: 0, is_reading: false, is_good: true };
    walk(&mut architecture.clone(), &mut tape);
    let (mut code, mut mark) = (String::new(), "");
    for number in tape.numbers {
        code.push_str(mark);
        code.push_str(&base36(number));
        mark = ".";
    }
    code
}

/// The shape of a text; `None` where it is none, or none that could exist.
pub(crate) fn read(code: &str) -> Option<Architecture> {
    let numbers =
        code.split('.').map(|digits| u64::from_str_radix(digits, 36).ok().filter(|_| !digits.starts_with('+')));
    let numbers: Vec<u64> = numbers.collect::<Option<_>>()?;
    let mut tape = Tape { numbers, next: 1, is_reading: true, is_good: true };
    let mut architecture = architecture_of_size(1);
    walk(&mut architecture, &mut tape);
    let is_whole = tape.numbers.first() == Some(&VERSION) && tape.next == tape.numbers.len();
    (tape.is_good && is_whole && is_possible(&architecture)).then_some(architecture)
}

/// No part of a model is larger than what a `config.json` may state, and none that counts divide by is nothing.
fn is_possible(shape: &Architecture) -> bool {
    let heads = match shape.attention {
        Attention::Grouped { heads, kv_heads, head_dim, .. } => heads.min(kv_heads).min(head_dim),
        Attention::Latent { heads, kv_rank, .. } => heads.min(kv_rank),
    };
    let layers = [shape.attention_layers, shape.windowed_layers, shape.dense_layers];
    let experts = shape.experts.is_none_or(|experts| 0 < experts.per_token && experts.per_token <= experts.routed);
    let all =
        bounds::CONFIG_LAYERS.check(shape.layers.into()).is_ok() && layers.iter().all(|some| *some <= shape.layers);
    let size = f64::from(u32::try_from(parameters(shape).total >> 20).unwrap_or(u32::MAX)) * 1_048_576.0;
    0 < shape.hidden && 0 < shape.vocabulary && 0 < heads && all && experts && size <= bounds::PARAMETERS.max
}

fn base36(mut number: u64) -> String {
    let mut digits = Vec::new();
    loop {
        digits.extend(char::from_digit(u32::try_from(number % 36).unwrap_or_default(), 36));
        number /= 36;
        if number == 0 {
            return digits.into_iter().rev().collect();
        }
    }
}

/// The numbers of a shape, while they are written or read.
struct Tape {
    numbers: Vec<u64>,
    next: usize,
    is_reading: bool,
    is_good: bool,
}

impl Tape {
    /// Writes a number, or reads one that is at most `most`.
    fn number(&mut self, value: &mut u64, most: u64) {
        if !self.is_reading {
            self.numbers.push(*value);
            return;
        }
        match self.numbers.get(self.next) {
            Some(&found) if found <= most => *value = found,
            _ => self.is_good = false,
        }
        self.next += 1;
    }

    fn counts<const N: usize>(&mut self, values: [&mut u32; N]) {
        for value in values {
            let mut wide = u64::from(*value);
            self.number(&mut wide, 1 << 24);
            *value = u32::try_from(wide).unwrap_or(*value);
        }
    }

    fn flags<const N: usize>(&mut self, values: [&mut bool; N]) {
        for value in values {
            *value = self.choice(usize::from(*value), 2) == 1;
        }
    }

    /// One of so many alternatives.
    fn choice(&mut self, index: usize, all: usize) -> usize {
        let mut wide = u64::try_from(index).unwrap_or_default();
        self.number(&mut wide, u64::try_from(all).unwrap_or(1) - 1);
        usize::try_from(wide).unwrap_or(index)
    }

    /// What may be absent, with what stands for it while it is read.
    fn maybe<T: Copy>(&mut self, value: &mut Option<T>, blank: T, walk: impl FnOnce(&mut T, &mut Self)) {
        let is_there = self.choice(usize::from(value.is_some()), 2) == 1;
        *value = is_there.then(|| {
            let mut inner = value.unwrap_or(blank);
            walk(&mut inner, self);
            inner
        });
    }

    /// An alternative without content.
    fn one_of<T: Copy + PartialEq, const N: usize>(&mut self, value: &mut T, all: [T; N]) {
        let index = all.iter().position(|each| each == value).unwrap_or_default();
        if let Some(chosen) = all.get(self.choice(index, N)) {
            *value = *chosen;
        }
    }
}

#[rustfmt::skip]
fn walk(shape: &mut Architecture, tape: &mut Tape) {
    let Architecture {
        layers, hidden, vocabulary, tied_head, head_bias, learned_positions, embedding_norm, attention, attention_layers,
        windowed_layers, window, recurrent, feed_forward, dense_layers, experts, norm, norms_per_layer, prediction_layers,
        beside,
    } = shape;
    tape.counts([layers, hidden, vocabulary, learned_positions, attention_layers, windowed_layers, window, dense_layers]);
    tape.counts([norms_per_layer, prediction_layers]);
    tape.flags([tied_head, head_bias, embedding_norm]);
    tape.number(beside, 1 << 44);
    tape.one_of(norm, [Norm::Bare, Norm::Rms, Norm::Layer]);
    let FeedForward { inner, gated, bias } = feed_forward;
    tape.counts([inner]);
    tape.flags([gated, bias]);
    look(attention, tape);
    const NO_EXPERTS: Experts = Experts {
        layers: 0, routed: 0, per_token: 0, inner: 0, shared_inner: 0, shared_gate: false, router_bias: false, bias: false,
    };
    tape.maybe(experts, NO_EXPERTS, |experts, tape| {
        let Experts { layers, routed, per_token, inner, shared_inner, shared_gate, router_bias, bias } = experts;
        tape.counts([layers, routed, per_token, inner, shared_inner]);
        tape.flags([shared_gate, router_bias, bias]);
    });
    const NO_STATE: Recurrent = Recurrent { layers: 0, kind: Recurrence::Convolution { kernel: 0, bias: false } };
    tape.maybe(recurrent, NO_STATE, |Recurrent { layers, kind }, tape| {
        tape.counts([layers]);
        carry(kind, tape);
    });
}

#[rustfmt::skip]
fn look(attention: &mut Attention, tape: &mut Tape) {
    let index = usize::from(matches!(attention, Attention::Latent { .. }));
    let chosen = tape.choice(index, 2);
    if chosen != index {
        *attention = if chosen == 0 {
            Attention::Grouped {
                heads: 0, kv_heads: 0, head_dim: 0, qkv_bias: false, output_bias: false, qk_norm: QkNorm::Absent,
                sinks: false, gate: false,
            }
        } else {
            Attention::Latent {
                heads: 0, q_rank: None, kv_rank: 0, nope_dim: 0, rope_dim: 0, value_dim: 0, bias: false, indexer: None,
            }
        };
    }
    match attention {
        Attention::Grouped { heads, kv_heads, head_dim, qkv_bias, output_bias, qk_norm, sinks, gate } => {
            tape.counts([heads, kv_heads, head_dim]);
            tape.flags([qkv_bias, output_bias, sinks, gate]);
            tape.one_of(qk_norm, [QkNorm::Absent, QkNorm::Head, QkNorm::Wide]);
        }
        Attention::Latent { heads, q_rank, kv_rank, nope_dim, rope_dim, value_dim, bias, indexer } => {
            tape.counts([heads, kv_rank, nope_dim, rope_dim, value_dim]);
            tape.flags([bias]);
            tape.maybe(q_rank, 0, |rank, tape| tape.counts([rank]));
            tape.maybe(indexer, Indexer { heads: 0, head_dim: 0 }, |Indexer { heads, head_dim }, tape| {
                tape.counts([heads, head_dim]);
            });
        }
    }
}

#[rustfmt::skip]
fn carry(kind: &mut Recurrence, tape: &mut Tape) {
    const BLANKS: [Recurrence; 5] = [
        Recurrence::DeltaNet { key_heads: 0, value_heads: 0, key_dim: 0, value_dim: 0, kernel: 0 },
        Recurrence::Mamba { inner: 0, state: 0, step_rank: 0, kernel: 0, conv_bias: false, bias: false, norms: false },
        Recurrence::Mamba2 {
            inner: 0, heads: 0, groups: 0, state: 0, kernel: 0, conv_bias: false, bias: false, norm: false,
        },
        Recurrence::Lightning { heads: 0, head_dim: 0 },
        Recurrence::Convolution { kernel: 0, bias: false },
    ];
    let same = |blank: &Recurrence| core::mem::discriminant(blank) == core::mem::discriminant(kind);
    let index = BLANKS.iter().position(same).unwrap_or_default();
    let chosen = tape.choice(index, BLANKS.len());
    if let Some(blank) = BLANKS.get(chosen).filter(|_| chosen != index) {
        *kind = *blank;
    }
    match kind {
        Recurrence::DeltaNet { key_heads, value_heads, key_dim, value_dim, kernel } => {
            tape.counts([key_heads, value_heads, key_dim, value_dim, kernel]);
        }
        Recurrence::Mamba { inner, state, step_rank, kernel, conv_bias, bias, norms } => {
            tape.counts([inner, state, step_rank, kernel]);
            tape.flags([conv_bias, bias, norms]);
        }
        Recurrence::Mamba2 { inner, heads, groups, state, kernel, conv_bias, bias, norm } => {
            tape.counts([inner, heads, groups, state, kernel]);
            tape.flags([conv_bias, bias, norm]);
        }
        Recurrence::Lightning { heads, head_dim } => tape.counts([heads, head_dim]),
        Recurrence::Convolution { kernel, bias } => {
            tape.counts([kernel]);
            tape.flags([bias]);
        }
    }
}

#[cfg(test)]
mod tests {
    use gpu_cost_core::catalog::models;

    use super::{read, write};
    use crate::dto::model_config::{self, ModelConfig};

    #[test]
    fn every_shape_comes_back() {
        for model in models() {
            let code = write(&model.architecture);
            assert_eq!(read(&code), Some(model.architecture), "{} {code}", model.id);
        }
        let configs: serde_json::Value = serde_json::from_str(include_str!("../../tests/model-configs.json")).unwrap();
        let mut kinds = 0;
        for config in
            configs.as_array().into_iter().flatten().chain(configs.as_object().into_iter().flat_map(|all| all.values()))
        {
            let config = config.get("config").unwrap_or(config);
            let Ok(ModelConfig::Language { architecture, .. }) = model_config::read(&config.to_string()) else {
                continue;
            };
            let code = write(&architecture);
            let back = read(&code);
            assert!(back.is_none() || back == Some(architecture), "{code}");
            kinds += usize::from(back.is_some());
        }
        assert!(100 < kinds, "{kinds}");
    }

    #[test]
    fn what_is_no_shape_is_refused() {
        let good = write(&models()[0].architecture);
        for end in 0..good.len() {
            assert!(read(&good[..end]).is_none_or(|shape| write(&shape) == good[..end]), "{}", &good[..end]);
        }
        for bad in ["", ".", "1", "2.0", "1.-1", "1.+1", "1.zzzzzzzzzzzzzzzz", "１.0", "💥"] {
            assert!(read(bad).is_none(), "{bad}");
        }
        for index in 0..good.split('.').count() {
            let other = |value: &str| {
                let mut parts: Vec<&str> = good.split('.').collect();
                parts[index] = value;
                parts.join(".")
            };
            for value in ["0", "1", "zz", "zzzzz", "zzzzzzzzzzzz"] {
                let code = other(value);
                if let Some(shape) = read(&code) {
                    assert_eq!(read(&write(&shape)), Some(shape), "{code}");
                }
            }
        }
    }
}
