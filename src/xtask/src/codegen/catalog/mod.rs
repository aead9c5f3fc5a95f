//! `catalog-*.toml` → a price snapshot in the format of a host's catalog.
//!
//! Prices stay decimal text from end to end: no float touches them.

mod render;

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::facts::Facts;
use super::gpu::Link;
use super::{check_date, check_order};
pub(crate) use render::Source;

/// One file of prices.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Catalog {
    pub(crate) currency: String,
    pub(crate) as_of: String,
    pub(crate) month_hours: u32,
    pub(crate) platform: Vec<Platform>,
    pub(crate) offer: Vec<Offer>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Platform {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) disk: Option<Disk>,
    pub(crate) egress: Option<Egress>,
    pub(crate) stopped_rent: Option<String>,
    pub(crate) setup: Option<String>,
    pub(crate) tax_percent: Option<f64>,
    /// As in a host's catalog, with names in snake case and prices as text.
    pub(crate) rules: Option<toml::Table>,
    pub(crate) service: Option<toml::Table>,
    /// Where fees and billing increments were read.
    #[serde(default)]
    pub(crate) sources: Vec<String>,
    /// For the reader of the file; it is not written.
    #[serde(default, rename = "note")]
    pub(crate) _note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Disk {
    pub(crate) price: String,
    pub(crate) per: Per,
    #[serde(default)]
    pub(crate) free_gib: u64,
    pub(crate) when_stopped: WhenStopped,
    pub(crate) stopped_price: Option<String>,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Per {
    Hour,
    Day,
    Month,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum WhenStopped {
    Billed,
    Free,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Egress {
    pub(crate) price: String,
    #[serde(default)]
    pub(crate) free_gib: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Offer {
    pub(crate) id: String,
    pub(crate) platform: String,
    pub(crate) gpu: String,
    /// Where the unit is a part of a GPU.
    pub(crate) slice: Option<Slice>,
    pub(crate) label: Option<String>,
    pub(crate) region: Option<String>,
    #[serde(default = "one")]
    pub(crate) cards_per_unit: u32,
    pub(crate) min_units: Option<u32>,
    pub(crate) max_units: Option<u32>,
    pub(crate) link: Option<Link>,
    pub(crate) on_demand: Option<Hourly>,
    pub(crate) spot: Option<Hourly>,
    pub(crate) day: Option<String>,
    pub(crate) week: Option<String>,
    pub(crate) month: Option<String>,
    pub(crate) year: Option<String>,
    pub(crate) two_years: Option<String>,
    pub(crate) three_years: Option<String>,
    pub(crate) as_of: String,
    pub(crate) source: String,
    /// For the reader of the file; it is not written.
    #[serde(default, rename = "note")]
    pub(crate) _note: String,
}

const fn one() -> u32 {
    1
}

/// A part of a GPU: a MIG profile, or a part of its memory and speed.
#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Slice {
    pub(crate) mig: Option<String>,
    pub(crate) memory_gib: Option<f64>,
    pub(crate) speed_percent: Option<f64>,
}

/// What prices are for, as in a host's catalog; a board is counted by its GPUs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    Slice,
    Card,
    Node,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hourly {
    pub(crate) price: String,
    pub(crate) increment: Option<Increment>,
    pub(crate) minimum_seconds: Option<u32>,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Increment {
    Second,
    Minute,
    Hour,
}

impl Catalog {
    /// Fails with the first row that is not sound.
    pub(crate) fn check(&self, facts: &Facts) -> Result<()> {
        check_date(&self.as_of)?;
        let code = self.currency.len() == 3 && self.currency.bytes().all(|byte| byte.is_ascii_uppercase());
        ensure!(code, "`{}` is no currency such as CNY", self.currency);
        check_order("platform", self.platform.iter().map(|platform| platform.id.as_str()))?;
        check_order("offer", self.offer.iter().map(|offer| offer.id.as_str()))?;
        for platform in &self.platform {
            let row = || format!("platform {}", platform.id);
            self.check_platform(platform, facts).with_context(row)?;
        }
        for offer in &self.offer {
            let row = || format!("offer {}", offer.id);
            self.check_offer(offer, facts).with_context(row)?;
        }
        Ok(())
    }

    fn check_platform(&self, platform: &Platform, facts: &Facts) -> Result<()> {
        let Platform { id, name, disk, egress, setup, sources, .. } = platform;
        ensure!(!name.is_empty(), "no name");
        ensure!(self.offer.iter().any(|offer| offer.platform == *id), "sells nothing");
        sources.iter().try_for_each(|source| facts.source(source).map(drop))?;
        let stated = platform.stopped_rent.is_some() || platform.tax_percent.is_some() || platform.rules.is_some();
        let fees = disk.is_some() || egress.is_some() || setup.is_some() || stated;
        ensure!(!fees || !sources.is_empty(), "fees without a source");
        disk.iter().try_for_each(|disk| check_price(&disk.price))?;
        let fees = egress.iter().map(|egress| &egress.price).chain(setup);
        fees.filter(|price| *price != "0").try_for_each(|price| check_price(price))
    }

    fn check_offer(&self, offer: &Offer, facts: &Facts) -> Result<()> {
        ensure!(self.platform.iter().any(|platform| platform.id == offer.platform), "unknown platform");
        ensure!(facts.gpus.iter().any(|gpu| gpu.id == offer.gpu), "unknown GPU {}", offer.gpu);
        ensure!((1..=72).contains(&offer.cards_per_unit), "cards per unit");
        ensure!(offer.slice.is_none() || offer.cards_per_unit == 1, "a slice of several cards");
        let (least, most) = (offer.min_units.unwrap_or(1), offer.max_units.unwrap_or(offer.most_units_by_default()));
        ensure!(1 <= least && least <= most, "units");
        check_date(&offer.as_of)?;
        ensure!(offer.as_of <= self.as_of, "dated after the catalog");
        facts.source(&offer.source)?;
        let prices: Vec<&str> = offer.prices().collect();
        ensure!(!prices.is_empty(), "no price");
        prices.into_iter().try_for_each(check_price)
    }

    /// The JSON.
    pub(crate) fn json(&self, facts: &Facts) -> Result<String> {
        let of_offers = self.offer.iter().map(|offer| offer.source.as_str());
        let of_rules = self.platform.iter().flat_map(Platform::rules).filter_map(|table| table.get("source")?.as_str());
        let ids: BTreeSet<&str> = of_offers.chain(of_rules).collect();
        let sources = ids.into_iter().map(|id| facts.source(id)).collect::<Result<Vec<_>>>()?;
        let shown = sources.iter().map(|source| Source { id: &source.id, title: &source.title, url: &source.url });
        Ok(self.render(shown))
    }

    /// Ids of the sources that it cites.
    pub(crate) fn cited(&self) -> impl Iterator<Item = &str> {
        let platforms = self.platform.iter().flat_map(|platform| &platform.sources);
        platforms.chain(self.offer.iter().map(|offer| &offer.source)).map(String::as_str)
    }
}

impl Platform {
    /// What else it states.
    fn rules(&self) -> impl Iterator<Item = &toml::Table> {
        self.rules.iter().chain(&self.service)
    }
}

impl Slice {
    /// As people call it: a profile, or its memory.
    pub(crate) fn name(&self) -> String {
        let memory = self.memory_gib.map(|gib| format!("{gib}gib"));
        self.mig.clone().or(memory).unwrap_or_default()
    }
}

impl Offer {
    fn packages(&self) -> [(&'static str, Option<&String>); 6] {
        [
            ("day", self.day.as_ref()),
            ("week", self.week.as_ref()),
            ("month", self.month.as_ref()),
            ("year", self.year.as_ref()),
            ("twoYears", self.two_years.as_ref()),
            ("threeYears", self.three_years.as_ref()),
        ]
    }

    /// All of them, as they are written.
    pub(crate) fn prices(&self) -> impl Iterator<Item = &str> {
        let hourly = [&self.on_demand, &self.spot].into_iter().flatten().map(|hourly| hourly.price.as_str());
        hourly.chain(self.packages().into_iter().filter_map(|(_, price)| price.map(String::as_str)))
    }

    const fn unit(&self) -> Unit {
        match (&self.slice, self.cards_per_unit) {
            (Some(_), _) => Unit::Slice,
            (None, 1) => Unit::Card,
            (None, _) => Unit::Node,
        }
    }

    /// What a catalog means where it does not say.
    const fn most_units_by_default(&self) -> u32 {
        match self.unit() {
            Unit::Card => 8,
            Unit::Slice | Unit::Node => 1,
        }
    }
}

/// A price above zero in plain decimals, with no more digits than money in the core crate can carry.
fn check_price(text: &str) -> Result<()> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits =
        |part: &str, most: usize| (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
    let plain = digits(whole, 12) && digits(fraction, 9) && (whole == "0" || !whole.starts_with('0'));
    ensure!(plain, "`{text}` is no price such as 12.5, with at most nine decimals");
    ensure!(text.bytes().any(|byte| (b'1'..=b'9').contains(&byte)), "a price of zero");
    Ok(())
}

#[cfg(test)]
mod tests;
