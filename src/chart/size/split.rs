//! How one step divides into parallel and serial time, over the model size.

use super::controls::{short_size, size_words};
use super::{SAMPLES, serial_share, with_size};
use crate::chart::Readout;
use crate::figure::{
    Axis, Band, Cursor, Curve, EndLabel, Figure, Fill, Hue, Marker, Point, Reading, Scale, Shape,
    Side, Stroke,
};
use crate::model::step::{Training, step};
use crate::model::transformer::ModelSize;
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

/// The article's three sizes, in billions of parameters.
pub(super) const ARTICLE_SIZES: [f64; 3] = [7.0, 70.0, 405.0];

pub(super) const SERIAL: Hue = Hue::Series(1);
const LAUNCH: Hue = Hue::Series(4);
const PARALLEL: Hue = Hue::Series(0);

pub(super) fn size_axis(lang: Lang) -> Axis {
    let range = (ModelSize::MIN.get(), ModelSize::MAX.get());
    Axis::new(
        tr!(lang, size.x_axis).into(),
        Scale::Log10,
        range,
        short_size,
    )
}

pub(super) fn figure(scenario: &Scenario, lang: Lang) -> Figure {
    let training = &scenario.training;
    let x = size_axis(lang);
    let y = Axis::new(
        tr!(lang, size.split_axis).into(),
        Scale::Linear,
        (0.0, 1.0),
        |v| text::percent(lang, v),
    );
    let sizes = x.samples(SAMPLES);
    let edge = |share: &dyn Fn(f64) -> f64| -> Vec<Point> {
        sizes
            .iter()
            .map(|b| Point {
                x: x.unit(*b),
                y: share(*b),
            })
            .collect()
    };
    let floor = edge(&|_| 0.0);
    let launch = edge(&|b| launch_share(training, b));
    let serial = edge(&|b| serial_share(training, b));
    let band = |hue, lower: &[Point], upper: &[Point], label: &str| Band {
        hue,
        lower: lower.into(),
        upper: upper.into(),
        label: label.into(),
        fill: Fill::Plain,
    };
    let label = tr!(lang, size.serial_label);
    Figure {
        title: tr!(lang, size.split_title).into(),
        description: description(training, lang),
        bands: vec![
            band(LAUNCH, &floor, &launch, tr!(lang, size.band_launch)),
            band(SERIAL, &launch, &serial, tr!(lang, size.band_serial)),
            band(
                PARALLEL,
                &serial,
                &edge(&|_| 1.0),
                tr!(lang, size.band_parallel),
            ),
        ],
        blocks: Vec::new(),
        curves: vec![Curve {
            hue: SERIAL,
            stroke: Stroke::Strong,
            points: serial,
            label: Some(EndLabel::new(label, String::new())),
            grab: None,
        }],
        // The reader's own size has its reading; a marker there would lie under it.
        markers: ARTICLE_SIZES
            .into_iter()
            .filter(|b| (b / training.size.get()).log2().abs() > 0.3)
            .map(|b| article_marker(training, lang, &x, b))
            .collect(),
        cursor: Some(Cursor {
            x: x.unit(training.size.get()),
            label: short_size(training.size.get()),
            readings: vec![serial_reading(training, lang)],
        }),
        x,
        y,
    }
}

/// What stands at the reader's own size: the one number the figure is about.
fn serial_reading(training: &Training, lang: Lang) -> Reading {
    let share = serial_share(training, training.size.get());
    let name = tr!(lang, size.serial_label).to_owned();
    Reading {
        hue: SERIAL,
        value: format!("{name} = {}", text::percent(lang, share)),
        name,
        y: share,
    }
}

fn launch_share(training: &Training, billions: f64) -> f64 {
    let step = step(&with_size(training, billions));
    step.launch_seconds / step.total_seconds()
}

fn article_marker(training: &Training, lang: Lang, x: &Axis, billions: f64) -> Marker {
    let share = serial_share(training, billions);
    Marker {
        hue: SERIAL,
        shape: Shape::Dot,
        at: Point {
            x: x.unit(billions),
            y: share,
        },
        label: text::percent_to(lang, share, 2),
        label_side: Side::Above,
        detail: tr!(
            lang,
            size.article_detail,
            size = short_size(billions),
            share = text::percent(lang, share)
        ),
    }
}

fn description(training: &Training, lang: Lang) -> String {
    let share = |b| text::percent(lang, serial_share(training, b));
    let [small, middle, large] = ARTICLE_SIZES;
    tr!(
        lang,
        size.split_description,
        small = share(small),
        middle = share(middle),
        large = share(large),
        size = size_words(training.size.get()),
        now = share(training.size.get())
    )
}

pub(super) fn readings(scenario: &Scenario, lang: Lang, _: &Figure, x: f64) -> Readout {
    let size = super::size_at(x).get();
    Readout {
        x: size,
        label: size_words(size),
        readings: values_at(&scenario.training, lang, size),
    }
}

fn values_at(training: &Training, lang: Lang, billions: f64) -> Vec<Reading> {
    let step = step(&with_size(training, billions));
    let total = step.total_seconds();
    let serial = step.scaled_serial_fraction();
    let reading = |hue, name: &str, seconds: f64, y| Reading {
        hue,
        name: name.into(),
        value: format!(
            "{} ({})",
            text::percent(lang, seconds / total),
            text::duration(seconds)
        ),
        y,
    };
    vec![
        reading(
            PARALLEL,
            tr!(lang, size.band_parallel),
            step.parallel_seconds,
            1.0,
        ),
        reading(
            SERIAL,
            tr!(lang, size.band_serial),
            step.fixed_seconds,
            serial,
        ),
        reading(
            LAUNCH,
            tr!(lang, size.band_launch),
            step.launch_seconds,
            step.launch_seconds / total,
        ),
    ]
}
