//! Which layers have what: attention, a window, a state, a dense block, experts.

use super::family::{Family, Quirk, State};
use super::fields::Fields;

/// How many layers have what.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layers {
    pub(super) all: u32,
    pub(super) attention: u32,
    /// Those of them that look back no further than the window.
    pub(super) windowed: u32,
    pub(super) window: u32,
    pub(super) recurrent: u32,
    pub(super) dense: u32,
    pub(super) sparse: u32,
}

/// What mixes the tokens of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mixer {
    Full,
    Windowed,
    State,
}

const LAYERS: &[&str] = &["num_hidden_layers", "n_layer", "n_layers", "num_layers"];
const KINDS: &[&str] = &["layer_types", "layers_block_type"];
const LETTERS: &str = "hybrid_override_pattern";
const INDICES: &[&str] = &["attn_layer_indices", "full_attn_idxs"];
const DENSE_BEFORE: &[&str] = &["first_k_dense_replace", "moe_layer_start_index", "num_dense_layers"];
const WINDOW: &[&str] = &["sliding_window", "attention_chunk_size", "window_size"];
const PATTERN: &[&str] = &["sliding_window_pattern", "_sliding_window_pattern", "full_attention_interval"];

/// Layers by what they have.
pub(super) fn layers(family: &Family, fields: &mut Fields<'_, '_>) -> Layers {
    if let Some(Quirk::NemotronH) = family.quirk {
        return single(fields);
    }
    let all = fields.layers(LAYERS);
    let mut layers = Layers { all, ..Layers::default() };
    match family.recurrent {
        Some(State::MambaAlone | State::Mamba2Alone) => return Layers { recurrent: all, ..layers },
        Some(State::Mamba2Beside) => layers = Layers { attention: all, recurrent: all, ..layers },
        _ => {
            let mixers = mixers(family, fields, all);
            let count = |mixer| all.min(count(mixers.iter().map(|&found| found == mixer)));
            let (windowed, recurrent) = (count(Mixer::Windowed), count(Mixer::State));
            let window = if windowed == 0 { 0 } else { window(fields).unwrap_or(0) };
            layers = Layers { attention: all - recurrent, windowed, window, recurrent, ..layers };
        }
    }
    let sparse = if family.experts.is_some() { sparse(fields, all) } else { 0 };
    Layers { dense: all - sparse, sparse, ..layers }
}

/// The window in tokens, where it is in use.
fn window(fields: &mut Fields<'_, '_>) -> Option<u32> {
    let in_use = !fields.has("use_sliding_window") || fields.flag("use_sliding_window");
    fields.count(WINDOW).filter(|&window| in_use && window > 0)
}

fn mixers(family: &Family, fields: &mut Fields<'_, '_>, all: u32) -> Vec<Mixer> {
    let other = match family.recurrent {
        Some(_) => Mixer::State,
        None if window(fields).is_some() => Mixer::Windowed,
        None => Mixer::Full,
    };
    if let Some(kinds) = fields.texts(KINDS) {
        let mixers: Vec<Mixer> = kinds.iter().filter_map(|kind| mixer(kind, other)).collect();
        if mixers.len() != kinds.len() || u32::try_from(mixers.len()) != Ok(all) {
            fields.refuse(KINDS, "conflict", "a known kind for each of the layers");
        }
        return mixers;
    }
    full(fields, all).into_iter().map(|full| if full { Mixer::Full } else { other }).collect()
}

fn mixer(kind: &str, other: Mixer) -> Option<Mixer> {
    match kind {
        "full_attention" | "attention" | "indexed_attention" => Some(Mixer::Full),
        "sliding_attention" | "chunked_attention" if other != Mixer::State => Some(other),
        "linear_attention" | "mamba" | "conv" if other == Mixer::State => Some(other),
        _ => None,
    }
}

/// Which layers look back all the way.
fn full(fields: &mut Fields<'_, '_>, all: u32) -> Vec<bool> {
    let each = |is_full: &dyn Fn(u32) -> bool| (0..all).map(is_full).collect();
    let indices = fields.counts(INDICES);
    let flags = fields.counts(&["attn_type_list"]);
    if !indices.is_empty() {
        each(&|layer| indices.contains(&layer))
    } else if !flags.is_empty() {
        each(&|layer| at(&flags, layer) == Some(1))
    } else if let Some(period) = fields.count(&["attn_layer_period"]) {
        let offset = fields.count(&["attn_layer_offset"]).unwrap_or(0);
        each(&|layer| period > 0 && layer % period == offset)
    } else if let Some(letters) = fields.letters("sliding_window_pattern") {
        let count = u32::try_from(letters.len()).unwrap_or(1).max(1);
        each(&|layer| at(letters.as_bytes(), layer % count) == Some(b'G'))
    } else if let Some(step) = fields.count(PATTERN) {
        each(&|layer| step > 0 && (layer + 1) % step == 0)
    } else {
        let first = fields.count(&["max_window_layers"]).unwrap_or(all);
        each(&|layer| layer < first)
    }
}

/// Layers of experts.
fn sparse(fields: &mut Fields<'_, '_>, all: u32) -> u32 {
    if fields.count(super::language::ROUTED).unwrap_or(0) < 2 {
        return 0;
    }
    if let Some(kinds) = fields.texts(&["mlp_layer_types"]) {
        return all.min(count(kinds.iter().map(|kind| kind == "sparse")));
    }
    let listed = fields.counts(&["moe_layers"]);
    if !listed.is_empty() {
        return count((0..all).map(|layer| listed.contains(&layer)));
    }
    let first = fields.count(DENSE_BEFORE).unwrap_or(0);
    if all < first {
        fields.conflict(DENSE_BEFORE, "at most the number of layers");
    }
    let last = fields.last("moe_layer_end_index").unwrap_or(all);
    let step = fields.count(&["decoder_sparse_step", "interleave_moe_layer_step", "moe_layer_interval"]);
    let step = step.unwrap_or(1).max(1);
    let period = fields.count(&["expert_layer_period"]).unwrap_or(1).max(1);
    let offset = fields.count(&["expert_layer_offset"]).unwrap_or(0);
    let dense = fields.counts(&["mlp_only_layers"]);
    let frequency = fields.counts(&["moe_layer_freq"]);
    count((0..all).map(|layer| {
        let chosen = match frequency[..] {
            [] => true,
            [every] => layer % every.max(1) == 0,
            _ => at(&frequency, layer) == Some(1),
        };
        let placed = first <= layer && layer <= last && (layer + 1) % step == 0 && layer % period == offset;
        chosen && placed && !dense.contains(&layer)
    }))
}

/// Layers that are one thing only: a word for each, or a letter.
fn single(fields: &mut Fields<'_, '_>) -> Layers {
    let listed = fields.texts(KINDS);
    let pattern = listed.is_none().then(|| fields.text(LETTERS)).flatten();
    let names: Vec<&str> = match (&listed, &pattern) {
        (Some(kinds), _) => kinds.iter().map(String::as_str).collect(),
        (None, Some(letters)) => letters.split("").filter(|letter| !letter.is_empty()).collect(),
        (None, None) => Vec::new(),
    };
    let of = |known: &[&str]| count(names.iter().map(|name| known.contains(name)));
    let layers = Layers {
        all: count(names.iter().map(|_| true)),
        recurrent: of(&["M", "mamba", "linear_attention"]),
        attention: of(&["*", "attention", "full_attention"]),
        dense: of(&["-", "mlp"]),
        sparse: of(&["E", "moe"]),
        ..Layers::default()
    };
    let Layers { all, recurrent, attention, dense, sparse, .. } = layers;
    if all == 0 || 4096 < all || recurrent + attention + dense + sparse != all {
        fields.refuse(&[LETTERS, KINDS[0], KINDS[1]], "conflict", "one of the letters M, *, - and E for each layer");
    }
    layers
}

fn at<T: Copy>(list: &[T], layer: u32) -> Option<T> {
    list.get(usize::try_from(layer).ok()?).copied()
}

fn count(flags: impl Iterator<Item = bool>) -> u32 {
    u32::try_from(flags.filter(|&flag| flag).count()).unwrap_or(u32::MAX)
}
