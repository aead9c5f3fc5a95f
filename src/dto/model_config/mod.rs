//! The `config.json` of a model on Hugging Face → its architecture.
//!
//! `model_type` names the family of a language model, `_class_name` the class of an image or video model. Keys that do not
//! matter here may hold anything, as vendors add many; those that matter are read strictly.

mod family;
mod fields;
mod language;
mod layer;

use gpu_cost_core::catalog::Architecture;

use self::family::FAMILIES;
use self::fields::Fields;
use crate::dto::check::Check;
use crate::dto::decode::{self, Part};
use crate::dto::issue::{Issue, Issues};

/// What a configuration describes.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelConfig {
    /// A language model.
    Language {
        /// The shape of its decoder.
        architecture: Architecture,
        /// Longest context in tokens, where it is stated.
        max_context: Option<u32>,
    },
}

/// Reads a `config.json`.
///
/// # Errors
/// Everything that is wrong with it; an architecture that is not known, by name.
pub fn read(text: &str) -> Result<ModelConfig, Vec<Issue>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut issues = Issues::default();
    let model = decode::parse(text, &mut issues).and_then(|whole: Part<'_, ()>| {
        let mut fields = Fields::new(Check::root(&whole, &mut issues), whole);
        model(&mut fields)
    });
    let issues = issues.located(text);
    model.filter(|_| issues.is_empty()).ok_or(issues)
}

fn model(fields: &mut Fields<'_, '_>) -> Option<ModelConfig> {
    let find = |name: &str| FAMILIES.iter().find(|family| family.name == name);
    let family = fields.known("model_type", find, FAMILIES.iter().map(|family| family.name))?;
    let (architecture, max_context) = language::architecture(family, fields);
    Some(ModelConfig::Language { architecture, max_context })
}
