//! Large runs, each of one cluster.

use amdahl_explorer::model::hardware::H100;
use amdahl_explorer::model::training::inputs::{Degree, GlobalBatch, SequenceLength};
use amdahl_explorer::model::training::{
    Architecture, GradientWidth, Plan, Recompute, Split, Stack,
};
use amdahl_explorer::model::transformer::{FlopConvention, NAMED_MODELS, NamedModel};

use super::{Draft, Flag, batch, degree, gpus, in_fp8, on_a100, on_h100, rate, split};
use crate::table::{Fault, Row, Table};

/// A published model by the name it has in the page.
pub(super) fn named(row: &Row, column: &str, name: &str) -> Result<&'static NamedModel, Fault> {
    NAMED_MODELS
        .iter()
        .find(|model| model.name == name)
        .ok_or_else(|| row.fault(column, format!("no shape of {name} is known")))
}

/// MegaScale's baseline, Megatron-LM: GPT-3 175B, 8 shards, 8 stages of 6 chunks, attention computed
/// again, gradients of four bytes. Chunks are from memory of the paper's setup, the rest but stages and
/// shards is **assumed**: the table prints none of it. MegaScale's own rows have another model and are no plan of this
/// one. Four cells of PFLOP/s contradict their row; the times agree with tokens, days and MFU.
pub(super) fn megascale(table: &Table) -> Result<Vec<Draft>, Fault> {
    let mut drafts = Vec::new();
    for row in table.rows() {
        if row.word("method", &[("Megatron-LM", false), ("MegaScale", true)])? {
            continue;
        }
        let model = Architecture::named(named(&row, "method", "GPT-3 175B")?);
        let eight = Degree::saturating(8);
        let plan = Plan {
            global_batch: batch(&row, "global_batch")?,
            gpus: gpus(&row)?,
            split: split(eight, eight, 6),
            gradients: GradientWidth::Four,
            recompute: Recompute::Selective,
            ..on_a100(model, 2048)
        };
        let seconds = row.real("iter_s")?;
        let mut draft = Draft::new("175B".to_owned(), Stack::MegatronRoce, plan, seconds);
        if row.word("pflops_consistent", &[("0", true), ("1", false)])? {
            draft.flag = Flag::Inconsistent;
        }
        let batch = row.text("global_batch")?;
        drafts.push(draft.in_series(format!("MegaScale baseline, batch {batch}"), true));
    }
    Ok(drafts)
}

/// Llama 3 405B: stages of eight chunks of one layer (**assumed**, not printed), embedding and output in the place of two.
///
/// What it counted is not stated: 6 N + 6 L h T for each token is assumed (see
/// `Counting::AssumedCausal` of the model).
pub(super) fn llama3(table: &Table) -> Result<Vec<Draft>, Fault> {
    let draft = |row: Row| {
        let model = Architecture::named(named(&row, "gpus", "Llama-3.1-405B")?);
        let sequences = row.real("dp")? * row.real("batch_per_dp")?;
        let plan = Plan {
            global_batch: GlobalBatch::new(sequences)
                .ok_or_else(|| row.fault("batch_per_dp", "out of range"))?,
            sequence: row.count("seq_len", SequenceLength::new)?,
            gpus: gpus(&row)?,
            split: Split {
                context: degree(&row, "cp")?,
                ..split(degree(&row, "tp")?, degree(&row, "pp")?, 8)
            },
            ..on_h100(model, 8192)
        };
        let tokens = sequences * f64::from(plan.sequence.get());
        let flops = tokens * model.flops_per_token(plan.sequence, FlopConvention::Causal);
        let seconds = flops / rate(plan.gpus, row.real("tflops_per_gpu")?);
        let label = format!("405B, {} tokens", plan.sequence.get());
        Ok(Draft::new(label, Stack::LlamaH100, plan, seconds))
    };
    table.rows().map(draft).collect()
}

/// GPT-3 175B in FP8: stages of 6 chunks and gradients of two bytes, both **assumed**, since neither
/// log nor table has them. A batch that runs on several
/// numbers of GPUs makes a series.
pub(super) fn mlperf(table: &Table) -> Result<Vec<Draft>, Fault> {
    let draft = |row: Row| {
        let model = Architecture::named(named(&row, "gpus", "GPT-3 175B")?);
        let plan = Plan {
            global_batch: batch(&row, "global_batch")?,
            gpus: gpus(&row)?,
            split: split(degree(&row, "tp")?, degree(&row, "pp")?, 6),
            machine: in_fp8(&H100),
            gradients: GradientWidth::Two,
            ..on_h100(model, 2048)
        };
        let seconds = row.real("step_s_median")?;
        let draft = Draft::new("175B".to_owned(), Stack::MegatronFp8, plan, seconds);
        let batch = row.text("global_batch")?;
        Ok(draft.in_series(format!("MLPerf 175B, batch {batch}"), true))
    };
    table.rows().map(draft).collect()
}
