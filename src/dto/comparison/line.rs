//! The lines of a bill. Their amounts add up to the total.

use gpu_cost_core::billing::{self as core, Bill, Fee, FeeKind, Rent};
use gpu_cost_core::money::{Money, Ppm};
use gpu_cost_core::units::Seconds;
use serde::Serialize;
use tsify::Tsify;

use super::Mode;
use crate::dto::catalog::FeePeriod;

/// One line of a bill.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// What it is for.
    pub kind: LineKind,
    /// Money, to the cent; absent where the platform does not state a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<String>,
    /// How it comes about.
    pub details: LineDetails,
}

/// What a line is for.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum LineKind {
    /// GPUs.
    Rent,
    /// Time that short starts pay for without running.
    MinimumCharge,
    /// Time that started minutes or hours pay for without running.
    Rounding,
    /// Disk beside the system disk.
    Disk,
    /// The same while instances are stopped, where that has a price of its own.
    DiskStopped,
    /// Traffic to the internet.
    Egress,
    /// Rent of instances that are stopped.
    StoppedRent,
    /// To set up the order.
    Setup,
    /// Tax on all else.
    Tax,
}

/// How a line comes about.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase", untagged)]
pub enum LineDetails {
    /// Time at a rate: rent by the hour, minimum charge, rounding.
    #[serde(rename_all = "camelCase")]
    Metered {
        /// Units rented.
        units: u32,
        /// Money per unit and hour.
        unit_rate: String,
        /// Time that this line is for.
        seconds: f64,
    },
    /// Rent in terms paid in full.
    #[serde(rename_all = "camelCase")]
    Terms {
        /// Units rented.
        units: u32,
        /// Money per unit and term.
        unit_price: String,
        /// Terms for each unit.
        count: u64,
        /// The term.
        term: Mode,
        /// Time that is paid for.
        paid_seconds: f64,
        /// Time that is used.
        used_seconds: f64,
    },
    /// Disk.
    #[serde(rename_all = "camelCase")]
    Disk {
        /// GiB asked for.
        gib: u64,
        /// GiB that cost nothing.
        free_gib: u64,
        /// Money per GiB and `per`; absent where it is not stated.
        #[serde(skip_serializing_if = "Option::is_none")]
        unit_price: Option<String>,
        /// The time that the price is for.
        #[serde(skip_serializing_if = "Option::is_none")]
        per: Option<FeePeriod>,
        /// Time that it is kept.
        seconds: f64,
    },
    /// Traffic.
    #[serde(rename_all = "camelCase")]
    Egress {
        /// GiB asked for.
        gib: u64,
        /// GiB that cost nothing.
        free_gib: u64,
        /// Money per GiB; absent where it is not stated.
        #[serde(skip_serializing_if = "Option::is_none")]
        unit_price: Option<String>,
    },
    /// Tax, a share of all lines before; set-up, all of a fee.
    #[serde(rename_all = "camelCase")]
    Share {
        /// How much.
        percent: f64,
        /// Of how much money.
        of: String,
    },
}

/// The lines of a bill, rent first.
pub(super) fn lines(bill: &Bill) -> Vec<Line> {
    let Bill { rents, fees, total: _ } = bill;
    let mut lines: Vec<Line> = rents.iter().flat_map(rent_lines).collect();
    lines.extend(fees.iter().map(fee_line));
    lines
}

fn rent_lines(rent: &Rent) -> Vec<Line> {
    match *rent {
        Rent::Metered {
            units,
            hourly,
            increment_stated: _,
            used,
            used_amount,
            minimum,
            minimum_amount,
            rounding,
            rounding_amount,
        } => {
            let line = |kind, seconds: Seconds, amount| Line {
                kind,
                amount: Some(amount),
                details: LineDetails::Metered { units, unit_rate: hourly.to_decimal(), seconds: seconds.as_f64() },
            };
            let minimum = (LineKind::MinimumCharge, minimum, minimum_amount);
            let rounding = (LineKind::Rounding, rounding, rounding_amount);
            let extra = [minimum, rounding].into_iter().filter(|(_, time, _)| Seconds(0) < *time);
            let lines = [(LineKind::Rent, used, used_amount)].into_iter().chain(extra);
            lines.map(|(kind, time, amount)| line(kind, time, amount.to_decimal())).collect()
        }
        Rent::Terms { units, price, term, length, count, used, amount } => vec![Line {
            kind: LineKind::Rent,
            amount: Some(amount.to_decimal()),
            details: LineDetails::Terms {
                units,
                unit_price: price.to_decimal(),
                count,
                term: core::Mode::Package(term).into(),
                paid_seconds: Seconds(length.0.saturating_mul(count)).as_f64(),
                used_seconds: used.as_f64(),
            },
        }],
    }
}

fn fee_line(fee: &Fee) -> Line {
    let Fee { kind, quantity, free: free_gib, price, per, time, amount } = *fee;
    let (unit_price, seconds) = (price.map(Money::to_decimal), time.as_f64());
    let details = match kind {
        FeeKind::StoppedRent => {
            let units = u32::try_from(quantity).unwrap_or(u32::MAX);
            LineDetails::Metered { units, unit_rate: unit_price.unwrap_or_default(), seconds }
        }
        FeeKind::Disk | FeeKind::DiskStopped => {
            LineDetails::Disk { gib: quantity, free_gib, unit_price, per: price.map(|_| period(per)), seconds }
        }
        FeeKind::Egress => LineDetails::Egress { gib: quantity, free_gib, unit_price },
        FeeKind::Setup | FeeKind::Tax => {
            let share = Ppm(u32::try_from(quantity).unwrap_or_default());
            LineDetails::Share { percent: share.to_percent(), of: unit_price.unwrap_or_default() }
        }
    };
    Line { kind: kind.into(), amount: amount.map(Money::to_decimal), details }
}

fn period(length: Seconds) -> FeePeriod {
    match length {
        Seconds(3_600) => FeePeriod::Hour,
        Seconds(86_400) => FeePeriod::Day,
        Seconds(_) => FeePeriod::Month,
    }
}

impl From<FeeKind> for LineKind {
    fn from(kind: FeeKind) -> Self {
        match kind {
            FeeKind::StoppedRent => Self::StoppedRent,
            FeeKind::Disk => Self::Disk,
            FeeKind::DiskStopped => Self::DiskStopped,
            FeeKind::Egress => Self::Egress,
            FeeKind::Setup => Self::Setup,
            FeeKind::Tax => Self::Tax,
        }
    }
}
