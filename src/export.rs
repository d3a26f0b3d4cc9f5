//! A chart as a file that speaks for itself away from the page: picture, table of numbers, data.
//!
//! Pure: a [`Document`] in, text or bytes out. Every file holds the title, the settings, the link and
//! the sources; everything that came from a reader is escaped in the way of its format.

use crate::chart::{Body, Chart, Part, View};
use crate::figure::{Figure, Table};
use crate::query;
use crate::scenario::Scenario;
use crate::text::{Lang, tr};

mod csv;
mod data;
mod json;
mod png;
mod svg;

pub use csv::csv;
pub use json::json;
pub use png::png;
pub use svg::{Picture, svg};

/// The maker of the files, by name.
const CREATOR: &str = "Amdahl Explorer";

/// Captions are cut here: they are no place for a book.
const LONGEST_CAPTION: usize = 600;

/// A chart with all that has to be said about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    /// The words of figure and chart in links, for the name of the file.
    pub ids: [&'static str; 2],
    /// The language of all texts.
    pub lang: Lang,
    /// What the chart shows, in a few words.
    pub title: String,
    /// The figure's claim.
    pub claim: &'static str,
    /// The live sentence with the reader's numbers.
    pub sentence: String,
    /// The reader's own words; empty when there are none.
    pub caption: String,
    /// The whole address of the page in this state.
    pub link: String,
    /// The keys of the figure in links, with their values in full.
    pub parameters: Vec<(&'static str, String)>,
    /// Sources, conventions, and how far off the model is.
    pub notes: Vec<String>,
    /// What is drawn.
    pub figure: Figure,
    /// Numbers as text, beside what is drawn.
    pub tables: Vec<Table>,
}

/// A chart and the figure it belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The figure.
    pub view: &'static View,
    /// What it shows.
    pub body: &'a Body,
    /// The chart.
    pub chart: &'a Chart,
}

impl Document {
    /// Gathers what there is to say of a chart. The caption may be any text.
    pub fn new(shown: Shown, scenario: &Scenario, lang: Lang, link: String, caption: &str) -> Self {
        let Shown { view, body, chart } = shown;
        let figure = (chart.figure)(scenario, lang);
        let tables = (body.tables)(scenario, lang);
        let mut notes = (body.remarks)(scenario, lang);
        notes.extend(tables.iter().flat_map(|table| table.notes.iter().cloned()));
        Self {
            ids: [view.id, chart.id],
            lang,
            title: figure.title.clone(),
            claim: (body.claim)(lang),
            sentence: (body.sentence)(scenario, lang)
                .iter()
                .map(Part::text)
                .collect(),
            caption: one_line(caption).chars().take(LONGEST_CAPTION).collect(),
            link,
            parameters: query::parameters(view, scenario),
            notes,
            figure,
            tables,
        }
    }

    /// The name of a file with this ending: plain ASCII without spaces.
    pub fn file_name(&self, ending: &str) -> String {
        let [view, chart] = self.ids;
        if view == chart {
            ["amdahl-explorer-", view, ".", ending].concat()
        } else {
            ["amdahl-explorer-", view, "-", chart, ".", ending].concat()
        }
    }

    /// The settings in one line: `p = 0.95; n = 64`.
    fn settings(&self) -> String {
        let pairs: Vec<String> = self
            .parameters
            .iter()
            .map(|(key, value)| [key, " = ", value].concat())
            .collect();
        tr!(
            self.lang,
            export.settings,
            list = [["view = ", self.ids[0]].concat()]
                .into_iter()
                .chain(pairs)
                .collect::<Vec<_>>()
                .join(tr!(self.lang, list.semicolon))
        )
    }

    /// The link, named; empty where there is none.
    fn link_line(&self) -> String {
        if self.link.is_empty() {
            String::new()
        } else {
            tr!(self.lang, export.link, link = self.link)
        }
    }

    /// All that is said beside title and link, a sentence or paragraph each; none is empty.
    fn paragraphs(&self) -> Vec<String> {
        let all = [
            self.caption.clone(),
            self.claim.to_owned(),
            self.sentence.clone(),
            self.figure.description.clone(),
            self.settings(),
        ];
        let notes = self.notes.iter().cloned();
        let mut all: Vec<String> = all.into_iter().chain(notes).collect();
        all.retain(|text| !text.is_empty());
        all
    }
}

/// A text in one line, without what no file may hold: control characters, and the two code points
/// that XML forbids beside them.
fn one_line(text: &str) -> String {
    let printed = |c: char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    let plain: String = text
        .chars()
        .map(|c| if printed(c) { c } else { ' ' })
        .collect();
    plain
        .split([' ', '\u{2028}', '\u{2029}'])
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_becomes_one_line_that_every_file_can_hold() {
        assert_eq!(one_line("  a\r\n\tb\u{0}\u{ffff} c\u{85}"), "a b c");
        assert_eq!(one_line("数据\u{202f}并行 😀"), "数据\u{202f}并行 😀");
        assert_eq!(one_line("\u{1}\n"), "");
    }
}
