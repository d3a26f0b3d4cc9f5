//! What the page does not start with: the figures after the first.

use serde_json::json;

use super::{
    act, check,
    find::{self, part},
};
use crate::browser::Page;

const AGAIN: &str = "section[data-view=size] [data-part=again]";

pub(crate) async fn later_figures_that_do_not_come_are_asked_for_again(page: &Page) {
    page.devtools("Network.enable", json!({})).await;
    block(page, &["*_figures.wasm"]).await;
    act::open(page, "/?view=size").await;
    check::is_seen(page, AGAIN).await;
    check::shows(page, &part("speedup", "sentence"), &["15.42×"]).await;
    // The blocked requests themselves are the errors there may be.
    page.errors().await;
    block(page, &[]).await;
    act::click(page, AGAIN).await;
    check::shows(page, &part("size", "sentence"), &["70"]).await;
    check::is_seen(page, &part("profile", "sentence")).await;
}

pub(crate) async fn a_link_to_a_later_figure_shows_it(page: &Page) {
    act::open(page, "/?view=profile").await;
    check::is_seen(page, &part("profile", "sentence")).await;
    let top = "document.querySelector('section[data-view=profile]').getBoundingClientRect().top";
    page.until(
        "the figure is at the head of the window",
        &format!("Math.abs({top}) < innerHeight / 4"),
    )
    .await;
}

pub(crate) async fn an_embedded_first_figure_loads_no_other(page: &Page) {
    act::open(page, "/?embed=1").await;
    check::shows(page, &part("speedup", "sentence"), &["15.42×"]).await;
    assert_eq!(
        page.value(&find::requests("_figures.wasm")).await,
        json!([])
    );
    act::open(page, "/?embed=1&view=size").await;
    check::shows(page, &part("size", "sentence"), &["70"]).await;
    let asked = page.value(&find::requests("_figures.wasm")).await;
    assert_eq!(asked.as_array().map(Vec::len), Some(1), "{asked}");
}

async fn block(page: &Page, urls: &[&str]) {
    page.devtools("Network.setBlockedURLs", json!({ "urls": urls }))
        .await;
}
