//! What the browser tells about size, sight and scheme.

use leptos::prelude::{ReadSignal, Set as _, signal};
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{
    Element, IntersectionObserver, IntersectionObserverEntry, IntersectionObserverInit,
    ResizeObserver,
};

use crate::paint::Size;

/// Device pixels per CSS pixel.
pub fn device_pixel_ratio() -> f64 {
    web_sys::window()
        .map_or(1.0, |w| w.device_pixel_ratio())
        .clamp(0.25, 8.0)
}

/// Calls `act` with the element's size now and whenever it changes, for as long as the page lives.
pub fn on_resize(element: &Element, act: impl Fn(Size) + 'static) {
    let watched = element.clone();
    let measure = move || {
        let rect = watched.get_bounding_client_rect();
        act(Size {
            width: rect.width(),
            height: rect.height(),
        });
    };
    measure();
    let callback = Closure::<dyn Fn()>::new(measure);
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
