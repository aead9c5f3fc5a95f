//! How fast the GPUs of a candidate reach each other.

use crate::catalog::{Gpu, Link, LinkKind};

/// Share of the nominal bandwidth of one direction that a ring over a dedicated link reaches. Assumed.
const DEDICATED: f64 = 0.75;
/// The same over PCI Express, where cards without peer-to-peer access copy through the host's memory. Assumed:
/// about 13 GB/s on 16 lanes of the fourth generation.
const PCIE: f64 = 0.4;
/// Seconds before the first byte arrives, over a dedicated link. Assumed; the rows of `pytorch-labs/gpt-fast`
/// README.md on 2 to 8 GPUs leave room for no more than 5.
const DEDICATED_LATENCY: f64 = 4e-6;
/// The same over PCI Express. Assumed.
const PCIE_LATENCY: f64 = 12e-6;

/// What joins the GPUs of a candidate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fabric {
    /// How many GPUs.
    pub(super) n_gpus: u32,
    /// Bytes per second of one direction that a ring reaches.
    bandwidth: f64,
    /// Seconds before the first byte arrives.
    latency: f64,
}

impl Fabric {
    /// The link of the offer where it joins that many GPUs, else the host's PCI Express.
    ///
    /// An unknown bandwidth of the offer's link is the one of the GPU's own link of that kind; where that is unknown
    /// too, it is PCI Express: slower than any link that deserves a name.
    pub(super) fn of(gpu: &Gpu, link: Link, n_gpus: u32) -> Self {
        let joined = gpu.link_domain.is_none_or(|domain| n_gpus <= domain);
        let own = if gpu.link.kind == link.kind { gpu.link.bandwidth } else { None };
        let known = link.bandwidth.or(own).map(|bandwidth| bandwidth.0).filter(|bandwidth| 0.0 < *bandwidth);
        match (link.kind, known) {
            (LinkKind::Dedicated, Some(both)) if joined => {
                Self { n_gpus, bandwidth: DEDICATED * both / 2.0, latency: DEDICATED_LATENCY }
            }
            (LinkKind::Pcie, Some(both)) => Self { n_gpus, bandwidth: PCIE * both / 2.0, latency: PCIE_LATENCY },
            _ => Self { n_gpus, bandwidth: Self::host(gpu), latency: PCIE_LATENCY },
        }
    }

    /// Bytes per second between a GPU and the memory of its host.
    pub(super) fn host(gpu: &Gpu) -> f64 {
        PCIE * pcie(gpu) / 2.0
    }

    /// Seconds of a reduction of `bytes` on each, whose result all have: `2 · (n − 1) / n · bytes / bandwidth` and the
    /// latency of a tree of `n`.
    pub(super) fn all_reduce(&self, bytes: f64) -> f64 {
        2.0 * self.all_gather(bytes) + self.latency * libm::log2(f64::from(self.n_gpus))
    }

    /// Seconds until all have the `bytes` that are divided over them: `(n − 1) / n · bytes / bandwidth`.
    /// A reduction whose result is divided takes as long.
    pub(super) fn all_gather(&self, bytes: f64) -> f64 {
        let n_gpus = f64::from(self.n_gpus);
        (n_gpus - 1.0) / n_gpus * bytes / self.bandwidth
    }
}

/// Bytes per second, both directions, of 16 lanes of the generation that was current in a GPU's year: 3, 4 or 5.
fn pcie(gpu: &Gpu) -> f64 {
    match gpu.year {
        Some(..2020) | None => 32e9,
        Some(2020..2025) => 64e9,
        Some(2025..) => 128e9,
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::{Link, LinkKind, gpu};
    use crate::units::BytesPerSec;

    use super::Fabric;

    /// 3 GB from each of 4 at 1 GB/s: 3/4 of them cross each link.
    #[test]
    fn rings() {
        let fabric = Fabric { n_gpus: 4, bandwidth: 1e9, latency: 0.0 };
        assert!((fabric.all_gather(4e9) - 3.0).abs() < 1e-9);
        assert!((fabric.all_reduce(4e9) - 6.0).abs() < 1e-9);
        let alone = Fabric { n_gpus: 1, ..fabric };
        assert!(alone.all_reduce(4e9) <= 0.0);
    }

    /// A bridge joins two; four reach each other through the host.
    #[test]
    fn a_bridge_ends_at_its_domain() {
        let a100 = gpu("nvidia-a100-pcie-80gb").unwrap();
        assert_eq!(a100.link_domain, Some(2));
        assert!(4.0 * Fabric::of(a100, a100.link, 4).bandwidth < Fabric::of(a100, a100.link, 2).bandwidth);
    }

    #[test]
    fn an_unknown_link_is_no_faster_than_pci_express() {
        let card = gpu("nvidia-rtx-4090-24gb").unwrap();
        for bandwidth in [None, Some(BytesPerSec(0.0))] {
            let unknown = Fabric::of(card, Link { kind: LinkKind::Dedicated, bandwidth }, 8);
            assert!((unknown.bandwidth - 0.4 * 32e9).abs() < 1.0);
        }
    }
}
