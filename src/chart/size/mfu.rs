//! Model FLOP utilization over the model size: the simple model's curve and the published runs.

use super::controls::{convention_name, short_gpu, short_size, size_words};
use super::split::size_axis;
use super::{SAMPLES, size_at, with_size};
use crate::chart::Readout;
use crate::figure::{
    Axis, Cursor, Curve, EndLabel, Figure, Hue, Marker, Point, Reading, Scale, Shape, Side, Stroke,
};
use crate::model::published::{self, RUNS, SourceId};
use crate::model::step::{Training, mfu};
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

const MODEL: Hue = Hue::Series(0);

/// How the runs of one source are drawn; one of them carries the name, so that no legend is needed.
struct Series {
    source: SourceId,
    shape: Shape,
    hue: Hue,
    /// Which run carries the name, and where there is room for it.
    named: (usize, Side),
}

const SERIES: [Series; 3] = [
    Series {
        source: SourceId::MegatronSc21,
        shape: Shape::Diamond,
        hue: Hue::Series(2),
        named: (0, Side::Below),
    },
    Series {
        source: SourceId::MegatronH100,
        shape: Shape::Square,
        hue: Hue::Series(3),
        named: (2, Side::Above),
    },
    Series {
        source: SourceId::Llama3,
        shape: Shape::Triangle,
        hue: Hue::Series(6),
        named: (2, Side::Below),
    },
];

/// The name of a source on the page.
pub(super) fn source_name(source: SourceId, lang: Lang) -> &'static str {
    match source {
        SourceId::MegatronSc21 => tr!(lang, size.source_sc21),
        SourceId::MegatronH100 => tr!(lang, size.source_h100),
        SourceId::Llama3 => tr!(lang, size.source_llama3),
    }
}

pub(super) fn title(scenario: &Scenario, lang: Lang) -> String {
    tr!(
        lang,
        size.mfu_title,
        convention = convention_name(scenario.training.convention, lang)
    )
}

pub(super) fn figure(scenario: &Scenario, lang: Lang) -> Figure {
    let training = &scenario.training;
    let x = size_axis(lang);
    let convention = convention_name(training.convention, lang);
    let y_title = tr!(lang, size.mfu_axis, convention = convention);
    let values: Vec<(f64, f64)> = x
        .samples(SAMPLES)
        .into_iter()
        .map(|b| (b, mfu(&with_size(training, b))))
        .collect();
    let top = values.iter().map(|(_, v)| *v).fold(0.6, f64::max);
    let y = Axis::new(y_title, Scale::Linear, (0.0, top), |v| {
        text::percent(lang, v)
    });
    let points = values
        .iter()
        .map(|(b, v)| Point {
            x: x.unit(*b),
            y: y.unit(*v),
        })
        .collect();
    let name = tr!(lang, size.model_label);
    Figure {
        title: title(scenario, lang),
        description: description(training, lang),
        bands: Vec::new(),
        blocks: Vec::new(),
        curves: vec![Curve {
            hue: MODEL,
            stroke: Stroke::Strong,
            points,
            label: Some(EndLabel::new(name, String::new())),
            grab: None,
        }],
        markers: SERIES
            .iter()
            .flat_map(|series| source_markers(training, lang, (&x, &y), series))
            .collect(),
        cursor: Some(Cursor {
            x: x.unit(training.size.get()),
            label: short_size(training.size.get()),
            readings: values_at(training, lang, &y, training.size.get()),
        }),
        x,
        y,
    }
}

fn source_markers(
    training: &Training,
    lang: Lang,
    (x, y): (&Axis, &Axis),
    series: &Series,
) -> Vec<Marker> {
    let (named, label_side) = series.named;
    let name = source_name(series.source, lang);
    RUNS.iter()
        .filter(|run| run.source == series.source)
        .enumerate()
        .map(|(i, run)| {
            let value = published::mfu(run, training.convention);
            Marker {
                hue: series.hue,
                shape: series.shape,
                at: Point {
                    x: x.unit(run.parameters_billion),
                    y: y.unit(value),
                },
                label: if i == named {
                    name.into()
                } else {
                    String::new()
                },
                label_side,
                detail: tr!(
                    lang,
                    size.run_detail,
                    model = run.label,
                    gpus = text::count(f64::from(run.gpus.get())),
                    gpu = short_gpu(run.gpu),
                    ctx = text::count(f64::from(run.sequence)),
                    mfu = text::percent(lang, value),
                    source = name
                ),
            }
        })
        .collect()
}

fn description(training: &Training, lang: Lang) -> String {
    tr!(
        lang,
        size.mfu_description,
        low = text::percent(lang, mfu(&with_size(training, 1.0))),
        high = text::percent(lang, mfu(&with_size(training, 1000.0))),
        size = size_words(training.size.get()),
        now = text::percent(lang, mfu(training)),
        convention = convention_name(training.convention, lang)
    )
}

pub(super) fn readings(scenario: &Scenario, lang: Lang, figure: &Figure, x: f64) -> Readout {
    let size = size_at(x).get();
    let readings = values_at(&scenario.training, lang, &figure.y, size);
    Readout {
        x: size,
        label: size_words(size),
        readings,
    }
}

fn values_at(training: &Training, lang: Lang, y: &Axis, billions: f64) -> Vec<Reading> {
    let value = mfu(&with_size(training, billions));
    let name = tr!(
        lang,
        size.model_mfu,
        convention = convention_name(training.convention, lang)
    );
    vec![Reading {
        hue: MODEL,
        name,
        value: text::percent(lang, value),
        y: y.unit(value),
    }]
}
