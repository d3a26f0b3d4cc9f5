//! What of a plan cannot be, and what could be instead.

use super::inputs::{Degree, GlobalBatch, MemorySize};
use super::memory::memory;
use super::plan::{DataParallel, Plan, Recompute};
use crate::model::quantity::Count;

/// One thing that is wrong with a plan, with the numbers to say so and the nearest that would do.
///
/// The step is computed all the same (see "Between whole numbers" in [`super`]); a page has to
/// say what it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Infeasible {
    /// N is not a multiple of the GPUs of one replica, t p c.
    Gpus {
        /// GPUs of one replica.
        replica: u32,
        /// The nearest multiple; `None` if one replica is more than the most GPUs.
        nearest: Option<Count>,
    },
    /// The batch is not a whole number of micro-batches for every replica.
    Batch {
        /// Sequences that must divide the batch: replicas × micro-batch.
        divisor: u32,
        /// The nearest multiple.
        nearest: GlobalBatch,
    },
    /// There are more chunks of layers, p v, than layers, or (of a published model with more than
    /// one chunk a stage) they divide neither the layers nor layers, embedding and output.
    Layers {
        /// Chunks of layers, p v.
        chunks: u32,
        /// The greatest interleaving with this pipeline that works; `None` if none does, and the
        /// pipeline is too long.
        interleave: Option<Degree>,
        /// The longest pipeline up to this one that works without interleaving.
        pipeline: Degree,
    },
    /// An interleaved pipeline needs a multiple of p micro-batches.
    Interleaving {
        /// Sequences that must divide the batch: replicas × micro-batch × p.
        divisor: u32,
        /// The nearest multiple.
        nearest: GlobalBatch,
    },
    /// The sequence cannot be cut into 2 c pieces, two for each GPU so that all have as much of
    /// the causal mask to do.
    Sequence {
        /// The nearest lower degree that divides it.
        nearest: Degree,
    },
    /// A note: shards of a layer talk over the network, which is possible and slow.
    TensorBeyondNode {
        /// GPUs of a node.
        node: u32,
    },
    /// The estimate of memory is more than the GPU has.
    Memory {
        /// Bytes needed, by [`memory`].
        needed: f64,
        /// What the GPU has.
        available: MemorySize,
        /// What to change; `None` if nothing tried helps.
        remedy: Option<Advice>,
    },
}

impl Infeasible {
    /// Whether it is only worth knowing: the plan could run.
    pub const fn is_note(&self) -> bool {
        matches!(self, Self::TensorBeyondNode { .. })
    }
}

/// A change for a plan that needs too much memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The least costly change that makes the plan fit, or else the one that saves most.
    pub change: Remedy,
    /// Whether the plan fits then.
    pub enough: bool,
}

/// A change of one field that lets a plan need less memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Compute activations again.
    Recompute(Recompute),
    /// Let replicas share.
    DataParallel(DataParallel),
    /// More shards of every layer.
    Tensor(Degree),
    /// A longer pipeline.
    Pipeline(Degree),
    /// More pieces of the sequence.
    Context(Degree),
}

impl Remedy {
    /// The plan with the change, on as many GPUs or, if those are too few, on one replica.
    #[must_use]
    pub fn apply(self, plan: &Plan) -> Plan {
        let mut changed = *plan;
        match self {
            Self::Recompute(recompute) => changed.recompute = recompute,
            Self::DataParallel(kind) => changed.data_parallel = kind,
            Self::Tensor(degree) => changed.split.tensor = degree,
            Self::Pipeline(degree) => changed.split.pipeline = degree,
            Self::Context(degree) => changed.split.context = degree,
        }
        let replica = Count::saturating(changed.split.replica() as u32);
        changed.gpus = changed.gpus.max(replica);
        changed
    }
}

/// All that is wrong with a plan; nothing if it could run.
pub fn check(plan: &Plan) -> Vec<Infeasible> {
    let found = [
        gpus(plan),
        batch(plan),
        layers(plan),
        sequence(plan),
        tensor(plan),
        fits(plan),
    ];
    found.into_iter().flatten().collect()
}

/// The multiple of `step` nearest to `value`, at least one.
fn nearest_multiple(value: f64, step: f64) -> f64 {
    (value / step).round().max(1.0) * step
}

fn gpus(plan: &Plan) -> Option<Infeasible> {
    let replica = plan.split.replica();
    let gpus = f64::from(plan.gpus.get());
    (gpus % replica > 0.0).then(|| Infeasible::Gpus {
        replica: replica as u32,
        nearest: Count::new(nearest_multiple(gpus, replica) as u32),
    })
}

fn batch(plan: &Plan) -> Option<Infeasible> {
    let batch = plan.global_batch.get();
    let replicas = plan.replicas().floor() * plan.micro_batch.real();
    let interleaved = plan.split.interleave > Degree::ONE;
    let whole = if interleaved {
        replicas * plan.split.pipeline.real()
    } else {
        replicas
    };
    let (divisor, nearest) = (
        whole as u32,
        GlobalBatch::saturating(nearest_multiple(batch, whole)),
    );
    (batch % whole > 0.0).then_some(if interleaved {
        Infeasible::Interleaving { divisor, nearest }
    } else {
        Infeasible::Batch { divisor, nearest }
    })
}

fn layers(plan: &Plan) -> Option<Infeasible> {
    let layers = plan.model.shape().layers();
    let stages = plan.split.pipeline.real();
    let whole = layers.fract() == 0.0;
    // Embedding and output may take the place of a layer each, as in Llama 3 (section 3.3.2).
    let divides = |chunks: f64| layers % chunks == 0.0 || (layers + 2.0) % chunks == 0.0;
    // Without interleaving a last stage may be shorter; a typical shape has no whole layers to divide.
    let works = |interleave: f64| {
        let chunks = stages * interleave;
        if interleave > 1.0 && whole {
            divides(chunks)
        } else {
            chunks <= layers
        }
    };
    let chunks = plan.split.interleave.get();
    (!works(f64::from(chunks))).then(|| Infeasible::Layers {
        chunks: (stages * f64::from(chunks)) as u32,
        interleave: (1..chunks)
            .rev()
            .find(|chunks| works(f64::from(*chunks)))
            .and_then(Degree::new),
        pipeline: Degree::saturating(stages.min(layers.floor()) as u32),
    })
}

fn sequence(plan: &Plan) -> Option<Infeasible> {
    let tokens = plan.sequence.get();
    let works = |degree: u32| degree == 1 || tokens.is_multiple_of(2 * degree);
    let degree = plan.split.context.get();
    (!works(degree)).then(|| Infeasible::Sequence {
        nearest: (1..degree)
            .rev()
            .find(|degree| works(*degree))
            .map_or(Degree::ONE, Degree::saturating),
    })
}

fn tensor(plan: &Plan) -> Option<Infeasible> {
    let node = plan.machine.node.get();
    (plan.split.tensor.get() > node).then_some(Infeasible::TensorBeyondNode { node })
}

fn fits(plan: &Plan) -> Option<Infeasible> {
    let available = plan.machine.memory;
    let needed = memory(plan).total();
    let after = |remedy: &Remedy| memory(&remedy.apply(plan)).total();
    let fits = |needed: f64| needed <= available.get() * 1e9;
    (!fits(needed)).then(|| {
        let enough = remedies(plan).find(|remedy| fits(after(remedy)));
        let most = || {
            let helps = remedies(plan).filter(|remedy| after(remedy) < needed);
            helps.min_by(|a, b| after(a).total_cmp(&after(b)))
        };
        Infeasible::Memory {
            needed,
            available,
            remedy: enough.or_else(most).map(|change| Advice {
                change,
                enough: enough.is_some(),
            }),
        }
    })
}

/// Changes that need less memory, the least costly first.
fn remedies(plan: &Plan) -> impl Iterator<Item = Remedy> {
    let recompute = [Recompute::Selective, Recompute::Full]
        .into_iter()
        .map(Remedy::Recompute);
    let share = [DataParallel::ShardedOptimizer, DataParallel::FullySharded]
        .into_iter()
        .map(Remedy::DataParallel);
    let split = plan.split;
    let node = plan.machine.node.get();
    let doubled = |degree: Degree| {
        (1..12)
            .map(move |power| degree.get() << power)
            .map_while(Degree::new)
    };
    let shards = doubled(split.tensor)
        .filter(move |degree| degree.get() <= node)
        .map(Remedy::Tensor);
    let layers = plan.model.shape().layers();
    let stages = doubled(split.pipeline)
        .filter(move |degree| degree.real() <= layers)
        .map(Remedy::Pipeline);
    let tokens = plan.sequence.get();
    let pieces = doubled(split.context)
        .filter(move |degree| tokens.is_multiple_of(2 * degree.get()))
        .map(Remedy::Context);
    recompute
        .chain(share)
        .chain(shards)
        .chain(stages)
        .chain(pieces)
}
