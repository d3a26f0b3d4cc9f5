//! What can be turned in the profile figure.

use super::words;
use crate::control::{Action, Choice, Dial, Travel, always, no_hint, no_snap};
use crate::model::profile::{
    Cut, CutFactor, Gigaflops, Kind, Known, Megabytes, PRESETS, Preset, Stage, StageTime, Stages,
};
use crate::model::training::step;
use crate::scenario::Scenario;
use crate::text::{self, tr};

fn stage(scenario: &Scenario, index: usize) -> Option<&Stage> {
    scenario.stages.list().get(index)
}

/// Fills the list with the parts of the communication figure's step.
pub(super) static USE_STEP: Action = Action {
    id: "use-step",
    label: |s, lang| {
        let gpus = text::count(f64::from(s.job.plan.gpus.get()));
        of_job(s).map_or_else(String::new, |_| tr!(lang, profile.use_step, n = gpus))
    },
    act: |s| {
        if let Some(stages) = of_job(s) {
            s.stages = stages;
        }
    },
};

/// The stages of the training job's step; `None` where one is too long for a stage.
fn of_job(s: &Scenario) -> Option<Stages> {
    let step = step(&s.job.plan);
    let parts = [
        (Known::Compute, step.compute, Kind::Compute),
        (Known::Tensor, step.tensor.exposed, Kind::Communication),
        (Known::Pipeline, step.pipeline.exposed, Kind::Communication),
        (Known::Context, step.context.exposed, Kind::Communication),
        (Known::Data, step.data.exposed, Kind::Communication),
        (Known::Bubble, step.bubble, Kind::LaunchIdle),
        (Known::Launch, step.launch, Kind::LaunchIdle),
        (Known::Optimizer, step.optimizer, Kind::Memory),
        (Known::Fixed, step.fixed, Kind::LaunchIdle),
        (Known::Load, step.loading, Kind::DataIo),
    ];
    // To four digits, as somebody would type them: links stay short.
    let short = |(name, seconds, kind)| (name, text::rounded(seconds * 1e3, 4) * 1e-3, kind);
    Stages::of_parts(parts.map(short))
}

/// How long a stage takes.
pub(crate) static TIME: Dial = Dial {
    id: "stage-time",
    label: |lang| tr!(lang, profile.time),
    hint: no_hint,
    min: StageTime::MIN.get(),
    max: StageTime::MAX.get(),
    whole: false,
    travel: Travel::Log,
    suffixes: &[("ms", 1.0), ("us", 1e-3), ("µs", 1e-3), ("s", 1e3)],
    get: |s, i| stage(s, i).map_or(1.0, |stage| stage.time.get()),
    set: |s, i, v| {
        if let Some(time) = StageTime::new(v) {
            s.stages.edit(i, |stage| stage.time = time);
        }
    },
    show: |v, _| text::duration(v * 1e-3),
    snap: no_snap,
    active: always,
};

/// How much faster a stage is made; a stage that vanishes counts as uncut here.
pub(crate) static CUT: Dial = Dial {
    id: "stage-cut",
    label: |lang| tr!(lang, profile.cut),
    hint: no_hint,
    min: CutFactor::MIN.get(),
    max: CutFactor::MAX.get(),
    whole: false,
    travel: Travel::Log,
    suffixes: &[],
    get: |s, i| match stage(s, i).map(|stage| stage.cut) {
        Some(Cut::By(factor)) => factor.get(),
        _ => 1.0,
    },
    set: |s, i, v| {
        if let Some(factor) = CutFactor::new(v) {
            s.stages.edit(i, |stage| stage.cut = Cut::By(factor));
        }
    },
    show: |v, _| text::times(v),
    snap: no_snap,
    active: always,
};

/// Arithmetic of a stage, GFLOP; zero where it is not known.
pub(crate) static FLOPS: Dial = Dial {
    id: "stage-flops",
    label: |_| "GFLOP",
    hint: no_hint,
    min: 0.0,
    max: Gigaflops::MAX.get(),
    whole: false,
    travel: Travel::LogFromZero(1.0),
    suffixes: &[("T", 1e3), ("G", 1.0)],
    get: |s, i| {
        stage(s, i)
            .and_then(|stage| stage.flops)
            .map_or(0.0, Gigaflops::get)
    },
    set: |s, i, v| {
        let flops = (0.0 < v).then(|| Gigaflops::saturating(v));
        s.stages.edit(i, |stage| stage.flops = flops);
    },
    show: |v, _| text::number(v),
    snap: no_snap,
    active: always,
};

/// Traffic of a stage, MB; zero where it is not known.
pub(crate) static BYTES: Dial = Dial {
    id: "stage-bytes",
    label: |_| "MB",
    max: Megabytes::MAX.get(),
    suffixes: &[("GB", 1e3), ("MB", 1.0)],
    get: |s, i| {
        stage(s, i)
            .and_then(|stage| stage.bytes)
            .map_or(0.0, Megabytes::get)
    },
    set: |s, i, v| {
        let bytes = (0.0 < v).then(|| Megabytes::saturating(v));
        s.stages.edit(i, |stage| stage.bytes = bytes);
    },
    ..FLOPS
};

/// The published breakdowns; the entry behind the last of them is the reader's own.
pub(super) static PRESET: Choice = Choice {
    id: "stages",
    label: |lang| tr!(lang, profile.preset),
    options: |lang| {
        let presets = PRESETS
            .iter()
            .map(|preset| words::preset_name(preset, lang));
        presets.chain([tr!(lang, profile.custom)]).collect()
    },
    get: |s| {
        let chosen = Preset::of(&s.stages);
        PRESETS
            .iter()
            .position(|preset| chosen.is_some_and(|chosen| chosen.id == preset.id))
            .unwrap_or(PRESETS.len())
    },
    set: |s, i| {
        if let Some(preset) = PRESETS.get(i) {
            s.stages = preset.stages();
            s.training.gpu = preset.gpu.unwrap_or(s.training.gpu);
        }
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Lang;

    #[test]
    fn the_step_of_the_training_model_becomes_stages() {
        let mut s = Scenario::default();
        (USE_STEP.act)(&mut s);
        let total: f64 = s.stages.list().iter().map(|stage| stage.time.get()).sum();
        let step = step(&s.job.plan).total() * 1e3;
        assert!((total / step - 1.0).abs() < 1e-3, "{total} {step}");
        assert!((USE_STEP.label)(&s, Lang::En).contains("12"));
    }
}
