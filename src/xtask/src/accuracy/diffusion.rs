//! Rows of images and videos: times of `diffusion-measured.csv`, and what `memory-measured.csv` has of them.

use std::path::Path;

use anyhow::Result;
use gpu_cost_core::candidate::{self, Batch, GenerationCoefficients, Rejection};
use gpu_cost_core::catalog::{Device, Gpu, Resolution, VisualModel, resolve, visual_models};
use gpu_cost_core::requirement::{GenerationLoad, Load, denoiser_parameters, requirement};
use gpu_cost_core::units::{Range, real};
use gpu_cost_core::workload::{Arithmetic, Decoding, Generation, Kernels, Offload, WeightFormat, Workload};

use super::case::{Case, Key, Outcome};
use crate::csv::Record;

/// Bytes of what PyTorch and drivers print as GB.
const GIB: f64 = 1_073_741_824.0;

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
    let measured = super::number(row, "measured_GB").unwrap_or(0.0);
    // `832x480x81f` (width first) or `720x1280x129f` (height first): the area is the same
    let size = row.get("notes").split([' ', ';', ',']).find_map(|word| {
        let sides: Vec<u32> = word.strip_suffix('f')?.split('x').map_while(|side| side.parse().ok()).collect();
        <[u32; 3]>::try_from(sides).ok()
    });
    let work = if row.get("task").ends_with("inference") {
        work(row, size)
    } else {
        Err("training of models of images and videos is not estimated".to_owned())
    };
    case(row, Key::DiffusionMemory, measured, work, |batch| batch.memory().map(|bytes| bytes / GIB))
}

fn time(row: Record<'_>) -> Case {
    let inverse = |column| super::number(row, column).map(|speed| 1.0 / speed);
    let side = |column| super::whole_number(row, column).unwrap_or(0);
    let work = work(row, Some([side("width"), side("height"), side("frames")]));
    // seconds of an item, or of a step of a batch
    if let Some(seconds) = super::number(row, "value_s_per_item").or_else(|| inverse("images_per_s")) {
        let items = f64::from(super::whole_number(row, "batch").unwrap_or(1).max(1));
        return case(row, Key::DiffusionTime, seconds, work, move |batch| batch.seconds.map(|all| all / items));
    }
    case(row, Key::DiffusionTime, inverse("it_per_s").unwrap_or(0.0), work, |batch| batch.step)
}

fn case(
    row: Record<'_>,
    key: Key,
    measured: f64,
    work: Result<Generation, String>,
    read: impl Fn(&Batch) -> Range<f64> + 'static,
) -> Case {
    let n_gpus = super::whole_number(row, "gpus").unwrap_or(1).max(1);
    let reading = work.as_ref().map(|work| format!("{:?}, {:?}", work.offload, work.kernels)).unwrap_or_default();
    // memory does not depend on the GPU, so that one is taken where none is named
    let named = row.get("gpu_model");
    let gpu = gpu(if named.is_empty() && key.is_memory() { "A100-80GB-SXM" } else { named });
    let outcome = match (work, gpu) {
        _ if measured <= 0.0 => Outcome::Refused("nothing is measured".to_owned()),
        (Err(reason), _) => Outcome::Refused(reason),
        (_, None) => Outcome::Refused(format!("no GPU is named {}", row.get("gpu_model"))),
        (Ok(work), Some(gpu)) => match requirement(&Workload::Generation(work)).load {
            Load::Generation(load) => {
                Outcome::Predict(Box::new(move |fitted| predict(&load, gpu, n_gpus, fitted).map(|batch| read(&batch))))
            }
            Load::Training(_) | Load::Serving(_) => unreachable!("generation has a load of its own"),
        },
    };
    Case {
        id: row.get("id").to_owned(),
        group: row.get("group").to_owned(),
        kind: row.get("model").to_owned(),
        key,
        measured,
        outcome,
        rules: vec![],
        reading,
    }
}

fn predict(
    load: &GenerationLoad,
    gpu: &'static Gpu,
    n_gpus: u32,
    fitted: &GenerationCoefficients,
) -> Result<Batch, Rejection> {
    candidate::batch(load, &Device::whole(gpu), gpu.link, n_gpus, fitted)
}

/// What a row ran. What it does not say is what the publisher of the model runs it with.
fn work(row: Record<'_>, size: Option<[u32; 3]>) -> Result<Generation, String> {
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
    })
}

/// The model of a name: the one with most letters in common from the start, among those of about the stated size.
fn model(name: &str, parameters: Option<f64>) -> Option<&'static VisualModel> {
    let plain = |name: &str| -> String {
        let name = name.to_ascii_lowercase().replace("stable diffusion", "sd").replace("xl", "-xl");
        name.chars().filter(char::is_ascii_alphanumeric).collect()
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
    visual_models().iter().filter(near).max_by_key(common)
}

/// The GPU of a name; of several the largest, and without a word at the end where it has none.
fn gpu(name: &str) -> Option<&'static Gpu> {
    match resolve(name) {
        Resolution::One(gpu) => Some(gpu),
        Resolution::Several(gpus) => gpus.into_iter().max_by_key(|gpu| gpu.memory),
        _ => gpu(name.rsplit_once([' ', '-'])?.0),
    }
}
