//! Benchmarks of frameworks on many models and machines.

use amdahl_explorer::model::hardware::{A100, B200, H100};
use amdahl_explorer::model::quantity::Count;
use amdahl_explorer::model::training::inputs::{
    Bandwidth, Degree, MemorySize, MicroBatch, NodeSize, Peak, SequenceLength,
};
use amdahl_explorer::model::training::{
    Architecture, DataParallel, GradientWidth, Machine, Plan, Recompute, Split, Stack,
};

use super::clusters::named;
use super::{Draft, batch, degree, gpus, in_fp8, on_h100, split};
use crate::table::{Fault, Row, Table};

/// Megatron-Bridge's rows in FP8 on machines whose peak is known; BF16 and NVFP4 are not printed
/// for enough machines, and GB300's FP8 peak is in no table here.
pub(super) fn bridge(table: &Table) -> Result<Vec<Draft>, Fault> {
    let mut drafts = Vec::new();
    for row in table.rows() {
        let system = row.text("system")?;
        let (machine, stack) = match system {
            "DGX-H100" => (in_fp8(&H100), Stack::MegatronFp8),
            "DGX-B200" => (in_fp8(&B200), Stack::MegatronBlackwell),
            "DGX-GB200" => (gb200(), Stack::MegatronBlackwell),
            _ => continue,
        };
        if row.text("precision")?.contains("FP8") {
            drafts.push(bridge_row(&row, machine, stack)?);
        }
    }
    Ok(drafts)
}

/// 72 in one NVLink domain; otherwise B200's with another peak (torchtitan: 2500 in BF16).
fn gb200() -> Machine {
    Machine {
        peak: Peak::saturating(5000.0),
        memory: MemorySize::saturating(186.0),
        node: NodeSize::saturating(72),
        ..Machine::of(&B200)
    }
}

fn bridge_row(row: &Row, machine: Machine, stack: Stack) -> Result<Draft, Fault> {
    let name = row.word(
        "model",
        &[
            ("LLAMA3_8B", "Llama-3.1-8B"),
            ("LLAMA3_70B", "Llama-3.1-70B"),
            ("LLAMA3.1_405B", "Llama-3.1-405B"),
        ],
    )?;
    let chunks = match row.text("vp")? {
        "n/a" => Degree::ONE,
        _ => degree(row, "vp")?,
    };
    let sequence: SequenceLength = row.count("seq_len", SequenceLength::new)?;
    let plan = Plan {
        global_batch: batch(row, "gbs")?,
        micro_batch: row.count("mbs", MicroBatch::new)?,
        gpus: gpus(row)?,
        split: Split {
            context: degree(row, "cp")?,
            ..split(degree(row, "tp")?, degree(row, "pp")?, chunks.get())
        },
        machine,
        data_parallel: match row.text("fsdp")? {
            "" | "0" => DataParallel::ShardedOptimizer,
            _ => DataParallel::FullySharded,
        },
        ..on_h100(
            Architecture::named(named(row, "model", name)?),
            sequence.get(),
        )
    };
    let tokens = plan.global_batch.get() * f64::from(sequence.get());
    let rate = row.real("tokens_s_gpu")? * f64::from(plan.gpus.get());
    let label = format!(
        "{} {} {}",
        name.trim_start_matches("Llama-3.1-"),
        row.text("system")?.trim_start_matches("DGX-"),
        row.text("release")?
    );
    Ok(Draft::new(label, stack, plan, tokens / rate))
}

/// MPT's models: layers and width, from the configurations beside the table.
const SHAPES: [(&str, [f64; 2]); 9] = [
    ("125m", [12.0, 768.0]),
    ("350m", [24.0, 1024.0]),
    ("760m", [24.0, 1536.0]),
    ("1b", [24.0, 2048.0]),
    ("3b", [32.0, 2560.0]),
    ("7b", [32.0, 4096.0]),
    ("13b", [40.0, 5120.0]),
    ("30b", [48.0, 7168.0]),
    ("70b", [80.0, 8192.0]),
];

/// Padded vocabulary of GPT-NeoX's tokenizer.
const FOUNDRY_VOCABULARY: f64 = 50_368.0;

/// All rows of llm-foundry.
pub(super) fn foundry(table: &Table) -> Result<Vec<Draft>, Fault> {
    table.rows().map(|row| foundry_row(&row)).collect()
}

fn foundry_row(row: &Row) -> Result<Draft, Fault> {
    let [layers, hidden] = row.word("model", &SHAPES)?;
    let sequence: SequenceLength = row.count("seq_len", SequenceLength::new)?;
    // Learned positions are looked up.
    let parameters = row.real("num_params")? - f64::from(sequence.get()) * hidden;
    let model = Architecture::new([parameters, layers, hidden, hidden, FOUNDRY_VOCABULARY])
        .ok_or_else(|| row.fault("num_params", "no model has this size"))?;
    let fp8 = row.word(
        "precision",
        &[("amp_bf16", false), ("bf16", false), ("amp_fp8", true)],
    )?;
    // 40 GB cards have an older memory of 1555 GB/s.
    let small = Machine {
        memory: MemorySize::saturating(40.0),
        memory_bandwidth: Bandwidth::saturating(1555.0),
        ..Machine::of(&A100)
    };
    let (machine, stack) = match (row.text("gpu")?, fp8) {
        ("a100_40gb", false) => (small, Stack::FoundryA100),
        ("a100_80gb", false) => (Machine::of(&A100), Stack::FoundryA100),
        ("h100_80gb", false) => (Machine::of(&H100), Stack::FoundryH100),
        ("h100_80gb", true) => (in_fp8(&H100), Stack::FoundryFp8),
        (gpu, _) => return Err(row.fault("gpu", format!("`{gpu}` is not known"))),
    };
    let gpus: Count = gpus(row)?;
    let plan = Plan {
        global_batch: batch(row, "global_batch_seqs")?,
        micro_batch: row.count("microbatch", MicroBatch::new)?,
        gpus,
        split: Split::NONE,
        machine,
        data_parallel: row.word(
            "sharding",
            &[
                ("FULL_SHARD", DataParallel::FullySharded),
                ("SHARD_GRAD_OP", DataParallel::ShardedOptimizer),
            ],
        )?,
        gradients: GradientWidth::Two,
        recompute: row.word(
            "act_ckpt",
            &[("True", Recompute::Full), ("False", Recompute::None)],
        )?,
        ..on_h100(model, sequence.get())
    };
    let tokens = plan.global_batch.get() * f64::from(sequence.get());
    let seconds = tokens / row.real("throughput_tok_s")?;
    let label = format!(
        "{} {} x{}",
        row.text("model")?,
        sequence.get(),
        row.text("microbatch")?
    );
    Ok(Draft::new(label, stack, plan, seconds))
}
