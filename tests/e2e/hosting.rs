//! Where the site may live: this origin only, any path, other people's frames.

use super::{act, check, find::part};
use crate::browser::Page;

/// A path that the site is also served at, as project pages and wikis do.
pub(crate) const PREFIX: &str = "/a/b/";

/// A path that the site is served at without a Content-Security-Policy, as by hosts that send no
/// headers of ours, and the headers that are left.
pub(crate) const NO_POLICY: &str = "/no-policy/";
pub(crate) const NO_POLICY_HEADERS: &str = "/*\n  Access-Control-Allow-Origin: *\n";

/// A script that does everything wrong.
pub(crate) const FAULTS: &str = "/faults.js";
pub(crate) const FAULTS_SCRIPT: &str = include_str!("faults.js");

pub(crate) async fn no_request_leaves_the_site(page: &Page) {
    act::open(page, "/").await;
    let requests = page
        .value("performance.getEntriesByType('resource').map(r => r.name)")
        .await;
    let requests = requests.as_array().expect("a list");
    assert!(
        requests.len() >= 2,
        "a page without script and WASM: {requests:?}"
    );
    let origin = page.value("location.origin + '/'").await;
    let origin = origin.as_str().expect("text");
    for request in requests.iter().filter_map(|name| name.as_str()) {
        assert!(request.starts_with(origin), "{request} leaves {origin}");
    }
}

pub(crate) async fn the_page_works_below_any_path(page: &Page) {
    act::open(page, &format!("{PREFIX}?p=0.95&n=10000")).await;
    check::shows(page, &part("speedup", "sentence"), &["19.96×"]).await;
    let elsewhere = format!(
        "performance.getEntriesByType('resource').map(r => new URL(r.name).pathname)
            .filter(path => !path.startsWith('{PREFIX}')).join()"
    );
    assert_eq!(
        page.value(&elsewhere).await,
        "",
        "files asked for outside {PREFIX}"
    );
}

pub(crate) async fn the_page_works_in_a_sandboxed_frame(page: &Page) {
    works_in_a_sandboxed_frame(page, "/").await;
}

pub(crate) async fn the_page_works_in_a_sandboxed_frame_without_a_policy(page: &Page) {
    works_in_a_sandboxed_frame(page, NO_POLICY).await;
}

/// In a frame with an opaque origin, as some wikis have them.
async fn works_in_a_sandboxed_frame(page: &Page, path: &str) {
    page.visit_sandboxed(&format!("{path}?p=0.95&n=10000"), "allow-scripts")
        .await;
    act::alive(page).await;
    check::shows(page, &part("speedup", "sentence"), &["19.96×"]).await;
    assert_eq!(
        page.value("origin").await,
        "null",
        "the frame's origin is opaque"
    );
}

/// No fault of the page, but of the harness: a kind of error that it does not see.
pub(crate) async fn every_kind_of_error_is_seen(page: &Page) {
    act::open(page, "/").await;
    check::no_errors(page).await;
    act::run_script(page, FAULTS).await;
    page.until("all went wrong", "document.title === 'all went wrong'")
        .await;
    let seen = page.errors().await.join("\n");
    for word in [
        "thrown",
        "rejected",
        "said",
        "no-answer",
        "no-picture",
        "forbidden",
    ] {
        assert!(seen.contains(word), "nothing of {word:?} in:\n{seen}");
    }
}
