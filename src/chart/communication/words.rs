//! Sentences, notes and formulas of the communication figure.

use super::controls::{GPUS, OVERLAP};
use super::gain::{JOB, Seen, fraction};
use crate::chart::{Part, live};
use crate::figure::{Hue, Row, Table};
use crate::math::{Math, op, over, row, symbol, value};
use crate::model::training::inputs::{Degree, Share};
use crate::model::training::scaling::{Comparison, peak};
use crate::model::training::{
    Advice, DataParallel, Infeasible, Job, Recompute, Remedy, check, totals,
};
use crate::model::transformer::FlopConvention;
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

pub(super) fn data_parallel_name(kind: DataParallel, lang: Lang) -> &'static str {
    match kind {
        DataParallel::Plain => "DDP",
        DataParallel::ShardedOptimizer => tr!(lang, communication.sharded_optimizer),
        DataParallel::FullySharded => "FSDP (ZeRO-3)",
    }
}

pub(super) fn recompute_name(kind: Recompute, lang: Lang) -> &'static str {
    match kind {
        Recompute::None => tr!(lang, communication.recompute_none),
        Recompute::Selective => tr!(lang, communication.recompute_selective),
        Recompute::Full => tr!(lang, communication.recompute_full),
    }
}

/// The job as it is, seen from one replica.
fn now(job: &Job) -> Comparison {
    Seen::of(job).at(job.plan.gpus)
}

/// What overlap buys: the ends of what its control can do, told in the sentence's own terms.
fn overlap_buys(job: &Job, lang: Lang) -> String {
    let [none, all] = [Share::NONE, Share::ALL].map(|share| {
        let seen = now(&job.overlapped(share));
        let time = text::duration(seen.breakdown.total());
        let scaling = fraction(&seen).map_or_else(
            || {
                let share = text::percent_to(lang, seen.efficiency, 3);
                tr!(lang, communication.of_ideal, share = share)
            },
            |p| ["P = ", &p].concat(),
        );
        tr!(
            lang,
            communication.overlap_end,
            time = time,
            scaling = scaling
        )
    });
    tr!(lang, communication.overlap_buys, none = none, all = all)
}

pub(super) fn sentence(scenario: &Scenario, lang: Lang) -> Vec<Part> {
    let job = &scenario.job;
    let seen = now(job);
    let step = &seen.breakdown;
    let dial = |dial, text| Part::dial(dial, 0, text, Hue::Accent);
    let result = |text| Part::Result { text, hue: JOB };
    let fewest = text::count(f64::from(job.fewest().get()));
    if job.plan.gpus < job.fewest() {
        return live!(
            lang,
            communication.too_few,
            gpus = dial(&GPUS, text::count(f64::from(job.plan.gpus.get()))),
            fewest = Part::Words(fewest),
            time = result(text::duration(step.total()))
        );
    }
    let waiting = step.exposed_communication() / step.total();
    let fraction = fraction(&seen);
    let like = match fraction {
        Some(_) => tr!(lang, communication.like).to_owned(),
        None => String::new(),
    };
    live!(
        lang,
        communication.sentence,
        gpus = dial(&GPUS, text::count(f64::from(job.plan.gpus.get()))),
        overlap = dial(&OVERLAP, text::percent_to(lang, job.overlap().get(), 2)),
        time = result(text::duration(step.total())),
        waiting = result(text::percent_to(lang, waiting, 2)),
        efficiency = result(text::percent_to(lang, seen.efficiency, 3)),
        fewest = Part::Words(fewest),
        like = Part::Words(like),
        fraction = result(fraction.unwrap_or_default())
    )
}

pub(super) fn remarks(scenario: &Scenario, lang: Lang) -> Vec<String> {
    let job = &scenario.job;
    let step = crate::model::training::step(&job.plan);
    let mut out = vec![overlap_buys(job, lang)];
    let beyond = |job: &Job| {
        let p = now(job).parallel_fraction;
        p.is_some_and(|p| p > 1.0)
    };
    if beyond(job) || beyond(&job.overlapped(Share::ALL)) {
        out.push(tr!(lang, communication.better).to_owned());
    }
    if now(job).parallel_fraction.is_some_and(|p| p < 0.0) {
        out.push(tr!(lang, communication.worse).to_owned());
    }
    if let Some(peak) = peak(&job.plan, job.scaling) {
        let n = text::count(f64::from(peak.gpus.get()));
        out.push(tr!(lang, communication.slower, n = n));
    }
    let share = |x| text::percent_to(lang, x, 3);
    out.push(tr!(
        lang,
        communication.rates,
        tokens = text::count(text::rounded(step.tokens_per_second(), 3)),
        causal = share(step.mfu(FlopConvention::Causal)),
        full = share(step.mfu(FlopConvention::Full)),
        hardware = share(step.hfu(FlopConvention::Causal))
    ));
    let (near, all) = (&totals::MEGATRON, &totals::ALL);
    let points = |x| text::number_to(x, 2);
    out.push(tr!(
        lang,
        communication.off,
        n = all.rows.to_string(),
        median = points(all.fitted.median),
        left_out = points(all.left_out.median),
        worst = points(all.fitted.worst),
        megatron = points(near.fitted.median),
        rows = near.rows.to_string()
    ));
    let comparable = job.is_comparable();
    out.push(match job.preset.source {
        Some(source) if comparable => tr!(lang, communication.source, source = source),
        Some(source) => tr!(lang, communication.changed_case, source = source),
        None => tr!(lang, communication.own_case).to_owned(),
    });
    if comparable && job.preset.id == "megatron-175b-overlap" {
        out.push(tr!(lang, communication.overlap_case).to_owned());
    }
    out.push(tr!(lang, communication.left_out).to_owned());
    out
}

/// Why the job cannot be, as far as its settings stand in groups that may be closed.
pub(super) fn reasons(scenario: &Scenario, lang: Lang) -> String {
    let notes = [batch_note, memory_note, layers_note, sequence_note];
    let said = notes.map(|note| note(scenario, lang));
    let said: Vec<String> = said.into_iter().filter(|note| !note.is_empty()).collect();
    said.join(" ")
}

/// What of the job cannot be, told by `words` where it knows the kind.
fn note(scenario: &Scenario, words: impl Fn(Infeasible) -> Option<String>) -> String {
    let found = check(&scenario.job.plan).into_iter().filter_map(words);
    found.collect::<Vec<_>>().join(" ")
}

pub(super) fn gpus_note(scenario: &Scenario, lang: Lang) -> String {
    note(scenario, |found| match found {
        Infeasible::Gpus { replica, nearest } => {
            let n = text::count(f64::from(replica));
            Some(if let Some(nearest) = nearest {
                let nearest = text::count(f64::from(nearest.get()));
                tr!(lang, communication.bad_gpus, n = n, nearest = nearest)
            } else {
                tr!(lang, communication.no_gpus, n = n)
            })
        }
        _ => None,
    })
}

pub(super) fn batch_note(scenario: &Scenario, lang: Lang) -> String {
    note(scenario, |found| match found {
        Infeasible::Batch { divisor, nearest } | Infeasible::Interleaving { divisor, nearest } => {
            Some(tr!(
                lang,
                communication.bad_batch,
                n = text::count(f64::from(divisor)),
                nearest = text::count(nearest.get())
            ))
        }
        _ => None,
    })
}

pub(super) fn layers_note(scenario: &Scenario, lang: Lang) -> String {
    note(scenario, |found| match found {
        Infeasible::Layers {
            chunks,
            interleave,
            pipeline,
        } => {
            let n = text::count(f64::from(chunks));
            let layers = text::number_to(scenario.job.plan.model.shape().layers(), 3);
            let nearest = text::count(f64::from(interleave.unwrap_or(pipeline).get()));
            Some(if interleave.is_some() {
                tr!(
                    lang,
                    communication.bad_layers,
                    n = n,
                    layers = layers,
                    nearest = nearest
                )
            } else {
                tr!(
                    lang,
                    communication.too_long,
                    n = n,
                    layers = layers,
                    nearest = nearest
                )
            })
        }
        _ => None,
    })
}

pub(super) fn sequence_note(scenario: &Scenario, lang: Lang) -> String {
    note(scenario, |found| match found {
        Infeasible::Sequence { nearest } => Some(tr!(
            lang,
            communication.bad_sequence,
            nearest = text::count(nearest.real())
        )),
        _ => None,
    })
}

pub(super) fn tensor_note(scenario: &Scenario, lang: Lang) -> String {
    note(scenario, |found| match found {
        Infeasible::TensorBeyondNode { node } => Some(tr!(
            lang,
            communication.beyond_node,
            n = text::count(f64::from(node))
        )),
        _ => None,
    })
}

pub(super) fn memory_note(scenario: &Scenario, lang: Lang) -> String {
    note(scenario, |found| match found {
        Infeasible::Memory {
            needed,
            available,
            remedy,
        } => Some(tr!(
            lang,
            communication.bad_memory,
            needed = text::number_to(needed / 1e9, 3),
            available = text::number_to(available.get(), 3),
            remedy = remedy.map_or_else(String::new, |remedy| remedy_words(remedy, lang))
        )),
        _ => None,
    })
}

fn remedy_words(advice: Advice, lang: Lang) -> String {
    let named = |name: &str, value: String| [name, " ", &value].concat();
    let degree = |degree: Degree| text::count(degree.real());
    let change = match advice.change {
        Remedy::Recompute(kind) => named(
            tr!(lang, communication.recompute),
            recompute_name(kind, lang).to_owned(),
        ),
        Remedy::DataParallel(kind) => data_parallel_name(kind, lang).to_owned(),
        Remedy::Tensor(n) => named("TP", degree(n)),
        Remedy::Pipeline(n) => named("PP", degree(n)),
        Remedy::Context(n) => named("CP", degree(n)),
    };
    if advice.enough {
        tr!(lang, communication.would_fit, change = change)
    } else {
        tr!(lang, communication.would_help, change = change)
    }
}

/// The time of the step as a sum, and Amdahl's law turned around: P from what was gained.
pub(super) fn formulas(scenario: &Scenario, lang: Lang) -> Vec<Math> {
    let job = &scenario.job;
    let seen = now(job);
    let step = &seen.breakdown;
    let time = |seconds| value(text::duration(seconds), JOB);
    let waiting = step.exposed_communication();
    let rest = step.total() - step.compute - waiting - step.bubble;
    let sum = row([
        symbol("T"),
        op("="),
        time(step.compute),
        op("+"),
        time(waiting),
        op("+"),
        time(step.bubble),
        op("+"),
        time(rest),
        op("="),
        time(step.total()),
    ]);
    let law = row([
        symbol("e"),
        op("="),
        over(
            row([
                over(symbol("1"), symbol("S")),
                op("−"),
                over(symbol("1"), symbol("k")),
            ]),
            row([symbol("1"), op("−"), over(symbol("1"), symbol("k"))]),
        ),
        op("="),
        match seen.relative_serial_share {
            Some(share) => value(text::percent(lang, share), JOB),
            None => symbol("–"),
        },
    ]);
    vec![sum, law]
}

/// Karp and Flatt's share along the curve: constant is serial work, growing is communication.
pub(super) fn tables(scenario: &Scenario, lang: Lang) -> Vec<Table> {
    let job = &scenario.job;
    let seen = Seen::of(job);
    let (fewest, end) = super::range(job);
    let one = |i: u32| {
        let gpus = super::gpus_at(fewest * f64::from(1 << i));
        let at = seen.at(gpus);
        let share = at
            .relative_serial_share
            .map_or_else(|| "–".into(), |e| text::percent(lang, e));
        Row {
            hue: None,
            cells: vec![
                text::count(f64::from(gpus.get())),
                text::duration(at.breakdown.total()),
                text::times(at.speedup),
                text::percent(lang, at.efficiency),
                share,
                fraction(&at).unwrap_or_else(|| "–".into()),
            ],
        }
    };
    let n_rows = ((end / fewest).log2().floor() as u32).min(20);
    vec![Table {
        id: "scaling",
        caption: tr!(lang, communication.table).into(),
        head: vec![
            "N".into(),
            tr!(lang, loading.step).into(),
            tr!(lang, quantity.speedup).into(),
            tr!(lang, quantity.efficiency).into(),
            tr!(lang, communication.karp_flatt).into(),
            "P".into(),
        ],
        rows: (0..=n_rows).map(one).collect(),
        notes: vec![tr!(lang, communication.table_note).into()],
    }]
}
