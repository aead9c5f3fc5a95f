//! The text of a name → what it states, without knowing the devices.

use alloc::string::String;
use alloc::vec::Vec;

use super::chinese::{is_chinese, translated};
use super::part::{Kind, Part};
use super::word::{
    LINKED, before_letters, edition, forms, is_amount, is_count, is_counter, is_denial, is_memory_unit, is_node,
    is_noise, is_number, is_other, is_said_again, is_slice, memory, split_memory,
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
    /// That a whole machine is meant.
    pub(super) node: bool,
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
        let is_fraction = |index| {
            gap(index) == "/" && gap(index + 1) != "/" && is_part(text(index), text(index + 1))
                || gap(index) == "." && text(index) == "0"
        };
        let is_generation = |index| matches!(text(index), "3" | "4" | "5" | "6") && !is_counter(text(index + 1));
        let counts = counts(tokens);
        let read = match text(0) {
            _ if counts > 1 => {
                part.several_counts = true; // 1/2/4 cards, 1-8 cards
                counts + 1
            }
            _ if is_fraction(0) => {
                self.slice = true; // 1/4, 0.25
                2
            }
            number if is_number(number) && is_memory_unit(text(1)) => {
                let unit = tokens.get(1..).unwrap_or_default();
                let is_others = is_other(text(2)) && belongs_before(unit);
                self.other |= is_others;
                part.memory.extend(number.parse().ok().filter(|_| !is_others || is_between(unit)).map(Bytes::gib));
                if is_others { 3 } else { 2 }
            }
            amount if is_amount(amount) && is_other(text(1)) && belongs_before(tokens) => {
                self.other = true;
                part.memory.extend(memory(amount).filter(|_| is_between(tokens)).map(Bytes::gib));
                2
            }
            other if is_other(other) && belongs_after(tokens) => {
                self.other = true;
                if is_amount(text(1)) { 2 } else { 3 }
            }
            number if is_number(number) && text(1) == "machines" => {
                self.node = true;
                2
            }
            "800t" | "800i" if matches!(text(1), "a2" | "a3") => {
                self.node = true; // Atlas servers
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
                number_of(part, number, text(1), self.parts.is_empty());
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
                part.memory.push(Bytes::gib(gib));
            }
        } else if is_slice(text) || text == "virtual" && next != "workstation" {
            self.slice = true; // while a virtual workstation is a license
        } else if is_other(text) {
            self.other = true;
        } else if is_node(text) || text == "bare" && next == "metal" {
            self.node = true;
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
            "mod" | "modified" => part.is_original = true,
            _ if is_slice(text) || matches!(text, "virtual" | "d") => {}
            _ => {
                part.name("no");
                self.word(part, text, next);
            }
        }
    }
}

/// Whether `1/4` is a part rather than two alternatives, as `2/4` and `24/48` are. Chinese says the whole first.
fn is_part(text: &str, next: &str) -> bool {
    let (Ok(part), Ok(whole)) = (text.parse::<u32>(), next.parse::<u32>()) else { return false };
    part == 1 || whole == 1 || part < whole && whole <= 16 && !whole.is_multiple_of(part)
}

/// How many counts stand before one counter, `1/2/4 cards` or `1-8 cards`; 0 where it is a fraction, or no count.
fn counts(tokens: &[Token]) -> usize {
    let more = tokens.iter().take_while(|token| is_count(token.text) && matches!(token.gap.trim(), "/" | "-" | "~"));
    let more = more.count();
    let [first, last, counter, ..] = tokens.get(more.saturating_sub(1)..).unwrap_or_default() else { return 0 };
    let is_range = first.gap.trim() != "/" || more > 1 || !is_part(first.text, last.text);
    if more > 0 && is_range && is_count(last.text) && is_counter(counter.text) { more + 1 } else { 0 }
}

/// Whether the amount that is first is of the other thing behind it, or whether that thing is of the next amount: the
/// nearer counts.
fn belongs_before(tokens: &[Token]) -> bool {
    let [amount, other, ..] = tokens else { return false };
    amount.gap.len() <= other.gap.len() || !belongs_after(tokens.get(1..).unwrap_or_default())
}

/// Whether neither is nearer: `24 GB RAM 48 GB`.
fn is_between(tokens: &[Token]) -> bool {
    let [amount, other, ..] = tokens else { return false };
    amount.gap.len() == other.gap.len() && belongs_after(tokens.get(1..).unwrap_or_default())
}

/// Whether the amount behind the other thing that is first is of it, and not of what is behind the amount.
fn belongs_after(tokens: &[Token]) -> bool {
    let Some((other, behind)) = tokens.split_first() else { return false };
    let length = match behind {
        [number, unit, ..] if is_number(number.text) && is_memory_unit(unit.text) => 2,
        [amount, ..] if is_amount(amount.text) => 1,
        _ => return false,
    };
    let Some((amount, rest)) = behind.get(length - 1..).and_then(<[Token]>::split_first) else { return false };
    let is_next_free = rest.first().is_none_or(|next| next.text != "vram" && !is_other(next.text));
    let has_own = rest.get(1).is_some_and(|own| is_amount(own.text) || is_number(own.text));
    is_next_free || has_own && other.gap.len() <= amount.gap.len()
}

/// Adds a number: one before a counter is a count, as is a small one before the first name or behind the memory.
fn number_of(part: &mut Part, text: &str, next: &str, is_first: bool) {
    let Ok(number) = text.parse::<u32>() else { return };
    let is_beside = part.is_empty() && is_first || !part.memory.is_empty();
    if is_beside && number <= 16 || is_counter(next) && number <= MOST_CARDS {
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
