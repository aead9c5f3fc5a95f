//! What a term costs that ends before its time. How a job ends early is the caller's; no fees are in it.

pub use crate::catalog::Refund;
use crate::money::Money;
use crate::units::Seconds;

impl Refund {
    /// The price of `used` out of a term: `price · min(1, percent/100 · used/length)`, to a tick.
    ///
    /// ```
    /// # use gpu_cost_core::{billing::Refund, money::Money, units::Seconds};
    /// let (price, month) = (Money::parse("1001.95").unwrap(), Seconds::hours(720));
    /// let refund = Refund::Rest { percent: 150 };
    /// assert_eq!(refund.charge(price, month, Seconds::hours(240)), Money::parse("500.975").unwrap());
    /// assert_eq!(refund.charge(price, month, Seconds::hours(480)), price);
    /// assert_eq!(refund.full_after(month), Seconds::hours(480));
    /// ```
    #[must_use]
    pub fn charge(self, price: Money, length: Seconds, used: Seconds) -> Money {
        match self {
            Self::Rest { percent } if used < self.full_after(length) => {
                let charged = used.0.checked_mul(u64::from(percent)).zip(length.0.checked_mul(100));
                charged.and_then(|(used, length)| price.scaled(used, length)).unwrap_or(price)
            }
            _ => price,
        }
    }

    /// The used time from which on all of the price is kept: `length · 100/percent`, at most `length`; none where
    /// nothing is given back.
    #[must_use]
    pub fn full_after(self, length: Seconds) -> Seconds {
        match self {
            Self::Nothing => Seconds(0),
            Self::Rest { percent } => {
                let after = u128::from(length.0) * 100;
                let seconds = after.div_ceil(u128::from(percent.max(1)));
                Seconds(u64::try_from(seconds).unwrap_or(u64::MAX)).min(length)
            }
        }
    }

    /// The price of an hour that comes to the same as canceling: `percent/100 · price/length`. Where pay-as-you-go
    /// costs less, a term never pays as a way to rent for a short time. `None` where nothing is given back.
    #[must_use]
    pub fn hourly(self, price: Money, length: Seconds) -> Option<Money> {
        match self {
            Self::Nothing => None,
            Self::Rest { percent } => {
                price.scaled(u64::from(percent) * Seconds::hours(1).0, length.0.checked_mul(100)?)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Refund;
    use crate::money::Money;
    use crate::units::Seconds;

    const MONTH: Seconds = Seconds::hours(720);

    /// The RTX 4090 of CompShare: 1.66 an hour, 1001.95 a month.
    #[test]
    fn canceling_never_beats_the_hour() {
        let (price, hour) = (Money::parse("1001.95").unwrap(), Money::cents(166));
        let refund = Refund::Rest { percent: 150 };
        assert_eq!(refund.hourly(price, MONTH).unwrap().to_cents(), Money::cents(209));
        for hours in 1..=720 {
            let charge = refund.charge(price, MONTH, Seconds::hours(hours));
            assert!(hour * hours < charge || charge == price, "{hours} h");
        }
        assert_eq!(Refund::Rest { percent: 125 }.full_after(Seconds::days(1)), Seconds(69_120)); // 19.2 h
    }

    #[test]
    fn the_rest_and_nothing() {
        let price = Money::units(720);
        let check = |refund: Refund, hours, expected| {
            assert_eq!(refund.charge(price, MONTH, Seconds::hours(hours)), Money::units(expected));
        };
        check(Refund::Nothing, 0, 720);
        check(Refund::Rest { percent: 100 }, 0, 0);
        check(Refund::Rest { percent: 100 }, 300, 300);
        check(Refund::Rest { percent: 100 }, 900, 720);
        check(Refund::Rest { percent: 50 }, 360, 180);
        assert_eq!(Refund::Nothing.full_after(MONTH), Seconds(0));
        assert_eq!(Refund::Nothing.hourly(price, MONTH), None);
    }

    #[test]
    fn extremes_reach_no_panic() {
        let edges = [0, 1, 3_600, u64::MAX];
        for percent in [0, 1, 100, u32::MAX] {
            let refund = Refund::Rest { percent };
            for length in edges.map(Seconds) {
                for used in edges.map(Seconds) {
                    assert!(refund.charge(Money::units(1), length, used) <= Money::units(1));
                    let _ = refund.charge(Money::units(i64::MAX), length, used);
                }
                let _ = refund.hourly(Money::units(i64::MAX), length);
            }
        }
    }
}
