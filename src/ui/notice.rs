//! What a link said that nobody understood: once, and easily dismissed.

use leptos::ev::Event;
use leptos::prelude::*;

use super::erased::{el, flag, text, when};
use super::page::Page;
use crate::query::{NotUnderstood, Reason};
use crate::text::{Lang, tr};

/// How many are named; a link can hold thousands.
const SHOWN: usize = 6;

pub(super) fn notice(page: Page, lang: Lang) -> AnyView {
    let shown = flag(move || !page.problems.read().is_empty());
    let said = text(move || words(&page.problems.read(), lang));
    let attributes = [
        ("class", "notice"),
        ("data-part", "notice"),
        ("role", "status"),
    ];
    when(shown, move || {
        let dismiss = el("button", &[("type", "button")])
            .words(tr!(lang, notice.dismiss))
            .on("click", move |_: Event| page.problems.set(Vec::new()));
        el("aside", &attributes)
            .child(
                el("p", &[])
                    .words(tr!(lang, notice.title))
                    .words(" ")
                    .says(said)
                    .any(),
            )
            .child(dismiss.any())
            .any()
    })
}

fn words(problems: &[NotUnderstood], lang: Lang) -> String {
    let mut out: Vec<String> = problems
        .iter()
        .take(SHOWN)
        .map(|problem| one(problem, lang))
        .collect();
    if problems.len() > SHOWN {
        out.push(tr!(lang, notice.more).to_owned());
    }
    out.join(" · ")
}

fn one(problem: &NotUnderstood, lang: Lang) -> String {
    let (key, value) = (problem.key.as_str(), problem.value.as_str());
    match problem.reason {
        Reason::UnknownKey => tr!(lang, notice.unknown_key, key = key),
        Reason::BadValue => tr!(lang, notice.bad_value, key = key, value = value),
        Reason::Repeated => tr!(lang, notice.repeated, key = key),
    }
}
