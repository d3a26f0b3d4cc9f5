//! What can be turned in the communication figure.

use super::words::{data_parallel_name, recompute_name};
use crate::control::{Action, Choice, Dial, Travel, always, no_hint, no_snap, power_of_two};
use crate::model::hardware::GPUS as MODELS;
use crate::model::quantity::Count;
use crate::model::step::{FixedTime, LaunchCost};
use crate::model::training::inputs::{
    Achieved, Bandwidth, Degree, GlobalBatch, HopLatency, KernelCount, LoadingTime, MemorySize,
    MicroBatch, NodeSize, Peak, SequenceLength, Share,
};
use crate::model::training::presets::PRESETS;
use crate::model::training::scaling::Scaling;
use crate::model::training::{ALGORITHMS, Algorithm, DataParallel, Job, Recompute};
use crate::model::transformer::ModelSize;
use crate::text::{self, Lang, tr};

/// A dial of a whole number.
macro_rules! count {
    ($name:ident, $id:literal, $label:ident, $type:ty, $($field:ident).+) => {
        pub(super) static $name: Dial = Dial {
            id: $id,
            label: |lang| tr!(lang, communication.$label),
            hint: no_hint,
            min: <$type>::MIN.get() as f64,
            max: <$type>::MAX.get() as f64,
            whole: true,
            travel: Travel::Log,
            suffixes: &[("k", 1e3), ("M", 1e6)],
            get: |s, _| f64::from(s.job.plan.$($field).+.get()),
            set: |s, _, v| s.job.plan.$($field).+ = <$type>::saturating(v as u32),
            show: |v, _| text::count(v),
            snap: |v| power_of_two(v, 0.12),
            active: always,
        };
    };
}

/// A dial of a real number, with a hint or without.
macro_rules! real {
    ($name:ident, $id:literal, $label:ident, $type:ty, $($field:ident).+, $travel:expr, $show:expr) => {
        real!($name, $id, $label, $type, $($field).+, $travel, $show, no_hint);
    };
    ($name:ident, $id:literal, $label:ident, $type:ty, $($field:ident).+, $travel:expr, $show:expr, $hint:expr) => {
        pub(super) static $name: Dial = Dial {
            id: $id,
            label: |lang| tr!(lang, communication.$label),
            hint: $hint,
            min: <$type>::MIN.get(),
            max: <$type>::MAX.get(),
            whole: false,
            travel: $travel,
            suffixes: &[],
            get: |s, _| s.job.plan.$($field).+.get(),
            set: |s, _, v| s.job.plan.$($field).+ = <$type>::saturating(v),
            show: $show,
            snap: no_snap,
            active: always,
        };
    };
}

count!(SEQUENCE, "seq", sequence, SequenceLength, sequence);
count!(MICRO, "micro", micro, MicroBatch, micro_batch);
count!(TENSOR, "tp", tensor, Degree, split.tensor);
count!(PIPELINE, "pp", pipeline, Degree, split.pipeline);
count!(INTERLEAVE, "vpp", interleave, Degree, split.interleave);
count!(CONTEXT, "cp", context, Degree, split.context);
count!(NODE, "node", node, NodeSize, machine.node);
count!(KERNELS, "kernels", kernels, KernelCount, software.kernels);
real!(
    NETWORK,
    "net",
    network,
    Bandwidth,
    machine.links.network,
    Travel::Log,
    gigabytes
);
real!(
    NVLINK,
    "nvlink",
    nvlink,
    Bandwidth,
    machine.links.nvlink,
    Travel::Log,
    gigabytes
);
real!(
    PEAK,
    "peak",
    peak_flops,
    Peak,
    machine.peak,
    Travel::Log,
    teraflops,
    |lang| tr!(lang, communication.peak_hint)
);
real!(
    ACHIEVED,
    "achieved",
    achieved,
    Achieved,
    software.achieved,
    Travel::Linear(0.05),
    percent,
    |lang| tr!(lang, communication.achieved_hint)
);
real!(
    MEMORY,
    "memory",
    memory,
    MemorySize,
    machine.memory,
    Travel::Log,
    |v, _| format!("{} GB", text::number(v))
);
real!(
    MEMORY_BANDWIDTH,
    "hbm",
    memory_bandwidth,
    Bandwidth,
    machine.memory_bandwidth,
    Travel::Log,
    gigabytes
);
real!(
    HOP,
    "hop",
    hop,
    HopLatency,
    machine.links.network_latency,
    Travel::LogFromZero(1.0),
    microseconds
);
real!(
    CALL,
    "call",
    call,
    LaunchCost,
    software.launch,
    Travel::LogFromZero(1.0),
    microseconds
);
real!(
    HOST,
    "host",
    host,
    FixedTime,
    fixed,
    Travel::LogFromZero(1.0),
    milliseconds
);
real!(
    WAIT,
    "wait",
    wait,
    LoadingTime,
    loading,
    Travel::LogFromZero(1.0),
    milliseconds
);
real!(
    GRAPHS,
    "graphs",
    graphs,
    Share,
    software.graphs,
    Travel::Linear(0.05),
    percent
);
real!(
    OVERLAP_TENSOR,
    "ovtp",
    overlap_tensor,
    Share,
    overlap.tensor,
    Travel::Linear(0.05),
    percent
);
real!(
    OVERLAP_PIPELINE,
    "ovpp",
    overlap_pipeline,
    Share,
    overlap.pipeline,
    Travel::Linear(0.05),
    percent
);
real!(
    OVERLAP_DATA,
    "ovdp",
    overlap_data,
    Share,
    overlap.data,
    Travel::Linear(0.05),
    percent
);
real!(
    OVERLAP_CONTEXT,
    "ovcp",
    overlap_context,
    Share,
    overlap.context,
    Travel::Linear(0.05),
    percent
);

pub(super) static GPUS: Dial = Dial {
    id: "jobn",
    label: |lang| tr!(lang, communication.gpus),
    max: Count::MAX.get() as f64,
    get: |s, _| f64::from(s.job.plan.gpus.get()),
    set: |s, _, v| s.job.set_gpus(Count::saturating(v as u32)),
    min: Count::MIN.get() as f64,
    ..TENSOR
};

pub(super) static BATCH: Dial = Dial {
    id: "batch",
    label: |lang| tr!(lang, communication.batch),
    min: 1.0,
    max: 1_048_576.0,
    get: |s, _| s.job.plan.global_batch.get(),
    set: |s, _, v| s.job.plan.global_batch = GlobalBatch::saturating(v),
    ..GPUS
};

pub(super) static SIZE: Dial = Dial {
    id: "jobparams",
    label: |lang| tr!(lang, control.params),
    min: ModelSize::MIN.get(),
    max: ModelSize::MAX.get(),
    whole: false,
    suffixes: &[("B", 1.0), ("T", 1e3)],
    get: |s, _| {
        let own = s.job.plan.model.parameters() / 1e9;
        s.job.size.map_or(own, ModelSize::get)
    },
    set: |s, _, v| s.job.set_size(ModelSize::saturating(v)),
    show: |v, _| format!("{}B", text::number_to(v, 3)),
    snap: |v| text::rounded(v, 3),
    ..GPUS
};

/// All kinds of communication at once.
pub(super) static OVERLAP: Dial = Dial {
    id: "overlap",
    label: |lang| tr!(lang, communication.overlap),
    get: |s, _| text::rounded(s.job.overlap().get(), 4),
    set: |s, _, v| s.job.plan.overlap = s.job.overlapped(Share::saturating(v)).plan.overlap,
    ..GRAPHS
};

fn gigabytes(v: f64, _: Lang) -> String {
    format!("{} GB/s", text::number(v))
}

fn teraflops(v: f64, _: Lang) -> String {
    format!("{} TFLOP/s", text::number(v))
}

fn microseconds(v: f64, _: Lang) -> String {
    text::duration(v * 1e-6)
}

fn milliseconds(v: f64, _: Lang) -> String {
    text::duration(v * 1e-3)
}

fn percent(v: f64, lang: Lang) -> String {
    text::percent(lang, v)
}

pub(super) static PRESET: Choice = Choice {
    id: "job",
    label: |lang| tr!(lang, communication.preset),
    options: |lang| {
        vec![
            tr!(lang, communication.preset_ddp),
            tr!(lang, communication.preset_megatron),
            tr!(lang, communication.preset_overlap),
            tr!(lang, communication.preset_llama),
            tr!(lang, communication.preset_fsdp),
            tr!(lang, communication.preset_slow),
            tr!(lang, loading.case_custom),
        ]
    },
    get: |s| {
        let own = PRESETS.iter().position(|p| p.id == s.job.preset.id);
        own.filter(|_| s.job.is_preset()).unwrap_or(PRESETS.len())
    },
    set: |s, i| {
        if let Some(preset) = PRESETS.get(i) {
            s.job = Job::of(preset);
        }
    },
};

pub(super) static SCALING: Choice = Choice {
    id: "scaling",
    label: |lang| tr!(lang, communication.scaling),
    options: |lang| {
        vec![
            tr!(lang, communication.strong),
            tr!(lang, communication.weak),
        ]
    },
    get: |s| usize::from(s.job.scaling == Scaling::Weak),
    set: |s, i| {
        s.job.scaling = if i == 0 {
            Scaling::Strong
        } else {
            Scaling::Weak
        }
    },
};

/// An index into a list of options, and back.
fn index<T: PartialEq>(all: &[T], one: &T) -> usize {
    all.iter().position(|other| other == one).unwrap_or(0)
}

pub(super) static COLLECTIVE: Choice = Choice {
    id: "coll",
    label: |lang| tr!(lang, communication.collective),
    options: |lang| {
        let name = |algorithm| match algorithm {
            Algorithm::Ring => tr!(lang, communication.ring),
            Algorithm::Tree => tr!(lang, communication.tree),
            Algorithm::Hierarchical => tr!(lang, communication.hierarchical),
        };
        ALGORITHMS.map(name).into()
    },
    get: |s| index(&ALGORITHMS, &s.job.plan.algorithm),
    set: |s, i| {
        if let Some(algorithm) = ALGORITHMS.get(i) {
            s.job.plan.algorithm = *algorithm;
        }
    },
};

const KINDS: [DataParallel; 3] = [
    DataParallel::Plain,
    DataParallel::ShardedOptimizer,
    DataParallel::FullySharded,
];

pub(super) static DATA: Choice = Choice {
    id: "dp",
    label: |lang| tr!(lang, communication.data_parallel),
    options: |lang| KINDS.map(|kind| data_parallel_name(kind, lang)).into(),
    get: |s| index(&KINDS, &s.job.plan.data_parallel),
    set: |s, i| {
        if let Some(kind) = KINDS.get(i) {
            s.job.plan.data_parallel = *kind;
        }
    },
};

const RECOMPUTES: [Recompute; 3] = [Recompute::None, Recompute::Selective, Recompute::Full];

pub(super) static RECOMPUTE: Choice = Choice {
    id: "recompute",
    label: |lang| tr!(lang, communication.recompute),
    options: |lang| RECOMPUTES.map(|kind| recompute_name(kind, lang)).into(),
    get: |s| index(&RECOMPUTES, &s.job.plan.recompute),
    set: |s, i| {
        if let Some(recompute) = RECOMPUTES.get(i) {
            s.job.plan.recompute = *recompute;
        }
    },
};

/// The first option is the preset's own.
pub(super) static GPU: Choice = Choice {
    id: "jobgpu",
    label: |lang| tr!(lang, control.gpu),
    options: |lang| {
        let own = std::iter::once(tr!(lang, communication.own_gpu));
        own.chain(MODELS.iter().map(|gpu| gpu.name)).collect()
    },
    get: |s| s.job.gpu.map_or(0, |gpu| index(&MODELS, &gpu) + 1),
    set: |s, i| {
        let gpu = i.checked_sub(1).and_then(|i| MODELS.get(i));
        s.job.set_gpu(gpu.copied());
    },
};

/// Takes the nearest choice that can be, for everything that cannot.
pub(super) static NEAREST: Action = Action {
    id: "nearest",
    label: |s, lang| {
        let fixed = s.job.nearest();
        if fixed == s.job {
            String::new()
        } else {
            tr!(lang, communication.nearest).to_owned()
        }
    },
    act: |s| s.job = s.job.nearest(),
};
