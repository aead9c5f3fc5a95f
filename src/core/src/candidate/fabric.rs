//! How fast the GPUs of a candidate reach each other.

use crate::catalog::{Gpu, Link, LinkKind};

/// Share of the nominal bandwidth of one direction that a ring over a dedicated link reaches.
const DEDICATED: f64 = 0.75;
/// The same over PCI Express, where cards without peer-to-peer access copy through the host's memory.
const PCIE: f64 = 0.4;

/// What joins the GPUs of a candidate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fabric {
    /// How many GPUs.
    pub(super) n_gpus: f64,
    /// Bytes per second of one direction that a ring reaches.
    pub(super) bandwidth: f64,
    /// Seconds before the first byte arrives.
    pub(super) latency: f64,
}

impl Fabric {
    /// The link of the offer where it joins that many GPUs, else the host's PCI Express.
    ///
    /// An unknown bandwidth of the offer's link is the one of the GPU's own link of that kind; unknown too, it is PCI Express.
    pub(super) fn of(gpu: &Gpu, link: Link, n_gpus: u32) -> Self {
        let joined = gpu.link_domain.is_none_or(|domain| n_gpus <= domain);
        let known = link.bandwidth.or(if gpu.link.kind == link.kind { gpu.link.bandwidth } else { None });
        let (both_directions, share, latency) = match (link.kind, known) {
            (LinkKind::Dedicated, Some(bandwidth)) if joined => (bandwidth.0, DEDICATED, 5e-6),
            (LinkKind::Pcie, Some(bandwidth)) => (bandwidth.0, PCIE, 15e-6),
            _ => (pcie(gpu), PCIE, 15e-6),
        };
        Self { n_gpus: f64::from(n_gpus), bandwidth: share * both_directions / 2.0, latency }
    }

    /// Seconds of a reduction whose result all have, of `bytes` on each: `2 · (n − 1) / n · bytes / bandwidth`.
    pub(super) fn all_reduce(&self, bytes: f64) -> f64 {
        2.0 * self.all_gather(bytes)
    }

    /// Seconds until all have the `bytes` that are divided over them: `(n − 1) / n · bytes / bandwidth`;
    /// of a reduction whose result is divided as well.
    pub(super) fn all_gather(&self, bytes: f64) -> f64 {
        (self.n_gpus - 1.0) / self.n_gpus * bytes / self.bandwidth
    }
}

/// Bytes per second, both directions, of 16 lanes of the generation of a GPU's year.
fn pcie(gpu: &Gpu) -> f64 {
    match gpu.year {
        ..2020 => 32e9,
        2020..2025 => 64e9,
        _ => 128e9,
    }
}
