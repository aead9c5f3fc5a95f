//! A job with a deadline: spot while it is there, on demand only where the job falls behind.

use super::{Error, Presence};
use crate::billing::cover::MAX_SLOTS;
use crate::money::{Money, Rate};
use crate::units::Seconds;

/// A job against the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// Time that the work takes.
    pub work: Seconds,
    /// Time from now to the deadline.
    pub deadline: Seconds,
    /// Time to start and load after each change to another machine, the first one included.
    pub restart: Seconds,
    /// Work that is done again after spot was taken away, on average: what was done since the last checkpoint.
    pub lost: Seconds,
    /// Length of a slot of the availability: decisions are made between slots.
    pub slot: Seconds,
}

/// How a race ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// When the work is done, never after the deadline.
    pub finish: Seconds,
    /// Rented spot, with starts.
    pub spot: Seconds,
    /// Rented on demand, with starts.
    pub on_demand: Seconds,
    /// Times that spot was taken away.
    pub preemptions: u32,
    /// Times that a machine was started.
    pub starts: u32,
}

impl Outcome {
    /// The part of the rented time that was on demand, from 0 to 1.
    #[must_use]
    pub fn on_demand_share(&self) -> f64 {
        self.on_demand.as_f64() / Seconds(self.on_demand.0 + self.spot.0).as_f64().max(1.0)
    }

    /// What it costs at these prices of an hour, billed by the second.
    #[must_use]
    pub fn cost(&self, spot: Money, on_demand: Money) -> Money {
        Rate::hourly(spot).for_time(self.spot) + Rate::hourly(on_demand).for_time(self.on_demand)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum On {
    Nothing,
    Spot,
    Demand,
}

/// Uniform Progress (Wu and others, NSDI 2024, sections 3 and 5.2): with `C` the work, `R` the deadline and `d` the
/// restart, the expected progress at `t` is `t·C/R`. Idle and behind it, go on demand, and stay until the progress is
/// that of `t + 2d`; go to spot whenever it is there, and stay until it is taken; and once the time left is less than
/// the work left and two restarts (and what an interruption loses, and a slot, because decisions are made between
/// slots), go on demand to the end. So the deadline always holds. Time to write checkpoints is part of the work, and
/// on demand is taken to be always there.
///
/// `presence` tells of each slot whether spot is there; after its end it is not.
///
/// # Errors
/// [`Error::Deadline`] where the work and one start do not fit; [`Error::Slots`] for slots without length and more of
/// them than [`MAX_SLOTS`].
pub fn race(race: Race, presence: &[Presence]) -> Result<Outcome, Error> {
    let Race { work, deadline, restart, lost, slot } = race;
    let slots = deadline.0.checked_div(slot.0).ok_or(Error::Slots)?;
    if MAX_SLOTS < usize::try_from(slots).unwrap_or(usize::MAX) {
        return Err(Error::Slots);
    }
    if work.0.checked_add(restart.0).is_none_or(|least| deadline.0 < least) {
        return Err(Error::Deadline);
    }
    let mut outcome = Outcome::default();
    // What a machine still loads before it goes on, and as its last part the work that is done again.
    let (mut on, mut done, mut starting, mut again, mut forced) = (On::Nothing, 0, 0, 0, false);
    let mut presences = presence.iter().copied().chain(core::iter::repeat(Presence::Absent));
    let mut now = 0;
    while done < work.0 {
        let presence = presences.next().unwrap_or(Presence::Absent);
        if on != On::Nothing {
            again = starting.min(again);
        }
        if on == On::Spot && presence != Presence::Kept {
            outcome.preemptions += 1;
            again = if starting == 0 { lost.0 } else { again };
            on = On::Nothing;
        }
        let ahead = |time: u64| {
            let expected = u128::from(time.min(deadline.0)) * u128::from(work.0);
            expected <= u128::from(done) * u128::from(deadline.0)
        };
        let needed = [work.0 - done, again, restart.0, restart.0, lost.0, slot.0];
        let needed = needed.into_iter().fold(0, u64::saturating_add);
        forced |= on != On::Spot && deadline.0 - now < needed;
        let next = match on {
            _ if forced => On::Demand,
            On::Spot => On::Spot,
            On::Demand if !ahead(now.saturating_add(restart.0.saturating_mul(2))) => On::Demand,
            _ if presence != Presence::Absent => On::Spot,
            On::Nothing if !ahead(now) => On::Demand,
            _ => On::Nothing,
        };
        if next != on && next != On::Nothing {
            outcome.starts += 1;
            starting = restart.0.saturating_add(again);
        }
        on = next;
        let rented = if on == On::Nothing { 0 } else { slot.0.min(starting.saturating_add(work.0 - done)) };
        match on {
            On::Nothing => {}
            On::Spot => outcome.spot.0 += rented,
            On::Demand => outcome.on_demand.0 += rented,
        }
        let loading = starting.min(rented);
        starting -= loading;
        done += rented - loading;
        now += if on == On::Nothing { slot.0 } else { rented };
    }
    outcome.finish = Seconds(now);
    Ok(outcome)
}
