//! The published breakdowns of a step against the tables they come from.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::BTreeMap;

use amdahl_explorer::model::hardware::GPUS;
use amdahl_explorer::model::profile::{Known, Name, PRESETS, Roof, StageTime};

/// The rows of a reference table as column name → text, without its comments.
fn rows(csv: &str) -> Vec<BTreeMap<&str, &str>> {
    let mut lines = csv.lines().filter(|line| !line.starts_with('#'));
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    lines
        .map(|line| header.iter().copied().zip(line.split(',')).collect())
        .collect()
}

fn number(row: &BTreeMap<&str, &str>, column: &str) -> f64 {
    row[column].parse().unwrap()
}

/// The preset holds these stages, in any order, rounded as times are.
#[track_caller]
fn check(id: &str, expected: &[(Known, f64)]) {
    let preset = PRESETS.iter().find(|preset| preset.id == id).unwrap();
    let stages = preset.stages();
    assert_eq!(stages.list().len(), expected.len(), "{id}");
    for (name, milliseconds) in expected {
        let stage = stages.list().iter().find(|s| s.name == Name::Known(*name));
        assert_eq!(
            stage.unwrap().time,
            StageTime::new(*milliseconds).unwrap(),
            "{id} {name:?}"
        );
    }
}

#[test]
fn the_loader_samples_are_means_over_their_steps() {
    let table = rows(include_str!("reference/kineto_dataloader_sample.csv"));
    for (workers, id) in [("0", "resnet0"), ("4", "resnet4")] {
        let steps: Vec<_> = table
            .iter()
            .filter(|r| r["num_workers"] == workers)
            .collect();
        let mean = |column| {
            let sum: f64 = steps.iter().map(|row| number(row, column)).sum();
            sum / steps.len() as f64 / 1e3
        };
        check(
            id,
            &[
                (Known::Kernels, mean("kernel_us")),
                (Known::Copies, mean("memcpy_us") + mean("memset_us")),
                (Known::Launch, mean("runtime_us")),
                (Known::Load, mean("dataloader_us")),
                (Known::Host, mean("cpu_exec_us")),
                (Known::Other, mean("other_us")),
            ],
        );
    }
}

#[test]
fn the_traces_divide_as_their_own_tool_says() {
    let table = rows(include_str!("reference/hta_oracle.csv"));
    for (trace, id) in [
        ("nccl_data.json.gz", "ddp"),
        ("sampled_rank-0.json.gz", "trace"),
    ] {
        let row = |r: &&BTreeMap<&str, &str>| r["trace"] == trace && r["include_last"] == "False";
        let row = table.iter().find(row).unwrap();
        check(
            id,
            &[
                (Known::Compute, number(row, "compute_us") / 1e3),
                (
                    Known::CommunicationAndCopies,
                    number(row, "non_compute_us") / 1e3,
                ),
                (Known::Idle, number(row, "idle_us") / 1e3),
            ],
        );
    }
}

#[test]
fn the_layer_is_that_of_the_paper() {
    let table = rows(include_str!("reference/korthikanti_table4.csv"));
    let of = |experiment, column| {
        let row = table.iter().find(|row| row["experiment"] == experiment);
        number(row.unwrap(), column)
    };
    let plain = [("forward_ms"), ("backward_ms")].map(|c| of("baseline no recompute", c));
    for (experiment, id, again) in [
        ("full recompute", "layer", Known::Recompute),
        ("selective recompute", "selective", Known::Attention),
    ] {
        check(
            id,
            &[
                (Known::Forward, plain[0]),
                (again, of(experiment, "backward_ms") - plain[1]),
                (Known::Backward, plain[1]),
            ],
        );
    }
}

#[test]
fn the_gpt3_step_is_a_line_through_two_logs() {
    let table = rows(include_str!("reference/mlperf_gpt3_steps.csv"));
    let point = |gpus| {
        let row = table.iter().find(|row| row["gpus"] == gpus).unwrap();
        (number(row, "microbatches"), number(row, "step_s_median"))
    };
    let ((m, t), (m_small, t_small)) = (point("512"), point("4096"));
    let each = (t - t_small) / (m - m_small);
    let rest = t - m * each;
    check(
        "gpt3",
        &[
            (Known::Microbatches, m * each * 1e3),
            // To a millisecond, as the fixed time of the other figures.
            (Known::Fixed, (rest * 1e3).round()),
        ],
    );
}

#[test]
fn roofs_are_those_of_the_data_sheets() {
    let table = rows(include_str!("reference/hardware.csv"));
    for gpu in GPUS {
        let row = table.iter().find(|row| row["gpu"] == gpu.name).unwrap();
        let roof = Roof::of(gpu);
        assert_eq!(roof.bandwidth, number(row, "hbm_tbs") * 1e12, "{}", gpu.id);
        assert_eq!(
            roof.peak,
            number(row, "bf16_dense_tflops") * 1e12,
            "{}",
            gpu.id
        );
    }
}
