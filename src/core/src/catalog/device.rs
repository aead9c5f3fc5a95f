//! What a workload runs on: a GPU, or a part of one that is sold like a GPU.

use super::Gpu;
use crate::units::{Bytes, BytesPerSec, FlopsPerSec};

/// A GPU, or a part of one.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// The whole.
    pub gpu: &'static Gpu,
    /// The part; `None` where it is the whole.
    pub slice: Option<Slice>,
}

/// A part of a GPU: a MIG instance, a vGPU, a share of its time. It works alone: parts have no link to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Slice {
    /// Its memory.
    pub memory: Bytes,
    /// Its share of every speed of the GPU.
    pub compute: Share,
    /// Its share of the memory bandwidth.
    pub bandwidth: Share,
}

/// A part of a whole, in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share(u32);

impl Device {
    /// All of a GPU.
    #[must_use]
    pub const fn whole(gpu: &'static Gpu) -> Self {
        Self { gpu, slice: None }
    }

    /// What tells it from all others, to sort by.
    #[must_use]
    pub const fn key(&self) -> (&'static str, Option<Slice>) {
        (self.gpu.id, self.slice)
    }

    /// Memory as the driver reports it.
    #[must_use]
    pub fn memory(&self) -> Option<Bytes> {
        self.slice.map_or(self.gpu.memory, |slice| Some(slice.memory))
    }

    /// Peak memory bandwidth.
    #[must_use]
    pub fn bandwidth(&self) -> Option<BytesPerSec> {
        let share = self.slice.map_or(1.0, |slice| slice.bandwidth.as_f64());
        self.gpu.bandwidth.map(|whole| BytesPerSec(share * whole.0))
    }

    /// Its part of a speed of the GPU.
    #[must_use]
    pub fn part_of(&self, whole: FlopsPerSec) -> FlopsPerSec {
        FlopsPerSec(self.slice.map_or(1.0, |slice| slice.compute.as_f64()) * whole.0)
    }
}

impl Share {
    const WHOLE: u32 = 1_000_000;

    /// `part / whole`, at most 1; `None` where that is less than a millionth.
    #[must_use]
    pub fn of(part: u64, whole: u64) -> Option<Self> {
        let millionths = u128::from(part) * u128::from(Self::WHOLE) / u128::from(whole.max(1));
        let millionths = u32::try_from(millionths).unwrap_or(u32::MAX).min(Self::WHOLE);
        (0 < millionths).then_some(Self(millionths))
    }

    /// Above 0, at most 1.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / f64::from(Self::WHOLE)
    }
}

impl Slice {
    /// The MIG instance of a profile: `3g.40gb` has 3 of 7 compute slices and 4 of 8 memory slices of an 80 GB card.
    ///
    /// The bandwidth is divided as the memory is. `None` where the GPU has no such profile.
    /// Source: NVIDIA Multi-Instance GPU User Guide, Supported MIG Profiles.
    ///
    /// ```
    /// # use gpu_cost_core::{catalog::{Slice, gpu}, units::Bytes};
    /// let h100 = gpu("nvidia-h100-sxm-80gb").unwrap();
    /// let slice = Slice::mig(h100, "3g.40gb").unwrap();
    /// assert_eq!(slice.memory, Bytes::gib(40));
    /// assert!((slice.compute.as_f64() - 3.0 / 7.0).abs() < 1e-6);
    /// assert!(Slice::mig(h100, "3g.20gb").is_none()); // of an A100 40GB
    /// ```
    #[must_use]
    pub fn mig(gpu: &Gpu, profile: &str) -> Option<Self> {
        let (compute, memory) = profile.trim_end_matches("+me").strip_suffix("gb")?.split_once("g.")?;
        let (compute, stated): (u64, u16) = (compute.parse().ok()?, memory.parse().ok()?);
        let Profiles { compute_slices, memory_slices, sizes } = Profiles::of(gpu)?;
        let bytes = |slices| gpu.memory.map(|capacity| Bytes(capacity.0 * slices / memory_slices));
        let is_meant = |memory: Bytes| Bytes::gib(stated.into()).0.abs_diff(memory.0) * 16 < memory.0; // 141 / 8 is "18gb"
        let &(_, slices) =
            sizes.iter().find(|(count, slices)| *count == compute && bytes(*slices).is_some_and(is_meant))?;
        Some(Self {
            memory: bytes(slices)?,
            compute: Share::of(compute, compute_slices)?,
            bandwidth: Share::of(slices, memory_slices)?,
        })
    }

    /// A vGPU or a share of the time: its memory, and of all speeds what is stated, else the same share as of memory,
    /// as equal parts of a card are scheduled.
    ///
    /// `None` where the GPU has less memory, or none is known.
    #[must_use]
    pub fn of_memory(gpu: &Gpu, memory: Bytes, share: Option<Share>) -> Option<Self> {
        let capacity = gpu.memory.filter(|capacity| memory <= *capacity)?;
        let share = share.or_else(|| Share::of(memory.0, capacity.0))?;
        Some(Self { memory, compute: share, bandwidth: share })
    }
}

/// How a GPU is divided by MIG.
struct Profiles {
    compute_slices: u64,
    memory_slices: u64,
    /// Compute and memory slices of each size of an instance.
    sizes: &'static [(u64, u64)],
}

impl Profiles {
    const SEVEN: Self =
        Self { compute_slices: 7, memory_slices: 8, sizes: &[(1, 1), (1, 2), (2, 2), (3, 4), (4, 4), (7, 8)] };
    const FOUR: Self = Self { compute_slices: 4, memory_slices: 4, sizes: &[(1, 1), (2, 2), (4, 4)] };

    /// NVIDIA's chips with HBM since Ampere have seven parts, A30 and RTX PRO 6000 four; others are not divided.
    /// Source: NVIDIA Multi-Instance GPU User Guide, Supported GPUs.
    fn of(gpu: &Gpu) -> Option<Self> {
        match gpu.architecture {
            _ if gpu.id == "nvidia-a30-24gb" || gpu.id.starts_with("nvidia-rtx-pro-6000-") => Some(Self::FOUR),
            "Ampere" | "Hopper" | "Blackwell" | "Blackwell Ultra" if gpu.memory_type.starts_with("HBM") => {
                Some(Self::SEVEN)
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Device, Share, Slice};
    use crate::catalog::gpu;
    use crate::units::Bytes;

    /// Profiles as the MIG user guide, and the AWS instances that offer them, name them.
    #[test]
    fn profiles_are_those_of_the_user_guide() {
        let memory = |id, profile| Slice::mig(gpu(id).unwrap(), profile).map(|slice| slice.memory.0 >> 20);
        for (id, profile, mebibytes) in [
            ("nvidia-a100-sxm-40gb", "3g.20gb", Some(20 << 10)),
            ("nvidia-a100-pcie-80gb", "1g.10gb+me", Some(10 << 10)),
            ("nvidia-h200-sxm-141gb", "1g.18gb", Some(18_048)),
            ("nvidia-h200-sxm-141gb", "3g.71gb", Some(72_192)),
            ("nvidia-b200-sxm", "1g.23gb", Some(23_040)),
            ("nvidia-b300-sxm", "2g.67gb", Some(69_120)),
            ("nvidia-a30-24gb", "2g.12gb", Some(12 << 10)),
            ("nvidia-rtx-pro-6000-bw-server-96gb", "1g.24gb", Some(24 << 10)),
            ("nvidia-a30-24gb", "3g.12gb", None),
            ("nvidia-a100-sxm-40gb", "5g.20gb", None),
            ("nvidia-l40s-48gb", "1g.6gb", None),
            ("amd-mi300x-192gb", "1g.24gb", None),
        ] {
            assert_eq!(memory(id, profile), mebibytes, "{id} {profile}");
        }
        for hostile in ["", "g.gb", "-1g.5gb", "1g.99999999999999999999gb", "1g.18446744073709551615gb", "１g.5gb"] {
            assert!(memory("nvidia-a100-sxm-40gb", hostile).is_none(), "{hostile}");
        }
    }

    #[test]
    fn parts_take_what_is_stated_else_as_much_as_of_memory() {
        let t4 = gpu("nvidia-t4-16gb").unwrap();
        let half = Slice::of_memory(t4, Bytes::gib(8), None).unwrap();
        let device = Device { gpu: t4, slice: Some(half) };
        assert_eq!(device.memory(), Some(Bytes::gib(8)));
        assert!((device.bandwidth().unwrap().0 / t4.bandwidth.unwrap().0 - 0.5).abs() < 1e-6);
        let quarter = Slice::of_memory(t4, Bytes::gib(8), Share::of(1, 4)).unwrap();
        assert!((quarter.compute.as_f64() - 0.25).abs() < 1e-6);
        assert!(Slice::of_memory(t4, Bytes::gib(17), None).is_none());
        assert!(Slice::of_memory(t4, Bytes(0), None).is_none());
    }
}
