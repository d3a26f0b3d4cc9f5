//! Where things are on the page: the only place that knows selectors.

use amdahl_explorer::chart::VIEWS;
use serde_json::Value as Json;

use crate::browser::Page;

pub(crate) const LANGUAGES: [&str; 2] = ["en", "zh"];
pub(crate) const THEMES: [&str; 2] = ["light", "dark"];

pub(crate) const STATIC_CHART: &str = "#static [data-part=chart]";
pub(crate) const STATIC_REASON: &str = "#static [data-part=reason]";
pub(crate) const NOTICE: &str = "[data-part=notice]";
pub(crate) const CURVE_SLIDER: &str = "[data-curve='0'] input[type=range]";
pub(crate) const CURVES: &str = "[data-curve]";

/// The words of the figures that the page has.
pub(crate) fn views() -> impl Iterator<Item = &'static str> {
    VIEWS.into_iter().map(|view| view.id)
}

/// A part of a figure.
pub(crate) fn part(view: &str, name: &str) -> String {
    format!("section[data-view={view}] [data-part={name}]")
}

/// The number in a sentence that sets the link's `key`.
pub(crate) fn dial(key: &str) -> String {
    format!("section[data-view=speedup] [role=spinbutton][data-dial={key}]")
}

/// The slider of a figure that sets the link's `key`.
pub(crate) fn slider(view: &str, key: &str) -> String {
    format!("section[data-view={view}] [data-control={key}] input[type=range]")
}

pub(crate) fn language_button(language: &str) -> String {
    format!("[data-lang={language}]")
}

pub(crate) fn theme_button(theme: &str) -> String {
    format!("[data-theme-choice={theme}]")
}

pub(crate) fn view_link(view: &str) -> String {
    format!("nav a[data-view-link={view}]")
}

/// An expression for the first element that matches.
pub(crate) fn one(selector: &str) -> String {
    format!("document.querySelector({})", Json::from(selector))
}

/// An expression for the text of the first element that matches.
pub(crate) fn text(selector: &str) -> String {
    format!("{}.textContent.trim()", one(selector))
}

/// An expression for whether a reader sees the first element that matches.
pub(crate) fn is_visible(selector: &str) -> String {
    let seen = "checkVisibility({opacityProperty: true, visibilityProperty: true})";
    let element = one(selector);
    format!("({element}.{seen} && {element}.getBoundingClientRect().height > 0)")
}

/// An expression for the value of a key in the page's link, or null.
pub(crate) fn link_value(key: &str) -> String {
    format!(
        "new URLSearchParams(location.search).get({})",
        Json::from(key)
    )
}

/// An expression for the addresses of the requests so far whose names end in `end`.
pub(crate) fn requests(end: &str) -> String {
    format!(
        "performance.getEntriesByType('resource').map(r => r.name).filter(n => n.endsWith({}))",
        Json::from(end)
    )
}

/// The box of an element in the viewport: left, top, width and height in CSS pixels.
pub(crate) async fn rectangle(page: &Page, selector: &str) -> [f64; 4] {
    let script = format!(
        "const r = {}.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]",
        one(selector)
    );
    let numbers = page.run(&script, &[]).await;
    [0, 1, 2, 3].map(|i| numbers[i].as_f64().expect("a number"))
}
