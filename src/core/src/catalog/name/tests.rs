use alloc::string::String;
use alloc::vec::Vec;

use super::{Resolution, read_name, resolve, resolve_with_memory};
use crate::catalog::{Confidence, gpus};
use crate::units::Bytes;

/// As text: the id, `several …`, `slice …`, `conflict …`, `unknown`, `not a gpu`; ids without `nvidia-`.
fn text(resolution: &Resolution) -> String {
    let list = |kind: &str, gpus: &[&crate::catalog::Gpu]| {
        gpus.iter().fold(String::from(kind), |text, gpu| text + " " + gpu.id.trim_start_matches("nvidia-"))
    };
    match resolution {
        Resolution::One(gpu) => gpu.id.trim_start_matches("nvidia-").into(),
        Resolution::Several(gpus) => list("several", gpus),
        Resolution::Slice(gpus) => list("slice", gpus),
        Resolution::Conflict(gpus) => list("conflict", gpus),
        Resolution::Unknown => "unknown".into(),
        Resolution::NotAGpu => "not a gpu".into(),
    }
}

#[track_caller]
fn check(expected: &str, names: &[&str]) {
    for name in names {
        assert_eq!(text(&resolve(name)), expected, "{name}");
    }
}

#[test]
fn people_and_platforms_write_names_in_many_ways() {
    check(
        "rtx-4090-24gb",
        &[
            "4090",
            "RTX4090",
            "RTX 4090",
            "rtx-4090",
            "RTX_4090",
            "GeForce RTX 4090",
            "NVIDIA GeForce RTX 4090 24GB",
            "RTX4090 24G",
            "4090-24G",
            "ＲＴＸ　４０９０",
            "显卡4090",
            "4090×8",
            "8*4090",
            "8卡4090",
            "4090 8卡",
            "4090*8卡",
            "2x RTX 4090",
            "RTX 4090 x2",
            "rtx4090x4",
            "4090/24G",
            "RTX 4090 24GB GDDR6X",
            "geforcertx4090 pcie 24gb",
            "RTX 4090 (High freq.)",
        ],
    );
    check(
        "a100-sxm-80gb",
        &[
            "A100 SXM4 80GB",
            "A100-SXM4-80GB",
            "NVIDIA A100 SXM (80GB)",
            "A100 80GB SXM",
            "A100 (80G, SXM4)",
            "A100SXM4-80G",
            "HGX A100 80G",
        ],
    );
    check(
        "h100-sxm-80gb",
        &["H100 SXM", "H100 SXM5", "NVIDIA HGX H100", "NVIDIA H100 80GB HBM3", "nvidia-h100-mega-80gb"],
    );
    check("t4-16gb", &["nvidia-tesla-t4", "Tesla T4", "T4", "T4 16GB", "T4-16G", "teslat4"]);
    check("rtx-3090-ti-24gb", &["GeForce RTX 3090 Ti", "3090ti", "RTX3090TI", "3090 TI 24G"]);
    check("rtx-4070-ti-super-16gb", &["RTX 4070 Ti SUPER", "4070TiS", "4070 Ti Super 16G"]);
    check("rtx-4080-super-16gb", &["RTX 4080 SUPER", "4080S", "RTX 4080Super"]);
    check("v100s-pcie-32gb", &["v100s", "Tesla V100S", "V100S-32G", "V100S-PCIE-32GB"]);
    check("gb200-186gb", &["gb200", "GB200 NVL72", "GB200 Superchip", "NVIDIA GB200 192GB"]);
    check("b300-sxm", &["B300", "B300 288GB", "NVIDIA HGX B300"]);
    check("titan-rtx-24gb", &["TITAN RTX", "NVIDIA TITAN RTX"]);
    check("amd-mi300x-192gb", &["MI300X", "AMD Instinct MI300X", "MI 300X", "MI300X 192G"]);
    check("amd-rx-7900-xtx-24gb", &["RX 7900 XTX", "AMD Radeon RX 7900 XTX"]);
    check("huawei-ascend-910b3-64gb", &["昇腾910B3", "Ascend 910B3", "Ascend910B3"]);
    check("huawei-ascend-910c-a3-560t-64gb", &["昇腾 910C 560T", "Ascend 910C 560T 128GB"]); // a package has two
    check("huawei-ascend-910c-a3-752t-64gb", &["昇腾 910C 752T", "A3_752T_128G_DIE"]);
    check("huawei-310p-duo-48gb", &["Atlas-300I-Duo", "Atlas 300I Duo 96GB", "Atlas300I Duo"]);
    check("google-tpu-v5e-16gb", &["TPU v5e", "Google TPU v5e", "Cloud TPU v5e"]);
    check("intel-gaudi3-128gb", &["Gaudi 3", "Intel Gaudi3", "Habana Gaudi 3"]);
    check("moore-mtt-s4000-48gb", &["MTT-S4000", "摩尔线程 S4000", "MTT S4000 48G"]);
}

#[test]
fn what_is_glued_together_is_read() {
    check("amd-rx-7900-xtx-24gb", &["RX7900XTX", "rx7900xtx24g"]);
    check("rtx-4090-d-24gb", &["RTX4090D24G", "4090d24gb"]);
    check("a100-pcie-80gb", &["A100PCIe80G", "A100 PCIe4.0 80G", "A100 PCIe 4.0 x16 80G", "A100 80G PCIe Gen4"]);
    check("h100-nvl-94gb", &["H100NVL94G", "H100 NVL PCIe Gen 5"]);
    check("a10g-24gb", &["A10G", "A10G24G"]);
}

#[test]
fn products_have_chinese_names() {
    for (expected, names) in [
        ("cambricon-mlu590-96gb", ["思元590", "寒武纪 思元 MLU590"]),
        ("cambricon-mlu370-x8-24gb", ["思元370-X8", "思元 370 X8"]),
        ("iluvatar-bi-v100-32gb", ["天垓100", "天数智芯天垓 100"]),
        ("iluvatar-bi-v150-32gb", ["天垓150", "天数 天垓150 64G"]),
        ("metax-c500-64gb", ["曦云C500", "沐曦曦云 C500"]),
        ("biren-br104-32gb", ["壁仞104P", "壁仞科技 BR104"]),
        ("biren-br106-106m", ["壁砺106M", "壁仞 壁砺 106M"]),
        ("thead-ppu-96gb", ["真武810E", "平头哥 PPU-ZW810E"]),
        ("kunlunxin-p800-96gb", ["昆仑芯P800", "百度昆仑 P800"]),
        ("enflame-t20-32gb", ["云燧T20", "燧原科技 云燧 T20"]),
        ("hygon-k100-ai-64gb", ["海光DCU K100-AI", "海光深算 K100 AI"]),
        ("moore-mtt-s4000-48gb", ["摩尔线程S4000", "摩尔线程 MTT S4000 48G"]),
        ("huawei-310p-duo-48gb", ["昇腾 Atlas 300I Duo", "华为Atlas 300I Duo 推理卡 96G"]),
    ] {
        check(expected, &names);
    }
    check("unknown", &["智铠100", "思元690", "平头哥 含光800", "曦思N100", "壁仞166C", "天数智芯 天垓150S"]);
}

#[test]
fn cards_of_nearly_the_same_name_are_told_apart() {
    check("rtx-4090-d-24gb", &["4090D", "RTX 4090 D", "RTX 4090D 24GB"]);
    check("rtx-4090-48gb-mod", &["4090-48G", "RTX 4090 (48 GB mod)", "4090 48GB 魔改"]);
    check("rtx-4080-16gb", &["4080", "RTX 4080 16G"]);
    check("l40-48gb", &["L40", "NVIDIA L40 48G"]);
    check("l40s-48gb", &["L40S", "L40S 48GB", "L40S 45GB"]);
    check("a10-24gb", &["A10", "NVIDIA A10 24G"]);
    check("a10g-24gb", &["A10G", "A10G 22GB"]);
    check("p40-24gb", &["P40", "Tesla P40"]);
    check("a40-48gb", &["A40"]);
    check("p4-8gb", &["P4", "Tesla P4", "NVIDIA P4 Virtual Workstation"]);
    check("unknown", &["M40", "K40", "A2", "V710", "RTX 4500 Ada"]);
    check("t4g-16gb", &["T4G", "NVIDIA T4G 16GB"]);
    check("k80-12gb", &["K80", "Tesla K80 24GB", "NVIDIA K80 (12 GB)"]); // a board has two
    check("aws-inferentia1-8gb", &["Inferentia", "AWS Inferentia1"]);
    check("aws-inferentia2-32gb", &["Inferentia2", "AWS Inferentia 2"]);
    check("h100-nvl-94gb", &["H100 NVL", "H100-NVL-94G", "H100_NVL", "H100 94GB"]);
    check("h100-pcie-80gb", &["H100 PCIe", "H100_PCIE", "H100 PCIe NVLink (80GB)", "H100 80GB HBM2e"]);
    check("h20-96gb", &["H20 96G", "H20-96GB"]);
    check("h20-141gb", &["H20 141G", "H20-3e", "H20 3e 141GB"]);
    check("rtx-a6000-48gb", &["A6000", "RTX A6000", "RTXA6000 48G"]);
    check("rtx-6000-ada-48gb", &["RTX 6000 Ada", "6000 Ada 48G", "RTX 6000 Ada Generation", "RTX 6000 48GB"]);
    check("rtx-pro-6000-bw-server-96gb", &["RTX PRO 6000 Blackwell Server", "RTX Pro 6000 SE", "RTX-PRO-SERVER-6000"]);
    check("rtx-pro-6000-bw-workstation-96gb", &["RTX PRO 6000 WE", "RTX PRO 6000 Blackwell Workstation Edition"]);
    check("rtx-pro-6000-bw-maxq-96gb", &["RTX PRO 6000 Max-Q", "RTX PRO 6000 Blackwell Max-Q Workstation Edition"]);
    check("rtx-5090-d-v2-24gb", &["5090 D V2", "RTX 5090D V2", "5090D 24G"]);
    check("v100-sxm2-16gb", &["V100 NVLink 16G", "Tesla V100-SXM2-16GB"]);
    check("huawei-ascend-910b4-32gb", &["910B4 32GB", "Ascend 910B4 PCIe"]);
    check("gh200-96gb", &["GH200 96GB"]);
}

#[test]
fn what_is_ambiguous_is_listed() {
    check("several h100-nvl-94gb h100-pcie-80gb h100-sxm-80gb", &["H100", "NVIDIA H100", "H100 NVLink"]);
    check("several h100-pcie-80gb h100-sxm-80gb", &["H100 80G", "H100-80"]);
    check("several a100-pcie-80gb a100-sxm-80gb", &["A100-80G", "A100 80GB NVLink", "A100-80", "8x A100 80GB"]);
    check("several a100-pcie-40gb a100-pcie-80gb a100-sxm-40gb a100-sxm-80gb", &["A100", "8卡A100"]);
    check("several v100-pcie-16gb v100-pcie-32gb v100-sxm2-16gb v100-sxm2-32gb", &["V100", "Tesla V100"]);
    check("several h20-141gb h20-96gb", &["H20"]);
    check("several gh200-144gb gh200-96gb", &["GH200"]);
    check(
        "several huawei-ascend-910b1-64gb huawei-ascend-910b2-64gb huawei-ascend-910b3-64gb huawei-ascend-910b4-32gb \
         huawei-ascend-910b4-64gb",
        &["昇腾910B", "Ascend-910B", "华为昇腾 910B"],
    );
    check("several huawei-ascend-910b4-32gb huawei-ascend-910b4-64gb", &["910B4"]);
    check(
        "several rtx-6000-ada-48gb rtx-pro-6000-bw-maxq-96gb rtx-pro-6000-bw-server-96gb rtx-pro-6000-bw-workstation-96gb",
        &["RTX 6000"],
    );
    check(
        "several rtx-pro-6000-bw-maxq-96gb rtx-pro-6000-bw-server-96gb rtx-pro-6000-bw-workstation-96gb",
        &["RTX PRO 6000", "RTX 6000 Pro", "Pro6000 96G", "rtxpro6000", "RTX 6000 96GB"],
    );
    check("several cambricon-mlu370-s4-24gb cambricon-mlu370-x8-24gb", &["MLU370"]);
    check("several l4-24gb rtx-3090-24gb rtx-a5000-24gb", &["L4, A5000, 3090"]);
    check("several h100-sxm-80gb l4-24gb", &["H100 (80G, SXM5), L4"]);
    // The table has one of those that the name may mean.
    check("several rtx-4060-ti-16gb", &["4060 Ti"]);
    check("several rtx-3080-10gb", &["RTX 3080", "3080"]);
    check("several rtx-3060-12gb", &["RTX 3060"]);
    check("several p100-pcie-16gb", &["P100 PCIe"]);
    check(
        "several huawei-ascend-910c-a3-560t-64gb huawei-ascend-910c-a3-752t-64gb",
        &["昇腾 910C", "Ascend 910C 128GB"],
    );
    check("several rtx-4000-ada-20gb", &["RTX 4000"]);
    check("several amd-mi300x-192gb", &["MI300"]);
}

#[test]
fn a_slice_is_not_a_card() {
    check(
        "slice a10-24gb",
        &[
            "1/4 A10",
            "A10 1/2",
            "NVIDIA A10 * 1/3",
            "A10 1 / 3 卡",
            "A10-4Q",
            "vGPU A10",
            "A10 virtual GPU",
            "0.25 A10",
            "A10 50%",
            "A10 共享",
            "A10切分",
            "半卡A10",
            "半张 A10",
            "A10 四分之一卡",
            "A10 虚拟化",
        ],
    );
    check(
        "slice a100-pcie-40gb a100-pcie-80gb a100-sxm-40gb a100-sxm-80gb",
        &["A100 MIG 3g.20gb", "A100 3g.20gb", "MIG A100"],
    );
    check(
        "slice rtx-pro-6000-bw-maxq-96gb rtx-pro-6000-bw-server-96gb rtx-pro-6000-bw-workstation-96gb",
        &["PRO 6000 MIG 24GB"],
    );
    check("unknown", &["vGPU", "MIG 1g.5gb"]);
    check("a10-24gb", &["A10 整卡", "A10 独享", "A10 非共享", "A10 未切分"]);
}

/// A word of denial turns round what follows, and makes a name unknown where it cannot.
#[test]
fn what_is_denied_is_not_meant() {
    check("v100-pcie-32gb", &["V100 无NVLink 32G", "V100 非NVLink 32G", "V100 32G（不带 NVLink）", "V100 non-SXM 32G"]);
    check("v100-sxm2-32gb", &["V100 非PCIe 32G"]);
    check("a100-pcie-40gb", &["A100 without NVLink 40G"]);
    check("several h100-nvl-94gb h100-pcie-80gb", &["H100 no NVLink"]);
    check("rtx-4090-24gb", &["4090 非D版", "4090 非公版", "非魔改 4090 24G"]);
    check(
        "unknown",
        &["V100 SXM2 无NVLink", "不是4090", "非A100", "V100 NVLink 无", "类A100", "A100平替", "4090 笔记本"],
    );
    check("not a gpu", &["无显卡", "不含 GPU", "没有卡"]);
}

#[test]
fn memory_of_something_else_is_not_that_of_the_card() {
    check(
        "rtx-4090-24gb",
        &[
            "4090 48G内存",
            "RTX 4090 48GB RAM",
            "4090 48G系统盘",
            "4090 48G内存 24G显存",
            "4090 24G 内存48G",
            "4090 24G显存 内存 48G",
            "4090 内存48G 显存24G",
            "4090 内存 48G 显存 24G",
            "4090 24G 内存64G 系统盘100G",
            "RTX 4090, 24 GB VRAM, 48 GB RAM",
            "内存48G 4090",
            "4090 1TB SSD",
            "4090 100M带宽",
            "4090 24GB VRAM",
        ],
    );
    check("rtx-2080-ti-11gb", &["2080Ti 22G内存"]);
    check("several rtx-3080-10gb", &["3080 + 10G带宽"]);
    check("rtx-4090-48gb-mod", &["4090 48G显存 24G内存", "4090 48G 内存24G", "4090 NVMe 48GB VRAM"]);
}

#[test]
fn alternatives_are_ambiguous() {
    check(
        "several rtx-4090-24gb rtx-4090-48gb-mod",
        &[
            "RTX4090 24GB/48GB",
            "4090 24G或48G",
            "4090 48G/24G",
            "4090 24/48G",
            "4090 24G 内存 48G",
            "4090 24 GB RAM 48 GB",
        ],
    );
    check("several h20-141gb h20-96gb", &["H20 96G/141G", "H20 141G、96G"]);
    check("several a100-sxm-40gb a100-sxm-80gb", &["A100 SXM 40G/80G", "A100 SXM 40/80G"]);
    check("several huawei-ascend-910b4-32gb huawei-ascend-910b4-64gb", &["910B4 32G/64G"]);
    check("several v100-sxm2-16gb v100-sxm2-32gb", &["V100 SXM2 16或32G", "V100 SXM2 16/32G"]);
    check("several rtx-4090-24gb", &["4090 24G/32G", "4090 24/48"]); // one of them is not in the table
    let stated = |name, gib| text(&resolve_with_memory(name, Some(Bytes::gib(gib))));
    assert_eq!(stated("H20 96G/141G", 141), "h20-141gb");
    for name in [
        "1/2/4/8卡 4090",
        "4090 单/双/四卡",
        "4090 1-8卡",
        "4090 1~8 GPUs",
        "4090 2/4卡",
        "4090 单卡/双卡",
        "1至8卡4090",
    ] {
        let read = read_name(name, None);
        assert_eq!(text(&read.resolution), "rtx-4090-24gb", "{name}");
        assert!(read.several_counts && read.count.is_none(), "{name}");
    }
}

#[test]
fn a_whole_machine_is_told_apart() {
    for (name, id, count) in [
        ("4090整机", "rtx-4090-24gb", None),
        ("4090服务器", "rtx-4090-24gb", None),
        ("一台4090", "rtx-4090-24gb", None),
        ("H20 96G 整机", "h20-96gb", None),
        ("H800 SXM 整机", "h800-sxm-80gb", None),
        ("A100 SXM 80G 裸金属服务器", "a100-sxm-80gb", None),
        ("A100 SXM 80G bare metal", "a100-sxm-80gb", None),
        ("每台8卡4090", "rtx-4090-24gb", Some(8)),
        ("2台 8卡4090", "rtx-4090-24gb", Some(8)),
        ("4090 八卡服务器", "rtx-4090-24gb", Some(8)),
        ("Atlas 800T A2 910B1", "huawei-ascend-910b1-64gb", None),
    ] {
        let read = read_name(name, None);
        assert_eq!((text(&read.resolution).as_str(), read.count, read.is_node), (id, count, true), "{name}");
    }
    for name in ["4090", "单卡4090服务器", "8卡4090", "RTX PRO 6000 服务器版"] {
        assert!(!read_name(name, None).is_node, "{name}");
    }
}

#[test]
fn ordinary_names_of_makers() {
    check("iluvatar-bi-v150-32gb", &["天垓 BI-V150"]);
    check("metax-c500-64gb", &["MXC500", "沐曦 MXC500 64G"]);
    check("metax-c550-64gb", &["MXC550"]);
    check("moore-mtt-s4000-48gb", &["KUAE S4000"]);
    check("unknown", &["MLU370-X4", "思元370-X4"]);
    check("cambricon-mlu370-x8-24gb", &["MLU370-X8"]);
    for (name, count) in [
        ("TPU v6e-8", Some(8)),
        ("v6e-32", Some(32)), // chips, while each has 32 GB
        ("TPU v4-8", Some(4)),
        ("TPU v4-32", Some(16)),
        ("v5litepod-4", Some(4)),
        ("TPU v5p-8", Some(4)),
        ("tpu-v5-lite", None),
        ("TPU v4", None),
    ] {
        let read = read_name(name, None);
        assert!(matches!(read.resolution, Resolution::One(_)), "{name}: {}", text(&read.resolution));
        assert_eq!(read.count, count, "{name}");
    }
}

#[test]
fn a_modified_card_is_not_the_original() {
    check("rtx-4090-48gb-mod", &["魔改4090", "4090 改装 48G", "4090 (modified)"]);
    check("rtx-2080-ti-22gb-mod", &["2080Ti 22G 魔改", "2080 Ti mod"]);
    check("conflict rtx-4090-24gb", &["魔改 4090 24G", "4090 48G 非魔改", "4090 48G 原装", "4090 not modified 48G"]);
    check("unknown", &["RTX 3080 20G 魔改"]);
}

#[test]
fn a_memory_that_the_card_does_not_have_is_a_finding() {
    check("conflict rtx-4090-24gb", &["4090 80GB", "RTX 4090 12G"]);
    check("conflict h100-nvl-94gb h100-pcie-80gb h100-sxm-80gb", &["H100 96GB"]);
    check("conflict a100-pcie-40gb a100-pcie-80gb a100-sxm-40gb a100-sxm-80gb", &["A100 80GB HBM3", "A100 64GB"]);
    let stated = |name, gib| text(&resolve_with_memory(name, Some(Bytes::gib(gib))));
    assert_eq!(stated("RTX 4090", 48), "rtx-4090-48gb-mod");
    assert_eq!(stated("RTX 4090", 24), "rtx-4090-24gb");
    assert_eq!(stated("A100 (80 GB)", 10), "conflict a100-pcie-40gb a100-pcie-80gb a100-sxm-40gb a100-sxm-80gb");
    assert_eq!(stated("A100 SXM", 40), "a100-sxm-40gb");
    assert_eq!(stated("A10G", 22), "a10g-24gb");
    assert_eq!(stated("RTX4000", 8), "unknown"); // a Quadro, not here
    assert_eq!(stated("RTX 4060 Ti", 16), "rtx-4060-ti-16gb");
    assert_eq!(stated("RTX 4060 Ti", 8), "unknown");
    assert_eq!(stated("MI250X", 128), "amd-mi250x-64gb"); // a board has two
}

#[test]
fn other_things_and_unknown_cards() {
    check(
        "not a gpu",
        &[
            "",
            "  ",
            "CPU",
            "无卡模式",
            "无GPU",
            "no GPU",
            "No-GPU mode",
            "SSD 100GB",
            "系统盘",
            "64 vCPU",
            "带宽",
            "💥",
        ],
    );
    check(
        "unknown",
        &[
            "RTX 4090 Laptop",
            "RTX 4090 Mobile",
            "RTX 2080 Max-Q",
            "A100X",
            "H100 PRO",
            "4090 PRO",
            "MI300A",
            "B200 NVL",
            "Quadro RTX 6000",
            "RTX 6000 (Turing)",
            "RTX 4000 Ada SFF",
            "RTX 3060 Ti",
            "GTX 1080 Ti",
            "GPU",
            "24GB-GPU",
            "Habana Gaudi HL-205",
            "g4dn.metal",
            "Vera Rubin VR200",
            "4",
            "9999999999999999999999999999 g",
        ],
    );
}

/// Each device is found by its own name and id, or among those that share it.
#[test]
fn every_device_is_found_by_its_own_name() {
    for gpu in gpus().iter().filter(|gpu| gpu.confidence != Confidence::Article) {
        let parts: Vec<&str> = gpu.name.split(", one of ").collect();
        let found = match resolve(parts[0]) {
            Resolution::One(found) => found.id == gpu.id,
            Resolution::Several(found) => parts.len() > 1 && found.iter().any(|found| found.id == gpu.id),
            _ => false,
        };
        assert!(found, "{}: {}", gpu.name, text(&resolve(parts[0])));
    }
}

/// A count is told apart, unless it is a part of the name.
#[test]
fn counts_are_told_apart() {
    for (name, count) in [
        ("8x H100 SXM", Some(8)),
        ("H100 SXM ×4", Some(4)),
        ("双卡4090", Some(2)),
        ("RTX 4090 单卡", Some(1)),
        ("MLU370-X8", None),
        ("H100 SXM", None),
        ("RTX 4090 24G", None),
        ("RTX 4090 * 8", Some(8)),
        ("A100 SXM 80G x 8", Some(8)),
        ("1*NVIDIA T4", Some(1)),
        ("8 * NVIDIA A100 SXM 80GB", Some(8)),
        ("2 x H100 SXM", Some(2)),
        ("1xNVIDIA T4", Some(1)),
        ("RTX4090 24G×2", Some(2)),
        ("RTX4090-24Gx2", Some(2)),
        ("L20（x8）", Some(8)),
        ("8卡，L20", Some(8)),
        ("4090三卡", Some(3)),
        ("4090 六卡", Some(6)),
        ("两张 4090", Some(2)),
        ("8张T4", Some(8)),
        ("十六卡 H100 SXM", Some(16)),
        ("H100 SXM 64卡", Some(64)),
        ("H100 SXM, 8 GPUs", Some(8)),
        ("8GPU H100 SXM", Some(8)),
        ("A100 PCIe 4.0 x16 80G", None),
        ("A100-SXM4-80GB-8", Some(8)),
        ("H20-96G-8", Some(8)),
        ("H100 SXM 80G 8", Some(8)),
        ("十二卡4090", Some(12)),
        ("二十卡4090", Some(20)),
        ("4090 十二卡", Some(12)),
        ("三十二卡H20-96G", Some(32)),
        ("天垓100卡", None),
        ("昇腾910B3卡", None),
    ] {
        assert!(matches!(resolve(name), Resolution::One(_)), "{name}: {}", text(&resolve(name)));
        assert_eq!(read_name(name, None).count, count, "{name}");
    }
    for name in ["2x4090 48GB", "双卡4090 48G"] {
        assert!(matches!(resolve(name), Resolution::Several(both) if both.len() == 2), "{name}"); // 24 each, or 48
    }
    assert!(matches!(resolve("8x RTX 4090 24GB"), Resolution::One(_)));
}

#[test]
fn the_memory_of_a_board_says_that_it_is_one() {
    for (name, is_board) in [("MI250X 128GB", true), ("MI250X 64GB", false), ("MI250X", false), ("K80 24GB", true)] {
        let read = read_name(name, None);
        assert!(matches!(read.resolution, Resolution::One(_)), "{name}");
        assert_eq!(read.is_board, is_board, "{name}");
    }
    assert!(read_name("昇腾910C 752T", Some(Bytes::gib(128))).is_board);
}

/// NVIDIA's own names, and what its driver prints: of a GH200, the memory of the processor.
#[test]
fn names_of_drivers() {
    for (name, id) in [
        ("NVIDIA A100 Tensor Core GPU 80GB SXM4", "nvidia-a100-sxm-80gb"),
        ("NVIDIA L4 Tensor Core GPU", "nvidia-l4-24gb"),
        ("A6000 Ada", "nvidia-rtx-6000-ada-48gb"),
        ("昇腾910B4-1", "huawei-ascend-910b4-64gb"),
    ] {
        assert!(matches!(resolve(name), Resolution::One(gpu) if gpu.id == id), "{name} {:?}", resolve(name));
    }
    for name in ["NVIDIA GH200 480GB", "昇腾 910C", "Ascend 910C 128GB"] {
        assert!(matches!(resolve(name), Resolution::Several(both) if both.len() == 2), "{name}");
    }
    assert!(matches!(resolve("half 4090"), Resolution::Slice(_)));
}
