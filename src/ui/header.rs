//! Title, figures, language, theme.

use leptos::prelude::*;

use super::page::Page;
use crate::browser;
use crate::chart::{VIEWS, View};
use crate::query;
use crate::state::{ExplorerState, ThemeChoice};
use crate::text::{LANGS, Lang, lang_word, tr};

#[component]
pub(super) fn Header() -> impl IntoView {
    let page = Page::get();
    view! {
        <header class="header">
            <a class="skip" href="#main">{move || tr!(page.lang.get(), page.skip)}</a>
            <h1>{move || tr!(page.lang.get(), page.title)}</h1>
            <nav class="figures" aria-label=move || tr!(page.lang.get(), page.figures)>
                {VIEWS.into_iter().map(|view| view! { <ViewLink view=view /> }).collect_view()}
            </nav>
            <div class="switches">
                <div class="switch" role="group" aria-label=move || tr!(page.lang.get(), page.language)>
                    {LANGS.into_iter().map(|lang| view! { <LangButton lang=lang /> }).collect_view()}
                </div>
                <div class="switch" role="group" aria-label=move || tr!(page.lang.get(), page.theme)>
                    {ThemeChoice::ALL
                        .into_iter()
                        .map(|choice| view! { <ThemeButton choice=choice /> })
                        .collect_view()}
                </div>
            </div>
        </header>
    }
}

/// A real link, so that it can be opened in a new tab; a plain click stays on the page.
#[component]
fn ViewLink(view: &'static View) -> impl IntoView {
    let page = Page::get();
    let current = Memo::new(move |_| page.state.read().view == view);
    let href = move || {
        let state = ExplorerState {
            view,
            ..page.state.get()
        };
        browser::link_to(&query::write(&state))
    };
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
            href=href
            data-view-link=view.id
            aria-current=move || current.get().then_some("true")
            on:click=open
        >
            {move || (view.title)(page.lang.get())}
        </a>
    }
}

#[component]
fn LangButton(lang: Lang) -> impl IntoView {
    let page = Page::get();
    // A language is named in itself, for those who cannot read the present one.
    let name = match lang {
        Lang::en => "English",
        Lang::zh => "中文",
    };
    view! {
        <button
            type="button"
            data-lang=lang_word(lang)
            lang=lang_word(lang)
            aria-pressed=move || (page.lang.get() == lang).to_string()
            on:click=move |_| page.choose_lang(lang)
        >
            {name}
        </button>
    }
}

#[component]
fn ThemeButton(choice: ThemeChoice) -> impl IntoView {
    let page = Page::get();
    let name = move || match (choice, page.lang.get()) {
        (ThemeChoice::Auto, lang) => tr!(lang, page.theme_auto),
        (ThemeChoice::Light, lang) => tr!(lang, page.theme_light),
        (ThemeChoice::Dark, lang) => tr!(lang, page.theme_dark),
    };
    view! {
        <button
            type="button"
            data-theme-choice=choice.word()
            aria-pressed=move || (page.theme_choice.get() == choice).to_string()
            on:click=move |_| page.choose_theme(choice)
        >
            {name}
        </button>
    }
}
