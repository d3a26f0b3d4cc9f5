//! The loading figure: what its links say, and its sliders by keyboard.

use fantoccini::key::Key;

use serde_json::json;

use super::{
    act, check,
    find::{is_visible, one, part, slider, text},
};
use crate::browser::{Engine, Page};

/// Only Chromium's driver sets what a reader prefers.
pub(crate) const WITH_PREFERENCES: &[Engine] = &[Engine::Chromium];

const PLAY: &str = "[data-chart=timeline] [data-part=play]";
const READOUT: &str = "[data-chart=timeline] [data-part=readout]";

pub(crate) async fn a_faster_gpu_behind_a_slow_loader_gains_little(page: &Page) {
    let sentence = part("loading", "sentence");
    act::open(page, "/?view=loading").await;
    check::shows(page, &sentence, &["9.1\u{202f}%", "11\u{202f}ms"]).await;
    act::open(page, "/?view=loading&faster=10").await;
    check::shows(page, &sentence, &["10\u{d7}", "10.1\u{202f}ms"]).await;
    check::link_has(page, "faster", Some("10")).await;
}

pub(crate) async fn the_loaders_work_by_keyboard(page: &Page) {
    act::open(page, "/?view=loading&workers=4").await;
    let sentence = part("loading", "sentence");
    let before = page.until("there is a sentence", &text(&sentence)).await;
    act::tab_to(page, &slider("loading", "workers")).await;
    act::press(page, Key::Right).await;
    act::link_change(page, "workers", "4").await;
    check::differs(page, &sentence, &before).await;
}

pub(crate) async fn the_schedule_is_watched_as_it_happens(page: &Page) {
    act::open(page, "/?view=loading").await;
    act::click(page, PLAY).await;
    let is_there = format!("{} !== null", one(READOUT));
    page.until("the reading line runs", &is_there).await;
    let first = page.value(&text(READOUT)).await;
    check::differs(page, READOUT, &first).await;
    let is_gone = format!("{} === null", one(READOUT));
    page.until("it ends by itself", &is_gone).await;
    act::click(page, PLAY).await;
    page.until("it runs again", &is_there).await;
    act::click(page, PLAY).await;
    page.until("it is stopped", &is_gone).await;
}

pub(crate) async fn who_asks_for_less_motion_gets_none(page: &Page) {
    act::open(page, "/?view=loading").await;
    check::is_seen(page, PLAY).await;
    let wish = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
    page.devtools("Emulation.setEmulatedMedia", wish).await;
    let is_hidden = format!("!{}", is_visible(PLAY));
    page.until("there is nothing to play", &is_hidden).await;
}
