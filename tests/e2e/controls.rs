//! Handling the figures: keyboard, pointer, history.

use fantoccini::key::Key;

use super::{
    act, check,
    find::{self, CURVE_SLIDER, CURVES, dial, link_value, one, part, slider, text, view_link},
};
use crate::browser::{Engine, Page};

/// WebKitGTK's driver moves the mouse when it is asked for a finger.
pub(crate) const WITH_FINGERS: &[Engine] = &[Engine::Chromium, Engine::Firefox];

pub(crate) async fn curves_and_dials_work_by_keyboard(page: &Page) {
    act::open(page, "/?p=0.95&n=10000").await;
    let sentence = part("speedup", "sentence");

    // In the order of the page: behind its end, the focus may go to the browser's own buttons.
    let before = page.until("there is a sentence", &text(&sentence)).await;
    act::tab_to(page, &dial("n")).await;
    act::press(page, Key::Up).await;
    let n = act::link_change(page, "n", "10000").await;
    assert!(
        n.parse::<u32>().is_ok_and(|n| n > 10_000),
        "ArrowUp made n {n}"
    );
    check::differs(page, &sentence, &before).await;

    let before = page.value(&text(&sentence)).await;
    act::tab_to(page, CURVE_SLIDER).await;
    act::press(page, Key::Left).await;
    act::link_change(page, "p", "0.95").await;
    check::differs(page, &sentence, &before).await;
}

pub(crate) async fn the_model_size_works_by_keyboard(page: &Page) {
    act::open(page, "/?view=size&params=70").await;
    let sentence = part("size", "sentence");
    let before = page.until("there is a sentence", &text(&sentence)).await;
    act::tab_to(page, &slider("size", "params")).await;
    act::press(page, Key::Right).await;
    act::link_change(page, "params", "70").await;
    check::differs(page, &sentence, &before).await;
}

pub(crate) async fn a_figure_is_reset(page: &Page) {
    act::open(page, "/?p=0.5&n=128").await;
    act::click(page, &part("speedup", "reset")).await;
    check::link_has(page, "p", None).await;
    check::link_has(page, "n", None).await;
}

pub(crate) async fn the_operating_line_is_dragged(page: &Page) {
    // One low curve leaves the middle of the chart to the line.
    act::open(page, "/?p=0.5&n=64").await;
    let chart = part("speedup", "chart");
    page.value(&format!(
        "{}.scrollIntoView({{block: 'center', behavior: 'instant'}})",
        one(&chart)
    ))
    .await;
    let (x, y) = operating_line(page, &chart).await;
    act::drag(page, (x, y), (x + 120.0, y)).await;
    let n = act::link_change(page, "n", "64").await;
    assert!(
        n.parse::<u32>().is_ok_and(|n| n > 64),
        "dragging to the right made n {n}"
    );
}

pub(crate) async fn the_operating_line_is_dragged_with_a_finger(page: &Page) {
    // As narrow as every browser's window can be: in a frame there would be no link to look at.
    page.resize(500, 844, 2.0).await;
    act::open(page, "/?p=0.5&n=64").await;
    let chart = part("speedup", "chart");
    page.value(&format!(
        "{}.scrollIntoView({{block: 'center', behavior: 'instant'}})",
        one(&chart)
    ))
    .await;
    let (x, y) = operating_line(page, &chart).await;
    let scrolled = page.value("scrollY").await;
    act::drag_with_a_finger(page, (x, y), (x + 60.0, y + 30.0)).await;
    let n = act::link_change(page, "n", "64").await;
    assert!(
        n.parse::<u32>().is_ok_and(|n| n > 64),
        "dragging to the right made n {n}"
    );
    assert_eq!(page.value("scrollY").await, scrolled, "the page stays");
}

/// A point on the operating line: where the cursor says that something moves sideways.
async fn operating_line(page: &Page, chart: &str) -> (f64, f64) {
    let [left, top, width, height] = find::rectangle(page, chart).await;
    let y = top + height / 2.0;
    let mut x = left;
    while x < left + width {
        act::hover(page, (x, y)).await;
        // The cursor may change with the next frame only.
        let script =
            "await new Promise(requestAnimationFrame); await new Promise(requestAnimationFrame);";
        let at_point = format!("getComputedStyle(document.elementFromPoint({x}, {y})).cursor");
        let cursor = page.wait(&format!("{script} return {at_point}")).await;
        if cursor == "ew-resize" || cursor == "col-resize" {
            return (x, y);
        }
        x += 5.0;
    }
    panic!("nowhere on the chart does the cursor show a handle");
}

pub(crate) async fn back_and_forward_move_between_figures(page: &Page) {
    act::open(page, "/").await;
    act::click(page, &view_link("size")).await;
    check::link_has(page, "view", Some("size")).await;
    act::back(page).await;
    check::link_has(page, "view", None).await;
    act::forward(page).await;
    check::link_has(page, "view", Some("size")).await;
    check::is_seen(page, &part("size", "sentence")).await;
}

pub(crate) async fn a_jump_within_the_page_changes_nothing(page: &Page) {
    act::open(page, "/?p=0.95").await;
    let curve = one(CURVE_SLIDER);
    // The first write leaves at once, the second one waits; the jump must not make it forgotten.
    let turn_and_jump = format!(
        "const slider = {curve};
         for (const value of [0.2, 0.3]) {{
             slider.value = value;
             slider.dispatchEvent(new Event('input', {{bubbles: true}}));
             await new Promise(requestAnimationFrame);
         }}
         location.hash = 'main'; return true"
    );
    page.wait(&turn_and_jump).await;
    let state = "new URL(document.querySelector('[data-part=link]').value).searchParams.get('p')";
    let (p, hash) = (link_value("p"), "location.hash === '#main'");
    let kept = format!("{p} !== '0.95' && {p} === {state} && {hash} && {curve}.value > 0.25");
    page.until("the second turn is in the link", &kept).await;
}

pub(crate) async fn curves_are_added_and_removed(page: &Page) {
    act::open(page, "/?p=0.5_0.9").await;
    let count = format!("document.querySelectorAll('{CURVES}').length");
    page.until("there are two curves", &format!("{count} === 2"))
        .await;
    act::click(page, &part("speedup", "add-curve")).await;
    page.until("a third curve is there", &format!("{count} === 3"))
        .await;
    page.until(
        "the link has it",
        &format!("{}.split('_').length === 3", link_value("p")),
    )
    .await;
    act::click(page, &part("speedup", "remove-curve")).await;
    page.until("a curve is gone", &format!("{count} === 2"))
        .await;
}
