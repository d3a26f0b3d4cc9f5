//! An estimate of the memory that a plan needs on its fullest GPU.

use super::plan::{Attention, DataParallel, Plan, Recompute};

/// Bytes of memory on one GPU, by use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// Weights, gradients and the optimizer's copies.
    pub states: f64,
    /// Activations that wait for the backward pass.
    pub activations: f64,
}

impl Memory {
    /// All, bytes.
    pub fn total(self) -> f64 {
        self.states + self.activations
    }
}

/// Bytes of a BF16 weight.
const WEIGHT: f64 = 2.0;

/// Bytes of FP32 master weight and two moments of Adam.
const OPTIMIZER: f64 = 12.0;

/// Width of an attention head, 128 in nearly all models here: the square of attention scores has
/// h / 128 of them.
const HEAD_WIDTH: f64 = 128.0;

/// The estimate: what a plan needs at the first stage of its pipeline, which holds most activations.
///
/// States, bytes per parameter / (t p): 2 for the BF16 weight, 2 or 4 for the gradient and 12 for
/// Adam (Rajbhandari et al., arXiv 1910.02054: 16; Megatron-LM's documentation: 18 with FP32
/// gradients), the last divided by d c if the optimizer is sharded, everything if fully sharded,
/// which then gathers two layers at a time.
/// Activations of a layer (Korthikanti et al., arXiv 2205.05198, section 4):
/// s b h / t (34 + 5 a s / h) bytes kept whole, 34 without attention scores, 2 if recomputed, for
/// the layers of a stage and the micro-batches under way: p, or 1 + (p − 1)/(p v) times as many if
/// interleaved, and never more than m. Sequence parallelism is assumed. Logits (FP32 and BF16) count where there is no pipeline.
///
/// Left out: fragmentation, communication buffers, the CUDA context; real runs need several GB more.
pub fn memory(plan: &Plan) -> Memory {
    let [tensor, stages, context, chunks] = [
        plan.split.tensor,
        plan.split.pipeline,
        plan.split.context,
        plan.split.interleave,
    ]
    .map(super::inputs::Degree::real);
    let sharers = plan.replicas() * context;
    let parameters = plan.model.parameters() / (tensor * stages);
    let gradient = plan.gradients.bytes();
    let whole = WEIGHT + gradient + OPTIMIZER;
    let states = match plan.data_parallel {
        DataParallel::Plain => parameters * whole,
        DataParallel::ShardedOptimizer => parameters * (WEIGHT + gradient + OPTIMIZER / sharers),
        DataParallel::FullySharded => {
            parameters * whole / sharers + 2.0 * WEIGHT * plan.model.layer_parameters() / tensor
        }
    };

    let batches = plan.micro_batches();
    let tokens = batches.sequences * plan.sequence.real() / context;
    let shape = plan.model.shape();
    let values = tokens * shape.hidden() / tensor;
    let scores = match plan.software.attention {
        Attention::Fused(_) => 0.0,
        Attention::Square => 5.0 * plan.sequence.real() / HEAD_WIDTH,
    };
    let layer = values
        * match plan.recompute {
            Recompute::None => 34.0 + scores,
            Recompute::Selective => 34.0,
            Recompute::Full => 2.0,
        };
    let interleaved = if chunks > 1.0 {
        1.0 + (stages - 1.0) / (stages * chunks)
    } else {
        1.0
    };
    let under_way = (stages * interleaved).min(batches.count);
    let logits = if stages > 1.0 {
        0.0
    } else {
        6.0 * tokens * plan.model.vocabulary() / tensor
    };
    Memory {
        states,
        activations: layer * shape.layers() / stages * under_way + logits,
    }
}
