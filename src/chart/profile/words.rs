//! Names, sentences, formulas and the table of the profile figure.

use super::controls::{CUT, TIME};
use super::gains::cuts;
use super::look;
use super::paste::{Reason, Refused};
use super::roofline::bound_name;
use crate::chart::size::short_gpu;
use crate::chart::{Part, live};
use crate::figure::{Hue, Row, Table};
use crate::math::{Math, indexed, op, over, row, symbol, value};
use crate::model::law::Limit;
use crate::model::profile::{Cut, Kind, Known, Name, Preset, Roof, Stage, Stages};
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

/// The name of a kind.
pub(crate) fn kind_name(kind: Kind, lang: Lang) -> &'static str {
    match kind {
        Kind::Compute => tr!(lang, profile.compute),
        Kind::Memory => tr!(lang, profile.memory),
        Kind::Communication => tr!(lang, profile.communication),
        Kind::DataIo => tr!(lang, profile.data),
        Kind::LaunchIdle => tr!(lang, profile.idle),
        Kind::Other => tr!(lang, profile.other),
    }
}

/// The name of a stage.
pub(crate) fn stage_name(stage: &Stage, lang: Lang) -> &str {
    match &stage.name {
        Name::Known(known) => known_name(*known, lang),
        Name::Own(label) => label.get(),
    }
}

pub(super) fn known_name(known: Known, lang: Lang) -> &'static str {
    match known {
        Known::Compute => tr!(lang, stage.compute),
        Known::Forward => tr!(lang, stage.forward),
        Known::Backward => tr!(lang, stage.backward),
        Known::Recompute => tr!(lang, stage.recompute),
        Known::Attention => tr!(lang, stage.attention),
        Known::Kernels => tr!(lang, stage.kernels),
        Known::Microbatches => tr!(lang, stage.micro),
        Known::Load => tr!(lang, stage.load),
        Known::Copies => tr!(lang, stage.copies),
        Known::LoadAndCopy => tr!(lang, stage.load_copy),
        Known::Launch => tr!(lang, size.band_launch),
        Known::Host => tr!(lang, stage.host),
        Known::Idle => tr!(lang, stage.idle),
        Known::Communication => tr!(lang, stage.comm),
        Known::CommunicationAndCopies => tr!(lang, stage.comm_copies),
        Known::Tensor => tr!(lang, stage.tp),
        Known::Pipeline => tr!(lang, stage.pp),
        Known::Data => tr!(lang, stage.dp),
        Known::Context => tr!(lang, stage.cp),
        Known::Bubble => tr!(lang, stage.bubble),
        Known::Optimizer => tr!(lang, stage.optimizer),
        Known::Fixed => tr!(lang, size.band_serial),
        Known::Other => tr!(lang, stage.other),
    }
}

/// The name of a stage for a place of its own in a chart: cut where it is long.
pub(super) fn short(stage: &Stage, lang: Lang) -> String {
    const ROOM: usize = 20;
    let name = stage_name(stage, lang);
    // A Chinese character is as wide as two letters.
    let mut width = 0;
    let fits = |c: &char| {
        width += if c.is_ascii() { 1 } else { 2 };
        width <= ROOM
    };
    let cut: String = name.chars().take_while(fits).collect();
    if cut.len() < name.len() {
        format!("{}…", cut.trim_end())
    } else {
        cut
    }
}

/// The name of a published breakdown.
pub(super) fn preset_name(preset: &Preset, lang: Lang) -> &'static str {
    match preset.id {
        "resnet0" => tr!(lang, profile.resnet0),
        "resnet4" => tr!(lang, profile.resnet4),
        "article" => tr!(lang, profile.article),
        "ddp" => tr!(lang, profile.ddp),
        "trace" => tr!(lang, profile.trace),
        "layer" => tr!(lang, profile.layer),
        "selective" => tr!(lang, profile.selective),
        _ => tr!(lang, profile.gpt3),
    }
}

/// What is wrong with a pasted line.
pub(crate) fn reason_words(refused: &Refused, lang: Lang) -> String {
    let reason = match refused.reason {
        Reason::Name => tr!(lang, profile.no_name),
        Reason::Time => tr!(lang, profile.no_time),
        Reason::Kind => tr!(lang, profile.no_kind),
        Reason::Work => tr!(lang, profile.no_work),
        Reason::Total => tr!(lang, profile.is_total),
        Reason::LongName => tr!(lang, profile.long_name),
        Reason::TooMany => tr!(lang, profile.too_many),
    };
    tr!(
        lang,
        profile.refused,
        line = refused.line.to_string(),
        text = refused.text,
        reason = reason
    )
}

/// A speedup as a number, infinite where there is no limit.
pub(super) fn limit_value(limit: Limit) -> f64 {
    match limit {
        Limit::At(value) => value,
        Limit::Unbounded => f64::INFINITY,
    }
}

fn times(limit: Limit) -> String {
    text::times(text::rounded(limit_value(limit), 3))
}

fn milliseconds(time: f64) -> String {
    text::duration(time * 1e-3)
}

pub(super) fn sentence(scenario: &Scenario, lang: Lang) -> Vec<Part> {
    let stages = &scenario.stages;
    let thickest = stages.thickest();
    let index = thickest.or(stages.by_gain().first().copied()).unwrap_or(0);
    let Some(stage) = stages.list().get(index) else {
        return Vec::new();
    };
    let hue = look(stage.kind).0;
    let dial = |dial, text| Part::dial(dial, index, text, hue);
    let result = |text| Part::Result { text, hue };
    let name = result(stage_name(stage, lang).to_owned());
    let time = dial(&TIME, milliseconds(stage.time.get()));
    let total = result(milliseconds(stages.total()));
    let mut parts = if thickest.is_some() {
        live!(
            lang,
            profile.sentence,
            name = name,
            time = time,
            total = total,
            share = result(text::percent(lang, stages.share(index)))
        )
    } else {
        live!(
            lang,
            profile.sentence_compute,
            name = name,
            time = time,
            total = total
        )
    };
    let limit = result(times(stages.ceiling(index)));
    parts.extend(match stage.cut {
        Cut::By(factor) => live!(
            lang,
            profile.sentence_cut,
            cut = dial(&CUT, text::times(factor.get())),
            gain = result(times(stages.gain(index, stage.cut))),
            limit = limit
        ),
        Cut::Gone => live!(lang, profile.sentence_gone, limit = limit),
    });
    if thickest.is_some() {
        let rest = Part::Result {
            text: times(stages.elsewhere(index)),
            hue: Hue::Muted,
        };
        parts.extend(live!(lang, profile.sentence_rest, rest = rest));
    }
    let mut others = stages.list().iter().enumerate();
    if others.any(|(i, other)| i != index && other.cut != Cut::NONE) {
        let joint = Part::Result {
            text: times(stages.joint()),
            hue: Hue::Accent,
        };
        parts.extend(live!(lang, profile.sentence_joint, joint = joint));
    }
    parts
}

pub(super) fn remarks(scenario: &Scenario, lang: Lang) -> Vec<String> {
    let stages = &scenario.stages;
    let p = text::percent(lang, stages.compute_share());
    let mut out = vec![tr!(lang, profile.what_is_p, p = p)];
    if stages.list().iter().any(|stage| stage.cut != Cut::NONE)
        && let Some(next) = stages.thickest_left()
    {
        let stage = &stages.list()[next];
        out.push(tr!(
            lang,
            profile.next,
            time = milliseconds(stages.total_left()),
            name = stage_name(stage, lang),
            share = text::percent(lang, stage.left() / stages.total_left())
        ));
    }
    if let Some(preset) = Preset::of(stages) {
        if !preset.source.is_empty() {
            out.push(tr!(lang, profile.source, source = preset.source));
        }
        match preset.id {
            "resnet0" => out.push(tr!(lang, profile.note_resnet0).into()),
            "gpt3" => out.push(tr!(lang, profile.note_gpt3).into()),
            _ => {}
        }
    }
    out
}

/// Amdahl's law for several cuts; with the numbers of the cut stages, or the ceiling of the thickest.
pub(super) fn formulas(scenario: &Scenario, lang: Lang) -> Vec<Math> {
    let stages = &scenario.stages;
    let one = || symbol("1");
    let general = row([
        symbol("S"),
        op("="),
        over(
            one(),
            row([op("∑"), over(indexed("f", "i"), indexed("c", "i"))]),
        ),
    ]);
    let share = |index: usize, stage: &Stage| {
        let share = text::percent(lang, stages.share(index));
        value(share, look(stage.kind).0)
    };
    let cut: Vec<(usize, &Stage)> = stages
        .list()
        .iter()
        .enumerate()
        .filter(|(_, stage)| stage.cut != Cut::NONE)
        .collect();
    let filled = if cut.is_empty() {
        let index = stages.thickest().unwrap_or(0);
        let Some(stage) = stages.list().get(index) else {
            return vec![general];
        };
        row([
            indexed("S", tr!(lang, profile.gone)),
            op("="),
            over(one(), row([one(), op("−"), share(index, stage)])),
            op("="),
            value(times(stages.ceiling(index)), look(stage.kind).0),
        ])
    } else {
        let touched: f64 = cut.iter().map(|(i, _)| stages.share(*i)).sum();
        let rest = text::percent(lang, (1.0 - touched).max(0.0));
        let mut below = vec![value(rest, Hue::Ink)];
        for (i, stage) in cut {
            let factor = match stage.cut {
                Cut::By(factor) => text::number(factor.get()),
                Cut::Gone => "∞".into(),
            };
            below.push(op("+"));
            below.push(over(share(i, stage), value(factor, Hue::Accent)));
        }
        row([
            symbol("S"),
            op("="),
            over(one(), row(below)),
            op("="),
            value(times(stages.joint()), Hue::Accent),
        ])
    };
    vec![general, filled]
}

/// Every stage with what cutting it gains, and its place under the roof.
pub(super) fn tables(scenario: &Scenario, lang: Lang) -> Vec<Table> {
    let stages = &scenario.stages;
    let roof = Roof::of(scenario.training.gpu);
    let head = [
        tr!(lang, profile.stage),
        tr!(lang, profile.kind),
        tr!(lang, profile.time),
        tr!(lang, profile.share),
        "2×",
        "10×",
        tr!(lang, profile.gone),
        tr!(lang, profile.after),
        "FLOP/B",
        tr!(lang, profile.of_roof),
        "Roofline",
    ];
    vec![Table {
        id: "stages",
        caption: tr!(lang, profile.table, gpu = short_gpu(scenario.training.gpu)),
        head: head.map(str::to_owned).into(),
        rows: stages
            .by_gain()
            .into_iter()
            .map(|i| table_row(stages, i, &roof, lang))
            .collect(),
        notes: vec![tr!(lang, profile.table_note).into()],
    }]
}

fn table_row(stages: &Stages, index: usize, roof: &Roof, lang: Lang) -> Row {
    let stage = &stages.list()[index];
    let mut cells = vec![
        stage_name(stage, lang).to_owned(),
        kind_name(stage.kind, lang).into(),
        text::number(stage.time.get()),
        text::percent(lang, stages.share(index)),
    ];
    cells.extend(cuts(lang).map(|(cut, _, _)| times(stages.gain(index, cut))));
    cells.push(milliseconds(stage.left()));
    match stage.place(roof) {
        Some(place) => cells.extend([
            text::number_to(place.intensity, 3),
            text::percent(lang, place.share()),
            bound_name(place.bound, lang).into(),
        ]),
        None => cells.extend(["–"; 3].map(str::to_owned)),
    }
    Row {
        hue: Some(look(stage.kind).0),
        cells,
    }
}
