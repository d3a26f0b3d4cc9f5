//! One figure of the page with all that belongs to it.

use leptos::prelude::*;

use super::chart_view::chart_view;
use super::controls::controls;
use super::erased::{El, el, text};
use super::page::Page;
use super::sentence::sentence;
use super::share::share;
use super::table::{data_table, tables};
use crate::chart::View;
use crate::markup;
use crate::text::{Lang, tr};

pub(super) fn view_section(page: Page, lang: Lang, view: &'static View) -> AnyView {
    let page = page.of_view(view);
    let heading = format!("title-{}", view.id);
    let remarks = text(move || markup::paragraphs(&(view.remarks)(&page.unhurried.read(), lang)));
    let formulas = text(move || markup::formulas(&(view.formulas)(&page.unhurried.read(), lang)));
    let charts = view
        .charts
        .iter()
        .map(|chart| chart_view(page, lang, chart));
    let data = view
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
                .words((view.claim)(lang))
                .any(),
        )
        .child(sentence(page, lang, view));
    let count = view.charts.len().to_string();
    let charts = el("div", &[("class", "charts"), ("data-count", &count)]).children(charts);
    let side = el("div", &[("class", "side")])
        .child(controls(page, lang, view))
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
        .children(tables(page, lang, view))
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
