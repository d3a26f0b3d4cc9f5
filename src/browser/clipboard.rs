//! Copying text, which many hosts refuse.

use wasm_bindgen::JsCast as _;
use web_sys::{HtmlDocument, HtmlInputElement, HtmlTextAreaElement, js_sys};

/// Puts `text` on the clipboard; `true` only when the browser says it is there.
///
/// Older browsers have no clipboard and throw on the bare access, so it is looked up by name first.
pub async fn copy(text: String) -> bool {
    let Some(navigator) = web_sys::window().map(|w| w.navigator()) else {
        return false;
    };
    let there = js_sys::Reflect::get(&navigator, &"clipboard".into());
    if there.is_ok_and(|clipboard| clipboard.is_undefined() || clipboard.is_null()) {
        return false;
    }
    let promise = navigator.clipboard().write_text(&text);
    wasm_bindgen_futures::JsFuture::from(promise).await.is_ok()
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
