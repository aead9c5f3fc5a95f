use alloc::vec::Vec;

use super::Presence::{self, Kept};
use super::{Error, Forecast, Job, Outcome, Race, Random, availability, best_interval_hours, forecast, race};
use crate::money::Money;
use crate::units::Seconds;

const SETTINGS: [Job; 7] = [
    job(100.0, 0.1, 2.0, 0.1),
    job(100.0, 0.05, 5.7, 0.1),
    job(100.0, 0.1, 10.4, 0.25),
    job(30.0, 0.05, 0.72, 0.1),
    job(3.0, 0.2, 4.0, 0.5), // a few segments
    job(0.4, 0.1, 0.5, 2.0), // one segment, and starts take longer than it
    job(5.0, 0.5, 0.5, 0.0), // a checkpoint takes as long as an interruption comes
];

const fn job(work_hours: f64, checkpoint_hours: f64, between_hours: f64, restart_hours: f64) -> Job {
    Job { work_hours, checkpoint_hours, between_hours, restart_hours }
}

/// Few and many interruptions, short and long jobs, one segment and hundreds, quick and slow restarts.
const GRID: [Job; 7] = [
    job(1.0, 0.05, 200.0, 0.1), // hardly any interruption
    job(20.0, 0.02, 20.0, 0.25),
    job(5.0, 2.0, 4.0, 0.1), // checkpoints so slow that there is but the last one
    job(300.0, 0.01, 3.0, 0.0),
    job(40.0, 0.3, 1.5, 1.0),
    job(0.5, 0.005, 0.4, 0.05),
    job(400.0, 0.05, 30.0, 6.0),
];

/// Hours of one run until the end, rented, and paid where rentals that are interrupted within `free` hours are not.
struct Run {
    finish: f64,
    rented: f64,
    paid: f64,
}

fn simulate(forecast: &Forecast, share: f64, free: f64, random: &mut Random) -> Run {
    let Job { between_hours, restart_hours, .. } = forecast.job;
    let absent = between_hours * (1.0 - share) / share;
    let mut run = Run { finish: 0.0, rented: 0.0, paid: 0.0 };
    if share < random.unit() {
        run.finish += random.exponential(absent);
    }
    let (mut rental, mut left) = (0.0, forecast.segments);
    while 0.0 < left {
        let up = random.exponential(between_hours);
        if forecast.segment_hours() <= up {
            rental += forecast.segment_hours();
            left -= 1.0;
        } else {
            rental += up;
            run.rented += rental;
            run.paid += if rental < free { 0.0 } else { rental };
            run.finish += rental + random.exponential(absent);
            rental = restart_hours;
        }
    }
    Run { finish: run.finish + rental, rented: run.rented + rental, paid: run.paid + rental }
}

#[track_caller]
fn near(got: f64, expected: f64, share: f64) {
    assert!((got - expected).abs() <= share * expected.abs(), "{got}, expected {expected}");
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / f64::from(u32::try_from(values.len()).unwrap())
}

/// Means within 1 %, P50 and P90 within 3 % of simulation.
#[test]
fn formulas_are_those_of_simulation() {
    for job in SETTINGS.into_iter().chain(GRID) {
        let forecast = forecast(job).unwrap();
        let steps = forecast.segments + forecast.interruptions;
        let runs = crate::units::whole((3e6 / steps).clamp(20_000.0, 120_000.0));
        for (share, free) in [(1.0, 1.0), (0.85, 0.25), (0.6, 2.0), (0.3, 0.5)] {
            let mut random = Random::new(7);
            let runs: Vec<Run> = (0..runs).map(|_| simulate(&forecast, share, free, &mut random)).collect();
            let check = |value: &dyn Fn(&Run) -> f64, expected: f64, quantile: &dyn Fn(f64) -> f64| {
                let mut values: Vec<f64> = runs.iter().map(value).collect();
                near(expected, mean(&values), 0.01);
                values.sort_by(f64::total_cmp);
                for (part, probability) in [(5, 0.5), (9, 0.9)] {
                    let found = values[values.len() / 10 * part];
                    let quantile = quantile(probability);
                    assert!((quantile / found - 1.0).abs() <= 0.03, "{job:?} {share} {quantile} {found}");
                }
            };
            let finish = |probability| forecast.finish_quantile_hours(share, probability).unwrap();
            check(&|run| run.finish, forecast.finish_hours(share).unwrap(), &finish);
            check(&|run| run.rented, forecast.mean_hours, &|probability| forecast.quantile_hours(probability));
            let hour = Money::units(1);
            let hours = |cost: Option<Money>| cost.unwrap().ratio(hour).unwrap();
            let paid = |probability| hours(forecast.cost_quantile(hour, free, probability));
            check(&|run| run.paid, hours(forecast.cost(hour, free)), &paid);
            let rented: Vec<f64> = runs.iter().map(|run| run.rented).collect();
            let mean = mean(&rented);
            let square = rented.iter().map(|hours| (hours - mean).powi(2)).sum::<f64>();
            near(
                forecast.deviation_hours,
                (square / crate::units::real(u64::try_from(runs.len()).unwrap())).sqrt(),
                0.03,
            );
        }
    }
}

/// The figures solve `w·eʷ = −e^(−1−δ/M)` to the last digit.
#[test]
fn the_best_interval_is_exact() {
    for (checkpoint, between, expected) in [(0.1, 2.0, 0.567_621), (0.05, 5.7, 0.722_025), (0.05, 0.72, 0.236_083)] {
        near(best_interval_hours(checkpoint, between), expected, 1e-5);
        let young = (2.0_f64 * checkpoint * between).sqrt();
        let x: f64 = checkpoint / (2.0 * between);
        let daly = young * (1.0 + x.sqrt() / 3.0 + x / 9.0) - checkpoint;
        near(best_interval_hours(checkpoint, between), daly, 0.002);
        near(best_interval_hours(checkpoint, between), young, 0.2);
    }
    // W₀ solves w·eʷ = x.
    for exponent in -40..=0 {
        let b = 10_f64.powf(f64::from(exponent) / 4.0);
        let w = best_interval_hours(b, 1.0) - 1.0;
        near(-(-w).ln() - (1.0 + w), b, 1e-5);
    }
}

/// No other number of segments takes less time.
#[test]
fn the_number_of_segments_is_the_best() {
    for job in SETTINGS {
        let best = forecast(job).unwrap();
        for change in [-1.0, 1.0] {
            let segments = best.segments + change;
            assert!(segments < 1.0 || best.mean_hours <= Forecast::with(job, segments).mean_hours, "{job:?}");
        }
    }
}

#[test]
fn long_and_short_jobs_have_quantiles() {
    let long = forecast(job(1e6, 0.05, 5.7, 0.1)).unwrap();
    near(long.quantile_hours(0.9), long.mean_hours + 1.2816 * long.deviation_hours, 1e-3);
    let never = forecast(job(1.0, 1e-9, 1e12, 0.0)).unwrap();
    near(never.quantile_hours(0.9), 1.0, 1e-6);
    for probability in [f64::NAN, -1.0, 0.0, 1.0, f64::INFINITY] {
        assert!(long.quantile_hours(probability).is_finite() && never.quantile_hours(probability).is_finite());
    }
}

#[test]
fn spot_wins_from_the_break_even_discount_on() {
    let forecast = forecast(job(100.0, 0.05, 0.72, 0.1)).unwrap();
    near(forecast.break_even_discount(), 0.41, 0.02);
    let hour = Money::units(1);
    assert!(!forecast.wins(Money::cents(61), hour), "39 % off loses");
    assert!(forecast.wins(Money::cents(56), hour));
    assert!(forecast.cost(hour, 1.0) < forecast.cost(hour, 0.0));
    assert!(forecast.cost_quantile(hour, 0.0, 0.5) < forecast.cost_quantile(hour, 0.0, 0.9));
    assert!(forecast.cost_quantile(hour, 1.0, 0.9) < forecast.cost_quantile(hour, 0.0, 0.9));
    for share in [0.0, 1.5, f64::NAN] {
        assert_eq!((forecast.finish_hours(share), forecast.finish_quantile_hours(share, 0.9)), (None, None));
    }
}

#[test]
fn impossible_jobs_are_refused() {
    let refused = |job, code: &str| assert_eq!(forecast(job).unwrap_err().code(), code);
    for wrong in [0.0, -1.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        refused(job(wrong, 0.1, 2.0, 0.1), "out-of-range");
        refused(job(1.0, wrong, 2.0, 0.1), "out-of-range");
        refused(job(1.0, 0.1, wrong, 0.1), "out-of-range");
    }
    for wrong in [-1.0, f64::INFINITY, f64::NAN] {
        refused(job(1.0, 0.1, 2.0, wrong), "out-of-range");
    }
    refused(job(1.0, 2.1, 2.0, 0.1), "checkpoint");
    refused(job(f64::MAX, 1e-300, 1e-300, 1e300), "too-long");
    let error = Error::Range("workHours");
    assert_eq!(alloc::format!("{error}"), "workHours is out of range");
}

#[test]
fn extreme_jobs_reach_no_panic() {
    let edges = [f64::MIN_POSITIVE, 1e-300, 1e-9, 1.0, 1e9, 1e300, f64::MAX];
    for work in edges {
        for checkpoint in edges {
            for between in edges {
                for restart in [0.0, 1e-300, 1.0, f64::MAX] {
                    let Ok(forecast) = forecast(job(work, checkpoint, between, restart)) else { continue };
                    assert!(!forecast.quantile_hours(0.9).is_nan(), "{forecast:?}");
                    assert!(!forecast.free_hours(1.0).is_nan(), "{forecast:?}");
                    for share in [f64::MIN_POSITIVE, 0.5, 1.0] {
                        let finish = forecast.finish_quantile_hours(share, 0.9);
                        let is_sane = 0.5 <= share
                            && (1e-150..1e150).contains(&forecast.mean_hours)
                            && forecast.interruptions < 1e150;
                        assert!(!is_sane || finish.is_some(), "{share} {forecast:?}");
                    }
                    let _ = forecast.cost(Money::units(i64::MAX), 1.0);
                }
            }
        }
    }
}

const HOUR: Seconds = Seconds::hours(1);

const fn hours(work: u64, deadline: u64) -> Race {
    let (work, deadline, restart) = (Seconds::hours(work), Seconds::hours(deadline), Seconds::minutes(6));
    Race { work, deadline, restart, lost: Seconds(0), slot: HOUR }
}

#[test]
fn spot_alone_suffices_where_it_is_always_there() {
    let outcome = race(hours(48, 70), &[Kept; 70]).unwrap();
    let finish = Seconds(48 * 3_600 + 360);
    assert_eq!(outcome, Outcome { finish, spot: finish, on_demand: Seconds(0), preemptions: 0, starts: 1 });
    assert_eq!(outcome.cost(Money::units(1), Money::units(3)), Money::parse("48.1").unwrap());
}

#[test]
fn on_demand_alone_where_spot_is_never_there() {
    let outcome = race(hours(48, 70), &[]).unwrap();
    assert_eq!((outcome.spot, outcome.preemptions, outcome.finish <= Seconds::hours(70)), (Seconds(0), 0, true));
    assert_eq!(outcome.on_demand, Seconds(48 * 3_600 + 360 * u64::from(outcome.starts)));
    // As late as can be: work and start fill the time.
    let tight = race(Race { deadline: Seconds(48 * 3_600 + 360), ..hours(48, 0) }, &[Kept; 70]).unwrap();
    assert_eq!((tight.finish.0, tight.starts, tight.on_demand_share()), (48 * 3_600 + 360, 1, 1.0));
}

/// By hand: 4 h of work in 8 h, half an hour is due in each. Spot is there in hours 1 and 2, and at 2 h the job has done
/// 1.9 h. It waits until 4 h, when 2 h are due, and goes on demand. At 5 h it has done 2.8 h, more than the 2.6 h that
/// are due at 5.2 h, and waits again. At 6 h the 2 h left are less than 1.2 h of work, two starts and an hour.
#[test]
fn a_race_by_hand() {
    let outcome = race(hours(4, 8), &[Kept; 2]).unwrap();
    let expected = Outcome {
        finish: Seconds::minutes(7 * 60 + 18),
        spot: Seconds::hours(2),
        on_demand: Seconds::minutes(60 + 78),
        preemptions: 1,
        starts: 3,
    };
    assert_eq!(outcome, expected);
}

#[test]
fn the_deadline_holds_whatever_happens() {
    let mut random = Random::new(3);
    for seed in 0..3_000 {
        let (work, restart, slot) = (random.below(100_000), random.below(5_000), 1 + random.below(7_000));
        let deadline = work + restart + random.below(100_000);
        let [work_, deadline_, restart, lost, slot] =
            [work, deadline, restart, random.below(2) * random.below(9_000), slot].map(Seconds);
        let race_ = Race { work: work_, deadline: deadline_, restart, lost, slot };
        let share = random.unit().max(if seed % 3 == 0 { 1.0 } else { 0.0 });
        let there = availability(200, 1.0 + random.unit() * 20.0, share, seed).unwrap();
        let outcome = race(race_, &there).unwrap();
        assert!(outcome.finish.0 <= deadline, "{race_:?} {outcome:?}");
        assert!(work <= outcome.spot.0 + outcome.on_demand.0);
    }
}

/// With time enough and spot always there to begin again, a race takes as long as the forecast says, and one start.
#[test]
fn a_race_on_spot_is_interrupted() {
    for (job, minutes) in [(job(50.0, 0.05, 5.7, 0.1), 6), (job(30.0, 0.05, 1.5, 0.3), 3)] {
        let forecast = forecast(job).unwrap();
        let slot = Seconds::minutes(minutes);
        let half = slot.as_f64() / 7_200.0; // an interruption is seen at the end of its slot
        let race_ = Race {
            work: Seconds::nearest_hours(forecast.segments * forecast.segment_hours()),
            deadline: Seconds::hours(1_000),
            restart: Seconds::nearest_hours(job.restart_hours),
            lost: Seconds::nearest_hours(forecast.lost_hours() + half),
            slot,
        };
        let up = job.between_hours * 3_600.0 / slot.as_f64();
        let outcomes: Vec<Outcome> =
            (0..600).map(|seed| race(race_, &availability(20_000, up, 1.0, seed).unwrap()).unwrap()).collect();
        let hours: Vec<f64> = outcomes.iter().map(|outcome| outcome.finish.as_f64() / 3_600.0).collect();
        near(mean(&hours), forecast.mean_hours + job.restart_hours, 0.02);
        let preemptions: Vec<f64> = outcomes.iter().map(|outcome| f64::from(outcome.preemptions)).collect();
        near(mean(&preemptions), mean(&hours) / job.between_hours, 0.03);
        assert!(outcomes.iter().all(|outcome| outcome.on_demand == Seconds(0)));
    }
}

#[test]
fn made_up_availability_has_its_share_and_runs() {
    for (up, share) in [(30.0, 0.5), (200.0, 0.9), (20.0, 0.2), (3.0, 0.9), (8.0, 1.0)] {
        let there = availability(400_000, up, share, 11).unwrap();
        let count = |wanted: &dyn Fn(Presence) -> bool| {
            f64::from(u32::try_from(there.iter().filter(|presence| wanted(**presence)).count()).unwrap())
        };
        near(count(&|presence| presence != Presence::Absent) / 400_000.0, share, 0.05);
        // Whoever has it loses it with the probability 1 − e^(−1/M) in each slot.
        let pairs = there.windows(2).filter(|pair| pair[0] != Presence::Absent);
        let losses: Vec<f64> = pairs.map(|pair| f64::from(u8::from(pair[1] != Kept))).collect();
        near(mean(&losses), -(-1.0 / up).exp_m1(), 0.05);
        assert_eq!(there, availability(400_000, up, share, 11).unwrap());
    }
    assert_eq!(availability(3, 1e9, 1.0, 1).unwrap(), [Kept; 3]);
    assert_eq!(availability(3, 1e-300, 1.0, 1).unwrap(), [Kept, Presence::Again, Presence::Again]);
    assert_eq!(availability(3, 5.0, 0.0, 1).unwrap(), [Presence::Absent; 3]);
    assert_eq!(availability(3, 1e-300, 0.5, 1).unwrap().len(), 3);
    assert_eq!(availability(3, 0.0, 0.5, 1).unwrap_err().code(), "out-of-range");
    assert_eq!(availability(3, 1.0, f64::NAN, 1).unwrap_err().code(), "out-of-range");
    assert_eq!(availability(usize::MAX, 1.0, 0.5, 1), Err(Error::Slots));
}

#[test]
fn impossible_races_are_refused() {
    assert_eq!(race(hours(48, 48), &[]), Err(Error::Deadline));
    assert_eq!(race(Race { restart: Seconds(u64::MAX), ..hours(1, 2) }, &[]), Err(Error::Deadline));
    assert_eq!(race(Race { slot: Seconds(0), ..hours(1, 2) }, &[]), Err(Error::Slots));
    assert_eq!(race(Race { slot: Seconds(1), ..hours(1, 1 << 40) }, &[]), Err(Error::Slots));
    assert_eq!(race(hours(0, 1), &[]), Ok(Outcome::default()));
    let [work, deadline, slot] = [1, u64::MAX, u64::MAX / 2].map(Seconds);
    let long = Race { work, deadline, restart: Seconds(0), lost: deadline, slot };
    assert!(race(long, &[Presence::Absent, Kept]).is_ok());
}
