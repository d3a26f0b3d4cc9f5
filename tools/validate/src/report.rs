//! The validation as text to read, and as the source of the numbers that the page prints.

use std::fmt::Write as _;

use amdahl_explorer::model::training::totals::{Errors, Totals};

use crate::sources::{Flag, SOURCES};
use crate::statistics::{Ends, Rated, Validation};

/// The most that the project asks of the median error, points: in sample and left out.
const MEDIAN_BARS: [f64; 2] = [3.0, 4.5];

/// The most that it asks of relative efficiency at the end of a strong series, per cent.
const SERIES_BAR: f64 = 3.0;

/// The whole validation: every row, every series, then the summary.
pub fn print(validation: &Validation) -> String {
    let mut text = String::new();
    for source in &SOURCES {
        let rows = validation.rated.iter();
        let mut rows = rows
            .filter(|rated| rated.row.source.id == source.id)
            .peekable();
        if rows.peek().is_some() {
            text += &format!("\n{}\n{HEAD}", source.title);
        }
        rows.for_each(|rated| text += &row(rated));
    }
    text += "\n~ read off a picture   * contradicts itself in a cell that is not used\n";
    text += &series(&validation.series);
    text + &summary(validation)
}

const HEAD: &str = "  run                    GPUs    published     modeled  published  modeled  error  left out\n                                    s/step      s/step        MFU      MFU       points\n";

fn row(rated: &Rated) -> String {
    let Rated {
        row,
        published,
        modeled,
        left_out,
    } = rated;
    let flag = match row.flag {
        Flag::None => "",
        Flag::Digitised => " ~",
        Flag::Inconsistent => " *",
    };
    format!(
        "  {:<20} {:>6} {:>12.3} {:>11.3} {published:>10.1} {modeled:>8.1} {:>+6.1} {:>+9.1}{flag}\n",
        row.label,
        row.plan.gpus.get(),
        row.seconds,
        row.seconds * published / modeled,
        modeled - published,
        left_out - published,
    )
}

fn series(series: &[Ends]) -> String {
    let mut text = "\nEfficiency at the end of each series, relative to its first run\n".to_owned();
    text += "  series                             GPUs           published  modeled  error %  left out %\n";
    for ends in series {
        let [from, to] = ends.gpus;
        let kind = if ends.strong { "" } else { "  weak" };
        _ = writeln!(
            text,
            "  {:<32} {from:>5} to {to:<7} {:>10.3} {:>8.3} {:>+8.1} {:>+11.1}{kind}",
            ends.name,
            ends.published,
            ends.modeled,
            ends.error(),
            ends.left_out_error(),
        );
    }
    text += "\nThe same errors if stages had one chunk, or a chunk for each layer; their tables do not print which\n";
    let chunked = |ends: &Ends| Some((ends.name.clone(), ends.other_chunks_error()?));
    for (name, [plain, layers]) in series.iter().filter_map(chunked) {
        _ = writeln!(text, "  {name:<32} {plain:>+8.1} % {layers:>+8.1} %");
    }
    text
}

/// The lines at the end.
fn summary(validation: &Validation) -> String {
    let totals = validation.all_totals();
    let mut text = "\nError of MFU, points      rows   in sample: median   90 %  worst   \
                    source left out: median   90 %  worst\n"
        .to_owned();
    for totals in totals.iter().filter(|totals| totals.rows > 0) {
        let Totals {
            id,
            rows,
            fitted,
            left_out,
        } = totals;
        _ = writeln!(
            text,
            "  {id:<22} {rows:>5} {:>19.2} {:>6.2} {:>6.2} {:>25.2} {:>6.2} {:>6.2}",
            fitted.median, fitted.p90, fitted.worst, left_out.median, left_out.p90, left_out.worst
        );
    }
    text += "\nBars\n";
    for totals in totals.iter().filter(|totals| totals.id == "megatron") {
        let medians = [totals.fitted.median, totals.left_out.median];
        for ((name, median), bar) in ["in sample", "source left out"]
            .iter()
            .zip(medians)
            .zip(MEDIAN_BARS)
        {
            let verdict = verdict(median <= bar);
            _ = writeln!(
                text,
                "  Megatron-type runs, median {name}: {median:.2} of {bar:.1} points: {verdict}"
            );
        }
    }
    for ends in validation.series.iter().filter(|ends| ends.strong) {
        let error = ends.error();
        let verdict = verdict(error.abs() <= SERIES_BAR);
        _ = writeln!(
            text,
            "  {}, end of the series: {error:+.1} of ±{SERIES_BAR:.0} %: {verdict}",
            ends.name
        );
    }
    text
}

const fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "NOT MET" }
}

/// The source file of the page's numbers.
pub fn numbers(validation: &Validation) -> String {
    let totals = validation.all_totals();
    let mut text = "//! The numbers, to two digits. Written by `UPDATE=1 cargo test --package validate`, and held \
                    equal\n//! to the computation by the same test.\n\n\
                    use super::{Errors, SeriesEnd, Totals};\n"
        .to_owned();
    let groups = [
        ("ALL", "Every run.", &totals[..1]),
        (
            "MEGATRON",
            "The runs of Megatron-LM and of what is built on it.",
            &totals[1..2],
        ),
    ];
    for (name, doc, totals) in groups {
        for totals in totals {
            let value = totals_literal(totals, "");
            text += &format!("\n/// {doc}\npub static {name}: Totals = {value};\n");
        }
    }
    let sources = &totals[2..];
    text += &format!(
        "\n/// Each source, oldest first.\npub static SOURCES: [Totals; {}] = [\n",
        sources.len()
    );
    for totals in sources {
        text += &format!("    {},\n", totals_literal(totals, "    "));
    }
    text += &format!(
        "];\n\n/// Every published series with more than one run.\npub static SERIES: [SeriesEnd; {}] = [\n",
        validation.series.len()
    );
    for ends in &validation.series {
        text += &format!(
            "    SeriesEnd {{\n        name: \"{}\",\n        strong: {},\n        gpus: [{}, {}],\n        published: {:?},\n        modeled: {:?},\n    }},\n",
            ends.name,
            ends.strong,
            grouped(ends.gpus[0]),
            grouped(ends.gpus[1]),
            rounded(ends.published, 1000.0),
            rounded(ends.modeled, 1000.0),
        );
    }
    text + "];\n"
}

fn totals_literal(totals: &Totals, indent: &str) -> String {
    let Totals {
        id,
        rows,
        fitted,
        left_out,
    } = totals;
    let [fitted, left_out] = [fitted, left_out].map(|errors| literal(*errors, indent));
    format!(
        "Totals {{\n{indent}    id: \"{id}\",\n{indent}    rows: {rows},\n{indent}    \
         fitted: {fitted},\n{indent}    left_out: {left_out},\n{indent}}}"
    )
}

fn literal(errors: Errors, indent: &str) -> String {
    let [median, p90, worst] = [errors.median, errors.p90, errors.worst].map(|e| rounded(e, 100.0));
    format!(
        "Errors {{\n{indent}        median: {median:?},\n{indent}        p90: {p90:?},\n{indent}        \
         worst: {worst:?},\n{indent}    }}"
    )
}

fn rounded(value: f64, scale: f64) -> f64 {
    (value * scale).round() / scale
}

/// A whole number as the sources here write it.
fn grouped(number: u32) -> String {
    if number < 10_000 {
        number.to_string()
    } else {
        format!("{}_{:03}", number / 1000, number % 1000)
    }
}
