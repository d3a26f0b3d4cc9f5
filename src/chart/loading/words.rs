//! Sentences, formulas and tables of the loading figure.

use super::controls::{FASTER, GPU as GPU_TIME, LOAD as LOAD_TIME, WORKERS};
use super::{COPY, GPU, LOAD, gain};
use crate::chart::{Part, live};
use crate::control::Dial;
use crate::figure::{Hue, Row, Table};
use crate::math::{Math, indexed, op, over, row, symbol, value};
use crate::model::loading::{GpuFactor, Interval, Loading, TRACES, Workers};
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

/// Milliseconds for reading.
fn time(ms: f64) -> String {
    text::duration(ms * 1e-3)
}

fn share(lang: Lang, share: f64) -> String {
    text::percent_to(lang, share, 2)
}

pub(super) fn sentence(scenario: &Scenario, lang: Lang) -> Vec<Part> {
    let loading = &scenario.loading;
    let today = GpuFactor::MIN;
    let dial = |dial: &'static Dial, hue| {
        Part::dial(dial, 0, (dial.show)((dial.get)(scenario, 0), lang), hue)
    };
    let result = |text| Part::Result { text, hue: GPU };
    let copy = match loading.copy.get() {
        0.0 => String::new(),
        copy => tr!(lang, loading.and_copy, copy = time(copy)),
    };
    live!(
        lang,
        loading.sentence,
        gpu = dial(&GPU_TIME, GPU),
        load = dial(&LOAD_TIME, LOAD),
        copy = Part::Words(copy),
        workers = dial(&WORKERS, LOAD),
        before = result(time(loading.step_ms(today))),
        busy = result(share(lang, loading.utilization(today))),
        faster = dial(&FASTER, Hue::Accent),
        after = result(time(loading.step_ms(loading.faster)))
    )
    .into_iter()
    .chain(match loading.floor_ms() {
        0.0 => vec![Part::Words(tr!(lang, loading.no_floor).to_owned())],
        floor => live!(lang, loading.floor, floor = result(time(floor))),
    })
    .collect()
}

pub(super) fn remarks(scenario: &Scenario, lang: Lang) -> Vec<String> {
    let loading = &scenario.loading;
    let faster = loading.faster;
    let enough = text::count(loading.enough_workers(faster));
    let workers = if loading.workers_needed(faster).is_some() {
        let gpu = time(loading.gpu_ms(faster));
        if loading.enough_workers(faster) > f64::from(Workers::MAX.get()) {
            tr!(lang, loading.too_many, n = enough, gpu = gpu)
        } else {
            tr!(lang, loading.enough, n = enough, gpu = gpu)
        }
    } else {
        let busy = share(lang, loading.best_utilization(faster));
        tr!(lang, loading.copy_in_the_way, n = enough, busy = busy)
    };
    let limit = gain::limit(loading);
    let n_workers = f64::from(loading.workers.get());
    let (load, copy) = (loading.load.get(), loading.copy.get());
    let amdahl = if loading.floor_ms() == 0.0 {
        tr!(lang, loading.no_limit).to_owned()
    } else if loading.workers == Workers::MIN {
        let gpu = share(lang, loading.utilization(GpuFactor::MIN));
        tr!(lang, loading.amdahl, share = gpu, limit = limit)
    } else if copy * n_workers > load {
        tr!(lang, loading.copy_stays, copy = time(copy), limit = limit)
    } else {
        tr!(lang, loading.longest, limit = limit)
    };
    let in_bursts = n_workers > 1.0 && n_workers < loading.enough_workers(faster);
    let bursts = in_bursts.then(|| {
        let step = time(loading.step_ms(faster));
        tr!(
            lang,
            loading.bursts,
            n = text::count(n_workers),
            step = step
        )
    });
    let [serial, prefetched] = &TRACES;
    let off = tr!(
        lang,
        loading.off,
        before = text::number(serial.measured_ms),
        after = text::number(prefetched.measured_ms),
        model = text::number(prefetched.model_ms()),
        error = share(lang, -prefetched.error())
    );
    let mut out = vec![workers, amdahl];
    if loading.overlapped && loading.workers == Workers::MIN && copy > 0.0 {
        out.push(tr!(lang, loading.not_beside).to_owned());
    }
    out.extend(bursts);
    out.push(off);
    out.push(tr!(lang, loading.left_out).into());
    out
}

/// The step in general, with its numbers, and the speedup of the whole.
pub(super) fn formulas(scenario: &Scenario, lang: Lang) -> Vec<Math> {
    let loading = &scenario.loading;
    let (today, faster) = (GpuFactor::MIN, loading.faster);
    let t = |what| indexed("t", what);
    let general = [
        t(tr!(lang, loading.math_load)),
        t(tr!(lang, loading.math_copy)),
        over(t("GPU"), symbol("f")),
    ];
    let ms = |ms, hue| value(time(ms), hue);
    let now = [
        ms(loading.load.get(), LOAD),
        ms(loading.copy.get(), COPY),
        ms(loading.gpu_ms(faster), GPU),
    ];
    let workers = value(loading.workers.get().to_string(), LOAD);
    let step = |factor| ms(loading.step_ms(factor), GPU);
    let speedup = row([
        symbol("S"),
        op("="),
        over(row([symbol("T"), op("(1)")]), row([symbol("T"), op("(f)")])),
        op("="),
        over(step(today), step(faster)),
        op("="),
        value(text::times(loading.speedup(faster)), GPU),
    ]);
    vec![
        row([symbol("T"), op("="), step_of(loading, general, symbol("w"))]),
        row([
            symbol("T"),
            op("="),
            step_of(loading, now, workers),
            op("="),
            step(faster),
        ]),
        speedup,
    ]
}

/// T out of loading, copy and computing, as the mode has it.
fn step_of(loading: &Loading, [load, copy, gpu]: [Math; 3], workers: Math) -> Math {
    if loading.workers == Workers::MIN {
        return row([load, op("+"), copy, op("+"), gpu]);
    }
    let between = op(if loading.overlapped { "," } else { "+" });
    let load = over(load, workers);
    row([op("max("), load, op(","), copy, between, gpu, op(")")])
}

pub(super) fn tables(scenario: &Scenario, lang: Lang) -> Vec<Table> {
    vec![
        batches(&scenario.loading, lang),
        workers(&scenario.loading, lang),
    ]
}

/// When each of the first batches is where.
fn batches(loading: &Loading, lang: Lang) -> Table {
    const BATCHES: usize = 8;
    let schedule = loading.schedule(loading.horizon_ms());
    let span = |i: &Interval| format!("{}–{}", text::number(i.from_ms), text::number(i.to_ms));
    let mut loads: Vec<&Interval> = schedule.loaders.iter().flatten().collect();
    loads.sort_by_key(|load| load.batch);
    let mut free = 0.0;
    let rows = loads.into_iter().zip(&schedule.copies).zip(&schedule.gpu);
    let rows = rows.take(BATCHES).map(|((load, copy), gpu)| Row {
        hue: None,
        cells: vec![
            (gpu.batch + 1).to_string(),
            span(load),
            span(copy),
            span(gpu),
            text::number(gpu.from_ms - std::mem::replace(&mut free, gpu.to_ms)),
        ],
    });
    Table {
        id: "batches",
        caption: tr!(lang, loading.batches).into(),
        head: vec![
            tr!(lang, loading.batch).into(),
            tr!(lang, loading.lane_loading).into(),
            tr!(lang, loading.lane_copy).into(),
            "GPU".into(),
            tr!(lang, loading.waits).into(),
        ],
        rows: rows.collect(),
        notes: Vec::new(),
    }
}

/// What other numbers of workers would do.
fn workers(loading: &Loading, lang: Lang) -> Table {
    let faster = loading.faster;
    let mut numbers = vec![0, 1, 2, 4, 8, 16, 32, 64, loading.workers.get()];
    numbers.sort_unstable();
    numbers.dedup();
    let rows = numbers.into_iter().filter_map(|n| {
        let with = Loading {
            workers: Workers::new(n)?,
            ..*loading
        };
        Some(Row {
            hue: None,
            cells: vec![
                n.to_string(),
                time(with.step_ms(faster)),
                share(lang, with.utilization(faster)),
                gain::limit(&with),
            ],
        })
    });
    Table {
        id: "workers",
        caption: tr!(
            lang,
            loading.workers_caption,
            faster = text::times(faster.get())
        ),
        head: vec![
            "num_workers".into(),
            tr!(lang, loading.step).into(),
            tr!(lang, loading.busy).into(),
            tr!(lang, milestones.ceiling).into(),
        ],
        rows: rows.collect(),
        notes: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        text.replace('\u{202f}', " ")
    }

    #[test]
    fn the_page_says_how_far_the_model_is_off_and_whose_traces_they_are() {
        let said = plain(&remarks(&Scenario::default(), Lang::En).join(" "));
        for expected in ["176.3", "126.5", "115.6 ms", "8.6 %", "Kineto"] {
            assert!(said.contains(expected), "{expected} is not in: {said}");
        }
    }

    #[test]
    fn formulas_follow_the_mode() {
        let mut s = Scenario::default();
        let second = |s: &Scenario| plain(&formulas(s, Lang::En)[1].to_text());
        assert_eq!(second(&s), "T=10 ms+0 s+1 ms=11 ms");
        s.loading.workers = Workers::new(4).unwrap();
        assert_eq!(second(&s), "T=max((10 ms)/(4),0 s+1 ms)=2.5 ms");
        s.loading.overlapped = true;
        assert_eq!(second(&s), "T=max((10 ms)/(4),0 s,1 ms)=2.5 ms");
    }

    #[test]
    fn the_tables_hold_the_schedule_and_what_workers_buy() {
        let tables = tables(&Scenario::default(), Lang::En);
        let row = |table: usize, row: usize| plain(&tables[table].rows[row].cells.join(" | "));
        assert_eq!(row(0, 1), "2 | 11–21 | 21–21 | 21–22 | 10");
        assert_eq!(row(1, 0), "0 | 11 ms | 9.1 % | 1.1×");
        assert_eq!(row(1, 5), "16 | 1 ms | 100 % | 1.6×");
    }
}
