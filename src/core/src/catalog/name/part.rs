//! What one name of a text states.

use alloc::string::String;
use alloc::vec::Vec;

use super::word::{forms, is_count, is_noise};
use crate::catalog::Form;
use crate::units::Bytes;

/// Brands that are also written without a space: `RTX4090`, `geforcertx5090`.
const GLUED: &str = "nvidia geforce rtx gtx tesla radeon rx ascend atlas mtt";

/// Forms that are written so too: `A100SXM4`.
const GLUED_FORMS: &str = "pcie nvl sxm5 sxm4 sxm2 sxm";

#[derive(Debug, Default)]
pub(super) struct Part {
    /// The words that may tell devices apart, as one: all of them; without counts; also without numbers after the first.
    pub(super) words: [String; 3],
    /// The last such number.
    pub(super) number: Option<Bytes>,
    /// How many: `× 8`, `8 x`.
    pub(super) count: Option<u32>,
    /// A count beside the name, or a part of the name: `x8`, `8 cards`.
    pub(super) possible_count: Option<u32>,
    /// That it names several counts: `1-8 cards`.
    pub(super) several_counts: bool,
    /// Memory of one device; several where it names alternatives.
    pub(super) memory: Vec<Bytes>,
    pub(super) memory_type: Option<String>,
    pub(super) edition: Option<&'static str>,
    /// That it has the memory that the maker gave it.
    pub(super) is_original: bool,
    /// One bit for each form.
    pub(super) forms: u8,
    /// Those that it does not have.
    pub(super) other_forms: u8,
    /// That it has NVLink.
    pub(super) bridged: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Name,
    /// A number alone: a part of a name (`Gaudi 3`), or a memory without unit (`A100-80`).
    Number,
    /// `x8`, `8x`: a count, or a part of a name (`MLU370-X8`).
    Count,
}

impl Part {
    /// What may be left of the name, the fullest first, with the memory that a number is taken for then.
    pub(super) fn keys(&self) -> impl Iterator<Item = (&str, Option<Bytes>)> {
        let [all, uncounted, name] = &self.words;
        [(all.as_str(), None), (uncounted.as_str(), None), (name.as_str(), self.number)]
            .into_iter()
            .filter(|(key, _)| !key.is_empty())
    }

    /// Whether a form is among the stated ones. NVL cards are PCI Express cards too.
    pub(super) fn has_form(&self, form: Form) -> bool {
        let (form, nvl) = (bit(form), bit(Form::Nvl));
        let forms = if self.forms & nvl == 0 { self.forms } else { nvl };
        (forms == 0 || forms & form != 0) && self.other_forms & form == 0
    }

    pub(super) fn is_memory_type(&self, memory_type: &str) -> bool {
        self.memory_type.as_deref().is_none_or(|stated| stated.eq_ignore_ascii_case(memory_type))
    }

    /// Whether a device may be of the edition that is stated. Most have none; then it is the host that is a server or a
    /// workstation, while a Max-Q is another card.
    pub(super) fn is_edition(&self, edition: Option<&str>) -> bool {
        match edition {
            Some("mod") if self.is_original => false,
            Some(_) => self.edition.is_none() || self.edition == edition,
            None => self.edition != Some("maxq"),
        }
    }

    /// Whether it is said to have another memory than the maker gave it.
    pub(super) fn is_modified(&self) -> bool {
        self.edition == Some("mod")
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words[0].is_empty()
    }

    /// Whether there is more than counts.
    pub(super) fn has_name(&self) -> bool {
        !self.words[1].is_empty()
    }

    /// Adds what stands behind a comma: `H100 (80G, SXM5)`.
    pub(super) fn join(&mut self, rest: Self) {
        let Self { memory, memory_type, edition, forms, other_forms, bridged, .. } = rest;
        let (stated, count) = (self.count.or(self.possible_count), rest.count.or(rest.possible_count));
        self.several_counts |= rest.several_counts || stated.zip(count).is_some_and(|(stated, count)| stated != count);
        self.is_original |= rest.is_original;
        self.count = self.count.or(count);
        self.memory.extend(memory);
        self.memory_type = self.memory_type.take().or(memory_type);
        self.edition = self.edition.or(edition);
        self.forms |= forms;
        self.other_forms |= other_forms;
        self.bridged |= bridged;
    }

    /// The rest of a word of the name, without brands and forms that are glued to it.
    pub(super) fn unglued<'a>(&mut self, text: &'a str) -> &'a str {
        let mut text = text;
        while let Some(rest) =
            GLUED.split(' ').find_map(|brand| text.strip_prefix(brand)).filter(|rest| !rest.is_empty())
        {
            text = rest;
        }
        for form in GLUED_FORMS.split(' ') {
            if let Some(before) = text.strip_suffix(form) {
                self.forms |= forms(form);
                text = before;
            }
        }
        text
    }

    /// Adds a word without the count that is glued to it; `X8` may be a part of the name.
    pub(super) fn name(&mut self, text: &str) {
        match text.split_once('x') {
            Some((before, after)) if is_count(before) => {
                self.add(before, Kind::Count);
                self.add("x", Kind::Count);
                let after = self.unglued(after);
                if !is_noise(after) {
                    self.add(after, Kind::Name);
                }
            }
            Some((before, after)) if is_count(after) => {
                self.add(before, Kind::Name);
                self.add("x", Kind::Count);
                self.add(after, Kind::Count);
            }
            _ => self.add(text, Kind::Name),
        }
    }

    pub(super) fn add(&mut self, text: &str, kind: Kind) {
        let kept = match kind {
            Kind::Name => 3,
            Kind::Number => 2,
            Kind::Count => 1,
        };
        if kind == Kind::Count {
            let count = text.parse().ok();
            self.several_counts |= count.zip(self.possible_count).is_some_and(|(count, before)| count != before);
            self.possible_count = count.or(self.possible_count);
        }
        for words in self.words.iter_mut().take(kept) {
            match text.strip_suffix("super") {
                Some(before) => {
                    words.push_str(before);
                    words.push('s');
                }
                None => words.push_str(text),
            }
        }
    }
}

pub(super) const fn bit(form: Form) -> u8 {
    match form {
        Form::Pcie => 1,
        Form::Nvl => 2,
        Form::Sxm => 4,
        Form::Oam => 8,
        Form::Module => 16,
    }
}
