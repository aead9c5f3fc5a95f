//! Cover files → how many of their cases are solved to the optimum, with a certificate that holds.

mod bench;
mod file;

pub(crate) use bench::bench;

use std::fs;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Error, Result, anyhow, ensure};
use gpu_cost_core::billing::cover::{Cover, Micros, Status, WORK_LIMIT, solve, verify};
use serde::Serialize;

/// What became of the cases of a file.
#[derive(Serialize)]
struct Report {
    cases: usize,
    /// Cases with the price that the file states, or proven to be the cheapest where it states none.
    optimal: usize,
    /// Cases with a proof of optimality that the verifier accepts.
    certified: usize,
    /// Cases with another price than the file states, or without a proof.
    mismatches: Vec<String>,
    /// For solving, without reading and verifying.
    seconds: f64,
}

/// Solves and verifies every case of a file; fails when one is not solved to the optimum.
pub(crate) fn run(path: &Path, json: bool) -> Result<()> {
    let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut report = Report { cases: 0, optimal: 0, certified: 0, mismatches: Vec::new(), seconds: 0.0 };
    for case in file::read(&text).map_err(Error::msg)? {
        let problem = case.problem().map_err(|error| anyhow!("{}: {error}", case.id))?;
        let start = Instant::now();
        let solved = solve(&problem, WORK_LIMIT);
        report.seconds += start.elapsed().as_secs_f64();
        report.cases += 1;
        let certified = match &solved {
            Ok(cover) => {
                let proof = verify(&problem, cover);
                let certified = cover.status() == Status::Optimal && proof == Ok(cover.price);
                if !certified {
                    eprintln!("{}: {:?}, proof {proof:?}", case.id, cover.status());
                }
                certified
            }
            Err(error) => {
                eprintln!("{}: {error}", case.id);
                false
            }
        };
        let price = solved.as_ref().ok().map(|Cover { price, .. }| *price);
        let optimal =
            price.is_some() && case.optimum_micro.map_or(certified, |known| price == Some(Micros::from(known)));
        report.optimal += usize::from(optimal);
        report.certified += usize::from(certified);
        if !optimal || !certified {
            eprintln!("{}: price {price:?}, stated {:?}", case.id, case.optimum_micro);
            report.mismatches.push(case.id);
        }
    }
    if json {
        println!("{}", serde_json::to_string(&report)?);
    } else {
        let Report { cases, optimal, certified, seconds, .. } = &report;
        println!("{cases} cases: {optimal} optimal, {certified} certified, solved in {seconds:.3} s");
    }
    ensure!(report.mismatches.is_empty(), "not optimal or not certified: {}", report.mismatches.join(", "));
    Ok(())
}
