//! One training step of a language model on many GPUs: where its time goes, and why more GPUs do
//! not make it as much shorter as one hopes.
//!
//! A [`Plan`] says everything that can be turned; [`step`] makes a [`Breakdown`] of it, in seconds;
//! [`check()`] tells what of it cannot be; [`scaling`] asks what happens with another number of GPUs;
//! [`presets`] has plans to start from, and [`totals`] how far the model is from published runs.
//!
//! ```
//! use amdahl_explorer::model::quantity::Count;
//! use amdahl_explorer::model::training::{Plan, check, scaling, step};
//!
//! let plan = Plan::default();
//! let breakdown = step(&plan);
//! assert!(breakdown.data.exposed <= breakdown.data.total());
//! assert!(check(&plan).is_empty());
//! // Eight times the GPUs, the same batch: each has an eighth of the micro-batches.
//! let larger = scaling::scale(&plan, Count::new(plan.gpus.get() * 8).unwrap());
//! let point = scaling::compare(&plan, &larger);
//! assert!(point.efficiency < 1.0);
//! let effective = point.parallel_fraction; // "behaves like P = 0.9998"
//! # assert!(effective.is_some());
//! ```
//!
//! # The model
//!
//! With p stages of v chunks, t shards of a layer, c of a sequence, d replicas, and m = B / (d b)
//! micro-batches of b sequences for each replica:
//!
//! ```text
//! compute    matrix products at the achieved rate + memory traffic of everything else
//! tensor     4 all-reduces of b s h / c values a layer and micro-batch (6 if forward runs twice)
//! context    keys and values round a ring, once forward and twice backward
//! pipeline   2 v messages of b s h / (c t) values a micro-batch
//! data       gradients once a step, or weights and gradients of every micro-batch if fully sharded
//! bubble     (p − 1) / v micro-batches, and the wait for the stage with the output layer
//! launch     gaps between kernels, and whatever launching takes longer than computing
//! optimizer  one pass over the GPU's own weights, gradients and moments
//! fixed, loading  as given
//! ```
//!
//! Formulas: SC21 (arXiv 2104.04473) sections 2 and 3, Korthikanti et al. (arXiv 2205.05198),
//! Llama 3 (arXiv 2407.21783) section 3.3. Tokens, bytes and FLOPs are exact; how fast they go is
//! the few [`Constants`], the same for every run of a generation of GPUs or a software stack.
//!
//! **Between whole numbers.** d = N / (t p c) and m are real, so that a curve over N is smooth: it
//! is exact where the batch divides and a straight continuation between. Once a replica has less than
//! one micro-batch the micro-batch shrinks, down to one sequence; replicas beyond the batch are idle.
//! Fewer GPUs than one replica count as one replica. [`check()`] tells of all of these.

pub mod inputs;

mod architecture;
mod breakdown;
mod check;
mod collective;
mod job;
mod memory;
mod plan;
mod stack;

pub use architecture::Architecture;
pub use breakdown::{Breakdown, Communication, step};
pub use check::{Advice, Infeasible, Remedy, check};
pub use collective::{ALGORITHMS, Algorithm, Links, NVLINK_SHARE};
pub use job::Job;
pub use memory::{Memory, memory};
pub use plan::{
    Attention, DataParallel, GradientWidth, Machine, Overlap, Plan, Recompute, Software, Split,
};
pub use stack::{Constants, Stack};

pub mod presets;
pub mod scaling;
pub mod totals;
