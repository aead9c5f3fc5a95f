//! The lines of a bill. Their amounts add up to the total.

use gpu_cost_core::billing::{self as core, Bill, DiskCharge, EgressCharge, Fees, Rent, StoppedCharge, TaxCharge};
use gpu_cost_core::catalog::{DiskFee, EgressFee};
use gpu_cost_core::money::Money;
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

/// Something of which a platform does not state whether it costs.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Unstated {
    /// Rent of instances that are stopped.
    StoppedRent,
    /// To set up the order.
    Setup,
    /// Tax.
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
    /// A share of all lines before.
    #[serde(rename_all = "camelCase")]
    Share {
        /// How much of them.
        percent: f64,
        /// What they come to.
        of: String,
    },
    /// A fee for the whole order.
    Once {},
}

/// The lines of a bill, rent first.
pub(super) fn lines(bill: &Bill) -> Vec<Line> {
    let Bill { rents, fees, total: _ } = bill;
    let Fees { disk, disk_stopped, egress, stopped, setup, tax, unstated: _ } = fees;
    let mut lines: Vec<Line> = rents.iter().flat_map(rent_lines).collect();
    lines.extend(stopped.as_ref().map(stopped_line));
    let disks = [(LineKind::Disk, disk), (LineKind::DiskStopped, disk_stopped)];
    lines.extend(disks.into_iter().filter_map(|(kind, charge)| Some(disk_line(kind, charge.as_ref()?))));
    lines.extend(egress.as_ref().map(egress_line));
    lines.extend(setup.map(|amount| line(LineKind::Setup, amount, LineDetails::Once {})));
    lines.extend(tax.as_ref().map(tax_line));
    lines
}

fn line(kind: LineKind, amount: Money, details: LineDetails) -> Line {
    Line { kind, amount: Some(amount.to_decimal()), details }
}

fn stopped_line(charge: &StoppedCharge) -> Line {
    let StoppedCharge { units, hourly, time, amount } = *charge;
    let details = LineDetails::Metered { units, unit_rate: hourly.to_decimal(), seconds: time.as_f64() };
    line(LineKind::StoppedRent, amount, details)
}

fn tax_line(charge: &TaxCharge) -> Line {
    let TaxCharge { share, of, amount } = *charge;
    line(LineKind::Tax, amount, LineDetails::Share { percent: share.to_percent(), of: of.to_decimal() })
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

fn disk_line(kind: LineKind, charge: &DiskCharge) -> Line {
    let DiskCharge { gib, fee, time, amount } = *charge;
    let (unit_price, per, free_gib) = match fee {
        Some(DiskFee { price, per, free_gib, when_stopped: _ }) => {
            (Some(price.to_decimal()), Some(period(per)), free_gib)
        }
        None => (None, None, 0),
    };
    Line {
        kind,
        amount: amount.map(Money::to_decimal),
        details: LineDetails::Disk { gib, free_gib, unit_price, per, seconds: time.as_f64() },
    }
}

fn egress_line(charge: &EgressCharge) -> Line {
    let EgressCharge { gib, fee, amount } = *charge;
    let (unit_price, free_gib) = match fee {
        Some(EgressFee { price, free_gib }) => (Some(price.to_decimal()), free_gib),
        None => (None, 0),
    };
    Line {
        kind: LineKind::Egress,
        amount: amount.map(Money::to_decimal),
        details: LineDetails::Egress { gib, free_gib, unit_price },
    }
}

fn period(length: Seconds) -> FeePeriod {
    match length {
        Seconds(3_600) => FeePeriod::Hour,
        Seconds(86_400) => FeePeriod::Day,
        Seconds(_) => FeePeriod::Month,
    }
}

mirror! {
    Unstated = core::Unstated { StoppedRent, Setup, Tax }
}
