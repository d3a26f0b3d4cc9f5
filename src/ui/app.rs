//! The page as a whole, and its effects on the document and the address bar.

use leptos::prelude::*;

use super::header::Header;
use super::notice::Notice;
use super::page::Page;
use super::view::ViewSection;
use crate::browser::{self, LinkWriter};
use crate::chart::VIEWS;
use crate::query;
use crate::text::{lang_word, tr};

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let page = Page::provide();
    follow_document(page);
    if !page.framed {
        follow_address(page);
    }
    let embedded = Memo::new(move |_| page.state.read().embedded);
    let focused = Memo::new(move |_| page.state.read().view.id);
    view! {
        <div class="page" class:embedded=embedded>
            <Show when=move || !embedded.get()>
                <Header />
            </Show>
            <main id="main">
                <Notice />
                {VIEWS
                    .into_iter()
                    .map(|view| {
                        view! {
                            <Show when=move || !embedded.get() || focused.get() == view.id>
                                <ViewSection view=view />
                            </Show>
                        }
                    })
                    .collect_view()}
            </main>
            <Show when=move || !embedded.get()>
                <footer class="footer">
                    <p>{move || tr!(page.lang.get(), page.footer)}</p>
                </footer>
            </Show>
        </div>
    }
}

/// The document's language, title and theme follow the state.
fn follow_document(page: Page) {
    Effect::new(move |_| browser::set_language(lang_word(page.lang.get())));
    Effect::new(move |_| browser::set_theme(page.theme_choice.get().word()));
    let title = Memo::new(move |_| {
        let lang = page.lang.get();
        let view = (page.state.read().view.title)(lang);
        tr!(lang, page.document_title, view = view)
    });
    Effect::new(move |_| browser::set_title(&title.read()));
}

/// The address bar follows the state, and the state follows Back and Forward.
fn follow_address(page: Page) {
    let writer = LinkWriter::default();
    let shown = StoredValue::new_local(page.state.read_untracked().view.id);
    if shown.get_value() != VIEWS[0].id {
        request_animation_frame(move || browser::scroll_to_view(shown.get_value()));
    }
    let back = writer.clone();
    browser::on_history(move || {
        back.forget();
        let (state, problems) = query::read(&browser::query());
        let view = state.view.id;
        shown.set_value(view);
        page.problems.set(problems);
        page.state.set(state);
        request_animation_frame(move || browser::scroll_to_view(view));
    });
    let written = StoredValue::new_local(None::<String>);
    Effect::new(move |_| {
        let state = page.state.read();
        let link = query::write(&state);
        let first = written.with_value(Option::is_none);
        if written.with_value(|last| last.as_ref() == Some(&link)) {
            return;
        }
        written.set_value(Some(link.clone()));
        // A link that was just opened stays as it is until something changes.
        if first {
            return;
        }
        if shown.get_value() == state.view.id {
            writer.replace(link);
        } else {
            shown.set_value(state.view.id);
            writer.push(link);
        }
    });
}
