//! Every number that a visitor or a host may set: its range, and why. One row each.
//!
//! Checks, messages and the form's limits come from these rows.

use crate::error::Error;

/// One row: the range of a number, both ends allowed.
#[derive(Debug, PartialEq)]
pub struct Bound {
    /// The name in JSON, with its unit.
    pub field: &'static str,
    /// Smallest value.
    pub min: f64,
    /// Largest value, at most 2⁵³ − 1.
    pub max: f64,
    /// Whether only whole numbers make sense.
    pub whole: bool,
    /// Why the range ends where it does.
    pub why: &'static str,
}

impl Bound {
    const fn whole(field: &'static str, min: f64, max: f64, why: &'static str) -> Self {
        Self { field, min, max, whole: true, why }
    }

    const fn real(field: &'static str, min: f64, max: f64, why: &'static str) -> Self {
        Self { field, min, max, whole: false, why }
    }

    /// Whether a number lies inside; not-a-number never does.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] with this row.
    pub fn check(&'static self, got: f64) -> Result<f64, Error> {
        let fits = self.min <= got && got <= self.max && (!self.whole || libm::trunc(got) == got);
        if fits { Ok(got) } else { Err(Error::OutOfRange { bound: self, got }) }
    }

    /// [`check`](Self::check) for a row of whole numbers.
    ///
    /// # Errors
    /// [`Error::OutOfRange`] with this row.
    #[expect(clippy::as_conversions, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // whole, 0 ≤ x < 2⁵³
    pub fn check_whole(&'static self, got: f64) -> Result<u64, Error> {
        self.check(got).map(|value| value as u64)
    }
}

macro_rules! bounds {
    ($($name:ident = $kind:ident($field:literal, $min:expr, $max:expr, $why:literal);)*) => {
        $(#[doc = concat!("`", $field, "`: ", $why, ".")]
        pub static $name: Bound = Bound::$kind($field, $min, $max, $why);)*

        /// All rows of this file, in the order of their form.
        pub static ALL: &[&Bound] = &[$(&$name),*];
    };
}

pub mod planning;
pub mod rental;

bounds! {
    PARAMETERS = whole("parameters", 1e6, 1e13, "below a million nothing needs renting; ten trillion is beyond any published model");
    TOKENS = whole("tokens", 1e3, 1e15, "a few pages, up to fifty times the largest published pre-training corpus");
    SEQUENCE_TOKENS = whole("sequenceTokens", 16.0, 1_048_576.0, "a sentence, up to the longest context on offer");
    MICRO_BATCH = whole("microBatch", 1.0, 4_096.0, "sequences in one forward pass on one GPU");
    GLOBAL_BATCH = whole("globalBatch", 1.0, 1_048_576.0, "sequences in one optimizer step over all GPUs");
    LORA_RANK = whole("rank", 1.0, 4_096.0, "larger than the hidden size is no low rank");
    MFU_PERCENT = real("mfuPercent", 1.0, 100.0, "no run exceeds the dense peak");
    USERS = whole("users", 1.0, 100_000.0, "requests that are answered at the same time");
    PROMPT_TOKENS = whole("promptTokens", 1.0, 1_048_576.0, "a word, up to the longest context on offer");
    SHARED_TOKENS = whole("sharedTokens", 0.0, 1_048_575.0, "less than a prompt: something is asked anew");
    ANSWER_TOKENS = whole("answerTokens", 1.0, 1_048_576.0, "a word, up to the longest context on offer");
    TOKENS_PER_DAY = real("tokensPerDay", 1.0, 1e15, "a word, up to ten times what the largest service writes");
    MIN_TOKENS_PER_SECOND = real("minTokensPerSecond", 0.1, 1_000.0, "per user; people read 5 to 10 a second");
    WIDTH = whole("width", 64.0, 16_384.0, "a thumbnail, up to 16K");
    HEIGHT = whole("height", 64.0, 16_384.0, "a thumbnail, up to 16K");
    STEPS = whole("steps", 1.0, 1_000.0, "distilled models, up to the steps of training");
    GUIDANCE = whole("guidance", 1.0, 4.0, "passes of the denoiser in a step: one where it is distilled, more with several prompts");
    BATCH = whole("batch", 1.0, 1_024.0, "images or videos side by side on one GPU");
    ITEMS = whole("items", 1.0, 100_000_000.0, "one image or video, up to a data set");
    FRAMES = whole("frames", 1.0, 1e9, "a still, up to a year of film at thirty frames a second");
    MINUTES_PER_FRAME = real("minutesPerFrame", 0.000_1, 10_080.0, "six milliseconds, up to a week");
    RUNS = whole("runs", 1.0, 1e9, "one, up to a billion points of a parameter study");
    HOURS_PER_RUN = real("hoursPerRun", 0.000_01, 87_600.0, "a few hundredths of a second, up to ten years");
    TERABYTES = real("terabytes", 0.001, 1e6, "a gigabyte, up to an exabyte");
    HOURS_PER_TERABYTE = real("hoursPerTerabyte", 0.000_1, 10_000.0, "beyond the fastest memory, up to 28 kB a second");
    PASSES = whole("passes", 1.0, 1e6, "how often all data are read");
    EFFICIENCY_PERCENT = real("efficiencyPercent", 50.0, 100.0, "at 50 twice as many cards gain nothing");
    HOURS_PER_DAY = real("hoursPerDay", 0.01, 24.0, "36 seconds, up to the whole day");
    DAYS = whole("days", 1.0, 3_660.0, "ten years; no price holds longer");
    DISK_GIB = whole("diskGib", 0.0, 10_000_000.0, "nothing beside the system disk, up to ten pebibytes");
    EGRESS_GIB = whole("egressGib", 0.0, 10_000_000.0, "nothing, up to ten pebibytes");
    BUDGET = real("amount", 0.01, 999_999_999_999.0, "one cent, up to what money here can carry");
    PRICE = real("price", 1e-9, 999_999_999_999.0, "exact to nine decimals");
    MONTH_HOURS = whole("monthHours", 672.0, 744.0, "the shortest and the longest calendar month");
    CARDS_PER_UNIT = whole("cardsPerUnit", 1.0, 72.0, "one card, up to the largest link domain on sale");
    GPU_MEMORY_GIB = real("memoryGib", 0.25, 4_096.0, "a small part of a small card, up to several times the largest");
    SPEED_PERCENT = real("speedPercent", 0.1, 100.0, "a thousandth of a card, up to all of it");
    UNITS = whole("units", 1.0, 4_096.0, "units in one order");
    MINIMUM_SECONDS = whole("minimumSeconds", 0.0, 2_678_400.0, "none, up to a month");
    FREE_GIB = whole("freeGib", 0.0, 10_000_000.0, "none, up to ten pebibytes");
    MEASURED_TFLOPS = real("tflops", 0.001, 150_000_000.0, "a slice in FP64, up to ten times the fastest card in FP4, in GFLOPS by mistake");
    MEASURED_GB_PER_SEC = real("gbPerSecond", 0.1, 80_000_000.0, "a slow host's memory, up to ten times the fastest card, in MB/s by mistake");
    MATRIX_SIDE = whole("side", 16.0, 262_144.0, "one tile of a matrix unit, up to what fills the largest memory");
    MEASURED_SAMPLES_PER_SEC = real("perSecond", 0.000_001, 1_000_000_000.0, "a step in eleven days, up to tokens of a whole rack");
    SLOWDOWN = real("slowdown", 1.0, 1_000_000_000.0, "no delay, up to what the slowest reading of the fastest card gives");
    EXPECTED_SAMPLES_PER_SEC = real("expectedPerSecond", 0.000_001, 1_000_000_000.0, "a step in eleven days, up to tokens of a whole rack");
}

/// A size in a model's configuration that may be absent in effect. Not among [`ALL`], as no form has it.
pub static CONFIG_COUNT: Bound = Bound::whole("count", 0.0, CONFIG_MAX, "none, up to beyond any published model");
/// A size in a model's configuration. Not among [`ALL`], as no form has it.
pub static CONFIG_SIZE: Bound = Bound::whole("size", 1.0, CONFIG_MAX, "one, up to beyond any published model");
/// Layers in a model's configuration. Not among [`ALL`], as no form has it.
pub static CONFIG_LAYERS: Bound = Bound::whole("layers", 1.0, 4_096.0, "one, up to beyond any published model");

/// A vocabulary has a quarter of a million rows, a feed-forward block is 65,536 wide, a context has ten million tokens.
const CONFIG_MAX: f64 = 16_777_216.0;

#[cfg(test)]
mod tests {
    use super::{ALL, DAYS, HOURS_PER_DAY, planning, rental};

    #[test]
    fn rows_are_sane() {
        for rows in [ALL, planning::ALL, rental::ALL] {
            for bound in rows {
                assert!(bound.min < bound.max, "{}", bound.field);
                assert!(bound.max <= 9_007_199_254_740_991.0, "{}", bound.field);
                assert_eq!(rows.iter().filter(|other| other.field == bound.field).count(), 1, "{}", bound.field);
            }
        }
    }

    #[test]
    fn ends_are_inside_and_the_rest_is_not() {
        for (got, fits) in [(1.0, true), (3_660.0, true), (0.0, false), (1.5, false), (3_661.0, false)] {
            assert_eq!(DAYS.check(got).is_ok(), fits, "{got}");
        }
        for got in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0, 24.01] {
            assert!(HOURS_PER_DAY.check(got).is_err(), "{got}");
        }
    }
}
