//! One figure of the page with all that belongs to it.

use leptos::ev::Event;
use leptos::prelude::*;

use super::chart_view::chart_view;
use super::controls::controls;
use super::embed::open_full;
use super::erased::{el, swapped, text};
use super::later::Arrival;
use super::page::{Outfit, Page};
use super::sentence::sentence;
use super::share::share;
use super::table::{data_table, tables};
use crate::chart::{Body, View};
use crate::markup;
use crate::state::Extra;
use crate::text::{Lang, tr};

pub(super) fn view_section(
    page: Page,
    lang: Lang,
    outfit: Outfit,
    view: &'static View,
    body: &'static Body,
) -> AnyView {
    let page = page.of_view(view);
    let heading = format!("title-{}", view.id);
    let charts = body
        .charts
        .iter()
        .map(|chart| chart_view(page, lang, chart));
    let count = body.charts.len().to_string();
    let attributes = [
        ("class", "view"),
        ("data-view", view.id),
        ("tabindex", "-1"),
        ("aria-labelledby", &heading),
    ];
    el("section", &attributes)
        .child(head(page, lang, outfit, view, body))
        .child(
            el("div", &[("class", "charts"), ("data-count", &count)])
                .children(charts)
                .any(),
        )
        .children(outfit.shows(Extra::Controls).then(|| {
            el("div", &[("class", "side")])
                .child(controls(page, lang, outfit, body))
                .child(share(page, lang, view))
                .any()
        }))
        .child(story(page, lang, outfit, body))
        .any()
}

/// Title, claim and sentence.
fn head(
    page: Page,
    lang: Lang,
    outfit: Outfit,
    view: &'static View,
    body: &'static Body,
) -> AnyView {
    let heading = format!("title-{}", view.id);
    let title = el("h2", &[("id", &heading)])
        .words((view.title)(lang))
        .any();
    let open = outfit.embedded.then(|| open_full(page, lang, view));
    let words = outfit.shows(Extra::Sentence).then(|| {
        let claim = el("p", &[("class", "claim")]).words((body.claim)(lang));
        [claim.any(), sentence(page, lang, body)]
    });
    el("div", &[("class", "head")])
        .child(title)
        .children(open)
        .children(words.into_iter().flatten())
        .any()
}

/// What stands below a figure: remarks, formulas, tables.
fn story(page: Page, lang: Lang, outfit: Outfit, body: &'static Body) -> AnyView {
    let remarks = outfit.shows(Extra::Sentence).then(|| {
        let words = text(move || markup::paragraphs(&(body.remarks)(&page.unhurried.read(), lang)));
        el("div", &[("class", "remarks"), ("data-part", "remarks")])
            .markup(words)
            .any()
    });
    let formula = outfit.shows(Extra::Formula).then(|| {
        let words = text(move || markup::formulas(&(body.formulas)(&page.unhurried.read(), lang)));
        let attributes = [
            ("class", "formula"),
            ("data-part", "formula"),
            ("tabindex", "0"),
            ("role", "group"),
            ("aria-label", tr!(lang, chart.formula)),
        ];
        el("div", &attributes).markup(words).any()
    });
    let tables = outfit.shows(Extra::Table).then(|| {
        let data = body
            .charts
            .iter()
            .map(|chart| data_table(page, lang, chart));
        tables(page, lang, body).into_iter().chain(data)
    });
    el("div", &[("class", "story")])
        .children(remarks)
        .children(formula)
        .children(tables.into_iter().flatten())
        .any()
}

/// What stands in the place of a figure that is on its way, or did not come.
pub(super) fn waiting(page: Page, lang: Lang, view: &'static View) -> AnyView {
    let heading = format!("title-{}", view.id);
    let attributes = [
        ("class", "view waiting"),
        ("data-view", view.id),
        ("tabindex", "-1"),
        ("aria-labelledby", &heading),
    ];
    let said = swapped(move || {
        if page.later.get() != Arrival::Failed {
            let words = tr!(lang, page.waiting);
            return el("p", &[("class", "claim")]).words(words).any();
        }
        let again = el("button", &[("type", "button"), ("data-part", "again")])
            .words(tr!(lang, page.again))
            .on("click", move |_: Event| page.later.set(Arrival::Wanted));
        el("p", &[("class", "problem"), ("role", "alert")])
            .words(tr!(lang, page.not_loaded))
            .words(" ")
            .child(again.any())
            .any()
    });
    el("section", &attributes)
        .child(
            el("h2", &[("id", &heading)])
                .words((view.title)(lang))
                .any(),
        )
        .child(said)
        .any()
}
