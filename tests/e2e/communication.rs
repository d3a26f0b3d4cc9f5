//! The communication figure.

use fantoccini::key::Key;

use super::{
    act, check,
    find::{part, slider, text},
};
use crate::browser::Page;

pub(crate) async fn overlap_is_turned_by_keyboard(page: &Page) {
    act::open(page, "/?view=communication").await;
    let sentence = part("communication", "sentence");
    let before = page.until("there is a sentence", &text(&sentence)).await;
    act::tab_to(page, &slider("communication", "overlap")).await;
    act::press(page, Key::End).await;
    check::link_has(page, "ovdp", Some("1")).await;
    check::link_has(page, "ovtp", Some("1")).await;
    check::differs(page, &sentence, &before).await;
    act::reload(page).await;
    check::shows(page, &sentence, &["100"]).await;
}

pub(crate) async fn what_cannot_be_is_said_and_mended(page: &Page) {
    act::open(page, "/?view=communication&jobn=12300").await;
    let note = "section[data-view=communication] .controls > .problem";
    check::shows(page, note, &["64", "12\u{202f}288"]).await;
    act::click(page, "[data-action=nearest]").await;
    check::link_has(page, "jobn", None).await;
}
