//! Hosts and browsers that refuse things: the figure works, or the still one says why.

use std::path::Path;

use fantoccini::Locator;
use http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderValue};
use serde_json::json;
use site::Site;

use super::{
    act, check,
    find::{self, STATIC_CHART, STATIC_REASON, part},
};
use crate::browser::{Engine, Page, project};

/// A page of somebody else that holds whatever stands behind its `?`.
const HOLDER: &str = "/holder.html";
const HOLDER_PAGE: &str = "<!doctype html><meta charset=utf-8><title>A wiki</title>\
    <link rel=icon href=data:,><script src=errors.js></script><body><script>\
    document.body.innerHTML = decodeURIComponent(location.search.slice(1))</script>";

/// What only Chromium's own protocol can do: change the browser before the page starts, and slow its
/// network down.
pub(crate) const BY_PROTOCOL: &[Engine] = &[Engine::Chromium];

/// The site on hosts that send WASM as text, have lost it, or forbid it.
const AS_TEXT: &str = "/as-text/";
const LOST: &str = "/lost/";
const FORBIDDEN: &str = "/forbidden/";

/// The whole page as one file, on a disk and on a host.
const SINGLE: &str = "target/single/amdahl-explorer.html";

/// Adds these hosts to the site.
pub(crate) fn mount(site: Site, dist: &Path) -> Site {
    let single = std::fs::read(project(SINGLE));
    let single = single.unwrap_or_else(|e| panic!("{SINGLE}: {e}; run `make single`"));
    let mut site = site.page(HOLDER, HOLDER_PAGE).page("/single.html", single);
    for prefix in [AS_TEXT, LOST, FORBIDDEN] {
        site = site
            .mount(prefix, dist)
            .unwrap_or_else(|e| panic!("{}: {e}", dist.display()));
    }
    let text = HeaderValue::from_static("text/plain");
    let policy = HeaderValue::from_static("script-src 'self' 'unsafe-inline'");
    site.header(AS_TEXT, ".wasm", &CONTENT_TYPE, &text)
        .without(LOST, "_bg.wasm")
        .header(FORBIDDEN, "", &CONTENT_SECURITY_POLICY, &policy)
}

pub(crate) async fn frames_with_every_mix_of_permissions(page: &Page) {
    let optional = ["allow-same-origin", "allow-downloads", "allow-popups"];
    for mix in 0..1 << optional.len() {
        let chosen = (0..optional.len()).filter(|i| mix >> i & 1 == 1);
        let sandbox: Vec<&str> = chosen.map(|i| optional[i]).collect();
        let sandbox = format!("allow-scripts {}", sandbox.join(" "));
        hold(
            page,
            &format!("sandbox=\"{sandbox}\" src=\"/?embed=1&p=0.95&n=10000\""),
        )
        .await;
        works(page).await;
        // Without a permission of the host the clipboard is refused to another origin, and the page
        // must not say otherwise.
        act::click(page, &part("speedup", "copy-link")).await;
        let said = find::text(".share .said");
        let selected = "getSelection().toString() || document.activeElement.value";
        page.until("the outcome of copying is said", &format!("{said} !== ''"))
            .await;
        if page.value(&said).await != "Link copied" {
            let selected = page.value(selected).await;
            let selected = selected.as_str().unwrap_or_default();
            assert!(selected.contains("?p=0.95"), "{sandbox}: {selected}");
        }
        leave(page, &sandbox).await;
    }
    // Without scripts the host is the only one who can look inside.
    page.visit(&holder("sandbox=\"allow-same-origin\" src=\"/\""))
        .await;
    for inside in [STATIC_CHART, STATIC_REASON] {
        let seen = format!(
            "document.querySelector('iframe').contentDocument.querySelector('{inside}')
                .checkVisibility({{visibilityProperty: true}})"
        );
        page.until(&format!("{inside} is seen"), &seen).await;
    }
    no_uncaught(page, "no scripts").await;
}

pub(crate) async fn hosts_that_send_files_wrongly(page: &Page) {
    page.visit(&format!("{AS_TEXT}?p=0.95&n=10000")).await;
    works(page).await;
    check::is_seen(page, &part("profile", "sentence")).await;
    for host in [LOST, FORBIDDEN] {
        page.visit(host).await;
        is_still(page).await;
        no_uncaught(page, host).await;
    }
}

pub(crate) async fn browsers_that_refuse(page: &Page) {
    let refuse = |what: &str| {
        format!(
            "{{
                const refused = () => {{ throw new DOMException('refused', 'SecurityError') }};
                {what}
            }}"
        )
    };
    let cases = [
        (
            "storage",
            refuse(
                "Object.defineProperty(window, 'localStorage', {get: refused});
                 Object.defineProperty(window, 'sessionStorage', {get: refused});",
            ),
            true,
        ),
        (
            "history",
            refuse("history.replaceState = history.pushState = refused;"),
            true,
        ),
        (
            "clipboard",
            refuse(
                "Object.defineProperty(navigator, 'clipboard', {get: () => undefined});
                 document.execCommand = () => false;",
            ),
            true,
        ),
        (
            "observers",
            refuse("delete window.IntersectionObserver; delete window.ResizeObserver;"),
            true,
        ),
        ("WebAssembly", refuse("delete window.WebAssembly;"), false),
    ];
    for (name, script, is_live) in cases {
        let parameters = json!({ "source": script });
        let added = page
            .devtools("Page.addScriptToEvaluateOnNewDocument", parameters)
            .await;
        page.visit("/?p=0.95&n=10000").await;
        if is_live {
            works(page).await;
            act::click(page, &part("speedup", "copy-link")).await;
            let said = find::text(".share .said");
            page.until("the outcome of copying is said", &format!("{said} !== ''"))
                .await;
            let said = page.value(&said).await;
            assert!(name != "clipboard" || said != "Link copied", "{said}");
            act::click(page, &find::language_button("zh")).await;
            check::is_in_language(page, "zh").await;
            act::click(page, &find::language_button("en")).await;
        } else {
            is_still(page).await;
        }
        no_uncaught(page, name).await;
        page.devtools("Page.removeScriptToEvaluateOnNewDocument", added)
            .await;
    }
}

pub(crate) async fn a_slow_line_and_a_reload_in_the_middle(page: &Page) {
    page.devtools("Network.enable", json!({})).await;
    let slow = json!({
        "offline": false, "latency": 300, "downloadThroughput": 100_000, "uploadThroughput": 50_000,
    });
    page.devtools("Network.emulateNetworkConditions", slow)
        .await;
    // The pictures are there before the program is.
    page.visit("/?p=0.95&n=10000").await;
    check::is_seen(page, STATIC_CHART).await;
    page.client().refresh().await.expect("the page reloads");
    works(page).await;
    no_uncaught(page, "a slow line").await;
}

pub(crate) async fn one_file_from_a_disk(page: &Page) {
    let file = format!("file://{}", project(SINGLE).display());
    page.client()
        .goto(&format!("{file}?p=0.95&n=10000"))
        .await
        .expect("the file opens");
    works(page).await;
    check::is_seen(page, &part("profile", "sentence")).await;
    act::click(page, &find::language_button("zh")).await;
    check::is_in_language(page, "zh").await;
    check::link_has(page, "lang", Some("zh")).await;
    let outside = "performance.getEntriesByType('resource').map(r => r.name)
        .filter(name => !name.startsWith('data:'))";
    assert_eq!(page.value(outside).await, json!([]));
    let parts: u64 = built_files()
        .iter()
        .filter(|name| name.contains('-') || *name == "index.html")
        .filter_map(|name| std::fs::metadata(project("dist").join(name)).ok())
        .map(|data| data.len())
        .sum();
    let size = std::fs::metadata(project(SINGLE)).expect("the file").len();
    assert!(
        size * 10 <= parts * 14,
        "{size} bytes, more than 1.4 times its parts, {parts}"
    );
}

pub(crate) async fn one_file_written_into_a_frame(page: &Page) {
    page.visit(&holder("sandbox=allow-scripts")).await;
    page.wait(
        "const text = await (await fetch('/single.html')).text();
         document.querySelector('iframe').srcdoc = text;
         return true",
    )
    .await;
    enter(page).await;
    act::alive(page).await;
    check::shows(page, &part("speedup", "sentence"), &["15.42×"]).await;
    check::is_seen(page, &part("profile", "sentence")).await;
    // It has no address, and so no link is offered that nobody could open.
    check::is_seen(page, &part("speedup", "no-address")).await;
    check::is_missing(page, &part("speedup", "copy-link")).await;
    check::is_missing(page, "[data-view=speedup] button[data-part=share]").await;
    leave(page, "srcdoc").await;
    // As an attachment of a wiki: a file of its own in a frame.
    hold(
        page,
        "sandbox=allow-scripts src=\"/single.html?p=0.95&n=10000\"",
    )
    .await;
    works(page).await;
    leave(page, "attachment").await;
}

/// The files of the built site, without their compressed copies.
pub(crate) fn built_files() -> Vec<String> {
    std::fs::read_dir(project("dist"))
        .expect("a built site")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !matches!(name.rsplit_once('.'), Some((_, "br" | "gz"))))
        .collect()
}

/// The live figure shows the numbers of its link.
pub(crate) async fn works(page: &Page) {
    act::alive(page).await;
    check::shows(page, &part("speedup", "sentence"), &["19.96×"]).await;
    let canvas = find::one("[data-view=speedup] canvas");
    page.until(
        "the chart is drawn",
        &format!("{canvas}.toDataURL().length > 5000"),
    )
    .await;
}

/// The still figure, with its reason.
async fn is_still(page: &Page) {
    check::is_seen(page, STATIC_CHART).await;
    check::is_seen(page, STATIC_REASON).await;
}

/// The address of a page of somebody else with a frame.
fn holder(attributes: &str) -> String {
    holder_of(&format!(
        "<iframe width=900 height=700 title=Amdahl {attributes}></iframe>"
    ))
}

fn holder_of(frame: &str) -> String {
    let encoded: String = url::form_urlencoded::byte_serialize(frame.as_bytes()).collect();
    format!("{HOLDER}?{}", encoded.replace('+', "%20"))
}

/// Opens a page of somebody else with a frame, and goes into the frame.
async fn hold(page: &Page, attributes: &str) {
    page.visit(&holder(attributes)).await;
    enter(page).await;
}

/// The same with a frame in full.
pub(crate) async fn hold_html(page: &Page, frame: &str) {
    page.visit(&holder_of(frame)).await;
    enter(page).await;
}

async fn enter(page: &Page) {
    let frame = page.client().find(Locator::Css("iframe")).await;
    let frame = frame.expect("a frame").enter_frame().await;
    frame.expect("the frame can be entered");
}

async fn leave(page: &Page, what: &str) {
    page.client().enter_parent_frame().await.expect("the host");
    no_uncaught(page, what).await;
}

/// What a browser refuses it may write down; nothing of ours may go uncaught.
async fn no_uncaught(page: &Page, what: &str) {
    let errors = page.errors().await;
    let is_refusal = |error: &str| match page.engine() {
        Engine::Chromium => !error.contains("Uncaught"),
        // What a host has refused (`errors.js`); everything else there is uncaught.
        _ => ["not loaded", "404", "blocked by"]
            .iter()
            .any(|word| error.contains(word)),
    };
    let uncaught: Vec<_> = errors.iter().filter(|error| !is_refusal(error)).collect();
    assert!(uncaught.is_empty(), "{what}: {uncaught:?}");
}
