//! What becomes of one row of a price list.

use anyhow::{Context, Result};
use gpu_cost_core::money::Money;
use serde::Deserialize;

use crate::codegen::Instance;
use crate::codegen::catalog::Catalog;
use crate::csv::Record;
use crate::import::{prices, resolve};

/// `left-out.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rules {
    alias: Vec<Alias>,
    pub(super) rule: Vec<Rule>,
}

/// What a platform of the snapshot is called in price lists.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Alias {
    platform: String,
    providers: Vec<String>,
}

/// Rows that are left out; each condition that is there must hold.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rule {
    providers: Option<Vec<String>>,
    /// Texts of which the source has one.
    sources: Option<Vec<String>>,
    /// Texts of which the name of the GPU has one.
    gpus: Option<Vec<String>>,
    /// Texts of which the term or the unit of the price has one.
    terms: Option<Vec<String>>,
    /// The day from which the rule does not hold.
    before: Option<String>,
    pub(super) reason: String,
}

/// The prices that are kept.
pub(super) struct Snapshot(Vec<Kept>);

/// A price of a unit.
struct Kept {
    providers: Vec<String>,
    currency: String,
    gpu: String,
    cards: u32,
    price: Money,
    as_of: String,
}

pub(super) struct Account<'a> {
    pub(super) snapshot: Snapshot,
    pub(super) rules: &'a Rules,
    pub(super) instances: &'a [Instance],
}

/// What becomes of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer<'a> {
    /// Its price is in the snapshot.
    Kept,
    /// A rule says why not.
    LeftOut(&'a str),
    /// The snapshot has a price of the same card and platform that is no older.
    Newer,
    Open,
}

impl Snapshot {
    pub(super) fn of(catalogs: &[Catalog], rules: &Rules) -> Result<Self> {
        let mut kept = Vec::new();
        for catalog in catalogs {
            for offer in &catalog.offer {
                let alias = rules.alias.iter().find(|alias| alias.platform == offer.platform);
                let providers = alias.map_or_else(|| vec![offer.platform.clone()], |alias| alias.providers.clone());
                for price in offer.prices() {
                    kept.push(Kept {
                        providers: providers.clone(),
                        currency: catalog.currency.clone(),
                        gpu: offer.gpu.clone(),
                        cards: offer.cards_per_unit,
                        price: Money::parse(price).ok().with_context(|| format!("{}: {price}", offer.id))?,
                        as_of: offer.as_of.clone(),
                    });
                }
            }
        }
        Ok(Self(kept))
    }
}

impl Account<'_> {
    pub(super) fn answer(&self, row: Record) -> Answer<'_> {
        let (provider, currency) = (row.get("provider"), row.get("currency"));
        let named = resolve(row, self.instances);
        let of_card = |kept: &&Kept| {
            kept.providers.iter().any(|name| name == provider)
                && kept.currency == currency
                && named.gpus.iter().any(|gpu| gpu.id == kept.gpu)
        };
        let cards = row.get("gpu_count").parse().unwrap_or(1).clamp(1, 72);
        let found: Vec<Money> = prices(row, cards).into_iter().filter_map(|price| Some(price.ok()?.1)).collect();
        let same = |kept: &Kept, price: Money| {
            let (ours, theirs) = (kept.price.scaled(cards.into(), 1), price.scaled(kept.cards.into(), 1));
            ours.zip(theirs).is_some_and(|(ours, theirs)| ours.to_cents() == theirs.to_cents())
        };
        let of_card: Vec<&Kept> = self.snapshot.0.iter().filter(of_card).collect();
        if found.iter().any(|price| of_card.iter().any(|kept| same(kept, *price))) {
            return Answer::Kept;
        }
        if let Some(rule) = self.rules.rule.iter().find(|rule| rule.holds(row)) {
            return Answer::LeftOut(&rule.reason);
        }
        let is_newer = of_card.iter().any(|kept| row.get("as_of_date") <= kept.as_of.as_str());
        if is_newer { Answer::Newer } else { Answer::Open }
    }
}

impl Rule {
    fn holds(&self, row: Record) -> bool {
        let Self { providers, sources, gpus, terms, before, reason: _ } = self;
        let has = |texts: &Option<Vec<String>>, columns: [&str; 3]| {
            let text = columns.map(|column| row.get(column)).join(" ");
            texts.as_ref().is_none_or(|texts| texts.iter().any(|wanted| text.contains(wanted)))
        };
        providers.as_ref().is_none_or(|names| names.iter().any(|name| name == row.get("provider")))
            && has(sources, ["source", "commit", "source_path"])
            && has(gpus, ["gpu", "", ""])
            && has(terms, ["term", "price_unit", ""])
            && before.as_ref().is_none_or(|day| row.get("as_of_date") < day.as_str())
    }
}
