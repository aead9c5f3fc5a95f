//! What must hold of every row of the table of GPUs: sources, links, memory, peaks of sparse matrices.

use std::collections::BTreeMap;

use gpu_cost_core::catalog::{self, Confidence, Form, LinkKind, Precision};

use crate::read;

/// A row with a figure cites a source that can be found again, and a guide is cited by nothing but its classes.
#[test]
fn no_figure_without_a_source() {
    let text = read("www/element/specs/sources.json");
    let cited: serde_json::Value = serde_json::from_str(&text).unwrap();
    let sources: Vec<&String> = cited["sources"].as_object().unwrap().keys().collect();
    for gpu in catalog::gpus() {
        let places = cited["gpus"][gpu.id].as_array().filter(|places| !places.is_empty());
        for place in places.unwrap_or_else(|| panic!("{} cites nothing", gpu.id)) {
            let id = sources[usize::try_from(place.as_u64().unwrap()).unwrap() - 1].as_str();
            let field = |name: &str| cited["sources"][id][name].as_str().unwrap_or_default();
            assert!(field("url").contains(':') && !field("title").is_empty() && field("retrieved").len() == 10, "{id}");
            assert_eq!(id == "rental-guide", gpu.confidence == Confidence::Article, "{} cites {id}", gpu.id);
        }
    }
    let text = read("www/element/specs/field-sources.json");
    let of_figures: BTreeMap<String, BTreeMap<String, Vec<usize>>> = serde_json::from_str(&text).unwrap();
    assert!(!of_figures.is_empty());
    for (id, places) in of_figures.iter().flat_map(|(id, figures)| figures.values().map(move |places| (id, places))) {
        let of_row = cited["gpus"][id].as_array().map_or(0, Vec::len);
        assert!(catalog::gpu(id).is_some() && !places.is_empty(), "{id}");
        assert!(places.iter().all(|place| (1..=of_row).contains(place)), "{id} cites {places:?} of {of_row}");
    }
    let text = read("www/element/verification/sources.json");
    let measured: serde_json::Value = serde_json::from_str(&text).unwrap();
    for row in catalog::achieved() {
        assert!(measured.get(row.reference.source).is_some(), "{} {:?}", row.gpu, row.metric);
    }
}

/// Rows with a link of their own of which nobody states how many it joins, and what follows.
const UNKNOWN_DOMAINS: &[(&str, LinkKind, &str)] = &[
    ("amd-mi250-64gb", LinkKind::Dedicated, "modules of a board"),
    ("amd-mi250x-64gb", LinkKind::Dedicated, "modules of a board"),
    ("aws-trainium3-144gb", LinkKind::Dedicated, "modules of a board"),
    ("biren-br104-32gb", LinkKind::Pcie, "cards"),
    ("google-tpu-v7-192gb", LinkKind::Dedicated, "modules of a board"),
    ("hygon-k100-ai-64gb", LinkKind::Pcie, "cards"),
    ("intel-max-1550-64gb", LinkKind::Dedicated, "modules of a board"),
    ("moore-mtt-s4000-48gb", LinkKind::Pcie, "cards"),
];

/// Every link joins a stated number, or the row is listed with what follows from its form: no fabric is invented.
#[test]
fn every_link_joins_a_known_number_or_what_the_form_says() {
    for gpu in catalog::gpus().iter().filter(|gpu| gpu.link.kind == LinkKind::Dedicated) {
        let listed = UNKNOWN_DOMAINS.iter().find(|(id, ..)| *id == gpu.id);
        assert_eq!(gpu.link_domain.is_none(), listed.is_some(), "{}", gpu.id);
        match (gpu.link_domain, listed) {
            (Some(domain), _) => {
                assert_eq!(gpu.link_kind(domain), LinkKind::Dedicated, "{}", gpu.id);
                assert_eq!(gpu.link_kind(domain + 1), LinkKind::Pcie, "{}", gpu.id);
            }
            (None, Some((.., kind, _))) => assert_eq!(gpu.link_kind(8), *kind, "{}", gpu.id),
            (None, None) => unreachable!(),
        }
        let is_card = !matches!(gpu.form, Some(Form::Sxm | Form::Oam | Form::Module));
        let joined = gpu.link_domain.is_none_or(|domain| 8 <= domain);
        if is_card && joined {
            assert!(BOARDS_OF_CARDS.contains(&gpu.id) || listed.is_some(), "{} joins eight cards", gpu.id);
        }
    }
    assert!(UNKNOWN_DOMAINS.is_sorted_by(|a, b| a.0 < b.0));
}

/// Rows of no stated form, or cards of two chips, whose link joins eight devices and more.
const BOARDS_OF_CARDS: &[&str] = &["cambricon-mlu370-x8-24gb", "cambricon-mlu590-96gb", "thead-ppu-96gb"];

/// Memory is that without error correction: what `nvidia-smi` reports of cards with it is a sixteenth less.
#[test]
fn memory_is_without_error_correction() {
    for (id, reported) in [("nvidia-l40s-48gb", 46_068.0), ("nvidia-l4-24gb", 23_034.0), ("nvidia-t4-16gb", 15_360.0)] {
        let gpu = catalog::gpu(id).unwrap();
        let corrected = gpu.memory.unwrap().as_f64() / 1024.0 / 1024.0 * 15.0 / 16.0;
        assert!((reported / corrected - 1.0).abs() < 0.001, "{id}: {corrected}");
    }
}

/// What vendors print of sparse matrices: twice, four times of three, or by four.
#[test]
fn sparse_peaks() {
    for (id, precision, printed) in [
        ("nvidia-h100-sxm-80gb", Precision::Bf16, Some(1978.0)),
        ("nvidia-b200-sxm", Precision::Fp4, Some(18_000.0)),
        ("nvidia-b300-sxm", Precision::Bf16, Some(4_500.0)),
        ("nvidia-b300-sxm", Precision::Fp4, Some(18_000.0)),
        ("nvidia-gb300-279gb", Precision::Fp4, Some(20_000.0)),
        ("aws-trainium2-96gb", Precision::Bf16, Some(2_563.0)),
        ("aws-trainium2-96gb", Precision::Fp8, Some(2_563.0)),
        ("aws-trainium3-144gb", Precision::Bf16, Some(2_517.0)),
        ("aws-trainium3-144gb", Precision::Fp8, None),
        ("amd-mi300x-192gb", Precision::Fp8, Some(5_229.8)),
        ("nvidia-h100-sxm-80gb", Precision::Fp32, None),
        ("nvidia-t4-16gb", Precision::Fp16, None),
        ("huawei-ascend-910b3-64gb", Precision::Fp16, None),
    ] {
        let peak = catalog::gpu(id).unwrap().sparse_peak(precision).map(|peak| peak.0 / 1e12);
        let close = match (peak, printed) {
            (Some(peak), Some(printed)) => (peak / printed - 1.0).abs() < 0.001,
            (None, None) => true,
            _ => false,
        };
        assert!(close, "{id} {precision:?}: {peak:?}");
    }
}

/// A pair of PCIe cards has NVLink, eight do not; modules on a board of eight all do.
#[test]
fn link_domains() {
    let kinds = |id: &str| {
        let gpu = catalog::gpu(id).unwrap();
        [2, 4, 8].map(|n_gpus| gpu.link_kind(n_gpus) == LinkKind::Dedicated)
    };
    for id in [
        "nvidia-a100-pcie-40gb",
        "nvidia-a100-pcie-80gb",
        "nvidia-a800-pcie-80gb",
        "nvidia-h100-pcie-80gb",
        "nvidia-h100-nvl-94gb",
        "nvidia-h800-pcie-80gb",
        "nvidia-a30-24gb",
        "nvidia-a40-48gb",
        "nvidia-rtx-a6000-48gb",
        "nvidia-rtx-3090-24gb",
    ] {
        assert_eq!(kinds(id), [true, false, false], "{id}");
    }
    assert_eq!(kinds("nvidia-h200-nvl-141gb"), [true, true, false]);
    for id in
        ["nvidia-a100-sxm-80gb", "nvidia-h100-sxm-80gb", "nvidia-h20-96gb", "nvidia-b200-sxm", "nvidia-gb200-186gb"]
    {
        assert_eq!(kinds(id), [true, true, true], "{id}");
    }
    for id in
        ["nvidia-rtx-4090-24gb", "nvidia-l40s-48gb", "nvidia-a10-24gb", "nvidia-gh200-96gb", "nvidia-rtx-6000-ada-48gb"]
    {
        assert_eq!(kinds(id), [false, false, false], "{id}");
    }
}
