//! One measured row: what was measured, and how it is predicted.

use gpu_cost_core::candidate::{Coefficients, Point, Rejection};
use gpu_cost_core::units::Range;

/// What is predicted of a row with given coefficients.
pub(crate) type Predict = Box<dyn Fn(&Coefficients) -> Result<Range<f64>, Rejection>>;

/// What common rules give.
pub(crate) type Rules = Vec<(&'static str, f64)>;

/// A row.
pub(crate) struct Case {
    pub(crate) id: String,
    /// The table that it comes from: rows of one are near-duplicates.
    pub(crate) group: String,
    /// What is left out together where all rows have one source.
    pub(crate) kind: String,
    pub(crate) key: Key,
    pub(crate) measured: f64,
    pub(crate) outcome: Outcome,
    /// Where it lies among all work, of a speed that is predicted.
    pub(crate) point: Option<Point>,
    /// What common rules give.
    pub(crate) rules: Rules,
    /// What the prediction takes for granted, in a few words.
    pub(crate) reading: String,
}

/// Whether a row can be predicted.
pub(crate) enum Outcome {
    Predict(Predict),
    Refused(String),
}

/// What is measured, in the order of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    Throughput,
    Runs,
    TrainingMlperf,
    LanguageMemory,
    DiffusionMemory,
    Decode,
    Prefill,
    SingleRequest,
    SaturatedDense,
    SaturatedMoe,
    InferenceMlperf,
    DiffusionTime,
}

impl Key {
    pub(crate) const ALL: [Self; 12] = [
        Self::Throughput,
        Self::Runs,
        Self::TrainingMlperf,
        Self::LanguageMemory,
        Self::DiffusionMemory,
        Self::Decode,
        Self::Prefill,
        Self::SingleRequest,
        Self::SaturatedDense,
        Self::SaturatedMoe,
        Self::InferenceMlperf,
        Self::DiffusionTime,
    ];

    /// The median error in percent that is aimed at: of all rows, and of sources that were left out of the fit. MLPerf has
    /// none: its rows are tuned by vendors to the last.
    pub(crate) const fn bars(self) -> Option<[f64; 2]> {
        match self {
            Self::Throughput => Some([12.0, 17.0]),
            Self::Runs => Some([20.0, 25.0]),
            Self::LanguageMemory => Some([6.0, 9.0]),
            Self::DiffusionMemory => Some([15.0, 22.5]),
            Self::Decode => Some([7.0, 10.5]),
            Self::Prefill => Some([25.0, 37.5]),
            Self::SingleRequest => Some([10.0, 15.0]),
            Self::SaturatedDense => Some([11.0, 16.5]),
            Self::SaturatedMoe => Some([20.0, 30.0]),
            Self::DiffusionTime => Some([15.0, 25.0]),
            Self::TrainingMlperf | Self::InferenceMlperf => None,
        }
    }

    /// Where it is in the JSON.
    pub(crate) const fn path(self) -> [&'static str; 2] {
        match self {
            Self::Throughput => ["training", "throughput"],
            Self::Runs => ["training", "runs"],
            Self::TrainingMlperf => ["training", "mlperf"],
            Self::LanguageMemory => ["memory", "language"],
            Self::DiffusionMemory => ["memory", "diffusion"],
            Self::Decode => ["inference", "decode"],
            Self::Prefill => ["inference", "prefill"],
            Self::SingleRequest => ["inference", "single_request"],
            Self::SaturatedDense => ["inference", "saturated_dense"],
            Self::SaturatedMoe => ["inference", "saturated_moe"],
            Self::InferenceMlperf => ["inference", "mlperf"],
            Self::DiffusionTime => ["diffusion", "time"],
        }
    }

    pub(crate) const fn is_memory(self) -> bool {
        matches!(self, Self::LanguageMemory | Self::DiffusionMemory)
    }
}
