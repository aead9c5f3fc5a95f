//! A measured card, as JavaScript sees it: the reading in, the verdict out.

mod convert;

use serde::{Deserialize, Serialize};
use tsify::Tsify;

pub use self::convert::verify;

/// What was measured on a card.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VerifyRequest {
    /// The GPU that the card is sold as: its id, or its name as people write it. A name of several is refused with their ids.
    pub gpu: String,
    /// What was read off.
    pub reading: Reading,
}

/// A figure as it was read off a benchmark.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Reading {
    /// A product of square matrices.
    Compute {
        /// The number format.
        precision: Precision,
        /// Operations per second; a multiply-add counts as two.
        value: f64,
        /// The unit of `value`: integer operations for INT8, floating-point ones for all others.
        unit: ComputeUnit,
        /// Rows of each matrix.
        #[tsify(optional)]
        side: Option<f64>,
    },
    /// A copy in device memory.
    Memory {
        /// Each byte read and each byte written counts.
        value: f64,
        /// The unit of `value`.
        unit: CopyUnit,
    },
    /// The visitor's own program.
    #[serde(rename_all = "camelCase")]
    Samples {
        /// What it did here.
        per_second: f64,
        /// What it should do, or did elsewhere.
        expected_per_second: f64,
    },
}

/// A unit of computing speed.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum ComputeUnit {
    /// 10⁹ floating-point operations per second.
    Gflops,
    /// 10¹² of them.
    Tflops,
    /// 10¹⁵ of them.
    Pflops,
    /// 10⁹ integer operations per second.
    Gops,
    /// 10¹² of them.
    Tops,
    /// 10¹⁵ of them.
    Pops,
}

/// A unit of copying speed.
#[derive(Clone, Copy, Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum CopyUnit {
    /// 10⁶ bytes per second.
    MbPerSecond,
    /// 10⁹ bytes per second.
    GbPerSecond,
    /// 10¹² bytes per second.
    TbPerSecond,
    /// 2²⁰ bytes per second.
    MibPerSecond,
    /// 2³⁰ bytes per second.
    GibPerSecond,
    /// 2⁴⁰ bytes per second.
    TibPerSecond,
    /// 10⁶ bits per second.
    MbitPerSecond,
    /// 10⁹ bits per second.
    GbitPerSecond,
    /// 10¹² bits per second.
    TbitPerSecond,
}

/// A number format of matrix products.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Precision {
    /// 64 bits.
    Fp64,
    /// 32 bits, vector units.
    Fp32,
    /// 19 bits of 32.
    Tf32,
    /// 16 bits, accumulated in 32.
    Fp16,
    /// 16 bits with the exponent of 32, accumulated in 32.
    Bf16,
    /// 8 bits.
    Fp8,
    /// 8-bit integers.
    Int8,
    /// 4 bits, scaled by blocks.
    Fp4,
}

/// What a measurement says about a card. Figures are in `unit`.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Verification {
    /// As the vendor writes it.
    pub gpu_name: &'static str,
    /// The unit of every figure.
    pub unit: MeasuredUnit,
    /// What was measured.
    pub measured: f64,
    /// How it compares.
    pub verdict: Verdict,
    /// What it was compared with.
    pub expectation: Expectation,
    /// Where verdicts change.
    pub bands: Bands,
    /// `measured` in units of `expectation.reference`.
    pub share: f64,
    /// What may be behind it, the likeliest first; nothing where it is as expected.
    pub causes: Vec<Cause>,
    /// By what a run time is multiplied on this card, at most; 1 where it is as expected.
    pub slowdown: f64,
}

/// The unit of a measured figure.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum MeasuredUnit {
    /// 10¹² floating-point operations per second.
    Tflops,
    /// 10¹² integer operations per second.
    Tops,
    /// 10⁹ bytes per second.
    GbPerSecond,
    /// Whatever the visitor counts, per second.
    PerSecond,
}

/// How a measurement compares.
#[derive(Clone, Copy, Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    /// Like a genuine card.
    AsExpected,
    /// Slower; usually something that can be set right.
    Check,
    /// Far slower: ask for a swap or a refund.
    Low,
    /// More than the card can do: another unit or another figure.
    High,
    /// So little that it is no figure of such a card: no verdict on it.
    Unclear,
}

/// What a card can be expected to reach.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Expectation {
    /// The likely figure.
    pub reference: f64,
    /// No whole card was published below.
    pub lowest: f64,
    /// No card was published above.
    pub highest: f64,
    /// Where it comes from.
    pub basis: ExpectationBasis,
    /// Id of where it was read, in `src/core/data`; absent where it was derived or given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
}

/// Where an expectation comes from.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub enum ExpectationBasis {
    /// This card was measured.
    Measured {},
    /// The same chip was measured under another name.
    #[serde(rename_all = "camelCase")]
    Twin {
        /// As the vendor writes it.
        gpu_name: &'static str,
    },
    /// This card was measured in another precision; its share of the peak there is taken.
    OtherPrecision {
        /// The one that was measured.
        precision: Precision,
    },
    /// The median share of the peak of similar cards, and the range of their shares.
    Class {
        /// How many similar cards were measured.
        cards: usize,
    },
    /// The visitor gave the figure.
    Given {},
}

/// Where verdicts change.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Bands {
    /// Below is `low`.
    pub check: f64,
    /// From here on is `asExpected`.
    pub expected: f64,
    /// Above is `high`.
    pub high: f64,
}

/// A likely cause, with the numbers that it has.
#[derive(Debug, Default, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Cause {
    /// Stable and kebab-case, such as `sparse` or `power-limit`.
    pub code: &'static str,
    /// The figure that was met: a printed peak, what another card or format reaches, or the reading converted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub figure: Option<f64>,
    /// The format of that figure: of INT8 it is in TOPS, of all others in TFLOPS, whatever the unit of the reading.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub precision: Option<Precision>,
    /// The other card, as its vendor writes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gpu_name: Option<&'static str>,
    /// One part in so many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<u8>,
    /// How many devices the board has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub devices: Option<u32>,
    /// Rows of a matrix that is large enough.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<u32>,
    /// The power limit of a full card in watts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub power_w: Option<u32>,
}

#[cfg(test)]
mod tests;
