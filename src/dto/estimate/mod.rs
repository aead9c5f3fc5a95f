//! What a workload needs and how it runs on one type of GPU, without prices, as JavaScript sees it.

mod convert;

use serde::{Deserialize, Serialize};
use tsify::Tsify;

pub use self::convert::estimate;
use super::comparison::{Arrangement, Layout, Memory, Outside, Range, Rejection, Requirement, Serving};
use super::request::Workload;

/// A workload, and the GPU to look at.
#[derive(Debug, Deserialize, Tsify)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EstimateRequest {
    /// What runs.
    pub workload: Workload,
    /// Id of a GPU, or a name that only one has.
    pub gpu: String,
    /// Answer tokens of a day, for how many GPUs they take.
    #[tsify(optional)]
    pub tokens_per_day: Option<f64>,
}

/// What a workload needs, and how it runs on one type of GPU.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Estimate {
    /// What the workload needs on any GPU.
    pub requirement: Requirement,
    /// Id of the GPU.
    pub gpu_id: String,
    /// On 1, 2, 4 and 8 GPUs of a node.
    pub counts: Vec<Count>,
}

/// On a number of GPUs.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Count {
    /// How many.
    pub gpus: u32,
    /// The best way to run it; absent where none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<Candidate>,
    /// Why none does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejection: Option<Rejection>,
    /// Of a training, every way that was considered, simplest first.
    pub tried: Vec<Tried>,
    /// Of inference, what they serve at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity: Option<Capacity>,
}

/// A way to run a workload.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// How the work is spread over GPUs.
    pub layout: Layout,
    /// Of a training, the same in full.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arrangement: Option<Arrangement>,
    /// Memory of each GPU.
    pub memory: Memory,
    /// Seconds from start to end, for work with an end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub run_time: Option<Range>,
    /// Tokens per second of all GPUs in training.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens_per_second: Option<Range>,
    /// How fast requests are answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serving: Option<Serving>,
    /// Seconds until the next image or video is done, all GPUs together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seconds_per_item: Option<Range>,
    /// What no measured row covers.
    pub outside: Vec<Outside>,
}

/// A way to arrange a training that was considered.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Tried {
    /// The way.
    pub arrangement: Arrangement,
    /// Whether another one that fits is no slower and needs no more memory.
    pub dominated: bool,
    /// Tokens per second of all GPUs; absent where it does not do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tokens_per_second: Option<Range>,
    /// Likely bytes of each GPU; absent where it does not do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<f64>,
    /// Why it does not do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejection: Option<Rejection>,
}

/// What GPUs serve at most.
#[derive(Debug, Serialize, Tsify)]
#[serde(rename_all = "camelCase")]
pub struct Capacity {
    /// Users at once, each at the speed that is wanted.
    pub users: u32,
    /// Answer tokens per second of all users together.
    pub in_all: Range,
    /// Answer tokens of a day with so many users at any time.
    pub tokens_per_day: Range,
    /// GPUs for the tokens that are asked for, by the low end of the range, in groups of this number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gpus_needed: Option<u32>,
}
