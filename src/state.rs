//! All that a link reproduces, as plain data.

use crate::chart::{VIEWS, View};
use crate::scenario::Scenario;
use crate::text::Lang;

/// The whole state of the page.
#[derive(Clone, Debug, PartialEq)]
pub struct ExplorerState {
    /// The figure in focus; the only one shown in an embed.
    pub view: &'static View,
    /// The language, once somebody chose it; else the browser's.
    pub lang: Option<Lang>,
    /// Light, dark, or as the reader's system has it.
    pub theme: ThemeChoice,
    /// One figure without the page around it.
    pub embedded: bool,
    /// What of it the author of an embed leaves out.
    pub hidden: Hidden,
    /// What the figures are functions of.
    pub scenario: Scenario,
}

impl Default for ExplorerState {
    fn default() -> Self {
        Self {
            view: VIEWS[0],
            lang: None,
            theme: ThemeChoice::Auto,
            embedded: false,
            hidden: Hidden::default(),
            scenario: Scenario::default(),
        }
    }
}

/// A part of an embedded figure that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extra {
    /// The settings, with the buttons below them.
    Controls,
    /// The live sentence, the claim above it and the remarks below.
    Sentence,
    /// The tables.
    Table,
    /// The formulas.
    Formula,
}

impl Extra {
    /// All parts, in the order of a written link.
    pub const ALL: [Self; 4] = [Self::Controls, Self::Sentence, Self::Table, Self::Formula];

    /// The word in links.
    pub fn word(self) -> &'static str {
        match self {
            Self::Controls => "controls",
            Self::Sentence => "sentence",
            Self::Table => "table",
            Self::Formula => "formula",
        }
    }
}

/// The parts left out of an embed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden([bool; Extra::ALL.len()]);

impl Hidden {
    /// Whether a part is left out.
    pub fn has(self, extra: Extra) -> bool {
        self.0[extra as usize]
    }

    /// Leaves a part out, or not.
    pub fn set(&mut self, extra: Extra, hidden: bool) {
        self.0[extra as usize] = hidden;
    }
}

/// What the reader wants of the color scheme.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThemeChoice {
    /// As the system has it.
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

impl ThemeChoice {
    /// All choices, in the order a reader is offered them.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Light, Self::Dark];

    /// The word in links and in the page's attributes.
    pub fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The choice with this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.word() == word)
    }
}
