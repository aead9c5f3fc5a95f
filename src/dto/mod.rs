//! The one schema of what crosses the boundary.

/// Converts between an enum here and one of the core that has the same variants, without data.
macro_rules! mirror {
    ($($here:ident = $module:ident::$there:ident { $($variant:ident),* })*) => {$(
        impl From<$here> for $module::$there {
            fn from(value: $here) -> Self {
                match value { $($here::$variant => Self::$variant),* }
            }
        }

        impl From<$module::$there> for $here {
            fn from(value: $module::$there) -> Self {
                match value { $($module::$there::$variant => Self::$variant),* }
            }
        }
    )*};
}

#[cfg(feature = "bills")]
pub mod bills;
pub mod catalog;
mod check;
#[cfg(feature = "choosing")]
pub mod choosing;
pub mod comparison;
mod decode;
pub mod delay;
pub mod estimate;
pub mod facts;
pub mod issue;
mod model_code;
pub mod model_config;
mod names;
pub mod plan;
pub mod request;
mod terms;
#[cfg(test)]
mod testing;
pub mod verification;

use gpu_cost_core::catalog::Catalog;
use gpu_cost_core::compare;

use self::comparison::Comparison;
pub use self::decode::{Amount, Map, Part};
use self::issue::Issue;

/// The answer to the text of a request.
///
/// # Errors
/// Everything that is wrong with the request.
pub fn compare(catalog: &Catalog, request: &str) -> Result<Comparison, Vec<Issue>> {
    let request = request::read(request)?;
    Ok(Comparison::new(&compare::compare(catalog, &request), &request, catalog))
}
