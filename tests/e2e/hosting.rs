//! Where the site may live: this origin only, any path, other people's frames.

use fantoccini::Locator;

use super::{act, check, find::part};
use crate::browser::Page;

/// A path that the site is also served at, as project pages and wikis do.
pub(crate) const PREFIX: &str = "/a/b/";

/// A page of somebody else that shows the site in a frame with an opaque origin.
pub(crate) const HOST: &str = "/host.html";
pub(crate) const HOST_PAGE: &str = "<!doctype html><meta charset=utf-8><title>A wiki</title>\
    <link rel=icon href=data:,><script src=errors.js></script><iframe sandbox=allow-scripts width=900 height=700 title=Amdahl \
    src='/?p=0.95&n=10000'></iframe>";

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
    page.visit(HOST).await;
    let frame = page
        .client()
        .find(Locator::Css("iframe"))
        .await
        .expect("a frame");
    frame.enter_frame().await.expect("the frame can be entered");
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
