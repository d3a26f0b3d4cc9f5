//! What the whole gains if one stage is made twice as fast, ten times as fast, or vanishes.

use super::look;
use super::words::{limit_value, short, stage_name};
use crate::chart::Readout;
use crate::figure::{Axis, Block, Figure, Fill, Marker, Point, Reading, Scale, Shape, Side};
use crate::model::law::Limit;
use crate::model::profile::{Cut, CutFactor, Stages};
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

/// The cuts that are drawn, the smallest first, with their words and how each part is filled.
pub(super) fn cuts(lang: Lang) -> [(Cut, &'static str, Fill); 3] {
    let by = |factor| Cut::By(CutFactor::saturating(factor));
    [
        (by(2.0), "2×", Fill::Plain),
        (by(10.0), "10×", Fill::Hatched),
        (Cut::Gone, tr!(lang, profile.gone), Fill::Empty),
    ]
}

/// The end of the axis: the highest ceiling, or ten where there is none; and its scale.
fn axis(stages: &Stages, lang: Lang) -> Axis {
    let ceilings = (0..stages.list().len()).map(|i| match limit_value(stages.ceiling(i)) {
        limit if limit.is_finite() => limit,
        _ => 10.0,
    });
    let end = ceilings.fold(1.05, f64::max);
    let (scale, end) = if end < 5.0 {
        (Scale::Linear, 1.0 + (end - 1.0) * 1.25)
    } else {
        (Scale::Log2, end * 1.6)
    };
    Axis::new(
        tr!(lang, profile.gains_axis).into(),
        scale,
        (1.0, end),
        text::times,
    )
}

pub(super) fn figure(scenario: &Scenario, lang: Lang) -> Figure {
    let stages = &scenario.stages;
    let x = axis(stages, lang);
    let order = stages.by_gain();
    let names = order
        .iter()
        .map(|i| short(&stages.list()[*i], lang))
        .collect();
    let y = Axis::rows(tr!(lang, profile.stage).into(), names);
    let (mut blocks, mut markers) = (Vec::new(), Vec::new());
    for (row, i) in order.iter().enumerate() {
        let stage = &stages.list()[*i];
        let hue = look(stage.kind).0;
        let (middle, half) = (y.ticks[row].at, 0.34 / order.len() as f64);
        let mut start = 0.0;
        for (cut, words, fill) in cuts(lang) {
            let gain = limit_value(stages.gain(*i, cut));
            let end = x.unit(gain);
            blocks.push(Block {
                hue,
                fill,
                from: Point {
                    x: start,
                    y: middle - half,
                },
                to: Point {
                    x: end,
                    y: middle + half,
                },
                label: words.into(),
                detail: tr!(
                    lang,
                    profile.gain_detail,
                    name = stage_name(stage, lang),
                    cut = words,
                    gain = text::times(gain)
                ),
                grab: None,
            });
            start = end;
        }
        if let Limit::At(limit) = stages.ceiling(*i) {
            markers.push(Marker {
                hue,
                shape: Shape::Diamond,
                at: Point {
                    x: x.unit(limit),
                    y: middle,
                },
                label: format!("≤ {}", text::times(text::rounded(limit, 3))),
                label_side: Side::After,
                detail: String::new(),
            });
        }
    }
    Figure {
        title: tr!(lang, profile.gains_title).into(),
        description: description(stages, &order, lang),
        bands: Vec::new(),
        blocks,
        curves: Vec::new(),
        markers,
        cursor: None,
        x,
        y,
    }
}

fn description(stages: &Stages, order: &[usize], lang: Lang) -> String {
    let list: Vec<String> = order
        .iter()
        .map(|i| {
            let gains = cuts(lang).map(|(cut, words, _)| {
                format!("{words} {}", text::times(limit_value(stages.gain(*i, cut))))
            });
            tr!(
                lang,
                profile.gains_of,
                name = stage_name(&stages.list()[*i], lang),
                gains = gains.join(tr!(lang, list.comma))
            )
        })
        .collect();
    tr!(
        lang,
        profile.gains_description,
        list = list.join(tr!(lang, list.semicolon))
    )
}

/// How far each stage alone must be cut for the whole to run `x` times as fast.
pub(super) fn readings(scenario: &Scenario, lang: Lang, figure: &Figure, x: f64) -> Readout {
    let stages = &scenario.stages;
    let reading = |(row, i): (usize, usize)| {
        let stage = &stages.list()[i];
        let needed = stages.cut_needed(i, x);
        Reading {
            hue: look(stage.kind).0,
            name: stage_name(stage, lang).to_owned(),
            value: needed.map_or(tr!(lang, profile.never).to_owned(), text::times),
            // Only where a cut suffices there is something to mark.
            y: needed.map_or(-1.0, |_| {
                figure.y.ticks.get(row).map_or(-1.0, |tick| tick.at)
            }),
        }
    };
    Readout {
        x,
        label: tr!(lang, profile.for_gain, gain = text::times(x)),
        readings: stages
            .by_gain()
            .into_iter()
            .enumerate()
            .map(reading)
            .collect(),
    }
}
