//! The document around the application.

use leptos::prelude::request_animation_frame;
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
    let Ok(section) = section.dyn_into::<HtmlElement>() else {
        return;
    };
    scroll_to(&section, ScrollBehavior::Auto);
    // By itself, focus has Firefox and Safari scroll on to the middle of the figure.
    let stay = FocusOptions::new();
    stay.set_prevent_scroll(true);
    section.focus_with_options(&stay).ok();
    stay_at(section, f64::NAN, 0, 0);
}

fn scroll_to(section: &HtmlElement, behavior: ScrollBehavior) {
    let options = ScrollIntoViewOptions::new();
    options.set_behavior(behavior);
    section.scroll_into_view_with_scroll_into_view_options(&options);
}

/// The figures on the way get their heights when they come near the window, which moves what lies
/// below them: when it stands still, the figure is scrolled to once more, until that moves nothing.
fn stay_at(section: HtmlElement, last: f64, frames_still: u32, frames: u32) {
    /// Two seconds, for a window whose end comes before the figure's head can be at its own.
    const MOST_FRAMES: u32 = 120;
    const STILL: u32 = 3;
    if frames == MOST_FRAMES {
        return;
    }
    request_animation_frame(move || {
        let top = section.get_bounding_client_rect().top();
        if (top - last).abs() >= 1.0 || last.is_nan() {
            stay_at(section, top, 0, frames + 1);
        } else if frames_still < STILL {
            stay_at(section, top, frames_still + 1, frames + 1);
        } else {
            scroll_to(&section, ScrollBehavior::Instant);
            let moved = (section.get_bounding_client_rect().top() - top).abs() >= 1.0;
            if moved {
                stay_at(section, f64::NAN, 0, frames + 1);
            }
        }
    });
}
