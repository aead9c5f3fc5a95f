//! How a large training is best divided over a cluster, where nobody says.

use super::{Cluster, Coefficients, Division, Estimate, Performance, Rejection, Sharding, estimate};
use crate::catalog::Device;
use crate::requirement::{Load, Requirement};

/// Powers of two that are tried for each way to divide.
const WAYS: [u32; 7] = [1, 2, 4, 8, 16, 32, 64];

/// The fastest division of a training over `n_gpus` that fits; where none does, the one that needs least memory.
///
/// Tried are matrices over up to a node, up to 16 stages, experts over up to 64, and optimizer states, or all states,
/// over the replicas.
///
/// # Errors
/// A [`Rejection`] where a figure or a feature is missing.
pub fn best_division(
    requirement: &Requirement,
    device: Device,
    cluster: &Cluster,
    n_gpus: u32,
) -> Result<(Division, Estimate), Rejection> {
    let Load::Training(load) = &requirement.load else {
        let division = Division { data: n_gpus, ..Division::SINGLE };
        return estimate(requirement, device, cluster, &division, &Coefficients::FITTED).map(|found| (division, found));
    };
    let usable = device.memory().map_or(f64::INFINITY, |memory| 0.95 * memory.as_f64());
    let experts: &[u32] = if load.experts.is_some() { &WAYS } else { &WAYS[..1] };
    let mut best: Option<(f64, Division, Estimate)> = None;
    let mut failure = Rejection::UnknownFigure { figure: "memory" };
    for tensor in WAYS.into_iter().filter(|&ways| ways <= cluster.gpus_per_node.min(8)) {
        for pipeline in WAYS.into_iter().filter(|&ways| ways <= 16 && f64::from(ways) <= load.layers) {
            for expert in experts.iter().copied() {
                for sharding in [Sharding::Optimizer, Sharding::Weights] {
                    let data = n_gpus / (tensor * pipeline);
                    if data < expert || 1 < pipeline && sharding == Sharding::Weights || load.global_batch < data {
                        continue;
                    }
                    let division = Division { data, tensor, pipeline, interleaved: 2, context: 1, expert, sharding };
                    match estimate(requirement, device, cluster, &division, &Coefficients::FITTED) {
                        Ok(found) => {
                            let cost = cost(&found, usable);
                            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                                best = Some((cost, division, found));
                            }
                        }
                        Err(rejection) => failure = rejection,
                    }
                }
            }
        }
    }
    best.map(|(_, division, found)| (division, found)).ok_or(failure)
}

/// Seconds for each token; what does not fit comes after all that does, by memory.
fn cost(found: &Estimate, usable: f64) -> f64 {
    let needed = found.parts.sum().as_f64();
    match found.performance {
        Performance::Finite { tokens_per_second: Some(speed), .. } if needed <= usable => 1.0 / speed.likely,
        _ => 1e3 * needed,
    }
}
