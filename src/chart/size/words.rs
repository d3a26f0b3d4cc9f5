//! Sentences, formulas and the table of published runs of the size figure.

use super::controls::{CONTEXT, GPUS_USED, SIZE, convention_name, short_gpu, short_size};
use super::laws::BothLaws;
use super::mfu::source_name;
use super::serial_share;
use super::split::{ARTICLE_SIZES, SERIAL};
use crate::chart::{Part, live};
use crate::figure::{Hue, Row, Table};
use crate::math::{Math, indexed, op, over, row, symbol, value};
use crate::model::law::Limit;
use crate::model::published::{self, RUNS, Run, SOURCES, SourceId};
use crate::model::step::step;
use crate::model::transformer::FlopConvention;
use crate::scenario::Scenario;
use crate::text::{self, Lang, tr};

pub(super) fn sentence(scenario: &Scenario, lang: Lang) -> Vec<Part> {
    let training = &scenario.training;
    let now = step(training);
    let dial = |dial, text| Part::dial(dial, 0, text, Hue::Accent);
    let result = |text| Part::Result { text, hue: SERIAL };
    let share = |billions| result(text::percent_to(lang, serial_share(training, billions), 2));
    let [small, _, large] = ARTICLE_SIZES;
    live!(
        lang,
        size.sentence,
        size = dial(&SIZE, short_size(training.size.get())),
        context = dial(&CONTEXT, text::count(f64::from(training.context.get()))),
        gpus = dial(&GPUS_USED, text::count(f64::from(training.gpus.get()))),
        gpu = Part::Words(short_gpu(training.gpu).to_owned()),
        time = result(text::duration(now.total_seconds())),
        share = share(training.size.get()),
        small = share(small),
        large = share(large)
    )
}

pub(super) fn remarks(scenario: &Scenario, lang: Lang) -> Vec<String> {
    let training = &scenario.training;
    let laws = BothLaws::of(&step(training));
    let convention = training.convention;
    let limit = match laws.limit() {
        Limit::At(limit) => text::times(text::rounded(limit, 3)),
        Limit::Unbounded => "∞".into(),
    };
    let two_shares = tr!(
        lang,
        size.two_shares,
        scaled = text::percent(lang, laws.scaled_parallel.serial()),
        serial = text::percent(lang, laws.serial.get()),
        limit = limit
    );
    let error = published::model_error(convention);
    let off = tr!(
        lang,
        size.model_error,
        n = error.n.to_string(),
        median = text::number_to(error.median_points, 2),
        worst = text::number_to(error.worst_points, 2),
        run = error.worst_run.label,
        source = source_name(error.worst_run.source, lang),
        convention = convention_name(convention, lang)
    );
    let gpu = training.gpu;
    let machine = tr!(
        lang,
        control.gpu_hint,
        name = gpu.name,
        peak = text::count(gpu.peak_tflops),
        achievable = text::percent(lang, gpu.achievable)
    );
    let mut out = vec![two_shares, off, machine];
    out.extend(contradiction(lang, convention));
    out.push(tr!(lang, size.limits_of_model).to_owned());
    out
}

/// Where the published data do not bear the article out.
fn contradiction(lang: Lang, convention: FlopConvention) -> Option<String> {
    let mfu = |run: &Run| published::mfu(run, convention);
    let of = |source| RUNS.iter().filter(move |run| run.source == source);
    let peak = of(SourceId::MegatronH100)
        .filter(|run| run.pipeline == 1)
        .max_by(|a, b| mfu(a).total_cmp(&mfu(b)))?;
    let dip = of(SourceId::MegatronH100)
        .filter(|run| run.pipeline > 1)
        .min_by(|a, b| mfu(a).total_cmp(&mfu(b)))?;
    let long = of(SourceId::Llama3).max_by_key(|run| run.sequence)?;
    let short =
        of(SourceId::Llama3).find(|run| run.gpus == long.gpus && run.sequence < long.sequence)?;
    let share = |run: &Run| text::percent(lang, mfu(run));
    Some(tr!(
        lang,
        size.contradiction,
        peak = share(peak),
        peak_model = peak.label,
        dip = share(dip),
        dip_model = dip.label,
        short = share(short),
        long = share(long),
        convention = convention_name(convention, lang)
    ))
}

pub(super) fn formulas(scenario: &Scenario, lang: Lang) -> Vec<Math> {
    let now = step(&scenario.training);
    let time = |seconds: f64, hue| value(text::duration(seconds), hue);
    let parallel = Hue::Series(0);
    let fixed = || indexed("t", tr!(lang, size.math_fixed));
    let launch = || indexed("t", tr!(lang, size.math_launch));
    let work = indexed("t", tr!(lang, size.math_parallel));
    let general = row([
        symbol("s′"),
        op("="),
        over(
            row([fixed(), op("+"), launch()]),
            row([work, op("+"), fixed(), op("+"), launch()]),
        ),
    ]);
    let serial = || {
        row([
            time(now.fixed_seconds, SERIAL),
            op("+"),
            time(now.launch_seconds, SERIAL),
        ])
    };
    let filled = row([
        symbol("s′"),
        op("="),
        over(
            serial(),
            row([time(now.parallel_seconds, parallel), op("+"), serial()]),
        ),
        op("="),
        value(text::percent(lang, now.scaled_serial_fraction()), SERIAL),
    ]);
    vec![general, filled]
}

/// The published runs, with what the simple model says of each.
pub(super) fn tables(scenario: &Scenario, lang: Lang) -> Vec<Table> {
    let convention = scenario.training.convention;
    let head = vec![
        tr!(lang, published.source).to_owned(),
        tr!(lang, published.model).to_owned(),
        tr!(lang, published.gpus).to_owned(),
        tr!(lang, published.context).to_owned(),
        tr!(lang, published.printed).to_owned(),
        tr!(
            lang,
            published.mfu,
            convention = convention_name(convention, lang)
        ),
        tr!(lang, published.simple_model).to_owned(),
        tr!(lang, published.difference).to_owned(),
    ];
    let notes = SOURCES
        .iter()
        .map(|s| {
            tr!(
                lang,
                published.note,
                name = source_name(s.id, lang),
                title = s.title,
                year = s.year.to_string(),
                table = s.table,
                url = s.url
            )
        })
        .chain([tr!(lang, published.counting).to_owned()])
        .collect();
    vec![Table {
        id: "published",
        caption: tr!(lang, published.caption).to_owned(),
        head,
        rows: RUNS
            .iter()
            .map(|run| published_row(run, convention, lang))
            .collect(),
        notes,
    }]
}

fn published_row(run: &Run, convention: FlopConvention, lang: Lang) -> Row {
    let real = published::mfu(run, convention);
    let model = published::predicted_mfu(run, convention);
    Row {
        hue: None,
        cells: vec![
            source_name(run.source, lang).to_owned(),
            run.label.to_owned(),
            format!(
                "{} {}",
                text::count(f64::from(run.gpus.get())),
                short_gpu(run.gpu)
            ),
            text::count(f64::from(run.sequence)),
            text::percent(lang, run.reported_percent / 100.0),
            text::percent(lang, real),
            text::percent(lang, model),
            text::points(model - real),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_how_far_the_model_is_off() {
        let said = remarks(&Scenario::default(), Lang::En)
            .join(" ")
            .replace('\u{202f}', " ");
        // Computed from the 22 runs: 1.97 points in the median, 11.45 at worst (16B on H100).
        for expected in ["22", "2 ", "11", "16B"] {
            assert!(said.contains(expected), "{expected} is not in: {said}");
        }
    }

    #[test]
    fn every_published_run_is_in_the_table_with_its_source() {
        let table = &tables(&Scenario::default(), Lang::Zh)[0];
        assert_eq!(table.rows.len(), RUNS.len());
        assert!(
            table
                .rows
                .iter()
                .all(|row| row.cells.len() == table.head.len())
        );
        assert!(
            table
                .notes
                .iter()
                .filter(|note| note.contains("http"))
                .count()
                == SOURCES.len()
        );
    }
}
