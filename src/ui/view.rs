//! One figure of the page with all that belongs to it.

use leptos::prelude::*;

use super::chart_view::ChartView;
use super::controls::Controls;
use super::formula::Formulas;
use super::page::Page;
use super::sentence::Sentence;
use super::share::Share;
use super::table::{DataTable, Tables};
use crate::chart::View;

#[component]
pub(super) fn ViewSection(view: &'static View) -> impl IntoView {
    let page = Page::get();
    let heading = format!("title-{}", view.id);
    let labelled = heading.clone();
    let remarks = Memo::new(move |_| (view.remarks)(&page.scenario.read(), page.lang.get()));
    view! {
        <section class="view" data-view=view.id tabindex="-1" aria-labelledby=labelled>
            <div class="head">
                <h2 id=heading>{move || (view.title)(page.lang.get())}</h2>
                <p class="claim">{move || (view.claim)(page.lang.get())}</p>
                <Sentence view=view />
            </div>
            <div class="charts" data-count=view.charts.len()>
                {view.charts.iter().map(|chart| view! { <ChartView chart=chart /> }).collect_view()}
            </div>
            <div class="side">
                <Controls view=view />
                <Share view=view />
            </div>
            <div class="story">
                <div class="remarks" data-part="remarks">
                    {move || remarks.get().into_iter().map(|text| view! { <p>{text}</p> }).collect_view()}
                </div>
                <Formulas view=view />
                <Tables view=view />
                {view.charts.iter().map(|chart| view! { <DataTable chart=chart /> }).collect_view()}
            </div>
        </section>
    }
}
