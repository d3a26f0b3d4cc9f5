//! The validation itself: constants, totals, bars, and what is said of tables that are wrong.
#![allow(
    clippy::unwrap_used,
    clippy::float_cmp,
    reason = "a test may panic, and exact values are meant"
)]

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

use amdahl_explorer::model::published::{RUNS, SourceId, step_seconds};
use amdahl_explorer::model::training::{Constants, Infeasible, Plan, check, presets};
use validate::{Published, Validation, errors, fit, numbers, print, read};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rows() -> Vec<Published> {
    read(&root().join("tests/reference")).unwrap()
}

static VALIDATION: LazyLock<Validation> = LazyLock::new(|| Validation::of(rows()));

#[test]
fn the_constants_of_the_page_are_the_fit() {
    let rows = rows();
    assert_eq!(fit(&rows.iter().collect::<Vec<_>>()), Constants::FITTED);
}

#[test]
fn the_page_prints_the_totals_of_this_computation() {
    let file = root().join("src/model/training/totals/numbers.rs");
    let computed = numbers(&VALIDATION);
    if env::var_os("UPDATE").is_some() {
        fs::write(&file, &computed).unwrap();
    }
    let held = fs::read_to_string(&file).unwrap();
    assert_eq!(held, computed, "UPDATE=1 writes {}", file.display());
}

#[test]
fn every_row_that_can_be_used_is() {
    let of = |id| {
        let rated = VALIDATION.rated.iter();
        rated.filter(|rated| rated.row.source.id == id).count()
    };
    let counts = [
        ("readme-2020", 8),
        // Ten of Table 1, six of Table 2 (the others are ZeRO-3).
        ("sc21", 16),
        // Four models, each with everything and with attention computed again.
        ("korthikanti", 8),
        ("megascale", 8),
        ("mlperf", 3),
        ("foundry", 216),
        ("megatron-h100", 17),
        ("llama3", 3),
        // FP8 on H100, B200 and GB200.
        ("bridge", 17),
    ];
    for (id, count) in counts {
        assert_eq!(of(id), count, "{id}");
    }
    assert_eq!(VALIDATION.rated.len(), 296);
}

#[test]
fn medians_are_within_the_bars() {
    let megatron = VALIDATION.totals("megatron", |row| row.source.megatron);
    assert_eq!(megatron.rows, 77);
    assert!(megatron.fitted.median <= 3.0, "{megatron:?}");
    assert!(megatron.left_out.median <= 4.5, "{megatron:?}");
    // Reached, with room for a change of the last digit only.
    assert!(megatron.fitted.median <= 1.0 && megatron.left_out.median <= 2.0);
    assert!(megatron.fitted.p90 <= 3.6 && megatron.left_out.p90 <= 4.4);
}

#[test]
fn the_largest_errors_of_megatron_are_short_pipelines_on_h100() {
    let rated = VALIDATION.rated.iter();
    let far: Vec<&str> = rated
        .filter(|rated| rated.row.source.megatron && (rated.modeled - rated.published).abs() > 4.9)
        .map(|rated| rated.row.label.as_str())
        .collect();
    assert_eq!(far, ["16B", "32B", "70B"]);
}

#[test]
fn strong_series_end_within_three_per_cent_but_for_one() {
    let mut strong = VALIDATION.series.iter().filter(|ends| ends.strong);
    assert_eq!(strong.clone().count(), 6);
    for ends in strong.clone() {
        // The two series of MegaScale contradict each other, see below: no constants meet both.
        let bar = if ends.name == "MegaScale baseline, batch 768" {
            4.6
        } else {
            3.0
        };
        assert!(ends.error().abs() <= bar, "{ends:?} {}", ends.error());
    }
    assert!(strong.all(|ends| ends.published < 1.0 && ends.modeled < 1.0));
}

/// With the chunks of Table 1 the bar of SC21's series is not met: that it is, is an assumption.
#[test]
fn the_ends_of_sc21_depend_on_chunks_that_are_not_printed() {
    for (name, plain, layers) in [("SC21 174.6B", -1.4, 5.5), ("SC21 529.6B", -1.8, 3.7)] {
        let ends = VALIDATION.series.iter().find(|ends| ends.name == name);
        let found = ends.unwrap().other_chunks_error().unwrap();
        assert!(
            (found[0] - plain).abs() < 0.1 && (found[1] - layers).abs() < 0.1,
            "{found:?}"
        );
    }
}

#[test]
fn the_two_series_of_megascale_contradict_each_other_by_more_than_the_bar() {
    // Micro-batches of a replica and seconds. With these the same, so are arithmetic, tensor and
    // pipeline communication and bubbles; only the number of replicas differs, sixteenfold.
    let runs: Vec<(f64, f64)> = rows()
        .into_iter()
        .filter(|row| row.source.id == "megascale")
        .map(|row| {
            let replicas = f64::from(row.plan.gpus.get()) / 64.0;
            (row.plan.global_batch.get() / replicas, row.seconds)
        })
        .collect();
    let ((m0, t0), (m1, t1)) = (runs[0], runs[3]);
    assert_eq!([m0, m1], [192.0, 48.0]);
    let slope = (t0 - t1) / (m0 - m1);
    let excess = |(m, t): (f64, f64)| t / (t1 + slope * (m - m1));
    let ends = excess(runs[4]) / excess(runs[7]);
    // A model that met the short series would miss the long one by this, 8 per cent.
    assert!((ends - 1.08).abs() < 0.005, "{ends}");
}

#[test]
fn published_runs_of_the_size_figure_have_the_same_steps() {
    let rows = rows();
    let mut found = 0;
    for run in &RUNS {
        let id = match run.source {
            SourceId::MegatronSc21 => "sc21",
            SourceId::MegatronH100 => "megatron-h100",
            SourceId::Llama3 => "llama3",
        };
        found += rows
            .iter()
            .filter(|row| row.source.id == id)
            .filter(|row| row.plan.gpus == run.gpus)
            .filter(|row| (row.seconds / step_seconds(run) - 1.0).abs() < 1e-12)
            .count();
    }
    assert_eq!(found, RUNS.len());
}

#[test]
fn points_of_the_presets_are_rows_of_their_plan() {
    let rows = rows();
    for (id, source) in [("megatron-175b", "megascale"), ("llama3-405b", "llama3")] {
        let preset = presets::by_id(id).unwrap();
        let plan = (preset.plan)();
        let measured: Vec<&Published> = rows
            .iter()
            .filter(|row| row.source.id == source && row.plan.sequence == plan.sequence)
            .filter(|row| row.plan.global_batch == plan.global_batch)
            .collect();
        assert_eq!(measured.len(), preset.published.len());
        for (row, point) in measured.iter().zip(preset.published) {
            assert_eq!(row.plan.gpus.get(), point.gpus);
            assert!(
                (row.seconds / point.seconds - 1.0).abs() < 2e-4,
                "{}",
                row.seconds
            );
            // And the row's plan is that of the preset.
            let row_plan = Constants::FITTED.apply(row.stack, &row.plan);
            assert_eq!(
                Plan {
                    gpus: row_plan.gpus,
                    ..plan
                },
                row_plan
            );
        }
    }
}

#[test]
fn megascales_own_points_are_its_rows() {
    let text = fs::read_to_string(root().join("tests/reference/megascale_table2.csv")).unwrap();
    let preset = presets::by_id("megatron-175b-overlap").unwrap();
    for point in preset.published {
        let row = format!("6144,MegaScale,{},{},", point.gpus, point.seconds);
        assert!(text.contains(&row), "{row}");
    }
}

#[test]
fn published_runs_could_run_by_the_checks_of_the_page() {
    for row in rows() {
        for problem in check(&row.plan) {
            // An estimate of memory is no proof, and batches of benchmarks are sometimes cut short.
            let known = matches!(problem, Infeasible::Memory { .. })
                || matches!(
                    row.source.id,
                    "foundry" | "bridge" | "sc21" | "megatron-h100" | "megascale"
                );
            assert!(known, "{} {}: {problem:?}", row.source.id, row.label);
        }
    }
}

#[test]
fn errors_are_ranks() {
    let found = errors([3.0, -1.0, 2.0, -10.0]);
    assert_eq!([found.median, found.p90, found.worst], [2.5, 10.0, 10.0]);
    assert_eq!(errors([]), errors([0.0]));
}

#[test]
fn the_report_ends_with_the_summary() {
    let text = print(&VALIDATION);
    let end: Vec<&str> = text.lines().rev().take(9).collect();
    assert_eq!(end[8], "Bars");
    assert!(end[7].contains("median in sample") && end[7].ends_with("met"));
    assert_eq!(text.matches("NOT MET").count(), 1);
}

/// A copy of the tables in which a file is changed.
#[track_caller]
fn check_fault(name: &str, file: &str, change: impl Fn(&str) -> Option<String>, message: &str) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    for entry in fs::read_dir(root().join("tests/reference")).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, folder.join(path.file_name().unwrap())).unwrap();
    }
    let path = folder.join(file);
    match change(&fs::read_to_string(&path).unwrap()) {
        Some(text) => fs::write(&path, text).unwrap(),
        None => fs::remove_file(&path).unwrap(),
    }
    let faults = read(&folder).unwrap_err();
    let said = faults
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("\n");
    assert_eq!(said, format!("{}{message}", path.display()));
}

#[test]
fn what_is_wrong_with_a_table_is_said_with_its_place() {
    let llama = "llama3_table4.csv";
    check_fault(
        "missing",
        llama,
        |_| None,
        ": No such file or directory (os error 2)",
    );
    check_fault(
        "cell",
        llama,
        |text| Some(text.replace("8192,8,1,16", "8192,eight,1,16")),
        ", line 4, column tp: `eight` is no positive whole number",
    );
    check_fault(
        "range",
        llama,
        |text| Some(text.replace("8192,8,1,16", "8192,8,5000,16")),
        ", line 4, column cp: 5000 is out of range",
    );
    check_fault(
        "nan",
        llama,
        |text| Some(text.replace(",430,", ",NaN,")),
        ", line 4, column tflops_per_gpu: `NaN` is no positive number",
    );
    check_fault(
        "column",
        llama,
        |text| Some(text.replace(",cp,", ",kp,")),
        ", column cp: no such column",
    );
    check_fault(
        "length",
        llama,
        |text| Some(text.replace("8192,8,1,16", "8192,8,16")),
        ", line 4: 10 cells where the header has 11",
    );
    check_fault(
        "word",
        "llmfoundry_mpt_benchmarks.csv",
        |text| Some(text.replacen(",70b,", ",71b,", 1)),
        ", line 3, column model: `71b` is none of 125m, 350m, 760m, 1b, 3b, 7b, 13b, 30b, 70b",
    );
    check_fault("empty", llama, |_| Some(String::new()), ": no rows");
}
