//! Tables: of milestones and published runs, and of the numbers behind a chart.

use leptos::ev::Event;
use leptos::prelude::*;

use super::erased::{el, text};
use super::page::Page;
use crate::browser;
use crate::chart::{Body, Chart};
use crate::markup;
use crate::text::{Lang, tr};

/// A table longer than this starts folded.
const LONG: usize = 10;

/// The tables that belong to a view; how many there are does not change.
pub(super) fn tables(page: Page, lang: Lang, body: &'static Body) -> Vec<AnyView> {
    let all = (body.tables)(&page.scenario.read_untracked(), lang)
        .into_iter()
        .enumerate();
    let one = |(i, table): (usize, crate::figure::Table)| {
        let html = text(move || {
            let tables = (body.tables)(&page.unhurried.read(), lang);
            tables.get(i).map(markup::table).unwrap_or_default()
        });
        if table.rows.len() <= LONG {
            return el("div", &[("class", "table")]).markup(html).any();
        }
        el("details", &[("class", "data"), ("data-part", "long-table")])
            .child(el("summary", &[]).words(&table.caption).any())
            .child(el("div", &[("class", "table")]).markup(html).any())
            .any()
    };
    all.map(one).collect()
}

/// The numbers behind a chart: nothing is computed while the reader has not opened it.
pub(super) fn data_table(page: Page, lang: Lang, chart: &'static Chart) -> AnyView {
    let open = RwSignal::new(false);
    let title = text(move || (chart.title)(&page.unhurried.read(), lang));
    let html = text(move || {
        let table = open
            .get()
            .then(|| chart.table(&page.unhurried.read(), lang));
        table.as_ref().map(markup::table).unwrap_or_default()
    });
    let attributes = [
        ("class", "data"),
        ("data-part", "table"),
        ("data-chart", chart.id),
    ];
    let summary = el("summary", &[])
        .words(tr!(lang, chart.data))
        .words(" · ")
        .says(title);
    el("details", &attributes)
        .on("toggle", move |event: Event| {
            open.set(browser::is_open(&event));
        })
        .child(summary.any())
        .child(el("div", &[("class", "table")]).markup(html).any())
        .any()
}
