//! What a row sells: which device, how many of it, or which part of one.

use gpu_cost_core::catalog::{self, Gpu, ReadName, Resolution, read_name};
use gpu_cost_core::units::Bytes;

use super::instance;
use crate::codegen::Instance;
use crate::codegen::catalog::Slice;
use crate::csv::Record;

/// What a row names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// One device of the table, whole.
    One,
    /// A part of one device, or of one of several.
    Slice,
    /// Several devices have that name.
    Ambiguous,
    /// A device, but with a memory that it does not have.
    Conflict,
    /// A device that is not in the table.
    Unknown,
    /// Something else than a GPU.
    NotAGpu,
    /// The row has no name.
    Unnamed,
}

/// What a row names, and how many of it where the name says so.
pub(crate) struct Named {
    pub(crate) outcome: Outcome,
    pub(crate) gpus: Vec<&'static Gpu>,
    count: Option<u32>,
    /// Whether the memory that is stated is that of a board with several devices.
    is_board: bool,
}

/// One unit of what a row sells.
pub(super) struct Sold {
    pub(super) gpu: &'static Gpu,
    pub(super) cards: u32,
    pub(super) slice: Option<Slice>,
}

/// The device of a row: by its name, and by its instance where that leaves several or is an instance itself.
pub(crate) fn resolve(row: Record, instances: &[Instance]) -> Named {
    let name = row.get("gpu");
    let named = |outcome, gpus| Named { outcome, gpus, count: None, is_board: false };
    if name.is_empty() {
        return named(Outcome::Unnamed, Vec::new());
    }
    let find = |name| instance::find(instances, row.get("provider"), name);
    let instance = find(row.get("instance"));
    let is_part = row.get("gpu_count").contains('/') || instance.is_some_and(|has| has.slice);
    let memory = row.get("gpu_mem_gb").parse().ok().map(Bytes::gib).filter(|_| !is_part);
    let ReadName { resolution, count, is_board, .. } = read_name(name, memory);
    let (outcome, gpus) = match resolution {
        Resolution::One(gpu) => (Outcome::One, vec![gpu]),
        Resolution::Several(gpus) => (Outcome::Ambiguous, gpus),
        Resolution::Slice(gpus) => (Outcome::Slice, gpus),
        Resolution::Conflict(gpus) => (Outcome::Conflict, gpus),
        Resolution::Unknown => match find(name) {
            Some(has) if !has.slice => (Outcome::One, vec![has.gpu]),
            _ => (Outcome::Unknown, Vec::new()),
        },
        Resolution::NotAGpu => (Outcome::NotAGpu, Vec::new()),
    };
    let settled = instance.map(|has| has.gpu).filter(|has| gpus.iter().any(|gpu| gpu.id == has.id));
    let (outcome, gpus) = match (outcome, settled) {
        (Outcome::One | Outcome::Ambiguous, _) if is_part => (Outcome::Slice, settled.map_or(gpus, |gpu| vec![gpu])),
        (Outcome::Slice, Some(gpu)) => (outcome, vec![gpu]),
        (Outcome::Ambiguous, Some(gpu)) => (Outcome::One, vec![gpu]),
        _ => (outcome, gpus),
    };
    Named { count, is_board, ..named(outcome, gpus) }
}

/// What one unit is.
///
/// # Errors
/// The code and the detail of what the row leaves open.
pub(super) fn sold(row: Record, named: &Named) -> Result<Sold, (&'static str, String)> {
    let name = row.get("gpu");
    let ids = || named.gpus.iter().map(|gpu| gpu.id).collect::<Vec<_>>().join(" or ");
    let code = match (named.outcome, named.gpus.as_slice()) {
        (Outcome::One, [gpu]) => {
            let cards = count(row.get("gpu_count"), named)? * if named.is_board { gpu.devices_per_board } else { 1 };
            return Ok(Sold { gpu, cards, slice: None });
        }
        (Outcome::Slice, [gpu]) => {
            let slice = part(row.get("gpu_count"), name, gpu);
            let slice = slice.ok_or_else(|| ("part-unclear", format!("{name}, {}", row.get("instance"))))?;
            return Ok(Sold { gpu, cards: 1, slice: Some(slice) });
        }
        (Outcome::Unnamed, _) => "gpu-unnamed",
        (Outcome::NotAGpu, _) => "not-a-gpu",
        (Outcome::Unknown, _) => "gpu-unknown",
        (Outcome::Conflict, _) => "memory-conflict",
        (Outcome::One | Outcome::Slice | Outcome::Ambiguous, _) => "gpu-ambiguous",
    };
    let candidates = if named.gpus.is_empty() { String::new() } else { format!(": {}", ids()) };
    Err((code, format!("{name}{candidates}")))
}

/// How many, by the column or by the name, which must agree.
fn count(text: &str, named: &Named) -> Result<u32, (&'static str, String)> {
    let stated = text.parse::<u32>().ok();
    let count = stated.or(named.count).filter(|_| stated.is_some() || text.is_empty());
    let agree = stated.zip(named.count).is_none_or(|(stated, named)| stated == named);
    let error = || ("count", format!("`{text}` is no number of GPUs, or not that of the name"));
    count.filter(|count| agree && (1..=72).contains(count)).ok_or_else(error)
}

/// The part that a fraction or the name of a MIG profile says.
fn part(count: &str, name: &str, gpu: &'static Gpu) -> Option<Slice> {
    let profile = name.split([' ', '-', '_', '(', ')']).find(|word| catalog::Slice::mig(gpu, word).is_some());
    if let Some(profile) = profile {
        return Some(Slice { mig: Some(profile.to_owned()), memory_gib: None, speed_percent: None });
    }
    let (part, whole) = count.split_once('/')?;
    let (part, whole) = (part.trim().parse::<u32>().ok()?, whole.trim().parse::<u32>().ok()?);
    let share = f64::from(part) / f64::from(whole);
    let memory = gpu.memory?.as_f64() / Bytes::gib(1).as_f64() * share;
    (0.0 < share && share < 1.0).then_some(Slice { mig: None, memory_gib: Some(memory), speed_percent: None })
}
