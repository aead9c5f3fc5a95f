//! When spot is there.
//!
//! Model: times with it, which end with an interruption, and times without it follow each other, exponential, the first
//! of mean `M` and the others of mean `M(1 − s)/s`, so that it is there the share `s` of the time. Whoever begins comes at
//! any moment. Where `s` is 1 it is there again at once.

use alloc::vec::Vec;

use super::{Error, Random};
use crate::billing::cover::MAX_SLOTS;

/// Whether spot is there at the beginning of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It is not.
    Absent,
    /// It is, and whoever had it still has it.
    Kept,
    /// It is, but in the slot before it was taken away from whoever had it.
    Again,
}

/// Phases that are followed within a slot, at most.
const MOST_PHASES: u32 = 64;

/// Made-up availability of so many slots, times with spot being `up_slots` long on average. The same seed gives the same.
///
/// # Errors
/// [`Error::Range`] for a mean that is not finite and above 0 or a share outside of [0, 1]; [`Error::Slots`] for more
/// than [`MAX_SLOTS`].
pub fn availability(slots: usize, up_slots: f64, share: f64, seed: u64) -> Result<Vec<Presence>, Error> {
    if !(0.0 < up_slots && up_slots.is_finite()) {
        return Err(Error::Range("upSlots"));
    }
    if !(0.0..=1.0).contains(&share) {
        return Err(Error::Range("share"));
    }
    if MAX_SLOTS < slots {
        return Err(Error::Slots);
    }
    if share == 0.0 {
        return Ok(alloc::vec![Presence::Absent; slots]);
    }
    let mut random = Random::new(seed);
    let down_slots = up_slots * (1.0 - share) / share;
    let length = |random: &mut Random, is_up| random.exponential(if is_up { up_slots } else { down_slots });
    let mut is_up = random.unit() <= share;
    let mut left = length(&mut random, is_up);
    let mut was_taken = false;
    let next = || {
        let presence = match (is_up, was_taken) {
            (false, _) => Presence::Absent,
            (true, false) => Presence::Kept,
            (true, true) => Presence::Again,
        };
        left -= 1.0;
        was_taken = false;
        for _ in 0..MOST_PHASES {
            if 0.0 < left {
                return presence;
            }
            was_taken |= is_up;
            is_up = !is_up || share == 1.0;
            left += length(&mut random, is_up);
        }
        // So many phases that any may be the one at the end of the slot.
        is_up = random.unit() <= share;
        left = length(&mut random, is_up);
        presence
    };
    Ok(core::iter::repeat_with(next).take(slots).collect())
}
