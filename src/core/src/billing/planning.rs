//! A whole plan over time, in slices: the cheapest cover, what comes closest with other ways to pay, and what one more
//! unit costs.

use alloc::vec::Vec;

use super::cover::{Cover, Error, Micros, PerSlot, Plan, Problem, Solver, Start, Status};

/// What is planned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planned {
    /// The problem.
    pub problem: Problem,
    /// The cheapest cover.
    pub cover: Cover,
    /// The cheapest without one of the ways to pay that the cover uses; `None` where each is needed.
    pub next_best: Option<Alternative>,
    /// What one more unit costs beside all others, whenever there are any; `None` where none is to be had.
    pub one_more: Option<Micros>,
}

/// A cover that lacks one of the ways to pay of the cheapest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// The plan that it lacks.
    pub without: usize,
    /// The plans that it uses, by index.
    pub plans: Vec<usize>,
    /// What it costs, in micro-units.
    pub price: Micros,
}

/// The search, to be taken up again until it is done.
pub struct Planning {
    problem: Problem,
    work_limit: u64,
    /// That of the present stage; `None` when all are done.
    solver: Option<Solver>,
    /// Stages before the present one.
    done: usize,
    cover: Option<Cover>,
    /// Plans of the cover that are still to be left out.
    left: Vec<usize>,
    next_best: Option<Alternative>,
    one_more: Option<Micros>,
}

/// What is told beside the cover may take so much less work each.
const BESIDE: u64 = 8;

/// What a solver in hand is for.
enum Stage {
    Cover,
    Without(usize),
    OneMore,
}

impl Planning {
    /// Begins.
    ///
    /// # Errors
    /// As [`solve`](super::cover::solve).
    pub fn new(problem: Problem, work_limit: u64) -> Result<Self, Error> {
        let solver = Some(Solver::new(problem.clone(), work_limit)?);
        let (cover, left, next_best, one_more) = (None, Vec::new(), None, None);
        Ok(Self { problem, work_limit, solver, done: 0, cover, left, next_best, one_more })
    }

    /// Goes on for about `work` scanned nodes, at least to the end of a stage or a slice of it; `true` when done.
    ///
    /// # Errors
    /// As [`solve`](super::cover::solve), before there is any cover.
    pub fn advance(&mut self, work: u64) -> Result<bool, Error> {
        let Some(solver) = &mut self.solver else { return Ok(true) };
        let found = match (solver.advance(work), &self.cover) {
            (Ok(None), _) => return Ok(false),
            (Ok(found), _) => found,
            (Err(error), None) => return Err(error),
            (Err(_), Some(_)) => None, // without this plan, or with one more unit, there is none
        };
        if let (Some(cover), Some(cheaper)) = (&mut self.cover, &found)
            && cheaper.price < cover.price
            && cover.adopt(&self.problem, cheaper)
        {
            // Alternatives to the former cover are none to this one.
            self.left = cover.plans();
            self.next_best = None;
            self.done += 1;
            self.prepare();
            return Ok(false);
        }
        match self.stage() {
            Stage::Cover => {
                self.left = found.as_ref().map(Cover::plans).unwrap_or_default();
                self.cover = found;
            }
            Stage::Without(without) => {
                self.left.pop();
                self.next_best = found
                    .map(|cover| Alternative { without, plans: cover.plans(), price: cover.price })
                    .into_iter()
                    .chain(self.next_best.take())
                    .min_by_key(|alternative| alternative.price);
            }
            Stage::OneMore => {
                self.one_more = found.map(|cover| cover.price);
                self.solver = None;
                return Ok(true);
            }
        }
        self.done += 1;
        self.prepare();
        Ok(self.solver.is_none())
    }

    fn stage(&self) -> Stage {
        match (&self.cover, self.left.last()) {
            (None, _) => Stage::Cover,
            (Some(_), Some(plan)) => Stage::Without(*plan),
            (Some(_), None) => Stage::OneMore,
        }
    }

    /// The solver of the next stage; where there is no cover without a plan, that one is needed.
    fn prepare(&mut self) {
        while let Stage::Without(plan) = self.stage() {
            self.solver = Solver::new(without(&self.problem, plan), self.work_limit / BESIDE).ok();
            if self.solver.is_some() {
                return;
            }
            self.left.pop();
            self.done += 1;
        }
        self.solver = Solver::new(with_one_more(&self.problem), self.work_limit / BESIDE).ok();
    }

    /// How far it is, from 0 to 1.
    #[must_use]
    pub fn progress(&self) -> f64 {
        let stages = |count: usize| u32::try_from(count).map_or(0.0, f64::from);
        // Before the cover is known, two plans are taken to be left out.
        let left = if self.cover.is_some() { self.left.len() + 1 } else { 4 };
        (stages(self.done) + self.solver.as_ref().map_or(1.0, Solver::progress)) / stages(self.done + left)
    }

    /// What was planned, with the cover at least.
    #[must_use]
    pub fn finish(self) -> Option<Planned> {
        let Self { problem, cover, next_best, one_more, .. } = self;
        let cover = cover?;
        let one_more = one_more.map(|price| price - cover.price);
        Some(Planned { problem, cover, next_best, one_more })
    }
}

impl Planned {
    /// Whether the cover is proven to be the cheapest.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.cover.status() == Status::Optimal
    }
}

/// The same with a plan that has nothing to sell, so that all keep their index.
fn without(problem: &Problem, plan: usize) -> Problem {
    let mut problem = problem.clone();
    match problem.plans.get_mut(plan) {
        Some(Plan::Term(term)) => term.start = Start::List(Vec::new()),
        Some(Plan::PerSlot(plan)) => {
            *plan = PerSlot { cap: Some(0), min_slots: 1, round_slots: 1, setup_fee: 0, ..*plan };
        }
        None => {}
    }
    problem
}

/// The same with one more unit, not to be interrupted, whenever there are any.
fn with_one_more(problem: &Problem) -> Problem {
    let demand = problem.demand.iter().map(|units| units.saturating_add((*units).min(1))).collect();
    Problem { demand, ..problem.clone() }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::Planning;
    use crate::billing::cover::{
        Calendar, FeeBasis, Length, PerSlot, Plan, Problem, Service, Start, Term, Tier, WORK_LIMIT, solve,
    };
    use crate::catalog::Date;
    use crate::units::Seconds;

    /// 1.24 an hour, 27 a day, on so many cards for so many hours a day for three days.
    fn planning(hours: usize, cards: u32) -> Planning {
        let hour = PerSlot {
            price: 1_240_000,
            cap: Some(9),
            min_slots: 1,
            round_slots: 1,
            setup_fee: 0,
            service: Service::Firm,
        };
        let day = Term {
            length: Length::Slots(24),
            tiers: vec![Tier { min_units: 1, upfront: 27_000_000 }],
            per_slot_fee: 0,
            fee_basis: FeeBasis::Committed,
            start: Start::Any,
            stock: None,
        };
        let demand = (0..72).map(|slot| if slot % 24 < hours { cards } else { 0 }).collect();
        let calendar = Calendar { date: Date::parse("2026-11-30").unwrap(), second: 0, slot: Seconds::hours(1) };
        let plans = vec![Plan::PerSlot(hour), Plan::Term(day)];
        Planning::new(Problem { calendar, demand, interruptible: vec![], plans }, WORK_LIMIT).unwrap()
    }

    #[test]
    fn the_whole_plan_does_not_depend_on_slices() {
        for (hours, price, next, one_more) in
            [(4, 14_880_000, 81_000_000, 14_880_000), (23, 81_000_000, 85_560_000, 81_000_000)]
        {
            for work in [1, 50, u64::MAX] {
                let mut planning = planning(hours, 2);
                let mut progress = 0.0;
                while !planning.advance(work).unwrap() {
                    assert!(progress <= planning.progress() && planning.progress() <= 1.0);
                    progress = planning.progress();
                }
                let planned = planning.finish().unwrap();
                assert!(planned.is_proven());
                assert_eq!(planned.cover.price, 2 * price);
                assert_eq!(planned.one_more, Some(one_more));
                let alternative = planned.next_best.unwrap();
                assert_eq!((alternative.price, alternative.without), (2 * next, usize::from(hours == 23)));
                let only =
                    Problem { plans: vec![planned.problem.plans[alternative.plans[0]].clone()], ..planned.problem };
                assert_eq!(solve(&only, WORK_LIMIT).unwrap().price, alternative.price);
            }
        }
    }

    #[test]
    fn what_is_needed_has_no_alternative() {
        let mut planning = planning(4, 9);
        planning.problem.plans.truncate(1);
        let mut planning = Planning::new(planning.problem, WORK_LIMIT).unwrap();
        while !planning.advance(u64::MAX).unwrap() {}
        let planned = planning.finish().unwrap();
        assert_eq!((planned.next_best, planned.one_more), (None, None)); // nine cards are all there are
        assert_eq!(planned.cover.price, 9 * 14_880_000);
    }
}
