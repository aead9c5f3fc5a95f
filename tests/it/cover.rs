//! Cover problems with known optima.
//!
//! `tests/cover/cases.json` holds 50 random instances of twelve families. Their optima are those of an explicit covering
//! program, solved as a mixed integer program by HiGHS (SciPy 1.17.1, gap 0) without any network; the field `semantics`
//! says what is asked.

use gpu_cost_core::billing::cover::{Micros, Status, WORK_LIMIT, lanes, solve, verify};

use crate::read;

#[path = "../../src/xtask/src/cover/file.rs"]
mod file;

#[test]
fn every_case_is_solved_to_its_optimum_and_proven() {
    let cases = file::read(&read("tests/cover/cases.json")).unwrap();
    assert_eq!(cases.len(), 50);
    for case in cases {
        let problem = case.problem().unwrap();
        let cover = solve(&problem, WORK_LIMIT).unwrap();
        assert_eq!(Some(cover.price), case.optimum_micro.map(Micros::from), "{}", case.id);
        assert_eq!(cover.status(), Status::Optimal, "{}", case.id);
        assert_eq!(verify(&problem, &cover), Ok(cover.price), "{}", case.id);
        let gpus: u32 = lanes(&problem, &cover.purchases).iter().map(|lane| lane.gpus).sum();
        assert_eq!(gpus, problem.peak(), "{}", case.id);
    }
}
