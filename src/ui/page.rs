//! The one state and what is derived from it, handed down to every part of the page.

use leptos::prelude::*;

use super::later::Arrival;
use crate::browser;
use crate::chart::profile::Pasting;
use crate::chart::{Body, FIRST, VIEWS, View};
use crate::query::{self, NotUnderstood, Reason};
use crate::scenario::Scenario;
use crate::state::{ExplorerState, Extra, Hidden, ThemeChoice};
use crate::text::{self, LANGS, Lang, lang_word};
use crate::theme::{self, Theme};

/// Handles to the state; `Copy`, so that closures take them freely.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Page {
    /// All that a link reproduces.
    pub(crate) state: RwSignal<ExplorerState>,
    /// The link to the state, behind `?`.
    pub(crate) link: Memo<String>,
    /// What the figures are functions of; a figure has only its own part here ([`Self::of_view`]), so
    /// that a switch of theme or a change of another figure draws nothing anew.
    pub(crate) scenario: Memo<Scenario>,
    /// The same some tenths of a second later while it keeps changing: formulas, tables and remarks
    /// follow this, so that the chart under a moving hand has the browser to itself.
    pub(crate) unhurried: Memo<Scenario>,
    /// Where the unhurried scenario is kept, whole.
    pub(crate) late: RwSignal<Scenario>,
    /// How much of the page is shown.
    pub(crate) outfit: Memo<Outfit>,
    /// The language in use.
    pub(crate) lang: Memo<Lang>,
    /// The scheme the reader asked for, by link or by habit.
    pub(crate) theme_choice: Memo<ThemeChoice>,
    /// What the link itself says of language and theme.
    pub(crate) chosen: Memo<(Option<Lang>, ThemeChoice)>,
    /// The colors in use.
    pub(crate) theme: Memo<&'static Theme>,
    /// What the link said that nobody understood.
    pub(crate) problems: RwSignal<Vec<NotUnderstood>>,
    /// What the page does not start with.
    pub(crate) later: RwSignal<Arrival>,
    /// The box for a table of stages: a change of language leaves it as it is.
    pub(crate) pasting: RwSignal<Pasting>,
    /// The figure that this page is handed to.
    view: &'static View,
    /// What figures were before changes of many settings at once.
    past: RwSignal<History>,
    /// The visitor's own choice of theme, which a link may override but never overwrites.
    kept_theme: RwSignal<ThemeChoice>,
    /// The visitor's own language: kept, or the browser's.
    own_lang: RwSignal<Lang>,
    /// The page stands in somebody else's page.
    pub(crate) framed: bool,
}

/// Scenarios before changes of many settings at once, the latest last, each with the figure changed.
#[derive(Clone, Debug, Default)]
struct History {
    done: Vec<(&'static View, Scenario)>,
    undone: Vec<(&'static View, Scenario)>,
}

impl History {
    /// So many changes are kept.
    const MOST: usize = 50;

    fn of(&self, way: Way) -> &[(&'static View, Scenario)] {
        match way {
            Way::Back => &self.done,
            Way::Forth => &self.undone,
        }
    }
}

/// A way along the changes that were made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Back,
    Forth,
}

/// How much of the page is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Outfit {
    /// One figure without the page around it.
    pub(crate) embedded: bool,
    hidden: Hidden,
}

impl Outfit {
    /// Whether a part of the figures is shown; only an embed leaves any out.
    pub(crate) fn shows(self, extra: Extra) -> bool {
        !(self.embedded && self.hidden.has(extra))
    }
}

impl Page {
    /// Reads the address bar and the visitor's preferences.
    pub(crate) fn open() -> Self {
        let asked = browser::query();
        let (initial, mut problems) = query::read(&asked);
        if browser::is_single_file() {
            problems.retain(|problem| problem.reason != Reason::UnknownKey);
            browser::keep_foreign(query::foreign(&asked));
        }
        let state = RwSignal::new(initial);
        let kept = |name| browser::load_preference(name).unwrap_or_default();
        let (kept_lang, kept_theme) = (kept("lang"), kept("theme"));
        let kept_theme =
            RwSignal::new(ThemeChoice::from_word(&kept_theme).unwrap_or(ThemeChoice::Auto));
        let own_lang = RwSignal::new(
            LANGS
                .into_iter()
                .find(|lang| lang_word(*lang) == kept_lang)
                .unwrap_or_else(|| {
                    text::negotiate(browser::wanted_languages().iter().map(String::as_str))
                }),
        );
        let theme_choice = Memo::new(move |_| match state.read().theme {
            ThemeChoice::Auto => kept_theme.get(),
            chosen => chosen,
        });
        let system_dark = browser::dark_scheme();
        let scenario = Memo::new(move |_| state.read().scenario.clone());
        let late = RwSignal::new(scenario.get_untracked());
        Self {
            state,
            link: Memo::new(move |_| query::write(&state.read())),
            scenario,
            unhurried: Memo::new(move |_| late.get()),
            late,
            outfit: Memo::new(move |_| {
                let state = state.read();
                Outfit {
                    embedded: state.embedded,
                    hidden: state.hidden,
                }
            }),
            lang: Memo::new(move |_| state.read().lang.unwrap_or_else(|| own_lang.get())),
            theme_choice,
            chosen: Memo::new(move |_| {
                let state = state.read();
                (state.lang, state.theme)
            }),
            theme: Memo::new(move |_| match theme_choice.get() {
                ThemeChoice::Dark => &theme::DARK,
                ThemeChoice::Auto if system_dark.get() => &theme::DARK,
                _ => &theme::LIGHT,
            }),
            problems: RwSignal::new(problems),
            later: RwSignal::new(Arrival::Idle),
            pasting: RwSignal::default(),
            view: VIEWS[0],
            past: RwSignal::default(),
            kept_theme,
            own_lang,
            framed: browser::embedded_in_frame(),
        }
    }

    /// The page as one figure sees it: nothing else in the scenario ever changes.
    pub(crate) fn of_view(self, view: &'static View) -> Self {
        let (scenario, unhurried) = (self.scenario, self.unhurried);
        Self {
            scenario: Memo::new(move |_| view.own(&scenario.read())),
            unhurried: Memo::new(move |_| view.own(&unhurried.read())),
            view,
            ..self
        }
    }

    /// What a figure shows, once it is here.
    pub(crate) fn body(self, view: &'static View) -> Option<&'static Body> {
        let place = VIEWS.iter().position(|other| *other == view)?;
        match place.checked_sub(1) {
            None => Some(FIRST),
            Some(place) => match self.later.get() {
                Arrival::Here(later) => later.bodies.get(place).copied(),
                _ => None,
            },
        }
    }

    /// What stands behind `?` for a figure as it is at this moment, with the page around it; nothing
    /// is tracked.
    fn query_of(self, view: &'static View) -> String {
        query::write(&ExplorerState {
            view,
            embedded: false,
            hidden: Hidden::default(),
            ..self.state.get_untracked()
        })
    }

    /// The link to that; empty where the page has no address to give to others.
    pub(crate) fn link_to(self, view: &'static View) -> String {
        browser::link_to(&self.query_of(view)).unwrap_or_default()
    }

    /// The same, followed as the unhurried scenario goes.
    pub(crate) fn following_link_to(self, view: &'static View) -> String {
        self.late.track();
        self.chosen.track();
        self.link_to(view)
    }

    /// The address for this reader, who has the page before them, followed in the same way.
    pub(crate) fn following_address_of(self, view: &'static View) -> String {
        self.late.track();
        self.chosen.track();
        browser::address_of(&self.query_of(view))
    }

    /// Changes the scenario.
    pub(crate) fn change(self, act: impl FnOnce(&mut Scenario)) {
        self.state.update(|state| act(&mut state.scenario));
    }

    /// Changes much of the figure at once; what it was can be had back.
    pub(crate) fn replace(self, act: impl FnOnce(&mut Scenario)) {
        let old = self.state.read_untracked().scenario.clone();
        self.change(act);
        if self.state.read_untracked().scenario != old {
            self.past.update(|past| {
                past.undone.clear();
                past.done.push((self.view, old));
                let more = past.done.len().saturating_sub(History::MOST);
                past.done.drain(..more);
            });
        }
    }

    /// Whether the last of these changes was to this figure, so that it can be taken back; or the last
    /// that was taken back, so that it can be made again.
    pub(crate) fn can(self, way: Way) -> bool {
        let past = self.past.read();
        let last = past.of(way).last();
        last.is_some_and(|(view, _)| *view == self.view)
    }

    /// Takes the last of these changes back, or makes it again.
    pub(crate) fn go(self, way: Way) {
        let now = self.state.read_untracked().scenario.clone();
        let gone_to = self.past.try_update(|past| {
            let (from, to) = match way {
                Way::Back => (&mut past.done, &mut past.undone),
                Way::Forth => (&mut past.undone, &mut past.done),
            };
            let (view, then) = from.pop()?;
            to.push((view, now));
            Some((view, then))
        });
        if let Some((view, then)) = gone_to.flatten() {
            self.change(|scenario| (view.copy)(scenario, &then));
        }
    }

    /// Chooses a language, for this link and for later visits.
    pub(crate) fn choose_lang(self, lang: Lang) {
        browser::save_preference("lang", lang_word(lang));
        self.own_lang.set(lang);
        self.state.update(|state| state.lang = Some(lang));
    }

    /// Chooses a theme, for this link and for later visits.
    pub(crate) fn choose_theme(self, choice: ThemeChoice) {
        browser::save_preference("theme", choice.word());
        self.kept_theme.set(choice);
        self.state.update(|state| state.theme = choice);
    }
}
