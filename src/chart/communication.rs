//! Why a job stops scaling: where a step's time goes as GPUs are added, and what overlap buys.

use super::{Body, Chart, Grab, View, no_hold};
use crate::control::{Control, Group};
use crate::model::quantity::Count;
use crate::model::training::Job;
use crate::model::training::inputs::Share;
use crate::scenario::Scenario;
use crate::text::tr;

mod bands;
mod controls;
mod gain;
mod words;

/// The figure.
pub(super) static VIEW: View = View {
    id: "communication",
    title: |lang| tr!(lang, communication.title),
    copy: |to, from| to.job = from.job,
};

/// What it shows.
pub(super) static BODY: Body = Body {
    claim: |lang| tr!(lang, communication.claim),
    sentence: words::sentence,
    remarks: words::remarks,
    controls: &[
        Control::Menu(&controls::PRESET),
        Control::Choice(&controls::SCALING),
        Control::Dial(&controls::GPUS),
        Control::Note(words::gpus_note),
        Control::Note(words::reasons),
        Control::Action(&controls::NEAREST),
        Control::Dial(&controls::OVERLAP),
        Control::Choice(&controls::COLLECTIVE),
        Control::Dial(&controls::NETWORK),
        Control::Dial(&controls::HOP),
        Control::Group(&Group {
            id: "model",
            label: |lang| tr!(lang, communication.group_model),
            controls: &[
                Control::Dial(&controls::SIZE),
                Control::Dial(&controls::SEQUENCE),
                Control::Dial(&controls::BATCH),
                Control::Note(words::batch_note),
                Control::Dial(&controls::MICRO),
                Control::Menu(&controls::RECOMPUTE),
                Control::Note(words::memory_note),
            ],
        }),
        Control::Group(&Group {
            id: "parallel",
            label: |lang| tr!(lang, communication.group_parallel),
            controls: &[
                Control::Dial(&controls::TENSOR),
                Control::Note(words::tensor_note),
                Control::Dial(&controls::PIPELINE),
                Control::Dial(&controls::INTERLEAVE),
                Control::Note(words::layers_note),
                Control::Dial(&controls::CONTEXT),
                Control::Note(words::sequence_note),
                Control::Menu(&controls::DATA),
                Control::Dial(&controls::OVERLAP_TENSOR),
                Control::Dial(&controls::OVERLAP_PIPELINE),
                Control::Dial(&controls::OVERLAP_DATA),
                Control::Dial(&controls::OVERLAP_CONTEXT),
            ],
        }),
        Control::Group(&Group {
            id: "machine",
            label: |lang| tr!(lang, communication.group_machine),
            controls: &[
                Control::Menu(&controls::GPU),
                Control::Dial(&controls::PEAK),
                Control::Dial(&controls::ACHIEVED),
                Control::Dial(&controls::MEMORY),
                Control::Dial(&controls::MEMORY_BANDWIDTH),
                Control::Dial(&controls::NODE),
                Control::Dial(&controls::NVLINK),
                Control::Dial(&controls::KERNELS),
                Control::Dial(&controls::CALL),
                Control::Dial(&controls::GRAPHS),
                Control::Dial(&controls::HOST),
                Control::Dial(&controls::WAIT),
            ],
        }),
    ],
    charts: &[
        Chart {
            id: "shares",
            title: |_, lang| tr!(lang, communication.bands_title).into(),
            figure: bands::figure,
            readings: bands::readings,
            plays: false,
            hold: no_hold,
            drag,
        },
        Chart {
            id: "scaling",
            title: |_, lang| tr!(lang, communication.gain_title).into(),
            figure: gain::figure,
            readings: gain::readings,
            plays: false,
            hold: no_hold,
            drag,
        },
    ],
    formulas: words::formulas,
    tables: words::tables,
};

/// Points per curve.
const SAMPLES: usize = 160;

/// The N axis: from one replica to 64 times as many as the reader looks at, or as far as it goes.
fn range(job: &Job) -> (f64, f64) {
    let fewest = f64::from(job.fewest().get());
    let gpus = f64::from(job.plan.gpus.get());
    let end = (gpus * 4.0).max(fewest * 64.0).max(2048.0);
    (fewest, end.min(f64::from(Count::MAX.get())))
}

/// A number of GPUs from a place on the axis.
fn gpus_at(x: f64) -> Count {
    Count::saturating(x.round() as u32)
}

/// GPUs in whole replicas from a pointer; the edge of the computing moves overlap.
fn drag(scenario: &mut Scenario, grab: Grab, x: f64, y: f64) {
    let job = &mut scenario.job;
    match grab {
        Grab::Cursor => {
            let replica = job.plan.split.replica();
            job.set_gpus(gpus_at((x / replica).round().max(1.0) * replica));
        }
        Grab::Curve(_) => {
            if let Some(share) = overlap_for(job, gpus_at(x), y) {
                job.plan.overlap = job.overlapped(share).plan.overlap;
            }
        }
        Grab::Edge(_) => {}
    }
}

/// The overlap with which everything but exposed communication is `share` of the step on `gpus` GPUs:
/// exposed communication falls in a straight line with it. `None` where there is nothing to hide.
fn overlap_for(job: &Job, gpus: Count, share: f64) -> Option<Share> {
    let at = |overlap| {
        let step = crate::model::training::step(&job.overlapped(overlap).on(gpus));
        (step.exposed_communication(), step.total())
    };
    let ((none, total), (all, _)) = (at(Share::NONE), at(Share::ALL));
    let wanted = (total - none) * (1.0 / share.clamp(0.01, 1.0) - 1.0);
    let overlap = (none - wanted) / (none - all);
    overlap
        .is_finite()
        .then(|| Share::saturating((overlap * 100.0).round() / 100.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::Part;
    use crate::model::training::presets::PRESETS;
    use crate::text::{LANGS, Lang};

    fn said(job: Job, lang: Lang) -> String {
        let scenario = Scenario {
            job,
            ..Scenario::default()
        };
        let parts = (BODY.sentence)(&scenario, lang);
        let sentence: String = parts.iter().map(Part::text).collect();
        sentence + &(BODY.remarks)(&scenario, lang).join(" ")
    }

    #[test]
    fn every_preset_draws_and_speaks() {
        for preset in &PRESETS {
            let scenario = Scenario {
                job: Job::of(preset),
                ..Scenario::default()
            };
            for lang in LANGS {
                assert!(said(scenario.job, lang).len() > 100);
                for chart in BODY.charts {
                    let figure = (chart.figure)(&scenario, lang);
                    let points = figure.curves.iter().flat_map(|c| &c.points);
                    assert!(points.clone().all(|p| p.x.is_finite() && p.y.is_finite()));
                    let table = chart.table(&scenario, lang);
                    assert!(!table.rows.is_empty());
                    for row in &table.rows {
                        assert_eq!(row.cells.len(), table.head.len(), "{}", chart.id);
                    }
                }
            }
        }
    }

    #[test]
    fn more_gpus_are_slower_in_one_preset_and_the_page_says_where() {
        let words = said(Job::of(&PRESETS[0]), Lang::En);
        assert!(words.contains("slower"), "{words}");
    }

    #[test]
    fn overlap_makes_the_job_more_parallel_and_keeps_what_it_promises() {
        for preset in &PRESETS {
            let at = |share| Job::of(preset).overlapped(Share::saturating(share));
            let scaled = |job: &Job| {
                let seen = job.beside_one_replica(&job.one_replica(), job.plan.gpus);
                seen.parallel_fraction.unwrap()
            };
            let fractions = [0.0, 0.1, 0.3, 0.6, 0.9, 1.0].map(|share| scaled(&at(share)));
            assert!(fractions.is_sorted_by(|a, b| a < b), "{fractions:?}");
            // The values at both ends are those that the sentence then says.
            let buys = |job| {
                let scenario = Scenario {
                    job,
                    ..Scenario::default()
                };
                (BODY.remarks)(&scenario, Lang::En).swap_remove(0)
            };
            for end in [at(0.0), at(1.0)] {
                assert_eq!(buys(end), buys(Job::of(preset)));
                let said = said(end, Lang::En);
                let time = said.split("a step takes ").nth(1).unwrap();
                let time = time.split(" and waits").next().unwrap();
                assert!(buys(end).contains(time), "{time} is not in {}", buys(end));
            }
        }
    }

    #[test]
    fn fewer_gpus_than_one_replica_and_slower_runs_are_said() {
        let mut few = Job::default();
        few.set_gpus(Count::MIN);
        assert!(said(few, Lang::En).starts_with("N = 1 is less than one replica"));
        let mut many = Job::of(&PRESETS[0]);
        many.set_gpus(Count::MAX);
        let said = said(many, Lang::En);
        assert!(!said.contains("P = -") && !said.contains("P = −"), "{said}");
        assert!(said.contains("slower than on one replica"), "{said}");
    }

    #[test]
    fn moving_n_stays_on_the_curve() {
        for preset in &PRESETS {
            let mut s = Scenario {
                job: Job::of(preset),
                ..Scenario::default()
            };
            let curve = |s: &Scenario| (BODY.charts[1].figure)(s, Lang::En).curves.swap_remove(1);
            s.job.set_gpus(Count::saturating(2048));
            let before = curve(&s);
            // Within the same range of the axis.
            drag(&mut s, Grab::Cursor, 2000.0, 0.5);
            let near = |a: &crate::figure::Point, b: &crate::figure::Point| {
                (a.x - b.x).abs() < 0.05 && (a.y - b.y).abs() < 0.05
            };
            let after = curve(&s);
            let same = before.points.iter().zip(&after.points);
            assert!(same.into_iter().all(|(a, b)| near(a, b)), "{}", preset.id);
        }
    }

    #[test]
    fn the_edge_is_dragged_to_where_the_hand_is() {
        let mut s = Scenario::default();
        let gpus = s.job.plan.gpus;
        let x = f64::from(gpus.get());
        let share = |job: &Job| {
            let step = crate::model::training::step(&job.on(gpus));
            1.0 - step.exposed_communication() / step.total()
        };
        let (none, all) = (
            share(&s.job.overlapped(Share::NONE)),
            share(&s.job.overlapped(Share::ALL)),
        );
        let target = f64::midpoint(none, all);
        drag(&mut s, Grab::Curve(0), x, target);
        assert!((share(&s.job) - target).abs() < 0.01, "{}", share(&s.job));
        for wild in [f64::NAN, -1.0, 1e300] {
            drag(&mut s, Grab::Curve(0), wild, wild);
            drag(&mut s, Grab::Cursor, wild, wild);
        }
    }
}
