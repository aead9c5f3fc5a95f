//! `catalog-*.toml` → a price snapshot in the format of a host's catalog.
//!
//! Prices stay decimal text from end to end: no float touches them.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::facts::{Facts, Link};
use super::{check_date, check_order};

/// One file of prices.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Catalog {
    currency: String,
    as_of: String,
    month_hours: u32,
    platform: Vec<Platform>,
    offer: Vec<Offer>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Platform {
    id: String,
    name: String,
    disk: Option<Disk>,
    egress: Option<Egress>,
    /// Where fees and billing increments were read.
    #[serde(default)]
    sources: Vec<String>,
    /// For the reader of the file; it is not written.
    #[serde(default, rename = "note")]
    _note: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Disk {
    price: String,
    per: Per,
    #[serde(default)]
    free_gib: u64,
    when_stopped: WhenStopped,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
enum Per {
    Hour,
    Day,
    Month,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
enum WhenStopped {
    Billed,
    Free,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Egress {
    price: String,
    #[serde(default)]
    free_gib: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Offer {
    id: String,
    platform: String,
    gpu: String,
    label: Option<String>,
    region: Option<String>,
    #[serde(default = "one")]
    cards_per_unit: u32,
    min_units: Option<u32>,
    max_units: Option<u32>,
    link: Option<Link>,
    on_demand: Option<Hourly>,
    spot: Option<Hourly>,
    day: Option<String>,
    week: Option<String>,
    month: Option<String>,
    year: Option<String>,
    two_years: Option<String>,
    three_years: Option<String>,
    as_of: String,
    source: String,
    /// For the reader of the file; it is not written.
    #[serde(default, rename = "note")]
    _note: String,
}

const fn one() -> u32 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hourly {
    price: String,
    increment: Option<Increment>,
    minimum_seconds: Option<u32>,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
enum Increment {
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
        let Platform { id, name, disk, egress, sources, .. } = platform;
        ensure!(!name.is_empty(), "no name");
        ensure!(self.offer.iter().any(|offer| offer.platform == *id), "sells nothing");
        sources.iter().try_for_each(|source| facts.source(source).map(drop))?;
        let fees = disk.is_some() || egress.is_some();
        ensure!(!fees || !sources.is_empty(), "fees without a source");
        disk.iter().try_for_each(|disk| check_price(&disk.price))?;
        egress.iter().filter(|egress| egress.price != "0").try_for_each(|egress| check_price(&egress.price))
    }

    fn check_offer(&self, offer: &Offer, facts: &Facts) -> Result<()> {
        ensure!(self.platform.iter().any(|platform| platform.id == offer.platform), "unknown platform");
        ensure!(facts.gpus.iter().any(|gpu| gpu.id == offer.gpu), "unknown GPU {}", offer.gpu);
        ensure!((1..=72).contains(&offer.cards_per_unit), "cards per unit");
        let (least, most) = (offer.min_units.unwrap_or(1), offer.max_units.unwrap_or(offer.most_units_by_default()));
        ensure!(1 <= least && least <= most, "units");
        check_date(&offer.as_of)?;
        ensure!(offer.as_of <= self.as_of, "dated after the catalog");
        facts.source(&offer.source)?;
        let prices: Vec<&str> = offer.prices().collect();
        ensure!(!prices.is_empty(), "no price");
        prices.into_iter().try_for_each(check_price)
    }

    /// Ids of the sources that it cites.
    pub(crate) fn cited(&self) -> impl Iterator<Item = &str> {
        let platforms = self.platform.iter().flat_map(|platform| &platform.sources);
        platforms.chain(self.offer.iter().map(|offer| &offer.source)).map(String::as_str)
    }

    /// The JSON, with one line a row.
    pub(crate) fn render(&self, facts: &Facts) -> Result<String> {
        let Self { currency, as_of, month_hours, platform, offer } = self;
        let used: BTreeSet<&str> = offer.iter().map(|offer| offer.source.as_str()).collect();
        let sources = used.into_iter().map(|id| source(facts, id)).collect::<Result<Vec<_>>>()?;
        let platforms: Vec<String> = platform.iter().map(Platform::render).collect();
        let offers: Vec<String> = offer.iter().map(Offer::render).collect();
        Ok(format!(
            "{{\"schema\":\"gpu-cost-catalog/1\",\"currency\":{},\"asOf\":{},\"monthHours\":{month_hours},\n\
             \"sources\":{{\n{}\n}},\n\"platforms\":[\n{}\n],\n\"offers\":[\n{}\n]}}\n",
            quote(currency),
            quote(as_of),
            sources.join(",\n"),
            platforms.join(",\n"),
            offers.join(",\n"),
        ))
    }
}

fn source(facts: &Facts, id: &str) -> Result<String> {
    let source = facts.source(id)?;
    let mut object = Object::default();
    object.text("title", Some(&source.title));
    object.text("url", source.url.starts_with("https://").then_some(source.url.as_str()));
    Ok(format!("{}:{}", quote(id), object.close()))
}

impl Platform {
    fn render(&self) -> String {
        let mut object = Object::default();
        object.text("id", Some(&self.id));
        object.text("name", Some(&self.name));
        object.raw("disk", self.disk.as_ref().map(Disk::render));
        object.raw("egress", self.egress.as_ref().map(Egress::render));
        object.close()
    }
}

impl Disk {
    fn render(&self) -> String {
        let mut object = Object::default();
        object.raw("price", Some(self.price.clone()));
        object.word("per", Some(self.per));
        object.raw("freeGib", (self.free_gib > 0).then(|| self.free_gib.to_string()));
        object.word("whenStopped", Some(self.when_stopped));
        object.close()
    }
}

impl Egress {
    fn render(&self) -> String {
        let mut object = Object::default();
        object.raw("price", Some(self.price.clone()));
        object.raw("freeGib", (self.free_gib > 0).then(|| self.free_gib.to_string()));
        object.close()
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

    fn prices(&self) -> impl Iterator<Item = &str> {
        let hourly = [&self.on_demand, &self.spot].into_iter().flatten().map(|hourly| hourly.price.as_str());
        hourly.chain(self.packages().into_iter().filter_map(|(_, price)| price.map(String::as_str)))
    }

    /// What a catalog means where it does not say.
    const fn most_units_by_default(&self) -> u32 {
        if self.cards_per_unit == 1 { 8 } else { 1 }
    }

    fn render(&self) -> String {
        let most = self.max_units.filter(|&most| most != self.most_units_by_default());
        let mut object = Object::default();
        object.text("id", Some(&self.id));
        object.text("platform", Some(&self.platform));
        object.text("gpu", Some(&self.gpu));
        object.text("label", self.label.as_deref());
        object.text("region", self.region.as_deref());
        object.raw("cardsPerUnit", (self.cards_per_unit != 1).then(|| self.cards_per_unit.to_string()));
        object.raw("minUnits", self.min_units.filter(|&least| least != 1).map(|least| least.to_string()));
        object.raw("maxUnits", most.map(|most| most.to_string()));
        object.word("link", self.link);
        object.raw("billing", Some(self.billing()));
        object.text("asOf", Some(&self.as_of));
        object.text("source", Some(&self.source));
        object.close()
    }

    fn billing(&self) -> String {
        let mut object = Object::default();
        object.raw("onDemand", self.on_demand.as_ref().map(Hourly::render));
        object.raw("spot", self.spot.as_ref().map(Hourly::render));
        for (mode, price) in self.packages() {
            object.raw(mode, price.map(|price| format!("{{\"price\":{price}}}")));
        }
        object.close()
    }
}

impl Hourly {
    fn render(&self) -> String {
        let mut object = Object::default();
        object.raw("price", Some(self.price.clone()));
        object.word("increment", self.increment);
        object.raw("minimumSeconds", self.minimum_seconds.map(|seconds| seconds.to_string()));
        object.close()
    }
}

/// A JSON object in the making; what is absent is left out.
#[derive(Default)]
struct Object(Vec<String>);

impl Object {
    fn raw(&mut self, key: &str, value: Option<String>) {
        self.0.extend(value.map(|value| format!("{}:{value}", quote(key))));
    }

    fn text(&mut self, key: &str, value: Option<&str>) {
        self.raw(key, value.map(quote));
    }

    /// A choice, whose name in lower case is its name in JSON.
    fn word(&mut self, key: &str, value: Option<impl std::fmt::Debug>) {
        self.raw(key, value.map(|value| quote(&format!("{value:?}").to_lowercase())));
    }

    fn close(self) -> String {
        format!("{{{}}}", self.0.join(","))
    }
}

fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
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
mod tests {
    use super::check_price;

    #[test]
    fn prices_are_plain_decimals() {
        for text in ["1", "0.5", "1001.95", "0.000096774", "999999999999"] {
            assert!(check_price(text).is_ok(), "{text}");
        }
        for text in ["", "0", "0.0", "-1", "1e3", ".5", "5.", "01", "1,5", "0.1234567890", "1000000000000"] {
            assert!(check_price(text).is_err(), "{text}");
        }
    }
}
