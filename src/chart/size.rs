//! Gustafson's dilution: how a growing model makes the serial part of a training step small.

use super::{Body, Chart, Grab, View, no_hold};
use crate::control::Control;
use crate::model::quantity::Count;
use crate::model::step::{Training, step};
use crate::model::transformer::ModelSize;
use crate::scenario::Scenario;
use crate::text::tr;

mod controls;
mod laws;
mod mfu;
mod split;
mod words;

pub(super) use controls::{GPU, short_gpu};

/// The figure.
pub(super) static VIEW: View = View {
    id: "size",
    title: |lang| tr!(lang, size.title),
    copy: |to, from| to.training = from.training,
};

/// What it shows.
pub(super) static BODY: Body = Body {
    claim: |lang| tr!(lang, size.claim),
    sentence: words::sentence,
    remarks: words::remarks,
    controls: &[
        Control::Dial(&controls::SIZE),
        Control::Dial(&controls::CONTEXT),
        Control::Choice(&GPU),
        Control::Dial(&controls::GPUS_USED),
        Control::Dial(&controls::FIXED),
        Control::Dial(&controls::LAUNCH),
        Control::Choice(&controls::FLOPS),
    ],
    charts: &[
        Chart {
            id: "split",
            title: |_, lang| tr!(lang, size.split_title).into(),
            figure: split::figure,
            readings: split::readings,
            plays: false,
            hold: no_hold,
            drag: drag_size,
        },
        Chart {
            id: "mfu",
            title: mfu::title,
            figure: mfu::figure,
            readings: mfu::readings,
            plays: false,
            hold: no_hold,
            drag: drag_size,
        },
        Chart {
            id: "laws",
            title: |_, lang| tr!(lang, size.laws_title).into(),
            figure: laws::figure,
            readings: laws::readings,
            plays: false,
            hold: no_hold,
            drag: drag_gpus,
        },
    ],
    formulas: words::formulas,
    tables: words::tables,
};

/// Points per curve; the curves are smooth.
const SAMPLES: usize = 240;

fn drag_size(scenario: &mut Scenario, grab: Grab, x: f64, _: f64) {
    if grab == Grab::Cursor {
        scenario.training.size = size_at(x);
    }
}

fn drag_gpus(scenario: &mut Scenario, grab: Grab, x: f64, _: f64) {
    let whole = x.round().clamp(1.0, f64::from(Count::MAX.get())) as u32;
    if let (Grab::Cursor, Some(gpus)) = (grab, Count::new(whole)) {
        scenario.training.gpus = gpus;
    }
}

/// The model size a slider or a pointer means: three digits, drawn to a named model nearby.
fn size_at(billions: f64) -> ModelSize {
    ModelSize::new((controls::SIZE.snap)(crate::text::rounded(billions, 3)))
        .unwrap_or(ModelSize::saturating(billions))
}

/// The training with another model size.
fn with_size(training: &Training, billions: f64) -> Training {
    Training {
        size: ModelSize::saturating(billions),
        ..*training
    }
}

/// Serial share of the parallel run at another size.
fn serial_share(training: &Training, billions: f64) -> f64 {
    step(&with_size(training, billions)).scaled_serial_fraction()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::Part;
    use crate::text::Lang;

    #[test]
    fn a_bigger_model_is_less_serial_and_the_sentence_says_by_how_much() {
        let s = Scenario::default();
        let share = |b| serial_share(&s.training, b);
        assert!(share(7.0) > 5.0 * share(70.0) && share(70.0) > 4.0 * share(405.0));
        let words: String = words::sentence(&s, Lang::En)
            .iter()
            .map(Part::text)
            .collect();
        for expected in ["70B", "38", "6.3", "1.2"] {
            assert!(words.contains(expected), "{expected} is not in: {words}");
        }
    }

    #[test]
    fn dragging_moves_the_model_and_the_cluster() {
        let mut s = Scenario::default();
        drag_size(&mut s, Grab::Cursor, 404.0, 0.0);
        assert!(
            (s.training.size.get() - 405.853).abs() < 0.01,
            "snaps to Llama 3.1 405B"
        );
        drag_size(&mut s, Grab::Cursor, 30.0, 0.0);
        assert_eq!(s.training.size.get(), 30.0);
        drag_gpus(&mut s, Grab::Cursor, 4096.2, 0.0);
        assert_eq!(s.training.gpus.get(), 4096);
        for x in [f64::NAN, -1.0, 0.0, f64::INFINITY] {
            drag_size(&mut s, Grab::Cursor, x, x);
            drag_gpus(&mut s, Grab::Cursor, x, x);
        }
    }

    #[test]
    fn no_setting_breaks_a_chart() {
        use crate::model::step::{FixedTime, LaunchCost};
        for fixed in [0.0, 259.0, 10_000.0] {
            for gpus in [1, 1024, 1_048_576] {
                let mut s = Scenario::default();
                s.training.fixed = FixedTime::new(fixed).unwrap();
                s.training.launch = LaunchCost::new(0.0).unwrap();
                s.training.gpus = Count::new(gpus).unwrap();
                for chart in BODY.charts {
                    let figure = (chart.figure)(&s, Lang::En);
                    let points = figure.curves.iter().flat_map(|c| &c.points);
                    assert!(points.clone().all(|p| p.x.is_finite() && p.y.is_finite()));
                    assert!(points.count() > 2);
                    assert!(!chart.table(&s, Lang::Zh).rows.is_empty());
                }
            }
        }
    }
}
