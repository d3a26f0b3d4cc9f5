//! What the browser tells about size, sight and scheme.

use leptos::prelude::{ReadSignal, Set as _, signal};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit,
    ResizeObserver, ResizeObserverEntry,
};

use crate::paint::Size;

/// Device pixels per CSS pixel.
pub fn device_pixel_ratio() -> f64 {
    web_sys::window()
        .map_or(1.0, |w| w.device_pixel_ratio())
        .clamp(0.25, 8.0)
}

/// Width of the window or frame in CSS pixels, scroll bars included; zero where it is not told.
pub fn viewport_width() -> f64 {
    let width = web_sys::window().and_then(|w| w.inner_width().ok());
    width.and_then(|width| width.as_f64()).unwrap_or(0.0)
}

/// Calls `act` with the element's size now and whenever it changes, for as long as the page lives.
pub fn on_resize(element: &Element, act: impl Fn(Size) + 'static) {
    let measure = move |element: &Element| {
        let rect = element.get_bounding_client_rect();
        act(Size {
            width: rect.width(),
            height: rect.height(),
        });
    };
    measure(element);
    // The closure lives as long as the page and must not keep the element: canvases are large.
    let callback = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
        let last = entries.iter().next_back();
        if let Some(entry) = last.and_then(|e| e.dyn_into::<ResizeObserverEntry>().ok()) {
            measure(&entry.target());
        }
    });
    if let Ok(observer) = ResizeObserver::new(callback.as_ref().unchecked_ref()) {
        observer.observe(element);
    }
    callback.forget();
}

/// Calls `act` when the element comes near the screen or leaves it.
pub fn on_visibility(element: &Element, act: impl Fn(bool) + 'static) {
    let callback = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
        // The last one is the newest.
        let last = entries.iter().next_back();
        if let Some(entry) = last.and_then(|e| e.dyn_into::<IntersectionObserverEntry>().ok()) {
            act(entry.is_intersecting());
        }
    });
    let options = IntersectionObserverInit::new();
    options.set_root_margin("240px");
    if let Ok(observer) =
        IntersectionObserver::new_with_options(callback.as_ref().unchecked_ref(), &options)
    {
        observer.observe(element);
    }
    callback.forget();
}

/// Whether the reader's system prefers a dark scheme, followed as it changes.
pub fn dark_scheme() -> ReadSignal<bool> {
    let query = web_sys::window()
        .and_then(|w| w.match_media("(prefers-color-scheme: dark)").ok().flatten());
    let (dark, set_dark) = signal(query.as_ref().is_some_and(web_sys::MediaQueryList::matches));
    if let Some(query) = query {
        let watched = query.clone();
        let callback = Closure::<dyn Fn()>::new(move || set_dark.set(watched.matches()));
        query
            .add_event_listener_with_callback("change", callback.as_ref().unchecked_ref())
            .ok();
        callback.forget();
    }
    dark
}
