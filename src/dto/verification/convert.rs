//! Reading → verdict, with every error of the request.

use gpu_cost_core::bounds;
use gpu_cost_core::catalog::{self, Basis, Gpu, Metric};
use gpu_cost_core::error::Error;
use gpu_cost_core::verification::{self as core, Measurement, Reading as CoreReading};

use super::{
    Bands, Cause, ComputeUnit, CopyUnit, Expectation, ExpectationBasis, MeasuredUnit, Precision, Reading, Verdict,
    Verification, VerifyRequest,
};
use crate::dto::check::{Check, answer, optional};
use crate::dto::issue::Issue;

/// What the text of a measurement says about a card, `None` where there is nothing to compare it with.
///
/// # Errors
/// Everything that is wrong with the text, in its order.
pub fn verify(text: &str) -> Result<Option<Verification>, Vec<Issue>> {
    let (measurement, found) = answer(text, checked)?;
    Ok(found.map(|found| Verification::new(&measurement, &found)))
}

/// A measurement, and what the core says about it.
type Verified = (Measurement<'static>, Option<core::Verification>);

fn checked(request: VerifyRequest, check: &mut Check<'_, '_>) -> Option<Verified> {
    let VerifyRequest { gpu, reading } = request;
    let gpu = check.field("gpu").gpu(&gpu, None).map(|named| named.gpu);
    verified(gpu, reading, &mut check.field("reading"))
}

/// An error of the core is about the measured figure: the other numbers are in range by then.
fn verified(gpu: Option<&'static Gpu>, reading: Reading, check: &mut Check<'_, '_>) -> Option<Verified> {
    match reading {
        Reading::Compute { precision, value, unit, side } => {
            let mut check = check.field("compute");
            let whole = optional(side, |side| check.field("side").whole::<u32>(&bounds::MATRIX_SIDE, side));
            let (precision, unit) = (precision.into(), core::ComputeUnit::from(unit));
            let suits = check.field("unit").require(unit.suits(precision), || Error::Conflict {
                what: "tops for int8, tflops for every other precision",
            });
            let mut check = check.field("value");
            let tflops = check.real(&bounds::MEASURED_TFLOPS, unit.tera(value))?;
            whole.zip(suits)?;
            compared(gpu?, CoreReading::Compute { precision, tflops, side }, &mut check)
        }
        Reading::Memory { value, unit } => {
            let mut check = check.field("memory");
            let mut check = check.field("value");
            let value = core::CopyUnit::from(unit).gb_per_sec(value);
            let gb_per_sec = check.real(&bounds::MEASURED_GB_PER_SEC, value)?;
            compared(gpu?, CoreReading::Memory { gb_per_sec }, &mut check)
        }
        Reading::Samples { per_second, expected_per_second } => {
            let mut check = check.field("samples");
            let expected =
                check.field("expectedPerSecond").real(&bounds::EXPECTED_SAMPLES_PER_SEC, expected_per_second);
            let mut check = check.field("perSecond");
            let per_sec = check.real(&bounds::MEASURED_SAMPLES_PER_SEC, per_second)?;
            compared(gpu?, CoreReading::Samples { per_sec, expected_per_sec: expected? }, &mut check)
        }
    }
}

fn compared(gpu: &'static Gpu, reading: CoreReading, check: &mut Check<'_, '_>) -> Option<Verified> {
    let measurement = Measurement { gpu, reading };
    check.accept(core::verify(&measurement)).map(|found| (measurement, found))
}

impl Verification {
    fn new(measurement: &Measurement<'_>, found: &core::Verification) -> Self {
        let Measurement { gpu, reading } = measurement;
        let core::Verification { verdict, expectation, bands, share, causes } = found;
        let core::Bands { check, expected, high } = *bands;
        let (unit, measured) = match *reading {
            CoreReading::Compute { precision: catalog::Precision::Int8, tflops, .. } => (MeasuredUnit::Tops, tflops),
            CoreReading::Compute { tflops, .. } => (MeasuredUnit::Tflops, tflops),
            CoreReading::Memory { gb_per_sec } => (MeasuredUnit::GbPerSecond, gb_per_sec),
            CoreReading::Samples { per_sec, .. } => (MeasuredUnit::PerSecond, per_sec),
        };
        Self {
            gpu_name: gpu.name,
            unit,
            measured,
            verdict: (*verdict).into(),
            expectation: (*expectation).into(),
            bands: Bands { check, expected, high },
            share: *share,
            causes: causes.iter().map(Into::into).collect(),
            slowdown: found.slowdown(),
        }
    }
}

impl From<catalog::Expectation> for Expectation {
    fn from(expectation: catalog::Expectation) -> Self {
        let catalog::Expectation { reference, lowest, highest, basis } = expectation;
        let (basis, source) = match basis {
            Basis::Measured { source } => (ExpectationBasis::Measured {}, Some(source)),
            Basis::Twin { gpu, source } => (ExpectationBasis::Twin { gpu_name: name(gpu) }, Some(source)),
            Basis::OtherPrecision { precision } => {
                (ExpectationBasis::OtherPrecision { precision: precision.into() }, None)
            }
            Basis::Class { cards } => (ExpectationBasis::Class { cards }, None),
            Basis::Given => (ExpectationBasis::Given {}, None),
        };
        Self { reference, lowest, highest, basis, source }
    }
}

impl From<&core::Cause> for Cause {
    fn from(cause: &core::Cause) -> Self {
        use core::Cause as From;
        let none = Self { code: cause.code(), ..Self::default() };
        match *cause {
            From::Sparse { figure }
            | From::Fp16Accumulate { figure }
            | From::UnscaledFp8 { figure }
            | From::Bandwidth { figure }
            | From::TooLittle { peak: figure } => Self { figure: Some(figure), ..none },
            From::AiTops { figure, precision } | From::Peak { figure, precision } => {
                Self { figure: Some(figure), precision: Some(precision.into()), ..none }
            }
            From::OtherPrecision { reference, precision } => {
                Self { figure: Some(reference), precision: Some(precision.into()), ..none }
            }
            From::Unit { unit: _, converted } => Self { figure: Some(converted), ..none },
            From::CountedOnce { doubled } => Self { figure: Some(doubled), ..none },
            From::Variant { gpu, reference } => Self { figure: Some(reference), gpu_name: Some(name(gpu)), ..none },
            From::VariantPeak { gpu, figure, precision } => {
                Self { figure: Some(figure), precision: Some(precision.into()), gpu_name: Some(name(gpu)), ..none }
            }
            From::Board { figure, devices } => Self { figure: Some(figure), devices: Some(devices), ..none },
            From::Unexplained { nearest, metric } => {
                let precision = match metric {
                    Metric::Compute(precision) => Some(precision.into()),
                    Metric::Memory => None,
                };
                Self { figure: Some(nearest), precision, ..none }
            }
            From::Slice { parts } => Self { parts: Some(parts), ..none },
            From::TooSmall { side } => Self { side: Some(side), ..none },
            From::PowerLimit { power_w } => Self { power_w, ..none },
            From::Cache | From::OtherUsers => none,
        }
    }
}

/// Ids of the tables are those of rows.
fn name(id: &'static str) -> &'static str {
    catalog::gpu(id).map_or(id, |gpu| gpu.name)
}

mirror! {
    ComputeUnit = core::ComputeUnit { Gflops, Tflops, Pflops, Gops, Tops, Pops }
    CopyUnit = core::CopyUnit {
        MbPerSecond, GbPerSecond, TbPerSecond, MibPerSecond, GibPerSecond, TibPerSecond, MbitPerSecond, GbitPerSecond,
        TbitPerSecond
    }
    Precision = catalog::Precision { Fp64, Fp32, Tf32, Fp16, Bf16, Fp8, Int8, Fp4 }
    Verdict = core::Verdict { AsExpected, Check, Low, High, Unclear }
}
