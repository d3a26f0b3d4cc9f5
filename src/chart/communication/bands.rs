//! Where the time of a step goes, as shares, over the number of GPUs.

use super::{SAMPLES, gpus_at, range};
use crate::chart::Readout;
use crate::figure::{Axis, Band, Cursor, Curve, Figure, Fill, Hue, Point, Reading, Scale, Stroke};
use crate::model::training::{Breakdown, Job, step};
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

/// One kind of time.
struct Part {
    name: fn(Lang) -> &'static str,
    hue: Hue,
    seconds: fn(&Breakdown) -> f64,
}

/// What takes the time of a step, from the bottom: what is not waiting for communication, then that.
static PARTS: [Part; 8] = [
    Part {
        name: |lang| tr!(lang, communication.compute),
        hue: Hue::Series(0),
        seconds: |b| b.compute,
    },
    Part {
        name: |lang| tr!(lang, communication.bubble),
        hue: Hue::Series(6),
        seconds: |b| b.bubble,
    },
    Part {
        name: |lang| tr!(lang, communication.launch),
        hue: Hue::Series(4),
        seconds: |b| b.launch,
    },
    Part {
        name: |lang| tr!(lang, communication.fixed),
        hue: Hue::Series(7),
        seconds: |b| b.optimizer + b.fixed + b.loading,
    },
    Part {
        name: |lang| tr!(lang, communication.tensor_part),
        hue: Hue::Series(1),
        seconds: |b| b.tensor.exposed,
    },
    Part {
        name: |lang| tr!(lang, communication.pipeline_part),
        hue: Hue::Series(2),
        seconds: |b| b.pipeline.exposed,
    },
    Part {
        name: |lang| tr!(lang, communication.context_part),
        hue: Hue::Series(5),
        seconds: |b| b.context.exposed,
    },
    Part {
        name: |lang| tr!(lang, communication.data_part),
        hue: Hue::Series(3),
        seconds: |b| b.data.exposed,
    },
];

/// How many of them are no waiting for communication.
const NOT_WAITING: usize = 4;

/// Communication that computing hides lies within the computing.
const HIDDEN: Part = Part {
    name: |lang| tr!(lang, communication.hidden),
    hue: Hue::Series(3),
    seconds: Breakdown::hidden_communication,
};

/// The share of the step below the upper edge of part `i`.
fn below(step: &Breakdown, i: usize) -> f64 {
    let seconds: f64 = PARTS[..i].iter().map(|part| (part.seconds)(step)).sum();
    seconds / step.total()
}

pub(super) fn axis(job: &Job, lang: Lang) -> Axis {
    let title = tr!(lang, communication.x_axis).into();
    Axis::new(title, Scale::Log2, range(job), text::count)
}

/// Steps along an axis of GPUs, each with its place.
pub(super) fn along<T>(job: &Job, x: &Axis, f: impl Fn(&Breakdown, f64) -> T) -> Vec<T> {
    let at = |n: f64| {
        let gpus = gpus_at(n);
        f(&step(&job.on(gpus)), f64::from(gpus.get()))
    };
    x.samples(SAMPLES).into_iter().map(at).collect()
}

pub(super) fn figure(scenario: &Scenario, lang: Lang) -> Figure {
    let job = &scenario.job;
    let x = axis(job, lang);
    let title = tr!(lang, communication.share_axis).into();
    let y = Axis::new(title, Scale::Linear, (0.0, 1.0), |v| text::percent(lang, v));
    let steps = along(job, &x, |step, n| (*step, x.unit(n)));
    let edge = |share: &dyn Fn(&Breakdown) -> f64| -> Vec<Point> {
        let point = |(step, x): &(Breakdown, f64)| Point {
            x: *x,
            y: share(step),
        };
        steps.iter().map(point).collect()
    };
    let mut bands: Vec<Band> = Vec::new();
    for (i, part) in PARTS.iter().enumerate() {
        if steps.iter().any(|(step, _)| (part.seconds)(step) > 0.0) {
            bands.push(Band {
                hue: part.hue,
                lower: edge(&|step| below(step, i)),
                upper: edge(&|step| below(step, i + 1)),
                label: (part.name)(lang).into(),
                fill: Fill::Plain,
            });
        }
    }
    bands.push(Band {
        hue: HIDDEN.hue,
        lower: edge(&|_| 0.0),
        upper: edge(&|step| (HIDDEN.seconds)(step).min(step.compute) / step.total()),
        label: (HIDDEN.name)(lang).into(),
        fill: Fill::Hatched,
    });
    let gpus = job.plan.gpus;
    Figure {
        title: tr!(lang, communication.bands_title).into(),
        description: description(job, lang),
        bands,
        blocks: Vec::new(),
        curves: vec![Curve {
            hue: Hue::Accent,
            stroke: Stroke::Strong,
            points: edge(&|step| below(step, NOT_WAITING)),
            label: None,
            grab: Some(0),
        }],
        markers: Vec::new(),
        cursor: Some(Cursor {
            x: x.unit(f64::from(gpus.get())),
            label: format!("N = {}", text::count(f64::from(gpus.get()))),
            readings: Vec::new(),
        }),
        x,
        y,
    }
}

fn description(job: &Job, lang: Lang) -> String {
    let step = step(&job.plan);
    let said = |part: &Part| {
        let share = text::percent(lang, (part.seconds)(&step) / step.total());
        format!("{} {share}", (part.name)(lang))
    };
    let parts: Vec<String> = PARTS.iter().map(said).collect();
    tr!(
        lang,
        communication.bands_description,
        n = text::count(f64::from(job.plan.gpus.get())),
        parts = parts.join(tr!(lang, list.comma))
    )
}

pub(super) fn readings(scenario: &Scenario, lang: Lang, figure: &Figure, x: f64) -> Readout {
    let gpus = gpus_at(x);
    let step = step(&scenario.job.on(gpus));
    let middle = |i| f64::midpoint(below(&step, i), below(&step, i + 1));
    let reading = |part: &Part, y| Reading {
        hue: part.hue,
        name: (part.name)(lang).into(),
        value: format!(
            "{} · {}",
            text::duration((part.seconds)(&step)),
            text::percent_to(lang, (part.seconds)(&step) / step.total(), 2)
        ),
        y,
    };
    let mut readings: Vec<Reading> = PARTS
        .iter()
        .enumerate()
        // As many at every N, because a table has them as columns.
        .filter(|(_, part)| {
            figure
                .bands
                .iter()
                .any(|band| band.label == (part.name)(lang))
        })
        .map(|(i, part)| reading(part, middle(i)))
        .collect();
    readings.push(reading(&HIDDEN, -1.0));
    Readout {
        x: f64::from(gpus.get()),
        label: text::count(f64::from(gpus.get())),
        readings,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::training::presets::PRESETS;

    #[test]
    fn the_parts_are_the_whole_step() {
        for preset in &PRESETS {
            let step = step(&Job::of(preset).plan);
            assert!(
                (below(&step, PARTS.len()) - 1.0).abs() < 1e-9,
                "{}",
                preset.id
            );
            let waiting = 1.0 - below(&step, NOT_WAITING);
            let exposed = step.exposed_communication() / step.total();
            assert!((waiting - exposed).abs() < 1e-9);
        }
    }
}
