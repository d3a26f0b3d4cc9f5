//! What the reader sets about the serial costs of a step.

use crate::model::quantity::quantity;

quantity! {
    /// Serial time of a step that depends on neither model nor cluster, milliseconds, 0 to 10 000.
    FixedTime in [0.0, 10_000.0]
}

impl FixedTime {
    /// 259 ms, from the `MLPerf` Training v3.1 logs of GPT-3 175B on H100 (NVIDIA Eos).
    ///
    /// It is the intercept b of step = a m + b with m microbatches per pipeline, through the runs on
    /// 512 (m = 128, 11.0539 s) and 4096 GPUs (m = 16, 1.6084 s), same global batch: a = 84.3 ms,
    /// b = 259.0 ms (a test recomputes it). One model, one software stack, FP8; b mixes pipeline
    /// bubble, optimizer and exposed data-parallel traffic. Applied to other models it is an
    /// assumption, and too large for small ones that need no pipeline: see
    /// [`model_error`](crate::model::published::model_error).
    pub const DEFAULT: Self = Self::saturating(259.0);

    /// The time in seconds.
    pub const fn seconds(self) -> f64 {
        self.get() * 1e-3
    }
}

quantity! {
    /// Host time to launch one kernel, microseconds, 0 to 1000; 0 is what a graph of kernels
    /// captured once approaches.
    LaunchCost in [0.0, 1000.0]
}

impl LaunchCost {
    /// 4 µs: median `cudaLaunchKernel` on an A100-SXM4-80GB, profiler on, in the public trace
    /// `rank0.json.gz` of facebookresearch/HolisticTraceAnalysis (10th to 90th percentile 3 to 7).
    pub const DEFAULT: Self = Self::saturating(4.0);

    /// The cost in seconds.
    pub const fn seconds(self) -> f64 {
        self.get() * 1e-6
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::quantity::Count;

    #[track_caller]
    fn check(value: f64, fixed: bool, launch: bool) {
        assert_eq!(FixedTime::new(value).is_some(), fixed, "{value} ms");
        assert_eq!(LaunchCost::new(value).is_some(), launch, "{value} µs");
    }

    #[test]
    fn serial_costs_outside_their_range_are_refused() {
        check(0.0, true, true);
        check(1000.0, true, true);
        check(1000.5, true, false);
        check(10_000.0, true, false);
        check(10_000.5, false, false);
        check(-0.001, false, false);
        check(f64::NAN, false, false);
        check(f64::INFINITY, false, false);
    }

    #[test]
    fn saturating_ends_at_the_range() {
        assert_eq!(FixedTime::saturating(f64::NAN), FixedTime::MIN);
        assert_eq!(FixedTime::saturating(1e9), FixedTime::MAX);
        assert_eq!(LaunchCost::saturating(-1.0), LaunchCost::MIN);
        assert_eq!(LaunchCost::new(-0.0).unwrap().get().to_bits(), 0);
        assert_eq!(Count::saturating(0), Count::MIN);
        assert_eq!(Count::saturating(u32::MAX), Count::MAX);
        assert_eq!(Count::saturating(7).get(), 7);
    }

    #[test]
    fn gpu_counts_outside_their_range_are_refused() {
        for (gpus, valid) in [(0, false), (1, true), (1_048_576, true), (1_048_577, false)] {
            assert_eq!(Count::new(gpus).is_some(), valid, "{gpus}");
        }
    }
}
