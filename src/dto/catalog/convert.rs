//! Catalog file → catalog of the core, with every error of the file.
//!
//! Each platform and each offer is read and checked on its own, so that errors in one do not hide those of another.

use std::collections::BTreeMap;

use gpu_cost_core::bounds;
use gpu_cost_core::catalog as core;
use gpu_cost_core::error::Error;
use gpu_cost_core::units::Seconds;

use super::offer::{Context, offer};
use super::{
    CatalogFile, CatalogSource, DiskFee, EgressFee, FeePeriod, Offer, Platform, Schema, WhenStopped,
};
use crate::dto::check::{Check, optional};
use crate::dto::decode::{Part, parse};
use crate::dto::issue::{Issue, Issues};

/// Hours of a month where a catalog does not say.
const MONTH_HOURS: f64 = 730.0;

type Parts<'a, T> = Part<'a, Vec<Part<'a, T>>>;

/// Reads a catalog file; a byte order mark is ignored.
///
/// # Errors
/// Everything that is wrong with the text, in its order.
pub fn read(text: &str) -> Result<core::Catalog, Vec<Issue>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut issues = Issues::default();
    let whole = parse(text, &mut issues);
    let catalog = whole.and_then(|whole| catalog(&whole, &mut issues));
    let issues = issues.located(text);
    catalog.filter(|_| issues.is_empty()).ok_or(issues)
}

fn catalog<'a>(whole: &Part<'a, CatalogFile<'a>>, issues: &mut Issues) -> Option<core::Catalog> {
    let mut check = Check::root(whole, issues);
    let CatalogFile { schema: Schema::V1, currency, as_of, month_hours, sources, platforms, offers } =
        check.decode(whole)?;
    check.field("currency").require(is_currency(&currency), || Error::Conflict { what: CURRENCY });
    let as_of = check.field("asOf").date(&as_of);
    let month_hours = check.field("monthHours").whole(&bounds::MONTH_HOURS, month_hours.unwrap_or(MONTH_HOURS));
    let month = Seconds::hours(month_hours.unwrap_or_default());

    let sources = match sources {
        Some(sources) => self::sources(&sources, &mut check.field("sources")),
        None => Some(BTreeMap::new()),
    };
    let (platforms, names) = self::platforms(&platforms, month, &mut check.field("platforms")).unzip();
    let context = Context { platforms: names.flatten(), sources, as_of };
    let offers = self::offers(&offers, &context, &mut check.field("offers"));
    Some(core::Catalog { currency, as_of: as_of?, month, platforms: platforms?, offers: offers? })
}

const CURRENCY: &str = "an ISO 4217 code such as \"CNY\"";

fn is_currency(code: &str) -> bool {
    code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn sources<'a>(
    map: &Part<'a, BTreeMap<String, Part<'a, CatalogSource>>>,
    check: &mut Check<'a, '_>,
) -> Option<BTreeMap<String, CatalogSource>> {
    let parts = check.decode(map).filter(|_| !check.is_suspect())?;
    let mut sources = BTreeMap::new();
    for (id, part) in parts {
        let mut check = check.entry(&id, &part);
        let source = check.decode(&part)?;
        check.field("title").text(&source.title);
        if let Some(url) = &source.url {
            check.field("url").require(is_web_address(url), || Error::Conflict { what: ADDRESS });
        }
        sources.insert(id, source);
    }
    Some(sources)
}

const ADDRESS: &str = "an address that begins with https:// or http://";

fn is_web_address(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

/// The elements of a list, each to be read on its own; `None` where it is no list.
fn elements<'a, T>(list: &Parts<'a, T>, check: &mut Check<'a, '_>) -> Option<Vec<Part<'a, T>>> {
    check.decode(list).filter(|_| !check.is_suspect())
}

/// All platforms, and the index of each id where all ids could be read.
fn platforms<'a>(
    list: &Parts<'a, Platform<'a>>,
    month: Seconds,
    check: &mut Check<'a, '_>,
) -> Option<(Vec<core::Platform>, Option<BTreeMap<String, usize>>)> {
    let (mut platforms, mut names, mut complete) = (Vec::new(), BTreeMap::new(), true);
    for (index, part) in elements(list, check)?.iter().enumerate() {
        let mut check = check.element(index, part);
        let platform = check.decode(part)?;
        let mut id = check.field("id");
        complete &= !id.is_suspect();
        let first = names.insert(platform.id.clone(), index).is_none();
        id.require(first, || Error::Duplicate { kind: "platform", name: platform.id.clone() });
        platforms.extend(self::platform(platform, month, &mut check));
    }
    Some((platforms, complete.then_some(names)))
}

fn platform(platform: Platform<'_>, month: Seconds, check: &mut Check<'_, '_>) -> Option<core::Platform> {
    let Platform { id, name, disk, egress } = platform;
    check.field("id").text(&id);
    check.field("name").text(&name);
    let disk = optional(disk, |fee| disk_fee(fee, month, &mut check.field("disk")));
    let egress = optional(egress, |fee| egress_fee(fee, &mut check.field("egress")));
    Some(core::Platform { id, name, disk: disk?, egress: egress? })
}

fn disk_fee(fee: DiskFee<'_>, month: Seconds, check: &mut Check<'_, '_>) -> Option<core::DiskFee> {
    let DiskFee { price, per, free_gib, when_stopped } = fee;
    let price = check.field("price").fee(price);
    let free_gib = check.field("freeGib").whole(&bounds::FREE_GIB, free_gib.unwrap_or_default());
    let per = match per {
        FeePeriod::Hour => Seconds::hours(1),
        FeePeriod::Day => Seconds::days(1),
        FeePeriod::Month => month,
    };
    Some(core::DiskFee { price: price?, per, free_gib: free_gib?, when_stopped: when_stopped.into() })
}

fn egress_fee(fee: EgressFee<'_>, check: &mut Check<'_, '_>) -> Option<core::EgressFee> {
    let EgressFee { price, free_gib } = fee;
    let price = check.field("price").fee(price);
    let free_gib = check.field("freeGib").whole(&bounds::FREE_GIB, free_gib.unwrap_or_default());
    Some(core::EgressFee { price: price?, free_gib: free_gib? })
}

fn offers<'a>(
    list: &Parts<'a, Offer<'a>>,
    context: &Context,
    check: &mut Check<'a, '_>,
) -> Option<Vec<core::Offer>> {
    let parts = elements(list, check)?;
    check.require(!parts.is_empty(), || Error::Empty { what: "offer" })?;
    let (mut offers, mut ids) = (Vec::new(), BTreeMap::new());
    for (index, part) in parts.iter().enumerate() {
        let mut check = check.element(index, part);
        let offer = check.decode(part)?;
        let first = ids.insert(offer.id.clone(), index).is_none();
        check.field("id").require(first, || Error::Duplicate { kind: "offer", name: offer.id.clone() });
        offers.extend(self::offer(offer, context, &mut check));
    }
    Some(offers)
}

mirror! {
    WhenStopped = core::WhenStopped { Billed, Free }
}
