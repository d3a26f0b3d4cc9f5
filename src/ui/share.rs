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
    let has_address = !page.link_to(view).is_empty();
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
    let opener_of = |dialog, words| opener(page, open, dialog, words);
    let buttons = el("div", &[("class", "buttons")])
        .children(has_address.then(|| copy.any()))
        .children(has_address.then(|| opener_of(Dialog::Share, ("share", tr!(lang, share.open)))))
        .child(opener_of(
            Dialog::Export,
            ("export", tr!(lang, export.open)),
        ))
        .child(reset.any())
        .child(step(Way::Back, "undo", tr!(lang, share.undo)))
        .child(step(Way::Forth, "redo", tr!(lang, share.redo)));
    let link = if has_address {
        [copying.field("input", &field).any(), copying.said(lang)].into()
    } else {
        let hint = [("class", "hint"), ("data-part", "no-address")];
        vec![el("p", &hint).words(tr!(lang, share.no_address)).any()]
    };
    el("div", &[("class", "share")])
        .child(buttons.any())
        .children(link)
        .child(dialogs(page, lang, view, open))
        .any()
}
