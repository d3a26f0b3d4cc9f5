//! What a faster GPU alone buys: the speedup of the whole over the GPU's, and its ceiling.

use super::GPU;
use crate::chart::Readout;
use crate::figure::{Axis, Cursor, Curve, EndLabel, Figure, Hue, Point, Reading, Scale, Stroke};
use crate::model::law::Limit;
use crate::model::loading::{GpuFactor, Loading};
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

/// Points of the curve; it is smooth.
const SAMPLES: usize = 240;

/// Speedups up to here are drawn on a linear axis.
const LINEAR: f64 = 4.0;

pub(super) fn figure(scenario: &Scenario, lang: Lang) -> Figure {
    let loading = &scenario.loading;
    let x = Axis::new(
        tr!(lang, loading.faster).into(),
        Scale::Log10,
        (GpuFactor::MIN.get(), GpuFactor::MAX.get()),
        text::times,
    );
    let highest = match loading.limit() {
        Limit::At(limit) => limit.min(x.hi()),
        Limit::Unbounded => x.hi(),
    };
    let (scale, top) = if highest * 1.2 <= LINEAR {
        (Scale::Linear, (highest * 1.2).max(2.15))
    } else {
        (Scale::Log10, highest * 1.4)
    };
    let y = Axis::new(
        tr!(lang, loading.gain_axis).into(),
        scale,
        (1.0, top),
        text::times,
    );
    let points = |f: &dyn Fn(f64) -> f64| -> Vec<Point> {
        let point = |v| Point {
            x: x.unit(v),
            y: y.unit(f(v)),
        };
        x.samples(SAMPLES).into_iter().map(point).collect()
    };
    let curve = |hue, stroke, points, label: Option<(&str, String)>| Curve {
        hue,
        stroke,
        points,
        label: label.map(|(name, note)| EndLabel::new(name, note)),
        grab: None,
    };
    let ideal = (tr!(lang, speedup.ideal), String::new());
    let mut curves = vec![curve(Hue::Muted, Stroke::Thin, points(&|f| f), Some(ideal))];
    let mut note = String::new();
    if let Limit::At(limit) = loading.limit() {
        curves.push(curve(GPU, Stroke::Dashed, points(&|_| limit), None));
        note = tr!(lang, speedup.ceiling_note, limit = text::times(limit));
    }
    let speedup = |f| loading.speedup(GpuFactor::saturating(f));
    let whole = Some(("S", note));
    curves.push(curve(GPU, Stroke::Strong, points(&speedup), whole));
    let faster = loading.faster;
    Figure {
        title: tr!(lang, loading.gain_title).into(),
        description: description(loading, lang),
        bands: Vec::new(),
        blocks: Vec::new(),
        markers: Vec::new(),
        cursor: Some(Cursor {
            x: x.unit(faster.get()),
            label: format!("f = {}", text::number(faster.get())),
            // At f = 1 there is only the handle to see.
            readings: values_at(loading, lang, &y, faster)
                .into_iter()
                .take(usize::from(faster > GpuFactor::MIN))
                .collect(),
        }),
        curves,
        x,
        y,
    }
}

/// The ceiling in words.
pub(super) fn limit(loading: &Loading) -> String {
    match loading.limit() {
        Limit::At(limit) => text::times(limit),
        Limit::Unbounded => "∞".into(),
    }
}

fn description(loading: &Loading, lang: Lang) -> String {
    tr!(
        lang,
        loading.gain_description,
        speedup = text::times(loading.speedup(loading.faster)),
        faster = text::times(loading.faster.get()),
        limit = limit(loading)
    )
}

pub(super) fn readings(scenario: &Scenario, lang: Lang, figure: &Figure, x: f64) -> Readout {
    let faster = GpuFactor::saturating(x);
    Readout {
        x: faster.get(),
        label: text::times(faster.get()),
        readings: values_at(&scenario.loading, lang, &figure.y, faster),
    }
}

/// The speedup, which lies on the curve, and what it is made of, which does not.
fn values_at(loading: &Loading, lang: Lang, y: &Axis, faster: GpuFactor) -> Vec<Reading> {
    let reading = |name: &str, value, y| Reading {
        hue: GPU,
        name: name.into(),
        value,
        y,
    };
    let speedup = loading.speedup(faster);
    let step = text::duration(loading.step_ms(faster) * 1e-3);
    let busy = text::percent(lang, loading.utilization(faster));
    vec![
        reading("S", text::times(speedup), y.unit(speedup)),
        reading(tr!(lang, loading.step), step, -1.0),
        reading(tr!(lang, loading.busy), busy, -1.0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_stays_below_its_ceiling_which_is_drawn() {
        let s = Scenario::default();
        let figure = figure(&s, Lang::En);
        let by = |stroke| figure.curves.iter().find(|c| c.stroke == stroke).unwrap();
        let ceiling = by(Stroke::Dashed).points[0].y;
        assert!((figure.y.value(ceiling) - 1.1).abs() < 1e-9);
        let curve = &by(Stroke::Strong).points;
        assert!(curve.iter().all(|p| p.y < ceiling));
        assert!(ceiling - curve.last().unwrap().y < 0.002);
    }

    #[test]
    fn a_reading_is_that_of_the_sentence() {
        let s = Scenario::default();
        let readout = readings(&s, Lang::En, &figure(&s, Lang::En), 10.0);
        let values: Vec<_> = readout
            .readings
            .iter()
            .map(|r| r.value.replace('\u{202f}', " "))
            .collect();
        assert_eq!(values, ["1.089×", "10.1 ms", "0.99 %"]);
    }
}
