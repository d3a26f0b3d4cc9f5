//! Published training runs, what MFU they reached under one common count, and how far the simple
//! model of [`step`](super::step) is from them.
//!
//! Sources print TFLOP/s per GPU under different counts. Here the printed number is turned back
//! into the step time with the source's **own** count, and MFU is then taken from that time with
//! one count for all, so that points from different sources can stand beside each other.

mod runs;

pub use runs::{RUNS, SOURCES};

use super::hardware::Gpu;
use super::quantity::Count;
use super::step::{Cluster, FixedTime, LaunchCost, Step, Work, step_of};
use super::transformer::{FlopConvention, Shape};

/// Which publication a run is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceId {
    /// Narayanan et al., SC21, Table 1: A100.
    MegatronSc21,
    /// Megatron-Core r0.8.0 model table, July 2024: H100.
    MegatronH100,
    /// Llama 3, Table 4: H100.
    Llama3,
}

impl SourceId {
    /// The publication behind this id.
    pub fn source(self) -> &'static Source {
        let [sc21, h100, llama3] = &SOURCES;
        match self {
            Self::MegatronSc21 => sc21,
            Self::MegatronH100 => h100,
            Self::Llama3 => llama3,
        }
    }
}

/// A publication, as a reference list prints it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// Its id.
    pub id: SourceId,
    /// Title.
    pub title: &'static str,
    /// Year of publication.
    pub year: u32,
    /// Table within it.
    pub table: &'static str,
    /// Where to read it.
    pub url: &'static str,
}

/// Which FLOPs a source counted in its TFLOP/s. B sequences of s tokens, L layers of width h,
/// vocabulary V.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// SC21 eq. 3: `96 B s L h² (1 + s/(6h) + V/(16 L h))`, which counts the forward pass twice
    /// because all activations are recomputed. **Its per cent of peak is not MFU** but hardware
    /// utilization, about 4/3 of MFU.
    WithRecompute,
    /// `72 B s L h² (1 + s/(6h) + V/(12 L h))`: model FLOPs with the full attention square.
    ///
    /// The README does not print its formula. The logger of that time counted the square:
    /// NVIDIA/Megatron-LM issue 831 (May 2024, still open) asks for the halving, `MaxText` PR 537
    /// (March 2024) "would ignore causality to match Megatron", and public copies of that
    /// `num_floating_point_operations` have `seq_length / hidden_size` unhalved.
    FullSquare,
    /// Not stated by the source; **assumed** 6 N + 6 L h T per token (N without input embedding).
    ///
    /// If 380 TFLOP/s at 131 072 tokens were 6 N alone, that run would do 633 of causal work.
    AssumedCausal,
}

/// One published training run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Publication.
    pub source: SourceId,
    /// Model size as printed, e.g. `145.6B`.
    pub label: &'static str,
    /// Model size as printed, billions of parameters.
    pub parameters_billion: f64,
    /// Parameters that multiply every token, counted from the shape.
    ///
    /// The H100 table's sizes include a second, input embedding (1.7B has 0.27 billion of it) that
    /// is only looked up; counting it would inflate the smallest MFU by a sixth.
    pub matmul_parameters: u64,
    /// Transformer layers L.
    pub layers: u32,
    /// Width h.
    pub hidden: u32,
    /// GPU generation.
    pub gpu: &'static Gpu,
    /// Number of GPUs.
    pub gpus: Count,
    /// Pipeline stages; 1 means no pipeline, hence no bubble.
    pub pipeline: u32,
    /// Global batch, sequences per step.
    pub global_batch: u32,
    /// Tokens per sequence.
    pub sequence: u32,
    /// Vocabulary V, padded.
    pub vocab: u32,
    /// TFLOP/s per GPU as printed, under `counting`.
    pub reported_tflops_per_gpu: f64,
    /// Per cent of peak as printed, under `counting`.
    pub reported_percent: f64,
    /// What the source counted.
    pub counting: Counting,
}

impl Run {
    fn work(&self) -> Work {
        Work {
            parameters: self.matmul_parameters as f64,
            shape: Shape::published(self.layers, self.hidden),
            context: f64::from(self.sequence),
            tokens: f64::from(self.global_batch) * f64::from(self.sequence),
        }
    }

    fn cluster(&self) -> Cluster {
        Cluster {
            gpu: self.gpu,
            gpus: self.gpus,
        }
    }

    /// FLOPs of a step as the source counted them.
    fn counted_flops(&self) -> f64 {
        let [l, h, v, s] = [self.layers, self.hidden, self.vocab, self.sequence].map(f64::from);
        let layers = self.work().tokens * l * h * h;
        match self.counting {
            Counting::WithRecompute => 96.0 * layers * (1.0 + s / (6.0 * h) + v / (16.0 * l * h)),
            Counting::FullSquare => 72.0 * layers * (1.0 + s / (6.0 * h) + v / (12.0 * l * h)),
            Counting::AssumedCausal => self.work().flops(FlopConvention::Causal),
        }
    }
}

/// Duration of a step of the run, seconds: the source's FLOPs / (GPUs × printed FLOP/s per GPU).
pub fn step_seconds(run: &Run) -> f64 {
    run.counted_flops() / (f64::from(run.gpus.get()) * run.reported_tflops_per_gpu * 1e12)
}

/// MFU of the run under `convention`, in (0, 1), from its step time; recomputation never counts.
pub fn mfu(run: &Run, convention: FlopConvention) -> f64 {
    run.work().flops(convention) / (run.cluster().peak_flops() * step_seconds(run))
}

/// The step the simple model gives for the run's own GPUs, batch, context and shape, with the
/// default fixed time and launch cost.
pub fn predicted_step(run: &Run) -> Step {
    step_of(
        &run.work(),
        run.cluster(),
        FixedTime::DEFAULT,
        LaunchCost::DEFAULT,
    )
}

/// MFU the simple model gives for the run under `convention`, in (0, 1).
pub fn predicted_mfu(run: &Run, convention: FlopConvention) -> f64 {
    let seconds = predicted_step(run).total_seconds();
    run.work().flops(convention) / (run.cluster().peak_flops() * seconds)
}

/// [`Gpu::achievable`] that would make the model's step time equal the run's.
///
/// `None` if the default serial time alone is as long as the run's step (no run here).
/// A value above the best measured matrix product (80 % on H100) means that the run had less
/// serial time than the default.
pub fn implied_achievable(run: &Run) -> Option<f64> {
    let parallel_seconds = step_seconds(run) - predicted_step(run).serial_seconds();
    (parallel_seconds > 0.0)
        .then(|| run.work().physical_flops() / (run.cluster().peak_flops() * parallel_seconds))
}

/// How far the simple model is from the published runs, in points of MFU (per cent of peak).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorSummary {
    /// Number of runs.
    pub n: usize,
    /// Median absolute error, points.
    pub median_points: f64,
    /// Largest absolute error, points.
    pub worst_points: f64,
    /// The run with the largest error.
    pub worst_run: &'static Run,
}

/// Absolute error of [`predicted_mfu`] over all [`RUNS`] under `convention`.
///
/// Quality of fit, not of prediction: [`Gpu::achievable`] is calibrated on the same runs.
/// The largest errors are the H100 runs without a pipeline, whose steps of 0.4 to 0.9 s leave no
/// room for a fixed time measured on an eight-stage pipeline.
pub fn model_error(convention: FlopConvention) -> ErrorSummary {
    let mut errors: Vec<(f64, &'static Run)> = Vec::with_capacity(RUNS.len());
    for run in &RUNS {
        let error = 100.0 * (predicted_mfu(run, convention) - mfu(run, convention)).abs();
        errors.insert(
            errors.partition_point(|(other, _)| *other <= error),
            (error, run),
        );
    }
    let n = errors.len();
    let (worst_points, worst_run) = errors[n - 1];
    ErrorSummary {
        n,
        median_points: f64::midpoint(errors[(n - 1) / 2].0, errors[n / 2].0),
        worst_points,
        worst_run,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs_of(source: SourceId) -> Vec<&'static Run> {
        RUNS.iter().filter(|run| run.source == source).collect()
    }

    #[test]
    fn every_source_is_listed_under_its_own_id_and_used() {
        for source in &SOURCES {
            assert_eq!(source.id.source(), source);
            assert!(!runs_of(source.id).is_empty());
        }
    }

    #[test]
    fn printed_per_cent_is_the_printed_tflops_over_peak() {
        for run in &RUNS {
            let percent = 100.0 * run.reported_tflops_per_gpu / run.gpu.peak_tflops;
            // Llama 3 prints 41 for 40.4 (400 of 989).
            assert!(
                (percent - run.reported_percent).abs() < 0.65,
                "{run:?} {percent}"
            );
        }
    }

    /// The size counted from the shape, plus `embeddings` more, is the printed one.
    #[track_caller]
    fn check_printed_size(run: &Run, embeddings: u64, tolerance: f64) {
        let embedding = u64::from(run.vocab) * u64::from(run.hidden);
        let billions = (run.matmul_parameters + embeddings * embedding) as f64 / 1e9;
        let error = (billions - run.parameters_billion).abs();
        assert!(error < tolerance, "{billions} {run:?}");
    }

    #[test]
    fn printed_sizes_follow_from_the_shapes() {
        for run in runs_of(SourceId::MegatronSc21) {
            check_printed_size(run, 0, 0.051);
        }
        // One embedding more than multiplies: the H100 table counts input and output apart.
        for run in runs_of(SourceId::MegatronH100) {
            let printed_to_tenths = run.label.contains('.');
            check_printed_size(run, 1, if printed_to_tenths { 0.055 } else { 0.5 });
        }
        for run in runs_of(SourceId::Llama3) {
            check_printed_size(run, 1, 0.9);
        }
    }

    /// MFU in per cent under both conventions.
    #[track_caller]
    fn check_mfu(source: SourceId, causal: &[f64], full: &[f64]) {
        for (convention, expected) in [
            (FlopConvention::Causal, causal),
            (FlopConvention::Full, full),
        ] {
            let runs = runs_of(source);
            assert_eq!(runs.len(), expected.len());
            for (run, expected) in runs.into_iter().zip(expected) {
                let percent = 100.0 * mfu(run, convention);
                assert!((percent - expected).abs() < 0.051, "{percent} {run:?}");
            }
        }
    }

    #[test]
    fn mfu_under_one_count_for_all() {
        check_mfu(
            SourceId::MegatronSc21,
            &[31.5, 32.0, 33.1, 31.8, 32.6, 33.2, 35.1, 36.9, 38.9, 38.9],
            &[33.6, 33.6, 34.4, 32.6, 33.3, 33.7, 35.6, 37.3, 39.2, 39.2],
        );
        check_mfu(
            SourceId::MegatronH100,
            &[37.1, 44.1, 47.2, 44.6, 40.9, 41.2, 42.6, 47.0, 45.7],
            &[41.5, 47.2, 49.5, 46.5, 42.5, 42.5, 43.8, 48.0, 46.5],
        );
        check_mfu(SourceId::Llama3, &[43.5, 40.4, 38.4], &[45.2, 42.1, 53.8]);
    }

    #[test]
    fn mfu_on_h100_dips_where_the_pipeline_starts() {
        let runs = runs_of(SourceId::MegatronH100);
        let first_with_pipeline = runs.iter().position(|run| run.pipeline > 1).unwrap();
        let percent = |i: usize| runs[i].reported_percent;
        assert_eq!(runs[first_with_pipeline].label, "70B");
        assert!(percent(0) < percent(2));
        assert!(percent(first_with_pipeline) < percent(first_with_pipeline - 1));
        assert!(percent(first_with_pipeline) < percent(runs.len() - 1));
    }

    #[test]
    fn llama_3_mfu_falls_with_context_only_under_the_causal_count() {
        let runs = runs_of(SourceId::Llama3);
        let (short, long) = (runs[1], runs[2]);
        assert_eq!([short.sequence, long.sequence], [8192, 131_072]);
        assert_eq!(short.gpus, long.gpus);
        assert!(long.reported_percent < short.reported_percent);
        let rise = |convention| mfu(long, convention) - mfu(short, convention);
        assert!(rise(FlopConvention::Causal) < 0.0);
        assert!(rise(FlopConvention::Full) > 0.0);
    }

    #[track_caller]
    fn check_error(convention: FlopConvention, median_points: f64, worst_points: f64) {
        let error = model_error(convention);
        assert_eq!((error.n, error.worst_run.label), (22, "16B"));
        assert!(
            (error.median_points - median_points).abs() < 0.051,
            "{error:?}"
        );
        assert!(
            (error.worst_points - worst_points).abs() < 0.051,
            "{error:?}"
        );
    }

    #[test]
    fn the_simple_model_misses_by_two_points_at_the_median() {
        check_error(FlopConvention::Causal, 2.0, 11.5);
        check_error(FlopConvention::Full, 2.0, 12.0);
    }

    #[test]
    fn the_large_errors_are_the_h100_runs_without_a_pipeline() {
        let causal = FlopConvention::Causal;
        for run in &RUNS {
            let error = (predicted_mfu(run, causal) - mfu(run, causal)).abs() * 100.0;
            let small_on_h100 = run.source == SourceId::MegatronH100 && run.pipeline == 1;
            assert_eq!(error > 8.0, small_on_h100, "{error} {run:?}");
        }
    }
}
