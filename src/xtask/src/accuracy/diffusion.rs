//! Rows of images and videos: times of `diffusion-measured.csv`, and what `memory-measured.csv` has of them.

use std::path::Path;

use anyhow::Result;
use gpu_cost_core::candidate::{self, Batch, Point};
use gpu_cost_core::catalog::{Device, Gpu, Resolution, VisualModel, resolve, visual_models};
use gpu_cost_core::requirement::{GenerationLoad, Load, denoiser_parameters, requirement};
use gpu_cost_core::units::{Range, real};
use gpu_cost_core::workload::{Arithmetic, Decoding, Generation, Kernels, Linked, Offload, WeightFormat, Workload};

use super::case::{Case, Key, Outcome};
use crate::csv::Record;

/// Bytes of what PyTorch and drivers print as GB.
pub(super) const GIB: f64 = 1_073_741_824.0;

/// Times.
pub(super) fn rows(path: &Path) -> Result<Vec<Case>> {
    let text = super::read(path)?;
    let columns =
        ["id", "group", "model", "gpu_model", "gpus", "width", "height", "frames", "steps", "cfg_passes", "batch"];
    let table = super::table(&text, path, &columns)?;
    Ok(table.records().map(time).collect())
}

/// Memory of a row of `memory-measured.csv` that is no language model's.
pub(super) fn memory(row: Record<'_>) -> Case {
    let work = work(row, size(row.get("notes")));
    case(row, Measure::Memory, super::number(row, "measured_GB"), work)
}

/// Columns, rows and frames of a note: `832x480x81f` (of rows and columns either may be first: the area is the same) or
/// `49x480x720 (frames x H x W)`.
pub(super) fn size(notes: &str) -> Option<[u32; 3]> {
    let frames_first = notes.contains("frames x");
    notes.split([' ', ';', ',']).find_map(|word| {
        let sides: Vec<u32> = word.trim_end_matches('f').split('x').map_while(|side| side.parse().ok()).collect();
        let [a, b, c] = <[u32; 3]>::try_from(sides).ok()?;
        Some(if frames_first { [c, b, a] } else { [a, b, c] })
    })
}

fn time(row: Record<'_>) -> Case {
    let inverse = |column| super::number(row, column).map(|speed| 1.0 / speed);
    let side = |column| super::whole_number(row, column).unwrap_or(0);
    let work = work(row, Some([side("width"), side("height"), side("frames")]));
    match super::number(row, "value_s_per_item").or_else(|| inverse("images_per_s")) {
        Some(seconds) => case(row, Measure::Item, Some(seconds), work),
        None => case(row, Measure::Step, inverse("it_per_s"), work),
    }
}

/// What a row measures.
#[derive(Clone, Copy)]
enum Measure {
    /// Seconds of an item of a batch.
    Item,
    /// Seconds of a step of a batch.
    Step,
    /// Gibibytes of a GPU.
    Memory,
}

impl Measure {
    fn of(self, batch: &Batch, items: u32) -> Range<f64> {
        match self {
            Self::Item => batch.seconds.map(|all| all / f64::from(items)),
            Self::Step => batch.step,
            Self::Memory => batch.memory().map(|bytes| bytes / GIB),
        }
    }

    /// What is often said: 40 % of the peak, weights and a fifth.
    fn rule(self, load: &GenerationLoad, gpu: &Gpu, n_gpus: u32) -> Option<(&'static str, f64)> {
        let pass = load.forward.operations() / (0.4 * gpu.bf16.or(gpu.fp16)?.0 * f64::from(n_gpus));
        Some(match self {
            Self::Item => ("40 % of the peak", load.passes * pass),
            Self::Step => ("40 % of the peak", load.at_once * f64::from(load.batch) * pass),
            Self::Memory => ("weights and a fifth", 1.2 * (load.encoder + load.denoiser + load.decoder) / GIB),
        })
    }
}

fn case(row: Record<'_>, measure: Measure, measured: Option<f64>, work: Result<Generation, String>) -> Case {
    let is_memory = matches!(measure, Measure::Memory);
    let mut case = Case {
        id: row.get("id").to_owned(),
        group: row.get("group").to_owned(),
        kind: row.get("model").to_owned(),
        key: if is_memory { Key::DiffusionMemory } else { Key::DiffusionTime },
        measured: measured.unwrap_or(0.0),
        outcome: Outcome::Refused("nothing is measured".to_owned()),
        point: None,
        rules: vec![],
        reading: work.as_ref().map(|work| format!("{:?}, {:?}", work.offload, work.kernels)).unwrap_or_default(),
    };
    // memory does not depend on the GPU, so that one is taken where none is named
    let name = row.get("gpu_model");
    let gpu = gpu(if name.is_empty() && is_memory { "A100-80GB-SXM" } else { name });
    let n_gpus = super::whole_number(row, "gpus").unwrap_or(1).max(1);
    match (work, gpu) {
        _ if measured.is_none() => {}
        (Err(reason), _) => case.outcome = Outcome::Refused(reason),
        (_, None) => case.outcome = Outcome::Refused(format!("no GPU is named {name}")),
        (Ok(work), Some(gpu)) => {
            let needs = requirement(&Workload::Generation(work));
            let Load::Generation(load) = needs.load else { return case };
            case.point = Point::of(&needs, gpu, n_gpus).filter(|_| !is_memory);
            case.rules = measure.rule(&load, gpu, n_gpus).into_iter().collect();
            case.outcome = Outcome::Predict(Box::new(move |fitted| {
                let batch = candidate::batch(&load, &Device::whole(gpu), gpu.link, n_gpus, &fitted.generation)?;
                Ok(measure.of(&batch, load.batch))
            }));
        }
    }
    case
}

/// What a row ran. What it does not say is what the publisher of the model runs it with.
pub(super) fn work(row: Record<'_>, size: Option<[u32; 3]>) -> Result<Generation, String> {
    let model = model(row.get("model"), super::number(row, "params").or_else(|| super::number(row, "dit_params")))
        .ok_or_else(|| format!("no model is named {}", row.get("model")))?;
    let usual = model.usual;
    let [width, height, frames] = size.unwrap_or([usual.width, usual.height, usual.frames]);
    if width == 0 || height == 0 {
        return Err("no size is stated".to_owned());
    }
    let n_gpus = super::whole_number(row, "gpus").unwrap_or(1);
    let notes = row.get("notes").to_ascii_lowercase();
    let precision = row.get("precision");
    let eight = precision.starts_with("fp8") || precision.starts_with("int8");
    let whole = |column, usual| super::whole_number(row, column).filter(|&value| 0 < value).unwrap_or(usual);
    let batch = whole("batch", 1);
    Ok(Generation {
        model,
        width,
        height,
        frames: frames.max(1),
        steps: whole("steps", usual.steps),
        passes: whole("cfg_passes", usual.passes),
        batch,
        items: batch,
        weights: match precision {
            _ if precision.starts_with("fp8") => WeightFormat::Fp8,
            _ if precision.starts_with("int8") => WeightFormat::Int8,
            _ if precision.contains('4') => WeightFormat::Int4,
            _ => WeightFormat::Bf16,
        },
        arithmetic: match precision {
            _ if precision.starts_with("fp32") || precision.starts_with("tf32") => Arithmetic::Single,
            _ if eight && !precision.contains("weight") => Arithmetic::Stored,
            _ => Arithmetic::Half,
        },
        offload: if n_gpus <= 1 && notes.contains("offload") { Offload::Everything } else { Offload::None },
        kernels: if matches!(row.get("compile"), "" | "no") { Kernels::Eager } else { Kernels::Compiled },
        decoding: if usual.tiled || notes.contains("tiled") { Decoding::Tiled } else { Decoding::Whole },
        linked: Linked::PROOF.ok_or("images and videos are not linked")?,
    })
}

/// The model of a name, with or without its owner's before it: the one with most letters in common from the start, among
/// those of about the stated size.
fn model(name: &str, parameters: Option<f64>) -> Option<&'static VisualModel> {
    let plain = |name: &str| -> String {
        let signs = name.chars().filter(char::is_ascii_alphanumeric);
        signs.map(|sign| sign.to_ascii_lowercase()).collect::<String>().replace("stablediffusion", "sd")
    };
    let wanted = plain(name);
    let common = |model: &&VisualModel| {
        let id = plain(model.id);
        id.chars().zip(wanted.chars()).take_while(|(a, b)| a == b).count()
    };
    let near = |model: &&VisualModel| {
        let count = real(denoiser_parameters(&model.denoiser));
        3 <= common(model) && parameters.is_none_or(|stated| (count / stated - 1.0).abs() < 0.1)
    };
    let owned = || model(name.split_once('/')?.1, parameters);
    visual_models().iter().filter(near).max_by_key(common).or_else(owned)
}

/// The GPU of a name; of several the largest, and without a word at the end where it has none.
pub(super) fn gpu(name: &str) -> Option<&'static Gpu> {
    match resolve(name) {
        Resolution::One(gpu) => Some(gpu),
        Resolution::Several(gpus) => gpus.into_iter().max_by_key(|gpu| gpu.memory),
        _ => gpu(name.rsplit_once([' ', '-'])?.0),
    }
}
