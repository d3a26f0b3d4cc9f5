//! What the reader sets about a cluster and the serial costs of a step.

/// Number of GPUs, a whole number from 1 to 1 048 576.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GpuCount(u32);

impl GpuCount {
    /// Fewest GPUs.
    pub const MIN: Self = Self(1);
    /// Most GPUs, 2^20.
    pub const MAX: Self = Self(1_048_576);
    /// 1024 GPUs.
    pub const DEFAULT: Self = Self(1024);

    /// A number of GPUs; `None` outside [`Self::MIN`]..=[`Self::MAX`].
    pub const fn new(gpus: u32) -> Option<Self> {
        if Self::MIN.0 <= gpus && gpus <= Self::MAX.0 {
            Some(Self(gpus))
        } else {
            None
        }
    }

    /// The nearest value in range.
    pub const fn saturating(gpus: u32) -> Self {
        match Self::new(gpus) {
            Some(value) => value,
            None if gpus < Self::MIN.0 => Self::MIN,
            None => Self::MAX,
        }
    }

    /// A published number of GPUs, which must be within the range.
    pub(in crate::model) const fn published(gpus: u32) -> Self {
        Self(gpus)
    }

    /// The number of GPUs.
    pub const fn get(self) -> u32 {
        self.0
    }
}

/// Serial time of a step that depends on neither model nor cluster, milliseconds, 0 to 10 000.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct FixedTime(f64);

impl FixedTime {
    /// No fixed time, milliseconds.
    pub const MIN: Self = Self(0.0);
    /// Longest fixed time, milliseconds.
    pub const MAX: Self = Self(10_000.0);
    /// 259 ms, from the `MLPerf` Training v3.1 logs of GPT-3 175B on H100 (NVIDIA Eos).
    ///
    /// It is the intercept b of step = a m + b with m microbatches per pipeline, through the runs on
    /// 512 (m = 128, 11.0539 s) and 4096 GPUs (m = 16, 1.6084 s), same global batch: a = 84.3 ms,
    /// b = 259.0 ms (a test recomputes it). One model, one software stack, FP8; b mixes pipeline
    /// bubble, optimizer and exposed data-parallel traffic. Applied to other models it is an
    /// assumption, and too large for small ones that need no pipeline: see
    /// [`model_error`](crate::model::published::model_error).
    pub const DEFAULT: Self = Self(259.0);

    /// A time in milliseconds; `None` outside [`Self::MIN`]..=[`Self::MAX`] or for NaN.
    pub const fn new(milliseconds: f64) -> Option<Self> {
        if Self::MIN.0 <= milliseconds && milliseconds <= Self::MAX.0 {
            // Adding zero turns -0.0 into 0.0.
            Some(Self(milliseconds + 0.0))
        } else {
            None
        }
    }

    /// The nearest value in range; [`Self::MIN`] for NaN.
    pub const fn saturating(milliseconds: f64) -> Self {
        Self((milliseconds + 0.0).max(Self::MIN.0).min(Self::MAX.0))
    }

    /// The time in milliseconds.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// The time in seconds.
    pub const fn seconds(self) -> f64 {
        self.0 * 1e-3
    }
}

/// Host time to launch one kernel, microseconds, 0 to 1000.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct LaunchCost(f64);

impl LaunchCost {
    /// Free launches, microseconds: what a graph of kernels captured once approaches.
    pub const MIN: Self = Self(0.0);
    /// Costliest launch, microseconds.
    pub const MAX: Self = Self(1000.0);
    /// 4 µs: median `cudaLaunchKernel` on an A100-SXM4-80GB, profiler on, in the public trace
    /// `rank0.json.gz` of facebookresearch/HolisticTraceAnalysis (10th to 90th percentile 3 to 7).
    pub const DEFAULT: Self = Self(4.0);

    /// A cost in microseconds; `None` outside [`Self::MIN`]..=[`Self::MAX`] or for NaN.
    pub const fn new(microseconds: f64) -> Option<Self> {
        if Self::MIN.0 <= microseconds && microseconds <= Self::MAX.0 {
            // Adding zero turns -0.0 into 0.0.
            Some(Self(microseconds + 0.0))
        } else {
            None
        }
    }

    /// The nearest value in range; [`Self::MIN`] for NaN.
    pub const fn saturating(microseconds: f64) -> Self {
        Self((microseconds + 0.0).max(Self::MIN.0).min(Self::MAX.0))
    }

    /// The cost in microseconds.
    pub const fn get(self) -> f64 {
        self.0
    }

    /// The cost in seconds.
    pub const fn seconds(self) -> f64 {
        self.0 * 1e-6
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(GpuCount::saturating(0), GpuCount::MIN);
        assert_eq!(GpuCount::saturating(u32::MAX), GpuCount::MAX);
        assert_eq!(GpuCount::saturating(7).get(), 7);
    }

    #[test]
    fn gpu_counts_outside_their_range_are_refused() {
        for (gpus, valid) in [(0, false), (1, true), (1_048_576, true), (1_048_577, false)] {
            assert_eq!(GpuCount::new(gpus).is_some(), valid, "{gpus}");
        }
    }
}
