//! Title, figures, language, theme.

use leptos::ev::{Event, MouseEvent};
use leptos::prelude::*;

use super::erased::{el, text};
use super::page::Page;
use crate::browser;
use crate::chart::{VIEWS, View};
use crate::state::ThemeChoice;
use crate::text::{LANGS, Lang, lang_word, tr};

pub(super) fn header(page: Page, lang: Lang) -> AnyView {
    let views = VIEWS.map(|view| view_link(page, lang, view));
    let langs = LANGS.map(|other| lang_button(page, lang, other));
    let themes = ThemeChoice::ALL.map(|choice| theme_button(page, lang, choice));
    let skip = el("a", &[("class", "skip"), ("href", "#main")])
        .words(tr!(lang, page.skip))
        .on("click", move |event: Event| {
            // An anchor would be an entry in the history of figures.
            event.prevent_default();
            browser::focus("section.view");
        });
    let figures = [
        ("class", "figures"),
        ("aria-label", tr!(lang, page.figures)),
    ];
    let switch = |label: &str| {
        let attributes = [
            ("class", "switch"),
            ("role", "group"),
            ("aria-label", label),
        ];
        el("div", &attributes)
    };
    let switches = el("div", &[("class", "switches")])
        .child(switch(tr!(lang, page.language)).children(langs).any())
        .child(switch(tr!(lang, page.theme)).children(themes).any());
    el("header", &[("class", "header")])
        .child(skip.any())
        .child(el("h1", &[]).words(tr!(lang, page.title)).any())
        .child(el("nav", &figures).children(views).any())
        .child(switches.any())
        .any()
}

/// A real link, so that it can be opened in a new tab; a plain click stays on the page.
fn view_link(page: Page, lang: Lang, view: &'static View) -> AnyView {
    let href = text(move || page.following_address_of(view));
    let current = text(move || (page.state.read().view == view).to_string());
    let open = move |event: MouseEvent| {
        if event.ctrl_key() || event.meta_key() || event.shift_key() {
            return;
        }
        event.prevent_default();
        page.state.update(|state| state.view = view);
        browser::scroll_to_view(view.id);
    };
    el("a", &[("data-view-link", view.id)])
        .following("href", href)
        .following("aria-current", current)
        .words((view.title)(lang))
        .on("click", open)
        .any()
}

fn lang_button(page: Page, lang: Lang, other: Lang) -> AnyView {
    // A language is named in itself, for those who cannot read the present one.
    let name = match other {
        Lang::En => "English",
        Lang::Zh => "中文",
    };
    let choose = move |_: Event| {
        page.choose_lang(other);
        // The page is built anew, and the keyboard must find itself where it was.
        request_animation_frame(move || {
            browser::focus(&format!("[data-lang={}]", lang_word(other)));
        });
    };
    let attributes = [
        ("type", "button"),
        ("data-lang", lang_word(other)),
        ("lang", lang_word(other)),
        ("aria-pressed", if lang == other { "true" } else { "false" }),
    ];
    el("button", &attributes)
        .words(name)
        .on("click", choose)
        .any()
}

fn theme_button(page: Page, lang: Lang, choice: ThemeChoice) -> AnyView {
    let name = match choice {
        ThemeChoice::Auto => tr!(lang, page.theme_auto),
        ThemeChoice::Light => tr!(lang, page.theme_light),
        ThemeChoice::Dark => tr!(lang, page.theme_dark),
    };
    let pressed = text(move || (page.theme_choice.get() == choice).to_string());
    let attributes = [("type", "button"), ("data-theme-choice", choice.word())];
    el("button", &attributes)
        .following("aria-pressed", pressed)
        .words(name)
        .on("click", move |_: Event| page.choose_theme(choice))
        .any()
}
