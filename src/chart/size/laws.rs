//! One step, two questions: Amdahl's fixed-size speedup beside Gustafson's scaled speedup.

use super::SAMPLES;
use crate::chart::Readout;
use crate::figure::{Axis, Cursor, Curve, EndLabel, Figure, Hue, Point, Reading, Scale, Stroke};
use crate::model::law::Limit;
use crate::model::quantity::Count;
use crate::model::quantity::{ParallelFraction, Processors, SerialFraction};
use crate::model::step::{Step, step};
use crate::model::{amdahl, gustafson};
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

const FIXED_SIZE: Hue = Hue::Series(1);
const SCALED: Hue = Hue::Series(0);

/// Both laws for one step, each with its own serial fraction.
pub(super) struct BothLaws {
    pub(super) serial: SerialFraction,
    pub(super) scaled_parallel: ParallelFraction,
}

impl BothLaws {
    pub(super) fn of(step: &Step) -> Self {
        Self {
            serial: SerialFraction::saturating(step.serial_fraction()),
            scaled_parallel: ParallelFraction::saturating(1.0 - step.scaled_serial_fraction()),
        }
    }

    fn fixed_size(&self, n: Processors) -> f64 {
        amdahl::speedup_from_serial(self.serial, n)
    }

    fn scaled(&self, n: Processors) -> f64 {
        gustafson::speedup(self.scaled_parallel, n)
    }

    /// The ceiling of the fixed-size speedup.
    pub(super) fn limit(&self) -> Limit {
        if self.serial.get() > 0.0 {
            Limit::At(1.0 / self.serial.get())
        } else {
            Limit::Unbounded
        }
    }
}

pub(super) fn figure(scenario: &Scenario, lang: Lang) -> Figure {
    let training = &scenario.training;
    let step = step(training);
    let laws = BothLaws::of(&step);
    let gpus = f64::from(training.gpus.get());
    let end = (gpus * 64.0).clamp(4096.0, f64::from(Count::MAX.get()));
    let x = Axis::new(
        tr!(lang, size.laws_x_axis).into(),
        Scale::Log2,
        (1.0, end),
        text::count,
    );
    let y = Axis::new(
        tr!(lang, size.laws_axis).into(),
        Scale::Log2,
        (1.0, end),
        text::count,
    );
    let grid: Vec<Processors> = x
        .samples(SAMPLES)
        .into_iter()
        .filter_map(Processors::new)
        .collect();
    let points = |f: &dyn Fn(Processors) -> f64| -> Vec<Point> {
        grid.iter()
            .map(|n| Point {
                x: x.unit(n.get()),
                y: y.unit(f(*n)),
            })
            .collect()
    };
    let label = |name: &str, share: String| EndLabel::new(name, share);
    let fixed_note = format!("s = {}", text::percent(lang, laws.serial.get()));
    let scaled_note = format!(
        "s′ = {}",
        text::percent(lang, laws.scaled_parallel.serial())
    );
    let curve = |hue, points, label| Curve {
        hue,
        stroke: Stroke::Strong,
        points,
        label: Some(label),
        grab: None,
    };
    let mut curves = vec![
        curve(
            SCALED,
            points(&|n| laws.scaled(n)),
            label(tr!(lang, size.law_scaled), scaled_note),
        ),
        curve(
            FIXED_SIZE,
            points(&|n| laws.fixed_size(n)),
            label(tr!(lang, size.law_fixed), fixed_note),
        ),
    ];
    if let Limit::At(limit) = laws.limit()
        && limit <= end
    {
        let ceiling = [0.6, 1.0]
            .map(|x| Point {
                x,
                y: y.unit(limit),
            })
            .into();
        curves.push(Curve {
            hue: FIXED_SIZE,
            stroke: Stroke::Dashed,
            points: ceiling,
            label: None,
            grab: None,
        });
    }
    Figure {
        title: tr!(lang, size.laws_title).into(),
        description: description(&laws, lang, gpus),
        bands: Vec::new(),
        blocks: Vec::new(),
        markers: Vec::new(),
        cursor: Some(Cursor {
            x: x.unit(gpus),
            label: format!("N = {}", text::count(gpus)),
            // Both laws agree on the run itself: one number is enough.
            readings: values_at(&laws, lang, &y, Processors::saturating(gpus))
                .into_iter()
                .take(1)
                .collect(),
        }),
        curves,
        x,
        y,
    }
}

fn description(laws: &BothLaws, lang: Lang, gpus: f64) -> String {
    let n = Processors::saturating(gpus);
    let limit = match laws.limit() {
        Limit::At(limit) => text::times(limit),
        Limit::Unbounded => "∞".into(),
    };
    tr!(
        lang,
        size.laws_description,
        n = text::count(gpus),
        speedup = text::times(laws.fixed_size(n)),
        limit = limit
    )
}

pub(super) fn readings(scenario: &Scenario, lang: Lang, figure: &Figure, x: f64) -> Readout {
    let n = Processors::saturating(x.round());
    let laws = BothLaws::of(&step(&scenario.training));
    Readout {
        x: n.get(),
        label: text::count(n.get()),
        readings: values_at(&laws, lang, &figure.y, n),
    }
}

fn values_at(laws: &BothLaws, lang: Lang, y: &Axis, n: Processors) -> Vec<Reading> {
    let reading = |hue, name: &str, value: f64| Reading {
        hue,
        name: name.into(),
        value: text::times(value),
        y: y.unit(value),
    };
    vec![
        reading(SCALED, tr!(lang, size.law_scaled), laws.scaled(n)),
        reading(FIXED_SIZE, tr!(lang, size.law_fixed), laws.fixed_size(n)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_laws_agree_on_the_run_itself() {
        let training = Scenario::default().training;
        let laws = BothLaws::of(&step(&training));
        let n = Processors::saturating(f64::from(training.gpus.get()));
        let (a, g) = (laws.fixed_size(n), laws.scaled(n));
        assert!((a / g - 1.0).abs() < 1e-12, "{a} {g}");
    }
}
