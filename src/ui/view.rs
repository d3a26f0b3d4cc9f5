//! One figure of the page with all that belongs to it.

use leptos::prelude::*;

use super::chart_view::chart_view;
use super::controls::controls;
use super::erased::{at, text};
use super::page::Page;
use super::sentence::sentence;
use super::share::share;
use super::table::{data_table, tables};
use crate::chart::View;
use crate::markup;
use crate::text::{Lang, tr};

pub(super) fn view_section(page: Page, lang: Lang, view: &'static View) -> AnyView {
    let heading = format!("title-{}", view.id);
    let labelled = heading.clone();
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
    view! {
        <section
            {..at(&[
                ("class", "view"),
                ("data-view", view.id),
                ("tabindex", "-1"),
                ("aria-labelledby", &labelled),
            ])}
        >
            <div {..at(&[("class", "head")])}>
                <h2 {..at(&[("id", &heading)])}>{(view.title)(lang)}</h2>
                <p {..at(&[("class", "claim")])}>{(view.claim)(lang)}</p>
                {sentence(page, lang, view)}
            </div>
            <div {..at(&[("class", "charts"), ("data-count", &view.charts.len().to_string())])}>
                {charts.collect_view()}
            </div>
            <div
                {..at(&[("class", "side")])}
            >{controls(page, lang, view)} {share(page, lang, view)}</div>
            <div {..at(&[("class", "story")])}>
                <div
                    {..at(&[("class", "remarks"), ("data-part", "remarks")])}
                    inner_html=remarks
                ></div>
                <div
                    {..at(&[
                        ("class", "formula"),
                        ("data-part", "formula"),
                        ("tabindex", "0"),
                        ("role", "group"),
                        ("aria-label", tr!(lang, chart.formula)),
                    ])}
                    inner_html=formulas
                ></div>
                {tables(page, lang, view)}
                {data.collect_view()}
            </div>
        </section>
    }
    .into_any()
}
