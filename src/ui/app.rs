//! The page as a whole, and its effects on the document and the address bar.

use leptos::prelude::*;

use super::embed::follow_host;
use super::erased::{el, flag, memo, swapped, when};
use super::header::header;
use super::later::{Arrival, Load};
use super::notice::notice;
use super::page::{Outfit, Page};
use super::view::{view_section, waiting};
use crate::browser::{self, LinkWriter, Throttle};
use crate::chart::VIEWS;
use crate::query;
use crate::text::{Lang, lang_word, tr};

/// The page. A change of language builds it anew, so that words need not be followed one by one.
pub fn app(load: Load) -> AnyView {
    let page = Page::open();
    follow_document(page);
    follow_need(page, load);
    follow_unhurried(page);
    if page.framed {
        follow_host(page);
    } else {
        follow_address(page);
    }
    swapped(move || whole(page, page.lang.get(), page.outfit.get()))
}

fn whole(page: Page, lang: Lang, outfit: Outfit) -> AnyView {
    let views = VIEWS.map(|view| {
        let shown = flag(move || !outfit.embedded || page.state.read().view == view);
        when(shown, move || match page.body(view) {
            Some(body) => view_section(page, lang, outfit, view, body),
            None => waiting(page, lang, view),
        })
    });
    let main = el("main", &[("id", "main")])
        .child(notice(page, lang))
        .children(views)
        .any();
    if outfit.embedded {
        return el("div", &[("class", "page embedded")]).child(main).any();
    }
    let footer = el("footer", &[("class", "footer")])
        .child(el("p", &[]).words(tr!(lang, page.footer)).any())
        .any();
    el("div", &[("class", "page")])
        .child(header(page, lang))
        .child(main)
        .child(footer)
        .any()
}

/// The document's language, title and theme follow the state.
fn follow_document(page: Page) {
    let title = memo(move || {
        let lang = page.lang.get();
        let view = (page.state.read().view.title)(lang);
        tr!(lang, page.document_title, view = view)
    });
    Effect::new(move |_| {
        browser::set_language(lang_word(page.lang.get()));
        browser::set_theme(page.theme_choice.get().word());
        browser::set_title(&title.read());
    });
}

/// What the page does not start with is loaded after the first picture, or never where only the
/// first figure is shown.
fn follow_need(page: Page, load: Load) {
    let shown = memo(move || {
        let state = page.state.read();
        !state.embedded || state.view != VIEWS[0]
    });
    let bring = move || {
        leptos::task::spawn_local(async move {
            let came = load().await;
            page.later
                .try_set(came.map_or(Arrival::Failed, Arrival::Here));
            // Now everything has been fetched once.
            if came.is_some() && !page.framed && !browser::is_single_file() {
                browser::keep_for_later();
            }
            // What grew above the figure in focus has pushed it away.
            let view = page.state.try_get_untracked().map(|state| state.view);
            if let (Some(view), true, false) = (view, came.is_some(), page.framed)
                && view != VIEWS[0]
            {
                request_animation_frame(move || browser::stay_at_view(view.id));
            }
        });
    };
    Effect::new(move |_| match page.later.get() {
        Arrival::Idle if shown.get() => page.later.set(Arrival::Wanted),
        Arrival::Wanted => {
            page.later.set(Arrival::Coming);
            request_animation_frame(bring);
        }
        _ => {}
    });
}

/// What is not looked at while the hand moves follows when there is time.
fn follow_unhurried(page: Page) {
    /// Often enough to see that it follows.
    const INTERVAL_MS: f64 = 150.0;
    let throttle = Throttle::new(INTERVAL_MS, move || {
        if let Some(scenario) = page.scenario.try_get_untracked() {
            page.late.try_set(scenario);
        }
    });
    Effect::new(move |_| {
        browser::remember_link(page.link.get());
        throttle.call();
    });
}

/// The address bar follows the state, and the state follows Back and Forward.
fn follow_address(page: Page) {
    let writer = LinkWriter::default();
    let shown = StoredValue::new(page.state.read_untracked().view.id);
    if shown.get_value() != VIEWS[0].id {
        request_animation_frame(move || browser::scroll_to_view(shown.get_value()));
    }
    let back = writer.clone();
    browser::on_history(move || {
        if !back.has_moved() {
            return;
        }
        let (state, problems) = query::read(&browser::query());
        let view = state.view.id;
        shown.set_value(view);
        page.problems.set(problems);
        page.state.set(state);
        request_animation_frame(move || browser::scroll_to_view(view));
    });
    Effect::new(move |last: Option<String>| {
        let view = page.state.read().view.id;
        let link = page.link.get();
        // A link that was just opened stays as it is until something changes.
        if last.is_none_or(|last| last == link) {
            return link;
        }
        if shown.get_value() == view {
            writer.replace(link.clone());
        } else {
            shown.set_value(view);
            writer.push(link.clone());
        }
        link
    });
}
