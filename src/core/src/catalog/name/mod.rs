//! Names as people and platforms write them → devices of the table.
//!
//! It guesses nothing: a name that several devices have is answered with all of them, and a word that it does not know
//! makes the name unknown, since the word may be what tells two cards apart (`RTX 4090 Laptop`).
//! A count such as that of `8x H100` is told apart from the name; how many there are is for the offer to say.

mod chinese;
mod part;
mod spelling;
mod word;

use alloc::vec::Vec;

use super::{Gpu, LinkKind, gpus, tables};
use crate::units::Bytes;
use part::Part;
use spelling::Spelling;

/// What a name stands for.
#[derive(Clone, Debug)]
pub enum Resolution {
    /// One device. Where boards of it have several ([`Gpu::devices_per_board`]), also the name of the board.
    One(&'static Gpu),
    /// One of these, or of variants that are not in the table. The one who offers it must say which.
    Several(Vec<&'static Gpu>),
    /// A part of one of these: a MIG profile, a vGPU, a fraction.
    Slice(Vec<&'static Gpu>),
    /// The name of these, but with a memory that none of them has.
    Conflict(Vec<&'static Gpu>),
    /// No device of the table.
    Unknown,
    /// Something else: a processor, storage, a mode without GPU, nothing.
    NotAGpu,
}

/// The device of a name.
///
/// ```
/// # use gpu_cost_core::catalog::{Resolution, resolve};
/// assert!(matches!(resolve("RTX4090 24G"), Resolution::One(gpu) if gpu.id == "nvidia-rtx-4090-24gb"));
/// assert!(matches!(resolve("A100 80G"), Resolution::Several(gpus) if gpus.len() == 2)); // PCIe, SXM4
/// assert!(matches!(resolve("RTX 4090 80GB"), Resolution::Conflict(_)));
/// ```
#[must_use]
pub fn resolve(name: &str) -> Resolution {
    resolve_with_memory(name, None)
}

/// The device of a name, where the memory of one device is stated beside it.
///
/// ```
/// # use gpu_cost_core::catalog::{Resolution, resolve_with_memory};
/// # use gpu_cost_core::units::Bytes;
/// let resolution = resolve_with_memory("4090", Some(Bytes::gib(48)));
/// assert!(matches!(resolution, Resolution::One(gpu) if gpu.id == "nvidia-rtx-4090-48gb-mod"));
/// ```
#[must_use]
pub fn resolve_with_memory(name: &str, memory: Option<Bytes>) -> Resolution {
    read_name(name, memory).resolution
}

/// All that a name says.
#[derive(Clone, Debug)]
pub struct ReadName {
    /// What it stands for.
    pub resolution: Resolution,
    /// How many, where a count stands beside the name: `8x`, 双卡.
    pub count: Option<u32>,
    /// Whether several counts stand there: `1-8 cards`.
    pub several_counts: bool,
    /// Whether the memory that is stated is that of a board with all its devices.
    pub is_board: bool,
    /// Whether it is a whole machine, of as many as `count` says, if that.
    pub is_node: bool,
}

/// Reads a name, where the memory of one device, or of a board, may be stated beside it.
///
/// ```
/// # use gpu_cost_core::{catalog::read_name, units::Bytes};
/// assert_eq!(read_name("8x H100 SXM", None).count, Some(8));
/// assert!(read_name("MI250X 128GB", None).is_board); // two devices of 64
/// ```
#[must_use]
pub fn read_name(name: &str, memory: Option<Bytes>) -> ReadName {
    let Spelling { parts, slice, without_gpu, node, other } = Spelling::read(name);
    let stated = memory.filter(|_| !slice); // that of the slice
    let mut all = Found::NOTHING;
    for part in &parts {
        all.join(Found::of(part, stated));
    }
    let Found { fitting, refuted, unsure, count } = all;
    let several_counts = parts.iter().any(|part| part.several_counts);
    let is_node = node && count != Some(1);
    let of_parts = || parts.iter().flat_map(|part| &part.memory).copied().chain(stated);
    let is_board = |gpu: &Gpu| of_parts().any(|memory| !gpu.may_have(memory, 1));
    let is_board = matches!(fitting.as_slice(), [gpu] if is_board(gpu));
    let resolution = match fitting.as_slice() {
        _ if without_gpu => Resolution::NotAGpu,
        [] if slice && !refuted.is_empty() => Resolution::Slice(refuted),
        [] if !refuted.is_empty() => Resolution::Conflict(refuted),
        [] if other => Resolution::NotAGpu,
        [] => Resolution::Unknown,
        _ if slice => Resolution::Slice(fitting),
        [gpu] if !unsure => Resolution::One(gpu),
        _ => Resolution::Several(fitting),
    };
    ReadName { resolution, count: count.filter(|_| !several_counts), several_counts, is_board, is_node }
}

/// What the names of a list stand for; mostly one name.
struct Found {
    fitting: Vec<&'static Gpu>,
    /// Devices of that name with another memory.
    refuted: Vec<&'static Gpu>,
    /// That there may be cards of that name outside of the table.
    unsure: bool,
    /// How many, where a count is no part of the name.
    count: Option<u32>,
}

impl Found {
    const NOTHING: Self = Self { fitting: Vec::new(), refuted: Vec::new(), unsure: false, count: None };

    /// The first reading of the name that a device has. A number that is taken for a memory must fit. The memory beside
    /// a count may be that of one or of all.
    fn of(part: &Part, memory: Option<Bytes>) -> Self {
        for (index, (key, number)) in part.keys().enumerate() {
            if let Some(size) = number.and_then(|number| pod_slice(key, number)) {
                let found = Self::look_up(part, key, [part.memory.first().copied(), memory]);
                return Self { count: Some(size), ..found };
            }
            if index > 0 && is_model_by_x(part) {
                break; // MLU370-X4 is none of its siblings
            }
            let mut found = Self::of_any(part, key, number, memory);
            if !found.fitting.is_empty() || number.is_none() && !found.refuted.is_empty() {
                found.count = part.count.or(part.possible_count.filter(|_| index > 0)); // the fullest name has it in it
                for all in part.memory.iter().copied().chain(number) {
                    let Some(count @ 2..) = found.count else { break };
                    let each = Bytes(all.0 / u64::from(count));
                    add(&mut found.fitting, Self::look_up(part, key, [Some(each), memory]).fitting);
                }
                return found;
            }
        }
        Self { unsure: true, ..Self::NOTHING }
    }

    /// The devices with any of the memories that the name states. One that none has may be that of a card outside the table.
    fn of_any(part: &Part, key: &str, number: Option<Bytes>, memory: Option<Bytes>) -> Self {
        let stated = part.memory.iter().copied().chain(number);
        let settled = stated.clone().find(|one| memory == Some(*one));
        let mut alternatives: Vec<_> = if settled.is_some() { settled.into_iter().collect() } else { stated.collect() };
        alternatives.dedup();
        let Some((first, others)) = alternatives.split_first() else { return Self::look_up(part, key, [None, memory]) };
        let mut found = Self::look_up(part, key, [Some(*first), memory]);
        for other in others {
            let other = Self::look_up(part, key, [Some(*other), memory]);
            found.unsure |= found.fitting.is_empty() || other.fitting.is_empty();
            found.join(other);
        }
        found
    }

    fn look_up(part: &Part, key: &str, stated: [Option<Bytes>; 2]) -> Self {
        let has_memory = stated.iter().any(Option::is_some) || part.is_modified();
        let (mut found, mut elsewhere) = (Self::NOTHING, false);
        for (gpu, names) in gpus().iter().zip(tables::NAMES.lines()) {
            let Some(named) = Named::read(key, names, has_memory) else { continue };
            if !agrees(part, gpu, names) {
                continue;
            }
            if stated
                .iter()
                .flatten()
                .all(|&memory| [1, gpu.devices_per_board].iter().any(|devices| gpu.may_have(memory, *devices)))
                && part.is_memory_type(gpu.memory_type)
                && (!part.is_modified() || names.starts_with("@mod "))
            {
                found.fitting.push(gpu);
                found.unsure |= named == Named::Shared;
            } else if named == Named::Alone {
                found.refuted.push(gpu);
            } else {
                elsewhere |= named == Named::Shared;
            }
        }
        if elsewhere && found.fitting.is_empty() {
            found.refuted.clear(); // it may be that of a card outside the table
        }
        found
    }

    fn join(&mut self, other: Self) {
        add(&mut self.fitting, other.fitting);
        add(&mut self.refuted, other.refuted);
        self.unsure |= other.unsure;
        self.count = self.count.or(other.count);
    }
}

/// How a device has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    /// Whatever else is stated.
    Alone,
    /// Where the memory is stated too: a later variant, while the name alone means the card that came first.
    WithMemory,
    /// As cards outside the table do.
    Shared,
}

impl Named {
    /// How the names of a device, a line of `tables::NAMES`, hold `key`: the surest way counts, which comes first.
    fn read(key: &str, names: &str, has_memory: bool) -> Option<Self> {
        names.split(' ').find_map(|name| {
            let named = match name.strip_suffix(key)? {
                "" => Self::Alone,
                "!" if has_memory => Self::WithMemory,
                "?" => Self::Shared,
                _ => return None,
            };
            Some(named)
        })
    }
}

/// How many chips the slice of a TPU pod has that Google names by its size: `v6e-8` by chips, `v4-8` and `v5p-8` by their
/// cores, of which a chip has two (Google Cloud, "TPU configurations").
fn pod_slice(key: &str, number: Bytes) -> Option<u32> {
    let version = key.strip_prefix("tpu").unwrap_or(key);
    let size = u32::try_from(number.0 >> 30).ok()?;
    match version {
        "v4" | "v5p" => Some(size / 2),
        "v5e" | "v5litepod" | "v5lite" | "v6e" => Some(size),
        _ => None,
    }
}

/// Whether what looks like a count may be a model of its own, since siblings are told apart so: `X8`.
fn is_model_by_x(part: &Part) -> bool {
    let [all, name, _] = &part.words;
    let is_model =
        |text: &str| text.strip_prefix('x').is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()));
    all.strip_prefix(name.as_str()).is_some_and(is_model)
        && tables::NAMES.split_ascii_whitespace().any(|other| other.strip_prefix(name.as_str()).is_some_and(is_model))
}

/// Whether form, edition and link are those that the name states.
fn agrees(part: &Part, gpu: &Gpu, names: &str) -> bool {
    let edition = names.strip_prefix('@').and_then(|names| names.split(' ').next());
    part.is_edition(edition)
        && gpu.form.is_none_or(|form| part.has_form(form))
        && (!part.bridged || gpu.link.kind == LinkKind::Dedicated)
}

/// Adds what is new, and keeps the order of the table.
fn add(all: &mut Vec<&'static Gpu>, more: Vec<&'static Gpu>) {
    for gpu in more {
        let at = all.iter().position(|before| gpu.id <= before.id).unwrap_or(all.len());
        if all.get(at).is_none_or(|before| before.id != gpu.id) {
            all.insert(at, gpu);
        }
    }
}

#[cfg(test)]
mod tests;
