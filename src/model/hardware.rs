//! GPUs: their peak, and the share of it that the parallel part of a training step reaches.

/// One GPU generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gpu {
    /// Word in links, test names and DOM ids.
    pub id: &'static str,
    /// Proper name.
    pub name: &'static str,
    /// Peak of dense BF16 matrix products, TFLOP/s.
    ///
    /// Source: torchtitan `get_peak_flops` and stas00/ml-engineering. Not the figure with sparsity
    /// or of FP8, which is twice as large (1979 for H100) and would halve every MFU.
    pub peak_tflops: f64,
    /// Fastest BF16 matrix product measured on it, TFLOP/s (stas00/ml-engineering, MAMF).
    pub best_matmul_tflops: f64,
    /// Bandwidth of its memory, GB/s (stas00/ml-engineering).
    pub memory_gbs: f64,
    /// Model FLOPs per second of the parallel part of a step, as a fraction of the peak, in (0, 1).
    ///
    /// FLOPs are counted under the causal convention and without recomputation, so everything that
    /// shrinks with the number of GPUs but is not model arithmetic is inside this one number:
    /// slower kernels, exposed communication, recomputed activations, most of a pipeline bubble.
    /// It is the median, to three digits, over the published runs on that generation of
    /// [`implied_achievable`](super::published::implied_achievable) (a test recomputes it).
    /// Hence the model is fitted to these runs: its error there tells fit, not prediction.
    pub achievable: f64,
}

impl Gpu {
    /// Peak in FLOP/s.
    pub fn peak_flops(&self) -> f64 {
        self.peak_tflops * 1e12
    }

    /// FLOP/s of model arithmetic reached on the parallel part: peak × achievable.
    pub fn achievable_flops(&self) -> f64 {
        self.peak_flops() * self.achievable
    }
}

/// A100 SXM 80 GB. `achievable` from the ten runs of SC21 Table 1 (2021), which recompute all
/// activations: a quarter of their work is not model FLOPs. Later software does better (41.5 to
/// 56.3 % MFU with selective recomputation, Korthikanti et al., arXiv 2205.05198 Table 5).
pub static A100: Gpu = Gpu {
    id: "a100",
    name: "A100 SXM 80GB",
    peak_tflops: 312.0,
    best_matmul_tflops: 271.2,
    memory_gbs: 2000.0,
    achievable: 0.35,
};

/// H100 SXM. `achievable` from the nine runs of the Megatron-Core table and the three of
/// Llama 3 Table 4 (both 2024).
pub static H100: Gpu = Gpu {
    id: "h100",
    name: "H100 SXM",
    peak_tflops: 989.0,
    best_matmul_tflops: 794.5,
    memory_gbs: 3350.0,
    achievable: 0.467,
};

/// H200 SXM. No published run here: `achievable` is H100's times the ratio of the two best
/// measured matrix products as fractions of peak, which is 1. Its larger, faster memory is ignored.
pub static H200: Gpu = Gpu {
    id: "h200",
    name: "H200 SXM",
    peak_tflops: 989.0,
    best_matmul_tflops: 794.5,
    memory_gbs: 4800.0,
    achievable: 0.467,
};

/// B200 SXM. No published run here: `achievable` is H100's times the ratio of the two best
/// measured matrix products as fractions of peak, (1745 / 2250) / (794.5 / 989) = 0.965.
pub static B200: Gpu = Gpu {
    id: "b200",
    name: "B200 SXM",
    peak_tflops: 2250.0,
    best_matmul_tflops: 1745.0,
    memory_gbs: 8000.0,
    achievable: 0.451,
};

/// Every GPU, oldest first.
pub static GPUS: [&Gpu; 4] = [&A100, &H100, &H200, &B200];

/// The GPU with this `id`, e.g. `"h100"`.
pub fn by_id(id: &str) -> Option<&'static Gpu> {
    GPUS.iter().copied().find(|gpu| gpu.id == id)
}

#[cfg(test)]
mod tests {
    use super::super::published::{RUNS, implied_achievable};
    use super::*;

    /// The constant of the source equals the one derived from data, to three digits.
    #[track_caller]
    fn check_achievable(gpu: &Gpu, derived: f64) {
        let rounded = (derived * 1000.0).round() / 1000.0;
        assert_eq!(
            gpu.achievable.to_bits(),
            rounded.to_bits(),
            "{} {derived}",
            gpu.id
        );
    }

    fn median_over_runs(gpu: &Gpu) -> f64 {
        let mut implied: Vec<f64> = RUNS
            .iter()
            .filter(|run| run.gpu == gpu)
            .map(|run| implied_achievable(run).unwrap())
            .collect();
        implied.sort_by(f64::total_cmp);
        let n = implied.len();
        f64::midpoint(implied[(n - 1) / 2], implied[n / 2])
    }

    #[test]
    fn achievable_is_the_median_over_the_published_runs() {
        check_achievable(&A100, median_over_runs(&A100));
        check_achievable(&H100, median_over_runs(&H100));
    }

    #[test]
    fn achievable_without_runs_follows_the_best_measured_matmul() {
        let matmul_fraction = |gpu: &Gpu| gpu.best_matmul_tflops / gpu.peak_tflops;
        for gpu in [&H200, &B200] {
            check_achievable(
                gpu,
                H100.achievable * matmul_fraction(gpu) / matmul_fraction(&H100),
            );
        }
    }

    #[test]
    fn ids_find_their_gpu_and_nothing_else() {
        for gpu in GPUS {
            assert_eq!(by_id(gpu.id), Some(gpu));
        }
        assert_eq!(by_id("H100"), None);
        assert_eq!(by_id(""), None);
    }

    #[test]
    fn achievable_stays_below_the_best_measured_matmul() {
        for gpu in GPUS {
            assert!(
                0.0 < gpu.achievable && gpu.achievable < gpu.best_matmul_tflops / gpu.peak_tflops
            );
        }
    }
}
