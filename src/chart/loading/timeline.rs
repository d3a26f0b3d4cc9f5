//! Who works on which batch, and who waits, from the start.

use super::{COPY, EDGES, GPU, LOAD};
use crate::chart::Readout;
use crate::figure::{Axis, Block, Figure, Fill, Hue, Point, Reading, Scale};
use crate::model::loading::{Interval, Loading, gaps};
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

/// As many loaders as have a lane of their own; where there are more, one lane speaks for the rest.
const LANES: usize = 7;

/// One row of the timeline.
struct Lane {
    name: String,
    hue: Hue,
    work: Vec<Interval>,
    /// What it says instead of showing work.
    words: String,
}

fn lanes(loading: &Loading, end: f64, lang: Lang) -> Vec<Lane> {
    let lane = |name: String, hue, work| Lane {
        name,
        hue,
        work,
        words: String::new(),
    };
    let schedule = loading.schedule(end);
    let n_loaders = schedule.loaders.len();
    let n_shown = if n_loaders > LANES { LANES - 1 } else { LANES };
    let name = |i: usize| match loading.workers.get() {
        0 | 1 => tr!(lang, loading.lane_loading).to_owned(),
        _ => tr!(lang, loading.lane_loader, n = (i + 1).to_string()),
    };
    let loaders = schedule.loaders.into_iter().take(n_shown).enumerate();
    let mut lanes: Vec<Lane> = loaders.map(|(i, work)| lane(name(i), LOAD, work)).collect();
    if n_loaders > LANES {
        let n = (n_loaders - n_shown).to_string();
        lanes.push(Lane {
            words: tr!(lang, loading.lane_more, n = n.as_str()),
            ..lane(format!("+{n}"), LOAD, Vec::new())
        });
    }
    if loading.copy.get() > 0.0 {
        lanes.push(lane(
            tr!(lang, loading.lane_copy).into(),
            COPY,
            schedule.copies,
        ));
    }
    lanes.push(lane("GPU".into(), GPU, schedule.gpu));
    lanes
}

pub(super) fn figure(scenario: &Scenario, lang: Lang) -> Figure {
    let loading = &scenario.loading;
    let end = loading.horizon_ms();
    let lanes = lanes(loading, end, lang);
    let title = tr!(lang, loading.time_axis).into();
    let x = Axis::new(title, Scale::Linear, (0.0, end), text::number);
    let names = lanes.iter().map(|lane| lane.name.clone()).collect();
    let n = lanes.len() as f64;
    let blocks = lanes.iter().enumerate().flat_map(|(i, lane)| {
        let middle = 1.0 - (i as f64 + 0.5) / n;
        let half = (0.38 / n).min(0.11);
        lane_blocks(lane, end, (middle - half, middle + half), &x, lang)
    });
    Figure {
        title: tr!(lang, loading.timeline_title).into(),
        description: description(loading, lang),
        bands: Vec::new(),
        blocks: blocks.collect(),
        curves: Vec::new(),
        markers: Vec::new(),
        cursor: None,
        y: Axis::rows(tr!(lang, loading.lanes).into(), names),
        x,
    }
}

fn lane_blocks(
    lane: &Lane,
    end: f64,
    (bottom, top): (f64, f64),
    x: &Axis,
    lang: Lang,
) -> Vec<Block> {
    let block = |interval: &Interval, hue, fill, label| Block {
        hue,
        fill,
        from: Point {
            x: x.unit(interval.from_ms),
            y: bottom,
        },
        to: Point {
            x: x.unit(interval.to_ms.min(end)),
            y: top,
        },
        label,
        detail: String::new(),
        grab: None,
    };
    if !lane.words.is_empty() {
        let whole = Interval {
            batch: 0,
            from_ms: 0.0,
            to_ms: end,
        };
        return vec![block(&whole, Hue::Muted, Fill::Empty, lane.words.clone())];
    }
    let edge = EDGES.iter().position(|hue| *hue == lane.hue);
    let work = lane.work.iter().filter(|i| i.from_ms < end).map(|i| Block {
        grab: edge.filter(|_| i.batch == 0 && i.to_ms <= end),
        ..block(i, lane.hue, Fill::Plain, (i.batch + 1).to_string())
    });
    // A copy waits as it must; what counts is the GPU's waiting, and how far ahead loaders are.
    let fill = if lane.hue == GPU {
        Fill::Hatched
    } else {
        Fill::Empty
    };
    let gaps = gaps(&lane.work, end).into_iter();
    let idle = gaps.filter(|_| lane.hue != COPY).map(|gap| {
        let label = tr!(lang, loading.idle).into();
        block(&gap, Hue::Muted, fill, label)
    });
    work.chain(idle).collect()
}

fn description(loading: &Loading, lang: Lang) -> String {
    let time = |ms: f64| text::duration(ms * 1e-3);
    tr!(
        lang,
        loading.timeline_description,
        span = time(loading.horizon_ms()),
        workers = loading.workers.get().to_string(),
        first = time(loading.load.get() + loading.copy.get()),
        step = time(loading.step_ms(loading.faster)),
        busy = text::percent_to(lang, loading.utilization(loading.faster), 2)
    )
}

pub(super) fn readings(scenario: &Scenario, lang: Lang, figure: &Figure, x: f64) -> Readout {
    let end = figure.x.hi();
    let lanes = lanes(&scenario.loading, end, lang);
    let n = lanes.len() as f64;
    let seen = lanes.into_iter().enumerate();
    let reading = |(i, lane): (usize, Lane)| {
        let at_work = |i: &&Interval| (i.from_ms..i.to_ms).contains(&x);
        let work = lane.work.iter().find(at_work);
        Reading {
            hue: work.map_or(Hue::Muted, |_| lane.hue),
            value: match work {
                Some(interval) => tr!(
                    lang,
                    loading.at_work,
                    n = (interval.batch + 1).to_string(),
                    from = text::number(interval.from_ms),
                    to = text::number(interval.to_ms)
                ),
                None if lane.words.is_empty() => tr!(lang, loading.idle).to_owned(),
                None => lane.words,
            },
            name: lane.name,
            y: 1.0 - (i as f64 + 0.5) / n,
        }
    };
    Readout {
        x,
        label: format!("{}\u{202f}ms", text::number(x)),
        readings: seen.map(reading).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::loading::{HostTime, Workers};

    fn scenario(workers: u32, copy: f64) -> Scenario {
        Scenario {
            loading: Loading {
                workers: Workers::new(workers).unwrap(),
                copy: HostTime::new(copy).unwrap(),
                ..Loading::DEFAULT
            },
            ..Scenario::default()
        }
    }

    #[track_caller]
    fn check_lanes(workers: u32, copy: f64, expected: &str) {
        let figure = figure(&scenario(workers, copy), Lang::En);
        let names: Vec<_> = figure.y.ticks.iter().map(|t| t.label.as_str()).collect();
        assert_eq!(names.join(" | "), expected);
    }

    #[test]
    fn every_loader_has_a_lane_while_there_is_room() {
        check_lanes(0, 0.0, "Loading | GPU");
        check_lanes(1, 1.0, "Loading | Copy | GPU");
        check_lanes(2, 0.0, "Loader 1 | Loader 2 | GPU");
        let seven = "Loader 1 | Loader 2 | Loader 3 | Loader 4 | Loader 5 | Loader 6";
        check_lanes(7, 0.0, &format!("{seven} | Loader 7 | GPU"));
        check_lanes(64, 1.0, &format!("{seven} | +58 | Copy | GPU"));
    }

    #[test]
    fn the_gpu_s_idle_time_is_hatched_and_edges_of_the_first_batch_can_be_dragged() {
        let figure = figure(&scenario(0, 0.0), Lang::En);
        let lowest = |b: &&Block| b.from.y < 0.3;
        let gpu: Vec<_> = figure.blocks.iter().filter(lowest).collect();
        let of = |fill| gpu.iter().filter(move |b| b.fill == fill);
        assert_eq!((of(Fill::Plain).count(), of(Fill::Hatched).count()), (4, 4));
        let idle: f64 = of(Fill::Hatched).map(|b| b.to.x - b.from.x).sum();
        assert!((idle - 40.0 / 44.0).abs() < 1e-9, "{idle}");
        let grabs: Vec<_> = figure.blocks.iter().filter_map(|b| b.grab).collect();
        assert_eq!(grabs, [0, 2]);
    }

    #[test]
    fn the_reading_line_says_who_does_what() {
        let s = scenario(0, 0.0);
        let figure = figure(&s, Lang::En);
        let at = |x| {
            let readout = readings(&s, Lang::En, &figure, x);
            let values = readout.readings.into_iter().map(|r| r.value);
            values.collect::<Vec<_>>().join(" | ")
        };
        assert_eq!(at(5.0), "batch 1, 0–10 ms | idle");
        assert_eq!(at(10.5), "idle | batch 1, 10–11 ms");
        assert_eq!(at(22.0), "batch 3, 22–32 ms | idle");
    }
}
