//! A catalog file without its GPUs.

use gpu_cost_core::billing::settlement::Terms;
use gpu_cost_core::bounds;
use gpu_cost_core::catalog::{Billing, Platform};
use gpu_cost_core::error::Error;
use gpu_cost_core::units::Seconds;

use crate::dto::catalog::convert::{Parts, Sellers, sellers};
use crate::dto::catalog::{self, CatalogFile, offer};
use crate::dto::check::Check;
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
    platform: usize,
    pub(super) billing: Billing,
    cards_per_unit: u32,
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
        let region = found.region.unwrap_or_default();
        offers.extend(billing.zip(cards).zip(platform).map(|((billing, cards_per_unit), platform)| Offer {
            id: found.id,
            region,
            platform,
            billing,
            cards_per_unit,
        }));
    }
    offers
}
