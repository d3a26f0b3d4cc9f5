//! Copying text, which many hosts refuse.

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::JsCast as _;
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlDocument, HtmlInputElement, HtmlTextAreaElement};

/// Puts `text` on the clipboard; `true` only when the browser says it is there.
///
/// Some browsers have no clipboard, or one that throws on the bare access, so all is looked up by name.
pub async fn copy(text: String) -> bool {
    let Some(navigator) = web_sys::window().map(|w| w.navigator()) else {
        return false;
    };
    let write = || {
        let clipboard = Reflect::get(&navigator, &"clipboard".into()).ok()?;
        let write = Reflect::get(&clipboard, &"writeText".into()).ok()?;
        let write = write.dyn_into::<Function>().ok()?;
        let promise = write.call1(&clipboard, &text.into()).ok()?;
        promise.dyn_into::<Promise>().ok()
    };
    match write() {
        Some(promise) => JsFuture::from(promise).await.is_ok(),
        None => false,
    }
}

/// Focuses a text field, selects all of it and copies it in the old way, which some hosts allow that
/// refuse the clipboard. Where that is refused too, the text stays selected for copying by key.
pub fn select_and_copy(field: &web_sys::HtmlElement) -> bool {
    field.focus().ok();
    if let Some(input) = field.dyn_ref::<HtmlInputElement>() {
        input.select();
    } else if let Some(area) = field.dyn_ref::<HtmlTextAreaElement>() {
        area.select();
    }
    let document = web_sys::window().and_then(|w| w.document());
    let document = document.and_then(|d| d.dyn_into::<HtmlDocument>().ok());
    document.is_some_and(|document| document.exec_command("copy").unwrap_or(false))
}
