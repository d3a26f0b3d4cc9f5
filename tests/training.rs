//! The training-step model against its sources, and the properties the page states about it.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use amdahl_explorer::model::hardware::{GPUS, by_id};
use amdahl_explorer::model::published::{RUNS, Run, SourceId};
use amdahl_explorer::model::quantity::Count;
use amdahl_explorer::model::step::{
    FixedTime, LaunchCost, Training, fixed_size, mfu, scaled, step,
};
use amdahl_explorer::model::transformer::{
    ContextLength, FlopConvention, Mlp, ModelSize, NAMED_MODELS, Shape,
};
use proptest::prelude::*;

/// The rows of a reference table as column name → text; comment lines and the header are dropped.
struct Table(Vec<Vec<(String, String)>>);

impl Table {
    fn read(csv: &str) -> Self {
        let mut lines = csv.lines().filter(|line| !line.starts_with('#'));
        let header: Vec<&str> = lines.next().unwrap().split(',').collect();
        let row = |line: &str| {
            let cells = line.split(',').map(str::to_owned);
            header
                .iter()
                .copied()
                .map(str::to_owned)
                .zip(cells)
                .collect()
        };
        Self(lines.map(row).collect())
    }

    fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.0.iter().map(|cells| Row(cells))
    }
}

struct Row<'a>(&'a [(String, String)]);

impl Row<'_> {
    #[track_caller]
    fn text(&self, column: &str) -> &str {
        let cell = self.0.iter().find(|(name, _)| name == column);
        cell.map(|(_, text)| text.as_str()).unwrap()
    }

    #[track_caller]
    fn number(&self, column: &str) -> f64 {
        self.text(column).parse().unwrap()
    }
}

/// Each pair is a column of the row and what the code holds for it; both must be the same number.
#[track_caller]
fn check_row(row: &Row, columns: &[(&str, f64)]) {
    for (column, held) in columns {
        assert_eq!(
            row.number(column).to_bits(),
            held.to_bits(),
            "{column} {:?}",
            row.0
        );
    }
}

#[test]
fn named_models_are_the_table() {
    let table = Table::read(include_str!("reference/model_shapes.csv"));
    assert_eq!(table.rows().count(), NAMED_MODELS.len());
    for row in table.rows() {
        let model = NAMED_MODELS
            .iter()
            .find(|model| model.name == row.text("model"))
            .unwrap();
        check_row(
            &row,
            &[
                ("layers", f64::from(model.layers)),
                ("hidden", f64::from(model.hidden)),
                ("heads", f64::from(model.heads)),
                ("kv_heads", f64::from(model.kv_heads)),
                ("ffn", f64::from(model.ffn)),
                ("vocab", f64::from(model.vocab)),
                ("params", model.parameters as f64),
            ],
        );
        assert_eq!(row.text("mlp") == "swiglu", model.mlp == Mlp::SwiGlu);
    }
}

#[test]
fn gpus_are_rows_of_the_hardware_table() {
    let table = Table::read(include_str!("reference/hardware.csv"));
    for gpu in GPUS {
        let row = table
            .rows()
            .find(|row| row.text("gpu") == gpu.name)
            .unwrap();
        check_row(
            &row,
            &[
                ("bf16_dense_tflops", gpu.peak_tflops),
                ("mamf_bf16_tflops", gpu.best_matmul_tflops),
            ],
        );
    }
}

/// Runs of a source beside the rows of its table, which are in the same order.
fn check_runs(source: SourceId, csv: &str, columns: impl Fn(&Row, &Run)) {
    let table = Table::read(csv);
    let runs: Vec<&Run> = RUNS.iter().filter(|run| run.source == source).collect();
    assert_eq!(table.rows().count(), runs.len());
    for (row, run) in table.rows().zip(runs) {
        let reported = [
            ("gpus", f64::from(run.gpus.get())),
            ("pp", f64::from(run.pipeline)),
            ("tflops_per_gpu", run.reported_tflops_per_gpu),
        ];
        check_row(&row, &reported);
        columns(&row, run);
    }
}

fn check_shape_and_batch(row: &Row, run: &Run) {
    check_row(
        row,
        &[
            ("layers", f64::from(run.layers)),
            ("hidden", f64::from(run.hidden)),
            ("global_batch", f64::from(run.global_batch)),
        ],
    );
}

#[test]
fn sc21_runs_are_the_table() {
    let csv = include_str!("reference/megatron_sc21_table1.csv");
    check_runs(SourceId::MegatronSc21, csv, |row, run| {
        check_shape_and_batch(row, run);
        check_row(
            row,
            &[
                ("params_b", run.parameters_billion),
                ("pct_peak", run.reported_percent),
            ],
        );
        assert_eq!([run.sequence, run.vocab], [2048, 51_200]);
        assert_eq!(run.label, format!("{}B", row.text("params_b")));
    });
}

#[test]
fn h100_runs_are_the_table() {
    let csv = include_str!("reference/megatron_h100_weak.csv");
    check_runs(SourceId::MegatronH100, csv, |row, run| {
        check_shape_and_batch(row, run);
        check_row(row, &[("mfu_pct", run.reported_percent)]);
        assert_eq!([run.sequence, run.vocab], [4096, 131_072]);
        assert_eq!(run.label, row.text("model"));
        assert_eq!(
            run.label.trim_end_matches('B').parse(),
            Ok(run.parameters_billion)
        );
    });
}

#[test]
fn llama_3_runs_are_the_table() {
    let csv = include_str!("reference/llama3_table4.csv");
    check_runs(SourceId::Llama3, csv, |row, run| {
        let sequences = row.number("dp") * row.number("batch_per_dp");
        assert_eq!(f64::from(run.global_batch).to_bits(), sequences.to_bits());
        let sequence = f64::from(run.sequence);
        check_row(
            row,
            &[("mfu_pct", run.reported_percent), ("seq_len", sequence)],
        );
        let millions = f64::from(run.global_batch) * sequence / 1e6;
        assert!((millions - row.number("tokens_per_batch_m")).abs() < 1.0);
    });
}

#[test]
fn the_default_fixed_time_is_the_intercept_of_the_mlperf_logs() {
    let table = Table::read(include_str!("reference/mlperf_gpt3_steps.csv"));
    let point = |gpus: f64| {
        let row = table
            .rows()
            .find(|row| row.number("gpus").total_cmp(&gpus).is_eq())
            .unwrap();
        (row.number("microbatches"), row.number("step_s_median"))
    };
    let [(m0, t0), (m1, t1), (m2, t2)] = [512.0, 4096.0, 6144.0].map(point);
    let slope = (t0 - t1) / (m0 - m1);
    let intercept = t1 - slope * m1;
    assert!((slope * 1e3 - 84.3).abs() < 0.05, "{slope}");
    assert!(
        (intercept * 1e3 - FixedTime::DEFAULT.get()).abs() < 0.05,
        "{intercept}"
    );
    // The line was drawn through two of the logs; it meets the third within 1 %.
    assert!((slope * m2 + intercept - t2).abs() < 0.01 * t2);
}

#[test]
fn the_default_launch_cost_is_the_median_of_the_trace() {
    let table = Table::read(include_str!("reference/launch_overhead.csv"));
    let row = table
        .rows()
        .find(|row| row.text("gpu") == "A100-SXM4-80GB")
        .unwrap();
    check_row(&row, &[("p50_us", LaunchCost::DEFAULT.get())]);
}

fn any_training() -> impl Strategy<Value = Training> {
    let size = (0.0..=1000_f64.ln()).prop_map(|ln| ModelSize::saturating(ln.exp()));
    let context = (ContextLength::MIN.get()..=ContextLength::MAX.get())
        .prop_map(|tokens| ContextLength::new(tokens).unwrap());
    let powers_of_two = (0_u32..=20).prop_map(|power| 1 << power);
    let gpus = prop_oneof![powers_of_two, Count::MIN.get()..=Count::MAX.get()]
        .prop_map(|gpus| Count::new(gpus).unwrap());
    let fixed = prop_oneof![Just(0.0), 0.0..=10_000.0].prop_map(|ms| FixedTime::new(ms).unwrap());
    let launch = prop_oneof![Just(0.0), 0.0..=1000.0].prop_map(|us| LaunchCost::new(us).unwrap());
    let convention = prop_oneof![Just(FlopConvention::Causal), Just(FlopConvention::Full)];
    (
        size,
        context,
        0..GPUS.len(),
        gpus,
        fixed,
        launch,
        convention,
    )
        .prop_map(
            |(size, context, gpu, gpus, fixed, launch, convention)| Training {
                size,
                context,
                gpu: GPUS[gpu],
                gpus,
                fixed,
                launch,
                convention,
            },
        )
}

fn close(left: f64, right: f64) -> bool {
    (left - right).abs() <= 1e-9 * left.abs().max(right.abs())
}

/// The same training at a size `ratio` times larger, if that is still a size.
fn grown(training: &Training, ratio: f64) -> Option<Training> {
    let size = ModelSize::new(training.size.get() * ratio)?;
    Some(Training { size, ..*training })
}

proptest! {
    #[test]
    fn every_answer_is_finite_and_in_range(training in any_training()) {
        let step = step(&training);
        prop_assert!(step.parallel_seconds > 0.0 && step.total_seconds().is_finite());
        for fraction in [step.scaled_serial_fraction(), step.serial_fraction()] {
            prop_assert!((0.0..1.0).contains(&fraction));
        }
        prop_assert!(step.parallel_fraction() > 0.0 && step.parallel_fraction() <= 1.0);
        prop_assert!(mfu(&training) > 0.0 && mfu(&training) < 1.0);
    }

    /// One step, two laws: A1 with s at N is A2 with s′ at N (models.md A2).
    #[test]
    fn amdahl_and_gustafson_agree(training in any_training()) {
        let n = f64::from(training.gpus.get());
        let (parallel, scaled_serial) = (fixed_size(&training), scaled(&training));
        let amdahl = 1.0 / (step(&training).serial_fraction() + parallel / n);
        let gustafson = scaled_serial + (1.0 - scaled_serial) * n;
        prop_assert!(close(amdahl, gustafson), "{amdahl} {gustafson}");
        prop_assert!(close(step(&training).speedup(), gustafson));
    }

    /// So the fixed-size curve of a step can be drawn over N from one value of P.
    #[test]
    fn the_one_gpu_fraction_does_not_depend_on_the_gpus(training in any_training()) {
        let single = Training { gpus: Count::new(1).unwrap(), ..training };
        prop_assert!(close(fixed_size(&training), fixed_size(&single)));
    }

    /// Strictly, whatever the mix of fixed and launch time: launches grow with depth, but depth grows
    /// slower than the parameters all along the chain of shapes. Equal only with no serial time.
    #[test]
    fn a_larger_model_dilutes_the_serial_share(training in any_training(), ratio in 1.0001..1000.0) {
        let Some(larger) = grown(&training, ratio) else { return Ok(()) };
        let serial = training.fixed.get() + training.launch.get();
        if serial > 0.0 {
            prop_assert!(scaled(&larger) < scaled(&training));
        } else {
            prop_assert!(scaled(&larger) == 0.0 && scaled(&training) == 0.0);
        }
    }

    #[test]
    fn a_longer_context_dilutes_the_serial_share(training in any_training(), more in 1_u32..100_000) {
        let Some(context) = ContextLength::new(training.context.get() + more) else { return Ok(()) };
        let longer = Training { context, ..training };
        prop_assert!(scaled(&longer) <= scaled(&training));
        prop_assert!(scaled(&training) == 0.0 || scaled(&longer) < scaled(&training));
    }

    #[test]
    fn causal_mfu_stays_below_the_achievable_share(training in any_training()) {
        let causal = Training { convention: FlopConvention::Causal, ..training };
        let full = Training { convention: FlopConvention::Full, ..training };
        prop_assert!(mfu(&causal) <= training.gpu.achievable * (1.0 + 1e-12));
        prop_assert!(close(mfu(&causal), training.gpu.achievable * (1.0 - scaled(&training))));
        prop_assert!(mfu(&causal) < mfu(&full) && mfu(&full) < 2.0 * mfu(&causal));
        prop_assert_eq!(step(&causal), step(&full));
    }

    #[test]
    fn more_gpus_never_make_a_step_longer(training in any_training()) {
        let Some(gpus) = Count::new(training.gpus.get() * 2) else { return Ok(()) };
        let doubled = Training { gpus, ..training };
        prop_assert!(step(&doubled).total_seconds() < step(&training).total_seconds());
        let serial_bits = |training| step(training).serial_seconds().to_bits();
        prop_assert_eq!(serial_bits(&doubled), serial_bits(&training));
    }

    #[test]
    fn depth_and_width_never_fall_with_size(training in any_training(), ratio in 1.0..1000.0) {
        let Some(larger) = grown(&training, ratio) else { return Ok(()) };
        let (small, large) = (Shape::of(training.size), Shape::of(larger.size));
        prop_assert!(small.layers() <= large.layers() && small.hidden() <= large.hidden());
    }
}

#[test]
fn the_default_training_is_what_the_link_says() {
    let training = Training::default();
    assert_eq!(training.size, ModelSize::new(70.0).unwrap());
    assert_eq!(training.context.get(), 8192);
    assert_eq!(Some(training.gpu), by_id("h100"));
    assert_eq!(training.gpus.get(), 1024);
    assert_eq!(training.convention, FlopConvention::Causal);
}
