//! Large amounts: exact, or an error, and never a wrong plan.

use alloc::vec;

use super::{HOUR, hour, problem, refused, solved, term};
use crate::billing::cover::{FeeBasis, Micros, PerSlot, Plan, Problem, Status, Term, WORK_LIMIT, solve};

/// 2⁵³ micro-units are nine thousand million; in minutes prices may have to be multiplied by sixty.
const LARGEST: i64 = 1 << 53;

#[test]
fn totals_of_2_to_the_53_are_solved() {
    let demand = vec![64; 8_760];
    for scale in [1, 60] {
        let year = Plan::Term(term(8_760, LARGEST / 64 * scale));
        let cover = solved_within(&problem(&demand, vec![hour(LARGEST / 8_760 * scale), year]));
        assert_eq!(cover, Micros::from(LARGEST) * Micros::from(scale));
    }
}

#[track_caller]
fn solved_within(problem: &Problem) -> Micros {
    let cover = solve(problem, WORK_LIMIT).unwrap();
    assert_eq!(cover.status(), Status::Optimal);
    assert_eq!(super::verify(problem, &cover), Ok(cover.price));
    cover.price
}

/// What multiplies all prices multiplies the total, up to the end of the numbers, and from there on it is refused.
#[test]
fn prices_only_scale_or_are_refused() {
    let mut refusals = 0;
    for seed in 1..=120_u64 {
        let mut random = super::Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let small = random.problem(seed % 3 == 0, seed % 4 == 0, seed % 5 == 0);
        let price = solved(&small).price;
        for bits in [20, 44, 50, 51, 52, 53] {
            let scaled = scaled(&small, 1 << bits);
            match solve(&scaled, 100_000) {
                Ok(cover) => {
                    let optimal = cover.status() == Status::Optimal;
                    assert!(!optimal || cover.price == price << bits, "seed {seed}, 2^{bits}");
                    assert!(super::verify(&scaled, &cover).is_ok(), "seed {seed}, 2^{bits}");
                }
                Err(error) => {
                    assert_eq!(error.code(), "too-large", "seed {seed}, 2^{bits}");
                    assert!(50 <= bits, "seed {seed}, 2^{bits}");
                    refusals += 1;
                }
            }
        }
    }
    assert!(50 < refusals, "{refusals}");
}

fn scaled(small: &Problem, factor: i64) -> Problem {
    let mut problem = small.clone();
    for plan in &mut problem.plans {
        match plan {
            Plan::PerSlot(plan) => (plan.price, plan.setup_fee) = (plan.price * factor, plan.setup_fee * factor),
            Plan::Term(term) => {
                term.per_slot_fee *= factor;
                term.tiers.iter_mut().for_each(|tier| tier.upfront *= factor);
            }
        }
    }
    problem
}

/// Each step fits, and all of them together do not.
#[test]
fn a_path_beyond_all_numbers_is_refused() {
    let step = 1 << 59;
    assert_eq!(solved(&problem(&[1; 3], vec![hour(step)])).price, 3 * Micros::from(step));
    let message = "too large to be solved exactly: money";
    refused(&problem(&[1; 4], vec![hour(step)]), "too-large", message);
    let run = Plan::PerSlot(PerSlot { price: step / 4, setup_fee: step, min_slots: 3, ..HOUR });
    let gaps = [1, 0, 0].repeat(5);
    assert_eq!(solved(&problem(&gaps[..10], vec![run.clone()])).price, Micros::from(step) / 4 * 14);
    refused(&problem(&gaps, vec![run]), "too-large", message);
    // What is beyond and not needed does no harm.
    let dear = Plan::Term(Term { per_slot_fee: 1, fee_basis: FeeBasis::Committed, ..term(2, step) });
    assert_eq!(solved(&problem(&[1; 9], vec![hour(7), dear])).price, 63);
}
