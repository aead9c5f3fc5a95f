//! What single words of a name stand for.

use super::part::bit;
use crate::catalog::Form;

/// Words that tell no two devices of the table apart.
const NOISE: &str = "nvidia amd intel google aws amazon huawei hygon dcu cambricon kunlunxin moore threads mtt iluvatar \
    corex metax biren enflame cloudblazer alibaba thead habana geforce rtx gtx tesla radeon rx instinct ascend atlas gpu \
    gpus card cards graphics blackwell ampere hopper lovelace generation gen gen3 gen4 gen5 edition superchip grace cloud \
    cc q high freq tensor core vram kuae";

/// Series that stand before a number, and are sometimes said twice: `思元 MLU370`.
const SERIES: &str = "mlu tiangai br";

/// Words that say that only a part of a device is meant.
const SLICES: &str = "mig vgpu slice sliced shared partial fraction half";

/// Words of things that are sold beside GPUs.
const OTHERS: &str = "cpu cpus vcpu vcpus storage disk ssd hdd nvme ram ddr4 ddr5 bandwidth traffic none";

const COUNTERS: &str = "gpu gpus card cards";

/// Words for a whole machine, with all its cards.
const NODES: &str = "node nodes machines metal";

const DENIALS: &str = "no non not without";

/// Those that have links of their own.
pub(super) const LINKED: u8 = bit(Form::Sxm) | bit(Form::Oam) | bit(Form::Module);

pub(super) fn is_noise(text: &str) -> bool {
    is_one_of(text, NOISE)
}

/// Whether it says the beginning of the next word once more.
pub(super) fn is_said_again(text: &str, next: &str) -> bool {
    is_one_of(text, SERIES) && next.starts_with(text)
}

pub(super) fn is_slice(text: &str) -> bool {
    is_one_of(text, SLICES) || is_profile(text)
}

pub(super) fn is_other(text: &str) -> bool {
    is_one_of(text, OTHERS)
}

/// Whether a number before it counts.
pub(super) fn is_counter(text: &str) -> bool {
    is_one_of(text, COUNTERS)
}

pub(super) fn is_node(text: &str) -> bool {
    is_one_of(text, NODES)
}

pub(super) fn is_denial(text: &str) -> bool {
    is_one_of(text, DENIALS)
}

fn is_one_of(text: &str, words: &str) -> bool {
    words.split(' ').any(|word| word == text)
}

/// Whether it is an amount of what may stand beside a GPU: `48g`, `1tb`, `10gbps`.
pub(super) fn is_amount(text: &str) -> bool {
    let digits = before_letters(text);
    is_number(digits)
        && matches!(text.strip_prefix(digits), Some("g" | "gb" | "gib" | "t" | "tb" | "m" | "mbps" | "gbps"))
}

/// GiB of a word such as `24g`, `80gb`.
pub(super) fn memory(text: &str) -> Option<u64> {
    let digits = before_letters(text);
    let unit = text.strip_prefix(digits)?;
    is_memory_unit(unit).then(|| digits.parse().ok()).flatten()
}

pub(super) fn is_memory_unit(text: &str) -> bool {
    matches!(text, "g" | "gb" | "gib")
}

/// A name and the memory that is glued to it: `4090d24g`, but not `a10g`.
pub(super) fn split_memory(text: &str) -> Option<(&str, &str)> {
    let name = before_letters(text).trim_end_matches(|sign: char| sign.is_ascii_digit());
    let memory = text.strip_prefix(name).filter(|text| memory(text).is_some())?;
    (!before_letters(name).is_empty()).then_some((name, memory))
}

/// The text up to its last digit.
pub(super) fn before_letters(text: &str) -> &str {
    text.trim_end_matches(|sign: char| sign.is_ascii_alphabetic())
}

/// A vGPU profile such as `4q`, `8c`.
fn is_profile(text: &str) -> bool {
    text.strip_suffix(['q', 'c']).is_some_and(is_count)
}

pub(super) fn is_count(text: &str) -> bool {
    text.len() <= 2 && is_number(text)
}

pub(super) fn is_number(text: &str) -> bool {
    text.parse::<u32>().is_ok()
}

/// The forms that a word stands for; 0 where it is no such word.
pub(super) fn forms(text: &str) -> u8 {
    match text {
        "pcie" | "pci" | "pcie3" | "pcie4" | "pcie5" => bit(Form::Pcie),
        "nvl" => bit(Form::Nvl),
        "oam" => bit(Form::Oam) | bit(Form::Module),
        "sxm" | "sxm2" | "sxm3" | "sxm4" | "sxm5" | "sxm6" | "hgx" | "dgx" => bit(Form::Sxm) | bit(Form::Module),
        _ => 0,
    }
}

pub(super) fn edition(text: &str, next: &str) -> Option<&'static str> {
    match text {
        "server" | "se" | "bse" => Some("server"),
        "workstation" | "we" | "ws" => Some("workstation"),
        "maxq" => Some("maxq"),
        "max" if next == "q" => Some("maxq"),
        "mod" | "modified" => Some("mod"),
        _ => None,
    }
}
