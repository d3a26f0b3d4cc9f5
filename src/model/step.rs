//! One training step, as simple as it can be while still showing dilution.
//!
//! ```text
//! parallel = FLOPs per step / (GPUs × peak × achievable)
//! serial   = fixed + layers × kernels per layer × launch cost
//! step     = serial + parallel
//! ```
//!
//! The serial part does not shrink with the number of GPUs; the parallel part grows with the model
//! (6 N + 6 L h T FLOPs per token). Growing the model at the same number of GPUs therefore dilutes
//! the serial share, which is Gustafson's argument (CACM 31(5):532-533, 1988).
//! What is simple on purpose: perfect division among GPUs, no communication that grows with them,
//! no pipeline bubble of its own, and one constant per GPU generation for everything else.

mod settings;

pub use settings::{FixedTime, LaunchCost};

use super::hardware::{Gpu, H100};
use super::quantity::Count;
use super::transformer::{ContextLength, FlopConvention, ModelSize, Shape, flops_per_token};

/// Tokens of one training step: 4 Mi, the global batch of Llama 2 at every size
/// ("a global batch-size of 4M tokens", arXiv 2307.09288 Table 1).
///
/// Fixed, so that model size alone changes the work. A larger batch dilutes the serial part too.
pub const TOKENS_PER_STEP: f64 = 4_194_304.0;

/// Kernels launched for one layer, forward and backward: our own count for a layer of fused blocks.
///
/// Forward, 12: norm, query-key-value product, rotation of queries, rotation of keys, fused
/// attention, output product, residual add, norm, gate-and-up product, gated activation, down
/// product, residual add.
/// Backward, 24: input and weight gradients of the four products (8), accumulation of those weight
/// gradients (4), input and weight gradients of two norms (4), fused attention (3: preparation,
/// main kernel, conversion), two rotations, one activation, two residual adds.
/// Unfused code launches more: a profiled BERT step of 24 blocks has about 1800 kernels, 75 a block
/// with everything else (<https://www.adityaagrawal.net/blog/dnn/bert>).
pub const KERNELS_PER_LAYER: f64 = 36.0;

/// A training run to be modeled: everything the reader can change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Training {
    /// Model size, billions of parameters.
    pub size: ModelSize,
    /// Tokens of one sequence.
    pub context: ContextLength,
    /// GPU generation.
    pub gpu: &'static Gpu,
    /// Number of GPUs.
    pub gpus: Count,
    /// Fixed serial time per step.
    pub fixed: FixedTime,
    /// Cost of one kernel launch.
    pub launch: LaunchCost,
    /// How attention FLOPs are counted in [`mfu`]; it never changes a time.
    pub convention: FlopConvention,
}

impl Default for Training {
    /// A 70B model at 8192 tokens on 1024 H100, with the sourced serial costs.
    fn default() -> Self {
        Self {
            size: ModelSize::DEFAULT,
            context: ContextLength::DEFAULT,
            gpu: &H100,
            gpus: Count::saturating(1024),
            fixed: FixedTime::DEFAULT,
            launch: LaunchCost::DEFAULT,
            convention: FlopConvention::default(),
        }
    }
}

impl Training {
    fn cluster(&self) -> Cluster {
        Cluster {
            gpu: self.gpu,
            gpus: self.gpus,
        }
    }
}

/// Where the time of one step goes, seconds. Only this module makes one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Work divided among the GPUs; always positive.
    pub parallel_seconds: f64,
    /// Fixed serial time.
    pub fixed_seconds: f64,
    /// Kernel launches of one pass through all layers, forward and backward.
    ///
    /// A step goes through its layers in sequence at least once, and no number of GPUs shortens
    /// that. Counted fully exposed, without CUDA graphs: the most that one such pass can cost, since
    /// launches usually run ahead of the GPU.
    pub launch_seconds: f64,
    gpus: Count,
}

impl Step {
    /// Time that does not shrink with the number of GPUs: fixed + launch, seconds.
    pub fn serial_seconds(&self) -> f64 {
        self.fixed_seconds + self.launch_seconds
    }

    /// Duration of the step, seconds.
    pub fn total_seconds(&self) -> f64 {
        self.serial_seconds() + self.parallel_seconds
    }

    /// Duration of the same step on one GPU (if it fitted): serial + GPUs × parallel, seconds.
    pub fn one_gpu_seconds(&self) -> f64 {
        self.serial_seconds() + self.parallel_seconds * f64::from(self.gpus.get())
    }

    /// s′, serial share of the **parallel run** (Gustafson), in [0, 1).
    pub fn scaled_serial_fraction(&self) -> f64 {
        self.serial_seconds() / self.total_seconds()
    }

    /// s, serial share of the **one-GPU** time (Amdahl), in [0, 1). Equals s′ on one GPU and is
    /// smaller on more: s = s′ / (s′ + (1 − s′) N).
    pub fn serial_fraction(&self) -> f64 {
        self.serial_seconds() / self.one_gpu_seconds()
    }

    /// P = 1 − s, parallel share of the one-GPU time, in (0, 1]; the same for every number of GPUs.
    pub fn parallel_fraction(&self) -> f64 {
        self.parallel_seconds * f64::from(self.gpus.get()) / self.one_gpu_seconds()
    }

    /// Speedup over one GPU, in [1, N]: Amdahl's S(N) for P and Gustafson's s′ + (1 − s′) N alike.
    pub fn speedup(&self) -> f64 {
        self.one_gpu_seconds() / self.total_seconds()
    }
}

/// The work of one step, for reader's models and published runs alike.
#[derive(Clone, Copy, Debug)]
pub(super) struct Work {
    /// Parameters that multiply each token, > 0.
    pub(super) parameters: f64,
    /// Depth and width.
    pub(super) shape: Shape,
    /// Tokens per sequence, > 0.
    pub(super) context: f64,
    /// Tokens per step, > 0.
    pub(super) tokens: f64,
}

impl Work {
    fn of(training: &Training) -> Self {
        Self {
            parameters: training.size.parameters(),
            shape: Shape::of(training.size),
            context: f64::from(training.context.get()),
            tokens: TOKENS_PER_STEP,
        }
    }

    /// Model FLOPs of the step under a convention.
    pub(super) fn flops(&self, convention: FlopConvention) -> f64 {
        self.tokens * flops_per_token(self.parameters, self.shape, self.context, convention)
    }

    /// FLOPs that take the time. Always the causal count: fused attention kernels skip the masked
    /// half, and a time must not depend on how somebody reports it.
    pub(super) fn physical_flops(&self) -> f64 {
        self.flops(FlopConvention::Causal)
    }
}

/// The machine a step runs on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cluster {
    pub(super) gpu: &'static Gpu,
    pub(super) gpus: Count,
}

impl Cluster {
    /// Peak of all GPUs together, FLOP/s.
    pub(super) fn peak_flops(&self) -> f64 {
        self.gpu.peak_flops() * f64::from(self.gpus.get())
    }
}

/// The step of any work on any cluster.
pub(super) fn step_of(work: &Work, cluster: Cluster, fixed: FixedTime, launch: LaunchCost) -> Step {
    let achieved_flops = cluster.gpu.achievable_flops() * f64::from(cluster.gpus.get());
    Step {
        parallel_seconds: work.physical_flops() / achieved_flops,
        fixed_seconds: fixed.seconds(),
        launch_seconds: work.shape.layers() * KERNELS_PER_LAYER * launch.seconds(),
        gpus: cluster.gpus,
    }
}

/// The modeled step of a training run.
pub fn step(training: &Training) -> Step {
    step_of(
        &Work::of(training),
        training.cluster(),
        training.fixed,
        training.launch,
    )
}

/// Model FLOP utilization: model FLOPs of a step / (step time × peak of all GPUs), in (0, 1).
///
/// FLOPs are counted under `training.convention`; the time is the same under both.
/// Causal: achievable × (1 − s′), so it never passes `achievable`.
/// Full: larger by the ratio of the two counts, which is below 2.
/// In this model MFU rises with context under both. In published runs it need not: Llama 3 405B
/// prints 41 % at 8192 and 38 % at 131 072 tokens, where context parallelism adds communication.
pub fn mfu(training: &Training) -> f64 {
    let flops = Work::of(training).flops(training.convention);
    flops / (training.cluster().peak_flops() * step(training).total_seconds())
}

/// P, parallel share of the one-GPU time, to draw Amdahl's fixed-size S(N) for this step.
pub fn fixed_size(training: &Training) -> f64 {
    step(training).parallel_fraction()
}

/// s′, serial share of the parallel run, to draw Gustafson's scaled speedup for this step.
pub fn scaled(training: &Training) -> f64 {
    step(training).scaled_serial_fraction()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn training(billions: f64, context: u32) -> Training {
        Training {
            size: ModelSize::new(billions).unwrap(),
            context: ContextLength::new(context).unwrap(),
            ..Training::default()
        }
    }

    /// `[launch ms, serial ms, step s, s′ %, causal MFU %, full MFU %]`, to the digits given.
    #[track_caller]
    fn check(billions: f64, context: u32, expected: [f64; 6]) {
        let causal = training(billions, context);
        let full = Training {
            convention: FlopConvention::Full,
            ..causal
        };
        let step = step(&causal);
        let actual = [
            step.launch_seconds * 1e3,
            step.serial_seconds() * 1e3,
            step.total_seconds(),
            step.scaled_serial_fraction() * 100.0,
            mfu(&causal) * 100.0,
            mfu(&full) * 100.0,
        ];
        for (actual, expected) in actual.into_iter().zip(expected) {
            assert!(
                (actual - expected).abs() < 0.051,
                "{billions}B: {actual} is not {expected}"
            );
        }
    }

    #[test]
    fn steps_at_the_default_costs() {
        check(7.0, 8192, [4.6, 263.6, 0.693, 38.0, 28.9, 32.8]);
        check(70.0, 8192, [11.5, 270.5, 4.281, 6.3, 43.7, 46.9]);
        check(405.0, 8192, [18.1, 277.1, 22.726, 1.2, 46.1, 48.0]);
        check(70.0, 131_072, [11.5, 270.5, 8.566, 3.2, 45.2, 70.1]);
    }

    #[test]
    fn no_serial_time_is_well_defined() {
        let free = Training {
            fixed: FixedTime::new(0.0).unwrap(),
            launch: LaunchCost::new(0.0).unwrap(),
            ..Training::default()
        };
        let step = step(&free);
        let fractions = [
            (step.scaled_serial_fraction(), 0.0),
            (step.serial_fraction(), 0.0),
            (step.parallel_fraction(), 1.0),
            (step.speedup(), 1024.0),
        ];
        for (actual, expected) in fractions {
            assert_eq!(actual.to_bits(), f64::to_bits(expected));
        }
        assert!((mfu(&free) - free.gpu.achievable).abs() < 1e-12);
    }

    #[test]
    fn one_gpu_has_one_serial_fraction() {
        let single = Training {
            gpus: Count::new(1).unwrap(),
            ..Training::default()
        };
        let step = step(&single);
        assert_eq!(
            step.serial_fraction().to_bits(),
            step.scaled_serial_fraction().to_bits()
        );
        assert!((step.speedup() - 1.0).abs() < 1e-15);
    }
}
