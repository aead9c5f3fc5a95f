//! Rows → offers: one for each thing that a platform sells in a place, with every way to pay for it.

use std::collections::BTreeMap;
use std::path::PathBuf;

use gpu_cost_core::catalog::Date;
use gpu_cost_core::money::Money;

use super::device;
use super::left_out::{LeftOut, Row};
use super::price::{Way, prices};
use crate::codegen::Instance;
use crate::codegen::catalog::Slice;

/// What the rows sell, and what of them is left out.
#[derive(Default)]
pub(super) struct Gathered {
    /// Names by id: the first spelling of each.
    pub(super) platforms: BTreeMap<String, String>,
    pub(super) offers: BTreeMap<Key, Offer>,
    pub(super) left_out: Vec<LeftOut>,
}

/// What makes an offer another one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    pub(super) platform: String,
    pub(super) region: String,
    pub(super) instance: String,
    pub(super) gpu: &'static str,
    pub(super) cards: u32,
    /// The part of a GPU, as text.
    part: String,
}

pub(super) struct Offer {
    pub(super) slice: Option<Slice>,
    /// Whether its instance is what prices are for, so that no more of it share a host.
    pub(super) is_instance: bool,
    pub(super) prices: BTreeMap<Way, Price>,
}

pub(super) struct Price {
    pub(super) amount: Money,
    pub(super) as_of: Date,
    pub(super) source: String,
    file: PathBuf,
    line: usize,
}

impl Gathered {
    pub(super) fn of<'a>(rows: impl Iterator<Item = Row<'a>>, instances: &[Instance], currency: &str) -> Self {
        let mut gathered = Self::default();
        for row in rows {
            if let Err((reason, detail)) = gathered.add(row, instances, currency) {
                gathered.leave_out(row, reason, detail);
            }
        }
        gathered
    }

    pub(super) fn n_prices(&self) -> usize {
        self.offers.values().map(|offer| offer.prices.len()).sum()
    }

    fn leave_out(&mut self, row: Row, reason: &'static str, detail: String) {
        self.left_out.push(LeftOut { file: row.file.clone(), line: row.record.line(), reason, detail });
    }

    /// Adds the prices of a row, or says why none of them counts.
    fn add(&mut self, row: Row, instances: &[Instance], currency: &str) -> Result<(), (&'static str, String)> {
        let record = row.record;
        let named = device::resolve(record, instances);
        let device::Sold { gpu, cards, slice } = device::sold(record, &named)?;
        let stated = record.get("currency");
        if stated != currency {
            return Err(("currency", stated.to_owned()));
        }
        let platform = id(&[record.get("provider")]);
        if platform.is_empty() {
            return Err(("seller-unnamed", String::new()));
        }
        let day = record.get("as_of_date");
        let as_of = date(day).ok_or_else(|| ("undated", day.to_owned()))?;
        let part = slice.as_ref().map(Slice::name).unwrap_or_default();
        let key = Key {
            platform,
            region: record.get("region").to_owned(),
            instance: record.get("instance").to_owned(),
            gpu: gpu.id,
            cards,
            part,
        };
        let is_instance = record.get("price_unit").contains("instance");
        for price in prices(record, cards) {
            match price {
                Err((reason, detail)) => self.leave_out(row, reason, detail),
                Ok((way, amount)) => {
                    self.platforms.entry(key.platform.clone()).or_insert_with(|| record.get("provider").to_owned());
                    let offer = self.offers.entry(key.clone());
                    let offer =
                        offer.or_insert_with(|| Offer { slice: slice.clone(), is_instance, prices: BTreeMap::new() });
                    let (file, line) = (row.file.clone(), record.line());
                    let price = Price { amount, as_of, source: source(row), file, line };
                    self.left_out.extend(offer.add(way, price).map(|(reason, Price { file, line, .. })| LeftOut {
                        file,
                        line,
                        reason,
                        detail: format!("{way:?} of {}", key.name()),
                    }));
                }
            }
        }
        Ok(())
    }
}

impl Offer {
    /// Adds a price, and returns the one of two for the same that does not count, with the reason: the newer counts, of
    /// the same day the dearer, so that no bill is higher than was said.
    fn add(&mut self, way: Way, price: Price) -> Option<(&'static str, Price)> {
        let Some(known) = self.prices.remove(&way) else {
            self.prices.insert(way, price);
            return None;
        };
        let age = known.as_of.days_until(price.as_of);
        let reason = match (age, known.amount == price.amount) {
            (0, true) => "duplicate",
            (0, false) => "contradicted",
            _ => "superseded",
        };
        let is_better = 0 < age || age == 0 && known.amount < price.amount;
        let (better, other) = if is_better { (price, known) } else { (known, price) };
        self.prices.insert(way, better);
        Some((reason, other))
    }
}

impl Key {
    /// As an id: what a platform calls it, or the device; where, and how many.
    pub(super) fn name(&self) -> String {
        let what = if self.instance.is_empty() { self.gpu } else { &self.instance };
        let cards = if self.cards == 1 { String::new() } else { format!("{}x", self.cards) };
        id(&[&self.platform, what, &self.part, &cards, &self.region])
    }
}

/// The currency of the most rows.
pub(super) fn usual_currency<'a>(rows: impl Iterator<Item = Row<'a>>) -> Option<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        *counts.entry(row.record.get("currency")).or_default() += 1;
    }
    counts.remove("");
    counts.into_iter().max_by_key(|(_, rows)| *rows).map(|(currency, _)| currency.to_owned())
}

/// Letters and digits in lower case with hyphens between them, also Chinese ones.
pub(super) fn id(parts: &[&str]) -> String {
    let text = parts.join("-").to_lowercase();
    let words = text.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// The first day that a text has; of a month the first, so that no price looks newer than it is.
fn date(text: &str) -> Option<Date> {
    let days = text.char_indices().filter_map(|(at, _)| Date::parse(text.get(at..at + 10)?));
    days.into_iter().next().or_else(|| Date::parse(&format!("{}-01", text.get(..7).filter(|_| text.len() == 7)?)))
}

/// What the prices were read from.
fn source(row: Row) -> String {
    let stated = ["source", "commit", "source_path"].map(|column| row.record.get(column)).join(" ");
    let stated = stated.trim();
    let file = || row.file.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if stated.is_empty() { file() } else { stated.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{date, id};

    #[test]
    fn days_are_read_and_months_begin() {
        for (text, expected) in [
            ("2026-06-26", Some("2026-06-26")),
            ("2026-06 (source page updated 2026-06-05)", Some("2026-06-05")),
            ("2026-05", Some("2026-05-01")),
            ("2026 (page not dated)", None),
            ("2023-2026", None),
            ("2026-02-30", None),
            ("", None),
        ] {
            assert_eq!(date(text).map(|date| date.to_string()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn ids_keep_letters_of_any_script() {
        assert_eq!(id(&["天翼云 CTYun", "pi7.4xlarge.4", ""]), "天翼云-ctyun-pi7-4xlarge-4");
    }
}
