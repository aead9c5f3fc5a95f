//! What measured speeds cover: beyond it an estimate is the formula's alone.

mod table;

use super::Candidate;
use crate::catalog::{Gpu, Precision};
use crate::requirement::{Load, Requirement, weight_bits};
use crate::units::{Range, product, real};
use crate::workload::Workload;

/// Work with measured rows of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Training and fine-tuning.
    Training,
    /// Answering requests.
    Serving,
    /// Images and videos.
    Generation,
}

/// Where a piece of work lies among all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The work.
    pub kind: Kind,
    /// Parameters, tokens of a sequence (of images and videos: pixels of all frames), GPUs, bits, users at once.
    pub values: [f64; 5],
    /// The chip family.
    pub architecture: &'static str,
}

/// What the rows of a kind of work cover.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Covered {
    /// The least and the most of each value of a [`Point`].
    pub values: [(f64, f64); 5],
    /// Chip families.
    pub architectures: &'static [&'static str],
}

/// What can lie outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Size of the model.
    Parameters,
    /// Length of a sequence, or pixels.
    Length,
    /// Number of GPUs.
    Gpus,
    /// Precision of what is multiplied, or stored.
    Precision,
    /// Users at once.
    Users,
    /// Family of the GPU.
    Gpu,
}

impl Point {
    /// Where work on so many GPUs lies; `None` for work of which the visitor gives the time.
    #[must_use]
    pub fn of(requirement: &Requirement, gpu: &Gpu, n_gpus: u32) -> Option<Self> {
        let (kind, length, bits, users) = match &requirement.load {
            Load::Training(load) => (Kind::Training, load.sequence, training_bits(load.precision), 1.0),
            Load::Serving(load) => {
                let bits = weight_bits(load.format);
                (Kind::Serving, load.prompt + load.answer, bits, f64::from(load.users))
            }
            Load::Generation(_) | Load::Scaled(_) => {
                let Workload::Generation(work) = &requirement.workload else { return None };
                let pixels = real(product([work.width, work.height, work.frames]));
                (Kind::Generation, pixels, weight_bits(work.weights), 1.0)
            }
        };
        let parameters = real(requirement.parameters?.total);
        Some(Self {
            kind,
            values: [parameters, length, f64::from(n_gpus), bits, users],
            architecture: gpu.architecture,
        })
    }
}

const fn training_bits(precision: Precision) -> f64 {
    match precision {
        Precision::Fp64 => 64.0,
        Precision::Fp32 | Precision::Tf32 => 32.0,
        Precision::Bf16 | Precision::Fp16 => 16.0,
        Precision::Fp8 | Precision::Int8 => 8.0,
        Precision::Fp4 => 4.0,
    }
}

/// By how much the ends of a range move where no row has the family of the GPU. Assumed.
const UNSEEN: f64 = 1.33;

/// A range of speeds or times, wider where no row has the family of the GPU.
pub(super) fn widened(range: Range<f64>, kind: Kind, gpu: &Gpu) -> Range<f64> {
    if table::covered(kind).architectures.contains(&gpu.architecture) {
        return range;
    }
    Range { low: range.low / UNSEEN, high: range.high * UNSEEN, ..range }
}

/// What of a candidate lies outside of all measured rows.
pub fn outside(requirement: &Requirement, gpu: &Gpu, candidate: &Candidate) -> impl Iterator<Item = Input> + use<> {
    const INPUTS: [Input; 5] = [Input::Parameters, Input::Length, Input::Gpus, Input::Precision, Input::Users];
    let point = Point::of(requirement, gpu, candidate.n_gpus);
    point.into_iter().flat_map(|Point { kind, values, architecture }| {
        let covered = table::covered(kind);
        let is_outside = |value: f64, (least, most): (f64, f64)| value < 0.99 * least || 1.01 * most < value;
        let inputs = INPUTS.into_iter().zip(values).zip(covered.values);
        let known = covered.architectures.contains(&architecture);
        inputs
            .filter(move |((_, value), range)| is_outside(*value, *range))
            .map(|((input, _), _)| input)
            .chain((!known).then_some(Input::Gpu))
    })
}
