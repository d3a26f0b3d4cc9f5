//! A chart as one JSON object.
//!
//! Written by hand: a serializer with its types weighs more in the page than these few functions.
//! `tests/export.rs` reads it with serde_json.

use super::data::{self, Series};
use super::{CREATOR, Document};
use crate::figure::{Axis, Figure, Scale, Table};
use crate::text::lang_word;

/// Everything: what is said, the axes, every series at the resolution it is drawn in, the tables.
pub fn json(document: &Document) -> String {
    let figure = &document.figure;
    let [view, chart] = document.ids;
    let parameters: Vec<(&str, String)> = document
        .parameters
        .iter()
        .map(|(key, value)| (*key, text(value)))
        .collect();
    let series = data::series(figure, document.lang);
    let series = series.iter().map(|series| line(figure, series));
    let blocks = figure.blocks.iter().map(|block| {
        object(&[
            ("row", text(data::row(figure, data::middle(block)))),
            ("name", text(&block.label)),
            ("from", at(&figure.x, block.from.x)),
            ("to", at(&figure.x, block.to.x)),
            ("note", text(&block.detail)),
        ])
    });
    let by_rows = !figure.blocks.is_empty();
    let points = data::points(document).map(|point| {
        let y = if by_rows {
            ("row", text(data::row(figure, point.at.y)))
        } else {
            ("y", at(&figure.y, point.at.y))
        };
        let note = ("note", text(&point.detail));
        object(&[
            ("name", text(&point.label)),
            ("x", at(&figure.x, point.at.x)),
            y,
            note,
        ])
    });
    let y = if by_rows {
        rows(&figure.y)
    } else {
        axis(&figure.y)
    };
    let mut out = object(&[
        ("creator", text(CREATOR)),
        ("view", text(view)),
        ("chart", text(chart)),
        ("language", text(lang_word(document.lang))),
        ("title", text(&document.title)),
        ("caption", text(&document.caption)),
        ("claim", text(document.claim)),
        ("sentence", text(&document.sentence)),
        ("description", text(&figure.description)),
        ("link", text(&document.link)),
        ("parameters", object(&parameters)),
        ("notes", texts(&document.notes)),
        ("axes", object(&[("x", axis(&figure.x)), ("y", y)])),
        ("series", array(series)),
        ("blocks", array(blocks)),
        ("points", array(points)),
        ("tables", array(document.tables.iter().map(table))),
    ]);
    out.push('\n');
    out
}

fn line(figure: &Figure, series: &Series) -> String {
    let x = series.places().map(|place| at(&figure.x, place));
    let y = series
        .places()
        .map(|place| series.at(place).map_or("null".into(), number));
    object(&[
        ("name", text(&series.name)),
        ("kind", text(series.kind.word())),
        ("x", array(x)),
        ("y", array(y)),
    ])
}

fn axis(axis: &Axis) -> String {
    let scale = match axis.scale() {
        Scale::Linear => "linear",
        Scale::Log2 => "log2",
        Scale::Log10 => "log10",
    };
    object(&[
        ("title", text(&axis.title)),
        ("scale", text(scale)),
        ("from", number(axis.lo())),
        ("to", number(axis.hi())),
    ])
}

/// An axis of named rows, from the top.
fn rows(axis: &Axis) -> String {
    let names: Vec<String> = axis.ticks.iter().map(|tick| tick.label.clone()).collect();
    object(&[
        ("title", text(&axis.title)),
        ("scale", text("rows")),
        ("rows", texts(&names)),
    ])
}

fn table(table: &Table) -> String {
    object(&[
        ("id", text(table.id)),
        ("caption", text(&table.caption)),
        ("head", texts(&table.head)),
        (
            "rows",
            array(table.rows.iter().map(|row| texts(&row.cells))),
        ),
        ("notes", texts(&table.notes)),
    ])
}

fn at(axis: &Axis, place: f64) -> String {
    number(axis.value(place))
}

fn number(value: f64) -> String {
    let written = data::number(value);
    if written.is_empty() {
        "null".into()
    } else {
        written
    }
}

fn object(members: &[(&str, String)]) -> String {
    let members = members
        .iter()
        .map(|(key, value)| [&text(key), ":", value].concat());
    list('{', members, '}')
}

fn array(items: impl Iterator<Item = String>) -> String {
    list('[', items, ']')
}

fn texts(items: &[String]) -> String {
    array(items.iter().map(|item| text(item)))
}

fn list(open: char, items: impl Iterator<Item = String>, close: char) -> String {
    let mut out = String::from(open);
    for item in items {
        if out.len() > 1 {
            out.push(',');
        }
        out += &item;
    }
    out.push(close);
    out
}

fn text(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // The object may stand in a page's script: nothing there ends it.
            '\0'..='\u{1f}' | '<' | '\u{2028}' | '\u{2029}' => {
                out += &format!("\\u{:04x}", u32::from(c));
            }
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}
