//! What leaves the page: the link, snippets, files; and the figure's way back to its default.

use leptos::ev::Event;
use leptos::prelude::*;

use super::copying::Copying;
use super::dialog::{Dialog, dialogs, opener};
use super::erased::{el, flag, text, when};
use super::page::{Page, Way};
use crate::chart::View;
use crate::text::{Lang, tr};

pub(super) fn share(page: Page, lang: Lang, view: &'static View) -> AnyView {
    let link = text(move || page.following_link_to(view));
    let copying = Copying::new(link);
    let open = RwSignal::new(None::<Dialog>);
    let attributes = [
        ("type", "button"),
        ("class", "primary"),
        ("data-part", "copy-link"),
    ];
    let copy = copying
        .button(&attributes, move || page.link_to(view))
        .words(tr!(lang, share.copy));
    let reset = el("button", &[("type", "button"), ("data-part", "reset")])
        .words(tr!(lang, share.reset))
        .on("click", move |_: Event| {
            page.replace(|scenario| view.reset(scenario));
        });
    let step = |way, part, name| {
        when(flag(move || page.can(way)), move || {
            el("button", &[("type", "button"), ("data-part", part)])
                .words(name)
                .on("click", move |_: Event| page.go(way))
                .any()
        })
    };
    let field = [
        ("type", "text"),
        ("readonly", ""),
        ("class", "link"),
        ("data-part", "link"),
        ("aria-label", tr!(lang, share.link)),
    ];
    let buttons = el("div", &[("class", "buttons")])
        .child(copy.any())
        .child(opener(
            page,
            open,
            Dialog::Share,
            ("share", tr!(lang, share.open)),
        ))
        .child(opener(
            page,
            open,
            Dialog::Export,
            ("export", tr!(lang, export.open)),
        ))
        .child(reset.any())
        .child(step(Way::Back, "undo", tr!(lang, share.undo)))
        .child(step(Way::Forth, "redo", tr!(lang, share.redo)));
    el("div", &[("class", "share")])
        .child(buttons.any())
        .child(copying.field("input", &field).any())
        .child(copying.said(lang))
        .child(dialogs(page, lang, view, open))
        .any()
}
