//! Every row of the table of GPUs against the data it was made from, field by field, and what is deliberately different.
//!
//! `tests/golden/gpu-specs.csv` has the figures of the data, of 2026-11-30: its columns that are compared here, so that the
//! comparison holds in any clone. Where the data itself lies beside the repository, the copy is held against it.
//! It has one row for a card as it is sold, the table one for a device: [`BOARDS`] says which row is which, and figures
//! of a board are divided by its devices, while its link and power are left to the note. Not compared: `name` (ours is without vendor), `tier` (here a rule),
//! `pcie_gen`, prices (built-in tables know none), `confidence` (here a rule over what the sources are), `sources`, `derived_fields`
//! and `notes` (ours are shorter).

use std::collections::BTreeSet;

use gpu_cost_core::catalog::{self, Form, Gpu, GpuClass, LinkKind, Sparse};
use gpu_cost_core::units::{BytesPerSec, FlopsPerSec};

use crate::csv::{Record, Table};
use crate::root;

/// Boards with two devices: the row of the data, and of the table.
const BOARDS: &[(&str, &str)] = &[
    ("amd-mi250-128gb", "amd-mi250-64gb"),
    ("amd-mi250x-128gb", "amd-mi250x-64gb"),
    ("cambricon-mlu370-x8-48gb", "cambricon-mlu370-x8-24gb"),
    ("huawei-310p-duo-96gb", "huawei-310p-duo-48gb"),
    ("huawei-ascend-910c-128gb", "huawei-ascend-910c-a3-752t-64gb"),
    ("iluvatar-bi-v150-64gb", "iluvatar-bi-v150-32gb"),
    ("intel-max-1550-128gb", "intel-max-1550-64gb"),
];

/// Rows of the table that the data does not have.
const ADDED: &[&str] = &[
    "amd-mi25-16gb",
    "amd-radeon-pro-v520-8gb",
    "amd-radeon-pro-v620-32gb",
    "aws-inferentia1-8gb",
    "cambricon-mlu370-s4-24gb",
    "huawei-ascend-910c-a3-560t-64gb",
    "nvidia-k80-12gb",
    "nvidia-m60-8gb",
    "nvidia-p4-8gb",
    "nvidia-rtx-2080-8gb",
    "nvidia-t4g-16gb",
];

/// What is deliberately not as in the data: row of the table, field, what the table has, why.
const DEVIATIONS: &[(&str, &str, &str, &str)] = &[
    ("amd-mi210-64gb", "link_domain", "4", "the bridge joins up to four"),
    ("aws-inferentia2-32gb", "fp32", "", MATRIX),
    ("aws-trainium1-32gb", "fp32", "", MATRIX),
    ("aws-trainium2-96gb", "fp32", "", MATRIX),
    ("aws-trainium3-144gb", "fp4", "2517", "as AWS states"),
    ("aws-trainium3-144gb", "link_gb_s", "2560", "as AWS states"),
    ("aws-trainium3-144gb", "sparse", "true", "AWS prints 2,517 of sparse BF16"),
    ("aws-trainium3-144gb", "tf32", "671", "as AWS states"),
    ("biren-br106-106m", "form", "", "sold as OAM (106M) and as PCIe (106B)"),
    ("biren-br106-106m", "memory_type", "", "no source states it"),
    ("cambricon-mlu370-x8-24gb", "link_domain", "8", "four cards of two"),
    ("cambricon-mlu590-96gb", "link_domain", "8", "of the profile"),
    ("cambricon-mlu590-96gb", "memory_type", "HBM", "no source states the generation"),
    ("enflame-t20-32gb", "link_domain", "4", "the bridge card joins four"),
    ("google-tpu-v4-32gb", "bandwidth", "1200", "as Google states"),
    ("google-tpu-v5p-95gb", "link_gb_s", "1200", "as Google states now"),
    ("huawei-ascend-910a-32gb", "link_domain", "4", "HCCS joins four of the eight of a node, as Huawei states"),
    ("huawei-ascend-910b1-64gb", "link_domain", "8", "all eight of a node, as Gitee states"),
    ("huawei-ascend-910b2-64gb", "fp32", "", MATRIX),
    ("huawei-ascend-910b3-64gb", "fp32", "", MATRIX),
    ("huawei-ascend-910b4-32gb", "fp32", "", MATRIX),
    ("huawei-ascend-910b4-64gb", "fp32", "", MATRIX),
    ("huawei-ascend-910c-a3-752t-64gb", "fp32", "", MATRIX),
    ("huawei-ascend-910c-a3-752t-64gb", "link_domain", "16", "the dies of a node, as Huawei states"),
    ("huawei-ascend-910c-a3-752t-64gb", "link_gb_s", "392", "of the profile of Huawei"),
    ("huawei-ascend-910c-a3-752t-64gb", "memory_type", "HBM2e", "no source states HBM3"),
    ("hygon-k100-64gb", "memory_type", "HBM2e", "no source states GDDR6"),
    ("hygon-k100-ai-64gb", "memory_type", "HBM2e", "no source states GDDR6"),
    ("iluvatar-bi-v150-32gb", "bandwidth", "", "896, 1,600 and 1,800 GB/s conflict, and a copy test reached 590"),
    ("intel-gaudi2-96gb", "link_gb_s", "525", "21 of the 24 ports stay in the node"),
    ("intel-gaudi3-128gb", "bf16", "1677", "the shipping clock of 1.6 GHz; 1,835 is on paper"),
    ("intel-gaudi3-128gb", "fp16", "419", "the shipping clock, as BF16; 459 is a quarter of 1,835"),
    ("intel-gaudi3-128gb", "fp32", "", MATRIX),
    ("intel-gaudi3-128gb", "fp8", "1677", "the shipping clock of 1.6 GHz; 1,835 is on paper"),
    ("intel-gaudi3-128gb", "tf32", "419", "the shipping clock, as BF16; 459 is a quarter of 1,835"),
    ("kunlunxin-p800-96gb", "link_domain", "4", "two groups of four in a node, of the profile"),
    ("kunlunxin-r200-32gb", "link", "pcie", "200 GB/s is the link of the R300, the module"),
    ("kunlunxin-r200-32gb", "link_gb_s", "", "200 GB/s is the link of the R300, the module"),
    ("metax-c500-64gb", "link_domain", "4", "the link joins two or four cards"),
    ("metax-c550-64gb", "link_domain", "8", "of the profile"),
    ("moore-mtt-s5000-80gb", "link_domain", "8", "eight of a server"),
    ("nvidia-a16-16gb", "link_gb_s", "", "the slot of a board that has four"),
    ("nvidia-b300-sxm", "fp64", "1.25", "as the source states"),
    ("nvidia-gb300-279gb", "fp64", "1.39", "as the source states"),
    ("nvidia-gh200-144gb", "link", "pcie", GRACE),
    ("nvidia-gh200-144gb", "link_domain", "", GRACE),
    ("nvidia-gh200-144gb", "link_gb_s", "128", GRACE),
    ("nvidia-gh200-96gb", "link", "pcie", GRACE),
    ("nvidia-gh200-96gb", "link_domain", "", GRACE),
    ("nvidia-gh200-96gb", "link_gb_s", "128", GRACE),
    ("nvidia-h100-nvl-94gb", "form", "nvl", "a PCIe card, told apart from the H100 PCIe by that word"),
    ("nvidia-h200-nvl-141gb", "form", "nvl", "a PCIe card, sold under that word"),
    ("nvidia-h800-pcie-80gb", "fp64", "", "0.8 is in no source that can be found again"),
    ("nvidia-p40-24gb", "fp16", "0.184", "as the source states"),
    ("nvidia-p40-24gb", "fp16_fp16_accumulate", "0.184", "as the source states"),
    ("nvidia-rtx-5080-16gb", "fp8", "450.2", SCALED),
    ("nvidia-rtx-5090-32gb", "fp8", "838", SCALED),
    ("nvidia-rtx-5090-d-32gb", "fp8", "593.8", SCALED),
    ("nvidia-rtx-5090-d-v2-24gb", "fp8", "593.8", SCALED),
    ("thead-ppu-96gb", "link_domain", "16", "of the profile"),
];

const MATRIX: &str = "the figure is that of the matrix units; fp32 is that of the vector units";
const GRACE: &str = "NVLink-C2C goes to the CPU; one GPU has no other to link to";
const SCALED: &str = "block-scaled FP8, which libraries reach (774 of 838 measured on the RTX 5090): verification and planning \
                      use it; the unscaled rate with FP32 accumulation is in the note";

fn data() -> Table {
    Table::read(&std::fs::read_to_string(root().join("tests/golden/gpu-specs.csv")).unwrap())
}

/// The row of the table for an id of the data.
fn ours(id: &str) -> &str {
    BOARDS.iter().find(|(theirs, _)| *theirs == id).map_or(id, |(_, ours)| ours)
}

/// The fields of a row of the data, as the table should have them.
fn expected(row: Record) -> Vec<(&'static str, String)> {
    let is_board = BOARDS.iter().any(|(theirs, _)| *theirs == row.get("id"));
    let devices: f64 = if is_board { row.get("devices_per_card").parse().unwrap() } else { 1.0 };
    let text = |column| row.get(column).to_owned();
    let share = |column| row.get(column).parse::<f64>().map_or(String::new(), |figure| number(figure / devices));
    let of_guide =
        |text: String| text.replace("(article)", "(guide)").replace("(reference class)", "(as a guide states)");
    let domain = if row.get("nvlink_domain").is_empty() && is_linked(row) && !is_board {
        text("max_gpus_per_node") // a board of the vendor joins the devices of a node
    } else {
        text("nvlink_domain")
    };
    let of_device = |column| if is_board { String::new() } else { text(column) };
    vec![
        ("vendor", of_guide(text("vendor")).replace("T-Head (Alibaba)", "T-Head")),
        ("architecture", of_guide(text("architecture"))),
        ("year", text("year")),
        ("class", text("class").replace("workstation", "professional")),
        ("form", form(row.get("form_factor")).to_owned()),
        ("devices_per_board", text("devices_per_card")),
        ("memory", share("memory_gb")),
        ("memory_type", text("memory_type")),
        ("bandwidth", share("mem_bandwidth_gbs")),
        ("fp64", share("fp64_tflops")),
        ("fp32", share("fp32_tflops")),
        ("tf32", share("tf32_tflops")),
        ("fp16", share("fp16_tflops_dense")),
        ("fp16_fp16_accumulate", share("fp16_tflops_dense_fp16acc")),
        ("bf16", share("bf16_tflops_dense")),
        ("fp8", share("fp8_tflops_dense")),
        ("fp8_fp16_accumulate", share("fp8_tflops_dense_fp16acc")),
        ("int8", share("int8_tops_dense")),
        ("fp4", share("fp4_tflops_dense")),
        ("sparse", (row.get("sparsity") == "yes").to_string()),
        ("link", if is_linked(row) { "dedicated" } else { "pcie" }.to_owned()),
        ("link_gb_s", of_device("interconnect_gbs")),
        ("link_domain", domain),
        ("power_w", of_device("tdp_w")),
    ]
}

/// The same fields of a row of the table.
fn found(gpu: &Gpu) -> Vec<(&'static str, String)> {
    let speed = |speed: Option<FlopsPerSec>| speed.map_or(String::new(), |FlopsPerSec(speed)| number(speed / 1e12));
    let bytes = |speed: Option<BytesPerSec>| speed.map_or(String::new(), |BytesPerSec(speed)| number(speed / 1e9));
    let count = |count: Option<u32>| count.map_or(String::new(), |count| count.to_string());
    let memory = gpu.memory.map_or(String::new(), |memory| (memory.0 >> 30).to_string());
    vec![
        ("vendor", gpu.vendor.to_owned()),
        ("architecture", gpu.architecture.to_owned()),
        ("year", gpu.year.map_or(String::new(), |year| year.to_string())),
        ("class", class(gpu.class).to_owned()),
        ("form", gpu.form.map_or("", form_word).to_owned()),
        ("devices_per_board", gpu.devices_per_board.to_string()),
        ("memory", memory),
        ("memory_type", gpu.memory_type.to_owned()),
        ("bandwidth", bytes(gpu.bandwidth)),
        ("fp64", speed(gpu.fp64)),
        ("fp32", speed(gpu.fp32)),
        ("tf32", speed(gpu.tf32)),
        ("fp16", speed(gpu.fp16)),
        ("fp16_fp16_accumulate", speed(gpu.fp16_fp16_accumulate)),
        ("bf16", speed(gpu.bf16)),
        ("fp8", speed(gpu.fp8)),
        ("fp8_fp16_accumulate", speed(gpu.fp8_fp16_accumulate)),
        ("int8", speed(gpu.int8)),
        ("fp4", speed(gpu.fp4)),
        ("sparse", (*gpu.sparse != Sparse::NONE).to_string()),
        ("link", if gpu.link.kind == LinkKind::Dedicated { "dedicated" } else { "pcie" }.to_owned()),
        ("link_gb_s", bytes(gpu.link.bandwidth)),
        ("link_domain", count(gpu.link_domain)),
        ("power_w", count(gpu.power_w)),
    ]
}

/// Six digits, without what floating point adds at the end.
fn number(figure: f64) -> String {
    let text = format!("{figure:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// Whether the devices of a node have a link of their own: the data names the technology.
fn is_linked(row: Record) -> bool {
    let link = row.get("interconnect");
    !link.is_empty() && !link.starts_with("PCIe")
}

fn form(theirs: &str) -> &'static str {
    match theirs {
        "OAM" => "oam",
        "" | "OAM / PCIe" | "PCIe / OAM" => "", // both
        _ if theirs.starts_with("PCIe") => "pcie",
        _ if theirs.starts_with("SXM") => "sxm",
        _ => "module",
    }
}

fn form_word(form: Form) -> &'static str {
    match form {
        Form::Pcie => "pcie",
        Form::Nvl => "nvl",
        Form::Sxm => "sxm",
        Form::Oam => "oam",
        Form::Module => "module",
    }
}

fn class(class: GpuClass) -> &'static str {
    match class {
        GpuClass::Consumer => "consumer",
        GpuClass::Professional => "professional",
        GpuClass::Datacenter => "datacenter",
    }
}

#[test]
fn every_figure_is_that_of_the_data() {
    let data = data();
    let mut wrong = Vec::new();
    let mut met = BTreeSet::new();
    for row in data.records() {
        let Some(gpu) = catalog::gpu(ours(row.get("id"))) else {
            wrong.push(format!("{}: the table has no such row", row.get("id")));
            continue;
        };
        for ((field, theirs), (_, ours)) in expected(row).into_iter().zip(found(gpu)) {
            let deviation = DEVIATIONS.iter().find(|(id, of, ..)| *id == gpu.id && *of == field);
            let right = deviation.map_or(theirs.as_str(), |(_, _, deliberate, _)| deliberate);
            if ours != right {
                wrong.push(format!("{} {field}: {ours:?}, should be {right:?}", gpu.id));
            }
            if deviation.is_some() && theirs != ours {
                met.insert((gpu.id, field));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let idle: Vec<_> = DEVIATIONS.iter().filter(|(id, field, ..)| !met.contains(&(*id, *field))).collect();
    assert!(idle.is_empty(), "no deviations any more: {idle:#?}");
}

#[test]
fn the_rows_are_those_of_the_data_and_the_added() {
    let data = data();
    let theirs: BTreeSet<&str> = data.records().map(|row| ours(row.get("id"))).collect();
    let all: BTreeSet<&str> = catalog::gpus().iter().map(|gpu| gpu.id).collect();
    assert_eq!(theirs.len(), 123);
    assert_eq!(theirs.union(&ADDED.iter().copied().collect()).copied().collect::<BTreeSet<_>>(), all);
    assert!(ADDED.iter().all(|id| !theirs.contains(id)));
}

#[test]
fn deviations_are_sorted_unique_and_argued() {
    assert!(DEVIATIONS.is_sorted_by(|a, b| (a.0, a.1) < (b.0, b.1)));
    assert!(DEVIATIONS.iter().all(|(id, _, _, why)| catalog::gpu(id).is_some() && !why.is_empty()));
    assert!(BOARDS.is_sorted());
}

/// Where the data lies beside the repository, the copy has its figures.
#[test]
fn the_copy_is_that_of_the_data() {
    let path = root().join("..").join("shared").join("data/gpus/gpu-specs.csv");
    let Ok(text) = std::fs::read_to_string(path) else { return eprintln!("skipped: the data is not present") };
    let (data, copy) = (Table::read(&text), data());
    let of = |table: &Table| -> Vec<_> { table.records().map(expected).collect() };
    assert_eq!(of(&copy), of(&data));
}

/// What is unknown is absent: no figure is zero.
#[test]
fn unknown_is_not_zero() {
    for gpu in catalog::gpus() {
        let zero = found(gpu).into_iter().find(|(_, text)| text == "0");
        assert!(zero.is_none(), "{}: {zero:?}", gpu.id);
    }
}
