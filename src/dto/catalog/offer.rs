//! One offer of a catalog file → an offer of the core.

use gpu_cost_core::bounds;
use gpu_cost_core::catalog::{self as core, Date, Device, Gpu, Link, LinkKind, Package, Share};
use gpu_cost_core::error::Error;
use gpu_cost_core::units::{Bytes, Seconds};

use super::{Billing, CatalogSource, HourlyPrice, Increment, Offer, OfferLink, Slice, TermPrice, Unit};
use crate::dto::check::{Check, NamedGpu, ReadNames, optional};
use crate::dto::names::Names;
use crate::dto::terms;

/// Most units in one order where an offer of single cards does not say.
const MAX_CARDS: f64 = 8.0;

/// What offers refer to. Names of lists that could not be read in full are `None`: then nothing is said about names.
pub(super) struct Context {
    pub(super) platforms: Option<Names>,
    pub(super) sources: Vec<CatalogSource>,
    pub(super) source_names: Option<Names>,
    pub(super) as_of: Option<Date>,
    pub(super) gpu_names: ReadNames,
}

/// Converts an offer; `None` where anything is wrong, which is recorded.
pub(super) fn offer(offer: Offer<'_>, context: &Context, check: &mut Check<'_, '_>) -> Option<core::Offer> {
    #[rustfmt::skip]
    let Offer {
        id, platform, gpu, memory_gib, unit, slice, label, region, cards_per_unit, min_units, max_units, link, billing,
        as_of, source,
    } = offer;
    check.field("id").text(&id);
    let platforms = context.platforms.as_ref();
    let platform = platforms.and_then(|names| check.field("platform").named("platform", &platform, names));
    let memory = optional(memory_gib, |memory| gib(memory, &mut check.field("memoryGib")));
    let named = memory.and_then(|memory| check.field("gpu").gpu_of_list(&gpu, memory, &context.gpu_names));
    let unit = unit_of(unit, slice.as_ref(), cards_per_unit, named, check);
    let gpu = named.map(|named| named.gpu);
    let slice = optional(slice, |slice| self::slice(slice, gpu, &mut check.field("slice")));
    let cards_per_unit = cards_per_unit.unwrap_or(1.0);
    let min_units = min_units.unwrap_or(1.0);
    let usual = if unit == Unit::Card { MAX_CARDS } else { 1.0 };
    let max_units = max_units.unwrap_or(usual.max(min_units));
    check.field("maxUnits").require(min_units <= max_units, || Error::Conflict { what: "at least minUnits" });
    let cards_per_unit: Option<u32> = check.field("cardsPerUnit").whole(&bounds::CARDS_PER_UNIT, cards_per_unit);
    let min_units = check.field("minUnits").whole(&bounds::UNITS, min_units);
    let max_units = check.field("maxUnits").whole(&bounds::UNITS, max_units);
    let billing = self::billing(billing, &mut check.field("billing"));
    let as_of = as_of.map_or(context.as_of, |day| {
        check.field("asOf").date_by(&day, context.as_of, "a day not after \"asOf\" of the catalog")
    });
    let source = optional(source, |id| {
        let index = check.field("source").named("source", &id, context.source_names.as_ref()?)?;
        context.sources.get(index)
    });
    let (source, source_url) = source?
        .map_or_else(Default::default, |CatalogSource { title, url }| (title.clone(), url.clone().unwrap_or_default()));
    let gpu = gpu?;
    let devices = if unit == Unit::Board { gpu.devices_per_board } else { 1 };
    let cards_per_unit = cards_per_unit? * devices;
    check.field("cardsPerUnit").whole::<u32>(&bounds::CARDS_PER_UNIT, cards_per_unit.into())?;
    check.field("link").require(is_linked(link, gpu, cards_per_unit), || Error::Conflict { what: NO_LINK })?;
    Some(core::Offer {
        id,
        platform: platform?,
        device: Device { gpu, slice: slice? },
        label: label.unwrap_or_default(),
        region: region.unwrap_or_default(),
        cards_per_unit,
        min_units: min_units?,
        max_units: max_units?,
        link: self::link(link, gpu),
        billing: billing?,
        as_of: as_of?,
        source,
        source_url,
    })
}

const NO_LINK: &str = "\"pcie\": this GPU has no link of its own, or it does not join so many";

/// Whether a dedicated link that is stated can exist.
fn is_linked(link: Option<OfferLink>, gpu: &Gpu, cards: u32) -> bool {
    !matches!(link, Some(OfferLink::Dedicated)) || gpu.link.kind == LinkKind::Dedicated && gpu.joins(cards)
}

/// What the unit is, which must agree with what else is stated. A memory of several GPUs is that of a board.
fn unit_of(
    unit: Option<Unit>,
    slice: Option<&Slice>,
    cards: Option<f64>,
    named: Option<NamedGpu>,
    check: &mut Check<'_, '_>,
) -> Unit {
    let several = cards.is_some_and(|cards| 1.0 < cards);
    let is_board = named.is_some_and(|named| named.is_board);
    let is_node = slice.is_none() && named.is_some_and(|named| named.is_node);
    let is_open = is_node || slice.is_none() && named.is_some_and(|named| named.several_counts);
    let of_which = if is_open && !is_node && !several {
        "\"card\", \"node\" or \"board\", for the price of which it is"
    } else {
        "\"node\" or \"board\", for the price of which it is"
    };
    check.field("unit").require_form(unit.is_some() || !several && !is_open, "missing-field", of_which);
    check.field("cardsPerUnit").require_form(
        cards.is_some() || !is_node || named.is_some_and(|named| named.count.is_some()),
        "missing-field",
        "how many GPUs the whole machine has",
    );
    let unit = unit.unwrap_or(match slice {
        Some(_) => Unit::Slice,
        _ if is_board => Unit::Board,
        _ if several || is_node => Unit::Node,
        _ => Unit::Card,
    });
    let is_single = matches!(unit, Unit::Slice | Unit::Card);
    let is_lone = named.is_some_and(|named| named.gpu.devices_per_board == 1);
    let count = named.and_then(|named| named.count).map(f64::from);
    for (field, is_wrong, what) in [
        ("unit", (unit == Unit::Slice) != slice.is_some(), "\"slice\" where there is a slice"),
        ("unit", is_board && unit != Unit::Board, "\"board\": the memory that is stated is that of a board"),
        ("unit", is_lone && unit == Unit::Board, "\"card\" or \"node\": a board of this has one GPU"),
        ("unit", is_node && unit == Unit::Card, "\"node\": the name is that of a whole machine"),
        ("cardsPerUnit", is_single && several, "1, or the unit \"node\" or \"board\""),
        (
            "cardsPerUnit",
            count.is_some_and(|count| count != cards.unwrap_or(1.0)),
            "as many as the name of the GPU says",
        ),
    ] {
        check.field(field).require(!is_wrong, || Error::Conflict { what });
    }
    unit
}

fn slice(slice: Slice, gpu: Option<&Gpu>, check: &mut Check<'_, '_>) -> Option<core::Slice> {
    let Slice { mig, memory_gib, speed_percent } = slice;
    let memory = optional(memory_gib, |memory| gib(memory, &mut check.field("memoryGib")))?;
    let share = optional(speed_percent, |percent| {
        let percent = check.field("speedPercent").real(&bounds::SPEED_PERCENT, percent)?;
        Share::from_f64(percent / 100.0)
    })?;
    match (mig, memory) {
        (Some(profile), None) if share.is_none() => {
            let found = core::Slice::mig(gpu?, &profile);
            check.field("mig").accept(found.ok_or(Error::Conflict { what: "a MIG profile of this GPU" }))
        }
        (None, Some(memory)) => {
            let found = core::Slice::of_memory(gpu?, memory, share);
            check.field("memoryGib").accept(found.ok_or(Error::Conflict { what: "no more than the GPU has" }))
        }
        _ => check.accept(Err(Error::Conflict { what: "either \"mig\" alone or \"memoryGib\"" })),
    }
}

fn gib(value: f64, check: &mut Check<'_, '_>) -> Option<Bytes> {
    let value = check.real(&bounds::GPU_MEMORY_GIB, value)?;
    Some(Bytes::from_f64(value * Bytes::gib(1).as_f64()))
}

/// The bandwidth is the GPU's where the offer's link is of the same kind, else unknown.
fn link(link: Option<OfferLink>, gpu: &Gpu) -> Link {
    let kind = match link {
        None => gpu.link.kind,
        Some(OfferLink::Dedicated) => LinkKind::Dedicated,
        Some(OfferLink::Pcie) => LinkKind::Pcie,
    };
    Link { kind, bandwidth: if kind == gpu.link.kind { gpu.link.bandwidth } else { None } }
}

pub(in crate::dto) fn billing(billing: Billing<'_>, check: &mut Check<'_, '_>) -> Option<core::Billing> {
    let Billing { on_demand, spot, day, week, month, year, two_years, three_years } = billing;
    let terms = [day, week, month, year, two_years, three_years];
    let none = on_demand.is_none() && spot.is_none() && terms.iter().all(Option::is_none);
    check.require(!none, || Error::Empty { what: "way to pay" });
    let on_demand = optional(on_demand, |price| hourly(price, &mut check.field("onDemand")));
    let spot = optional(spot, |price| hourly(price, &mut check.field("spot")));
    let mut packages = Vec::new();
    for (term, TermPrice { price }) in terms::stated(terms) {
        let price = check.field(terms::name(term)).field("price").price(price);
        packages.extend(price.map(|price| Package { term, price }));
    }
    Some(core::Billing { on_demand: on_demand?, spot: spot?, packages })
}

pub(in crate::dto) fn hourly(price: HourlyPrice<'_>, check: &mut Check<'_, '_>) -> Option<core::OnDemand> {
    let HourlyPrice { price, increment, minimum_seconds } = price;
    let hourly = check.field("price").price(price);
    let minimum = minimum_seconds.unwrap_or_default();
    let minimum = check.field("minimumSeconds").whole(&bounds::MINIMUM_SECONDS, minimum).map(Seconds);
    Some(core::OnDemand { hourly: hourly?, increment: increment.map(Into::into), minimum: minimum? })
}

mirror! {
    Increment = core::Increment { Second, Minute, Hour }
}
