//! Catalog file → catalog of the core, with every error of the file.
//!
//! Each platform and each offer is read and checked on its own, so that errors in one do not hide those of another.

use gpu_cost_core::bounds;
use gpu_cost_core::catalog as core;
use gpu_cost_core::error::Error;
use gpu_cost_core::units::Seconds;

use super::offer::{Context, offer};
use super::{CatalogFile, CatalogSource, Offer, Platform, Schema, platform};
use crate::dto::check::{Check, ReadNames};
use crate::dto::decode::{Map, Part, parse};
use crate::dto::issue::{Issue, Issues};
use crate::dto::names::Names;

/// Hours of a month where a catalog does not say.
const MONTH_HOURS: f64 = 730.0;

pub(in crate::dto) type Parts<'a, T> = Part<'a, Vec<Part<'a, T>>>;

/// Reads a catalog file; a byte order mark is ignored.
///
/// # Errors
/// Everything that is wrong with the text, in its order.
pub fn read(text: &str) -> Result<core::Catalog, Vec<Issue>> {
    read_by(text, None)
}

/// The same where a clock is known: what is dated after today is wrong.
///
/// # Errors
/// Everything that is wrong with the text, in its order.
pub fn read_by(text: &str, today: Option<core::Date>) -> Result<core::Catalog, Vec<Issue>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut issues = Issues::default();
    let whole = parse(text, &mut issues);
    let catalog = whole.and_then(|whole| catalog(&whole, today, &mut issues));
    let issues = issues.located(text);
    catalog.filter(|_| issues.is_empty()).ok_or(issues)
}

fn catalog<'a>(
    whole: &Part<'a, CatalogFile<'a>>,
    today: Option<core::Date>,
    issues: &mut Issues,
) -> Option<core::Catalog> {
    let mut check = Check::root(whole, issues);
    let Sellers { currency, as_of, month, sources, source_names, platforms, names, offers } =
        sellers(whole, today, &mut check)?;
    let context = Context { platforms: names, sources, source_names, as_of, gpu_names: ReadNames::default() };
    let offers = self::offers(&offers, &context, &mut check.field("offers"));
    Some(core::Catalog { currency, as_of: as_of?, month, platforms, offers })
}

/// All of a catalog but what is sold. Names of lists that could not be read in full are `None`.
pub(in crate::dto) struct Sellers<'a> {
    pub(in crate::dto) currency: String,
    as_of: Option<core::Date>,
    pub(in crate::dto) month: Seconds,
    sources: Vec<CatalogSource>,
    source_names: Option<Names>,
    pub(in crate::dto) platforms: Vec<core::Platform>,
    /// Of platforms.
    pub(in crate::dto) names: Option<Names>,
    pub(in crate::dto) offers: Parts<'a, Offer<'a>>,
}

/// Reads all but what is sold.
pub(in crate::dto) fn sellers<'a>(
    whole: &Part<'a, CatalogFile<'a>>,
    today: Option<core::Date>,
    check: &mut Check<'a, '_>,
) -> Option<Sellers<'a>> {
    let CatalogFile { json_schema: _, schema: Schema::V1, currency, as_of, month_hours, sources, platforms, offers } =
        check.decode(whole)?;
    let mut code = check.field("currency");
    code.require_form(is_currency(&currency), "currency", "an ISO 4217 code such as \"CNY\"");
    let as_of = check.field("asOf").date_by(&as_of, today, "a day that is not in the future");
    let month_hours = check.field("monthHours").whole(&bounds::MONTH_HOURS, month_hours.unwrap_or(MONTH_HOURS));
    let month = Seconds::hours(month_hours.unwrap_or_default());

    let (sources, source_names) = match sources {
        Some(sources) => self::sources(&sources, &mut check.field("sources")),
        None => (Vec::new(), Some(Names::default())),
    };
    let refers = platform::Context { month, as_of, source_names: source_names.as_ref() };
    let (platforms, names) = self::platforms(&platforms, &refers, &mut check.field("platforms"));
    Some(Sellers { currency, as_of, month, sources, source_names, platforms, names, offers })
}

fn is_currency(code: &str) -> bool {
    code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// All sources, and their names where it is an object.
fn sources<'a>(map: &Part<'a, Map<CatalogSource>>, check: &mut Check<'a, '_>) -> (Vec<CatalogSource>, Option<Names>) {
    let Some(entries) = check.entries(map) else {
        return (Vec::new(), None);
    };
    let (mut sources, mut names) = (Vec::new(), Vec::new());
    for (id, part) in entries {
        let mut check = check.entry(&id, &part);
        let Some(source) = check.decode(&part) else { continue };
        check.field("title").text(&source.title);
        if let Some(url) = &source.url {
            let expected = "an address that begins with https:// or http://";
            check.field("url").require_form(is_web_address(url), "url", expected);
        }
        names.push((id, sources.len()));
        sources.push(source);
    }
    (sources, Some(Names::new(names)))
}

fn is_web_address(url: &str) -> bool {
    url.starts_with("https://") || url.starts_with("http://")
}

/// All platforms, and their ids where all of these could be read.
fn platforms<'a>(
    list: &Parts<'a, Platform<'a>>,
    context: &platform::Context<'_>,
    check: &mut Check<'a, '_>,
) -> (Vec<core::Platform>, Option<Names>) {
    let Some(parts) = check.elements(list) else {
        return (Vec::new(), None);
    };
    let (mut platforms, mut ids) = (Vec::new(), Vec::new());
    for (index, part) in parts.iter().enumerate() {
        let mut check = check.element(index, part);
        let Some(platform) = check.decode(part) else { continue };
        if !check.field("id").is_suspect() {
            ids.push((platform.id.clone(), index));
        }
        platforms.extend(platform::platform(platform, context, &mut check));
    }
    let complete = ids.len() == parts.len();
    let names = unique("platform", ids, &parts, check);
    (platforms, complete.then_some(names))
}

/// The ids of a list; those that come again are recorded.
fn unique<'a, T>(
    kind: &'static str,
    ids: Vec<(String, usize)>,
    parts: &[Part<'a, T>],
    check: &mut Check<'a, '_>,
) -> Names {
    let names = Names::new(ids);
    for index in names.repeated() {
        let Some(part) = parts.get(index) else { continue };
        let mut check = check.element(index, part);
        check.field("id").require(false, || Error::Duplicate { kind, name: String::new() });
    }
    names
}

fn offers<'a>(list: &Parts<'a, Offer<'a>>, context: &Context, check: &mut Check<'a, '_>) -> Vec<core::Offer> {
    let Some(parts) = check.elements(list) else {
        return Vec::new();
    };
    check.require(!parts.is_empty(), || Error::Empty { what: "offer" });
    let (mut offers, mut ids) = (Vec::new(), Vec::new());
    for (index, part) in parts.iter().enumerate() {
        let mut check = check.element(index, part);
        let Some(offer) = check.decode(part) else { continue };
        if !check.field("id").is_suspect() {
            ids.push((offer.id.clone(), index));
        }
        offers.extend(self::offer(offer, context, &mut check));
    }
    unique("offer", ids, &parts, check);
    offers
}
