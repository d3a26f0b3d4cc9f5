//! The quantities of a [`Plan`](super::Plan): each in its range, so that no value has to be checked
//! again.

use crate::model::quantity::{count, quantity};

count! {
    /// Ways in which one kind of parallelism splits the work, 1 (not at all) to 4096.
    Degree in [1, 4096]
}

impl Degree {
    /// Not split.
    pub const ONE: Self = Self::MIN;
}

count! {
    /// Sequences of one micro-batch, the piece of the batch that goes through the model at once.
    MicroBatch in [1, 4096]
}

count! {
    /// Tokens of one sequence, 128 to 1 048 576: wider than the size figure's
    /// [`ContextLength`](crate::model::transformer::ContextLength), because published runs are.
    SequenceLength in [128, 1_048_576]
}

count! {
    /// GPUs of one node, which NVLink connects.
    NodeSize in [1, 1024]
}

count! {
    /// Kernels launched for one layer, forward and backward, 1 to 10 000; see
    /// [`KERNELS_PER_LAYER`](crate::model::step::KERNELS_PER_LAYER) for a count.
    KernelCount in [1, 10_000]
}

quantity! {
    /// Sequences of one step over all GPUs, a real number from 1 to 2^40.
    ///
    /// Real, although batches are whole, because weak scaling is drawn between the points where
    /// they are; [`check`](super::check()) tells when a batch cannot be divided.
    GlobalBatch in [1.0, (1_u64 << 40) as f64]
}

quantity! {
    /// Share of what could be hidden that is hidden, or of launches that a graph takes away:
    /// a fraction in [0, 1].
    Share in [0.0, 1.0]
}

impl Share {
    /// Nothing.
    pub const NONE: Self = Self::MIN;
    /// All that can be.
    pub const ALL: Self = Self::MAX;
}

quantity! {
    /// Bytes per second of one GPU in one direction, in GB/s (1e9 bytes), 0.01 to 100 000.
    ///
    /// NVLink is sold by the sum of both directions: 900 GB/s of an H100 are 450 here. Networks are
    /// sold by the bit: 400 Gbit/s are 50 here.
    Bandwidth in [0.01, 100_000.0]
}

impl Bandwidth {
    /// In bytes per second.
    pub const fn bytes_per_second(self) -> f64 {
        self.get() * 1e9
    }
}

quantity! {
    /// Time of one hop of a collective beyond what its bytes take, microseconds, 0 to 100 000.
    HopLatency in [0.0, 100_000.0]
}

impl HopLatency {
    /// In seconds.
    pub const fn seconds(self) -> f64 {
        self.get() * 1e-6
    }
}

quantity! {
    /// Peak of dense matrix products at the precision used, TFLOP/s per GPU, 1 to 1 000 000.
    /// Without sparsity; for FP8 runs the FP8 peak.
    Peak in [1.0, 1e6]
}

quantity! {
    /// Memory of one GPU, GB (1e9 bytes), 1 to 100 000.
    MemorySize in [1.0, 1e5]
}

quantity! {
    /// Share of the peak that matrix products reach, a fraction in [0.01, 1].
    Achieved in [0.01, 1.0]
}

quantity! {
    /// Columns of a shard at which matrix products reach half of what they can, 0 to 65 536;
    /// 0 for products whose speed does not depend on the width.
    HalfWidth in [0.0, 65_536.0]
}

quantity! {
    /// Bytes of GPU memory traffic per token, layer and unit of width for all that is not a matrix
    /// product (norms, activations, residuals, masks), forward and backward, 0 to 10 000.
    Traffic in [0.0, 10_000.0]
}

quantity! {
    /// Time a step waits for its data, milliseconds, 0 to 100 000.
    LoadingTime in [0.0, 100_000.0]
}

impl LoadingTime {
    /// In seconds.
    pub const fn seconds(self) -> f64 {
        self.get() * 1e-3
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_outside_their_range_are_refused() {
        for (value, valid) in [(0, false), (1, true), (4096, true), (4097, false)] {
            assert_eq!(Degree::new(value).is_some(), valid, "{value}");
        }
        for (value, valid) in [(0.0, false), (1.0, true), (1.5, true), (f64::NAN, false)] {
            assert_eq!(GlobalBatch::new(value).is_some(), valid, "{value}");
        }
        assert_eq!(Degree::saturating(0), Degree::ONE);
        assert_eq!(Degree::saturating(9999), Degree::MAX);
        assert_eq!(Bandwidth::new(0.0), None);
        assert_eq!(Achieved::new(0.0), None);
    }

    #[test]
    fn units_are_decimal() {
        assert!((Bandwidth::new(50.0).unwrap().bytes_per_second() - 5e10).abs() < 1.0);
        assert!((HopLatency::new(14.0).unwrap().seconds() - 1.4e-5).abs() < 1e-20);
        assert!((LoadingTime::new(10.0).unwrap().seconds() - 0.01).abs() < 1e-17);
    }
}
