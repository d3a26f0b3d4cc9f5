//! One figure of the page with all that belongs to it.

use leptos::ev::Event;
use leptos::prelude::*;

use super::chart_view::chart_view;
use super::controls::controls;
use super::erased::{El, el, swapped, text};
use super::later::Arrival;
use super::page::Page;
use super::sentence::sentence;
use super::share::share;
use super::table::{data_table, tables};
use crate::chart::{Body, View};
use crate::markup;
use crate::text::{Lang, tr};

pub(super) fn view_section(
    page: Page,
    lang: Lang,
    view: &'static View,
    body: &'static Body,
) -> AnyView {
    let page = page.of_view(view);
    let heading = format!("title-{}", view.id);
    let remarks = text(move || markup::paragraphs(&(body.remarks)(&page.unhurried.read(), lang)));
    let formulas = text(move || markup::formulas(&(body.formulas)(&page.unhurried.read(), lang)));
    let charts = body
        .charts
        .iter()
        .map(|chart| chart_view(page, lang, chart));
    let data = body
        .charts
        .iter()
        .map(|chart| data_table(page, lang, chart));
    let head = el("div", &[("class", "head")])
        .child(
            el("h2", &[("id", &heading)])
                .words((view.title)(lang))
                .any(),
        )
        .child(
            el("p", &[("class", "claim")])
                .words((body.claim)(lang))
                .any(),
        )
        .child(sentence(page, lang, body));
    let count = body.charts.len().to_string();
    let charts = el("div", &[("class", "charts"), ("data-count", &count)]).children(charts);
    let side = el("div", &[("class", "side")])
        .child(controls(page, lang, body))
        .child(share(page, lang, view));
    let formula = [
        ("class", "formula"),
        ("data-part", "formula"),
        ("tabindex", "0"),
        ("role", "group"),
        ("aria-label", tr!(lang, chart.formula)),
    ];
    let story = el("div", &[("class", "story")])
        .child(
            el("div", &[("class", "remarks"), ("data-part", "remarks")])
                .markup(remarks)
                .any(),
        )
        .child(el("div", &formula).markup(formulas).any())
        .children(tables(page, lang, body))
        .children(data);
    let attributes = [
        ("class", "view"),
        ("data-view", view.id),
        ("tabindex", "-1"),
        ("aria-labelledby", &heading),
    ];
    el("section", &attributes)
        .children([head, charts, side, story].map(El::any))
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
