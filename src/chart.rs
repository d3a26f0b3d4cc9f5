//! The figures of the page: each a self-contained unit in a file of its own, and their registry.
//!
//! A new figure is one file with a [`View`] and a [`Body`], and two lines here: its `mod` and its
//! place in `figures!`.

use crate::control::Control;
pub use crate::figure::Grab;
use crate::figure::{Figure, Hue, Reading, Row, Table};
use crate::math::Math;
use crate::scenario::Scenario;
use crate::text::{Lang, Piece, tr};

mod communication;
mod loading;
pub(crate) mod profile;
mod size;
mod speedup;
pub(crate) use speedup::FRACTION;

/// The registry, from one list.
macro_rules! figures {
    ($first:ident, $($later:ident),+ $(,)?) => {
        /// All figures, in the order of the article's argument.
        pub static VIEWS: [&View; 1 + [$(stringify!($later)),+].len()] =
            [&$first::VIEW, $(&$later::VIEW),+];

        /// What the first figure shows, which the page opens with.
        pub static FIRST: &Body = &$first::BODY;

        /// What the figures after the first show. In the built page all that only they need is a
        /// WebAssembly file of its own, loaded after the first picture: only `ui::later` may name it.
        pub(crate) static LATER: &[&Body] = &[$(&$later::BODY),+];
    };
}
figures!(speedup, communication, loading, size, profile);

/// The view with this word in links.
pub fn view_by_id(id: &str) -> Option<&'static View> {
    VIEWS.into_iter().find(|view| view.id == id)
}

/// What a figure shows, wherever that is at hand: not in the page, where it may still be on its way.
pub fn body(view: &View) -> &'static Body {
    let place = VIEWS.iter().position(|other| *other == view);
    place
        .and_then(|place| LATER.get(place.checked_sub(1)?).copied())
        .unwrap_or(FIRST)
}

/// What the whole page knows of a figure.
#[derive(Debug)]
pub struct View {
    /// Its word in links.
    pub id: &'static str,
    /// Its name.
    pub title: fn(Lang) -> &'static str,
    /// Copies everything the figure is a function of, and nothing else, from the second scenario.
    pub copy: fn(&mut Scenario, &Scenario),
}

/// What a figure shows.
#[derive(Debug)]
pub struct Body {
    /// What it shows, as one claim.
    pub claim: fn(Lang) -> &'static str,
    /// The sentence with the reader's numbers.
    pub sentence: fn(&Scenario, Lang) -> Vec<Part>,
    /// More sentences below it, without controls.
    pub remarks: fn(&Scenario, Lang) -> Vec<String>,
    /// What can be turned.
    pub controls: &'static [Control],
    /// Its charts, the main one first.
    pub charts: &'static [Chart],
    /// The formulas, in general and with the current numbers.
    pub formulas: fn(&Scenario, Lang) -> Vec<Math>,
    /// Tables beside the charts' own data.
    pub tables: fn(&Scenario, Lang) -> Vec<Table>,
}

impl View {
    /// The scenario with only what the figure is a function of; the rest is at its default, so that
    /// a change elsewhere is none here.
    pub fn own(&self, scenario: &Scenario) -> Scenario {
        let mut own = Scenario::default();
        (self.copy)(&mut own, scenario);
        own
    }

    /// Puts everything the figure shows back to its default.
    pub fn reset(&self, scenario: &mut Scenario) {
        (self.copy)(scenario, &Scenario::default());
    }
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// One chart of a view.
#[derive(Debug)]
pub struct Chart {
    /// A word for tests and the page; unique over all views.
    pub id: &'static str,
    /// What it shows, in a few words; the same as the figure's title.
    pub title: fn(&Scenario, Lang) -> String,
    /// What is drawn.
    pub figure: fn(&Scenario, Lang) -> Figure,
    /// The value of every curve at `x` in data, with the exact laws rather than between samples.
    pub readings: fn(&Scenario, Lang, &Figure, f64) -> Readout,
    /// Its x axis is time, so that it can be watched as it happens.
    pub plays: bool,
    /// What taking hold of something does, before it moves.
    pub hold: fn(&mut Scenario, Grab),
    /// What dragging does: `x` and `y` in data.
    pub drag: fn(&mut Scenario, Grab, f64, f64),
}

impl PartialEq for Body {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl PartialEq for Chart {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

/// Taking hold of something changes nothing.
pub(crate) fn no_hold(_: &mut Scenario, _: Grab) {}

/// All values at one place of the x axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Readout {
    /// The place, in data: where the values really are, for instance at a whole N.
    pub x: f64,
    /// The place in words.
    pub label: String,
    /// One per curve.
    pub readings: Vec<Reading>,
}

impl Chart {
    /// The numbers behind the chart at the labeled ticks and at the cursor, by the same function
    /// that reads the crosshair.
    pub fn table(&self, scenario: &Scenario, lang: Lang) -> Table {
        let figure = (self.figure)(scenario, lang);
        let labeled = figure.x.ticks.iter().filter(|tick| !tick.label.is_empty());
        let mut places = vec![figure.x.lo(), figure.x.hi()];
        for at in labeled
            .map(|tick| tick.at)
            .chain(figure.cursor.iter().map(|cursor| cursor.x))
        {
            let x = figure.x.value(at);
            places.insert(places.partition_point(|place| *place <= x), x);
        }
        let mut readouts: Vec<Readout> = places
            .into_iter()
            .map(|x| (self.readings)(scenario, lang, &figure, x))
            .collect();
        readouts.dedup_by(|a, b| a.label == b.label);
        let heads = readouts
            .first()
            .map(|r| r.readings.as_slice())
            .unwrap_or_default();
        Table {
            id: "data",
            head: std::iter::once(figure.x.title.clone())
                .chain(heads.iter().map(|reading| reading.name.clone()))
                .collect(),
            caption: tr!(
                lang,
                chart.data_caption,
                y = figure.y.title.as_str(),
                x = figure.x.title.as_str()
            ),
            rows: readouts.into_iter().map(table_row).collect(),
            notes: Vec::new(),
        }
    }
}

fn table_row(readout: Readout) -> Row {
    let cells = readout.readings.into_iter().map(|reading| reading.value);
    Row {
        hue: None,
        cells: std::iter::once(readout.label).chain(cells).collect(),
    }
}

/// A piece of a live sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Plain words.
    Words(String),
    /// A number the reader can turn in place.
    Dial {
        /// What it turns.
        dial: &'static crate::control::Dial,
        /// Which of several of its kind.
        index: usize,
        /// The number as it stands in the sentence, which may be the complement of the dial's value.
        text: String,
        /// Color role.
        hue: Hue,
        /// The sentence speaks of the complement (serial for parallel): more is less.
        reversed: bool,
    },
    /// A number that follows.
    Result {
        /// The number with its unit.
        text: String,
        /// Color role.
        hue: Hue,
    },
}

impl Part {
    /// A number that turns `dial`, shown as it is.
    pub(crate) fn dial(
        dial: &'static crate::control::Dial,
        index: usize,
        text: String,
        hue: Hue,
    ) -> Self {
        Self::Dial {
            dial,
            index,
            text,
            hue,
            reversed: false,
        }
    }

    /// The words or the number, as a reader sees them.
    pub fn text(&self) -> &str {
        match self {
            Self::Words(text) | Self::Dial { text, .. } | Self::Result { text, .. } => text,
        }
    }
}

/// A phrase whose slots are live parts.
macro_rules! live {
    ($lang:expr, $section:ident . $name:ident, $($slot:ident = $part:expr),+ $(,)?) => {{
        const { assert!($crate::text::phrases::$section::$name.takes(&[$(stringify!($slot)),+])) };
        $crate::chart::compose(
            $crate::text::phrases::$section::$name.texts.pieces($lang),
            [$((stringify!($slot), $part)),+].into(),
        )
    }};
}
use live;

fn compose(pieces: impl Iterator<Item = Piece<'static>>, parts: Vec<(&str, Part)>) -> Vec<Part> {
    pieces
        .filter_map(|piece| match piece {
            Piece::Words(words) => Some(Part::Words(words.to_owned())),
            Piece::Slot(slot) => parts
                .iter()
                .find(|(name, _)| *name == slot)
                .map(|(_, part)| part.clone()),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_view_and_chart_has_its_own_word() {
        let mut words: Vec<_> = VIEWS.iter().map(|v| v.id).collect();
        words.extend(
            VIEWS
                .iter()
                .flat_map(|v| body(v).charts.iter().map(|c| c.id))
                .filter(|id| view_by_id(id).is_none()),
        );
        let n_words = words.len();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), n_words);
    }
}
