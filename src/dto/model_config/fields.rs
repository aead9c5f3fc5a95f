//! The keys of a configuration: looked up by any of their names, else what the library takes for them.

use gpu_cost_core::bounds::{self, Bound};
use serde::Deserialize;

use crate::dto::check::Check;
use crate::dto::decode::{Map, Part};

/// Objects whose keys are looked up with their name and a point before them.
const NESTED: [&str; 2] = ["attn_config", "ffn_config"];

/// An object of a configuration. Keys that nobody asks for may hold anything.
pub(super) struct Fields<'a, 'p> {
    check: Check<'a, 'p>,
    entries: Vec<(String, Part<'a, ()>)>,
    defaults: &'static str,
}

impl<'a, 'p> Fields<'a, 'p> {
    /// The keys of an object; `None`, and recorded, where it is none.
    pub(super) fn new(mut check: Check<'a, 'p>, whole: Part<'a, ()>) -> Option<Self> {
        let mut entries = check.entries(&whole.cast::<Map<()>>())?;
        for name in NESTED {
            let Some(part) = entries.iter().find(|(key, _)| key == name).map(|(_, part)| *part) else { continue };
            let inside = check.entry(name, &part).entries(&part.cast::<Map<()>>()).unwrap_or_default();
            entries.extend(inside.into_iter().map(|(key, part)| (format!("{name}.{key}"), part)));
        }
        Some(Self { check, entries, defaults: "" })
    }

    /// From here on, what is absent is looked up there: `key=value` pairs with spaces between them.
    pub(super) fn set_defaults(&mut self, defaults: &'static str) {
        self.defaults = defaults;
    }

    /// Whether a key is there and not null.
    pub(super) fn has(&self, name: &str) -> bool {
        self.part(name).is_some_and(|part| part.raw() != Some("null"))
    }

    /// The object that a key holds; `None` where there is none.
    pub(super) fn inside(&mut self, name: &str) -> Option<Fields<'a, '_>> {
        let (index, part) = self.present(&[name])?;
        let (key, _) = self.entries.get(index)?;
        Fields::new(self.check.entry(key, &part), part)
    }

    /// An object that is absent: everything is a default.
    pub(super) fn absent(&mut self, name: &'static str, defaults: &'static str) -> Fields<'a, '_> {
        Fields { check: self.check.field(name), entries: Vec::new(), defaults }
    }

    /// A whole number, or a list of the same whole number for every layer. `None` where it is null or unknown.
    pub(super) fn count(&mut self, names: &[&str]) -> Option<u32> {
        self.number(names, &bounds::CONFIG_COUNT)
    }

    /// The index of a layer; `None` for −1, which stands for the last.
    pub(super) fn last(&mut self, name: &str) -> Option<u32> {
        if self.part(name)?.raw() == Some("-1") { None } else { self.count(&[name]) }
    }

    /// A number of layers.
    pub(super) fn layers(&mut self, names: &[&str]) -> u32 {
        self.required(names, &bounds::CONFIG_LAYERS, None)
    }

    /// A size that must be there, at least 1; recorded where it is not.
    pub(super) fn size(&mut self, names: &[&str]) -> u32 {
        self.size_or(names, None)
    }

    /// A size, at least 1, or what follows from the rest.
    pub(super) fn size_or(&mut self, names: &[&str], derived: Option<u32>) -> u32 {
        self.required(names, &bounds::CONFIG_SIZE, derived)
    }

    /// A truth value; false where it is absent and has no default.
    pub(super) fn flag(&mut self, name: &str) -> bool {
        match self.read::<bool>(&[name]) {
            Some(value) => value,
            None => self.default_of(name) == Some("true"),
        }
    }

    /// A truth value that has another default in a place.
    pub(super) fn flag_or(&mut self, name: &str, default: bool) -> bool {
        self.read::<bool>(&[name]).unwrap_or(default)
    }

    /// A text.
    pub(super) fn text(&mut self, name: &str) -> Option<String> {
        self.read::<String>(&[name])
    }

    /// A list of texts.
    pub(super) fn texts(&mut self, names: &[&str]) -> Option<Vec<String>> {
        self.read::<Vec<String>>(names)
    }

    /// A list of whole numbers, or one of them; empty where there is none.
    pub(super) fn counts(&mut self, names: &[&str]) -> Vec<u32> {
        self.list(names, &bounds::CONFIG_COUNT)
    }

    /// A list of sizes, or one of them for all.
    pub(super) fn sizes(&mut self, names: &[&str], n: usize) -> Vec<u32> {
        match self.list(names, &bounds::CONFIG_SIZE) {
            sizes if sizes.is_empty() => vec![self.size(names); n],
            sizes if sizes.len() == 1 => sizes.repeat(n),
            sizes => sizes,
        }
    }

    fn list(&mut self, names: &[&str], bound: &'static Bound) -> Vec<u32> {
        let Some((index, part)) = self.present(names) else { return Vec::new() };
        let Some((key, _)) = self.entries.get(index) else { return Vec::new() };
        let mut check = self.check.entry(key, &part);
        if !part.raw().is_some_and(|raw| raw.starts_with('[')) {
            return whole(&mut check, part, bound).into_iter().collect();
        }
        let elements = check.elements(&part.cast::<Vec<Part<'a, ()>>>()).unwrap_or_default();
        let each = elements.iter().enumerate();
        each.map(|(index, &part)| whole(&mut check.element(index, &part), part, bound).unwrap_or(1)).collect()
    }

    /// A text of letters, where a number may stand too.
    pub(super) fn letters(&mut self, name: &str) -> Option<String> {
        let (_, part) = self.present(&[name])?;
        part.raw()?.starts_with('"').then(|| self.text(name))?
    }

    /// Whether a key is there, even if null.
    pub(super) fn has_key(&self, name: &str) -> bool {
        self.part(name).is_some()
    }

    /// Whether a key is absent, or is written like that.
    pub(super) fn is(&self, name: &str, written: &str) -> bool {
        self.part(name).is_none_or(|part| part.raw() == Some(written))
    }

    /// Records that the value of the first of the keys that is there is not one that can be counted with.
    pub(super) fn refuse(&mut self, names: &[&str], code: &'static str, expected: &str) {
        match self.present(names).and_then(|(index, part)| Some((self.entries.get(index)?, part))) {
            Some(((key, _), part)) => self.check.entry(key, &part).require_form(false, code, expected),
            None => self.check.field(names.first().copied().unwrap_or_default()).require_form(false, code, expected),
        }
    }

    /// Records that a value of the file does not go with others; what a library takes for an absent key is not the file's.
    pub(super) fn conflict(&mut self, names: &[&str], expected: &str) {
        if names.iter().any(|name| self.has(name)) {
            self.refuse(names, "conflict", expected);
        }
    }

    /// What the text of a key stands for; recorded where it is absent or nothing.
    pub(super) fn known<'n, T>(
        &mut self,
        key: &'static str,
        find: impl FnOnce(&str) -> Option<T>,
        known: impl Iterator<Item = &'n str>,
    ) -> Option<T> {
        let Some(name) = self.text(key) else {
            if !self.has(key) {
                self.refuse(&[key], "missing-field", "a text");
            }
            return None;
        };
        let part = self.part(key)?;
        self.check.entry(key, &part).known(key, &name, find(&name), known)
    }

    fn required(&mut self, names: &[&str], bound: &'static Bound, derived: Option<u32>) -> u32 {
        let before = self.present(names).is_some();
        let found = self.number(names, bound).or(derived.filter(|_| !before));
        if found.is_none() && !before {
            self.refuse(names, "missing-field", "a whole number");
        }
        found.unwrap_or(1)
    }

    fn number(&mut self, names: &[&str], bound: &'static Bound) -> Option<u32> {
        let Some((index, part)) = self.present(names) else {
            let null = names.iter().any(|name| self.part(name).is_some());
            return if null { None } else { names.iter().find_map(|name| self.default_of(name)?.parse().ok()) };
        };
        if part.raw().is_some_and(|raw| raw.starts_with('[')) {
            return self.uniform(names);
        }
        let (key, _) = self.entries.get(index)?;
        whole(&mut self.check.entry(key, &part), part, bound)
    }

    fn uniform(&mut self, names: &[&str]) -> Option<u32> {
        let counts = self.counts(names);
        let first = counts.first().copied();
        if counts.iter().any(|&count| Some(count) != first) {
            self.refuse(names, "conflict", "the same number for every layer");
        }
        first
    }

    fn read<T: Deserialize<'a>>(&mut self, names: &[&str]) -> Option<T> {
        let (index, part) = self.present(names)?;
        let (key, _) = self.entries.get(index)?;
        self.check.entry(key, &part).decode(&part.cast())
    }

    /// The first of the names that is there and not null.
    fn present(&self, names: &[&str]) -> Option<(usize, Part<'a, ()>)> {
        names.iter().find_map(|name| {
            let index = self.entries.iter().position(|(key, _)| key == name)?;
            let (_, part) = self.entries.get(index)?;
            (part.raw() != Some("null")).then_some((index, *part))
        })
    }

    fn part(&self, name: &str) -> Option<Part<'a, ()>> {
        self.entries.iter().find(|(key, _)| key == name).map(|(_, part)| *part)
    }

    fn default_of(&self, name: &str) -> Option<&'static str> {
        self.defaults.split(' ').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='))
    }
}

fn whole<'a>(check: &mut Check<'a, '_>, part: Part<'a, ()>, bound: &'static Bound) -> Option<u32> {
    let value = check.decode::<f64>(&part.cast())?;
    if check.is_suspect() { None } else { check.whole(bound, value) }
}
