//! Training steps worth looking at: the article's cases with the numbers of published runs.

use super::architecture::Architecture;
use super::inputs::{Bandwidth, Degree, GlobalBatch, HopLatency, MicroBatch, SequenceLength};
use super::plan::{DataParallel, GradientWidth, Machine, Overlap, Plan, Recompute, Split};
use super::scaling::Scaling;
use super::stack::{Constants, Stack};
use crate::model::hardware::{A100, H100};
use crate::model::quantity::Count;
use crate::model::transformer::{
    GPT_3_175B, LLAMA_2_13B, LLAMA_3_1_70B, LLAMA_3_1_405B, NamedModel,
};

/// A plan to start from, and the question to ask of it.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Word in links, test names and DOM ids.
    pub id: &'static str,
    /// The plan, with the number of GPUs to show first.
    pub plan: fn() -> Plan,
    /// What stays the same along its curve.
    pub scaling: Scaling,
    /// The publication that ran it, with an address; `None` for a case made up here.
    pub source: Option<&'static str>,
    /// What was measured along the curve, fewest GPUs first; none for a case made up here.
    pub published: &'static [Point],
}

/// A published step of a preset's plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Number of GPUs.
    pub gpus: u32,
    /// Time of the step, seconds.
    pub seconds: f64,
}

const fn point(gpus: u32, seconds: f64) -> Point {
    Point { gpus, seconds }
}

/// Megatron-LM's rows of MegaScale's Table 2, batch 6144.
static MEGATRON_STEPS: [Point; 4] = [
    point(3072, 29.02),
    point(6144, 14.78),
    point(8192, 12.24),
    point(12_288, 8.57),
];

/// MegaScale's own rows there. Overlap is one of its changes; others are a parallel block,
/// attention in windows, and a network without collisions (1 % fewer FLOPs a token).
static MEGASCALE_STEPS: [Point; 4] = [
    point(3072, 23.66),
    point(6144, 12.21),
    point(8192, 9.56),
    point(12_288, 6.34),
];

/// The rows of 8192 tokens of Llama 3's Table 4: 430 and 400 TFLOP/s as step times.
static LLAMA_STEPS: [Point; 2] = [point(8192, 12.02), point(16_384, 6.461)];

/// Every preset, the simplest first.
pub static PRESETS: [Preset; 6] = [
    Preset {
        id: "ddp",
        plan: ddp,
        scaling: Scaling::Strong,
        source: None,
        published: &[],
    },
    Preset {
        id: "megatron-175b",
        plan: megatron,
        scaling: Scaling::Strong,
        source: Some(MEGASCALE),
        published: &MEGATRON_STEPS,
    },
    Preset {
        id: "megatron-175b-overlap",
        plan: megatron_overlapped,
        scaling: Scaling::Strong,
        source: Some(MEGASCALE),
        published: &MEGASCALE_STEPS,
    },
    Preset {
        id: "llama3-405b",
        plan: llama,
        scaling: Scaling::Strong,
        source: Some("Llama 3, Table 4, https://arxiv.org/abs/2407.21783"),
        published: &LLAMA_STEPS,
    },
    Preset {
        id: "fsdp-13b",
        plan: fsdp_13b,
        scaling: Scaling::Weak,
        source: None,
        published: &[],
    },
    Preset {
        id: "fsdp-70b",
        plan: fsdp_70b,
        scaling: Scaling::Weak,
        source: None,
        published: &[],
    },
];

const MEGASCALE: &str = "MegaScale, Table 2, https://arxiv.org/abs/2402.15627";

/// The preset with this `id`, e.g. `"ddp"`.
pub fn by_id(id: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.id == id)
}

/// A batch of so many sequences of so many tokens.
fn batch(plan: &mut Plan, sequences: f64, tokens: u32) {
    plan.global_batch = GlobalBatch::saturating(sequences);
    plan.sequence = SequenceLength::saturating(tokens);
}

/// Ethernet of so many Gbit/s for each GPU.
///
/// 50 µs is a message by TCP through the kernels of two hosts, a usual figure and not measured here;
/// InfiniBand and RoCE take a third or less.
fn ethernet(plan: &mut Plan, gigabits: f64) {
    plan.machine.links.network = Bandwidth::saturating(gigabits / 8.0);
    plan.machine.links.network_latency = HopLatency::saturating(50.0);
}

/// GPT of 1.3 billion parameters (GPT-3 XL's 24 layers of 2048) by DDP over Ethernet of 25 Gbit/s:
/// with one batch of a million tokens there is a number of GPUs from which more are slower, because
/// the ring of gradients has a hop for every node and there is ever less to hide it behind.
fn ddp() -> Plan {
    let [layers, hidden, vocabulary, tokens] = [24.0, 2048.0, 51_200.0, 2048.0];
    // SC21 eq. 2, as all GPT models here.
    let parameters =
        12.0 * layers * hidden * hidden + 13.0 * layers * hidden + (vocabulary + tokens) * hidden;
    let shape = [parameters, layers, hidden, hidden, vocabulary];
    let mut plan = Plan {
        gpus: Count::saturating(64),
        micro_batch: MicroBatch::saturating(4),
        split: Split::NONE,
        machine: Machine::of(&A100),
        data_parallel: DataParallel::Plain,
        ..Plan::default()
    };
    plan.model = Architecture::new(shape).unwrap_or(plan.model);
    batch(&mut plan, 512.0, 2048);
    plan = Constants::FITTED.apply(Stack::FoundryA100, &plan);
    ethernet(&mut plan, 25.0);
    plan
}

/// MegaScale's baseline: GPT-3 175B by Megatron-LM on A100, batch 6144, 8 shards and 8 stages of 6
/// chunks, neither tensor nor data parallelism overlapped.
fn megatron() -> Plan {
    let mut plan = Plan {
        model: Architecture::named(&GPT_3_175B),
        gpus: Count::saturating(12_288),
        split: split(8, 8, 6),
        machine: Machine::of(&A100),
        data_parallel: DataParallel::Plain,
        recompute: Recompute::Selective,
        ..Plan::default()
    };
    batch(&mut plan, 6144.0, 2048);
    Constants::FITTED.apply(Stack::MegatronRoce, &plan)
}

/// The same with the overlap that Megatron-Core has had since (and MegaScale had, with other
/// changes besides): how much of the gap overlap alone closes.
fn megatron_overlapped() -> Plan {
    Plan {
        overlap: overlap_of(Stack::MegatronH100),
        ..megatron()
    }
}

fn overlap_of(stack: Stack) -> Overlap {
    Constants::FITTED.overlap(stack)
}

/// Llama 3.1 405B on 16 384 H100: 8 shards, 16 stages of eight single layers, 16 Mi tokens a step.
///
/// By the estimate of [`memory`](super::memory()) it needs 91 GB: that keeps all activations and
/// whole gradients, while Meta's trainer shards gradients and frees tensors early (section 3.3.2).
fn llama() -> Plan {
    let mut plan = Plan {
        model: Architecture::named(&LLAMA_3_1_405B),
        gpus: Count::saturating(16_384),
        split: split(8, 16, 8),
        machine: Machine::of(&H100),
        ..Plan::default()
    };
    batch(&mut plan, 2048.0, 8192);
    Constants::FITTED.apply(Stack::LlamaH100, &plan)
}

/// Llama 2 13B by FSDP on A100 with 100 Gbit/s of Ethernet for each GPU: enough.
fn fsdp_13b() -> Plan {
    let mut plan = fsdp(&LLAMA_2_13B, 100.0, 2);
    batch(&mut plan, 256.0, 4096);
    plan
}

/// Llama 3.1 70B by FSDP on A100 with 25 Gbit/s of Ethernet for each GPU: GPUs wait for weights.
fn fsdp_70b() -> Plan {
    let mut plan = fsdp(&LLAMA_3_1_70B, 25.0, 1);
    batch(&mut plan, 128.0, 8192);
    plan
}

fn fsdp(model: &NamedModel, gigabits: f64, micro_batch: u32) -> Plan {
    let plan = Plan {
        model: Architecture::named(model),
        gpus: Count::saturating(128),
        micro_batch: MicroBatch::saturating(micro_batch),
        split: Split::NONE,
        machine: Machine::of(&A100),
        data_parallel: DataParallel::FullySharded,
        gradients: GradientWidth::Two,
        recompute: Recompute::Full,
        ..Plan::default()
    };
    let mut plan = Constants::FITTED.apply(Stack::FoundryA100, &plan);
    ethernet(&mut plan, gigabits);
    plan
}

fn split(tensor: u32, pipeline: u32, interleave: u32) -> Split {
    Split {
        tensor: Degree::saturating(tensor),
        pipeline: Degree::saturating(pipeline),
        interleave: Degree::saturating(interleave),
        context: Degree::ONE,
    }
}
