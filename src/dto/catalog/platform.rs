//! One platform of a catalog file → a platform of the core.
//!
//! Rules that only a whole bill needs are read where bills are settled and platforms chosen; the first module leaves them
//! alone.

use gpu_cost_core::bounds::{self, rental};
use gpu_cost_core::catalog::{self as core, Date, PackageTerm};
use gpu_cost_core::error::Error;
use gpu_cost_core::money::{Money, Ppm};
use gpu_cost_core::units::Seconds;

use super::rules::{AddressFee, Kept, Overtime, PlatformRules, RefundTerms, Refunds, Sla, SlaCredit, StorageFee};
use super::service::{Bundle, PlatformService};
use super::{DiskFee, EgressFee, FeePeriod, Platform, WhenStopped};
use crate::dto::check::{Check, optional};
use crate::dto::decode::{Amount, Part};
use crate::dto::names::Names;
use crate::dto::terms;

/// What platforms refer to. Names of a list that could not be read in full are `None`.
pub(super) struct Context<'n> {
    pub(super) month: Seconds,
    pub(super) as_of: Option<Date>,
    pub(super) source_names: Option<&'n Names>,
}

/// Converts a platform; `None` where anything is wrong, which is recorded.
pub(super) fn platform<'a>(
    platform: Platform<'a>,
    context: &Context<'_>,
    check: &mut Check<'a, '_>,
) -> Option<core::Platform> {
    let Platform { id, name, disk, egress, stopped_rent, setup, tax_percent, rules, service, bundles } = platform;
    check.field("id").text(&id);
    check.field("name").text(&name);
    let disk = optional(disk, |fee| disk_fee(fee, context.month, &mut check.field("disk")));
    let egress = optional(egress, |fee| egress_fee(fee, &mut check.field("egress")));
    let setup = optional(setup, |fee| check.field("setup").fee(fee));
    let tax = optional(tax_percent, |percent| check.field("taxPercent").real(&rental::TAX_PERCENT, percent));
    let others = if cfg!(any(feature = "bills", feature = "choosing")) {
        facts(service, bundles, context, check);
        optional(rules, |part| {
            let mut check = check.entry("rules", &part);
            let rules = check.decode(&part)?;
            self::rules(rules, context, &mut check)
        })
    } else {
        Some(None)
    };
    let rules = core::Rules {
        stopped: stopped_rent.map(|when| match when {
            WhenStopped::Free => core::StoppedRent::Free,
            WhenStopped::Billed => core::StoppedRent::Billed,
        }),
        setup: setup?,
        tax: tax?.map(
            |percent| if percent == 0.0 { core::Tax::Included } else { core::Tax::Added(Ppm::from_percent(percent)) },
        ),
        ..others?.unwrap_or_default()
    };
    Some(core::Platform { id, name, disk: disk?, egress: egress?, rules })
}

fn disk_fee(fee: DiskFee<'_>, month: Seconds, check: &mut Check<'_, '_>) -> Option<core::DiskFee> {
    let DiskFee { price, per, free_gib, when_stopped, stopped_price } = fee;
    let price = check.field("price").fee(price);
    let free_gib = check.field("freeGib").whole(&bounds::FREE_GIB, free_gib.unwrap_or_default());
    let when_stopped = self::when_stopped(when_stopped, stopped_price, check);
    Some(core::DiskFee { price: price?, per: length(per, month), free_gib: free_gib?, when_stopped: when_stopped? })
}

fn when_stopped(when: WhenStopped, price: Option<Amount<'_>>, check: &mut Check<'_, '_>) -> Option<core::WhenStopped> {
    let mut check = check.field("stoppedPrice");
    let price = optional(price, |price| check.fee(price))?;
    match (when, price) {
        (WhenStopped::Billed, None) => Some(core::WhenStopped::Billed),
        (WhenStopped::Free, None) => Some(core::WhenStopped::Free),
        (WhenStopped::Billed, Some(price)) => Some(core::WhenStopped::Price(price)),
        (WhenStopped::Free, Some(_)) => {
            check.accept(Err(Error::Conflict { what: "no price where \"whenStopped\" is \"free\"" }))
        }
    }
}

const fn length(per: FeePeriod, month: Seconds) -> Seconds {
    match per {
        FeePeriod::Hour => Seconds::hours(1),
        FeePeriod::Day => Seconds::days(1),
        FeePeriod::Month => month,
    }
}

fn egress_fee(fee: EgressFee<'_>, check: &mut Check<'_, '_>) -> Option<core::EgressFee> {
    let EgressFee { price, free_gib } = fee;
    let price = check.field("price").fee(price);
    let free_gib = check.field("freeGib").whole(&bounds::FREE_GIB, free_gib.unwrap_or_default());
    Some(core::EgressFee { price: price?, free_gib: free_gib? })
}

fn rules<'a>(rules: PlatformRules<'a>, context: &Context<'_>, check: &mut Check<'a, '_>) -> Option<core::Rules> {
    #[rustfmt::skip]
    let PlatformRules {
        no_gpu_hourly, image, snapshot, public_ip, expansion_per_gib, overtime, overtime_hourly, refunds, spot, trial,
        sla, release_only: _, data_kept_days, arrears_stop_hours, arrears_delete_hours, deposit, as_of, source,
    } = rules;
    let month = context.month;
    let no_gpu = optional(no_gpu_hourly, |fee| check.field("noGpuHourly").fee(fee));
    let image = optional(image, |fee| storage(fee, month, &mut check.field("image")));
    let snapshot = optional(snapshot, |fee| storage(fee, month, &mut check.field("snapshot")));
    let public_ip = optional(public_ip, |fee| address(fee, month, &mut check.field("publicIp")));
    let expansion = optional(expansion_per_gib, |fee| check.field("expansionPerGib").fee(fee));
    let overtime = self::overtime(overtime, overtime_hourly, &mut check.field("overtimeHourly"));
    let refunds = optional(refunds, |refunds| self::refunds(refunds, &mut check.field("refunds")));
    let spot = optional(spot, |spot| {
        let mut check = check.field("spot");
        number("noticeSeconds", &rental::NOTICE_SECONDS, spot.notice_seconds, &mut check);
        number("availablePercent", &rental::AVAILABLE_PERCENT, spot.available_percent, &mut check);
        let often = spot.interruptions_per_month;
        number("interruptionsPerMonth", &rental::INTERRUPTIONS_PER_MONTH, often, &mut check);
        let bound = &rental::FREE_IF_RECLAIMED_WITHIN_SECONDS;
        let within = spot.free_if_reclaimed_within_seconds;
        optional(within, |value| check.field("freeIfReclaimedWithinSeconds").whole(bound, value).map(Seconds))
    });
    let trial = optional(trial, |trial| {
        let mut check = check.field("trial");
        let time = check.field("trialHours").real(&rental::TRIAL_HOURS, trial.trial_hours);
        let cards = check.field("trialCards").whole(&rental::TRIAL_CARDS, trial.trial_cards);
        Some(core::Trial { time: Seconds::nearest_hours(time?), cards: cards? })
    });
    number("dataKeptDays", &rental::DATA_KEPT_DAYS, data_kept_days, check);
    number("arrearsStopHours", &rental::ARREARS_HOURS, arrears_stop_hours, check);
    number("arrearsDeleteHours", &rental::ARREARS_HOURS, arrears_delete_hours, check);
    let _ = optional(deposit, |fee| check.field("deposit").fee(fee));
    read(as_of, source, context, check);
    // Last, as a list in it is read on its own.
    let sla = optional(sla, |sla| self::sla(sla, &mut check.field("sla")));
    Some(core::Rules {
        no_gpu: no_gpu?,
        image: image?,
        snapshot: snapshot?,
        public_ip: public_ip?,
        expansion: expansion?,
        overtime: overtime?,
        refunds: refunds?.unwrap_or_default(),
        free_if_reclaimed_within: spot?.flatten(),
        trial: trial?,
        sla: sla?,
        ..core::Rules::default()
    })
}

/// A number that nothing is reckoned with.
fn number(field: &str, bound: &'static bounds::Bound, value: Option<f64>, check: &mut Check<'_, '_>) {
    let _ = optional(value, |value| check.field(field).real(bound, value));
}

/// When and where something was read.
fn read(as_of: Option<String>, source: Option<String>, context: &Context<'_>, check: &mut Check<'_, '_>) {
    let _ = optional(as_of, |day| {
        check.field("asOf").date_by(&day, context.as_of, "a day not after \"asOf\" of the catalog")
    });
    let _ = optional(source, |id| check.field("source").named("source", &id, context.source_names?));
}

fn storage(fee: StorageFee<'_>, month: Seconds, check: &mut Check<'_, '_>) -> Option<core::StorageFee> {
    let StorageFee { price, per, free_gib, started_days } = fee;
    let price = check.field("price").fee(price);
    let free_gib = check.field("freeGib").whole(&bounds::FREE_GIB, free_gib.unwrap_or_default());
    let is_by_day = started_days == Some(true);
    let time = if is_by_day { core::StorageTime::StartedDays } else { core::StorageTime::Exact };
    Some(core::StorageFee { price: price?, per: length(per, month), free_gib: free_gib?, time })
}

fn address(fee: AddressFee<'_>, month: Seconds, check: &mut Check<'_, '_>) -> Option<core::AddressFee> {
    let AddressFee { price, per, when_stopped, stopped_price } = fee;
    let price = check.field("price").fee(price);
    let when_stopped = self::when_stopped(when_stopped, stopped_price, check);
    Some(core::AddressFee { price: price?, per: length(per, month), when_stopped: when_stopped? })
}

fn overtime(
    overtime: Option<Overtime>,
    hourly: Option<Amount<'_>>,
    check: &mut Check<'_, '_>,
) -> Option<Option<core::Overtime>> {
    let hourly: Option<Money> = optional(hourly, |fee| check.fee(fee))?;
    match (overtime, hourly) {
        (None, hourly) => Some(hourly.map(core::Overtime::Hourly)),
        (Some(Overtime::Stops), None) => Some(Some(core::Overtime::Stops)),
        (Some(Overtime::OnDemand), None) => Some(Some(core::Overtime::OnDemand)),
        (Some(_), Some(_)) => check.accept(Err(Error::Conflict { what: "either \"overtime\" or its price" })),
    }
}

fn refunds(refunds: Refunds, check: &mut Check<'_, '_>) -> Option<Vec<core::RefundRule>> {
    let Refunds { day, week, month, year, two_years, three_years } = refunds;
    let stated = terms::stated([day, week, month, year, two_years, three_years]);
    // All of them are read, so that all errors are found.
    let rules: Vec<_> = stated.map(|(term, rule)| refund(term, rule, &mut check.field(terms::name(term)))).collect();
    rules.into_iter().collect()
}

fn refund(term: PackageTerm, rule: RefundTerms, check: &mut Check<'_, '_>) -> Option<core::RefundRule> {
    let RefundTerms { keeps, share_percent, free_within_hours, free_units } = rule;
    let is_wrong = share_percent.is_some() && keeps != Kept::Share;
    let mut share = check.field("sharePercent");
    share.require(!is_wrong, || Error::Conflict { what: "no percentage unless \"keeps\" is \"share\"" });
    let percent = share.whole(&rental::SHARE_PERCENT, share_percent.unwrap_or(100.0));
    let free_units = optional(free_units, |units| {
        let mut check = check.field("freeUnits");
        check.require(free_within_hours.is_some(), || Error::Conflict { what: "\"freeWithinHours\" beside it" });
        check.whole(&bounds::UNITS, units)
    });
    let free_within = free_within_hours.unwrap_or_default();
    let free_within = check.field("freeWithinHours").real(&rental::FREE_WITHIN_HOURS, free_within);
    let used = match keeps {
        Kept::All => core::UsedPrice::Share(core::Refund::Nothing),
        Kept::Share => core::UsedPrice::Share(core::Refund::Rest { percent: percent? }),
        Kept::OnDemandPrice => core::UsedPrice::OnDemand,
    };
    let free_within = Seconds::nearest_hours(free_within?);
    Some(core::RefundRule { term, used, free_within, free_units: free_units? })
}

fn sla<'a>(sla: Sla<'a>, check: &mut Check<'a, '_>) -> Option<core::Sla> {
    let Sla { availability_percent, credits, cap_percent } = sla;
    let availability = check.field("availabilityPercent").compared(&rental::SLA_PERCENT, availability_percent);
    let cap = check.field("capPercent").real(&rental::CREDIT_PERCENT, cap_percent.unwrap_or(100.0));
    let promised = availability.map(Ppm::from_percent);
    let credits = optional(credits, |credits| self::credits(&credits, promised, &mut check.field("credits")));
    Some(core::Sla { availability: promised?, credits: credits?.unwrap_or_default(), cap: Ppm::from_percent(cap?) })
}

/// The steps of a credit, which go down from the promise: the less is available, the more is credited.
fn credits<'a>(
    credits: &Part<'a, Vec<Part<'a, SlaCredit>>>,
    promised: Option<Ppm>,
    check: &mut Check<'a, '_>,
) -> Option<Vec<core::SlaCredit>> {
    let parts = check.elements(credits)?;
    let mut before: Option<core::SlaCredit> = None;
    let step = |(index, part): (usize, &Part<'a, SlaCredit>)| {
        let mut check = check.element(index, part);
        let SlaCredit { below_percent, credit_percent } = check.decode(part)?;
        let mut field = check.field("belowPercent");
        let below = field.compared(&rental::SLA_PERCENT, below_percent).map(Ppm::from_percent);
        let is_promised = below.zip(promised).is_none_or(|(below, promised)| below <= promised);
        field.require(is_promised, || Error::Conflict { what: "at most \"availabilityPercent\"" });
        let is_lower = below.zip(before).is_none_or(|(below, before)| below < before.below);
        field.require(is_lower, || Error::Conflict { what: "less than in the step before it" });
        let mut field = check.field("creditPercent");
        let credit = field.compared(&rental::CREDIT_PERCENT, credit_percent).map(Ppm::from_percent);
        let is_more = credit.zip(before).is_none_or(|(credit, before)| before.credit < credit);
        field.require(is_more, || Error::Conflict { what: "more than in the step before it" });
        let step = below.zip(credit).map(|(below, credit)| core::SlaCredit { below, credit });
        before = step.or(before);
        step
    };
    let steps: Vec<_> = parts.iter().enumerate().map(step).collect();
    steps.into_iter().collect()
}

/// What is only shown.
fn facts<'a>(
    service: Option<Part<'a, PlatformService>>,
    bundles: Option<Part<'a, Vec<Part<'a, Bundle<'a>>>>>,
    context: &Context<'_>,
    check: &mut Check<'a, '_>,
) {
    if let Some(part) = service {
        let mut check = check.entry("service", &part);
        if let Some(service) = check.decode(&part) {
            read(None, service.source, context, &mut check);
        }
    }
    let Some(list) = bundles else { return };
    let mut check = check.field("bundles");
    for (index, part) in check.elements(&list).unwrap_or_default().iter().enumerate() {
        let mut check = check.element(index, part);
        let Some(Bundle { name, contents: _, price, setup_minutes_saved, as_of, source }) = check.decode(part) else {
            continue;
        };
        check.field("name").text(&name);
        check.field("price").fee(price);
        number("setupMinutesSaved", &rental::SETUP_MINUTES_SAVED, setup_minutes_saved, &mut check);
        read(as_of, source, context, &mut check);
    }
}
