//! The document around the application.

use std::cell::Cell;
use std::sync::Once;

use leptos::prelude::request_animation_frame;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
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

/// Whether the page is one file, with nothing of the site beside it: `make single` says so.
pub fn is_single_file() -> bool {
    document()
        .and_then(|d| d.document_element())
        .is_some_and(|root| root.has_attribute("data-single"))
}

/// Where the site was to be published when it was built, if that was said.
pub(super) fn published_address() -> Option<String> {
    let named = document()?.query_selector("meta[property='og:url']");
    named.ok()??.get_attribute("content")
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
///
/// A frame as high as its figure has its middle anywhere: there the dialog opens where the reader is,
/// beside what has the focus.
pub fn show_modal(element: &HtmlElement) {
    let opener = document().and_then(|d| d.active_element());
    let opener = opener.filter(|opener| opener.tag_name() != "BODY");
    let dialog = element.dyn_ref::<HtmlDialogElement>();
    if dialog.is_none_or(|dialog| dialog.show_modal().is_err()) {
        element.set_attribute("open", "").ok();
    }
    let window = web_sys::window().and_then(|w| w.inner_height().ok()?.as_f64());
    if let (true, Some(opener), Some(height)) = (super::embedded_in_frame(), opener, window) {
        let near = opener.get_bounding_client_rect().bottom() - f64::from(element.offset_height());
        let last = height - f64::from(element.offset_height()) - 10.0;
        let top = near.min(last).max(10.0);
        let style = element.style();
        style.set_property("margin-top", &format!("{top}px")).ok();
    }
}

/// Closes a `<dialog>`, which tells so by its `close` event; `false` if the browser knows none.
pub fn close_modal(element: &HtmlElement) -> bool {
    let dialog = element.dyn_ref::<HtmlDialogElement>();
    let is_open = dialog.filter(|dialog| dialog.open());
    is_open.inspect(|dialog| dialog.close()).is_some()
}

thread_local! {
    /// Whether the window is to stay at the figure that was scrolled to last.
    static STAYS: Cell<bool> = const { Cell::new(false) };
}

/// Brings a figure into sight and moves the focus there, for keyboards and screen readers. The window
/// stays there while figures above it get their heights, until the reader does something.
pub fn scroll_to_view(id: &str) {
    static LISTEN: Once = Once::new();
    let Some(document) = document() else { return };
    let Ok(Some(section)) = document.query_selector(&format!("section[data-view={id}]")) else {
        return;
    };
    let Ok(section) = section.dyn_into::<HtmlElement>() else {
        return;
    };
    LISTEN.call_once(listen_to_hands);
    STAYS.set(true);
    scroll_to(&section, ScrollBehavior::Auto);
    // By itself, focus has Firefox and Safari scroll on to the middle of the figure.
    let stay = FocusOptions::new();
    stay.set_prevent_scroll(true);
    section.focus_with_options(&stay).ok();
    let aim = Aim::now(&section);
    stay_at(section, aim, aim.top, 0, 0);
}

/// [`scroll_to_view`] once more, unless the reader has done something since.
pub fn stay_at_view(id: &str) {
    if STAYS.get() {
        scroll_to_view(id);
    }
}

fn listen_to_hands() {
    let Some(window) = web_sys::window() else {
        return;
    };
    let listener = Closure::<dyn Fn()>::new(|| STAYS.set(false));
    for event in ["wheel", "pointerdown", "keydown"] {
        window
            .add_event_listener_with_callback_and_bool(
                event,
                listener.as_ref().unchecked_ref(),
                true,
            )
            .ok();
    }
    // The page listens as long as it lives.
    listener.forget();
}

fn scroll_to(section: &HtmlElement, behavior: ScrollBehavior) {
    let options = ScrollIntoViewOptions::new();
    options.set_behavior(behavior);
    section.scroll_into_view_with_scroll_into_view_options(&options);
}

/// Where a figure is, in pixels.
#[derive(Clone, Copy)]
struct Aim {
    /// From the top of the window.
    top: f64,
    /// From the top of the page: scrolling does not change it.
    place: f64,
}

impl Aim {
    fn now(section: &HtmlElement) -> Self {
        let top = section.get_bounding_client_rect().top();
        let scrolled = web_sys::window().and_then(|w| w.scroll_y().ok());
        Self {
            top,
            place: top + scrolled.unwrap_or_default(),
        }
    }
}

/// The figures on the way get their heights when they come near the window, which moves what lies
/// below them: when it stands still elsewhere on the page, the figure is scrolled to once more.
fn stay_at(section: HtmlElement, aim: Aim, last_top: f64, frames_still: u32, frames: u32) {
    /// Two seconds, for a window whose end comes before the figure's head can be at its own.
    const MOST_FRAMES: u32 = 120;
    const STILL: u32 = 3;
    if frames == MOST_FRAMES {
        return;
    }
    request_animation_frame(move || {
        if !STAYS.get() {
            return;
        }
        let now = Aim::now(&section);
        if (now.top - last_top).abs() >= 1.0 {
            stay_at(section, aim, now.top, 0, frames + 1);
        } else if frames_still < STILL {
            stay_at(section, aim, now.top, frames_still + 1, frames + 1);
        } else if (now.place - aim.place).abs() >= 1.0 {
            scroll_to(&section, ScrollBehavior::Instant);
            stay_at(section, now, now.top, 0, frames + 1);
        }
    });
}
