//! Windows over the page: which one is open, and its frame. What is in them comes later
//! ([`mod@super::later`]).

use leptos::ev::Event;
use leptos::prelude::*;

use super::erased::{Handle, el, swapped};
use super::later::Arrival;
use super::page::Page;
use crate::browser;
use crate::chart::View;
use crate::text::{Lang, tr};

/// A window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dialog {
    /// Links and snippets.
    Share,
    /// Files.
    Export,
}

/// The button that opens a window.
pub(super) fn opener(
    page: Page,
    open: RwSignal<Option<Dialog>>,
    dialog: Dialog,
    (part, words): (&'static str, &'static str),
) -> AnyView {
    let attributes = [
        ("type", "button"),
        ("data-part", part),
        ("aria-haspopup", "dialog"),
    ];
    el("button", &attributes)
        .words(words)
        .on("click", move |_: Event| {
            if matches!(page.later.get_untracked(), Arrival::Idle | Arrival::Failed) {
                page.later.set(Arrival::Wanted);
            }
            open.set(Some(dialog));
        })
        .any()
}

/// The window that is open, if any.
pub(super) fn dialogs(
    page: Page,
    lang: Lang,
    view: &'static View,
    open: RwSignal<Option<Dialog>>,
) -> AnyView {
    swapped(move || match open.get() {
        None => ().into_any(),
        Some(dialog) => framed(page, lang, view, dialog, open),
    })
}

fn framed(
    page: Page,
    lang: Lang,
    view: &'static View,
    dialog: Dialog,
    open: RwSignal<Option<Dialog>>,
) -> AnyView {
    let handle = Handle::new();
    handle.on_load(|element| browser::show_modal(&element));
    let title = match dialog {
        Dialog::Share => tr!(lang, share.open),
        Dialog::Export => tr!(lang, export.open),
    };
    let title = title.trim_end_matches('…');
    let inside = swapped(move || match page.later.get() {
        Arrival::Here(later) => (later.dialog)(page, lang, view, dialog),
        Arrival::Failed => el("p", &[("class", "problem"), ("role", "alert")])
            .words(tr!(lang, page.not_loaded))
            .any(),
        _ => el("p", &[]).words(tr!(lang, page.waiting)).any(),
    });
    let attributes = [
        ("type", "button"),
        ("class", "remove"),
        ("data-part", "close"),
        ("aria-label", tr!(lang, page.close)),
    ];
    let close = el("button", &attributes)
        .words("×")
        // Closing it, rather than taking it away, gives the focus back to where it was.
        .on("click", move |_: Event| {
            let element = handle.try_get_untracked().flatten();
            if !element.is_some_and(|dialog| browser::close_modal(&dialog)) {
                open.set(None);
            }
        });
    el("dialog", &[("data-part", "dialog"), ("aria-label", title)])
        .handle(handle)
        // Escape closes it, too.
        .on("close", move |_: Event| open.set(None))
        .child(
            el("header", &[])
                .child(el("h3", &[]).words(title).any())
                .child(close.any())
                .any(),
        )
        .child(inside)
        .any()
}
