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
            scenario: Scenario::default(),
        }
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
