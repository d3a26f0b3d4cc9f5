//! Tables: of milestones and published runs, and of the numbers behind a chart.

use leptos::prelude::*;

use super::page::Page;
use crate::chart::{Chart, View};
use crate::figure::{Row, Table};
use crate::text::tr;
use crate::theme::hue_class;

#[component]
pub(super) fn Tables(view: &'static View) -> impl IntoView {
    let page = Page::get();
    let tables = Memo::new(move |_| (view.tables)(&page.scenario.read(), page.lang.get()));
    let n_tables = Memo::new(move |_| tables.read().len());
    move || {
        (0..n_tables.get())
            .map(|i| {
                let table = Memo::new(move |_| tables.read().get(i).cloned());
                view! {
                    <div class="table" data-part="table-shown">
                        <TableBody table=table />
                    </div>
                }
            })
            .collect_view()
    }
}

/// The numbers behind a chart: nothing is computed while the reader has not opened it.
#[component]
pub(super) fn DataTable(chart: &'static Chart) -> impl IntoView {
    let page = Page::get();
    let open = RwSignal::new(false);
    let title = Memo::new(move |_| (chart.figure)(&page.scenario.read(), page.lang.get()).title);
    let table = Memo::new(move |_| {
        open.get()
            .then(|| chart.table(&page.scenario.read(), page.lang.get()))
    });
    view! {
        <details class="data" data-part="table" data-chart=chart.id on:toggle=move |_| open.update(|o| *o = !*o)>
            <summary>{move || tr!(page.lang.get(), chart.data)} " · " {title}</summary>
            <div class="table">
                <TableBody table=table />
            </div>
        </details>
    }
}

/// Cells change their text in place; only a change of shape builds anew.
#[component]
fn TableBody(table: Memo<Option<Table>>) -> impl IntoView {
    let shape = Memo::new(move |_| {
        table
            .read()
            .as_ref()
            .map_or((0, 0, 0), |t| (t.rows.len(), t.head.len(), t.notes.len()))
    });
    let with = move |act: fn(&Table, usize, usize) -> Option<String>, i: usize, j: usize| {
        move || {
            table
                .read()
                .as_ref()
                .and_then(|t| act(t, i, j))
                .unwrap_or_default()
        }
    };
    move || {
        let (n_rows, n_columns, n_notes) = shape.get();
        if n_columns == 0 {
            return ().into_any();
        }
        let head = (0..n_columns)
            .map(|j| view! { <th scope="col">{with(|t, _, j| t.head.get(j).cloned(), 0, j)}</th> })
            .collect_view();
        let rows = (0..n_rows)
            .map(|i| view! { <TableRow table=table i=i n_columns=n_columns /> })
            .collect_view();
        let notes = (0..n_notes)
            .map(|i| view! { <p class="note">{with(|t, i, _| t.notes.get(i).cloned(), i, 0)}</p> })
            .collect_view();
        view! {
            <div class="scroll" tabindex="0" role="group" aria-label=with(|t, _, _| Some(t.caption.clone()), 0, 0)>
                <table>
                    <caption>{with(|t, _, _| Some(t.caption.clone()), 0, 0)}</caption>
                    <thead><tr>{head}</tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {notes}
        }
        .into_any()
    }
}

#[component]
fn TableRow(table: Memo<Option<Table>>, i: usize, n_columns: usize) -> impl IntoView {
    let row = Memo::new(move |_| {
        table
            .read()
            .as_ref()
            .and_then(|t: &Table| t.rows.get(i).cloned())
    });
    let cell = move |j: usize| {
        move || {
            row.read()
                .as_ref()
                .and_then(|r: &Row| r.cells.get(j).cloned())
                .unwrap_or_default()
        }
    };
    let hue = move || {
        row.read()
            .as_ref()
            .and_then(|r| r.hue)
            .map(hue_class)
            .unwrap_or_default()
    };
    view! {
        <tr class=hue>
            <th scope="row">{cell(0)}</th>
            {(1..n_columns).map(|j| view! { <td>{cell(j)}</td> }).collect_view()}
        </tr>
    }
}
