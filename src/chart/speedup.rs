//! S(N) for several parallel fractions at once: the figure the article begins with.

use super::{Body, Chart, Grab, Readout, View};
use crate::control::Control;
use crate::figure::{
    Axis, Cursor, Curve, EndLabel, Figure, Hue, Marker, Point, Reading, Scale, Shape, Side, Stroke,
};
use crate::model::law::Limit;
use crate::model::quantity::Count;
use crate::model::quantity::Processors;
use crate::scenario::{Quantity, Scenario};
use crate::text::{self, Lang, tr};
use lines::{Line, lines};

mod controls;
mod lines;
mod tables;
mod words;

/// The figure.
pub(super) static VIEW: View = View {
    id: "speedup",
    title: |lang| tr!(lang, speedup.title),
    copy,
};

/// What it shows.
pub(super) static BODY: Body = Body {
    claim: |lang| tr!(lang, speedup.claim),
    sentence: words::sentence,
    remarks: words::remarks,
    controls: &[
        Control::Choice(&controls::LAW),
        Control::Curves,
        Control::Dial(&controls::CONTENTION),
        Control::Dial(&controls::COHERENCY),
        Control::Dial(&controls::MEMORY_GROWTH),
        Control::Dial(&controls::PROCESSORS),
        Control::Dial(&controls::AXIS_END),
        Control::Choice(&controls::QUANTITY),
        Control::Choice(&controls::X_SCALE),
        Control::Choice(&controls::Y_SCALE),
    ],
    charts: &[Chart {
        id: "speedup",
        title: words::figure_title,
        figure,
        readings,
        plays: false,
        hold,
        drag,
    }],
    formulas: words::formulas,
    tables: tables::tables,
};

pub(crate) use controls::FRACTION;

/// Points per curve: at the most two device pixels apart on any screen.
const SAMPLES: usize = 600;

fn copy(to: &mut Scenario, from: &Scenario) {
    to.curves = from.curves.clone();
    to.processors = from.processors;
    to.axis_end = from.axis_end;
    to.law = from.law;
    to.quantity = from.quantity;
    to.x_scale = from.x_scale;
    to.y_scale = from.y_scale;
    to.contention = from.contention;
    to.coherency = from.coherency;
    to.memory_growth = from.memory_growth;
}

fn figure(scenario: &Scenario, lang: Lang) -> Figure {
    let lines = lines(scenario);
    let end = scenario.axis_end.get().max(scenario.processors.get());
    let x = Axis::new(
        tr!(lang, speedup.x_axis).into(),
        scenario.x_scale,
        (1.0, f64::from(end)),
        text::count,
    );
    let grid: Vec<Processors> = x
        .samples(SAMPLES)
        .into_iter()
        .filter_map(Processors::new)
        .collect();
    let values: Vec<Vec<f64>> = lines
        .iter()
        .map(|line| line.values(scenario.quantity, &grid))
        .collect();
    let y = Axis::new(
        words::quantity_axis(scenario.quantity, lang).into(),
        scenario.y_scale,
        range(scenario, &lines, &values),
        text::number,
    );
    let units: Vec<f64> = grid.iter().map(|n| x.unit(n.get())).collect();
    let mut curves = vec![ideal(scenario, lang, &units, &grid, &y)];
    curves.extend(
        lines
            .iter()
            .filter_map(|line| ceiling(line, scenario.quantity, &x, &y)),
    );
    curves.extend(lines.iter().zip(&values).map(|(line, values)| {
        Curve {
            hue: line.hue,
            stroke: line.stroke,
            points: units
                .iter()
                .zip(values)
                .map(|(x, v)| Point {
                    x: *x,
                    y: y.unit(*v),
                })
                .collect(),
            label: Some(end_label(line, scenario, lang)),
            grab: line.grab,
        }
    }));
    Figure {
        title: words::figure_title(scenario, lang),
        description: words::description(scenario, lang, &lines),
        markers: milestones(scenario, lang, &lines, &x, &y),
        cursor: Some(cursor(scenario, lang, &x, &y)),
        bands: Vec::new(),
        blocks: Vec::new(),
        curves,
        x,
        y,
    }
}

/// The vertical range that shows every curve whole, and each ceiling that is within sight.
fn range(scenario: &Scenario, lines: &[Line], values: &[Vec<f64>]) -> (f64, f64) {
    let all = values.iter().flatten().copied().filter(|v| v.is_finite());
    let (lo, mut hi) = all.fold((f64::INFINITY, 0.0f64), |(lo, hi), v| {
        (lo.min(v), hi.max(v))
    });
    if scenario.quantity == Quantity::Speedup {
        for line in lines {
            if let Limit::At(limit) = line.limit()
                && limit < 1.5 * hi
            {
                hi = hi.max(limit);
            }
        }
    }
    // On a logarithmic axis whole powers read best, and a hair above the last one needs no new one.
    let up = |v: f64, base: f64| base.powi((v.log2() / base.log2() - 0.02).ceil() as i32);
    let down = |v: f64, base: f64| base.powi((v.log2() / base.log2() + 0.02).floor() as i32);
    match scenario.y_scale {
        Scale::Linear => (
            0.0,
            if scenario.quantity == Quantity::Speedup {
                hi * 1.06
            } else {
                hi
            },
        ),
        Scale::Log2 => (down(lo, 2.0), up(hi * 1.1, 2.0)),
        Scale::Log10 if hi / lo < 50.0 => (down(lo, 2.0), up(hi * 1.1, 2.0)),
        Scale::Log10 => (down(lo, 10.0), up(hi, 10.0)),
    }
}

/// What N perfect processors would do.
fn ideal(scenario: &Scenario, lang: Lang, units: &[f64], grid: &[Processors], y: &Axis) -> Curve {
    let words = tr!(lang, speedup.ideal);
    let at = |n: &Processors| lines::read_off(scenario.quantity, n.get(), *n);
    Curve {
        hue: Hue::Muted,
        stroke: Stroke::Thin,
        points: units
            .iter()
            .zip(grid)
            .map(|(x, n)| Point {
                x: *x,
                y: y.unit(at(n)),
            })
            .collect(),
        label: Some(EndLabel::new(words, String::new())),
        grab: None,
    }
}

/// The dashed line a curve approaches.
fn ceiling(line: &Line, quantity: Quantity, x: &Axis, y: &Axis) -> Option<Curve> {
    let Limit::At(limit) = line.limit() else {
        return None;
    };
    let level = match quantity {
        Quantity::Speedup if limit > 0.0 => limit,
        Quantity::Time if limit > 0.0 => 1.0 / limit,
        _ => return None,
    };
    // From where the curve has come half way to where nobody could tell the two apart.
    let place = |share, otherwise| {
        line.processors_for_share(share)
            .map_or(otherwise, |n| x.unit(n.get()).clamp(0.0, 1.0))
    };
    let (from, to) = (place(0.5, 0.0).min(0.85), place(0.995, 1.0));
    let ends = if from < to { [from, to] } else { [0.85, 1.0] };
    Some(Curve {
        hue: line.hue,
        stroke: Stroke::Dashed,
        points: ends
            .map(|x| Point {
                x,
                y: y.unit(level),
            })
            .into(),
        label: None,
        grab: None,
    })
}

fn end_label(line: &Line, scenario: &Scenario, lang: Lang) -> EndLabel {
    let note = match (scenario.quantity, line.limit()) {
        (Quantity::Speedup, Limit::At(limit)) if limit > 0.0 => {
            tr!(lang, speedup.ceiling_note, limit = text::times(limit))
        }
        _ => String::new(),
    };
    EndLabel {
        name: line.name.clone(),
        short: line.short.clone(),
        note,
    }
}

/// Where the curve the sentence is about has 50, 90 and 99 % of its ceiling.
fn milestones(scenario: &Scenario, lang: Lang, lines: &[Line], x: &Axis, y: &Axis) -> Vec<Marker> {
    let Some(line) = lines.iter().find(|line| line.stroke == Stroke::Strong) else {
        return Vec::new();
    };
    [0.5, 0.9, 0.99]
        .into_iter()
        .filter_map(|share| {
            let n = line.processors_for_share(share)?;
            let words = text::percent(lang, share);
            (n.get() <= x.hi()).then(|| Marker {
                hue: line.hue,
                shape: Shape::Ring,
                at: Point {
                    x: x.unit(n.get()),
                    y: y.unit(line.value(scenario.quantity, n)),
                },
                detail: tr!(
                    lang,
                    speedup.milestone,
                    share = words.as_str(),
                    n = text::number(n.get())
                ),
                label: words,
                label_side: Side::Before,
            })
        })
        .collect()
}

fn cursor(scenario: &Scenario, lang: Lang, x: &Axis, y: &Axis) -> Cursor {
    let n = scenario.processors.processors();
    Cursor {
        x: x.unit(n.get()),
        label: format!("N = {}", text::count(n.get())),
        readings: values_at(scenario, lang, y, n),
    }
}

fn readings(scenario: &Scenario, lang: Lang, figure: &Figure, x: f64) -> Readout {
    let whole = x.round().clamp(1.0, f64::from(Count::MAX.get()));
    let n = Processors::new(whole).unwrap_or(Processors::ONE);
    Readout {
        x: n.get(),
        label: text::count(n.get()),
        readings: values_at(scenario, lang, &figure.y, n),
    }
}

fn values_at(scenario: &Scenario, lang: Lang, y: &Axis, n: Processors) -> Vec<Reading> {
    lines(scenario)
        .into_iter()
        .map(|line| {
            let value = line.value(scenario.quantity, n);
            Reading {
                hue: line.hue,
                value: words::quantity_value(scenario.quantity, value, lang),
                y: y.unit(value),
                name: line.name,
            }
        })
        .collect()
}

fn hold(scenario: &mut Scenario, grab: Grab) {
    if let Grab::Curve(index) = grab {
        scenario.curves.select(index);
    }
}

fn drag(scenario: &mut Scenario, grab: Grab, x: f64, y: f64) {
    let whole = x.round().clamp(1.0, f64::from(Count::MAX.get()));
    match grab {
        Grab::Cursor => {
            if let Some(count) = Count::new(whole as u32) {
                scenario.processors = count;
            }
        }
        Grab::Curve(index) => {
            if let Some(n) = Processors::new(x.clamp(1.0, f64::from(Count::MAX.get()))) {
                lines::pull(scenario, index, n, y);
            }
        }
        Grab::Edge(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::law;
    use crate::scenario::Curves;

    fn scenario(list: &[f64], n: u32) -> Scenario {
        Scenario {
            curves: Curves::new(controls::fractions(list), None).unwrap(),
            processors: Count::new(n).unwrap(),
            ..Scenario::default()
        }
    }

    #[test]
    fn the_article_s_cluster_gets_19_96_of_20() {
        let s = scenario(&[0.95], 10_000);
        let words: String = words::sentence(&s, Lang::En)
            .iter()
            .map(super::super::Part::text)
            .collect();
        assert!(
            words.contains("19.96×") && words.contains("20×") && words.contains("10\u{202f}000"),
            "{words}"
        );
        let chinese: String = words::sentence(&s, Lang::Zh)
            .iter()
            .map(super::super::Part::text)
            .collect();
        assert!(
            chinese.contains("19.96×") && chinese.contains("20×"),
            "{chinese}"
        );
    }

    #[test]
    fn every_law_quantity_and_scale_gives_a_sane_figure() {
        for law in law::LAWS {
            for quantity in Quantity::ALL {
                for x_scale in Scale::ALL {
                    for y_scale in Scale::ALL {
                        let s = Scenario {
                            law,
                            quantity,
                            x_scale,
                            y_scale,
                            ..scenario(&[0.0, 0.95, 1.0], 64)
                        };
                        let figure = figure(&s, Lang::En);
                        assert!(figure.y.lo() < figure.y.hi());
                        for curve in figure.curves.iter().filter(|c| c.grab.is_some()) {
                            assert!(
                                curve.points.iter().all(|p| p.y > -1e-6 && p.y < 1.000_001),
                                "{s:?}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_dragged_curve_passes_under_the_pointer() {
        for law in law::LAWS {
            for quantity in Quantity::ALL {
                let mut s = Scenario {
                    law,
                    quantity,
                    ..scenario(&[0.5, 0.9], 64)
                };
                let target = lines::read_off(quantity, 5.0, Processors::new(32.0).unwrap());
                drag(&mut s, Grab::Curve(0), 32.0, target);
                let line = &lines(&s)[0];
                let got = line.value(quantity, Processors::new(32.0).unwrap());
                assert!(
                    (got / target - 1.0).abs() < 0.05,
                    "{} {quantity:?}: {got} not {target}",
                    law.id
                );
            }
        }
    }

    #[test]
    fn a_point_no_curve_can_reach_pulls_it_to_its_end() {
        let mut s = scenario(&[0.5], 64);
        drag(&mut s, Grab::Curve(0), 8.0, 1e9);
        assert_eq!(s.curves.fractions()[0].get(), 1.0);
        drag(&mut s, Grab::Curve(0), 8.0, 0.0);
        assert_eq!(s.curves.fractions()[0].get(), 0.0);
        drag(&mut s, Grab::Curve(0), f64::NAN, f64::NAN);
        drag(&mut s, Grab::Cursor, f64::NAN, 0.0);
        drag(&mut s, Grab::Cursor, 1e300, 0.0);
        assert_eq!(s.processors, Count::MAX);
    }
}
