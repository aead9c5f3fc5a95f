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
    /// What divides the GPU.
    pub division: Division,
}

/// What divides a GPU.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Division {
    /// Each part has multiprocessors and memory of its own (MIG).
    Space,
    /// The parts take turns (vGPU, time slices): all that a part does takes as many times as long.
    Time,
}

/// A part of a whole, in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share(u32);

impl PartialEq for Device {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::eq(self.gpu, other.gpu) && self.slice == other.slice
    }
}

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

    /// Its part of the speed of the GPU's multiprocessors, at most 1.
    #[must_use]
    pub fn compute(&self) -> f64 {
        self.slice.map_or(1.0, |slice| slice.compute.as_f64())
    }

    /// Its part of a speed of the GPU.
    #[must_use]
    pub fn part_of(&self, whole: FlopsPerSec) -> FlopsPerSec {
        FlopsPerSec(self.compute() * whole.0)
    }

    /// By what the time is multiplied that no speed shortens: where parts take turns, each waits for the others.
    #[must_use]
    pub fn waiting(&self) -> f64 {
        match self.slice {
            Some(Slice { division: Division::Time, compute, .. }) => 1.0 / compute.as_f64(),
            _ => 1.0,
        }
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

    /// The nearest share, at most 1; `None` where that is less than a millionth.
    #[must_use]
    #[expect(clippy::as_conversions, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // `as` saturates
    pub fn from_f64(share: f64) -> Option<Self> {
        Self::of(libm::round(share * f64::from(Self::WHOLE)) as u64, Self::WHOLE.into())
    }

    /// Above 0, at most 1.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        f64::from(self.0) / f64::from(Self::WHOLE)
    }
}

impl Slice {
    /// The MIG instance of a profile: `3g.40gb` has 60 of 132 multiprocessors and 4 of 8 memory slices of an H100.
    ///
    /// The bandwidth is divided as the memory is. Of the memory, drivers keep 3 to 14 % of instances of one or two
    /// slices, and 1 to 2 % of larger ones: 9 and 2 % are taken. `None` where the GPU has no such profile.
    ///
    /// Sources: NVIDIA Multi-Instance GPU User Guide, Supported MIG Profiles; `nvidia-smi mig -lgip` of A100
    /// (forums.developer.nvidia.com 170488), H100 NVL, B200 and GB200 (`NVIDIA/gpu-operator` pull requests 903, 1351,
    /// 1303), H200 and GH200 (`NVIDIA/mig-parted` issue 120, pull request 139), RTX PRO 6000 (`bigstack-oss/cubecos`
    /// issue 312). H100 PCIe, H20 and B300 are taken to be divided as their like.
    ///
    /// ```
    /// # use gpu_cost_core::catalog::{Slice, gpu};
    /// let h100 = gpu("nvidia-h100-sxm-80gb").unwrap();
    /// let slice = Slice::mig(h100, "3g.40gb").unwrap();
    /// assert!((slice.compute.as_f64() - 60.0 / 132.0).abs() < 1e-6);
    /// assert!(Slice::mig(h100, "3g.20gb").is_none()); // of an A100 40GB
    /// ```
    #[must_use]
    pub fn mig(gpu: &Gpu, profile: &str) -> Option<Self> {
        let (compute, stated) = read_profile(profile)?;
        let capacity = gpu.memory?.0;
        let Mig { multiprocessors, memory_slices, sizes } = Mig::of(gpu)?;
        let bytes = |slices| capacity * slices / memory_slices;
        // Names round: an eighth of 141 is "18gb", half of 186 "95gb", and old drivers print "39gb" for 40.
        let is_meant = |memory: u64| stated.abs_diff(memory) <= Bytes::gib(1).0.max(memory / 40);
        let size = sizes.iter().find(|size| size.compute == compute && is_meant(bytes(size.memory)))?;
        let percent = if 2 * size.memory < *memory_slices { 91 } else { 98 };
        Some(Self {
            memory: Bytes(bytes(size.memory) / 100 * percent),
            compute: Share::of(size.multiprocessors, *multiprocessors)?,
            bandwidth: Share::of(size.memory, *memory_slices)?,
            division: Division::Space,
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
        Some(Self { memory, compute: share, bandwidth: share, division: Division::Time })
    }
}

/// Compute slices and bytes of a profile such as `3g.40gb`, `MIG 1g.10gb+me`.
fn read_profile(profile: &str) -> Option<(u64, u64)> {
    let profile = profile.strip_prefix("MIG ").unwrap_or(profile);
    let (compute, rest) = profile.split_once('g')?;
    let rest = rest.strip_prefix('.')?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (memory, rest) = rest.split_at_checked(digits)?;
    let extension = rest.strip_prefix("gb").or_else(|| rest.strip_prefix("GB"))?;
    let is_plain = |number: &str| !number.starts_with(['0', '+']);
    if !matches!(extension, "" | "+me" | "-me" | "+me.all" | "+gfx") || !is_plain(compute) || !is_plain(memory) {
        return None;
    }
    Some((compute.parse().ok()?, Bytes::gib(memory.parse::<u16>().ok()?.into()).0))
}

/// How a GPU is divided by MIG.
struct Mig {
    multiprocessors: u64,
    memory_slices: u64,
    sizes: &'static [Size],
}

/// An instance: its compute slices, by which it is called, its memory slices and its multiprocessors.
struct Size {
    compute: u64,
    memory: u64,
    multiprocessors: u64,
}

const fn size(compute: u64, memory: u64, multiprocessors: u64) -> Size {
    Size { compute, memory, multiprocessors }
}

static A100: Mig = Mig {
    multiprocessors: 108,
    memory_slices: 8,
    sizes: &[size(1, 1, 14), size(1, 2, 14), size(2, 2, 28), size(3, 4, 42), size(4, 4, 56), size(7, 8, 98)],
};
static H100: Mig = Mig {
    multiprocessors: 132,
    memory_slices: 8,
    sizes: &[size(1, 1, 16), size(1, 2, 26), size(2, 2, 32), size(3, 4, 60), size(4, 4, 64), size(7, 8, 132)],
};
static A30: Mig =
    Mig { multiprocessors: 56, memory_slices: 4, sizes: &[size(1, 1, 14), size(2, 2, 28), size(4, 4, 56)] };
static RTX_PRO_6000: Mig =
    Mig { multiprocessors: 188, memory_slices: 4, sizes: &[size(1, 1, 46), size(2, 2, 94), size(4, 4, 188)] };

impl Mig {
    /// NVIDIA's chips with HBM since Ampere have seven parts, A30 and RTX PRO 6000 four; others are not divided. Those of
    /// Blackwell (18, 30 and 36 of 148 in a B200) are within 3 % of those of Hopper.
    /// Source: NVIDIA Multi-Instance GPU User Guide, Supported GPUs.
    fn of(gpu: &Gpu) -> Option<&'static Self> {
        match gpu.architecture {
            _ if gpu.id == "nvidia-a30-24gb" => Some(&A30),
            _ if gpu.id.starts_with("nvidia-rtx-pro-6000-") => Some(&RTX_PRO_6000),
            _ if !gpu.memory_type.starts_with("HBM") => None,
            "Ampere" => Some(&A100),
            "Hopper" | "Blackwell" | "Blackwell Ultra" => Some(&H100),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Device, Share, Slice};
    use crate::catalog::gpu;
    use crate::units::Bytes;

    /// Memory in GiB as drivers print it and multiprocessors of all, from the sources above.
    #[test]
    fn instances_are_as_drivers_print_them() {
        for (id, profile, gib, compute) in [
            ("nvidia-a100-sxm-40gb", "1g.5gb", 4.75, 14.0 / 108.0),
            ("nvidia-a100-sxm-40gb", "3g.20gb", 19.62, 42.0 / 108.0),
            ("nvidia-a100-pcie-80gb", "1g.10gb+me", 9.5, 14.0 / 108.0),
            ("nvidia-h100-sxm-80gb", "1g.20gb", 19.62, 26.0 / 132.0),
            ("nvidia-h100-sxm-80gb", "MIG 7g.80gb", 79.25, 1.0),
            ("nvidia-h100-nvl-94gb", "1g.12gb", 10.75, 16.0 / 132.0),
            ("nvidia-h200-sxm-141gb", "1g.18gb", 16.0, 16.0 / 132.0),
            ("nvidia-h200-sxm-141gb", "2g.35gb", 32.25, 32.0 / 132.0),
            ("nvidia-h200-sxm-141gb", "3g.71gb", 69.5, 60.0 / 132.0),
            ("nvidia-gh200-144gb", "1g.18gb", 17.5, 16.0 / 132.0),
            ("nvidia-b200-sxm", "1g.23gb", 20.5, 18.0 / 148.0),
            ("nvidia-b200-sxm", "2g.45gb", 44.25, 36.0 / 148.0),
            ("nvidia-gb200-186gb", "1g.24gb", 20.0, 18.0 / 148.0),
            ("nvidia-a30-24gb", "2g.12gb", 11.69, 0.5),
            ("nvidia-rtx-pro-6000-bw-server-96gb", "1g.24gb", 23.12, 46.0 / 188.0),
        ] {
            let slice = Slice::mig(gpu(id).unwrap(), profile).unwrap();
            let memory = slice.memory.as_f64() / Bytes::gib(1).as_f64();
            assert!((0.90..1.07).contains(&(memory / gib)), "{id} {profile} {memory}");
            assert!((slice.compute.as_f64() / compute - 1.0).abs() < 0.03, "{id} {profile}");
        }
        let is_one = |id, profile| Slice::mig(gpu(id).unwrap(), profile).is_some();
        for (id, profile) in [
            ("nvidia-a30-24gb", "3g.12gb"),
            ("nvidia-a100-sxm-40gb", "5g.20gb"),
            ("nvidia-a100-sxm-80gb", "3g.42gb"),
            ("nvidia-a100-sxm-80gb", "7g.76gb"),
            ("nvidia-l40s-48gb", "1g.6gb"),
            ("amd-mi300x-192gb", "1g.24gb"),
        ] {
            assert!(!is_one(id, profile), "{id} {profile}");
        }
        for profile in ["3g.39gb", "1g.10GB", "1g.10gb+gfx", "1g.10gb-me"] {
            assert!(is_one("nvidia-h100-sxm-80gb", profile), "{profile}");
        }
        for hostile in [
            "",
            "g.gb",
            "-1g.10gb",
            "+1g.10gb",
            "01g.10gb",
            "1g.+10gb",
            "1g.10gb+me+me",
            "1g.99999999999999999999gb",
            "1g.65535gb",
            "18446744073709551615g.10gb",
            "１g.10gb",
            "1c.3g.40gb",
            "1g.10g💥",
        ] {
            assert!(!is_one("nvidia-h100-sxm-80gb", hostile), "{hostile}");
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
