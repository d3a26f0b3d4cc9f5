//! All that can be turned of a training step.

use super::architecture::Architecture;
use super::collective::{Algorithm, Links};
use super::inputs::{
    Achieved, Bandwidth, Degree, GlobalBatch, HalfWidth, HopLatency, KernelCount, LoadingTime,
    MemorySize, MicroBatch, NodeSize, Peak, SequenceLength, Share, Traffic,
};
use super::stack::{Constants, Stack};
use crate::model::hardware::{Gpu, H100};
use crate::model::quantity::Count;
use crate::model::step::{FixedTime, LaunchCost};
use crate::model::transformer::ModelSize;

/// A training step to be modeled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plan {
    /// The model.
    pub model: Architecture,
    /// Tokens of one sequence.
    pub sequence: SequenceLength,
    /// Sequences of one step, B.
    pub global_batch: GlobalBatch,
    /// Sequences that go through the model at once, b.
    pub micro_batch: MicroBatch,
    /// Number of GPUs, N.
    pub gpus: Count,
    /// How the model is cut; what is left of the GPUs are replicas.
    pub split: Split,
    /// GPUs and links.
    pub machine: Machine,
    /// How collectives go.
    pub algorithm: Algorithm,
    /// What the replicas share.
    pub data_parallel: DataParallel,
    /// Precision of gradients on the way.
    pub gradients: GradientWidth,
    /// How much of each kind of communication is hidden.
    pub overlap: Overlap,
    /// Which activations are computed again instead of kept.
    pub recompute: Recompute,
    /// How well the code uses a GPU.
    pub software: Software,
    /// Serial time of a step that depends on nothing here.
    pub fixed: FixedTime,
    /// Time a step waits for data.
    pub loading: LoadingTime,
}

/// How a model is cut into pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// Shards of every layer, t.
    pub tensor: Degree,
    /// Stages of consecutive layers, p.
    pub pipeline: Degree,
    /// Chunks of layers of a stage, v: 1 is the plain schedule, more are interleaved.
    pub interleave: Degree,
    /// Pieces of every sequence, c.
    pub context: Degree,
}

impl Split {
    /// The whole model on one GPU.
    pub const NONE: Self = Self {
        tensor: Degree::ONE,
        pipeline: Degree::ONE,
        interleave: Degree::ONE,
        context: Degree::ONE,
    };

    /// GPUs of one replica of the model, t p c.
    pub const fn replica(&self) -> f64 {
        self.tensor.real() * self.pipeline.real() * self.context.real()
    }
}

/// GPUs and what connects them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Machine {
    /// Peak of matrix products at the precision used.
    pub peak: Peak,
    /// Memory of one GPU.
    pub memory: MemorySize,
    /// Bandwidth of that memory.
    pub memory_bandwidth: Bandwidth,
    /// GPUs of a node.
    pub node: NodeSize,
    /// NVLink and network.
    pub links: Links,
}

impl Machine {
    /// Nodes of eight of these GPUs with the network they are usually sold with.
    ///
    /// Latencies of a hop are those by which NCCL chooses among algorithms for a ring with its
    /// protocol for large messages: 3.4 µs over NVLink and 14 µs over a network (`src/graph/tuning.cc`).
    pub const fn of(gpu: &Gpu) -> Self {
        Self {
            peak: Peak::saturating(gpu.peak_tflops),
            memory: MemorySize::saturating(gpu.memory_gb),
            memory_bandwidth: Bandwidth::saturating(gpu.memory_gbs),
            node: NodeSize::saturating(8),
            links: Links {
                nvlink: Bandwidth::saturating(gpu.nvlink_gbs),
                nvlink_latency: HopLatency::saturating(3.4),
                network: Bandwidth::saturating(gpu.network_gbs),
                network_latency: HopLatency::saturating(14.0),
                network_share: Achieved::saturating(Constants::FITTED.network_share),
            },
        }
    }

    /// Peak of one GPU, FLOP/s.
    pub const fn peak_flops(&self) -> f64 {
        self.peak.get() * 1e12
    }
}

/// What replicas of the model share.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DataParallel {
    /// Nothing: every replica keeps all, gradients are all-reduced once a step (DDP).
    Plain,
    /// The optimizer: gradients are reduce-scattered and new weights all-gathered once a step
    /// (ZeRO-1, Megatron's distributed optimizer).
    #[default]
    ShardedOptimizer,
    /// Everything: weights are all-gathered for each forward and each backward pass and gradients
    /// reduce-scattered after it, in every micro-batch (ZeRO-3, FSDP).
    FullySharded,
}

/// Precision of gradients when they are added up over replicas.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GradientWidth {
    /// BF16 or FP16.
    Two,
    /// FP32.
    #[default]
    Four,
}

impl GradientWidth {
    /// Bytes of one gradient.
    pub const fn bytes(self) -> f64 {
        match self {
            Self::Two => 2.0,
            Self::Four => 4.0,
        }
    }
}

/// Share of each kind of communication that is hidden, of what there is computing to hide it behind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// Of tensor parallelism.
    pub tensor: Share,
    /// Of pipeline messages.
    pub pipeline: Share,
    /// Of data parallelism.
    pub data: Share,
    /// Of context parallelism.
    pub context: Share,
}

impl Overlap {
    /// The same share of every kind.
    pub const fn all(share: Share) -> Self {
        Self {
            tensor: share,
            pipeline: share,
            data: share,
            context: share,
        }
    }
}

/// Which activations are computed again in the backward pass instead of being kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Recompute {
    /// None.
    #[default]
    None,
    /// The attention core, whose activations are large and quick to compute (Korthikanti et al.).
    Selective,
    /// Every layer: forward runs twice.
    Full,
}

/// What the attention kernel does with the masked half of its square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Attention {
    /// Skips it and keeps no square in memory (fused kernels since 2022), at this share of the peak.
    Fused(Achieved),
    /// Computes and keeps it (code before that): twice the FLOPs, at the speed of other products,
    /// and memory traffic for every score.
    Square,
}

/// How well the code uses a GPU: the constants of a generation of GPUs and a software stack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Software {
    /// Share of the peak that matrix products of wide layers reach.
    pub achieved: Achieved,
    /// Columns of a shard, h / t, at which they reach half of that.
    pub half_width: HalfWidth,
    /// Memory traffic of everything that is not a matrix product.
    pub traffic: Traffic,
    /// Attention kernel.
    pub attention: Attention,
    /// Kernels of a layer, forward and backward.
    pub kernels: KernelCount,
    /// Time of the host to launch one.
    pub launch: LaunchCost,
    /// Share of launches taken off the critical path by graphs or fusion.
    pub graphs: Share,
}

impl Software {
    /// Share of the peak that matrix products reach in shards of `width` columns, in (0, 1):
    /// `achieved · w / (w + half_width)`.
    pub fn achieved_at(&self, width: f64) -> f64 {
        self.achieved.get() * width / (width + self.half_width.get())
    }
}

impl Default for Plan {
    /// Llama 3.1 70B at 8192 tokens on 256 H100, with a batch of 512 sequences (4 Mi tokens).
    fn default() -> Self {
        Self {
            model: Architecture::of(ModelSize::DEFAULT),
            sequence: SequenceLength::saturating(8192),
            global_batch: GlobalBatch::saturating(512.0),
            micro_batch: MicroBatch::MIN,
            gpus: Count::saturating(256),
            split: Split {
                tensor: Degree::saturating(8),
                pipeline: Degree::saturating(4),
                interleave: Degree::saturating(5),
                context: Degree::ONE,
            },
            machine: Machine::of(&H100),
            algorithm: Algorithm::Ring,
            data_parallel: DataParallel::ShardedOptimizer,
            gradients: GradientWidth::Four,
            overlap: Stack::MegatronH100.overlap(),
            recompute: Recompute::None,
            software: Stack::MegatronH100.software(),
            fixed: Stack::MegatronH100.fixed(),
            loading: LoadingTime::MIN,
        }
    }
}

impl Plan {
    /// Replicas of the model, d = N / (t p c), at least 1; real between whole numbers.
    pub fn replicas(&self) -> f64 {
        (f64::from(self.gpus.get()) / self.split.replica()).max(1.0)
    }

    /// Micro-batches of each replica, m ≥ 1, and the sequences in one of them.
    pub(super) fn micro_batches(&self) -> MicroBatches {
        let busy_replicas = self.replicas().min(self.global_batch.get());
        let sequences = self.global_batch.get() / busy_replicas;
        let count = (sequences / self.micro_batch.real()).max(1.0);
        MicroBatches {
            count,
            sequences: sequences / count,
            busy_replicas,
        }
    }
}

/// What a replica has to do in a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct MicroBatches {
    /// How many, at least 1.
    pub(super) count: f64,
    /// Sequences in each, at least 1.
    pub(super) sequences: f64,
    /// Replicas that have any.
    pub(super) busy_replicas: f64,
}
