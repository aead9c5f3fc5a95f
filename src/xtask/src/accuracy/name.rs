//! Models and GPUs as rows name them.

use std::sync::LazyLock;

use gpu_cost::dto::model_config::{self, ModelConfig};
use gpu_cost_core::catalog::{Architecture, Experts, Gpu, Resolution, models, resolve};
use gpu_cost_core::requirement::{architecture_of_size, parameters};
use gpu_cost_core::units::{BytesPerSec, FlopsPerSec, real};
use gpu_cost_core::workload::{LanguageModel, Origin, Software};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    model: Vec<Row>,
    /// Where the configurations were read.
    #[allow(dead_code, reason = "for readers of the file")]
    sources: toml::Table,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    names: Vec<String>,
    config: Option<toml::Table>,
    same_as: Option<String>,
    #[allow(dead_code, reason = "for readers of the file")]
    source: Option<String>,
}

/// Names without spelling, and what they stand for.
static MODELS: LazyLock<Vec<(String, Architecture)>> = LazyLock::new(|| {
    let table: Table = toml::from_str(include_str!("../../data/measured-models.toml")).expect("a test reads it");
    let mut all: Vec<_> = built_in().collect();
    for Row { names, config, same_as, .. } in table.model {
        let architecture = match (config, same_as) {
            (Some(config), None) => read(&config),
            (_, same_as) => {
                built_in().find(|(name, _)| Some(name) == same_as.as_deref().map(plain).as_ref()).map(|model| model.1)
            }
        };
        let architecture = architecture.unwrap_or_else(|| panic!("{names:?}: no such shape"));
        all.extend(names.iter().map(|name| (plain(name), architecture)));
    }
    all
});

fn built_in() -> impl Iterator<Item = (String, Architecture)> {
    models().iter().map(|model| (plain(model.id), model.architecture))
}

fn read(config: &toml::Table) -> Option<Architecture> {
    match model_config::read(&serde_json::to_string(config).ok()?) {
        Ok(ModelConfig::Language { architecture, .. }) => Some(architecture),
        Ok(ModelConfig::Denoiser(_)) | Err(_) => None,
    }
}

/// Lower case, without spaces and punctuation.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|sign| sign.to_ascii_lowercase()).collect()
}

/// The model of a name and of stated numbers of parameters, all and active.
///
/// The longest known name that the words begin with, or end with, counts, unless the stated number is another by more
/// than a tenth; else a dense model, or a mixture of experts, of the stated size, or of the size in the name.
pub(crate) fn model(name: &str, total: Option<f64>, active: Option<f64>) -> Option<LanguageModel> {
    let text = plain(name.split(['(', '[']).next().unwrap_or(name));
    let text = text.strip_prefix("mlperf").unwrap_or(&text);
    let agrees =
        |shape: &Architecture| total.is_none_or(|total| (real(parameters(shape).total) / total - 1.0).abs() < 0.1);
    let known =
        MODELS.iter().filter(|(known, shape)| (text.starts_with(known) || text.ends_with(known)) && agrees(shape));
    if let Some((_, architecture)) = known.max_by_key(|(known, _)| known.len()) {
        return Some(LanguageModel { architecture: *architecture, origin: Origin::BuiltIn { id: "" } });
    }
    let total = total.or_else(|| size_in(name))?;
    let active = active.filter(|active| *active < 0.95 * total);
    Some(match active {
        Some(active) => LanguageModel { architecture: mixture(total, active), origin: Origin::BuiltIn { id: "" } },
        None => LanguageModel::by_size(whole(total)),
    })
}

/// A number before a B or M in a name.
fn size_in(name: &str) -> Option<f64> {
    let text = name.to_ascii_lowercase();
    text.split(|sign: char| !sign.is_ascii_alphanumeric() && sign != '.').find_map(|word| {
        let (number, unit) = word.split_at(word.len().checked_sub(1)?);
        let unit = match unit {
            "b" => 1e9,
            "m" => 1e6,
            _ => return None,
        };
        number.parse::<f64>().ok().map(|number| number * unit)
    })
}

/// A shape with experts of that many parameters, of which so many are active: a dense one of the active size whose
/// feed-forward blocks are cut into 8 experts, and as many more as make the total.
fn mixture(total: f64, active: f64) -> Architecture {
    let dense = architecture_of_size(whole(active));
    let per_token = 8;
    let inner = (dense.feed_forward.inner / per_token).max(1);
    let one = 3.0 * f64::from(dense.hidden) * f64::from(inner) * f64::from(dense.layers);
    let routed = per_token + u32::try_from(whole((total - active) / one)).unwrap_or(1 << 16);
    let experts = Experts {
        layers: dense.layers,
        routed,
        per_token,
        inner,
        shared_inner: 0,
        shared_gate: false,
        router_bias: false,
        bias: false,
    };
    Architecture { experts: Some(experts), dense_layers: 0, ..dense }
}

#[expect(clippy::as_conversions, clippy::cast_possible_truncation, clippy::cast_sign_loss)]
pub(crate) fn whole(value: f64) -> u64 {
    value.round() as u64
}

/// The GPU of a name: words are left off from the end, and what is in brackets is tried too. Of several, the fastest. A
/// number of watts in the name is a limit of its power.
pub(crate) fn gpu(name: &str) -> Option<&'static Gpu> {
    let (before, inside) =
        name.split_once('(').map_or((name, ""), |(before, inside)| (before, inside.trim_end_matches(')')));
    let found = [inside, before].into_iter().filter(|text| !text.is_empty()).find_map(|text| {
        let mut text = text.trim();
        loop {
            match resolve(text) {
                Resolution::One(gpu) => return Some(gpu),
                Resolution::Several(gpus) => {
                    let speed = |gpu: &Gpu| gpu.bf16.or(gpu.fp16).map_or(0.0, |speed| speed.0);
                    return gpus.into_iter().rev().max_by(|a, b| speed(a).total_cmp(&speed(b)));
                }
                _ => text = text.rsplit_once([' ', '-'])?.0,
            }
        }
    })?;
    let watts = name.split([' ', '-', '(', ')']).find_map(|word| word.strip_suffix('W')?.parse::<f64>().ok());
    Some(match (watts, found.power_w.map(f64::from)) {
        (Some(watts), Some(full)) if watts < 0.95 * full => capped(found, watts / full),
        _ => found,
    })
}

/// A card whose power is limited to a share: its clock, and so its speeds, fall with the square root, assumed between
/// the cube root of a fixed voltage curve and the first power of a fixed voltage.
fn capped(gpu: &'static Gpu, share: f64) -> &'static Gpu {
    let slower = |speed: Option<FlopsPerSec>| speed.map(|speed| FlopsPerSec(share.sqrt() * speed.0));
    Box::leak(Box::new(Gpu {
        bf16: slower(gpu.bf16),
        fp16: slower(gpu.fp16),
        fp8: slower(gpu.fp8),
        fp4: slower(gpu.fp4),
        ..*gpu
    }))
}

/// The same card with another bandwidth, where a row states one (`2.4TB/s`).
pub(crate) fn with_bandwidth(gpu: &'static Gpu, notes: &str) -> &'static Gpu {
    let stated = notes.split([' ', ',', ';']).find_map(|word| word.strip_suffix("TB/s")?.parse::<f64>().ok());
    stated.map_or(gpu, |stated| Box::leak(Box::new(Gpu { bandwidth: Some(BytesPerSec(stated * 1e12)), ..*gpu })))
}

/// The software that a row names, by words that people know.
pub(crate) fn software(text: &str) -> Option<Software> {
    const TUNED: [&str; 7] =
        ["megatron", "nemo", "tensorrt", "trt-llm", "transformer engine", "transformerengine", "flagperf"];
    const FUSED: [&str; 13] = [
        "llm-foundry",
        "composer",
        "torchtitan",
        "torch.compile",
        "+compile",
        "llm.c",
        "nanogpt",
        "vllm",
        "sglang",
        "gpt-fast",
        "lmdeploy",
        "turbomind",
        "unsloth",
    ];
    const PORTABLE: [&str; 5] = ["llama.cpp", "gguf", "exllama", "mlc-llm", "ollama"];
    const EAGER: [&str; 9] =
        ["transformers", "peft", "deepspeed", "litgpt", "lit-gpt", "llama-factory", "axolotl", "swift", "fastchat"];
    let text = text.to_ascii_lowercase();
    let names = |list: &[&str]| list.iter().any(|name| text.contains(name));
    if names(&TUNED) {
        Some(Software::Tuned)
    } else if names(&PORTABLE) {
        Some(Software::Portable)
    } else if names(&FUSED) {
        Some(Software::Fused)
    } else if names(&EAGER) {
        Some(Software::Eager)
    } else {
        None
    }
}
