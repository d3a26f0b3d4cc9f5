//! The page before it is alive, and where it never comes alive.

use super::{
    act, check,
    find::{self, STATIC_CHART, STATIC_REASON, part},
};
use crate::browser::Page;

/// A path that the site is served at without its WebAssembly.
pub(crate) const NO_WASM: &str = "/no-wasm/";

/// A script with a trap in it.
pub(crate) const TRAP: &str = "/trap.js";
pub(crate) const TRAP_SCRIPT: &str = include_str!("trap.js");

/// What a frame may do that may run no scripts, and a word in what browsers say about them then.
const NO_SCRIPTS: &str = "allow-same-origin";
const BLOCKED: &str = "sandboxed";

pub(crate) async fn without_scripts_there_is_a_picture_a_table_and_a_reason(page: &Page) {
    page.visit_sandboxed("/", NO_SCRIPTS).await;
    check::is_seen(page, STATIC_CHART).await;
    for selector in ["#static svg", "#static table", "#static math"] {
        check::exists(page, selector).await;
    }
    check::shows(page, "#static table", &["S"]).await;
    check::is_seen(page, STATIC_REASON).await;
    check::no_errors_but(page, &[BLOCKED]).await;
}

pub(crate) async fn without_wasm_the_reason_appears(page: &Page) {
    page.visit(NO_WASM).await;
    check::is_seen(page, STATIC_REASON).await;
    check::is_seen(page, STATIC_CHART).await;
    // The failed request itself is the one error there may be.
    check::no_errors_but(page, &[".wasm"]).await;
}

pub(crate) async fn nothing_jumps_when_the_page_comes_alive(page: &Page) {
    for (width, height) in [(1280, 900), (360, 740)] {
        page.resize(width, height, 1.0).await;
        page.visit_sandboxed("/", NO_SCRIPTS).await;
        let before = find::rectangle(page, STATIC_CHART).await;
        check::no_errors_but(page, &[BLOCKED]).await;
        act::open(page, "/").await;
        let after = find::rectangle(page, &part("speedup", "chart")).await;
        let is_same = before
            .iter()
            .zip(after)
            .all(|(old, new)| (old - new).abs() <= 1.0);
        assert!(
            is_same,
            "at {width}x{height} the chart moves from {before:?} to {after:?}"
        );
    }
}

/// A trap of WebAssembly, which is what a panic is in the released page.
pub(crate) async fn a_fault_of_ours_leaves_a_way_back(page: &Page) {
    act::open(page, "/?p=0.95&n=10000").await;
    act::run_script(page, TRAP).await;
    check::is_seen(page, ".panic").await;
    let href = page.value("document.querySelector('.panic a').href").await;
    assert!(
        href.as_str()
            .is_some_and(|h| h.ends_with("?p=0.95&n=10000")),
        "{href}"
    );
    // The trap is the one error there may be.
    check::no_errors_but(page, &["nreachable"]).await;
    act::click(page, ".panic a").await;
    act::alive(page).await;
    check::link_has(page, "n", Some("10000")).await;
}
