//! Copying a text, and saying honestly how it went.

use leptos::ev::Event;
use leptos::prelude::*;

use super::erased::{El, Handle, el, text};
use crate::browser;
use crate::text::{Lang, tr};

/// How copying went, for the text it was about: a later change makes it old news.
#[derive(Clone, PartialEq)]
enum Outcome {
    Copied(String),
    Refused(String),
}

/// A text that can be copied: where it stands, and how the last attempt went.
#[derive(Clone, Copy)]
pub(super) struct Copying {
    now: Signal<String>,
    outcome: RwSignal<Option<Outcome>>,
    field: Handle,
}

impl Copying {
    pub(super) fn new(now: Signal<String>) -> Self {
        Self {
            now,
            outcome: RwSignal::new(None),
            field: Handle::new(),
        }
    }

    /// The field that shows the text, `input` or `textarea`.
    pub(super) fn field(self, tag: &'static str, attributes: &[(&'static str, &str)]) -> El {
        el(tag, attributes)
            .handle(self.field)
            .prop("value", self.now)
    }

    /// The button; the text is `current` at the moment it is pressed.
    pub(super) fn button(
        self,
        attributes: &[(&'static str, &str)],
        current: impl Fn() -> String + Copy + 'static,
    ) -> El {
        el("button", attributes).on("click", move |_: Event| {
            leptos::task::spawn_local(async move {
                let text = current();
                let mut copied = browser::copy(text.clone()).await;
                if let (false, Some(Some(field))) = (copied, self.field.try_get_untracked()) {
                    copied = browser::select_and_copy(&field);
                }
                self.outcome.try_set(Some(if copied {
                    Outcome::Copied(text)
                } else {
                    Outcome::Refused(text)
                }));
            });
        })
    }

    /// What is said about it.
    pub(super) fn said(self, lang: Lang) -> AnyView {
        let said = text(move || {
            match self.outcome.get() {
                Some(Outcome::Copied(of)) if of == self.now.get() => tr!(lang, share.copied),
                Some(Outcome::Refused(of)) if of == self.now.get() => tr!(lang, share.refused),
                _ => "",
            }
            .to_owned()
        });
        el("p", &[("class", "said"), ("role", "status")])
            .says(said)
            .any()
    }
}
