//! What the page does not start with: the figures after the first.

use serde_json::json;

use super::{
    act, check,
    find::{self, one, part, view_link},
};
use crate::browser::Page;

/// How the names of the files end that the later figures come in.
pub(crate) const FIGURES: &str = "_figures.wasm";

/// A path that the site is served at without those files.
pub(crate) const NO_FIGURES: &str = "/no-figures/";

const AGAIN: &str = "section[data-view=size] [data-part=again]";

pub(crate) async fn later_figures_that_do_not_come_are_asked_for_again(page: &Page) {
    act::open(page, &format!("{NO_FIGURES}?view=size")).await;
    check::is_seen(page, AGAIN).await;
    check::shows(page, &part("speedup", "sentence"), &["15.42×"]).await;
    // The failed requests themselves are the errors there may be.
    check::no_errors_but(page, &[FIGURES, "404"]).await;
    // From now on they are there: where the site is whole.
    let mend = format!(
        "const {{fetch}} = window;
         window.fetch = (url, ...rest) =>
             fetch(String(url).replace('{NO_FIGURES}', '/'), ...rest);"
    );
    page.run(&mend, &[]).await;
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

/// The figures on the way to another one move it while they get their heights, and the window follows
/// it: but never against a reader who scrolls on.
pub(crate) async fn a_reader_who_scrolls_is_not_held(page: &Page) {
    act::open(page, "/").await;
    check::is_seen(page, &part("profile", "sentence")).await;
    let scroll = format!(
        "{}.click();
         await new Promise(requestAnimationFrame);
         dispatchEvent(new Event('wheel'));
         scrollTo({{top: 0, behavior: 'instant'}});
         for (let i = 0; i < 60; i++) await new Promise(requestAnimationFrame);
         return scrollY",
        one(&view_link("loading"))
    );
    assert_eq!(page.wait(&scroll).await, 0);
}

pub(crate) async fn an_embedded_first_figure_loads_no_other(page: &Page) {
    act::open(page, "/?embed=1").await;
    check::shows(page, &part("speedup", "sentence"), &["15.42×"]).await;
    assert_eq!(page.value(&find::requests(FIGURES)).await, json!([]));
    act::open(page, "/?embed=1&view=size").await;
    check::shows(page, &part("size", "sentence"), &["70"]).await;
    let asked = page.value(&find::requests(FIGURES)).await;
    assert_eq!(asked.as_array().map(Vec::len), Some(1), "{asked}");
}
