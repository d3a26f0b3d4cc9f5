//! What can be turned in the size figure.

use crate::control::{Choice, Dial, Travel, always, no_hint, no_snap, power_of_two};
use crate::model::hardware::{GPUS, Gpu};
use crate::model::quantity::Count;
use crate::model::step::{FixedTime, LaunchCost};
use crate::model::transformer::{
    ContextLength, FlopConvention, ModelSize, NamedModel, named_exactly, snap,
};
use crate::text::{self, Lang, tr};

/// How near a slider must come to a named model to be drawn to it, in natural logarithms: about 4 %.
const SNAP: f64 = 0.04;

pub(super) static SIZE: Dial = Dial {
    id: "params",
    label: |lang| tr!(lang, control.params),
    hint: |lang| tr!(lang, control.params_hint),
    min: ModelSize::MIN.get(),
    max: ModelSize::MAX.get(),
    whole: false,
    travel: Travel::Log,
    suffixes: &[("B", 1.0), ("T", 1e3), ("M", 1e-3)],
    get: |s, _| s.training.size.get(),
    set: |s, _, v| {
        if let Some(size) = ModelSize::new(v) {
            s.training.size = size;
        }
    },
    show: |v, _| size_words(v),
    snap: |v| {
        let model = ModelSize::new(v)
            .and_then(|size| snap(size, SNAP))
            .and_then(NamedModel::size);
        model.map_or(v, ModelSize::get)
    },
    active: always,
};

/// A model size for reading: `70B`, or with the name of a published model `70.6B (Llama-3.1-70B)`.
pub(super) fn size_words(billions: f64) -> String {
    let short = short_size(billions);
    match ModelSize::new(billions).and_then(named_exactly) {
        Some(model) => format!("{short} ({})", model.name),
        None => short,
    }
}

/// A model size for axes and sentences.
pub(super) fn short_size(billions: f64) -> String {
    if billions >= 1000.0 {
        format!("{}T", text::number_to(billions / 1000.0, 3))
    } else {
        format!("{}B", text::number_to(billions, 3))
    }
}

pub(super) static CONTEXT: Dial = Dial {
    id: "ctx",
    label: |lang| tr!(lang, control.context),
    hint: no_hint,
    min: ContextLength::MIN.get() as f64,
    max: ContextLength::MAX.get() as f64,
    whole: true,
    travel: Travel::Log,
    suffixes: &[("K", 1024.0)],
    get: |s, _| f64::from(s.training.context.get()),
    set: |s, _, v| {
        if let Some(context) = ContextLength::new(v as u32) {
            s.training.context = context;
        }
    },
    show: |v, _| text::count(v),
    snap: |v| power_of_two(v, 0.15),
    active: always,
};

pub(super) static GPUS_USED: Dial = Dial {
    id: "gpus",
    label: |lang| tr!(lang, control.gpus),
    hint: no_hint,
    min: 1.0,
    max: Count::MAX.get() as f64,
    whole: true,
    travel: Travel::Log,
    suffixes: &[("k", 1e3), ("M", 1e6)],
    get: |s, _| f64::from(s.training.gpus.get()),
    set: |s, _, v| {
        if let Some(gpus) = Count::new(v as u32) {
            s.training.gpus = gpus;
        }
    },
    show: |v, _| text::count(v),
    snap: |v| power_of_two(v, 0.08),
    active: always,
};

pub(super) static FIXED: Dial = Dial {
    id: "fixed",
    label: |lang| tr!(lang, control.fixed),
    hint: |lang| tr!(lang, control.fixed_hint),
    min: FixedTime::MIN.get(),
    max: FixedTime::MAX.get(),
    whole: false,
    travel: Travel::LogFromZero(1.0),
    suffixes: &[("ms", 1.0), ("s", 1e3)],
    get: |s, _| s.training.fixed.get(),
    set: |s, _, v| {
        if let Some(fixed) = FixedTime::new(v) {
            s.training.fixed = fixed;
        }
    },
    show: |v, _| text::duration(v * 1e-3),
    snap: no_snap,
    active: always,
};

pub(super) static LAUNCH: Dial = Dial {
    id: "launch",
    label: |lang| tr!(lang, control.launch),
    hint: |lang| tr!(lang, control.launch_hint),
    min: LaunchCost::MIN.get(),
    max: LaunchCost::MAX.get(),
    whole: false,
    travel: Travel::LogFromZero(1.0),
    suffixes: &[("µs", 1.0), ("us", 1.0), ("ms", 1e3)],
    get: |s, _| s.training.launch.get(),
    set: |s, _, v| {
        if let Some(launch) = LaunchCost::new(v) {
            s.training.launch = launch;
        }
    },
    show: |v, _| text::duration(v * 1e-6),
    snap: no_snap,
    active: always,
};

pub(in crate::chart) static GPU: Choice = Choice {
    id: "gpu",
    label: |lang| tr!(lang, control.gpu),
    options: |_| GPUS.iter().map(|gpu| short_gpu(gpu)).collect(),
    get: |s| {
        GPUS.iter()
            .position(|gpu| gpu.id == s.training.gpu.id)
            .unwrap_or(0)
    },
    set: |s, i| s.training.gpu = GPUS.get(i).copied().unwrap_or(s.training.gpu),
};

/// `H100` for `H100 SXM`.
pub(in crate::chart) fn short_gpu(gpu: &Gpu) -> &'static str {
    gpu.name.split(' ').next().unwrap_or(gpu.name)
}

pub(super) static FLOPS: Choice = Choice {
    id: "flops",
    label: |lang| tr!(lang, control.flops),
    options: |lang| CONVENTIONS.map(|c| convention_name(c, lang)).into(),
    get: |s| {
        CONVENTIONS
            .iter()
            .position(|c| *c == s.training.convention)
            .unwrap_or(0)
    },
    set: |s, i| {
        s.training.convention = CONVENTIONS.get(i).copied().unwrap_or(s.training.convention);
    },
};

const CONVENTIONS: [FlopConvention; 2] = [FlopConvention::Causal, FlopConvention::Full];

pub(super) fn convention_name(convention: FlopConvention, lang: Lang) -> &'static str {
    match convention {
        FlopConvention::Causal => tr!(lang, control.causal),
        FlopConvention::Full => tr!(lang, control.full),
    }
}
