use std::path::PathBuf;

use gpu_cost_core::catalog::{Catalog, Offer, OnDemand};

use super::device::{Outcome, resolve};
use super::gather::Gathered;
use super::left_out::Row;
use super::{instances, write};
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

const HEADER: &str = "provider,region,instance,gpu,gpu_count,price_hour,spot_price_hour,term,price,price_unit,currency,as_of_date,source";

/// The catalog of some rows in yuan, as the page reads it, and why the other rows are left out, by line.
fn import(rows: &[&str]) -> (Catalog, Vec<(usize, &'static str)>) {
    let (file, table) = (PathBuf::from("list.csv"), Table::read(&format!("{HEADER}\n{}", rows.join("\n"))));
    let rows = table.records().map(|record| Row { file: &file, record });
    let gathered = Gathered::of(rows, &instances().expect("the facts can be read"), "CNY");
    let catalog = gpu_cost::dto::catalog::read(&write::text("CNY", &gathered)).unwrap();
    (catalog, gathered.left_out.iter().map(|left_out| (left_out.line, left_out.reason)).collect())
}

#[test]
fn rows_of_one_thing_are_one_offer_with_every_way_to_pay() {
    let (catalog, left_out) = import(&[
        "智算云,,pi7,A10,2,18.54,,,,per instance and hour,CNY,2026-06-05,hours",
        "智算云,,pi7,A10,2,,,1 month 包月,8894.85,per month,CNY,2026-06-07,months",
        "智算云,,pi7,A10,2,,,1-year committed use,8000,per month,CNY,2026-06-06,months",
        "Card Co,east,,RTX 4090,1,1.66,0.9,,,per GPU and hour,CNY,2026-06,",
        "Card Co,east,,RTX 4090,8,1.5,,,,per GPU and hour,CNY,2026-06-01,",
        "Card Co,east,,A10,1/4,2,,,,per instance and hour,CNY,2026-06-01,",
    ]);
    assert_eq!(left_out, []);
    let text = |offer: &Offer| {
        let hour = |price: Option<OnDemand>| price.map_or_else(String::new, |price| price.hourly.to_decimal());
        let terms: Vec<_> = offer.billing.packages.iter().map(|package| package.price.to_decimal()).collect();
        let (id, slice) = (&offer.id, offer.device.slice.map_or(0, |slice| slice.memory.0 >> 30));
        let prices = format!("{} {} {}", hour(offer.billing.on_demand), hour(offer.billing.spot), terms.join(" "));
        format!(
            "{id}: {} x{} {slice} GiB, most {}: {prices} ({}, {})",
            offer.device.gpu.id, offer.cards_per_unit, offer.max_units, offer.as_of, offer.source
        )
    };
    assert_eq!(
        catalog.offers.iter().map(text).collect::<Vec<_>>(),
        [
            "card-co-nvidia-a10-24gb-6gib-east: nvidia-a10-24gb x1 6 GiB, most 1: 2.00   (2026-06-01, list.csv)",
            "card-co-nvidia-rtx-4090-24gb-east: nvidia-rtx-4090-24gb x1 0 GiB, most 8: 1.66 0.90  (2026-06-01, list.csv)",
            "card-co-nvidia-rtx-4090-24gb-8x-east: nvidia-rtx-4090-24gb x8 0 GiB, most 1: 12.00   (2026-06-01, list.csv)",
            "智算云-pi7-2x: nvidia-a10-24gb x2 0 GiB, most 1: 18.54  8894.85 96000.00 (2026-06-05, hours)",
        ]
    );
    assert_eq!((catalog.as_of.to_string().as_str(), catalog.platforms.len()), ("2026-06-07", 2));
}

#[test]
fn what_is_left_open_is_left_out_with_its_reason() {
    let (catalog, left_out) = import(&[
        "P,,,4090,1,2,,,,per GPU and hour,CNY,2026-06-05,",
        "P,,,A100 80G,1,2,,,,per GPU and hour,CNY,2026-06-05,",
        "P,,,RTX 9090,1,2,,,,per GPU and hour,CNY,2026-06-05,",
        "P,,,,1,2,,,,per GPU and hour,CNY,2026-06-05,",
        "P,,,无卡模式,1,2,,,,per GPU and hour,CNY,2026-06-05,",
        "P,,,3090,many,2,,,,per GPU and hour,CNY,2026-06-05,",
        "P,,,8x 3090,4,2,,,,per GPU and hour,CNY,2026-06-05,",
        "P,,,3090,1,2,,,,per GPU and hour,USD,2026-06-05,",
        "P,,,3090,1,2,,,,per GPU and hour,CNY,some day,",
        ",,,3090,1,2,,,,per GPU and hour,CNY,2026-06-05,",
        "P,,,3090,8,,,1 month,7000,per month,CNY,2026-06-05,", // of a card or of eight?
        "P,,,3090,1,,,1 month (low of 700-800),700,per month,CNY,2026-06-05,",
        "P,,,3090,1,free,,,,per GPU and hour,CNY,2026-06-05,",
        "P,,,A10,virtual,2,,,,per GPU and hour,CNY,2026-06-05,",
        "P,,,T4 vGPU,1,2,,,,per GPU and hour,CNY,2026-06-05,",
    ]);
    assert_eq!(catalog.offers.len(), 1);
    let reasons = [
        "gpu-ambiguous",
        "gpu-unknown",
        "gpu-unnamed",
        "not-a-gpu",
        "count",
        "count",
        "currency",
        "undated",
        "seller-unnamed",
        "unit-unclear",
        "term-unclear",
        "price",
        "count",
        "part-unclear",
    ];
    assert_eq!(left_out, reasons.iter().zip(3..).map(|(reason, line)| (line, *reason)).collect::<Vec<_>>());
}

/// The newest price counts, and of one day the dearest, so that no bill is higher than was said.
#[test]
fn of_prices_for_the_same_the_newest_counts() {
    let row = |price: &str, day: &str| format!("P,,,4090,1,{price},,,,per GPU and hour,CNY,{day},");
    for (rows, price, other) in [
        ([("2", "2026-06-05"), ("3", "2026-06-06")], "3.00", (2, "superseded")),
        ([("2", "2026-06-06"), ("3", "2026-06-05")], "2.00", (3, "superseded")),
        ([("2", "2026-06-05"), ("3", "2026-06-05")], "3.00", (2, "contradicted")),
        ([("2", "2026-06-05"), ("2", "2026-06-05")], "2.00", (3, "duplicate")),
    ] {
        let rows = rows.map(|(price, day)| row(price, day));
        let (catalog, left_out) = import(&[&rows[0], &rows[1]]);
        let found = catalog.offers[0].billing.on_demand.map(|price| price.hourly.to_decimal());
        assert_eq!((found.as_deref(), left_out.as_slice()), (Some(price), [other].as_slice()));
    }
}
