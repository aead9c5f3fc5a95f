//! A rental as JavaScript states it: when it ran, what was kept, how it was paid.

use gpu_cost_core::billing::settlement as core;
use gpu_cost_core::bounds::{self, Bound, rental};
use gpu_cost_core::catalog;
use gpu_cost_core::clock::{Moment, Written};
use gpu_cost_core::error::Error;
use gpu_cost_core::money::{Money, Ppm};
use gpu_cost_core::units::Seconds;
use serde::Deserialize;
use tsify::Tsify;

use crate::dto::check::{Check, optional};
use crate::dto::decode::{Amount, Part};

/// Most runs of one rental.
const MOST_RUNS: usize = 10_000;

/// A rental, finished or planned. Moments are such as `2026-11-27T18:00+08:00`.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SettleRequest<'a> {
    /// Id of the offer in the catalog.
    pub offer: String,
    /// Units of it.
    pub units: f64,
    /// How they are paid.
    pub payment: RentalPayment,
    /// When they ran, in order, at least once.
    #[serde(borrow)]
    #[tsify(type = "RunSpan[]")]
    pub runs: Part<'a, Vec<Part<'a, RunSpan>>>,
    /// When everything was released; the end of the last run where absent.
    #[tsify(optional)]
    pub end: Option<String>,
    /// Hours of the runs that repeated what interruptions lost; 0 where absent.
    #[tsify(optional)]
    pub rework_hours: Option<f64>,
    /// GiB of disk beside the system disk; 0 where absent, as in the next five.
    #[tsify(optional)]
    pub disk_gib: Option<f64>,
    /// GiB by which disks were enlarged.
    #[tsify(optional)]
    pub expanded_gib: Option<f64>,
    /// GiB of images.
    #[tsify(optional)]
    pub image_gib: Option<f64>,
    /// GiB of snapshots.
    #[tsify(optional)]
    pub snapshot_gib: Option<f64>,
    /// Addresses on the internet.
    #[tsify(optional)]
    pub public_ips: Option<f64>,
    /// GiB of traffic to the internet.
    #[tsify(optional)]
    pub egress_gib: Option<f64>,
    /// Whether the free trial is taken.
    #[tsify(optional)]
    pub trial: Option<bool>,
    /// Percent of the time at which the platform was available, where a credit is claimed for it.
    #[tsify(optional)]
    pub availability_percent: Option<f64>,
    /// The same rental, had it been left running.
    #[tsify(optional)]
    pub left_running: Option<LeftRunning>,
    /// What the platform's own bill says.
    #[serde(borrow)]
    #[tsify(optional)]
    pub received: Option<Received<'a>>,
}

/// How a rental is paid.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum RentalPayment {
    /// By the time used.
    OnDemand,
    /// By the time used, and it may be taken away.
    Spot,
    /// In terms, one after the other from the first start on.
    Terms(TermsBought),
}

/// Terms that were bought.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TermsBought {
    /// Which.
    pub term: BoughtTerm,
    /// How many.
    pub count: f64,
    /// Whether what was left of them was canceled at the end; not where absent.
    #[tsify(optional)]
    pub canceled: Option<bool>,
}

/// The length of a term.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum BoughtTerm {
    /// 24 hours.
    Day,
    /// 7 days.
    Week,
    /// A month.
    Month,
    /// 12 months.
    Year,
    /// 24 months.
    TwoYears,
    /// 36 months.
    ThreeYears,
}

/// Time in which an instance ran.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RunSpan {
    /// When it started.
    pub start: String,
    /// When it stopped.
    pub end: String,
    /// What kind of run it was; `work` where absent.
    #[tsify(optional)]
    pub kind: Option<RunKind>,
}

/// What kind of run it was.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum RunKind {
    /// With GPUs, until it was stopped.
    Work,
    /// With GPUs, until the platform took them away.
    Reclaimed,
    /// Without GPUs.
    NoGpu,
}

/// Time for which it was left running.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LeftRunning {
    /// From when.
    pub from: String,
    /// Until when.
    pub until: String,
}

/// What a platform's own bill says, as far as it was entered. What is given back is negative.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Received<'a> {
    /// For GPUs.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub rent: Option<Amount<'a>>,
    /// For disks.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub disk: Option<Amount<'a>>,
    /// For images and snapshots.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub image: Option<Amount<'a>>,
    /// For addresses.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub public_ip: Option<Amount<'a>>,
    /// For traffic.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub egress: Option<Amount<'a>>,
    /// To set up the order.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub setup: Option<Amount<'a>>,
    /// Given back.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub credit: Option<Amount<'a>>,
    /// Tax.
    #[serde(borrow)]
    #[tsify(optional, type = "number")]
    pub tax: Option<Amount<'a>>,
}

/// A request, checked.
pub(super) struct Stated {
    pub(super) rental: core::Rental,
    /// The first start.
    pub(super) start: Moment,
    pub(super) left_running: Option<(Seconds, Seconds)>,
    pub(super) received: Vec<(core::Item, Money)>,
}

/// Checks everything but the offer.
pub(super) fn stated<'a>(request: SettleRequest<'a>, check: &mut Check<'a, '_>) -> Option<Stated> {
    #[rustfmt::skip]
    let SettleRequest {
        offer: _, units, payment, runs, end, rework_hours, disk_gib, expanded_gib, image_gib, snapshot_gib, public_ips,
        egress_gib, trial, availability_percent, left_running, received,
    } = request;
    let units = check.field("units").whole(&bounds::UNITS, units);
    let payment = self::payment(payment, &mut check.field("payment"));
    let rework = check.field("reworkHours").real(&rental::REWORK_HOURS, rework_hours.unwrap_or_default());
    let mut kept = |field, bound: &'static Bound, value: Option<f64>| {
        check.field(field).whole::<u64>(bound, value.unwrap_or_default())
    };
    let disk = kept("diskGib", &rental::STORED_GIB, disk_gib);
    let expanded = kept("expandedGib", &rental::STORED_GIB, expanded_gib);
    let image = kept("imageGib", &rental::STORED_GIB, image_gib);
    let snapshot = kept("snapshotGib", &rental::STORED_GIB, snapshot_gib);
    let public_ips = kept("publicIps", &rental::PUBLIC_IPS, public_ips);
    let egress = kept("egressGib", &rental::STORED_GIB, egress_gib);
    let availability = optional(availability_percent, |percent| {
        check.field("availabilityPercent").real(&rental::SLA_PERCENT, percent).map(Ppm::from_percent)
    });
    let end = optional(end, |end| moment(&end, &mut check.field("end")));
    let left = optional(left_running, |LeftRunning { from, until }| {
        let mut check = check.field("leftRunning");
        let (from, until) = (moment(&from, &mut check.field("from")), moment(&until, &mut check.field("until")));
        Some((from?, until?))
    });
    let received = self::received(received, &mut check.field("received"));
    // Last, as each of them is read on its own.
    let (start, into_day, runs) = self::runs(&runs, &mut check.field("runs"))?;
    let last = runs.last().map_or(Seconds(0), |run| run.end);
    let end = end?.map_or(Some(last), |end| not_before(end, start, last, &mut check.field("end")));
    let left = optional(left?, |(from, until)| {
        let mut check = check.field("leftRunning");
        let from = not_before(from, start, Seconds(0), &mut check.field("from"))?;
        let until = not_before(until, start, Seconds(from.0.saturating_add(1)), &mut check.field("until"))?;
        Some((from, until))
    });
    let kept = core::Kept {
        disk_gib: disk?,
        expanded_gib: expanded?,
        image_gib: image?,
        snapshot_gib: snapshot?,
        public_ips: public_ips?,
        egress_gib: egress?,
    };
    let trial = if trial == Some(true) { core::TrialUse::Taken } else { core::TrialUse::Left };
    let (units, payment, end, rework) = (units?, payment?, end?, Seconds::nearest_hours(rework?));
    let rental = core::Rental { units, payment, into_day, runs, end, rework, kept, trial, availability: availability? };
    Some(Stated { rental, start, left_running: left?, received: received? })
}

fn payment(payment: RentalPayment, check: &mut Check<'_, '_>) -> Option<core::Payment> {
    match payment {
        RentalPayment::OnDemand => Some(core::Payment::OnDemand),
        RentalPayment::Spot => Some(core::Payment::Spot),
        RentalPayment::Terms(TermsBought { term, count, canceled }) => {
            let count = check.field("terms").field("count").whole(&rental::TERMS, count)?;
            let ending = if canceled == Some(true) { core::Ending::Canceled } else { core::Ending::RunsOut };
            Some(core::Payment::Terms { term: term.into(), count, ending })
        }
    }
}

/// The first start, how long after midnight of its clock that was, and all runs from there on.
fn runs<'a>(
    list: &Part<'a, Vec<Part<'a, RunSpan>>>,
    check: &mut Check<'a, '_>,
) -> Option<(Moment, Seconds, Vec<core::Run>)> {
    let parts = check.elements(list)?;
    check.require(!parts.is_empty(), || Error::Empty { what: "run" })?;
    check.require(parts.len() <= MOST_RUNS, || Error::Conflict { what: "at most 10000 runs" })?;
    let (mut first, mut runs, mut n_read) = (None, Vec::<core::Run>::new(), 0);
    for (index, part) in parts.iter().enumerate() {
        let mut check = check.element(index, part);
        let Some(RunSpan { start, end, kind }) = check.decode(part) else { continue };
        let second_of_day = Written::parse(&start).and_then(|start| start.second_of_day.try_into().ok());
        let (start, end) = (moment(&start, &mut check.field("start")), moment(&end, &mut check.field("end")));
        let Some((start, end)) = start.zip(end) else { continue };
        n_read += 1;
        let (zero, _) = *first.get_or_insert((start, Seconds(second_of_day.unwrap_or_default())));
        let before = runs.last().map_or(Seconds(0), |run| run.end);
        let Some(start) = not_before(start, zero, before, &mut check.field("start")) else { continue };
        let least = Seconds(start.0.saturating_add(1));
        let Some(end) = not_before(end, zero, least, &mut check.field("end")) else { continue };
        runs.push(core::Run { start, end, kind: kind.unwrap_or(RunKind::Work).into() });
    }
    (n_read == parts.len() && runs.len() == parts.len()).then_some(())?;
    let (start, into_day) = first?;
    Some((start, into_day, runs))
}

fn moment(text: &str, check: &mut Check<'_, '_>) -> Option<Moment> {
    let moment = Moment::parse(text);
    check.require_form(moment.is_some(), "moment", "a moment with its offset such as \"2026-11-27T18:00+08:00\"");
    moment
}

/// The time since the first start, which must be some time at least.
fn not_before(moment: Moment, first: Moment, least: Seconds, check: &mut Check<'_, '_>) -> Option<Seconds> {
    let time = moment.since(first).filter(|time| least <= *time);
    check.require_form(time.is_some(), "conflict", "a moment after all before, and runs that do not overlap");
    time
}

fn received(received: Option<Received<'_>>, check: &mut Check<'_, '_>) -> Option<Vec<(core::Item, Money)>> {
    let Some(Received { rent, disk, image, public_ip, egress, setup, credit, tax }) = received else {
        return Some(Vec::new());
    };
    let amounts = [
        ("rent", core::Item::Rent, rent),
        ("disk", core::Item::Disk, disk),
        ("image", core::Item::Image, image),
        ("publicIp", core::Item::PublicIp, public_ip),
        ("egress", core::Item::Egress, egress),
        ("setup", core::Item::Setup, setup),
        ("credit", core::Item::Credit, credit),
        ("tax", core::Item::Tax, tax),
    ];
    let entered = amounts.into_iter().filter_map(|(field, item, amount)| Some((field, item, amount?)));
    let read: Vec<_> = entered.map(|(field, item, amount)| Some((item, check.field(field).money(amount)?))).collect();
    read.into_iter().collect()
}

mirror! {
    BoughtTerm = catalog::PackageTerm { Day, Week, Month, Year, TwoYears, ThreeYears }
    RunKind = core::RunKind { Work, Reclaimed, NoGpu }
}
