//! Where one step's time goes, and what cutting each part of it would buy.

use super::size::GPU;
use super::{Body, Chart, Grab, View, no_hold};
use crate::control::Control;
use crate::figure::{Fill, Hue};
use crate::model::profile::{Cut, Kind, Stage, StageTime, Stages};
use crate::scenario::Scenario;
use crate::text::{self, tr};

mod controls;
mod gains;
mod kinds;
mod paste;
mod roofline;
mod step;
mod words;

pub(crate) use controls::{BYTES, CUT, FLOPS, TIME};
pub(crate) use paste::{Pasting, name};
pub(crate) use words::{kind_name, reason_words, stage_name};

/// The figure.
pub(super) static VIEW: View = View {
    id: "profile",
    title: |lang| tr!(lang, profile.title),
    copy: |to, from| {
        to.stages = from.stages.clone();
        to.training.gpu = from.training.gpu;
    },
};

/// What it shows.
pub(super) static BODY: Body = Body {
    claim: |lang| tr!(lang, profile.claim),
    sentence: words::sentence,
    remarks: words::remarks,
    controls: &[
        Control::Menu(&controls::PRESET),
        Control::Action(&controls::USE_STEP),
        Control::Stages,
        Control::Menu(&GPU),
    ],
    charts: &[
        Chart {
            id: "step",
            title: |_, lang| tr!(lang, profile.step_title).into(),
            figure: step::figure,
            readings: step::readings,
            plays: false,
            hold: no_hold,
            drag,
        },
        Chart {
            id: "gains",
            title: |_, lang| tr!(lang, profile.gains_title).into(),
            figure: gains::figure,
            readings: gains::readings,
            plays: false,
            hold: no_hold,
            drag: |_, _, _, _| {},
        },
        Chart {
            id: "roofline",
            title: roofline::title,
            figure: roofline::figure,
            readings: roofline::readings,
            plays: false,
            hold: no_hold,
            drag: |_, _, _, _| {},
        },
    ],
    formulas: words::formulas,
    tables: words::tables,
};

/// The color role of a kind.
pub(crate) fn kind_hue(kind: Kind) -> Hue {
    look(kind).0
}

/// How a kind is drawn: told apart without color too.
fn look(kind: Kind) -> (Hue, Fill) {
    match kind {
        Kind::Compute => (Hue::Series(0), Fill::Plain),
        Kind::Memory => (Hue::Series(2), Fill::Hatched),
        Kind::Communication => (Hue::Series(3), Fill::Hatched),
        Kind::DataIo => (Hue::Series(1), Fill::Plain),
        Kind::LaunchIdle => (Hue::Series(6), Fill::Empty),
        Kind::Other => (Hue::Muted, Fill::Empty),
    }
}

/// The right edge of a stage is its time, and below, after the cuts, its cut.
fn drag(scenario: &mut Scenario, grab: Grab, x: f64, _: f64) {
    let Grab::Edge(edge) = grab else { return };
    let (index, cut) = (edge % Stages::MAX, edge >= Stages::MAX);
    let before = scenario.stages.list().iter().take(index);
    if cut {
        let start: f64 = before.map(Stage::left).sum();
        scenario.stages.edit(index, |stage| {
            stage.cut = Cut::leaving((x - start) / stage.time.get());
        });
    } else {
        let start: f64 = before.map(|stage| stage.time.get()).sum();
        let time = StageTime::saturating(text::rounded(x - start, 3));
        scenario.stages.edit(index, |stage| stage.time = time);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::Part;
    use crate::model::hardware::A100;
    use crate::model::profile::{CutFactor, Known, PRESETS};
    use crate::text::{LANGS, Lang};

    fn said(scenario: &Scenario, lang: Lang) -> String {
        let parts = words::sentence(scenario, lang);
        let text: String = parts.iter().map(Part::text).collect();
        text.replace('\u{202f}', " ")
    }

    fn preset(id: &str) -> Scenario {
        let mut s = Scenario::default();
        let index = PRESETS.iter().position(|preset| preset.id == id).unwrap();
        (controls::PRESET.set)(&mut s, index);
        s
    }

    #[track_caller]
    fn check_says(text: &str, expected: &[&str]) {
        for words in expected {
            assert!(text.contains(words), "{words} is not in: {text}");
        }
    }

    #[test]
    fn the_sentence_names_what_to_cut_and_what_is_wasted() {
        let mut s = Scenario::default();
        check_says(
            &said(&s, Lang::En),
            &[
                "Data loading is",
                "59.3 ms of 175 ms, 33.9 %",
                "1×",
                "1.51×",
                "worth 1.13×",
            ],
        );
        check_says(&said(&s, Lang::Zh), &["数据加载", "1.51×"]);
        assert!(!said(&s, Lang::En).contains("All cuts"));
        (CUT.set)(&mut s, 0, 2.0);
        check_says(
            &said(&s, Lang::En),
            &["With it 2× as fast, the step runs 1.2× as fast"],
        );
        (CUT.set)(&mut s, 3, 2.0);
        // 174.829 / (174.829 − 59.262/2 − 95.937/2)
        check_says(
            &said(&s, Lang::En),
            &["1.2× as fast", "All cuts together: 1.8×"],
        );
        s.stages.edit(0, |stage| stage.cut = Cut::Gone);
        check_says(
            &said(&s, Lang::En),
            &["With it gone, the step runs 1.51× as fast"],
        );
    }

    #[test]
    fn a_step_that_only_computes_says_so() {
        let mut s = Scenario::default();
        let parts = [(Known::Compute, 0.005, Kind::Compute)];
        s.stages = Stages::of_parts(parts).unwrap();
        check_says(&said(&s, Lang::En), &["all compute-bound", "gone, ∞×"]);
        let formulas = words::formulas(&s, Lang::En);
        assert_eq!(formulas[0].to_text(), "S=(1)/(∑(f_i)/(c_i))");
    }

    #[test]
    fn edges_are_dragged_to_times_and_to_cuts() {
        let mut s = preset("layer");
        // Forward 7.7, recomputation 7.6, backward 11.9.
        drag(&mut s, Grab::Edge(1), 10.204, 0.0);
        assert_eq!(s.stages.list()[1].time.get(), 2.5);
        drag(&mut s, Grab::Edge(0), -3.0, 0.0);
        assert_eq!(s.stages.list()[0].time, StageTime::MIN);
        let mut s = preset("layer");
        drag(&mut s, Grab::Edge(Stages::MAX), 3.85, 0.0);
        assert_eq!(
            s.stages.list()[0].cut,
            Cut::By(CutFactor::new(2.0).unwrap())
        );
        // What stands before it is shorter now.
        drag(&mut s, Grab::Edge(Stages::MAX + 1), 3.85, 0.0);
        assert_eq!(s.stages.list()[1].cut, Cut::Gone);
        drag(&mut s, Grab::Edge(Stages::MAX + 1), 99.0, 0.0);
        assert_eq!(s.stages.list()[1].cut, Cut::NONE);
        let before = s.clone();
        drag(&mut s, Grab::Edge(7), 3.0, 0.0);
        drag(&mut s, Grab::Cursor, 3.0, 0.0);
        assert_eq!(s, before);
    }

    #[test]
    fn a_preset_is_custom_as_soon_as_a_value_differs() {
        let mut s = preset("selective");
        assert_eq!(s.training.gpu, &A100);
        let names = (controls::PRESET.options)(Lang::En);
        let name = |s: &Scenario| names[(controls::PRESET.get)(s)];
        assert!(name(&s).contains("selective"));
        (TIME.set)(&mut s, 0, 7.6);
        assert_eq!(name(&s), "custom");
        let custom = s.clone();
        (controls::PRESET.set)(&mut s, PRESETS.len());
        assert_eq!(s, custom, "custom is nothing to choose");
        VIEW.reset(&mut s);
        assert_eq!(s, Scenario::default());
    }

    #[test]
    fn a_point_of_the_gains_says_how_far_each_stage_must_be_cut() {
        let s = preset("article");
        let figure = gains::figure(&s, Lang::En);
        let readout = gains::readings(&s, Lang::En, &figure, 2.0);
        let values: Vec<_> = readout
            .readings
            .iter()
            .map(|r| (r.name.as_str(), r.value.as_str()))
            .collect();
        // 11 ms to 5.5: of the loader's 10 ms 4.5 may stay.
        assert_eq!(
            values,
            [
                ("Load and copy", "2.222×"),
                ("Compute", "not by this alone")
            ]
        );
    }

    #[test]
    fn stages_with_work_stand_under_the_roof() {
        let title = |s: &Scenario| roofline::title(s, Lang::En);
        assert!(title(&Scenario::default()).contains("no stage has FLOPs and bytes"));
        let mut s = preset("selective");
        assert_eq!(title(&s), "Roofline of A100");
        let table = &words::tables(&s, Lang::En)[0];
        let last = |row: usize| table.rows[row].cells.last().unwrap().as_str();
        assert_eq!(
            [last(0), last(1), last(2)],
            ["compute-bound", "compute-bound", "memory-bound"]
        );
        assert!(
            table
                .rows
                .iter()
                .all(|row| row.cells.len() == table.head.len())
        );
        let (markers, places) = (
            roofline::figure(&s, Lang::En).markers,
            roofline::figure(&s, Lang::Zh).markers,
        );
        assert_eq!((markers.len(), places.len()), (4, 4));
        (FLOPS.set)(&mut s, 0, 0.0);
        assert_eq!(s.stages.list()[0].flops, None);
        assert_eq!(roofline::figure(&s, Lang::En).markers.len(), 3);
    }

    #[test]
    fn no_step_breaks_a_chart() {
        let mut scenarios: Vec<Scenario> = PRESETS.iter().map(|p| preset(p.id)).collect();
        for time in [0.001, 1e6] {
            let mut s = preset("selective");
            (TIME.set)(&mut s, 0, time);
            (FLOPS.set)(&mut s, 0, 1e8);
            (BYTES.set)(&mut s, 0, 0.001);
            (FLOPS.set)(&mut s, 1, 0.001);
            (BYTES.set)(&mut s, 1, 1e8);
            for i in 0..3 {
                s.stages.edit(i, |stage| stage.cut = Cut::Gone);
            }
            scenarios.push(s);
        }
        let mut one = preset("article");
        one.stages.remove(0);
        scenarios.push(one);
        for (s, lang) in scenarios.iter().flat_map(|s| LANGS.map(|lang| (s, lang))) {
            for chart in BODY.charts {
                let figure = (chart.figure)(s, lang);
                let corners = figure.blocks.iter().flat_map(|b| [b.from, b.to]);
                let marks = figure.markers.iter().map(|m| m.at);
                let lines = figure.curves.iter().flat_map(|c| c.points.clone());
                for point in corners.chain(marks).chain(lines) {
                    assert!(point.x.is_finite() && point.y.is_finite());
                }
                assert!(!chart.table(s, lang).rows.is_empty());
                assert!(!figure.description.contains("NaN"));
            }
            assert!(!words::remarks(s, lang).is_empty());
            assert!(!words::formulas(s, lang).is_empty());
        }
    }
}
