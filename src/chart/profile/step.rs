//! The step as a bar of stages, before and after the cuts.

use super::look;
use super::words::{kind_name, short, stage_name};
use crate::chart::Readout;
use crate::figure::{Axis, Block, Figure, Hue, Marker, Point, Reading, Scale, Shape, Side};
use crate::model::profile::{Cut, Stage, Stages};
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

/// A row: where it lies on the vertical axis, and how long a stage is in it.
type Bar = (f64, f64, fn(&Stage) -> f64);

/// Before and after the cuts.
const ROWS: [Bar; 2] = [
    (0.58, 0.92, |stage| stage.time.get()),
    (0.08, 0.42, Stage::left),
];

/// Room to the right of the step, for its time and for dragging it longer.
const SPARE: f64 = 1.16;

pub(super) fn figure(scenario: &Scenario, lang: Lang) -> Figure {
    let stages = &scenario.stages;
    let x = Axis::new(
        tr!(lang, profile.step_axis).into(),
        Scale::Linear,
        (0.0, stages.total() * SPARE),
        text::number,
    );
    let names = [tr!(lang, profile.before), tr!(lang, profile.after)];
    let mut blocks = Vec::new();
    for (row, (low, high, time)) in ROWS.into_iter().enumerate() {
        let mut start = 0.0;
        for (i, stage) in stages.list().iter().enumerate() {
            let end = start + time(stage);
            let (hue, fill) = look(stage.kind);
            blocks.push(Block {
                hue,
                fill,
                from: Point {
                    x: x.unit(start),
                    y: low,
                },
                to: Point {
                    x: x.unit(end),
                    y: high,
                },
                label: short(stage, lang),
                detail: tr!(
                    lang,
                    profile.step_detail,
                    name = stage_name(stage, lang),
                    kind = kind_name(stage.kind, lang),
                    time = duration(stages, time(stage), lang)
                ),
                grab: Some(row * Stages::MAX + i),
            });
            start = end;
        }
    }
    Figure {
        title: tr!(lang, profile.step_title).into(),
        description: description(stages, lang),
        bands: Vec::new(),
        blocks,
        curves: Vec::new(),
        markers: ROWS
            .into_iter()
            .map(|(low, high, time)| {
                let total = stages.list().iter().map(time).sum();
                Marker {
                    hue: Hue::Ink,
                    shape: Shape::Bare,
                    at: Point {
                        x: x.unit(total),
                        y: f64::midpoint(low, high),
                    },
                    label: text::duration(total * 1e-3),
                    label_side: Side::After,
                    detail: String::new(),
                }
            })
            .collect(),
        cursor: None,
        y: Axis::rows(
            tr!(lang, profile.stage).into(),
            names.map(str::to_owned).into(),
        ),
        x,
    }
}

/// A time with its share of the step: `59.3 ms, 33.9 %`.
fn duration(stages: &Stages, milliseconds: f64, lang: Lang) -> String {
    [
        text::duration(milliseconds * 1e-3),
        text::percent(lang, milliseconds / stages.total()),
    ]
    .join(tr!(lang, list.comma))
}

fn description(stages: &Stages, lang: Lang) -> String {
    let list: Vec<String> = stages
        .list()
        .iter()
        .map(|stage| {
            let cut = match stage.cut {
                Cut::NONE => String::new(),
                _ => format!(" → {}", text::duration(stage.left() * 1e-3)),
            };
            let time = duration(stages, stage.time.get(), lang);
            format!("{} {time}{cut}", stage_name(stage, lang))
        })
        .collect();
    tr!(
        lang,
        profile.step_description,
        total = text::duration(stages.total() * 1e-3),
        left = text::duration(stages.total_left() * 1e-3),
        list = list.join(tr!(lang, list.semicolon))
    )
}

/// What runs at a moment of the step, before and after the cuts.
pub(super) fn readings(scenario: &Scenario, lang: Lang, _: &Figure, x: f64) -> Readout {
    let stages = &scenario.stages;
    let names = [tr!(lang, profile.before), tr!(lang, profile.after)];
    let reading = |((low, high, time), name): (Bar, &str)| {
        let mut end = 0.0;
        let at = stages.list().iter().find(|stage| {
            end += time(stage);
            x < end
        });
        Reading {
            hue: at.map_or(Hue::Muted, |stage| look(stage.kind).0),
            name: name.to_owned(),
            value: at.map_or("–".into(), |stage| stage_name(stage, lang).to_owned()),
            y: f64::midpoint(low, high),
        }
    };
    Readout {
        x,
        label: text::duration(x * 1e-3),
        readings: ROWS.into_iter().zip(names).map(reading).collect(),
    }
}
