//! The live sentence: words around numbers that can be turned in place.

use leptos::prelude::*;

use super::dial::Scrubber;
use super::page::Page;
use crate::chart::{Part, View};
use crate::theme::hue_class;

/// What kind of piece stands where: while this stays the same only texts change, so that a number
/// keeps the focus and the pointer while it is turned.
#[derive(Clone, PartialEq)]
enum Kind {
    Words,
    Dial(&'static str, usize),
    Result,
}

#[component]
pub(super) fn Sentence(view: &'static View) -> impl IntoView {
    let page = Page::get();
    let parts = Memo::new(move |_| (view.sentence)(&page.scenario.read(), page.lang.get()));
    let kinds = Memo::new(move |_| parts.read().iter().map(kind).collect::<Vec<_>>());
    view! {
        <p class="sentence" data-part="sentence">
            {move || (0..kinds.read().len()).map(|i| piece(parts, i)).collect_view()}
        </p>
    }
}

fn kind(part: &Part) -> Kind {
    match part {
        Part::Words(_) => Kind::Words,
        Part::Dial { dial, index, .. } => Kind::Dial(dial.id, *index),
        Part::Result { .. } => Kind::Result,
    }
}

fn piece(parts: Memo<Vec<Part>>, i: usize) -> AnyView {
    let text = move || {
        parts
            .read()
            .get(i)
            .map(|part| part.text().to_owned())
            .unwrap_or_default()
    };
    let hue = move || match parts.read().get(i) {
        Some(Part::Dial { hue, .. } | Part::Result { hue, .. }) => hue_class(*hue),
        _ => String::new(),
    };
    match parts.read_untracked().get(i) {
        Some(Part::Dial {
            dial,
            index,
            reversed,
            ..
        }) => {
            let text = Signal::derive(text);
            let hue = Signal::derive(hue);
            view! { <Scrubber dial=dial index=*index reversed=*reversed text=text hue=hue /> }
                .into_any()
        }
        Some(Part::Result { .. }) => view! { <strong class=hue>{text}</strong> }.into_any(),
        _ => view! { <span>{text}</span> }.into_any(),
    }
}
