//! Cards that are sold under each other's name.

use crate::catalog::{Gpu, gpu};

/// Each row: cards of one spoken name, or that rental pages confuse. Source: research notes on the specification table,
/// section 4, traps 4, 6, 7 and 8; section 6, names that tools collapse.
const FAMILIES: [&[&str]; 14] = [
    &[
        "nvidia-h100-sxm-80gb",
        "nvidia-h100-nvl-94gb",
        "nvidia-h100-pcie-80gb",
        "nvidia-h20-96gb",
        "nvidia-h800-sxm-80gb",
        "nvidia-h800-pcie-80gb",
    ],
    &["nvidia-h200-sxm-141gb", "nvidia-h200-nvl-141gb", "nvidia-h20-141gb", "nvidia-gh200-144gb"],
    &[
        "nvidia-a100-sxm-80gb",
        "nvidia-a100-pcie-80gb",
        "nvidia-a100-sxm-40gb",
        "nvidia-a100-pcie-40gb",
        "nvidia-a800-sxm-80gb",
        "nvidia-a800-pcie-80gb",
        "nvidia-a30-24gb",
    ],
    &["nvidia-b200-sxm", "nvidia-gb200-186gb", "nvidia-b300-sxm", "nvidia-gb300-279gb"],
    &["nvidia-l40s-48gb", "nvidia-l40-48gb", "nvidia-l20-48gb", "nvidia-l4-24gb", "nvidia-l2-24gb"],
    &["nvidia-a10-24gb", "nvidia-a10g-24gb", "nvidia-a16-16gb"],
    &["nvidia-rtx-4090-24gb", "nvidia-rtx-4090-48gb-mod", "nvidia-rtx-4090-d-24gb", "nvidia-rtx-4080-super-16gb"],
    &["nvidia-rtx-5090-32gb", "nvidia-rtx-5090-d-32gb", "nvidia-rtx-5090-d-v2-24gb", "nvidia-rtx-5080-16gb"],
    &["nvidia-rtx-3090-ti-24gb", "nvidia-rtx-3090-24gb", "nvidia-rtx-3080-ti-12gb", "nvidia-rtx-3080-10gb"],
    &[
        "nvidia-rtx-pro-6000-bw-workstation-96gb",
        "nvidia-rtx-pro-6000-bw-server-96gb",
        "nvidia-rtx-pro-6000-bw-maxq-96gb",
        "nvidia-rtx-6000d-84gb",
        "nvidia-rtx-6000-ada-48gb",
        "nvidia-rtx-a6000-48gb",
    ],
    &["nvidia-v100s-pcie-32gb", "nvidia-v100-sxm2-32gb", "nvidia-v100-pcie-32gb", "nvidia-v100-sxm2-16gb"],
    &[
        "huawei-ascend-910c-a3-752t-64gb",
        "huawei-ascend-910c-a3-560t-64gb",
        "huawei-ascend-910b2-64gb",
        "huawei-ascend-910b3-64gb",
        "huawei-ascend-910b4-64gb",
        "huawei-ascend-910b4-32gb",
        "huawei-ascend-910a-32gb",
    ],
    &["metax-c550-64gb", "metax-c500-64gb"],
    &["hygon-k100-ai-64gb", "hygon-k100-64gb"],
];

/// The cards that may stand in for one.
pub(super) fn others(of: &Gpu) -> impl Iterator<Item = &'static Gpu> {
    let family = FAMILIES.into_iter().find(|family| family.contains(&of.id));
    family.unwrap_or_default().iter().filter(|id| **id != of.id).filter_map(|id| gpu(id))
}

#[cfg(test)]
mod tests {
    use super::{FAMILIES, gpu};

    #[test]
    fn every_name_is_a_card_of_one_family() {
        let mut all: alloc::vec::Vec<_> = FAMILIES.into_iter().flatten().collect();
        assert!(all.iter().all(|id| gpu(id).is_some()), "{all:?}");
        all.sort();
        assert!(all.is_sorted_by(|a, b| a < b), "{all:?}");
    }
}
