//! The numbers behind a chart as a table for spreadsheets and programs.
//!
//! RFC 4180 with two additions that its readers know: a byte order mark, without which Excel takes
//! Chinese for Latin; and lines that begin with `#` at the top, which pandas (`comment="#"`), R and
//! gnuplot skip and spreadsheets show.

use super::data::{self, Series};
use super::{CREATOR, Document, one_line};
use crate::figure::{Axis, Figure};
use crate::text::tr;

const END: &str = "\r\n";

/// The table: a row for every sample and a column for every curve or area, then the points; or a row
/// for every block.
pub fn csv(document: &Document) -> String {
    let mut out = String::from("\u{feff}");
    let head = [
        [CREATOR, ": ", &document.title].concat(),
        document.link_line(),
    ];
    let head = head.into_iter().filter(|line| !line.is_empty());
    for line in head.chain(document.paragraphs()) {
        out += &["# ", &guarded(&one_line(&line)), END].concat();
    }
    let rows = if document.figure.blocks.is_empty() {
        samples(document)
    } else {
        blocks(document)
    };
    for row in rows {
        out += &row.join(",");
        out += END;
    }
    out
}

fn samples(document: &Document) -> Vec<Vec<String>> {
    let (figure, lang) = (&document.figure, document.lang);
    let series = data::series(figure, lang);
    let has_points = data::points(document).next().is_some();
    let mut head = vec![cell(&figure.x.title)];
    head.extend(series.iter().map(|series| cell(&series.name)));
    if has_points {
        head.push(cell(&tr!(lang, export.point, axis = figure.y.title)));
        head.push(cell(tr!(lang, export.note)));
    }
    let mut rows = vec![head];
    for place in data::places(&series) {
        let value = |series: &Series| series.at(place).map(data::number).unwrap_or_default();
        let mut row = vec![at(&figure.x, place)];
        row.extend(series.iter().map(value));
        if has_points {
            row.extend([String::new(), String::new()]);
        }
        rows.push(row);
    }
    // Behind the samples, so that the gaps in the columns of the curves interrupt none.
    rows.extend(data::points(document).map(|point| {
        let mut row = vec![at(&figure.x, point.at.x)];
        row.extend(series.iter().map(|_| String::new()));
        row.extend([at(&figure.y, point.at.y), cell(data::note(point))]);
        row
    }));
    rows
}

fn blocks(document: &Document) -> Vec<Vec<String>> {
    let (figure, lang) = (&document.figure, document.lang);
    let Figure { x, y, .. } = figure;
    let mut rows = vec![vec![
        cell(&y.title),
        cell(tr!(lang, export.what)),
        cell(&tr!(lang, export.from, axis = x.title)),
        cell(&tr!(lang, export.to, axis = x.title)),
        cell(tr!(lang, export.note)),
    ]];
    rows.extend(figure.blocks.iter().map(|block| {
        vec![
            cell(data::row(figure, data::middle(block))),
            cell(&block.label),
            at(x, block.from.x),
            at(x, block.to.x),
            cell(&block.detail),
        ]
    }));
    rows.extend(data::points(document).map(|point| {
        vec![
            cell(data::row(figure, point.at.y)),
            cell(&point.label),
            at(x, point.at.x),
            at(x, point.at.x),
            cell(&point.detail),
        ]
    }));
    rows
}

/// A number on an axis.
fn at(axis: &Axis, place: f64) -> String {
    data::number(axis.value(place))
}

/// A text as one cell.
fn cell(text: &str) -> String {
    let text = guarded(&one_line(text));
    if text.contains([',', ';', '"', '#']) {
        ["\"", &text.replace('"', "\"\""), "\""].concat()
    } else {
        text
    }
}

/// A spreadsheet would run a text that begins like a formula, also behind any mark that it may take
/// for the end of a cell: an apostrophe makes it text.
fn guarded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut fresh = true;
    for c in text.chars() {
        if fresh && matches!(c, '=' | '+' | '-' | '@' | '＝' | '＋' | '－' | '＠') {
            out.push('\'');
        }
        fresh = matches!(c, ',' | ';' | '"' | '|') || (fresh && c.is_whitespace());
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_stays_one_cell_and_is_no_formula() {
        assert_eq!(cell("P = 0.95"), "P = 0.95");
        assert_eq!(cell("a, \"b\"\r\nc"), "\"a, \"\"b\"\" c\"");
        assert_eq!(cell("#1"), "\"#1\"");
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("  @SUM(A1)"), "'@SUM(A1)");
        assert_eq!(guarded("a; =1, -2 - 3"), "a; '=1, '-2 - 3");
        assert_eq!(guarded("\"=1\""), "\"'=1\"");
    }
}
