//! Pointers: where they are, and whom they belong to.

use leptos::ev::PointerEvent;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;
use web_sys::{AddEventListenerOptions, Element, TouchEvent};

use crate::paint::Place;

/// Where the pointer is within the element that listens, in CSS pixels.
pub fn place_within(event: &PointerEvent) -> Option<Place> {
    let element: Element = event.current_target()?.dyn_into().ok()?;
    Some(place_in(
        &element,
        f64::from(event.client_x()),
        f64::from(event.client_y()),
    ))
}

fn place_in(element: &Element, x: f64, y: f64) -> Place {
    let rect = element.get_bounding_client_rect();
    Place {
        x: x - rect.left(),
        y: y - rect.top(),
    }
}

/// Sends all that follows of this pointer to the element that listens.
pub fn capture(event: &PointerEvent) {
    if let Some(element) = event
        .current_target()
        .and_then(|t| t.dyn_into::<Element>().ok())
    {
        element.set_pointer_capture(event.pointer_id()).ok();
    }
}

/// Keeps the page from scrolling under a finger that `wanted` says is dragging something. Only a
/// listener that is not passive may do so, and only at the first touch.
pub fn keep_touches(element: &Element, wanted: impl Fn(Place) -> bool + 'static) {
    // The closure lives as long as the page and must not keep the element.
    let callback = Closure::<dyn Fn(TouchEvent)>::new(move |event: TouchEvent| {
        let target = event.current_target();
        let element = target.and_then(|target| target.dyn_into::<Element>().ok());
        let (Some(element), Some(touch)) = (element, event.touches().get(0)) else {
            return;
        };
        if wanted(place_in(
            &element,
            f64::from(touch.client_x()),
            f64::from(touch.client_y()),
        )) {
            event.prevent_default();
        }
    });
    let options = AddEventListenerOptions::new();
    options.set_passive(false);
    element
        .add_event_listener_with_callback_and_add_event_listener_options(
            "touchstart",
            callback.as_ref().unchecked_ref(),
            &options,
        )
        .ok();
    callback.forget();
}
