//! What is fitted to measurements: few numbers, each with a meaning of its own.
//!
//! `cargo xtask accuracy DIR --fit` fits them and prints the table below. The rows are of `mosaicml/llm-foundry`, `NVIDIA-NeMo/
//! Megatron-Bridge`, NVIDIA NeMo 24.12, `pytorch/torchtitan`, `QwenLM/Qwen` and papers (training), `XiongjieDai/
//! GPU-Benchmarks-on-LLM-Inference`, `pytorch-labs/gpt-fast`, `QwenLM/Qwen3`, `NVIDIA/TensorRT-LLM`, `InternLM/lmdeploy`
//! (answers); errors and values are in `data/accuracy.md`.

use super::GenerationCoefficients;

/// All fitted numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Coefficients {
    /// Of training.
    pub training: TrainingCoefficients,
    /// Of answering requests.
    pub serving: ServingCoefficients,
    /// Of making images and videos.
    pub generation: GenerationCoefficients,
}

/// Of training.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TrainingCoefficients {
    /// Share of what large matrix products reach on the card that those of training reach: Ampere with HBM.
    pub ampere: f64,
    /// The same elsewhere, one kernel an operation.
    pub eager: f64,
    /// The same with kernels that do several operations.
    pub fused: f64,
    /// The same with kernels written for the card.
    pub tuned: f64,
    /// Share of the speed of 16-bit matrix products at which attention runs.
    pub attention: f64,
    /// The same with kernels written for the card.
    pub attention_tuned: f64,
    /// Time of a recomputed operation in units of another.
    pub recomputed: f64,
    /// Time of an operation of a mixture of experts in units of a dense one: many small products.
    pub mixture: f64,
    /// Bytes moved for each byte that a layer keeps.
    pub traffic: f64,
    /// The same with kernels written for the card.
    pub traffic_tuned: f64,
    /// The same with adapters beside every projection: each drops, multiplies and adds whole vectors.
    pub traffic_adapters: f64,
    /// Bytes moved for each byte of logits.
    pub traffic_logits: f64,
    /// Bytes moved to expand one 4-bit weight once; an ideal kernel would move 4.5.
    pub expanded: f64,
    /// Seconds of each layer and micro-batch in which a GPU waits for the next small kernel.
    pub starts: f64,
    /// Share of the shorter of computing and exchanging states that does not hide behind the longer.
    pub exposed: f64,
    /// Share of what is exchanged inside of a layer that does not hide behind computing, with kernels written for the card.
    pub exposed_layer: f64,
    /// Time of a whole pre-training in units of its steps' time.
    pub interruptions: f64,
}

/// Of answering requests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ServingCoefficients {
    /// Share of the bandwidth at which weights are read.
    pub reading: f64,
    /// Bytes of 16-bit weights that a multiprocessor reads in a cycle, at most.
    pub per_cycle: f64,
    /// The same of kernels for cards of any kind.
    pub per_cycle_portable: f64,
    /// Bytes of 8-bit weights that are read in the time of a byte of 16-bit ones, where that limit counts: kernels differ.
    pub eight: f64,
    /// The same of 4-bit weights, which are expanded on the way.
    pub quarter: f64,
    /// Share of the bandwidth at which keys and values are read.
    pub cache: f64,
    /// The same of kernels for cards of any kind.
    pub cache_portable: f64,
    /// Seconds of each layer of a step that are neither reading nor computing, one kernel an operation.
    pub layer_eager: f64,
    /// The same of kernels for cards of any kind.
    pub layer_portable: f64,
    /// The same with kernels that do several operations.
    pub layer: f64,
    /// The same on top where the layer routes tokens to experts.
    pub routing: f64,
    /// Share of the speed of large matrix products in prefill and in large decode batches.
    pub compute: f64,
    /// The same with kernels written for the card.
    pub compute_tuned: f64,
    /// Share of the speed of 16-bit matrix products at which the attention of prompts runs.
    pub attention: f64,
    /// Share of the bandwidth of a ring that sums inside of layers reach.
    pub exchange: f64,
    /// Operations of a multiprocessor in a cycle, at most, of kernels for cards of any kind.
    pub operations_portable: f64,
    /// Speed with quantized weights in units of that with others, of the same.
    pub quantized_portable: f64,
    /// Share of what stages could save by working at once that they do save.
    pub staged: f64,
    /// Bytes moved for each byte that the vectors of a token take in a layer.
    pub traffic: f64,
    /// Time of an operation of a mixture of experts in units of a dense one.
    pub mixture: f64,
    /// Seconds in which the host chooses, schedules and passes on a token of one user.
    pub host: f64,
}

impl Coefficients {
    /// Before any fit.
    pub const ASSUMED: Self = Self {
        training: TrainingCoefficients {
            ampere: 0.83,
            eager: 0.64,
            fused: 0.64,
            tuned: 0.9,
            attention: 0.36,
            attention_tuned: 0.6,
            recomputed: 0.55,
            mixture: 1.5,
            traffic: 6.0,
            traffic_tuned: 5.0,
            traffic_adapters: 28.0,
            traffic_logits: 5.0,
            expanded: 16.0,
            starts: 1e-3,
            exposed: 0.4,
            exposed_layer: 0.5,
            interruptions: 1.5,
        },
        serving: ServingCoefficients {
            reading: 0.95,
            per_cycle: 10.0,
            per_cycle_portable: 6.8,
            eight: 1.2,
            quarter: 0.6,
            cache: 0.85,
            cache_portable: 0.3,
            layer_eager: 400e-6,
            layer_portable: 100e-6,
            layer: 50e-6,
            routing: 50e-6,
            compute: 0.7,
            compute_tuned: 0.85,
            attention: 0.5,
            exchange: 0.6,
            operations_portable: 1150.0,
            quantized_portable: 0.75,
            staged: 0.5,
            traffic: 3.0,
            mixture: 1.3,
            host: 8e-6,
        },
        generation: GenerationCoefficients::ASSUMED,
    };

    /// As fitted.
    pub const FITTED: Self = Self {
        training: TrainingCoefficients {
            ampere: 0.842,
            eager: 0.64,
            fused: 0.631,
            tuned: 0.666,
            attention: 0.3,
            attention_tuned: 0.603,
            recomputed: 0.55,
            mixture: 1.88,
            traffic: 6.0,
            traffic_tuned: 5.0,
            traffic_adapters: 27.3,
            traffic_logits: 5.0,
            expanded: 16.0,
            starts: 1000e-6,
            exposed: 0.4,
            exposed_layer: 0.5,
            interruptions: 1.52,
        },
        serving: ServingCoefficients {
            reading: 0.95,
            per_cycle: 10.0,
            per_cycle_portable: 6.18,
            eight: 1.06,
            quarter: 0.6,
            cache: 0.987,
            cache_portable: 0.3,
            layer_eager: 400e-6,
            layer_portable: 104e-6,
            layer: 58.2e-6,
            routing: 41.6e-6,
            compute: 0.522,
            compute_tuned: 0.935,
            attention: 0.722,
            exchange: 0.721,
            operations_portable: 1_200.0,
            quantized_portable: 0.749,
            staged: 0.5,
            traffic: 3.0,
            mixture: 1.3,
            host: 8.78e-6,
        },
        generation: GenerationCoefficients::FITTED,
    };
}
