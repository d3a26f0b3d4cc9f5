//! The same step on another number of GPUs, in Amdahl's terms.

use super::breakdown::{Breakdown, step};
use super::inputs::GlobalBatch;
use super::plan::Plan;
use crate::model::metrics::{karp_flatt_relative, one_processor_fraction};
use crate::model::quantity::Count;
use crate::model::quantity::Processors;

/// What stays the same when there are more GPUs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scaling {
    /// The batch, hence the work of a step (Amdahl).
    #[default]
    Strong,
    /// The batch of each replica; the work grows with the GPUs (Gustafson).
    Weak,
}

impl Scaling {
    /// Word in links, test names and DOM ids.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Strong => "strong",
            Self::Weak => "weak",
        }
    }

    /// The plan on `gpus` GPUs.
    #[must_use]
    pub fn plan(self, plan: &Plan, gpus: Count) -> Plan {
        match self {
            Self::Strong => scale(plan, gpus),
            Self::Weak => scale_weak(plan, gpus),
        }
    }
}

/// The plan on `gpus` GPUs with the same batch: only the number of replicas changes.
#[must_use]
pub fn scale(plan: &Plan, gpus: Count) -> Plan {
    Plan { gpus, ..*plan }
}

/// The plan on `gpus` GPUs with the same batch for each replica.
#[must_use]
pub fn scale_weak(plan: &Plan, gpus: Count) -> Plan {
    let larger = scale(plan, gpus);
    let batch = plan.global_batch.get() * larger.replicas() / plan.replicas();
    Plan {
        global_batch: GlobalBatch::saturating(batch),
        ..larger
    }
}

/// A run beside a base run of the same model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comparison {
    /// Where the time of the run goes.
    pub breakdown: Breakdown,
    /// Tokens per second over those of the base run: of equal batches, the ratio of step times.
    pub speedup: f64,
    /// Speedup over the ratio of GPUs; 1 is ideal.
    pub efficiency: f64,
    /// Karp and Flatt's serial share **of the base run**: constant if the base run has a serial
    /// part, growing with N if communication grows. `None` at the base's own number of GPUs.
    pub relative_serial_share: Option<f64>,
    /// P of the program on one GPU that Amdahl's law would give this speedup to; a share of the
    /// one-GPU time, at most 1 unless the speedup is more than ideal.
    pub parallel_fraction: Option<f64>,
}

/// A run beside a base run. Both plans may differ in anything, but the numbers mean something only
/// for the same model and sequence.
pub fn compare(base: &Plan, plan: &Plan) -> Comparison {
    compare_steps(base, &step(base), plan)
}

/// As [`compare`], for a base whose step is known: a curve needs that once.
pub fn compare_steps(base: &Plan, base_step: &Breakdown, plan: &Plan) -> Comparison {
    let breakdown = step(plan);
    let speedup = breakdown.tokens_per_second() / base_step.tokens_per_second();
    let [from, to] = [base, plan].map(|plan| plan.replicas() * plan.split.replica());
    let [n0, n] = [from, to].map(Processors::saturating);
    let relative_serial_share = karp_flatt_relative(speedup, n0, n);
    Comparison {
        breakdown,
        speedup,
        efficiency: speedup * from / to,
        relative_serial_share,
        parallel_fraction: relative_serial_share
            .and_then(|share| one_processor_fraction(share, n0))
            .map(|serial| 1.0 - serial),
    }
}

/// The most GPUs that are still of use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak {
    /// Number of GPUs with the most tokens per second, a multiple of one replica.
    pub gpus: Count,
    /// Tokens per second there.
    pub tokens_per_second: f64,
}

/// Where tokens per second are most, over whole numbers of replicas; `None` if they are as many at
/// the end, at [`Count::MAX`] GPUs.
///
/// Walks twenty steps per doubling and then the whole numbers of replicas around the best of them,
/// as far as those are few.
pub fn peak(plan: &Plan, scaling: Scaling) -> Option<Peak> {
    let replica = plan.split.replica();
    let last = (f64::from(Count::MAX.get()) / replica).floor();
    let at = |replicas: f64| {
        let gpus = Count::saturating((replicas * replica) as u32);
        let tokens_per_second = step(&scaling.plan(plan, gpus)).tokens_per_second();
        Peak {
            gpus,
            tokens_per_second,
        }
    };
    let best = |candidates: &mut dyn Iterator<Item = f64>| {
        candidates
            .map(|replicas| (replicas, at(replicas)))
            .reduce(|best, next| {
                // The first of equals: more GPUs for the same speed are of no use.
                if next.1.tokens_per_second > best.1.tokens_per_second {
                    next
                } else {
                    best
                }
            })
    };
    let grid = (0..=20 * 20)
        .map(|i| (f64::from(i) / 20.0).exp2().round())
        .take_while(|replicas| *replicas <= last);
    let (near, _) = best(&mut grid.chain([last].into_iter().filter(|last| *last >= 1.0)))?;
    let reach = (near * 0.04).ceil().min(40.0);
    let around = (-40..=40).map(|i| (near + reach * f64::from(i) / 40.0).round());
    let (replicas, peak) = best(&mut around.filter(|r| (1.0..=last).contains(r)))?;
    // Where the batch is used up, more GPUs are of no use, but they are not slower either.
    let falls = at(last).tokens_per_second < peak.tokens_per_second * (1.0 - 1e-9);
    (replicas < last && falls).then_some(peak)
}
