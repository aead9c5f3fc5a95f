//! Which device an instance of a cloud has, by the prefix of its name.

use gpu_cost_core::catalog::{Gpu, gpu};

use crate::codegen::Instance;

/// What an instance has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Has {
    pub(super) gpu: &'static Gpu,
    /// That it has a part of the device.
    pub(super) slice: bool,
}

/// What the instance of a provider has, by the longest prefix.
pub(super) fn find(instances: &[Instance], provider: &str, name: &str) -> Option<Has> {
    let fits = |row: &&Instance| row.provider == provider && name.starts_with(&row.prefix);
    let row = instances.iter().filter(fits).max_by_key(|row| row.prefix.len())?;
    let gpu = gpu(&row.gpu)?;
    Some(Has { gpu, slice: row.slice })
}
