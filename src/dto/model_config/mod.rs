//! The `config.json` of a model on Hugging Face → its architecture.
//!
//! `model_type` names the family of a language model, `_class_name` the class of an image or video model. Keys that do not
//! matter here may hold anything, as vendors add many; those that matter are read strictly.

mod denoiser;
mod family;
mod fields;
mod language;
mod layer;
mod tower;

use std::borrow::Cow;

use gpu_cost_core::catalog::{Architecture, Denoiser};
use gpu_cost_core::requirement::{Parameters, denoiser_parameters, parameters};
use serde::Serialize;
use tsify::Tsify;

use self::fields::Fields;
use self::tower::{JOINTS, Joint};
use crate::dto::check::Check;
use crate::dto::decode::{self, Part};
use crate::dto::issue::{Issue, Issues};
use crate::dto::model_code;

/// What a configuration describes.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelConfig {
    /// A language model, or one that sees or hears too.
    Language {
        /// The shape of its decoder.
        architecture: Architecture,
        /// Longest context in tokens, where it is stated.
        max_context: Option<u32>,
        /// What there is for images and sound.
        tower: Tower,
    },
    /// What makes images or videos.
    Denoiser(Denoiser),
}

/// A part for images or sound beside a language model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Tower {
    /// There is none.
    Absent,
    /// It is in the shape, as `beside`.
    Counted,
    /// There is one of a kind that is not known: the count is that of the language model alone.
    NotCounted,
}

/// What a configuration describes, as JavaScript sees it.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct ConfigFacts {
    /// Its family, or its class, as the configuration names it.
    pub family: String,
    /// All parameters.
    pub parameters: u64,
    /// Parameters that one token, or one step, uses.
    pub active_parameters: u64,
    /// Longest context in tokens, where it is stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_context: Option<u32>,
    /// For a request; absent for what makes images or videos.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// What there is for images and sound beside a language model.
    pub tower: Tower,
}

/// What a `config.json` says.
///
/// # Errors
/// As [`read`].
pub fn facts(text: &str) -> Result<ConfigFacts, Vec<Issue>> {
    let (family, config) = read_named(text)?;
    Ok(match config {
        ModelConfig::Language { architecture, max_context, tower } => {
            let Parameters { total, active, .. } = parameters(&architecture);
            let code = Some(model_code::write(&architecture));
            ConfigFacts { family, parameters: total, active_parameters: active, max_context, code, tower }
        }
        ModelConfig::Denoiser(denoiser) => {
            let parameters = denoiser_parameters(&denoiser);
            let tower = Tower::Absent;
            ConfigFacts { family, parameters, active_parameters: parameters, max_context: None, code: None, tower }
        }
    })
}

/// Keys that hold the language model of a model that sees or hears.
const TEXT: [&str; 4] = ["text_config", "llm_config", "language_config", "llm"];

/// The longest text that is read, in bytes. Published files have up to some ten thousand.
const MAX_BYTES: usize = 1_000_000;

const TIED: &str = "tie_word_embeddings";

/// Reads a `config.json`.
///
/// # Errors
/// Everything that is wrong with it; an architecture that is not known, by name.
pub fn read(text: &str) -> Result<ModelConfig, Vec<Issue>> {
    read_named(text).map(|(_, config)| config)
}

/// With the name of its family or class.
fn read_named(text: &str) -> Result<(String, ModelConfig), Vec<Issue>> {
    if MAX_BYTES < text.len() {
        return Err(vec![Issue::new("out-of-range", format!("a text of at most {MAX_BYTES} bytes"))]);
    }
    let text = &json(text.strip_prefix('\u{feff}').unwrap_or(text));
    let mut issues = Issues::default();
    let model = decode::parse(text, &mut issues)
        .and_then(|whole: Part<'_, ()>| model(&mut Fields::new(Check::root(&whole, &mut issues), whole)?));
    let mut issues = issues.located(text);
    issues.dedup(); // a key may be looked up more than once
    model.filter(|_| issues.is_empty()).ok_or(issues)
}

fn model(fields: &mut Fields<'_, '_>) -> Option<(String, ModelConfig)> {
    if fields.has("_class_name") {
        let class = fields.text("_class_name");
        return denoiser::denoiser(fields).and_then(|denoiser| Some((class?, ModelConfig::Denoiser(denoiser))));
    }
    let name = fields.text("model_type");
    let joint = JOINTS.iter().find(|joint| Some(joint.name) == name.as_deref());
    let inside = TEXT.into_iter().find(|key| fields.has(key));
    let (mut architecture, max_context, is_said) = match inside {
        Some(key) => decoder(&mut fields.inside(key)?, joint)?,
        None => decoder(fields, joint)?,
    };
    if !is_said && fields.has(TIED) {
        architecture.tied_head = fields.flag(TIED);
    }
    let tower = match joint.and_then(|joint| tower::parameters(joint, fields, architecture.hidden)) {
        Some(beside) => {
            architecture.beside = architecture.beside.saturating_add(beside);
            Tower::Counted
        }
        None if joint.is_some() || inside.is_some() => Tower::NotCounted,
        None => Tower::Absent,
    };
    let family = name.or_else(|| fields.inside(inside?)?.text("model_type")).unwrap_or_default();
    Some((family, ModelConfig::Language { architecture, max_context, tower }))
}

/// The language model, its longest context, and whether its head is said to be tied or not. The family that a joint names
/// counts where the configuration names none for it, or else that of its class.
fn decoder(fields: &mut Fields<'_, '_>, joint: Option<&Joint>) -> Option<(Architecture, Option<u32>, bool)> {
    let named = fields.text("model_type");
    if joint.is_some() && !fields.has("hidden_size") && named.as_deref() == joint.map(|joint| joint.name) {
        fields.refuse(&["text_config"], "missing-field", "an object");
        return None;
    }
    let own = joint.filter(|joint| named.as_deref().is_none_or(|name| name == joint.name));
    // where the name says nothing, the class does
    let is_known = named.as_deref().is_some_and(|name| family::find(name).is_some());
    let classes = if is_known { None } else { fields.texts(&["architectures"]) };
    let of_class = classes.and_then(|classes| family::of_class(classes.first()?));
    let family = match own.and_then(|joint| family::find(joint.text)).or(of_class) {
        Some(family) => family,
        None => fields.known("model_type", family::find, family::names())?,
    };
    let (architecture, max_context) = language::architecture(family, fields);
    Some((architecture, max_context, fields.has(TIED)))
}

/// Python writes `Infinity` and `NaN` where JSON has no word: numbers as long stand for them, so that nothing moves.
fn json(text: &str) -> Cow<'_, str> {
    if !text.contains("Infinity") && !text.contains("NaN") {
        return Cow::Borrowed(text);
    }
    let mut quoted = false;
    let parts = text.split_inclusive('"').map(|part| {
        let outside = !quoted;
        let before = part.trim_end_matches('"');
        let slashes = before.len() - before.trim_end_matches('\\').len();
        quoted = outside || slashes % 2 == 1;
        if outside { part.replace("Infinity", "1e999999").replace("NaN", "0e0") } else { part.to_owned() }
    });
    Cow::Owned(parts.collect())
}

#[cfg(test)]
mod tests;
