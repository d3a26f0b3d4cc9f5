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
        Control::Dial(&controls::OVERLAP),
        Control::Choice(&controls::COLLECTIVE),
        Control::Dial(&controls::NETWORK),
        Control::Dial(&controls::HOP),
        Control::Action(&controls::NEAREST),
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
            job.plan.gpus = gpus_at((x / replica).round().max(1.0) * replica);
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
                    assert!(!chart.table(&scenario, lang).rows.is_empty());
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
    fn overlap_makes_the_job_more_parallel() {
        let fraction = |share| {
            let job = Job::default().overlapped(Share::saturating(share));
            let base = job.one_replica();
            job.beside_one_replica(&base, job.plan.gpus)
                .parallel_fraction
                .unwrap()
        };
        assert!(fraction(1.0) > fraction(0.0));
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
