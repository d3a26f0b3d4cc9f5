//! Feeding a GPU: a timeline of the first steps, and what a faster GPU alone buys.

use super::{Body, Chart, Grab, View, no_hold};
use crate::control::Control;
use crate::figure::Hue;
use crate::model::loading::{GpuFactor, GpuTime, Horizon, HostTime};
use crate::scenario::Scenario;
use crate::text::{rounded, tr};

mod controls;
mod gain;
mod timeline;
mod words;

/// The figure.
pub(super) static VIEW: View = View {
    id: "loading",
    title: |lang| tr!(lang, loading.title),
    copy: |to, from| to.loading = from.loading,
};

/// What it shows.
pub(super) static BODY: Body = Body {
    claim: |lang| tr!(lang, loading.claim),
    sentence: words::sentence,
    remarks: words::remarks,
    controls: &[
        Control::Menu(&controls::CASE),
        Control::Dial(&controls::FASTER),
        Control::Dial(&controls::WORKERS),
        Control::Dial(&controls::PREFETCH),
        Control::Dial(&controls::GPU),
        Control::Dial(&controls::LOAD),
        Control::Dial(&controls::COPY),
        Control::Choice(&controls::PINNED),
    ],
    charts: &[
        Chart {
            id: "timeline",
            title: |_, lang| tr!(lang, loading.timeline_title).into(),
            figure: timeline::figure,
            readings: timeline::readings,
            plays: true,
            hold,
            drag: drag_edge,
        },
        Chart {
            id: "gain",
            title: |_, lang| tr!(lang, loading.gain_title).into(),
            figure: gain::figure,
            readings: gain::readings,
            plays: false,
            hold: no_hold,
            drag: drag_factor,
        },
    ],
    formulas: words::formulas,
    tables: words::tables,
};

/// Loading and its time.
const LOAD: Hue = Hue::Series(0);
/// The GPU, its time and its share.
const GPU: Hue = Hue::Series(1);
/// The copy from host to device.
const COPY: Hue = Hue::Series(2);

/// Which edges of the first batch are dragged: the end of its loading, its copy, its computing.
const EDGES: [Hue; 3] = [LOAD, COPY, GPU];

/// The time axis stays as it is while an edge is dragged; otherwise it would run away under the hand.
fn hold(scenario: &mut Scenario, grab: Grab) {
    if matches!(grab, Grab::Edge(_)) {
        let loading = &mut scenario.loading;
        loading.horizon = Horizon::saturating(rounded(loading.horizon_ms(), 3));
    }
}

fn drag_edge(scenario: &mut Scenario, grab: Grab, x: f64, _: f64) {
    let loading = &mut scenario.loading;
    let (load, copy) = (loading.load.get(), loading.copy.get());
    let take = |start: f64| rounded(x - start, 3);
    match grab {
        Grab::Edge(0) => loading.load = HostTime::saturating(take(0.0)),
        Grab::Edge(1) => loading.copy = HostTime::saturating(take(load)),
        Grab::Edge(2) => {
            let today = take(load + copy) * loading.faster.get();
            loading.gpu = GpuTime::saturating(rounded(today, 3));
        }
        _ => {}
    }
}

fn drag_factor(scenario: &mut Scenario, grab: Grab, x: f64, _: f64) {
    if grab == Grab::Cursor {
        scenario.loading.faster = GpuFactor::saturating(rounded(x, 2));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::Part;
    use crate::model::loading::{Loading, Workers};
    use crate::text::{LANGS, Lang};

    #[track_caller]
    fn check_says(loading: Loading, expected: &[&str]) {
        let scenario = Scenario {
            loading,
            ..Scenario::default()
        };
        let said = |lang| -> String {
            let parts = words::sentence(&scenario, lang);
            let sentence: String = parts.iter().map(Part::text).collect();
            let all = words::remarks(&scenario, lang).join(" ");
            (sentence + &all).replace('\u{202f}', " ")
        };
        for word in expected {
            assert!(said(Lang::En).contains(word), "{word}: {}", said(Lang::En));
            let close = word.replace(" %", "%");
            assert!(said(Lang::Zh).contains(&close), "{}", said(Lang::Zh));
        }
    }

    #[test]
    fn the_sentence_tells_the_article_s_case() {
        let article = Loading::DEFAULT;
        check_says(article, &["1 ms", "10 ms", "11 ms", "9.1 %", "1.1×"]);
        let faster = Loading {
            faster: GpuFactor::new(10.0).unwrap(),
            ..article
        };
        check_says(faster, &["9.1 %", "10×", "10.1 ms", "100 µs"]);
        let one = Loading {
            workers: Workers::new(1).unwrap(),
            ..article
        };
        check_says(one, &["10 ms", "10 %", "1×"]);
        let said = |loading| {
            let scenario = Scenario {
                loading,
                ..Scenario::default()
            };
            words::remarks(&scenario, Lang::En).join(" ")
        };
        // What runs beside something else is no share of a sum: that is not Amdahl's law.
        assert!(said(article).contains("Amdahl") && !said(one).contains("Amdahl"));
    }

    #[test]
    fn a_copy_in_the_way_is_spoken_of() {
        let copied = Loading {
            copy: HostTime::new(2.0).unwrap(),
            load: HostTime::new(8.0).unwrap(),
            ..Loading::DEFAULT
        };
        check_says(copied, &["8 ms", "2 ms", "11 ms", "33 %", "num_workers"]);
        let overlapped = Loading {
            overlapped: true,
            ..copied
        };
        check_says(overlapped, &["50 %"]);
    }

    #[test]
    fn the_page_says_how_many_workers_are_enough() {
        let first = |loading| {
            let scenario = Scenario {
                loading,
                ..Scenario::default()
            };
            words::remarks(&scenario, Lang::En).swap_remove(0)
        };
        let article = Loading::DEFAULT;
        assert!(first(article).starts_with("From num_workers = 10 on"));
        let copied = Loading {
            copy: HostTime::new(2.0).unwrap(),
            ..article
        };
        assert!(first(copied).contains("from num_workers = 4 on"));
    }

    #[test]
    fn an_edge_is_dragged_on_an_axis_that_stays() {
        let mut s = Scenario::default();
        let shown = s.loading.horizon_ms();
        hold(&mut s, Grab::Edge(0));
        drag_edge(&mut s, Grab::Edge(0), 20.0, 0.0);
        assert_eq!(s.loading.load.get(), 20.0);
        assert_eq!(s.loading.horizon_ms(), shown);
        drag_edge(&mut s, Grab::Edge(1), 23.5, 0.0);
        drag_edge(&mut s, Grab::Edge(2), 30.0, 0.0);
        assert_eq!((s.loading.copy.get(), s.loading.gpu.get()), (3.5, 6.5));
        drag_edge(&mut s, Grab::Edge(2), 0.0, 0.0);
        assert_eq!(s.loading.gpu, GpuTime::MIN);
        for x in [f64::NAN, f64::INFINITY, -1.0] {
            for grab in [Grab::Cursor, Grab::Edge(0), Grab::Edge(1), Grab::Edge(7)] {
                drag_edge(&mut s, grab, x, x);
                drag_factor(&mut s, grab, x, x);
            }
        }
    }

    #[test]
    fn the_factor_is_dragged() {
        let mut s = Scenario::default();
        drag_factor(&mut s, Grab::Cursor, 10.04, 0.0);
        assert_eq!(s.loading.faster.get(), 10.0);
    }

    #[test]
    fn no_setting_breaks_a_chart() {
        let ends = [HostTime::MIN, HostTime::MAX];
        for (load, copy) in ends.into_iter().flat_map(|a| ends.map(|b| (a, b))) {
            for (gpu, faster) in [
                (GpuTime::MIN, GpuFactor::MAX),
                (GpuTime::MAX, GpuFactor::MIN),
            ] {
                for workers in [0, 1, 8, 64].map(|n| Workers::new(n).unwrap()) {
                    let s = Scenario {
                        loading: Loading {
                            gpu,
                            load,
                            copy,
                            workers,
                            faster,
                            overlapped: true,
                            ..Loading::DEFAULT
                        },
                        ..Scenario::default()
                    };
                    for chart in BODY.charts {
                        let figure = (chart.figure)(&s, Lang::En);
                        let curves = figure.curves.iter().flat_map(|c| c.points.iter().copied());
                        let blocks = figure.blocks.iter().flat_map(|b| [b.from, b.to]);
                        let mut points = curves.chain(blocks);
                        assert!(points.all(|p| p.x.is_finite() && p.y.is_finite()));
                        assert!(!chart.table(&s, Lang::Zh).rows.is_empty());
                    }
                    for lang in LANGS {
                        let mut tables = words::tables(&s, lang).into_iter();
                        assert!(
                            tables.all(|t| t.rows.iter().all(|r| r.cells.len() == t.head.len()))
                        );
                        assert!(!words::formulas(&s, lang).is_empty());
                    }
                }
            }
        }
    }
}
