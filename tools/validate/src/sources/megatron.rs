//! Megatron-LM's own tables.

use amdahl_explorer::model::training::inputs::{Degree, GlobalBatch, MicroBatch};
use amdahl_explorer::model::training::{Plan, Recompute, Stack};

use super::{Draft, Flag, Gpt, batch, degree, gpus, on_a100, on_h100, rate, split};
use crate::table::{Fault, Row, Table};

/// Padded vocabulary of all of Megatron's models on A100.
const VOCABULARY: f64 = 51_200.0;

/// Chunks of a stage in SC21 Table 1, by stages: layers / stages / the argument
/// `--num-layers-per-virtual-pipeline-stage` of `examples/academic_paper_scripts/sc21/run_table_1.sh`.
const CHUNKS: [(u32, u32); 4] = [(4, 3), (8, 2), (16, 2), (35, 3)];

/// SC21 Table 1. Its rates count forward twice; runs without a pipeline have PyTorch's DDP.
pub(super) fn sc21_weak(table: &Table) -> Result<Vec<Draft>, Fault> {
    let draft = |row: Row| {
        let model = Gpt::of(&row, VOCABULARY, 2048)?;
        let pipeline = degree(&row, "pp")?;
        let chunks = CHUNKS.iter().find(|(stages, _)| *stages == pipeline.get());
        let plan = Plan {
            global_batch: batch(&row, "global_batch")?,
            micro_batch: row.count("micro_batch", MicroBatch::new)?,
            gpus: gpus(&row)?,
            split: split(degree(&row, "tp")?, pipeline, chunks.map_or(1, |(_, v)| *v)),
            ..on_a100(model.architecture(&row)?, model.sequence)
        };
        let stack = if pipeline == Degree::ONE {
            Stack::MegatronDdp
        } else {
            Stack::MegatronA100
        };
        let flops = model.with_recompute(plan.global_batch);
        let seconds = flops / rate(plan.gpus, row.real("tflops_per_gpu")?);
        let label = format!("{}B", row.text("params_b")?);
        Ok(Draft::new(label, stack, plan, seconds))
    };
    table.rows().map(draft).collect()
}

/// SC21 Table 2, the rows of Megatron: shards of 8, and stages without chunks, which is **assumed**.
///
/// The table does not print the schedule. The 530B model has 159 TFLOP/s here and 163 in Table 1 with
/// the same stages and micro-batches, where it had three chunks: that speaks for fewer. With as many
/// as there, both series would end 4 % too fast instead of 2 % too slow (the report prints the range).
pub(super) fn sc21_strong(table: &Table) -> Result<Vec<Draft>, Fault> {
    let mut drafts = Vec::new();
    for row in table.rows() {
        if row.word("scheme", &[("PTD-P", false), ("ZeRO-3", true)])? {
            continue;
        }
        let [layers, hidden] = row.word(
            "params_b",
            &[("174.6", [96.0, 12_288.0]), ("529.6", [105.0, 20_480.0])],
        )?;
        let model = Gpt {
            layers,
            hidden,
            vocabulary: VOCABULARY,
            sequence: 2048,
        };
        let pipeline = row.whole("model_parallel")? / 8;
        let pipeline = Degree::new(pipeline)
            .ok_or_else(|| row.fault("model_parallel", "less than shards of 8 in one stage"))?;
        let plan = Plan {
            global_batch: batch(&row, "global_batch")?,
            micro_batch: row.count("micro_batch", MicroBatch::new)?,
            gpus: gpus(&row)?,
            split: split(Degree::saturating(8), pipeline, 1),
            ..on_a100(model.architecture(&row)?, model.sequence)
        };
        let flops = model.with_recompute(plan.global_batch);
        let seconds = flops / rate(plan.gpus, row.real("tflops_per_gpu")?);
        let size = row.text("params_b")?;
        let draft = Draft::new(format!("{size}B"), Stack::MegatronA100, plan, seconds);
        drafts.push(draft.in_series(format!("SC21 {size}B"), true));
    }
    Ok(drafts)
}

/// Korthikanti et al., each row twice: everything computed again, and attention only.
pub(super) fn korthikanti(table: &Table) -> Result<Vec<Draft>, Fault> {
    let mut drafts = Vec::new();
    for row in table.rows() {
        let model = Gpt::of(&row, VOCABULARY, 2048)?;
        for (recompute, column, word) in [
            (Recompute::Full, "iter_s_full_recompute", "full"),
            (Recompute::Selective, "iter_s_present", "selective"),
        ] {
            let plan = Plan {
                global_batch: batch(&row, "global_batch")?,
                micro_batch: row.count("micro_batch", MicroBatch::new)?,
                gpus: gpus(&row)?,
                split: split(
                    degree(&row, "tp")?,
                    degree(&row, "pp")?,
                    row.whole("interleave")?,
                ),
                recompute,
                ..on_a100(model.architecture(&row)?, model.sequence)
            };
            let label = format!("{} {word}", row.text("model")?);
            let seconds = row.real(column)?;
            drafts.push(Draft::new(label, Stack::MegatronA100, plan, seconds));
        }
    }
    Ok(drafts)
}

/// The README of 2020, its rows on A100: 16 sequences for each replica, which go through at once.
/// Weak scaling: the batch grows with the replicas.
pub(super) fn readme_2020(table: &Table) -> Result<Vec<Draft>, Fault> {
    let mut drafts = Vec::new();
    for row in table.rows() {
        if !row.text("platform")?.starts_with("DGX-A100") {
            continue;
        }
        let model = Gpt::of(&row, VOCABULARY, 1024)?;
        let plan = Plan {
            global_batch: batch(&row, "batch")?,
            micro_batch: MicroBatch::saturating(16),
            gpus: gpus(&row)?,
            split: split(degree(&row, "mp")?, Degree::ONE, 1),
            ..on_a100(model.architecture(&row)?, model.sequence)
        };
        let case = row.text("case")?;
        let seconds = row.real("iter_ms")? * 1e-3;
        let draft = Draft::new(case.to_owned(), Stack::MegatronDdp, plan, seconds);
        drafts.push(draft.in_series(format!("README 2020 {case}"), false));
    }
    Ok(drafts)
}

/// Padded vocabulary of Megatron-Core's table.
const CORE_VOCABULARY: f64 = 131_072.0;

/// Embeddings are not shared there (SC21 eq. 2 counts one). Chunks are not printed and
/// **assumed** of one layer each, which is possible for every row and the shortest bubble; with one
/// chunk a stage the bubble alone would add a fifth to the steps of 119B and 177B.
fn core_plan(
    row: &Row,
    model: Gpt,
    [tensor, pipeline]: [Degree; 2],
    micro_batch: MicroBatch,
) -> Result<Plan, Fault> {
    let chunks = if pipeline > Degree::ONE {
        (model.layers / pipeline.real()).ceil() as u32
    } else {
        1
    };
    Ok(Plan {
        gpus: gpus(row)?,
        micro_batch,
        split: split(tensor, pipeline, chunks),
        ..on_h100(
            model.architecture(row)?.with_input_embedding(),
            model.sequence,
        )
    })
}

/// Megatron-Core's table. Its rates count the full square (see `Counting::FullSquare` of the model).
/// The micro-batch is not printed: one sequence in a pipeline, all of a replica's without.
pub(super) fn h100_weak(table: &Table) -> Result<Vec<Draft>, Fault> {
    let draft = |row: Row| {
        let model = Gpt::of(&row, CORE_VOCABULARY, 4096)?;
        let global_batch = batch(&row, "global_batch")?;
        let pipeline = degree(&row, "pp")?;
        let micro_batch = if pipeline > Degree::ONE {
            MicroBatch::MIN
        } else {
            MicroBatch::saturating((global_batch.get() / f64::from(row.whole("dp")?)) as u32)
        };
        let plan = Plan {
            global_batch,
            ..core_plan(&row, model, [degree(&row, "tp")?, pipeline], micro_batch)?
        };
        let flops = model.full_square(global_batch);
        let seconds = flops / rate(plan.gpus, row.real("tflops_per_gpu")?);
        let label = row.text("model")?.to_owned();
        Ok(Draft::new(label, Stack::MegatronH100, plan, seconds))
    };
    table.rows().map(draft).collect()
}

/// The curve of 177B that its README draws: 8 shards, 6 stages, 1152 sequences.
pub(super) fn h100_strong(table: &Table) -> Result<Vec<Draft>, Fault> {
    let draft = |row: Row| {
        let model = Gpt {
            layers: 96.0,
            hidden: 12_288.0,
            vocabulary: CORE_VOCABULARY,
            sequence: 4096,
        };
        let cut = [8, 6].map(Degree::saturating);
        let plan = Plan {
            global_batch: GlobalBatch::saturating(1152.0),
            ..core_plan(&row, model, cut, MicroBatch::MIN)?
        };
        let flops = model.full_square(plan.global_batch);
        let seconds = flops / (row.real("aggregate_pflops")? * 1e15);
        let mut draft = Draft::new("177B".to_owned(), Stack::MegatronH100, plan, seconds);
        if row.text("confidence")? == "digitised" {
            draft.flag = Flag::Digitised;
        }
        Ok(draft.in_series("Megatron-Core 177B".to_owned(), true))
    };
    table.rows().map(draft).collect()
}
