//! Units in which a figure may be read off, and how much that is in the unit of a [`Reading`](super::Reading).

use crate::catalog::Precision;

/// A unit of computing speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputeUnit {
    /// 10⁹ floating-point operations per second.
    Gflops,
    /// 10¹² of them.
    Tflops,
    /// 10¹⁵ of them.
    Pflops,
    /// 10⁹ integer operations per second.
    Gops,
    /// 10¹² of them.
    Tops,
    /// 10¹⁵ of them.
    Pops,
}

/// A unit of copying speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CopyUnit {
    /// 10⁶ bytes per second.
    MbPerSecond,
    /// 10⁹ bytes per second.
    GbPerSecond,
    /// 10¹² bytes per second.
    TbPerSecond,
    /// 2²⁰ bytes per second.
    MibPerSecond,
    /// 2³⁰ bytes per second.
    GibPerSecond,
    /// 2⁴⁰ bytes per second.
    TibPerSecond,
    /// 10⁶ bits per second.
    MbitPerSecond,
    /// 10⁹ bits per second.
    GbitPerSecond,
    /// 10¹² bits per second.
    TbitPerSecond,
}

impl ComputeUnit {
    /// Whether it counts what a format computes with.
    #[must_use]
    pub const fn suits(self, precision: Precision) -> bool {
        matches!(self, Self::Gops | Self::Tops | Self::Pops) == matches!(precision, Precision::Int8)
    }

    /// 10¹² operations per second.
    #[must_use]
    pub const fn tera(self, value: f64) -> f64 {
        match self {
            Self::Gflops | Self::Gops => value / 1e3,
            Self::Tflops | Self::Tops => value,
            Self::Pflops | Self::Pops => value * 1e3,
        }
    }
}

impl CopyUnit {
    /// 10⁹ bytes per second.
    ///
    /// ```
    /// # use gpu_cost_core::verification::CopyUnit;
    /// assert_eq!(CopyUnit::GbitPerSecond.gb_per_sec(3_000.0), 375.0);
    /// assert_eq!(CopyUnit::GibPerSecond.gb_per_sec(1.0), 1.073_741_824);
    /// ```
    #[must_use]
    pub const fn gb_per_sec(self, value: f64) -> f64 {
        match self {
            Self::MbPerSecond => value / 1e3,
            Self::GbPerSecond => value,
            Self::TbPerSecond => value * 1e3,
            Self::MibPerSecond => value * 1.048_576 / 1e3,
            Self::GibPerSecond => value * 1.073_741_824,
            Self::TibPerSecond => value * 1.099_511_627_776 * 1e3,
            Self::MbitPerSecond => value / 8e3,
            Self::GbitPerSecond => value / 8.0,
            Self::TbitPerSecond => value * 125.0,
        }
    }
}
