//! Copy the link to a figure, and put the figure back to its default.

use leptos::ev::Event;
use leptos::prelude::*;

use super::erased::{Handle, el, text};
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
    let field = Handle::new();
    let copy = move |_: Event| {
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
    let copy = el(
        "button",
        &[
            ("type", "button"),
            ("class", "primary"),
            ("data-part", "copy-link"),
        ],
    )
    .words(tr!(lang, share.copy))
    .on("click", copy);
    let reset = el("button", &[("type", "button"), ("data-part", "reset")])
        .words(tr!(lang, share.reset))
        .on("click", move |_: Event| {
            page.change(|scenario| view.reset(scenario));
        });
    let field_attributes = [
        ("type", "text"),
        ("readonly", ""),
        ("class", "link"),
        ("data-part", "link"),
        ("aria-label", tr!(lang, share.link)),
    ];
    el("div", &[("class", "share")])
        .child(
            el("div", &[("class", "buttons")])
                .child(copy.any())
                .child(reset.any())
                .any(),
        )
        .child(
            el("input", &field_attributes)
                .handle(field)
                .prop("value", link)
                .any(),
        )
        .child(
            el("p", &[("class", "said"), ("role", "status")])
                .says(said)
                .any(),
        )
        .any()
}
