//! Written by `cargo xtask accuracy DIR --write`; do not edit.

use super::{Covered, Kind};

/// What the rows of a kind of work cover.
#[rustfmt::skip]
pub(super) const fn covered(kind: Kind) -> Covered {
    match kind {
        Kind::Training => Covered {
            values: [(124000000.0, 1030000000000.0), (512.0, 262000.0), (1.0, 16400.0), (4.0, 16.0), (1.0, 1.0)],
            architectures: &["Ada Lovelace", "Ampere", "Blackwell", "Blackwell Ultra", "CDNA 3", "Hopper", "Volta"],
        },
        Kind::Serving => Covered {
            values: [(596000000.0, 406000000000.0), (205.0, 131000.0), (1.0, 32.0), (4.25, 16.0), (1.0, 16400.0)],
            architectures: &["Ada Lovelace", "Ampere", "Blackwell", "CDNA 3", "Hopper"],
        },
        Kind::Generation => Covered {
            values: [(860000000.0, 16400000000.0), (262000.0, 119000000.0), (1.0, 8.0), (8.06, 16.0), (1.0, 1.0)],
            architectures: &["Ada Lovelace", "Ampere", "Hopper", "Turing", "Volta"],
        },
    }
}
