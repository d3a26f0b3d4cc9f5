//! What was published, as plans of the model and measured step times.

mod clusters;
mod frameworks;
mod megatron;

use std::path::Path;

use amdahl_explorer::model::hardware::{A100, Gpu, H100};
use amdahl_explorer::model::quantity::Count;
use amdahl_explorer::model::training::inputs::{
    Degree, GlobalBatch, MicroBatch, Peak, SequenceLength,
};
use amdahl_explorer::model::training::{
    Architecture, DataParallel, GradientWidth, Machine, Plan, Recompute, Split, Stack,
};

use crate::table::{Fault, Row, Table};

/// A publication with rows in one or more tables.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Word that names it.
    pub id: &'static str,
    /// How it is printed, and where to read it.
    pub title: &'static str,
    /// Whether it is Megatron or built on it.
    pub megatron: bool,
    /// Its tables and how to read them.
    tables: &'static [(&'static str, Reader)],
}

type Reader = fn(&Table) -> Result<Vec<Draft>, Fault>;

/// Every source, oldest first.
pub static SOURCES: [Source; 9] = [
    Source {
        id: "readme-2020",
        title: "Megatron-LM README 2020, github.com/NVIDIA/Megatron-LM",
        megatron: true,
        tables: &[("megatron_readme_2020_scaling.csv", megatron::readme_2020)],
    },
    Source {
        id: "sc21",
        title: "Narayanan et al. 2021, Tables 1 and 2, arXiv 2104.04473",
        megatron: true,
        tables: &[
            ("megatron_sc21_table1.csv", megatron::sc21_weak),
            ("megatron_sc21_table2.csv", megatron::sc21_strong),
        ],
    },
    Source {
        id: "korthikanti",
        title: "Korthikanti et al. 2022, Table 5, arXiv 2205.05198",
        megatron: true,
        tables: &[("korthikanti_table5.csv", megatron::korthikanti)],
    },
    Source {
        id: "megascale",
        title: "MegaScale 2024, Table 2, Megatron-LM rows, arXiv 2402.15627",
        megatron: true,
        tables: &[("megascale_table2.csv", clusters::megascale)],
    },
    Source {
        id: "mlperf",
        title: "MLPerf Training v3.1 2023, GPT-3 175B, logs of NVIDIA Eos",
        megatron: true,
        tables: &[("mlperf_gpt3_steps.csv", clusters::mlperf)],
    },
    Source {
        id: "foundry",
        title: "llm-foundry 2023, github.com/mosaicml/llm-foundry",
        megatron: false,
        tables: &[("llmfoundry_mpt_benchmarks.csv", frameworks::foundry)],
    },
    Source {
        id: "megatron-h100",
        title: "Megatron-Core r0.8.0 2024, weak and strong scaling on H100",
        megatron: true,
        tables: &[
            ("megatron_h100_weak.csv", megatron::h100_weak),
            ("megatron_h100_strong.csv", megatron::h100_strong),
        ],
    },
    Source {
        id: "llama3",
        title: "Llama 3 2024, Table 4, arXiv 2407.21783",
        megatron: false,
        tables: &[("llama3_table4.csv", clusters::llama3)],
    },
    Source {
        id: "bridge",
        title: "Megatron-Bridge 2025 and 2026, Llama 3 in FP8",
        megatron: true,
        tables: &[("megatron_bridge_llama.csv", frameworks::bridge)],
    },
];

/// What is to be known of a row before its numbers are trusted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Flag {
    /// Nothing.
    #[default]
    None,
    /// Read off a picture.
    Digitised,
    /// The row contradicts itself in a cell that is not used here.
    Inconsistent,
}

/// Rows of one model on more and more GPUs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Series {
    /// Its name, with what stays the same.
    pub name: String,
    /// Whether the batch stays the same.
    pub strong: bool,
}

/// A published step.
#[derive(Clone, Debug)]
pub struct Published {
    /// The publication.
    pub source: &'static Source,
    /// Model and whatever tells it from the other rows.
    pub label: String,
    /// What ran it; decides the constants.
    pub stack: Stack,
    /// All that is known of the run; the constants in it are replaced when it is predicted.
    pub plan: Plan,
    /// Measured time of a step, seconds.
    pub seconds: f64,
    /// What is to be known of it.
    pub flag: Flag,
    /// The series that it belongs to.
    pub series: Option<Series>,
}

/// A row before it knows its source.
#[derive(Debug)]
struct Draft {
    label: String,
    stack: Stack,
    plan: Plan,
    seconds: f64,
    flag: Flag,
    series: Option<Series>,
}

/// Every row of every source in a folder.
///
/// # Errors
/// All that is wrong, at most one for each table.
pub fn read(folder: &Path) -> Result<Vec<Published>, Vec<Fault>> {
    let mut rows = Vec::new();
    let mut faults = Vec::new();
    for source in &SOURCES {
        for (file, reader) in source.tables {
            match Table::read(folder, file).and_then(|table| reader(&table)) {
                Ok(drafts) => rows.extend(drafts.into_iter().map(|draft| draft.of(source))),
                Err(fault) => faults.push(fault),
            }
        }
    }
    if faults.is_empty() {
        Ok(rows)
    } else {
        Err(faults)
    }
}

impl Draft {
    fn new(label: String, stack: Stack, plan: Plan, seconds: f64) -> Self {
        Self {
            label,
            stack,
            plan,
            seconds,
            flag: Flag::None,
            series: None,
        }
    }

    fn in_series(mut self, name: String, strong: bool) -> Self {
        self.series = Some(Series { name, strong });
        self
    }

    fn of(self, source: &'static Source) -> Published {
        let Self {
            label,
            stack,
            plan,
            seconds,
            flag,
            series,
        } = self;
        Published {
            source,
            label,
            stack,
            plan,
            seconds,
            flag,
            series,
        }
    }
}

/// A GPT model with learned positions.
#[derive(Clone, Copy, Debug)]
struct Gpt {
    layers: f64,
    hidden: f64,
    vocabulary: f64,
    sequence: u32,
}

impl Gpt {
    /// A model of a row's `layers` and `hidden`.
    fn of(row: &Row, vocabulary: f64, sequence: u32) -> Result<Self, Fault> {
        Ok(Self {
            layers: f64::from(row.whole("layers")?),
            hidden: f64::from(row.whole("hidden")?),
            vocabulary,
            sequence,
        })
    }

    /// SC21 eq. 2.
    fn architecture(&self, row: &Row) -> Result<Architecture, Fault> {
        let [l, h, v] = [self.layers, self.hidden, self.vocabulary];
        let parameters = 12.0 * l * h * h + 13.0 * l * h + (v + f64::from(self.sequence)) * h;
        Architecture::new([parameters, l, h, h, v])
            .ok_or_else(|| row.fault("hidden", "no model has this shape"))
    }

    /// FLOPs of a step as SC21 eq. 3 counts them: forward twice.
    fn with_recompute(&self, batch: GlobalBatch) -> f64 {
        self.counted(96.0, 16.0, batch)
    }

    /// FLOPs of a step with the full square of attention, nothing twice.
    fn full_square(&self, batch: GlobalBatch) -> f64 {
        self.counted(72.0, 12.0, batch)
    }

    fn counted(&self, factor: f64, head: f64, batch: GlobalBatch) -> f64 {
        let [l, h, v, s] = [
            self.layers,
            self.hidden,
            self.vocabulary,
            f64::from(self.sequence),
        ];
        let tokens = batch.get() * s;
        factor * tokens * l * h * h * (1.0 + s / (6.0 * h) + v / (head * l * h))
    }
}

fn batch(row: &Row, column: &str) -> Result<GlobalBatch, Fault> {
    let value = row.real(column)?;
    GlobalBatch::new(value).ok_or_else(|| row.fault(column, format!("{value} is out of range")))
}

fn degree(row: &Row, column: &str) -> Result<Degree, Fault> {
    row.count(column, Degree::new)
}

fn gpus(row: &Row) -> Result<Count, Fault> {
    row.count("gpus", Count::new)
}

/// TFLOP/s and GPUs as FLOP/s of all.
fn rate(gpus: Count, tflops_per_gpu: f64) -> f64 {
    f64::from(gpus.get()) * tflops_per_gpu * 1e12
}

fn split(tensor: Degree, pipeline: Degree, interleave: u32) -> Split {
    Split {
        tensor,
        pipeline,
        interleave: Degree::saturating(interleave),
        context: Degree::ONE,
    }
}

/// GPT-3 as Megatron ran it on A100: two bytes a gradient, optimizer not sharded.
fn on_a100(model: Architecture, sequence: u32) -> Plan {
    Plan {
        model,
        sequence: SequenceLength::saturating(sequence),
        micro_batch: MicroBatch::MIN,
        machine: Machine::of(&A100),
        data_parallel: DataParallel::Plain,
        gradients: GradientWidth::Two,
        recompute: Recompute::Full,
        ..Plan::default()
    }
}

/// Any model on H100: four bytes a gradient, optimizer sharded, nothing computed again.
fn on_h100(model: Architecture, sequence: u32) -> Plan {
    Plan {
        model,
        sequence: SequenceLength::saturating(sequence),
        micro_batch: MicroBatch::MIN,
        machine: Machine::of(&H100),
        ..Plan::default()
    }
}

/// A machine that computes in FP8, whose peak is twice that of BF16.
fn in_fp8(gpu: &Gpu) -> Machine {
    Machine {
        peak: Peak::saturating(fp8_peak(gpu)),
        ..Machine::of(gpu)
    }
}

/// As data sheets round it: 1979 for H100, 4500 for B200.
fn fp8_peak(gpu: &Gpu) -> f64 {
    if gpu == &H100 {
        1979.0
    } else {
        2.0 * gpu.peak_tflops
    }
}
