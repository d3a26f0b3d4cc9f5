//! The live sentence: words around numbers that can be turned in place.

use leptos::prelude::*;

use super::dial::{Face, scrubber};
use super::erased::{el, memo, swapped, text};
use super::page::Page;
use crate::chart::{Body, Part};
use crate::text::Lang;
use crate::theme::hue_class;

/// What kind of piece stands where: while this stays the same only texts change, so that a number
/// keeps the focus and the pointer while it is turned.
#[derive(Clone, PartialEq)]
enum Kind {
    Words,
    Dial(&'static str, usize),
    Result,
}

pub(super) fn sentence(page: Page, lang: Lang, body: &'static Body) -> AnyView {
    let parts = memo(move || (body.sentence)(&page.scenario.read(), lang));
    let kinds = memo(move || parts.read().iter().map(kind).collect::<Vec<_>>());
    let pieces = swapped(move || {
        (0..kinds.read().len())
            .map(|i| piece(page, lang, parts, i))
            .collect_view()
            .into_any()
    });
    el("p", &[("class", "sentence"), ("data-part", "sentence")])
        .child(pieces)
        .any()
}

fn kind(part: &Part) -> Kind {
    match part {
        Part::Words(_) => Kind::Words,
        Part::Dial { dial, index, .. } => Kind::Dial(dial.id, *index),
        Part::Result { .. } => Kind::Result,
    }
}

fn piece(page: Page, lang: Lang, parts: Memo<Vec<Part>>, i: usize) -> AnyView {
    let shown = text(move || {
        parts
            .read()
            .get(i)
            .map(|part| part.text().to_owned())
            .unwrap_or_default()
    });
    let hue = text(move || match parts.read().get(i) {
        Some(Part::Dial { hue, .. } | Part::Result { hue, .. }) => hue_class(*hue),
        _ => String::new(),
    });
    match parts.read_untracked().get(i) {
        Some(Part::Dial {
            dial,
            index,
            reversed,
            ..
        }) => scrubber(
            page,
            lang,
            Face {
                dial,
                index: *index,
                reversed: *reversed,
                shown,
                hue,
            },
        ),
        Some(Part::Result { .. }) => el("strong", &[]).following("class", hue).says(shown).any(),
        _ => el("span", &[]).says(shown).any(),
    }
}
