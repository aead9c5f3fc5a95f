//! Numbers that look random, the same for the same seed.

use libm::log;

use crate::units::real;

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
