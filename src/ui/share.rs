//! Copy the link to a figure, and put the figure back to its default.

use leptos::html;
use leptos::prelude::*;

use super::page::Page;
use crate::browser;
use crate::chart::View;
use crate::query;
use crate::state::ExplorerState;
use crate::text::tr;

/// How copying went, for the link it was about: a later change makes it old news.
#[derive(Clone, PartialEq)]
enum Outcome {
    Copied(String),
    Refused(String),
}

#[component]
pub(super) fn Share(view: &'static View) -> impl IntoView {
    let page = Page::get();
    let link = Memo::new(move |_| {
        let state = ExplorerState {
            view,
            embedded: false,
            ..page.state.get()
        };
        browser::link_to(&query::write(&state))
    });
    let outcome = RwSignal::new(None::<Outcome>);
    let field = NodeRef::<html::Input>::new();
    let copy = move |_| {
        leptos::task::spawn_local(async move {
            let text = link.get_untracked();
            let copied = browser::copy(text.clone()).await;
            outcome.try_set(Some(if copied {
                Outcome::Copied(text)
            } else {
                Outcome::Refused(text)
            }));
            if let (false, Some(field)) = (copied, field.get_untracked()) {
                browser::select_all(&field);
            }
        });
    };
    let said = move || match outcome.get() {
        Some(Outcome::Copied(of)) if of == link.get() => tr!(page.lang.get(), share.copied),
        Some(Outcome::Refused(of)) if of == link.get() => tr!(page.lang.get(), share.refused),
        _ => "",
    };
    view! {
        <div class="share">
            <div class="buttons">
                <button type="button" class="primary" data-part="copy-link" on:click=copy>
                    {move || tr!(page.lang.get(), share.copy)}
                </button>
                <button type="button" data-part="reset" on:click=move |_| page.change(view.reset)>
                    {move || tr!(page.lang.get(), share.reset)}
                </button>
            </div>
            <input
                type="text"
                readonly
                class="link"
                data-part="link"
                node_ref=field
                aria-label=move || tr!(page.lang.get(), share.link)
                prop:value=link
            />
            <p class="said" role="status">{said}</p>
        </div>
    }
}
