//! Tiers and scenarios of a device, by rules over its figures. There is no exception for any card.
//!
//! Both say what a device is for, not what runs on it: that is for the requirement to say.

use super::{Gpu, GpuClass, LinkKind};
use crate::units::{Bytes, BytesPerSec, FlopsPerSec};

/// How large the work is that a device is made for.
///
/// | tier | speed | memory | bandwidth | for |
/// | --- | --- | --- | --- | --- |
/// | entry | below 60 TFLOPS, | or below 16 GiB, | or below 500 GB/s | courses, light inference, small data |
/// | mainstream | all others | | | small and medium training, inference, rendering |
/// | flagship | 250 TFLOPS, | 40 GiB | and 1,500 GB/s, or more | training on several devices, the largest models |
///
/// The speed is that of the matrix units, dense: BF16, or FP16 where that is faster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Courses, light inference, small data.
    Entry,
    /// Small and medium training, inference, rendering.
    Mainstream,
    /// Training on several devices, the largest models.
    Flagship,
}

impl Tier {
    /// The tier of a device; `None` where a figure is unknown that would decide.
    ///
    /// ```
    /// # use gpu_cost_core::catalog::{Tier, gpu};
    /// assert_eq!(Tier::of(gpu("nvidia-t4-16gb").unwrap()), Some(Tier::Entry));
    /// assert_eq!(Tier::of(gpu("nvidia-rtx-4090-24gb").unwrap()), Some(Tier::Mainstream));
    /// assert_eq!(Tier::of(gpu("nvidia-a100-sxm-80gb").unwrap()), Some(Tier::Flagship));
    /// assert_eq!(Tier::of(gpu("enflame-s60-48gb").unwrap()), None); // no speed is published
    /// ```
    #[must_use]
    pub fn of(gpu: &Gpu) -> Option<Self> {
        let least = |tflops, gib, gb_s| {
            let all = [has_speed(gpu, tflops), has_memory(gpu, gib), has_bandwidth(gpu, gb_s)];
            let all_known = || all.into_iter().all(|figure| figure.is_some()).then_some(true);
            if all.contains(&Some(false)) { Some(false) } else { all_known() }
        };
        if least(60.0, 16, 500.0)? {
            Some(if least(250.0, 40, 1_500.0)? { Self::Flagship } else { Self::Mainstream })
        } else {
            Some(Self::Entry)
        }
    }
}

/// Work that a device is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scenario {
    /// One user's inference, courses: 8 GiB and 200 GB/s.
    LightInference,
    /// Answering many users: 24 GiB, 600 GB/s and 60 TFLOPS.
    Serving,
    /// Images and video by diffusion models: 12 GiB and 40 TFLOPS.
    Creation,
    /// Images of 3D scenes: cards for games and workstations. Which server cards can do it, the table does not say.
    Rendering,
    /// Fine-tuning and small training: BF16, 24 GiB and 60 TFLOPS.
    FineTuning,
    /// Training from scratch on the devices of a node: BF16, 40 GiB, 250 TFLOPS, a link of 200 GB/s that joins 8.
    Pretraining,
    /// Simulation in double precision: 5 TFLOPS of FP64 on the vector units.
    DoublePrecision,
}

impl Scenario {
    /// Every scenario.
    pub const ALL: [Self; 7] = [
        Self::LightInference,
        Self::Serving,
        Self::Creation,
        Self::Rendering,
        Self::FineTuning,
        Self::Pretraining,
        Self::DoublePrecision,
    ];

    /// Whether a device is made for this work; not so where a figure is unknown that would decide.
    ///
    /// ```
    /// # use gpu_cost_core::catalog::{Scenario, gpu};
    /// assert!(Scenario::DoublePrecision.suits(gpu("nvidia-v100-sxm2-32gb").unwrap())); // 7.8
    /// assert!(!Scenario::DoublePrecision.suits(gpu("nvidia-rtx-4090-24gb").unwrap())); // 1.29
    /// ```
    #[must_use]
    pub fn suits(self, gpu: &Gpu) -> bool {
        let speed = |tflops| has_speed(gpu, tflops) == Some(true);
        let memory = |gib| has_memory(gpu, gib) == Some(true);
        let bandwidth = |gb_s| has_bandwidth(gpu, gb_s) == Some(true);
        match self {
            Self::LightInference => memory(8) && bandwidth(200.0),
            Self::Serving => memory(24) && bandwidth(600.0) && speed(60.0),
            Self::Creation => memory(12) && speed(40.0),
            Self::Rendering => gpu.class != GpuClass::Datacenter,
            Self::FineTuning => gpu.bf16.is_some() && memory(24) && speed(60.0),
            Self::Pretraining => gpu.bf16.is_some() && memory(40) && speed(250.0) && joins_eight(gpu),
            Self::DoublePrecision => gpu.fp64.is_some_and(|speed| FlopsPerSec::tera(5.0) <= speed),
        }
    }
}

fn has_speed(gpu: &Gpu, tflops: f64) -> Option<bool> {
    let FlopsPerSec(fastest) = [gpu.bf16, gpu.fp16].into_iter().flatten().reduce(faster)?;
    Some(FlopsPerSec::tera(tflops).0 <= fastest)
}

fn faster(a: FlopsPerSec, b: FlopsPerSec) -> FlopsPerSec {
    if a < b { b } else { a }
}

fn has_memory(gpu: &Gpu, gib: u64) -> Option<bool> {
    Some(Bytes::gib(gib) <= gpu.memory?)
}

fn has_bandwidth(gpu: &Gpu, gb_s: f64) -> Option<bool> {
    Some(BytesPerSec::giga(gb_s) <= gpu.bandwidth?)
}

fn joins_eight(gpu: &Gpu) -> bool {
    let fast = gpu.link.bandwidth.is_some_and(|speed| BytesPerSec::giga(200.0) <= speed);
    gpu.link.kind == LinkKind::Dedicated && fast && gpu.link_domain.is_some_and(|domain| 8 <= domain)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::{Scenario, Tier};
    use crate::catalog::{gpu, gpus};

    #[track_caller]
    fn check(id: &str, tier: Tier, scenarios: &[Scenario]) {
        let gpu = gpu(id).unwrap();
        assert_eq!(Tier::of(gpu), Some(tier), "{id}");
        let suits: Vec<Scenario> = Scenario::ALL.into_iter().filter(|scenario| scenario.suits(gpu)).collect();
        assert_eq!(suits, scenarios, "{id}");
    }

    /// By hand, from the figures of the data sheets.
    #[test]
    fn examples() {
        use Scenario::{Creation, DoublePrecision, FineTuning, LightInference, Pretraining, Rendering, Serving};
        check("nvidia-t4-16gb", Tier::Entry, &[LightInference, Creation]);
        check("nvidia-l4-24gb", Tier::Entry, &[LightInference, Creation, FineTuning]);
        check("nvidia-rtx-3060-12gb", Tier::Entry, &[LightInference, Rendering]);
        check("nvidia-p100-pcie-16gb", Tier::Entry, &[LightInference]);
        check("nvidia-a10-24gb", Tier::Mainstream, &[LightInference, Serving, Creation, FineTuning]);
        check("nvidia-a30-24gb", Tier::Mainstream, &[LightInference, Serving, Creation, FineTuning, DoublePrecision]);
        check("nvidia-v100-pcie-16gb", Tier::Mainstream, &[LightInference, Creation, DoublePrecision]);
        check("nvidia-rtx-5090-32gb", Tier::Mainstream, &[LightInference, Serving, Creation, Rendering, FineTuning]);
        check("nvidia-h20-96gb", Tier::Mainstream, &[LightInference, Serving, Creation, FineTuning]);
        check(
            "nvidia-a100-pcie-80gb",
            Tier::Flagship,
            &[LightInference, Serving, Creation, FineTuning, DoublePrecision],
        );
        check(
            "nvidia-h100-sxm-80gb",
            Tier::Flagship,
            &[LightInference, Serving, Creation, FineTuning, Pretraining, DoublePrecision],
        );
        check("nvidia-h800-sxm-80gb", Tier::Flagship, &[LightInference, Serving, Creation, FineTuning, Pretraining]);
    }

    /// A figure that is unknown never makes a tier, and one that decides is enough.
    #[test]
    fn unknown_figures() {
        for id in ["enflame-s60-48gb", "hygon-z100-32gb", "biren-br106-106m", "nvidia-rtx-6000d-84gb"] {
            assert_eq!(Tier::of(gpu(id).unwrap()), None, "{id}");
        }
        assert_eq!(Tier::of(gpu("moore-mtt-s80-16gb").unwrap()), Some(Tier::Entry)); // 448 GB/s
    }

    #[test]
    fn each_tier_is_in_the_table() {
        for tier in [Tier::Entry, Tier::Mainstream, Tier::Flagship] {
            assert!(gpus().iter().any(|gpu| Tier::of(gpu) == Some(tier)), "{tier:?}");
        }
    }
}
