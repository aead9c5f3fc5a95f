//! Coefficients from rows: coordinate descent on the sum of absolute logarithmic errors.

use gpu_cost_core::candidate::Coefficients;

use super::case::{Case, Key, Outcome};

/// A coefficient: its name, and where it is.
pub(crate) type Knob = (&'static str, fn(&mut Coefficients) -> &mut f64);

macro_rules! knobs {
    ($($part:ident . $field:ident),* $(,)?) => {
        &[$((concat!(stringify!($part), ".", stringify!($field)), |fitted| &mut fitted.$part.$field)),*]
    };
}

/// Those of training.
const TRAINING: &[Knob] = knobs![
    training.ampere,
    training.eager,
    training.fused,
    training.tuned,
    training.attention,
    training.attention_tuned,
    training.recomputed,
    training.mixture,
    training.traffic,
    training.traffic_tuned,
    training.traffic_adapters,
    training.traffic_logits,
    training.expanded,
    training.starts,
    training.exposed,
    training.exposed_layer,
    training.interruptions,
];

/// Those of answering.
const SERVING: &[Knob] = knobs![
    serving.reading,
    serving.per_cycle,
    serving.per_cycle_portable,
    serving.eight,
    serving.quarter,
    serving.cache,
    serving.cache_portable,
    serving.layer_portable,
    serving.layer,
    serving.routing,
    serving.compute,
    serving.compute_tuned,
    serving.attention,
    serving.exchange,
    serving.operations_portable,
    serving.quantized_portable,
    serving.staged,
    serving.traffic,
    serving.mixture,
    serving.host,
];

/// Those of images and videos.
const GENERATION: &[Knob] = &[
    ("generation.convolutions", |fitted| &mut fitted.generation.convolutions),
    ("generation.attention", |fitted| &mut fitted.generation.attention),
    ("generation.attention_of_fast", |fitted| &mut fitted.generation.attention_of_fast),
    ("generation.video_decoder", |fitted| &mut fitted.generation.video_decoder),
    ("generation.moved[0]", |fitted| &mut fitted.generation.moved[0]),
    ("generation.moved[1]", |fitted| &mut fitted.generation.moved[1]),
    ("generation.moved_unet[0]", |fitted| &mut fitted.generation.moved_unet[0]),
    ("generation.moved_unet[1]", |fitted| &mut fitted.generation.moved_unet[1]),
    ("generation.layer[0]", |fitted| &mut fitted.generation.layer[0]),
    ("generation.layer[1]", |fitted| &mut fitted.generation.layer[1]),
];

const TRAINING_KEYS: [Key; 2] = [Key::Throughput, Key::Runs];
const SERVING_KEYS: [Key; 5] = [Key::Decode, Key::Prefill, Key::SingleRequest, Key::SaturatedDense, Key::SaturatedMoe];

const GENERATION_KEYS: [Key; 1] = [Key::DiffusionTime];

/// Whether rows of a key take part in the fit. MLPerf's logs lack what a row must say.
pub(crate) fn is_fitted(key: Key) -> bool {
    [&TRAINING_KEYS[..], &SERVING_KEYS[..], &GENERATION_KEYS[..]].iter().any(|keys| keys.contains(&key))
}

/// Weight of a departure from what was assumed before any row was seen, for each doubling, in rows.
const PRIOR: f64 = 15.0;

/// The coefficients that predict these rows best. Every source counts with the square root of its rows, so that a large
/// table does not outvote all others.
pub(crate) fn fit(cases: &[&Case], start: Coefficients) -> Coefficients {
    let mut best = start;
    for (knobs, keys) in
        [(TRAINING, &TRAINING_KEYS[..]), (SERVING, &SERVING_KEYS[..]), (GENERATION, &GENERATION_KEYS[..])]
    {
        let cases: Vec<_> = cases.iter().copied().filter(|case| keys.contains(&case.key)).collect();
        let cases = &weighted(&cases);
        if cases.is_empty() {
            continue;
        }
        let mut loss = self::loss(cases, &best, knobs);
        for step in [1.25, 1.1, 1.04, 1.015] {
            for _ in 0..12 {
                let before = loss;
                for (name, knob) in knobs {
                    for factor in [step, 1.0 / step] {
                        let mut changed = best;
                        *knob(&mut changed) *= factor;
                        if is_share(name) && 1.0 < *knob(&mut changed) {
                            continue;
                        }
                        let now = self::loss(cases, &changed, knobs);
                        if now < loss {
                            (best, loss) = (changed, now);
                            break;
                        }
                    }
                }
                if before - loss < 1e-3 * before {
                    break;
                }
            }
        }
    }
    best
}

/// Whether a coefficient is a part of something that is measured apart.
fn is_share(name: &str) -> bool {
    const SHARES: [&str; 13] = [
        "ampere",
        "eager",
        "fused",
        "tuned",
        "attention",
        "attention_tuned",
        "exposed",
        "exposed_layer",
        "reading",
        "cache",
        "compute",
        "compute_tuned",
        "exchange",
    ];
    name.split('.').next_back().is_some_and(|field| SHARES.contains(&field))
}

/// Cases with their weights.
fn weighted<'a>(cases: &[&'a Case]) -> Vec<(&'a Case, f64)> {
    let rows = |case: &Case| cases.iter().filter(|other| (other.key, &other.group) == (case.key, &case.group)).count();
    cases.iter().map(|case| (*case, 1.0 / f64::from(u32::try_from(rows(case)).unwrap_or(u32::MAX)).sqrt())).collect()
}

fn loss(cases: &[(&Case, f64)], fitted: &Coefficients, knobs: &[Knob]) -> f64 {
    let (mut assumed, mut now) = (Coefficients::ASSUMED, *fitted);
    let departure: f64 = knobs.iter().map(|(_, knob)| (*knob(&mut now) / *knob(&mut assumed)).log2().abs()).sum();
    let error = |case: &Case| match &case.outcome {
        Outcome::Predict(predict) => {
            predict(fitted).map_or(0.0, |range| (range.likely / case.measured).ln().abs().min(1.0))
        }
        Outcome::Refused(_) => 0.0,
    };
    cases.iter().map(|(case, weight)| weight * error(case)).sum::<f64>() + 0.01 * PRIOR * departure
}

/// Every coefficient.
pub(crate) fn knobs() -> impl Iterator<Item = &'static Knob> {
    TRAINING.iter().chain(SERVING).chain(GENERATION)
}

/// Prints what is fitted to all rows.
pub(crate) fn print(cases: &[Case]) {
    let cases: Vec<_> = cases.iter().collect();
    let mut fitted = fit(&cases, Coefficients::ASSUMED);
    for (part, knobs) in [
        ("training: TrainingCoefficients", TRAINING),
        ("serving: ServingCoefficients", SERVING),
        ("generation: GenerationCoefficients", GENERATION),
    ] {
        println!("{part} {{");
        for (name, knob) in knobs {
            println!("    {}: {:.2e},", name.split_once('.').map_or(*name, |(_, field)| field), knob(&mut fitted));
        }
        println!("}},");
    }
}
