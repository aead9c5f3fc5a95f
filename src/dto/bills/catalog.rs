//! A catalog file without its GPUs.

use gpu_cost_core::billing::modes;
use gpu_cost_core::billing::settlement::Terms;
use gpu_cost_core::bounds;
use gpu_cost_core::catalog::{Billing, Platform};
use gpu_cost_core::error::Error;
use gpu_cost_core::units::Seconds;
use serde::Serialize;
use tsify::Tsify;

use crate::dto::catalog::convert::{Parts, Sellers, sellers};
use crate::dto::catalog::{self, CatalogFile, offer};
use crate::dto::check::Check;
use crate::dto::comparison::Mode;
use crate::dto::decode::{Part, parse};
use crate::dto::issue::{Issue, Issues};
use crate::dto::names::Names;

/// What platforms of a catalog charge, checked once, then asked many times.
#[derive(Debug)]
pub struct Bills {
    pub(super) currency: String,
    pub(super) month: Seconds,
    platforms: Vec<Platform>,
    offers: Vec<Offer>,
    names: Names,
}

/// Prices of an offer.
#[derive(Debug)]
pub(super) struct Offer {
    pub(super) id: String,
    pub(super) region: String,
    /// As the catalog names it.
    gpu: String,
    /// As the platform names the offer; empty where it does not.
    label: String,
    is_slice: bool,
    platform: usize,
    pub(super) billing: Billing,
    /// Absent of a board: how many GPUs it has, only the table of GPUs knows.
    cards_per_unit: Option<u32>,
}

/// An offer, as one chooses it.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct BillOffer {
    /// Id of the offer in the catalog.
    pub id: String,
    /// The GPU, as the catalog names it.
    pub gpu: String,
    /// GPUs of a unit; absent of a board, as only the table of GPUs knows how many it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gpus: Option<u32>,
    /// Whether a unit is a part of a GPU.
    pub is_slice: bool,
    /// As the platform names the offer; empty where it does not.
    pub label: String,
    /// Name of the platform.
    pub platform: String,
    /// As the platform names it; empty where it does not.
    pub region: String,
    /// Every way to pay.
    pub modes: Vec<Mode>,
}

impl Bills {
    /// Reads a catalog file.
    ///
    /// # Errors
    /// Everything that is wrong with what bills read of it, in the order of the text.
    pub fn new(text: &str) -> Result<Self, Vec<Issue>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut issues = Issues::default();
        let whole = parse(text, &mut issues);
        let bills = whole.and_then(|whole| bills(&whole, &mut issues));
        let issues = issues.located(text);
        bills.filter(|_| issues.is_empty()).ok_or(issues)
    }

    /// Every offer, in the order of the file.
    pub fn offers(&self) -> impl Iterator<Item = BillOffer> {
        self.offers.iter().filter_map(|offer| {
            let Offer { id, region, gpu, label, is_slice, platform, billing, cards_per_unit } = offer;
            Some(BillOffer {
                id: id.clone(),
                gpu: gpu.clone(),
                gpus: *cards_per_unit,
                is_slice: *is_slice,
                label: label.clone(),
                platform: self.platforms.get(*platform)?.name.clone(),
                region: region.clone(),
                modes: modes(billing).map(Into::into).collect(),
            })
        })
    }

    /// The prices of an offer, and the rules of its platform.
    pub(super) fn terms(&self, id: &str, check: &mut Check<'_, '_>) -> Option<(&Offer, Terms)> {
        let offer = self.offers.get(check.named("offer", id, &self.names)?)?;
        let (platform, billing) = (self.platforms.get(offer.platform)?.clone(), offer.billing.clone());
        Some((offer, Terms { platform, billing, cards_per_unit: offer.cards_per_unit, month: self.month }))
    }
}

fn bills<'a>(whole: &Part<'a, CatalogFile<'a>>, issues: &mut Issues) -> Option<Bills> {
    let mut check = Check::root(whole, issues);
    let Sellers { currency, month, platforms, names, offers, .. } = sellers(whole, None, &mut check)?;
    let offers = self::offers(&offers, names.as_ref(), &mut check.field("offers"));
    let names = offers.iter().enumerate().map(|(index, offer)| (offer.id.clone(), index)).collect();
    Some(Bills { currency, month, platforms, offers, names: Names::new(names) })
}

fn offers<'a>(
    list: &Parts<'a, catalog::Offer<'a>>,
    platforms: Option<&Names>,
    check: &mut Check<'a, '_>,
) -> Vec<Offer> {
    let parts = check.elements(list).unwrap_or_default();
    check.require(!parts.is_empty(), || Error::Empty { what: "offer" });
    let mut offers = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let mut check = check.element(index, part);
        let Some(found) = check.decode(part) else { continue };
        let billing = offer::billing(found.billing, &mut check.field("billing"));
        let cards = found.cards_per_unit.unwrap_or(1.0);
        let cards = check.field("cardsPerUnit").whole(&bounds::CARDS_PER_UNIT, cards);
        let platform = platforms.and_then(|names| check.field("platform").named("platform", &found.platform, names));
        let cards = cards.map(|cards| (found.unit != Some(catalog::Unit::Board)).then_some(cards));
        let region = found.region.unwrap_or_default();
        let is_slice = found.unit == Some(catalog::Unit::Slice);
        offers.extend(billing.zip(cards).zip(platform).map(|((billing, cards_per_unit), platform)| Offer {
            id: found.id,
            region,
            gpu: found.gpu,
            label: found.label.unwrap_or_default(),
            is_slice,
            platform,
            billing,
            cards_per_unit,
        }));
    }
    offers
}
