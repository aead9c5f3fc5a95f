//! A job with a deadline: spot while it is there, on demand only where the job falls behind.

use alloc::vec::Vec;

use libm::log;

use super::Error;
use crate::billing::cover::MAX_SLOTS;
use crate::money::{Money, Rate};
use crate::units::{Seconds, real};

/// A job against the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Race {
    /// Time that the work takes.
    pub work: Seconds,
    /// Time from now to the deadline.
    pub deadline: Seconds,
    /// Time to start and load after each change to another machine, the first one included.
    pub restart: Seconds,
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
/// the work left and two restarts (and a slot, because decisions are made between slots), go on demand to the end.
/// So the deadline always holds. A checkpoint is taken to cost nothing, and on demand always to be there.
///
/// `is_there` tells of each slot whether spot is there; after its end it is not.
///
/// # Errors
/// [`Error::Deadline`] where the work and one start do not fit; [`Error::Slots`] for slots without length and more of
/// them than [`MAX_SLOTS`].
pub fn race(race: Race, is_there: &[bool]) -> Result<Outcome, Error> {
    let Race { work, deadline, restart, slot } = race;
    let slots = deadline.0.checked_div(slot.0).ok_or(Error::Slots)?;
    if MAX_SLOTS < usize::try_from(slots).unwrap_or(usize::MAX) {
        return Err(Error::Slots);
    }
    if work.0.checked_add(restart.0).is_none_or(|least| deadline.0 < least) {
        return Err(Error::Deadline);
    }
    let mut outcome = Outcome::default();
    let (mut on, mut done, mut starting, mut forced) = (On::Nothing, 0, 0, false);
    let mut there = is_there.iter().copied().chain(core::iter::repeat(false));
    let mut now = 0;
    while done < work.0 {
        let is_there = there.next().unwrap_or(false);
        if on == On::Spot && !is_there {
            outcome.preemptions += 1;
            (on, starting) = (On::Nothing, 0);
        }
        let ahead = |time: u64| {
            let expected = u128::from(time.min(deadline.0)) * u128::from(work.0);
            expected <= u128::from(done) * u128::from(deadline.0)
        };
        let needed = [work.0 - done, restart.0, restart.0, slot.0].into_iter().fold(0, u64::saturating_add);
        forced |= on != On::Spot && deadline.0 - now < needed;
        let next = match on {
            _ if forced => On::Demand,
            On::Spot => On::Spot,
            On::Demand if !ahead(now.saturating_add(restart.0.saturating_mul(2))) => On::Demand,
            _ if is_there => On::Spot,
            On::Nothing if !ahead(now) => On::Demand,
            _ => On::Nothing,
        };
        if next != on && next != On::Nothing {
            outcome.starts += 1;
            starting = restart.0;
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

/// Made-up availability of so many slots: exponential times with and without spot, the first of mean `up_slots`, so
/// that it is there this share of the time. The same seed gives the same.
///
/// # Errors
/// [`Error::Range`] for a mean that is not finite and above 0 or a share outside of [0, 1]; [`Error::Slots`] for more
/// than [`MAX_SLOTS`].
pub fn availability(slots: usize, up_slots: f64, share: f64, seed: u64) -> Result<Vec<bool>, Error> {
    if !(0.0 < up_slots && up_slots.is_finite()) {
        return Err(Error::Range("upSlots"));
    }
    if !(0.0..=1.0).contains(&share) {
        return Err(Error::Range("share"));
    }
    if MAX_SLOTS < slots {
        return Err(Error::Slots);
    }
    if share == 0.0 || share == 1.0 {
        return Ok(alloc::vec![share == 1.0; slots]);
    }
    let mut random = Random::new(seed);
    let down_slots = up_slots * (1.0 - share) / share;
    let mut is_up = random.unit() < share;
    let mut left = random.exponential(if is_up { up_slots } else { down_slots });
    let next = || {
        // Runs shorter than a slot are not seen; at most a few of them, so that the loop ends.
        for _ in 0..64 {
            if 0.5 <= left {
                break;
            }
            is_up = !is_up;
            left += random.exponential(if is_up { up_slots } else { down_slots });
        }
        left -= 1.0;
        is_up
    };
    Ok(core::iter::repeat_with(next).take(slots).collect())
}

/// Numbers that look random (`SplitMix64`; Steele, Lea and Flood 2014).
pub(in crate::billing) struct Random(u64);

impl Random {
    pub(in crate::billing) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    }

    /// Above 0 and at most 1.
    pub(in crate::billing) fn unit(&mut self) -> f64 {
        real((self.bits() >> 11) + 1) / real(1 << 53)
    }

    /// A whole number below `end`, which is small.
    #[cfg(test)]
    pub(in crate::billing) fn below(&mut self, end: u64) -> u64 {
        (self.bits() >> 11) % end
    }

    pub(in crate::billing) fn exponential(&mut self, mean: f64) -> f64 {
        -mean * log(self.unit())
    }
}
