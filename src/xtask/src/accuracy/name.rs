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

/// Lower case, without spaces and punctuation, but with points: 1.3 is not 13.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|sign| sign.is_ascii_alphanumeric() || *sign == '.')
        .map(|sign| sign.to_ascii_lowercase())
        .collect()
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
                    return gpus.into_iter().max_by(|a, b| speed(a).total_cmp(&speed(b)));
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
    const TUNED: [&str; 8] =
        ["llm.c", "megatron", "nemo", "tensorrt", "trt-llm", "transformer engine", "transformerengine", "flagperf"];
    const FUSED: [&str; 12] = [
        "llm-foundry",
        "composer",
        "torchtitan",
        "torch.compile",
        "+compile",
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

#[cfg(test)]
mod tests {
    use gpu_cost_core::requirement::{parameters, parameters_of};
    use gpu_cost_core::units::real;
    use gpu_cost_core::workload::{Origin, Software};

    use super::{MODELS, gpu, mixture, model, software};

    #[test]
    fn models_by_name_else_by_size() {
        for (name, total, expected) in [
            ("Llama-2 7B", None, 6_738_415_616),
            ("MLPerf llama2_70b_lora", Some(68_976_648_192.0), 68_976_648_192),
            ("llama3-8b", None, 8_030_261_248),
            ("LLAMA3.1_405B", None, 405_853_388_800),
            ("MPT-30b", Some(29_975_214_080.0), 29_958_000_000),
            ("GPT-2 774M (llm.c)", None, 774_030_080),
            ("Qwen3_30B_a3B", None, 30_532_122_624),
            ("Qwen-7B", None, 7_721_324_544),
            ("GPT OSS 120B", None, 116_829_156_672),
            ("phi-1.5 1.3 B", None, 1_418_270_720),
        ] {
            let found = model(name, total, None).unwrap();
            assert!(matches!(found.origin, Origin::BuiltIn { .. }), "{name}");
            let got = parameters(&found.architecture).total;
            assert!((real(got) / real(expected) - 1.0).abs() < 1e-3, "{name}: {got}");
        }
        for (name, total, expected) in [("Zephyrus-1.5B", None, 1_500_000_000), ("x", Some(3e9), 3_000_000_000)] {
            assert_eq!(parameters_of(&model(name, total, None).unwrap()).total, expected, "{name}");
        }
        // a known name, but another size
        assert_eq!(parameters_of(&model("Llama-2-7B", Some(2e9), None).unwrap()).total, 2_000_000_000);
        assert!(model("Zephyrus", None, None).is_none());
    }

    #[test]
    fn mixtures_of_a_size() {
        let counts = parameters(&mixture(100e9, 12e9));
        assert!((real(counts.total) / 100e9 - 1.0).abs() < 0.05, "{}", counts.total);
        assert!((real(counts.active) / 12e9 - 1.0).abs() < 0.05, "{}", counts.active);
    }

    #[test]
    fn every_name_is_of_one_shape() {
        for (index, (name, architecture)) in MODELS.iter().enumerate() {
            let same = MODELS[..index].iter().find(|(other, _)| other == name);
            assert!(same.is_none_or(|(_, other)| other == architecture), "{name}");
        }
    }

    #[test]
    fn gpus_as_logs_write_them() {
        for (name, id) in [
            ("H100-SXM", "nvidia-h100-sxm-80gb"),
            ("NVIDIA Blackwell GPU (B200-SXM-180GB)", "nvidia-b200-sxm"),
            ("AMD Instinct MI300X-NPS1-SPX-192GB-750W", "amd-mi300x-192gb"),
            ("A100-80GB", "nvidia-a100-sxm-80gb"),
        ] {
            assert_eq!(gpu(name).map(|gpu| gpu.id), Some(id), "{name}");
        }
        let (capped, full) = (gpu("H100-500W").unwrap(), gpu("H100-SXM").unwrap());
        assert!((capped.bf16.unwrap().0 / full.bf16.unwrap().0 - (5.0_f64 / 7.0).sqrt()).abs() < 1e-9);
        assert!(gpu("Abacus 3000").is_none());
    }

    #[test]
    fn software_by_its_name() {
        assert_eq!(software("TensorRT-LLM v1.0 (pytorch backend)"), Some(Software::Tuned));
        assert_eq!(software("llama.cpp (layer split)"), Some(Software::Portable));
        assert_eq!(software("vLLM 0.6"), Some(Software::Fused));
        assert_eq!(software("HF transformers"), Some(Software::Eager));
        assert_eq!(software("abacus"), None);
    }
}
