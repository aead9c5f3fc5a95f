use super::device::{Outcome, resolve};
use super::instances;
use crate::csv::Table;

#[track_caller]
fn check(row: &str, expected: Outcome, ids: &[&str]) {
    let instances = instances().expect("the facts can be read");
    let table = Table::read(&format!("provider,instance,gpu,gpu_count,gpu_mem_gb\n{row}"));
    let named = resolve(table.records().next().expect("there is one row"), &instances);
    let found: Vec<&str> = named.gpus.iter().map(|gpu| gpu.id).collect();
    assert_eq!((named.outcome, found.as_slice()), (expected, ids), "{row}");
}

#[test]
fn the_name_comes_first() {
    check("vast.ai,,RTX_4090,1,", Outcome::One, &["nvidia-rtx-4090-24gb"]);
    check("compshare,,4090,1,48", Outcome::One, &["nvidia-rtx-4090-48gb-mod"]);
    check("runpod,,H100,1,80", Outcome::Ambiguous, &["nvidia-h100-pcie-80gb", "nvidia-h100-sxm-80gb"]);
    check("aws,p2.xlarge,,1,", Outcome::Unnamed, &[]);
    check("autodl,,无卡模式,0,", Outcome::NotAGpu, &[]);
    check("aws,p2.xlarge,K80,1,12", Outcome::One, &["nvidia-k80-12gb"]);
    check("vultr,,A2,1,16", Outcome::Unknown, &[]);
}

#[test]
fn the_instance_settles_what_the_name_leaves_open() {
    check("gcp,a3-highgpu-8g,H100,8,", Outcome::One, &["nvidia-h100-sxm-80gb"]);
    check("azure,Standard_NC24ads_A100_v4,A100-80GB,1,80", Outcome::One, &["nvidia-a100-pcie-80gb"]);
    check("aws,,g4dn.metal,8,", Outcome::One, &["nvidia-t4-16gb"]);
    // but it does not overrule the name
    check("gcp,a3-highgpu-8g,H200,8,", Outcome::Ambiguous, &["nvidia-h200-nvl-141gb", "nvidia-h200-sxm-141gb"]);
    check("gcp,a3-highgpu-8g,L4,8,", Outcome::One, &["nvidia-l4-24gb"]);
}

#[test]
fn slices_are_not_cards() {
    check("azure,Standard_NV6ads_A10_v5,A10,1/6,24", Outcome::Slice, &["nvidia-a10-24gb"]);
    let server = "nvidia-rtx-pro-6000-bw-server-96gb";
    check("gcp,g4-standard-6,RTX-PRO-6000,1,", Outcome::Slice, &[server]); // the file says 1, the platform 1/8
    check("gcp,g4-standard-48,RTX-PRO-6000,1,", Outcome::One, &[server]);
    check("aws,g6f.large,L4,,3", Outcome::Conflict, &["nvidia-l4-24gb"]);
}
