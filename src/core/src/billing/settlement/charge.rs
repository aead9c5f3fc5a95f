//! What is charged: rent, what is kept, what is counted.

use alloc::vec::Vec;

use super::super::rent::{self, Metered, Rent};
use super::{Line, LineKind, Parts, Payment, Rental, Run, Terms};
use crate::catalog::{
    AddressFee, DiskFee, OnDemand, Overtime, Package, Platform, StoppedRent, StorageFee, StorageTime, WhenStopped,
};
use crate::money::Money;
use crate::units::Seconds;

/// Everything that is paid for GPUs; `None` where the offer has no such way to pay.
pub(super) fn rent(terms: &Terms, rental: &Rental) -> Option<Vec<Line>> {
    let Terms { platform, billing, cards_per_unit: _, month } = terms;
    let mut lines = match rental.payment {
        Payment::OnDemand => used(billing.on_demand?, platform, rental),
        Payment::Spot => used(billing.spot?, platform, rental),
        Payment::Terms { term, count, ending: _ } => {
            let package = rent::package(billing, term)?;
            bought(package, u64::from(count), billing.on_demand, platform, *month, rental)
        }
    };
    let units = u64::from(rental.units);
    let no_gpu = rental.time(|run| !run.has_gpus());
    lines.extend(timed(LineKind::NoGpu, Parts::hourly(units, platform.rules.no_gpu, no_gpu)));
    Some(lines)
}

/// Rent by the time used, and of the time in between.
fn used(plan: OnDemand, platform: &Platform, rental: &Rental) -> Vec<Line> {
    let mut time = Metered::default();
    for run in worked(rental) {
        time.add(&plan, run.length());
    }
    let mut lines: Vec<Line> = Line::of_rent(&time.rent(plan, rental.units), rental.rework).collect();
    let price = match platform.rules.stopped {
        Some(StoppedRent::Billed) => Some(plan.hourly),
        Some(StoppedRent::Free) => return lines,
        None => None,
    };
    lines.extend(timed(LineKind::StoppedRent, Parts::hourly(rental.units.into(), price, rental.stopped())));
    lines
}

/// Terms, and what ran after the last.
fn bought(
    package: Package,
    count: u64,
    on_demand: Option<OnDemand>,
    platform: &Platform,
    month: Seconds,
    rental: &Rental,
) -> Vec<Line> {
    let covered = package.term.length(month).0.saturating_mul(count);
    let within = |run: &Run| run.end.0.min(covered).saturating_sub(run.start.0);
    let used = Seconds(worked(rental).map(within).fold(0, u64::saturating_add));
    let bought = Rent::terms(package, rental.units, count, used, month);
    let mut lines: Vec<Line> = Line::of_rent(&bought, Seconds(0)).collect();
    let mut beyond = Metered::default();
    let hourly = match platform.rules.overtime {
        Some(Overtime::Stops) => return lines,
        Some(Overtime::OnDemand) => on_demand,
        Some(Overtime::Hourly(hourly)) => Some(OnDemand { hourly, ..EXACT }),
        None => None,
    };
    for run in worked(rental) {
        beyond.add(&hourly.unwrap_or(EXACT), Seconds(run.end.0.saturating_sub(run.start.0.max(covered))));
    }
    let price = hourly.map(|plan| plan.hourly);
    lines.extend(timed(LineKind::Overtime, Parts::hourly(rental.units.into(), price, beyond.billed())));
    lines
}

/// By the second.
const EXACT: OnDemand =
    OnDemand { hourly: Money::ZERO, increment: Some(crate::catalog::Increment::Second), minimum: Seconds(0) };

/// Runs with GPUs.
fn worked(rental: &Rental) -> impl Iterator<Item = &Run> {
    rental.runs.iter().filter(|run| run.has_gpus())
}

/// A line for some time; none where there is no such time, or nothing that is paid for.
fn timed(kind: LineKind, parts: Parts) -> Option<Line> {
    let is_empty = matches!(parts, Parts::Timed { quantity: 0, .. } | Parts::Timed { time: Seconds(0), .. });
    (!is_empty).then(|| Line::new(kind, parts, parts.amount()))
}

fn counted(kind: LineKind, quantity: u64, free: u64, price: Option<Money>) -> Option<Line> {
    let parts = Parts::Counted { quantity, free, price };
    (0 < quantity).then(|| Line::new(kind, parts, parts.amount()))
}

/// Everything that is paid for besides GPUs.
pub(super) fn kept(platform: &Platform, rental: &Rental) -> Vec<Line> {
    let rules = &platform.rules;
    let kept = rental.kept;
    let address = |AddressFee { price, per, when_stopped }| DiskFee { price, per, free_gib: 0, when_stopped };
    let mut lines = Vec::new();
    lines.extend(counted(LineKind::Setup, 1, 0, rules.setup).filter(|line| line.amount != Some(Money::ZERO)));
    lines.extend(both((LineKind::Disk, LineKind::DiskStopped), platform.disk, kept.disk_gib, rental));
    lines.extend(counted(LineKind::Expansion, kept.expanded_gib, 0, rules.expansion));
    lines.extend(stored(LineKind::Image, rules.image, kept.image_gib, rental));
    lines.extend(stored(LineKind::Snapshot, rules.snapshot, kept.snapshot_gib, rental));
    let kinds = (LineKind::PublicIp, LineKind::PublicIpStopped);
    lines.extend(both(kinds, rules.public_ip.map(address), kept.public_ips, rental));
    let (price, free) = platform.egress.map_or((None, 0), |fee| (Some(fee.price), fee.free_gib));
    lines.extend(counted(LineKind::Egress, kept.egress_gib, free, price));
    lines
}

fn stored(kind: LineKind, fee: Option<StorageFee>, quantity: u64, rental: &Rental) -> Option<Line> {
    let (price, per, free) = fee.map_or((None, Seconds(1), 0), |fee| (Some(fee.price), fee.per, fee.free_gib));
    let time = match fee.map(|fee| fee.time) {
        Some(StorageTime::StartedDays) => rental.started_days(),
        Some(StorageTime::Exact) | None => rental.end,
    };
    timed(kind, Parts::Timed { quantity, free, price, per, time })
}

/// While it runs and while it is stopped; the two are rounded together where they have one price.
fn both(
    (running, stopped): (LineKind, LineKind),
    fee: Option<DiskFee>,
    quantity: u64,
    rental: &Rental,
) -> impl Iterator<Item = Line> {
    let (price, per, free) = fee.map_or((None, Seconds(1), 0), |fee| (Some(fee.price), fee.per, fee.free_gib));
    let parts = |price, time| Parts::Timed { quantity, free, price, per, time };
    let first = timed(running, parts(price, rental.running()));
    let second = match fee.map(|fee| fee.when_stopped) {
        Some(WhenStopped::Free | WhenStopped::Price(Money::ZERO)) => None,
        Some(WhenStopped::Price(less)) => timed(stopped, parts(Some(less), rental.stopped())),
        Some(WhenStopped::Billed) | None => timed(stopped, parts(price, rental.stopped())).map(|line| {
            let all = parts(price, Seconds(rental.running().0.saturating_add(rental.stopped().0))).amount();
            let before = first.and_then(|line| line.amount).unwrap_or_default();
            Line { amount: all.map(|all| all - before), ..line }
        }),
    };
    [first, second].into_iter().flatten()
}
