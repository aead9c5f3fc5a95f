//! Names as people and platforms write them, against labels made by hand.
//!
//! `tests/golden/names.csv` is a sample of 200 of the distinct spellings in the column `gpu` of `offers.csv` and
//! `term-prices.csv` of the price data, with the memory (column `gpu_mem_gb`) where all rows of a spelling agree on one.
//! It was drawn once, by this, and each row was then labelled by hand, before the resolver was written. Nine labels
//! became ids when their cards got rows (K80, M60, P4, MI25, V520, V620, the first Inferentia):
//!
//! ```text
//! python3 - FOLDER << END
//! import csv, random, sys
//! memory = {}
//! for name in ("offers", "term-prices"):
//!     for row in csv.DictReader(open(f"{sys.argv[1]}/{name}.csv", encoding="utf-8")):
//!         if row["gpu"]:
//!             memory.setdefault(row["gpu"], set()).add(row.get("gpu_mem_gb") or "")
//! for spelling in sorted(random.Random(3).sample(sorted(memory), 200)):
//!     known = memory[spelling] - {""}
//!     print(f"{spelling},{known.pop() if len(known) == 1 else ''}")
//! END
//! ```
//!
//! A label is an id; several ids with `|` where the name is ambiguous, `?` among them for a card outside the table;
//! `unknown`, `not-a-gpu`, or `conflict` (a listed name with a memory that no listed device of that name has).

use gpu_cost_core::catalog::{Gpu, Resolution, resolve_with_memory};
use gpu_cost_core::units::Bytes;

use crate::{csv::Table, read};

fn label(resolution: &Resolution) -> String {
    let ids = |gpus: &[&Gpu]| gpus.iter().map(|gpu| gpu.id).collect::<Vec<_>>().join("|");
    match resolution {
        Resolution::One(gpu) => gpu.id.to_owned(),
        Resolution::Several(gpus) if gpus.len() == 1 => ids(gpus) + "|?",
        Resolution::Several(gpus) => ids(gpus),
        Resolution::Slice(gpus) => format!("slice of {}", ids(gpus)),
        Resolution::Conflict(_) => "conflict".to_owned(),
        Resolution::Unknown => "unknown".to_owned(),
        Resolution::NotAGpu => "not-a-gpu".to_owned(),
    }
}

#[test]
fn a_sample_of_spellings_is_at_least_99_percent_right() {
    let table = Table::read(&read("tests/golden/names.csv"));
    let (mut rows, mut wrong) = (0, Vec::new());
    for row in table.records() {
        rows += 1;
        let memory = row.get("memory_gb").parse().ok().map(Bytes::gib);
        let found = label(&resolve_with_memory(row.get("spelling"), memory));
        let expected = row.get("expected");
        // In a list, cards outside the table are not told.
        let is_right =
            found == expected || expected.matches('|').count() > 1 && expected.strip_suffix("|?") == Some(&found);
        if !is_right {
            wrong.push(format!("{}: {found}, labelled {expected}", row.get("spelling")));
        }
    }
    assert_eq!(rows, 200);
    assert!(wrong.len() <= rows / 100, "{wrong:#?}");
}
