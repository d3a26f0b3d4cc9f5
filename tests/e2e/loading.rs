//! The loading figure: what its links say, and its sliders by keyboard.

use fantoccini::key::Key;

use super::{
    act, check,
    find::{part, slider, text},
};
use crate::browser::Page;

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
