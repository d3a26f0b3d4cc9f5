//! Writing the address bar: browsers allow so many writes only, and Safari the fewest.

use serde_json::Value as Json;

use super::{
    act, check,
    find::{CURVE_SLIDER, one, view_link},
};
use crate::browser::Page;

/// What Safari allows, before version 17 in 30 seconds and now in 10.
const MOST: usize = 100;
const WINDOW_MS: f64 = 30_000.0;

/// What every flood starts with: clock and timers run 2.5 times as fast, and `times` collects when the
/// history is written. No faster, because WebKit counts by its own clock and refuses what is above
/// 100 in 10 seconds. Firefox runs tests in a world of their own, whose Date is not the page's.
const WATCH: &str = "
    const {Date, setTimeout} = window, real = Date.now.bind(Date), start = real();
    Date.now = () => start + 2.5 * (real() - start);
    window.setTimeout = (act, wait, ...more) => setTimeout(act, wait / 2.5, ...more);
    const times = window.times = [];
    for (const name of ['pushState', 'replaceState']) {
        const write = history[name];
        history[name] = function (...all) { times.push(Date.now()); return write.apply(this, all) };
    }";

/// How long a flood lasts for the page, which is 16 seconds.
const FLOOD_MS: u32 = 40_000;

pub(crate) async fn a_flood_of_input_stays_within_the_limit(page: &Page) {
    act::open(page, "/?p=0.95").await;
    let last = p_at_the_end(page).await;
    flood(page, &turn("low + (high - low) * (i % 97) / 100")).await;
    check::link_has(page, "p", Some(&last)).await;
    is_within_the_limit(page).await;
}

pub(crate) async fn a_flood_of_figures_stays_within_the_limit(page: &Page) {
    act::open(page, "/?p=0.95").await;
    let last = p_at_the_end(page).await;
    // With every fifth step another figure, some hundreds in all, and turns in between.
    let step = format!(
        "if (i % 5 === 0) document.querySelectorAll('nav a[data-view-link]')[i / 5 % 5].click();
         else {{ {} }}",
        turn("low + (high - low) * (i % 97) / 100")
    );
    flood(page, &step).await;
    act::click(page, &view_link("loading")).await;
    check::link_has(page, "view", Some("loading")).await;
    check::link_has(page, "p", Some(&last)).await;
    is_within_the_limit(page).await;
}

/// The first turn is written at once, the second waits, and then the reader goes elsewhere.
pub(crate) async fn the_figure_that_is_left_keeps_its_last_turn(page: &Page) {
    act::open(page, "/?p=0.95").await;
    let last = p_at_the_end(page).await;
    let link = one(&view_link("size"));
    let turn_and_leave = format!(
        "{} {} await new Promise(requestAnimationFrame);
         {} await new Promise(requestAnimationFrame);
         {link}.click(); return true",
        slider(),
        turn("low"),
        turn("high"),
    );
    page.wait(&turn_and_leave).await;
    check::link_has(page, "view", Some("size")).await;
    check::link_has(page, "p", Some(&last)).await;
    // By script: the button of Safari passes over entries that no hand has made.
    page.run("history.back()", &[]).await;
    check::link_has(page, "view", None).await;
    check::link_has(page, "p", Some(&last)).await;
}

/// Another page of the site may have used up what the browser allows.
pub(crate) async fn a_refused_write_is_made_good(page: &Page) {
    act::open(page, "/?p=0.95").await;
    let last = p_at_the_end(page).await;
    let refuse = "
        const write = history.replaceState;
        window.refusals = 0;
        history.replaceState = function (...all) {
            if (window.refusals++ < 5) throw new DOMException('too many', 'SecurityError');
            return write.apply(this, all);
        };";
    let turns = [slider(), turn("low"), turn("high")].concat();
    page.run(&format!("{refuse} {turns} {}", turn("low")), &[])
        .await;
    // The address stands behind until the browser gives in, and then tells the last turn.
    page.until("the browser gave in", "window.refusals > 5")
        .await;
    let first = act::link_change(page, "p", &last).await;
    page.run(&[slider(), turn("high")].concat(), &[]).await;
    check::link_has(page, "p", Some(&last)).await;
    assert_ne!(first, last);
}

/// Turns the first curve's slider.
fn turn(value: &str) -> String {
    format!("slider.value = {value}; slider.dispatchEvent(new Event('input', {{bubbles: true}}));")
}

/// What the link says when the first curve's slider is at its upper end, where it now is.
async fn p_at_the_end(page: &Page) -> String {
    let end = format!("{} {}", slider(), turn("high"));
    page.run(&end, &[]).await;
    act::link_change(page, "p", "0.95").await
}

/// Takes steps, `i` being the number of each, and ends with the slider at its upper end.
async fn flood(page: &Page, step: &str) {
    let flood = format!(
        "{WATCH} {}
         for (let i = 0; window.Date.now() < start + {FLOOD_MS}; i++) {{
             {step}
             await new Promise(next => setTimeout(next));
         }}
         {} return true",
        slider(),
        turn("high"),
    );
    page.wait(&flood).await;
}

/// The slider of the first curve, and its ends.
fn slider() -> String {
    let slider = one(CURVE_SLIDER);
    format!("const slider = {slider}, low = +slider.min, high = +slider.max;")
}

/// In no 30 seconds of the flood was the history written more often than Safari allows.
async fn is_within_the_limit(page: &Page) {
    let times = page.value("times").await;
    let times: Vec<f64> = times
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Json::as_f64)
        .collect();
    let lasted = times.last().unwrap_or(&0.0) - times.first().unwrap_or(&0.0);
    assert!(
        lasted > WINDOW_MS,
        "{} writes in {lasted} ms only",
        times.len()
    );
    let within = |start: f64| {
        times
            .iter()
            .filter(|time| (start..=start + WINDOW_MS).contains(*time))
            .count()
    };
    let most = times.iter().map(|start| within(*start)).max().unwrap_or(0);
    // Fewer than a few would mean that there was no flood; how many depends on the machine.
    assert!(
        (MOST / 10..=MOST).contains(&most),
        "{most} writes in 30 seconds"
    );
}
