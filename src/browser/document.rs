//! The document around the application.

use wasm_bindgen::JsCast as _;
use web_sys::{
    Document, FocusOptions, HtmlDialogElement, HtmlElement, ScrollBehavior, ScrollIntoViewOptions,
};

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

fn set_root(name: &str, value: &str) {
    if let Some(root) = document().and_then(|d| d.document_element()) {
        root.set_attribute(name, value).ok();
    }
}

/// Takes the static page away; the live one stands in its place in the same turn.
pub fn hide_static_page() {
    if let Some(page) = document().and_then(|d| d.get_element_by_id("static")) {
        page.remove();
    }
}

/// Says that the page answers, for style sheets and tests.
pub fn mark_live() {
    set_root("data-live", "");
}

/// The language of the document, as a BCP 47 tag.
pub fn set_language(tag: &str) {
    set_root("lang", tag);
}

/// `auto`, `light` or `dark`.
pub fn set_theme(word: &str) {
    set_root("data-theme", word);
}

/// The title of the window.
pub fn set_title(title: &str) {
    if let Some(document) = document() {
        document.set_title(title);
    }
}

/// Whether the `<details>` that an event comes from is open.
pub fn is_open(event: &web_sys::Event) -> bool {
    let element = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    element.is_some_and(|element| element.has_attribute("open"))
}

/// Moves the focus to the first element that the selector names.
pub fn focus(selector: &str) {
    let element = document().and_then(|d| d.query_selector(selector).ok().flatten());
    if let Some(element) = element.and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        element.focus().ok();
    }
}

/// Opens a `<dialog>` over the page. A browser that knows none shows it where it stands.
pub fn show_modal(element: &HtmlElement) {
    let dialog = element.dyn_ref::<HtmlDialogElement>();
    if dialog.is_none_or(|dialog| dialog.show_modal().is_err()) {
        element.set_attribute("open", "").ok();
    }
}

/// Brings a figure into sight and moves the focus there, for keyboards and screen readers.
pub fn scroll_to_view(id: &str) {
    let Some(document) = document() else { return };
    let Ok(Some(section)) = document.query_selector(&format!("section[data-view={id}]")) else {
        return;
    };
    let options = ScrollIntoViewOptions::new();
    options.set_behavior(ScrollBehavior::Auto);
    section.scroll_into_view_with_scroll_into_view_options(&options);
    if let Some(section) = section.dyn_ref::<HtmlElement>() {
        // By itself, focus has Firefox and Safari scroll on to the middle of the figure.
        let stay = FocusOptions::new();
        stay.set_prevent_scroll(true);
        section.focus_with_options(&stay).ok();
    }
}
