//! Coefficients from rows: coordinate descent on the sum of absolute logarithmic errors.

use gpu_cost_core::candidate::Coefficients;

use super::case::{Case, Key, Outcome};

/// A coefficient: its name, and where it is.
type Knob = (&'static str, fn(&mut Coefficients) -> &mut f64);

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
    serving.cache,
    serving.cache_portable,
    serving.layer_portable,
    serving.layer,
    serving.routing,
    serving.compute,
    serving.compute_tuned,
    serving.operations_portable,
    serving.traffic,
    serving.mixture,
    serving.host,
];

/// Weight of a departure from what was assumed before any row was seen, for each doubling, in rows.
const PRIOR: f64 = 2.0;

/// The coefficients that predict these rows best. Every source counts with the square root of its rows, so that a large
/// table does not outvote all others.
pub(crate) fn fit(cases: &[&Case], start: Coefficients) -> Coefficients {
    let mut best = start;
    for (knobs, keys) in [
        (TRAINING, &[Key::Throughput, Key::Runs][..]),
        (SERVING, &[Key::Decode, Key::Prefill, Key::SingleRequest, Key::SaturatedDense, Key::SaturatedMoe][..]),
    ] {
        let cases: Vec<_> = cases.iter().copied().filter(|case| keys.contains(&case.key)).collect();
        if cases.is_empty() {
            continue;
        }
        let mut loss = self::loss(&cases, &best, knobs);
        for step in [1.25, 1.1, 1.04, 1.015] {
            for _ in 0..12 {
                let before = loss;
                for (_, knob) in knobs {
                    for factor in [step, 1.0 / step] {
                        let mut changed = best;
                        *knob(&mut changed) *= factor;
                        let now = self::loss(&cases, &changed, knobs);
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

fn loss(cases: &[&Case], fitted: &Coefficients, knobs: &[Knob]) -> f64 {
    let mut assumed = Coefficients::ASSUMED;
    let mut now = *fitted;
    let departure: f64 =
        knobs.iter().map(|(_, knob)| (*knob(&mut now) / *knob(&mut assumed)).log2().abs()).sum();
    let error = |case: &Case| match &case.outcome {
        Outcome::Predict(predict) => {
            predict(fitted).map_or(0.0, |range| (range.likely / case.measured).ln().abs().min(1.0))
        }
        Outcome::Refused(_) => 0.0,
    };
    let weighted: f64 = cases
        .iter()
        .map(|case| {
            let rows = cases.iter().filter(|other| (other.key, &other.group) == (case.key, &case.group)).count();
            error(case) / f64::from(u32::try_from(rows).unwrap_or(u32::MAX)).sqrt()
        })
        .sum();
    weighted + 0.01 * PRIOR * departure
}

/// Prints what is fitted to all rows.
pub(crate) fn print(cases: &[Case]) {
    let cases: Vec<_> = cases.iter().collect();
    let mut fitted = fit(&cases, Coefficients::FITTED);
    for (name, knob) in TRAINING.iter().chain(SERVING) {
        println!("{name}: {:.4e}", knob(&mut fitted));
    }
}
