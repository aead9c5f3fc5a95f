//! What was gathered → a catalog file, which must pass the checks that it will meet.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use gpu_cost::dto::catalog;
use gpu_cost::dto::issue::Issue;

use super::gather::{Gathered, Key, Offer, Price};
use super::price::{MONTH_HOURS, Way};
use crate::codegen::catalog::{Catalog, Hourly, Offer as Written, Platform, Source};

pub(super) fn catalog(path: &Path, currency: &str, gathered: &Gathered) -> Result<()> {
    ensure!(!gathered.offers.is_empty(), "no row is a complete offer in {currency}");
    let text = text(currency, gathered);
    if let Err(issues) = catalog::read(&text) {
        let issues: Vec<String> = issues.iter().map(Issue::message).collect();
        bail!("the catalog has errors:\n{}", issues.join("\n"));
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

pub(super) fn text(currency: &str, gathered: &Gathered) -> String {
    let prices = || gathered.offers.values().flat_map(|offer| offer.prices.values());
    let titles: BTreeSet<&str> = prices().map(|price| price.source.as_str()).collect();
    let ids = titles.iter().enumerate().map(|(index, title)| (*title, format!("source-{}", index + 1)));
    let ids: BTreeMap<&str, String> = ids.collect();
    let as_of = prices().map(|price| price.as_of).max().map(|day| day.to_string()).unwrap_or_default();
    let mut used = BTreeMap::new();
    let catalog = Catalog {
        currency: currency.to_owned(),
        as_of,
        month_hours: MONTH_HOURS,
        platform: gathered.platforms.iter().map(platform).collect(),
        offer: gathered.offers.iter().map(|(key, found)| offer(key, found, &ids, &mut used)).collect(),
    };
    catalog.render(ids.iter().map(|(title, id)| Source { id, title, url: "" }))
}

fn platform((id, name): (&String, &String)) -> Platform {
    Platform { id: id.clone(), name: name.clone(), ..Platform::default() }
}

fn offer(key: &Key, found: &Offer, sources: &BTreeMap<&str, String>, used: &mut BTreeMap<String, u32>) -> Written {
    let Key { platform, region, instance, gpu, cards, .. } = key;
    let Offer { slice, is_instance, prices } = found;
    let stated = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
    let hourly =
        |way| prices.get(&way).map(|price| Hourly { price: decimal(price), increment: None, minimum_seconds: None });
    let package = |way| prices.get(&way).map(decimal);
    let oldest = prices.values().min_by_key(|price| price.as_of);
    let name = key.name();
    let again = used.entry(name.clone()).and_modify(|again| *again += 1).or_insert(1);
    Written {
        id: if *again == 1 { name } else { format!("{name}-{again}") },
        platform: platform.clone(),
        gpu: (*gpu).to_owned(),
        slice: slice.clone(),
        label: stated(instance),
        region: stated(region),
        cards_per_unit: *cards,
        min_units: None,
        max_units: is_instance.then_some(1),
        link: None,
        on_demand: hourly(Way::OnDemand),
        spot: hourly(Way::Spot),
        day: package(Way::Day),
        week: package(Way::Week),
        month: package(Way::Month),
        year: package(Way::Year),
        two_years: package(Way::TwoYears),
        three_years: package(Way::ThreeYears),
        as_of: oldest.map(|price| price.as_of.to_string()).unwrap_or_default(),
        source: oldest.and_then(|price| sources.get(price.source.as_str())).cloned().unwrap_or_default(),
        _note: String::new(),
    }
}

fn decimal(price: &Price) -> String {
    price.amount.to_decimal()
}
