//! How much faster the job gets with more GPUs, beside the ideal and what was published.

use super::bands::{along, axis};
use super::gpus_at;
use crate::chart::Readout;
use crate::figure::{
    Axis, Cursor, Curve, EndLabel, Figure, Hue, Marker, Point, Reading, Scale, Shape, Side, Stroke,
};
use crate::model::quantity::Count;
use crate::model::training::scaling::{Comparison, peak};
use crate::model::training::{Breakdown, Job, Plan};
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

/// The job.
pub(super) const JOB: Hue = Hue::Series(1);

/// Seen from the job on one replica.
pub(super) struct Seen<'a> {
    pub(super) job: &'a Job,
    pub(super) base: (Plan, Breakdown),
}

impl<'a> Seen<'a> {
    pub(super) fn of(job: &'a Job) -> Self {
        Self {
            job,
            base: job.one_replica(),
        }
    }

    pub(super) fn at(&self, gpus: Count) -> Comparison {
        self.job.beside_one_replica(&self.base, gpus)
    }

    /// Times as many GPUs.
    pub(super) fn ideal(&self, gpus: f64) -> f64 {
        gpus / f64::from(self.base.0.gpus.get())
    }
}

pub(super) fn figure(scenario: &Scenario, lang: Lang) -> Figure {
    let job = &scenario.job;
    let seen = Seen::of(job);
    let x = axis(job, lang);
    let fewest = text::count(x.lo());
    let y = Axis::new(
        tr!(lang, communication.gain_axis, n = fewest),
        Scale::Log2,
        (1.0, seen.ideal(x.hi())),
        text::count,
    );
    let speed = seen.base.1.tokens_per_second();
    let label = |name| EndLabel::new(name, String::new());
    let points = |f: &dyn Fn(&Breakdown, f64) -> f64| {
        along(job, &x, |step, n| Point {
            x: x.unit(n),
            y: y.unit(f(step, n)),
        })
    };
    let curve = |hue, stroke, points, label| Curve {
        hue,
        stroke,
        points,
        label: Some(label),
        grab: None,
    };
    let gpus = job.plan.gpus;
    let now = seen.at(gpus);
    let mut markers = Vec::new();
    if let Some(peak) = peak(&job.plan, job.scaling) {
        let gpus = f64::from(peak.gpus.get());
        markers.push(Marker {
            hue: JOB,
            shape: Shape::Diamond,
            at: Point {
                x: x.unit(gpus),
                y: y.unit(peak.tokens_per_second / speed),
            },
            label: tr!(lang, communication.peak, n = text::count(gpus)),
            label_side: Side::Above,
            detail: String::new(),
        });
    }
    markers.extend(published(&seen, lang, &x, &y));
    Figure {
        title: tr!(lang, communication.gain_title).into(),
        description: tr!(
            lang,
            communication.gain_description,
            n = text::count(f64::from(gpus.get())),
            speedup = text::times(now.speedup),
            efficiency = text::percent(lang, now.efficiency)
        ),
        bands: Vec::new(),
        blocks: Vec::new(),
        curves: vec![
            curve(
                Hue::Muted,
                Stroke::Thin,
                points(&|_, n| seen.ideal(n)),
                label(tr!(lang, speedup.ideal)),
            ),
            curve(
                JOB,
                Stroke::Strong,
                points(&|step, _| step.tokens_per_second() / speed),
                label(tr!(lang, communication.model)),
            ),
        ],
        markers,
        cursor: Some(Cursor {
            x: x.unit(f64::from(gpus.get())),
            label: format!("N = {}", text::count(f64::from(gpus.get()))),
            readings: vec![reading(lang, &y, &now)],
        }),
        x,
        y,
    }
}

/// The published runs of a preset that is as it was, or has another overlap.
fn published(seen: &Seen, lang: Lang, x: &Axis, y: &Axis) -> Vec<Marker> {
    let job = seen.job;
    if !job.is_comparable() {
        return Vec::new();
    }
    let marker = |point: &crate::model::training::presets::Point| {
        let speed = seen.base.1.tokens_per_second();
        let tokens = job.plan.global_batch.get() * job.plan.sequence.real();
        let gpus = f64::from(point.gpus);
        Marker {
            hue: Hue::Ink,
            shape: Shape::Ring,
            at: Point {
                x: x.unit(gpus),
                y: y.unit(tokens / point.seconds / speed),
            },
            label: String::new(),
            label_side: Side::Below,
            detail: tr!(
                lang,
                communication.published,
                n = text::count(gpus),
                time = text::duration(point.seconds),
                source = job.preset.source.unwrap_or_default()
            ),
        }
    };
    job.preset.published.iter().map(marker).collect()
}

/// P of a program that would scale like this, with enough digits to tell; `None` where none does:
/// beyond ideal, and slower than one replica.
pub(super) fn fraction(seen: &Comparison) -> Option<String> {
    let serial = 1.0 - seen.parallel_fraction.filter(|p| (0.0..=1.0).contains(p))?;
    let digits = (2 - text::exponent(serial.max(1e-9))).clamp(3, 10);
    let scale = 10f64.powi(digits);
    Some(((1.0 - serial) * scale).round()).map(|rounded| text::fraction(rounded / scale))
}

fn reading(lang: Lang, y: &Axis, seen: &Comparison) -> Reading {
    Reading {
        hue: JOB,
        name: tr!(lang, quantity.speedup).into(),
        value: text::times(seen.speedup),
        y: y.unit(seen.speedup),
    }
}

pub(super) fn readings(scenario: &Scenario, lang: Lang, figure: &Figure, x: f64) -> Readout {
    let gpus = gpus_at(x);
    let seen = Seen::of(&scenario.job).at(gpus);
    let aside = |name: &str, value| Reading {
        hue: Hue::Muted,
        name: name.into(),
        value,
        y: -1.0,
    };
    let step = &seen.breakdown;
    let rate = text::count(text::rounded(step.tokens_per_second(), 3));
    Readout {
        x: f64::from(gpus.get()),
        label: text::count(f64::from(gpus.get())),
        readings: vec![
            reading(lang, &figure.y, &seen),
            aside(
                tr!(lang, quantity.efficiency),
                text::percent(lang, seen.efficiency),
            ),
            aside(tr!(lang, loading.step), text::duration(step.total())),
            aside("token/s", rate),
            aside("P", fraction(&seen).unwrap_or_else(|| "–".into())),
        ],
    }
}
