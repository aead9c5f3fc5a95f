//! A catalog → the JSON of a host's catalog, one line a row.
//!
//! Prices stay decimal text: no float touches them.

use std::fmt::Debug;

use super::{Catalog, Disk, Egress, Hourly, Offer, Platform, Slice};

/// What prices were read from, as the file shows it.
pub(crate) struct Source<'a> {
    pub(crate) id: &'a str,
    pub(crate) title: &'a str,
    /// Left out where it is no web address.
    pub(crate) url: &'a str,
}

impl Catalog {
    /// The JSON; `sources` are those that its offers cite.
    pub(crate) fn render<'a>(&self, sources: impl Iterator<Item = Source<'a>>) -> String {
        let Self { currency, as_of, month_hours, platform, offer } = self;
        let sources: Vec<String> = sources.map(|source| source.render()).collect();
        let platforms: Vec<String> = platform.iter().map(Platform::render).collect();
        let offers: Vec<String> = offer.iter().map(Offer::render).collect();
        format!(
            "{{\"schema\":\"gpu-cost-catalog/1\",\"currency\":{},\"asOf\":{},\"monthHours\":{month_hours},\n\
             \"sources\":{{\n{}\n}},\n\"platforms\":[\n{}\n],\n\"offers\":[\n{}\n]}}\n",
            quote(currency),
            quote(as_of),
            sources.join(",\n"),
            platforms.join(",\n"),
            offers.join(",\n"),
        )
    }
}

impl Source<'_> {
    fn render(&self) -> String {
        let is_address = self.url.starts_with("https://") || self.url.starts_with("http://");
        let mut object = Object::default();
        object.text("title", Some(self.title));
        object.text("url", is_address.then_some(self.url));
        format!("{}:{}", quote(self.id), object.close())
    }
}

impl Platform {
    fn render(&self) -> String {
        let mut object = Object::default();
        object.text("id", Some(&self.id));
        object.text("name", Some(&self.name));
        object.raw("disk", self.disk.as_ref().map(Disk::render));
        object.raw("egress", self.egress.as_ref().map(Egress::render));
        object.text("stoppedRent", self.stopped_rent.as_deref());
        object.raw("setup", self.setup.clone());
        object.number("taxPercent", self.tax_percent);
        object.raw("rules", self.rules.as_ref().map(table));
        object.raw("service", self.service.as_ref().map(table));
        object.close()
    }
}

impl Disk {
    fn render(&self) -> String {
        let mut object = Object::default();
        object.raw("price", Some(self.price.clone()));
        object.word("per", Some(self.per));
        object.number("freeGib", (self.free_gib > 0).then_some(self.free_gib));
        object.word("whenStopped", Some(self.when_stopped));
        object.raw("stoppedPrice", self.stopped_price.clone());
        object.close()
    }
}

impl Egress {
    fn render(&self) -> String {
        let mut object = Object::default();
        object.raw("price", Some(self.price.clone()));
        object.number("freeGib", (self.free_gib > 0).then_some(self.free_gib));
        object.close()
    }
}

impl Offer {
    fn render(&self) -> String {
        let most = self.max_units.filter(|&most| most != self.most_units_by_default());
        let mut object = Object::default();
        object.text("id", Some(&self.id));
        object.text("platform", Some(&self.platform));
        object.text("gpu", Some(&self.gpu));
        object.word("unit", Some(self.unit()));
        object.raw("slice", self.slice.as_ref().map(Slice::render));
        object.text("label", self.label.as_deref());
        object.text("region", self.region.as_deref());
        object.number("cardsPerUnit", (self.cards_per_unit != 1).then_some(self.cards_per_unit));
        object.number("minUnits", self.min_units.filter(|&least| least != 1));
        object.number("maxUnits", most);
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

impl Slice {
    fn render(&self) -> String {
        let mut object = Object::default();
        object.text("mig", self.mig.as_deref());
        object.number("memoryGib", self.memory_gib);
        object.number("speedPercent", self.speed_percent);
        object.close()
    }
}

impl Hourly {
    fn render(&self) -> String {
        let mut object = Object::default();
        object.raw("price", Some(self.price.clone()));
        object.word("increment", self.increment);
        object.number("minimumSeconds", self.minimum_seconds);
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

    fn number(&mut self, key: &str, value: Option<impl ToString>) {
        self.raw(key, value.map(|value| value.to_string()));
    }

    /// A choice, whose name in lower case is its name in JSON.
    fn word(&mut self, key: &str, value: Option<impl Debug>) {
        self.raw(key, value.map(|value| quote(&format!("{value:?}").to_lowercase())));
    }

    fn close(self) -> String {
        format!("{{{}}}", self.0.join(","))
    }
}

/// Names of amounts of money, which are text in TOML.
const AMOUNTS: [&str; 6] =
    ["price", "stopped_price", "no_gpu_hourly", "expansion_per_gib", "overtime_hourly", "deposit"];

/// An object whose types the catalog itself has.
fn table(table: &toml::Table) -> String {
    let mut object = Object::default();
    for (name, value) in table {
        let text = match value {
            toml::Value::String(text) if AMOUNTS.contains(&name.as_str()) => text.clone(),
            value => self::value(value),
        };
        object.raw(&camel(name), Some(text));
    }
    object.close()
}

fn value(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => quote(text),
        toml::Value::Array(values) => format!("[{}]", values.iter().map(self::value).collect::<Vec<_>>().join(",")),
        toml::Value::Table(table) => self::table(table),
        toml::Value::Integer(number) => number.to_string(),
        toml::Value::Float(number) => number.to_string(),
        toml::Value::Boolean(is) => is.to_string(),
        toml::Value::Datetime(day) => quote(&day.to_string()),
    }
}

/// `free_gib` → `freeGib`.
fn camel(name: &str) -> String {
    let mut words = name.split('_');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| {
        let mut letters = word.chars();
        name + &letters.next().map(|first| first.to_ascii_uppercase()).into_iter().collect::<String>()
            + letters.as_str()
    })
}

fn quote(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
