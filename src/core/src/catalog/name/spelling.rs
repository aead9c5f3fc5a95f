//! The text of a name → what it states, without knowing the devices.

use alloc::string::String;
use alloc::vec::Vec;

use crate::catalog::Form;
use crate::units::Bytes;

/// Words that tell no two devices of the table apart.
const NOISE: &str = "nvidia amd intel google aws amazon huawei hygon dcu cambricon kunlunxin moore threads mtt iluvatar \
    corex metax biren enflame cloudblazer alibaba habana geforce rtx gtx tesla radeon rx instinct ascend atlas gpu gpus \
    card cards graphics blackwell ampere hopper lovelace generation gen edition superchip grace cloud cc q high freq mod \
    modified tensor core";

/// Brands that are also written without a space: `RTX4090`, `geforcertx5090`.
const GLUED: &str = "nvidia geforce rtx gtx tesla radeon ascend atlas mtt";

/// Forms that are written so too: `A100SXM4`.
const GLUED_FORMS: &str = "pcie sxm5 sxm4 sxm2 sxm";

/// Words that say that only a part of a device is meant.
const SLICES: &str = "mig vgpu slice sliced shared partial fraction half";

/// Memory of the processor of a GH200, which its driver prints in the name.
const HOST_GIB: [u64; 2] = [480, 624];

/// Words of things that are sold beside GPUs.
const OTHERS: &str = "cpu cpus vcpu vcpus storage disk ssd hdd nvme ram bandwidth traffic none";

/// What a text states.
#[derive(Debug, Default)]
pub(super) struct Spelling {
    /// The names of a list; mostly one.
    pub(super) parts: Vec<Part>,
    /// How many, in Chinese.
    pub(super) count: Option<u32>,
    /// That a part of a device is meant.
    pub(super) slice: bool,
    /// That there is no GPU.
    pub(super) without_gpu: bool,
    /// That it may be something else, or nothing.
    pub(super) other: bool,
}

/// What one name states.
#[derive(Debug, Default)]
pub(super) struct Part {
    /// The words that may tell devices apart, as one: all of them; without counts; also without numbers after the first.
    words: [String; 3],
    /// The last such number.
    number: Option<Bytes>,
    /// A count beside the name: `8x`.
    pub(super) count: Option<u32>,
    /// Memory of one device.
    pub(super) memory: Option<Bytes>,
    memory_type: Option<String>,
    edition: Option<&'static str>,
    /// One bit for each form.
    forms: u8,
    /// That it has NVLink.
    pub(super) bridged: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
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

    pub(super) fn has_form(&self, form: Form) -> bool {
        self.forms == 0 || self.forms & bit(form) != 0
    }

    pub(super) fn is_memory_type(&self, memory_type: &str) -> bool {
        self.memory_type.as_deref().is_none_or(|stated| stated.eq_ignore_ascii_case(memory_type))
    }

    /// Whether a device may be of the edition that is stated. Most have none; then it is the host that is a server or a
    /// workstation, while a Max-Q is another card.
    pub(super) fn is_edition(&self, edition: Option<&str>) -> bool {
        match edition {
            Some(_) => self.edition.is_none() || self.edition == edition,
            None => self.edition != Some("maxq"),
        }
    }

    fn is_empty(&self) -> bool {
        self.words[0].is_empty()
    }

    /// Adds a number: a small one before the name, or one before 卡, is a count.
    fn number(&mut self, text: &str, number: u32, gap: &str) {
        if self.is_empty() && number <= 16 || gap.starts_with(['卡', '张']) {
            self.add(text, Kind::Count);
        } else if self.words[1].is_empty() {
            self.add(text, Kind::Name);
        } else {
            self.number = Some(Bytes::gib(number.into()));
            self.add(text, Kind::Number);
        }
    }

    /// Adds a word of the name without glued brands, forms and counts.
    fn name(&mut self, text: &str) {
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
        match text.split_once('x') {
            Some((before, after)) if is_count(before) => {
                self.add(before, Kind::Count);
                self.add("x", Kind::Count);
                self.add(after, Kind::Name);
            }
            Some((before, after)) if is_count(after) => {
                self.add(before, Kind::Name);
                self.add("x", Kind::Count);
                self.add(after, Kind::Count);
            }
            _ => self.add(text, Kind::Name),
        }
    }

    fn add(&mut self, text: &str, kind: Kind) {
        let kept = match kind {
            Kind::Name => 3,
            Kind::Number => 2,
            Kind::Count => 1,
        };
        if kind == Kind::Count {
            self.count = text.parse().ok().or(self.count);
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

/// A run of letters and digits, and what comes before the next one.
#[derive(Clone, Copy)]
struct Token<'a> {
    text: &'a str,
    gap: &'a str,
}

impl Spelling {
    pub(super) fn read(name: &str) -> Self {
        let text = plain(name);
        let tokens = tokens(&text);
        let mut spelling = Self { other: tokens.is_empty(), ..Self::default() };
        spelling.chinese(&text);
        let mut part = Part::default();
        let mut rest = tokens.as_slice();
        while let [token, after @ ..] = rest {
            let last = spelling.token(&mut part, *token, after.first());
            rest = if last.is_some() { after.get(1..).unwrap_or_default() } else { after };
            let ends = last.unwrap_or(token).gap.contains([',', '、', ';', '|', '/']);
            if ends && !part.is_empty() {
                spelling.parts.push(core::mem::take(&mut part));
            }
        }
        match spelling.parts.last_mut() {
            Some(last) if part.is_empty() => last.memory = last.memory.or(part.memory),
            _ => spelling.parts.push(part),
        }
        spelling
    }

    /// 切 and 共享 are slices; 双卡, 四卡 and the like are counts; 无卡 and 无GPU are none; 盘, 存储, 内存, 带宽 and 流量 are
    /// sold beside GPUs.
    fn chinese(&mut self, text: &str) {
        let mut before = ' ';
        for sign in text.chars() {
            match (before, sign) {
                (_, '切') | ('共', '享') => self.slice = true,
                ('无', '卡' | 'g') => self.without_gpu = true,
                ('单', '卡') => self.count = Some(1),
                ('双' | '两', '卡') => self.count = Some(2),
                ('四', '卡') => self.count = Some(4),
                ('八', '卡') => self.count = Some(8),
                (_, '盘') | ('存', '储') | ('内', '存') | ('带', '宽') | ('流', '量') => self.other = true,
                _ => {}
            }
            before = sign;
        }
    }

    /// Reads one token, or two; then the second is returned.
    fn token<'a, 't>(&mut self, part: &mut Part, token: Token, next: Option<&'a Token<'t>>) -> Option<&'a Token<'t>> {
        let Token { text, gap } = token;
        let after = next.map_or("", |next| next.text);
        if let Some(gib) = memory(text) {
            self.slice |= gap == "."; // a MIG profile such as 3g.20gb
            if !(part.words[0] == "gh200" && HOST_GIB.contains(&gib)) {
                part.memory = part.memory.or(Some(Bytes::gib(gib)));
            }
        } else if let Ok(number) = text.parse::<u32>() {
            if is_memory_unit(after) {
                part.memory = part.memory.or(Some(Bytes::gib(number.into())));
                return next;
            }
            if gap == "/" && is_number(after) || gap == "." && number == 0 {
                self.slice = true; // 1/4, 0.25
                return next;
            }
            part.number(text, number, gap);
        } else {
            self.word(part, text, after);
        }
        None
    }

    fn word(&mut self, part: &mut Part, text: &str, next: &str) {
        let forms = forms(text);
        if is_one_of(text, SLICES) || is_profile(text) || text == "virtual" && next != "workstation" {
            self.slice = true; // while a virtual workstation is a license
        } else if is_one_of(text, OTHERS) {
            self.other = true;
        } else if text == "no" && next == "gpu" {
            self.without_gpu = true;
        } else if forms != 0 {
            part.forms |= forms;
        } else if text.starts_with("nvl") {
            part.bridged |= text.starts_with("nvlink"); // nvl72 is a rack
        } else if text.starts_with("hbm") || text.starts_with("gddr") {
            part.memory_type = Some(text.into());
        } else if let Some(edition) = edition(text, next) {
            let maxq = part.edition.filter(|edition| *edition == "maxq"); // also a workstation edition
            part.edition = maxq.or(Some(edition));
        } else if text == "rtx" && part.words[0].ends_with("titan") || !is_one_of(text, NOISE) && text != "virtual" {
            part.name(text);
        }
    }
}

/// Lower case, full width as half width, a sign of multiplication as `x`.
fn plain(name: &str) -> String {
    let plain = |sign: char| match sign {
        '\u{ff01}'..='\u{ff5e}' => u32::from(sign).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(sign),
        '×' | '*' => 'x',
        _ => sign,
    };
    name.chars().map(|sign| plain(sign).to_ascii_lowercase()).collect()
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

fn is_one_of(text: &str, words: &str) -> bool {
    words.split(' ').any(|word| word == text)
}

/// GiB of a word such as `24g`, `80gb`.
fn memory(text: &str) -> Option<u64> {
    let digits = text.trim_end_matches(|sign: char| sign.is_ascii_alphabetic());
    let unit = text.strip_prefix(digits)?;
    is_memory_unit(unit).then(|| digits.parse().ok()).flatten()
}

fn is_memory_unit(text: &str) -> bool {
    matches!(text, "g" | "gb" | "gib")
}

/// A vGPU profile such as `4q`, `8c`.
fn is_profile(text: &str) -> bool {
    text.strip_suffix(['q', 'c']).is_some_and(is_count)
}

fn is_count(text: &str) -> bool {
    text.len() <= 2 && is_number(text)
}

fn is_number(text: &str) -> bool {
    text.parse::<u32>().is_ok()
}

const fn bit(form: Form) -> u8 {
    match form {
        Form::Pcie => 1,
        Form::Nvl => 2,
        Form::Sxm => 4,
        Form::Oam => 8,
        Form::Module => 16,
    }
}

/// The forms that a word stands for; 0 where it is no such word.
fn forms(text: &str) -> u8 {
    match text {
        "pcie" | "pci" => bit(Form::Pcie),
        "nvl" => bit(Form::Nvl),
        "oam" => bit(Form::Oam) | bit(Form::Module),
        "sxm" | "sxm2" | "sxm3" | "sxm4" | "sxm5" | "sxm6" | "hgx" | "dgx" => bit(Form::Sxm) | bit(Form::Module),
        _ => 0,
    }
}

fn edition(text: &str, next: &str) -> Option<&'static str> {
    match text {
        "server" | "se" | "bse" => Some("server"),
        "workstation" | "we" | "ws" => Some("workstation"),
        "maxq" => Some("maxq"),
        "max" if next == "q" => Some("maxq"),
        _ => None,
    }
}
