//! Copy the link to a figure, and put the figure back to its default.

use leptos::html;
use leptos::prelude::*;

use super::erased::{at, text};
use super::page::Page;
use crate::browser;
use crate::chart::View;
use crate::text::{Lang, tr};

/// How copying went, for the link it was about: a later change makes it old news.
#[derive(Clone, PartialEq)]
enum Outcome {
    Copied(String),
    Refused(String),
}

pub(super) fn share(page: Page, lang: Lang, view: &'static View) -> AnyView {
    let link = text(move || page.following_link_to(view));
    let outcome = RwSignal::new(None::<Outcome>);
    let field = NodeRef::<html::Input>::new();
    let copy = move |_| {
        leptos::task::spawn_local(async move {
            let text = page.link_to(view);
            let copied = browser::copy(text.clone()).await;
            outcome.try_set(Some(if copied {
                Outcome::Copied(text)
            } else {
                Outcome::Refused(text)
            }));
            if let (false, Some(Some(field))) = (copied, field.try_get_untracked()) {
                browser::select_all(&field);
            }
        });
    };
    let said = text(move || {
        match outcome.get() {
            Some(Outcome::Copied(of)) if of == link.get() => tr!(lang, share.copied),
            Some(Outcome::Refused(of)) if of == link.get() => tr!(lang, share.refused),
            _ => "",
        }
        .to_owned()
    });
    view! {
        <div {..at(&[("class", "share")])}>
            <div {..at(&[("class", "buttons")])}>
                <button
                    {..at(&[("type", "button"), ("class", "primary"), ("data-part", "copy-link")])}
                    on:click=copy
                >
                    {tr!(lang, share.copy)}
                </button>
                <button
                    {..at(&[("type", "button"), ("data-part", "reset")])}
                    on:click=move |_| page.change(view.reset)
                >
                    {tr!(lang, share.reset)}
                </button>
            </div>
            <input
                {..at(&[
                    ("type", "text"),
                    ("readonly", ""),
                    ("class", "link"),
                    ("data-part", "link"),
                    ("aria-label", tr!(lang, share.link)),
                ])}
                node_ref=field
                prop:value=link
            />
            <p {..at(&[("class", "said"), ("role", "status")])}>{said}</p>
        </div>
    }
    .into_any()
}
