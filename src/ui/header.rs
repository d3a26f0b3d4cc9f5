//! Title, figures, language, theme.

use leptos::prelude::*;

use super::erased::{at, following, text};
use super::page::Page;
use crate::browser;
use crate::chart::{VIEWS, View};
use crate::state::ThemeChoice;
use crate::text::{LANGS, Lang, lang_word, tr};

pub(super) fn header(page: Page, lang: Lang) -> AnyView {
    let views = VIEWS.map(|view| view_link(page, lang, view));
    let langs = LANGS.map(|other| lang_button(page, lang, other));
    let themes = ThemeChoice::ALL.map(|choice| theme_button(page, lang, choice));
    view! {
        <header {..at(&[("class", "header")])}>
            <a
                {..at(&[("class", "skip"), ("href", "#main")])}
                on:click=move |event: leptos::ev::MouseEvent| {
                    // An anchor would be an entry in the history of figures.
                    event.prevent_default();
                    browser::focus("section.view");
                }
            >
                {tr!(lang, page.skip)}
            </a>
            <h1>{tr!(lang, page.title)}</h1>
            <nav
                {..at(&[("class", "figures"), ("aria-label", tr!(lang, page.figures))])}
            >{views.into_iter().collect_view()}</nav>
            <div {..at(&[("class", "switches")])}>
                <div
                    {..at(&[
                        ("class", "switch"),
                        ("role", "group"),
                        ("aria-label", tr!(lang, page.language)),
                    ])}
                >
                    {langs.into_iter().collect_view()}
                </div>
                <div
                    {..at(&[
                        ("class", "switch"),
                        ("role", "group"),
                        ("aria-label", tr!(lang, page.theme)),
                    ])}
                >
                    {themes.into_iter().collect_view()}
                </div>
            </div>
        </header>
    }
    .into_any()
}

/// A real link, so that it can be opened in a new tab; a plain click stays on the page.
fn view_link(page: Page, lang: Lang, view: &'static View) -> AnyView {
    let href = text(move || page.following_link_to(view));
    let current = text(move || (page.state.read().view == view).to_string());
    let open = move |event: leptos::ev::MouseEvent| {
        if event.ctrl_key() || event.meta_key() || event.shift_key() {
            return;
        }
        event.prevent_default();
        page.state.update(|state| state.view = view);
        browser::scroll_to_view(view.id);
    };
    view! {
        <a
            {..at(&[("data-view-link", view.id)])}
            {..following("href", href)}
            {..following("aria-current", current)}
            on:click=open
        >
            {(view.title)(lang)}
        </a>
    }
    .into_any()
}

fn lang_button(page: Page, lang: Lang, other: Lang) -> AnyView {
    // A language is named in itself, for those who cannot read the present one.
    let name = match other {
        Lang::En => "English",
        Lang::Zh => "中文",
    };
    let choose = move |_| {
        page.choose_lang(other);
        // The page is built anew, and the keyboard must find itself where it was.
        request_animation_frame(move || {
            browser::focus(&format!("[data-lang={}]", lang_word(other)));
        });
    };
    view! {
        <button
            {..at(&[
                ("type", "button"),
                ("data-lang", lang_word(other)),
                ("lang", lang_word(other)),
                ("aria-pressed", &(lang == other).to_string()),
            ])}
            on:click=choose
        >
            {name}
        </button>
    }
    .into_any()
}

fn theme_button(page: Page, lang: Lang, choice: ThemeChoice) -> AnyView {
    let name = match choice {
        ThemeChoice::Auto => tr!(lang, page.theme_auto),
        ThemeChoice::Light => tr!(lang, page.theme_light),
        ThemeChoice::Dark => tr!(lang, page.theme_dark),
    };
    let pressed = text(move || (page.theme_choice.get() == choice).to_string());
    view! {
        <button
            {..at(&[("type", "button"), ("data-theme-choice", choice.word())])}
            {..following("aria-pressed", pressed)}
            on:click=move |_| page.choose_theme(choice)
        >
            {name}
        </button>
    }
    .into_any()
}
