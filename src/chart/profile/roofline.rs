//! The roofline: stages with FLOPs and bytes under what the chosen GPU can do.

use super::look;
use super::words::{short, stage_name};
use crate::chart::Readout;
use crate::chart::size::short_gpu;
use crate::figure::{
    Axis, Curve, EndLabel, Figure, Hue, Marker, Point, Reading, Scale, Shape, Side, Stroke,
};
use crate::model::profile::{Bound, Placed, Roof, Stage};
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

const ROOF: Hue = Hue::Ink;
const TERA: f64 = 1e12;

/// The stages that have a place, in the order they run.
fn placed(scenario: &Scenario) -> (Roof, Vec<(&Stage, Placed)>) {
    let roof = Roof::of(scenario.training.gpu);
    let stages = scenario.stages.list().iter();
    let places = stages.filter_map(|stage| Some((stage, stage.place(&roof)?)));
    (roof, places.collect())
}

/// Says so when there is nothing to draw.
pub(super) fn title(scenario: &Scenario, lang: Lang) -> String {
    let gpu = short_gpu(scenario.training.gpu);
    if placed(scenario).1.is_empty() {
        tr!(lang, profile.roofline_empty, gpu = gpu)
    } else {
        tr!(lang, profile.roofline_title, gpu = gpu)
    }
}

/// What limits a stage, in words.
pub(super) fn bound_name(bound: Bound, lang: Lang) -> &'static str {
    match bound {
        Bound::Compute => tr!(lang, profile.compute),
        Bound::Memory => tr!(lang, profile.memory),
        Bound::Latency => tr!(lang, profile.latency),
    }
}

pub(super) fn figure(scenario: &Scenario, lang: Lang) -> Figure {
    let (roof, places) = placed(scenario);
    let widened =
        |range: (f64, f64), value: f64| (range.0.min(value / 2.0), range.1.max(value * 2.0));
    let intensities = places.iter().map(|(_, place)| place.intensity);
    let speeds = places.iter().map(|(_, place)| place.attained / TERA);
    let peak = roof.peak / TERA;
    let x = Axis::new(
        tr!(lang, profile.intensity).into(),
        Scale::Log10,
        intensities.fold((1.0, 10_000.0), widened),
        text::number,
    );
    let y = Axis::new(
        "TFLOP/s".into(),
        Scale::Log10,
        speeds.fold((peak / 200.0, peak * 2.0), widened),
        text::number,
    );
    let at = |intensity: f64| Point {
        x: x.unit(intensity),
        y: y.unit(roof.attainable(intensity) / TERA),
    };
    let mut markers = vec![Marker {
        hue: ROOF,
        shape: Shape::Ring,
        at: at(roof.ridge()),
        label: format!("{} FLOP/B", text::number_to(roof.ridge(), 3)),
        label_side: Side::Above,
        detail: String::new(),
    }];
    markers.extend(places.iter().enumerate().map(|(i, (stage, place))| Marker {
        hue: look(stage.kind).0,
        shape: Shape::Dot,
        at: Point {
            x: x.unit(place.intensity),
            y: y.unit(place.attained / TERA),
        },
        label: short(stage, lang),
        // Neighbors often lie one above another.
        label_side: if i % 2 == 0 {
            Side::Before
        } else {
            Side::After
        },
        detail: detail(stage, place, lang),
    }));
    let name = short_gpu(scenario.training.gpu);
    Figure {
        title: title(scenario, lang),
        description: description(&roof, &places, name, lang),
        bands: Vec::new(),
        blocks: Vec::new(),
        curves: vec![Curve {
            hue: ROOF,
            stroke: Stroke::Strong,
            points: [x.lo(), roof.ridge().clamp(x.lo(), x.hi()), x.hi()]
                .map(at)
                .into(),
            label: Some(EndLabel::new(name, String::new())),
            grab: None,
        }],
        markers,
        cursor: None,
        x,
        y,
    }
}

fn detail(stage: &Stage, place: &Placed, lang: Lang) -> String {
    tr!(
        lang,
        profile.placed,
        name = stage_name(stage, lang),
        intensity = text::number_to(place.intensity, 3),
        attained = text::number_to(place.attained / TERA, 3),
        share = text::percent(lang, place.share()),
        bound = bound_name(place.bound, lang)
    )
}

fn description(roof: &Roof, places: &[(&Stage, Placed)], gpu: &str, lang: Lang) -> String {
    let list: Vec<String> = places
        .iter()
        .map(|(stage, place)| detail(stage, place, lang))
        .collect();
    tr!(
        lang,
        profile.roofline_description,
        gpu = gpu,
        slope = text::number(roof.bandwidth / TERA),
        peak = text::number(roof.peak / TERA),
        ridge = text::number_to(roof.ridge(), 3),
        list = list.join(tr!(lang, list.semicolon))
    )
}

pub(super) fn readings(scenario: &Scenario, lang: Lang, figure: &Figure, x: f64) -> Readout {
    let speed = Roof::of(scenario.training.gpu).attainable(x) / TERA;
    Readout {
        x,
        label: format!("{} FLOP/B", text::number_to(x, 3)),
        readings: vec![Reading {
            hue: ROOF,
            name: tr!(lang, profile.attainable).into(),
            value: format!("{} TFLOP/s", text::number_to(speed, 3)),
            y: figure.y.unit(speed),
        }],
    }
}
