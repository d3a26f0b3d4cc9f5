//! Tables: of milestones and published runs, and of the numbers behind a chart.

use leptos::prelude::*;

use super::erased::{at, text};
use super::page::Page;
use crate::browser;
use crate::chart::{Chart, View};
use crate::markup;
use crate::text::{Lang, tr};

/// A table longer than this starts folded.
const LONG: usize = 10;

/// The tables that belong to a view; how many there are does not change.
pub(super) fn tables(page: Page, lang: Lang, view: &'static View) -> AnyView {
    let all = (view.tables)(&page.scenario.read_untracked(), lang)
        .into_iter()
        .enumerate();
    let one = |(i, table): (usize, crate::figure::Table)| {
        let html = text(move || {
            let tables = (view.tables)(&page.unhurried.read(), lang);
            tables.get(i).map(markup::table).unwrap_or_default()
        });
        if table.rows.len() <= LONG {
            return view! { <div {..at(&[("class", "table")])} inner_html=html></div> }.into_any();
        }
        view! {
            <details {..at(&[("class", "data"), ("data-part", "long-table")])}>
                <summary>{table.caption}</summary>
                <div {..at(&[("class", "table")])} inner_html=html></div>
            </details>
        }
        .into_any()
    };
    all.map(one).collect_view().into_any()
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
    view! {
        <details
            {..at(&[("class", "data"), ("data-part", "table"), ("data-chart", chart.id)])}
            on:toggle=move |event| open.set(browser::is_open(&event))
        >
            <summary>{tr!(lang, chart.data)} " · " {title}</summary>
            <div {..at(&[("class", "table")])} inner_html=html></div>
        </details>
    }
    .into_any()
}
