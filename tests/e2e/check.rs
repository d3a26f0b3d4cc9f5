//! What has to hold.

use serde_json::Value as Json;

use super::find::{is_visible, link_value, one, text};
use crate::browser::{Page, npm};

/// There was no error on the page: no exception, no failed request, nothing blocked by the policy.
pub(crate) async fn no_errors(page: &Page) {
    no_errors_but(page, &[]).await;
}

/// There was no error on the page but such as have one of `words` in them.
pub(crate) async fn no_errors_but(page: &Page, words: &[&str]) {
    let mut errors = page.errors().await;
    errors.retain(|error| !words.iter().any(|word| error.contains(word)));
    assert!(
        errors.is_empty(),
        "errors on the page:\n  {}",
        errors.join("\n  ")
    );
}

/// The text of an element comes to contain each of `words`.
pub(crate) async fn shows(page: &Page, selector: &str, words: &[&str]) {
    let text = text(selector);
    for word in words {
        let holds = format!("{text}.includes({})", Json::from(*word));
        page.until(&format!("{selector} shows {word:?}"), &holds)
            .await;
    }
}

/// An element comes to be seen.
pub(crate) async fn is_seen(page: &Page, selector: &str) {
    page.until(&format!("{selector} is seen"), &is_visible(selector))
        .await;
}

/// An element comes to show other text than `old`.
pub(crate) async fn differs(page: &Page, selector: &str, old: &Json) {
    let what = format!("{selector} no longer shows {old}");
    page.until(&what, &format!("{} !== {old}", text(selector)))
        .await;
}

/// The link comes to have this value for a key; `None` means that the key is left out.
pub(crate) async fn link_has(page: &Page, key: &str, value: Option<&str>) {
    let what = format!("the link has {key}={value:?}");
    page.until(
        &what,
        &format!("{} === {}", link_value(key), Json::from(value)),
    )
    .await;
}

/// The page's language comes to be `language` or a variety of it.
pub(crate) async fn is_in_language(page: &Page, language: &str) {
    let holds = format!("document.documentElement.lang.startsWith('{language}')");
    page.until(&format!("the page is in {language}"), &holds)
        .await;
}

/// Nothing sticks out of the page sideways.
pub(crate) async fn no_sideways_scrolling(page: &Page, state: &str) {
    let script = "const root = document.documentElement;
        if (root.scrollWidth <= root.clientWidth) return [];
        return [...document.querySelectorAll('body *')]
            .filter(e => e.getBoundingClientRect().right > root.clientWidth)
            .map(e => e.outerHTML.slice(0, 120));";
    let wide = page.run(script, &[]).await;
    assert_eq!(wide, Json::Array(Vec::new()), "{state}: these stick out");
}

/// axe-core, the accessibility checker, finds no fault.
pub(crate) async fn is_accessible(page: &Page, state: &str) {
    let axe = String::from_utf8(npm("axe-core/axe.min.js")).expect("text");
    page.run(&axe, &[]).await;
    // Colours are judged when they have stopped changing.
    let script = "const moving = document.getAnimations()
            .filter(a => a.effect.getComputedTiming().endTime !== Infinity && a.playState === 'running');
        await Promise.all(moving.map(a => a.finished.catch(() => {})));
        const {violations} = await axe.run(document, {resultTypes: ['violations']});
        return violations.flatMap(v => v.nodes.map(n =>
            `${v.id}: ${n.target} ${n.failureSummary} ${n.html.slice(0, 160)}`));";
    let faults = page.wait(script).await;
    let list = faults.as_array().map_or(vec![faults.to_string()], |all| {
        all.iter()
            .filter_map(|fault| fault.as_str().map(str::to_owned))
            .collect()
    });
    assert!(list.is_empty(), "{state}:\n  {}", list.join("\n  "));
}

/// An element does not exist.
pub(crate) async fn is_missing(page: &Page, selector: &str) {
    let found = page.value(&format!("{} === null", one(selector))).await;
    assert_eq!(found, true, "{selector} is on the page");
}

/// An element exists.
pub(crate) async fn exists(page: &Page, selector: &str) {
    let found = page.value(&format!("{} !== null", one(selector))).await;
    assert_eq!(found, true, "there is no {selector}");
}
