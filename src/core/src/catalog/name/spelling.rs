//! The text of a name → what it states, without knowing the devices.

use alloc::string::String;
use alloc::vec::Vec;

use super::chinese::{is_chinese, translated};
use super::part::{Kind, Part};
use super::word::{
    LINKED, before_letters, edition, forms, is_count, is_counter, is_denial, is_memory_unit, is_noise, is_number,
    is_other, is_said_again, is_slice, memory, split_memory,
};
use crate::units::Bytes;

/// Memory of the processor of a GH200, which its driver prints in the name.
const HOST_GIB: [u64; 2] = [480, 624];

/// More cards than that are not sold as one; a larger number is a part of the name.
const MOST_CARDS: u32 = 128;

/// What a text states.
#[derive(Debug, Default)]
pub(super) struct Spelling {
    /// The names of a list; mostly one.
    pub(super) parts: Vec<Part>,
    /// That a part of a device is meant.
    pub(super) slice: bool,
    /// That there is no GPU.
    pub(super) without_gpu: bool,
    /// That it may be something else, or nothing.
    pub(super) other: bool,
}

/// A run of letters and digits, and what comes before the next one.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    gap: &'a str,
}

impl Spelling {
    pub(super) fn read(name: &str) -> Self {
        let text = translated(&plain(name));
        let tokens = tokens(&text);
        let mut spelling = Self { other: tokens.is_empty() && !name.chars().any(is_chinese), ..Self::default() };
        let mut part = Part::default();
        let mut rest = tokens.as_slice();
        while !rest.is_empty() {
            let (read, after) = rest.split_at_checked(spelling.token(&mut part, rest)).unwrap_or((rest, &[]));
            rest = after;
            if read.last().is_some_and(|last| last.gap.contains([',', '、', ';', '|', '/'])) {
                spelling.end(&mut part);
            }
        }
        spelling.end(&mut part);
        spelling
    }

    /// Ends a name of the list; what has none states more of the one before or after.
    fn end(&mut self, part: &mut Part) {
        match self.parts.last_mut() {
            _ if part.has_name() => self.parts.push(core::mem::take(part)),
            Some(last) => last.join(core::mem::take(part)),
            None => {}
        }
    }

    /// Reads the first token and those that belong to it; how many they are.
    fn token(&mut self, part: &mut Part, tokens: &[Token]) -> usize {
        let text = |index: usize| tokens.get(index).map_or("", |token| token.text);
        let gap = |index: usize| tokens.get(index).map_or("", |token| token.gap.trim());
        let is_fraction =
            |index| gap(index) == "/" && is_number(text(index + 1)) || gap(index) == "." && text(index) == "0";
        let is_generation = |index| matches!(text(index), "3" | "4" | "5" | "6") && !is_counter(text(index + 1));
        let read = match text(0) {
            _ if is_fraction(0) => {
                self.slice = true; // 1/4, 0.25
                2
            }
            number if is_number(number) && is_memory_unit(text(1)) => {
                part.memory = part.memory.or(number.parse().ok().map(Bytes::gib));
                2
            }
            count if is_count(count) && text(1) == "x" && (part.is_empty() || !is_count(text(2))) => {
                part.count = count.parse().ok();
                2
            }
            "x" if is_fraction(1) => 1,
            "x" if is_count(text(1)) => {
                part.count = text(1).parse().ok();
                2
            }
            percent if is_number(percent) && gap(0).starts_with('%') => {
                self.slice = true;
                1
            }
            number if is_number(number) => {
                number_of(part, number, text(1));
                1
            }
            denial if is_denial(denial) && !text(1).is_empty() => {
                self.denied(part, text(1), text(2));
                2
            }
            "gen" if is_generation(1) => 2,
            word if is_said_again(word, text(1)) => 1,
            word => {
                self.slice |= memory(word).is_some() && gap(0) == "."; // a MIG profile such as 3g.20gb
                self.word(part, word, text(1));
                if word.starts_with("pci") && is_generation(1) { 2 } else { 1 }
            }
        };
        // The rest of 4.0 says nothing.
        if gap(read - 1) == "." && text(read) == "0" { read + 1 } else { read }
    }

    fn word(&mut self, part: &mut Part, text: &str, next: &str) {
        let forms = forms(text);
        if let Some(gib) = memory(text) {
            if !(part.words[0] == "gh200" && HOST_GIB.contains(&gib)) {
                part.memory = part.memory.or(Some(Bytes::gib(gib)));
            }
        } else if is_slice(text) || text == "virtual" && next != "workstation" {
            self.slice = true; // while a virtual workstation is a license
        } else if is_other(text) {
            self.other = true;
        } else if forms != 0 {
            part.forms |= forms;
        } else if text.starts_with("nvl") {
            part.bridged |= text.starts_with("nvlink"); // nvl72 is a rack
        } else if text.starts_with("hbm") || text.starts_with("gddr") {
            part.memory_type = Some(text.into());
        } else if let Some(edition) = edition(text, next) {
            let maxq = part.edition.filter(|edition| *edition == "maxq"); // also a workstation edition
            part.edition = maxq.or(Some(edition));
        } else if text == "x16" && part.forms != 0 {
            // The lanes of PCI Express.
        } else if text == "rtx" && part.words[0].ends_with("titan") || !is_noise(text) && text != "virtual" {
            self.glued(part, text);
        }
    }

    /// A word of the name, of which memory and count may be a part: `4090D24G`, `24Gx2`, `8GPU`.
    fn glued(&mut self, part: &mut Part, text: &str) {
        let name = part.unglued(text);
        let digits = before_letters(name);
        if let Some((name, memory)) = split_memory(name) {
            self.glued(part, name);
            self.word(part, memory, "");
        } else if let Some((memory, count)) = name.split_once('x').filter(|(before, _)| memory(before).is_some()) {
            self.word(part, memory, "");
            part.add(count, Kind::Count);
        } else if is_count(digits) && name.strip_prefix(digits).is_some_and(is_counter) {
            part.add(digits, Kind::Count);
        } else {
            part.name(name);
        }
    }

    /// What stands after a `no`.
    fn denied(&mut self, part: &mut Part, text: &str, next: &str) {
        match text {
            _ if is_counter(text) => self.without_gpu = true,
            _ if forms(text) != 0 => part.other_forms |= forms(text),
            _ if text.starts_with("nvlink") => part.other_forms |= LINKED,
            _ if is_slice(text) || matches!(text, "virtual" | "mod" | "d") => {}
            _ => {
                part.name("no");
                self.word(part, text, next);
            }
        }
    }
}

/// Adds a number: one before a counter is a count, as is a small one before the name.
fn number_of(part: &mut Part, text: &str, next: &str) {
    let Ok(number) = text.parse::<u32>() else { return };
    if part.is_empty() && number <= 16 || is_counter(next) && number <= MOST_CARDS {
        part.add(text, Kind::Count);
    } else if !part.has_name() {
        part.add(text, Kind::Name);
    } else {
        part.number = Some(Bytes::gib(number.into()));
        part.add(text, Kind::Number);
    }
}

/// Lower case, full width as half width, a sign of multiplication as an `x` that stands alone.
fn plain(name: &str) -> String {
    let mut plain = String::new();
    for sign in name.chars() {
        match sign {
            '×' | '*' | '＊' | '✕' => plain.push_str(" x "),
            '\u{ff01}'..='\u{ff5e}' => {
                plain.extend(
                    u32::from(sign).checked_sub(0xfee0).and_then(char::from_u32).map(|sign| sign.to_ascii_lowercase()),
                );
            }
            _ => plain.push(sign.to_ascii_lowercase()),
        }
    }
    plain
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let is_sign = |sign: char| !sign.is_ascii_alphanumeric();
    let mut tokens = Vec::new();
    let mut rest = text.trim_start_matches(is_sign);
    while !rest.is_empty() {
        let end = rest.find(is_sign).unwrap_or(rest.len());
        let (text, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = after.trim_start_matches(is_sign);
        let gap = after.strip_suffix(rest).unwrap_or_default();
        tokens.push(Token { text, gap });
    }
    tokens
}
