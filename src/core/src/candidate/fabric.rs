//! How fast the GPUs of a candidate reach each other.

use super::Cluster;
use crate::catalog::{Gpu, LinkKind};

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
    /// GPUs of a node or link domain.
    domain: u32,
    /// Bytes per second of one direction that a ring inside reaches.
    bandwidth: f64,
    /// Seconds before the first byte arrives.
    latency: f64,
    /// Bytes per second of one direction that a ring reaches between nodes, for each GPU.
    network: f64,
}

impl Fabric {
    /// The link of the offer where it joins that many GPUs of a node, else the host's PCI Express.
    ///
    /// An unknown bandwidth of the offer's link is the one of the GPU's own link of that kind; where that is unknown
    /// too, it is PCI Express: slower than any link that deserves a name.
    pub(super) fn of(gpu: &Gpu, cluster: &Cluster, n_gpus: u32) -> Self {
        let Cluster { link, gpus_per_node, network } = *cluster;
        let joined = gpu.joins(n_gpus.min(gpus_per_node));
        let own = if gpu.link.kind == link.kind { gpu.link.bandwidth } else { None };
        let known = link.bandwidth.or(own).map(|bandwidth| bandwidth.0).filter(|bandwidth| 0.0 < *bandwidth);
        let (bandwidth, latency) = match (link.kind, known) {
            (LinkKind::Dedicated, Some(both)) if joined => (DEDICATED * both / 2.0, DEDICATED_LATENCY),
            (LinkKind::Pcie, Some(both)) => (PCIE * both / 2.0, PCIE_LATENCY),
            _ => (Self::host(gpu), PCIE_LATENCY),
        };
        Self { domain: gpus_per_node.max(1), bandwidth, latency, network: DEDICATED * network.0 }
    }

    /// Bytes per second between a GPU and the memory of its host.
    pub(super) fn host(gpu: &Gpu) -> f64 {
        PCIE * pcie(gpu) / 2.0
    }

    /// Seconds of a reduction of `bytes` on each of a group, whose result all have: `2 · (n − 1) / n · bytes /
    /// bandwidth` and the latency of a tree of `n`.
    pub(super) fn all_reduce(&self, bytes: f64, group: u32, inner: u32) -> f64 {
        2.0 * self.all_gather(bytes, group, inner) + self.latency * libm::log2(f64::from(group.max(1)))
    }

    /// Seconds until all of a group have the `bytes` that are divided over them: `(n − 1) / n · bytes / bandwidth`, on
    /// several nodes what comes from outside through the adapters of all members in the node, whichever takes longer.
    /// A reduction whose result is divided takes as long. Neighbors of the group are `inner` GPUs apart.
    pub(super) fn all_gather(&self, bytes: f64, group: u32, inner: u32) -> f64 {
        let n_gpus = f64::from(group.max(1));
        let near = self.near(group, inner);
        let inside = (near - 1.0) / near * bytes / self.bandwidth;
        inside.max((1.0 - near / n_gpus) * bytes / (near * self.network))
    }

    /// Seconds until each of a group has sent `bytes` of its own to all others in equal parts.
    pub(super) fn all_to_all(&self, bytes: f64, group: u32, inner: u32) -> f64 {
        let n_gpus = f64::from(group.max(1));
        let near = self.near(group, inner);
        ((near - 1.0) / n_gpus * bytes / self.bandwidth).max((1.0 - near / n_gpus) * bytes / self.network)
    }

    /// Nodes of so many GPUs.
    pub(super) fn nodes(&self, n_gpus: u32) -> f64 {
        f64::from(n_gpus.div_ceil(self.domain))
    }

    /// Members of a group in one node.
    fn near(&self, group: u32, inner: u32) -> f64 {
        f64::from((self.domain / inner.max(1)).clamp(1, group.max(1)))
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

    use super::{Cluster, Fabric};

    /// 3 GB from each of 4 at 1 GB/s: 3/4 of them cross each link. On two nodes of 2, half of them come through two
    /// adapters.
    #[test]
    fn rings() {
        let fabric = Fabric { domain: 8, bandwidth: 1e9, latency: 0.0, network: 1e8 };
        assert!((fabric.all_gather(4e9, 4, 1) - 3.0).abs() < 1e-9);
        assert!((fabric.all_reduce(4e9, 4, 1) - 6.0).abs() < 1e-9);
        assert!(fabric.all_reduce(4e9, 1, 1) <= 0.0);
        assert!((fabric.all_gather(4e9, 4, 4) - 10.0).abs() < 1e-9);
        assert!((fabric.all_to_all(4e9, 4, 4) - 20.0).abs() < 1e-9);
    }

    /// A bridge joins two; four reach each other through the host.
    #[test]
    fn a_bridge_ends_at_its_domain() {
        let a100 = gpu("nvidia-a100-pcie-80gb").unwrap();
        assert_eq!(a100.link_domain, Some(2));
        let of = |n_gpus| Fabric::of(a100, &Cluster::usual(a100), n_gpus).bandwidth;
        assert!(4.0 * of(4) < of(2));
    }

    /// A bridge joins four MI210; eight, and cards of which nobody states how many are joined, have the host alone. Unknown
    /// modules are joined by their board.
    #[test]
    fn no_fabric_is_invented() {
        let of = |id: &str, n_gpus| {
            let gpu = gpu(id).unwrap();
            (Fabric::of(gpu, &Cluster::usual(gpu), n_gpus).bandwidth, Fabric::host(gpu))
        };
        for id in
            ["amd-mi210-64gb", "metax-c500-64gb", "hygon-k100-ai-64gb", "moore-mtt-s4000-48gb", "biren-br104-32gb"]
        {
            let (bandwidth, host) = of(id, 8);
            assert!(bandwidth <= host, "{id}: {bandwidth}");
        }
        assert!(of("amd-mi210-64gb", 8).0 <= of("nvidia-a100-pcie-80gb", 8).0);
        assert!(2.0 * of("amd-mi210-64gb", 8).0 < of("amd-mi210-64gb", 4).0);
        assert!(of("intel-max-1550-64gb", 8).0 <= of("intel-max-1550-64gb", 8).1, "its bandwidth is unknown");
    }

    #[test]
    fn an_unknown_link_is_no_faster_than_pci_express() {
        let card = gpu("nvidia-rtx-4090-24gb").unwrap();
        for bandwidth in [None, Some(BytesPerSec(0.0))] {
            let link = Link { kind: LinkKind::Dedicated, bandwidth };
            let unknown = Fabric::of(card, &Cluster { link, ..Cluster::usual(card) }, 8);
            assert!((unknown.bandwidth - 0.4 * 32e9).abs() < 1.0);
        }
    }
}
