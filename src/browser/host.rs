//! The page that this one stands in: telling it our height, and listening to what it asks.

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::MessageEvent;

use super::on_resize;
use crate::paint::Size;

/// What a message to or from the host is about stands in its `type`, behind this.
const PREFIX: &str = "amdahl-explorer:";

/// The answer to a host: the state and nothing else.
#[derive(Debug)]
pub struct Answer {
    /// The canonical query of the state.
    pub query: String,
    /// The address of the whole page in that state.
    pub link: String,
    /// What was not understood, `key=value` each.
    pub refused: Vec<String>,
}

/// Calls `act` with the size of everything on the page, now and whenever it changes.
pub fn on_page_resize(act: impl Fn(Size) + 'static) {
    let body = web_sys::window().and_then(|w| w.document()?.body());
    if let Some(body) = body {
        on_resize(&body, act);
    }
}

/// Tells the host how high the page is, in CSS pixels.
pub fn tell_height(height: u32) {
    let message = message("height", &[("height", height.into())]);
    // Any page may hold the frame, and may know how high it is.
    post(&message, "*");
}

/// Calls `act` for every request of the host, with the query it wants set if it wants one, and sends
/// the answer back. Only the page that holds the frame is listened to.
pub fn on_host_request(act: impl Fn(Option<String>) -> Answer + 'static) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let parent = window.parent().ok().flatten();
    let listener = Closure::<dyn Fn(MessageEvent)>::new(move |event: MessageEvent| {
        let source = event.source();
        let is_host = source.is_some_and(|source| {
            parent
                .as_ref()
                .is_some_and(|parent| Object::is(&source, parent))
        });
        let field = |name: &str| Reflect::get(&event.data(), &name.into()).ok();
        let kind = field("type").and_then(|kind| kind.as_string());
        let kind = kind.as_deref().and_then(|kind| kind.strip_prefix(PREFIX));
        let wanted = match kind {
            Some("get") if is_host => None,
            Some("set") if is_host => field("query").and_then(|query| query.as_string()),
            _ => return,
        };
        let is_malformed = kind == Some("set") && wanted.is_none();
        let Answer {
            query,
            link,
            mut refused,
        } = act(wanted);
        if is_malformed {
            refused.push("query=".into());
        }
        let refused: Array = refused.into_iter().map(JsValue::from).collect();
        let answer = message(
            "state",
            &[
                ("query", query.into()),
                ("link", link.into()),
                ("refused", refused.into()),
            ],
        );
        let origin = event.origin();
        // An opaque origin cannot be named; the answer holds nothing but the state.
        let is_opaque = origin.is_empty() || origin == "null";
        post(&answer, if is_opaque { "*" } else { &origin });
    });
    window
        .add_event_listener_with_callback("message", listener.as_ref().unchecked_ref())
        .ok();
    // The page listens as long as it lives.
    listener.forget();
}

fn message(kind: &str, fields: &[(&str, JsValue)]) -> Object {
    let object = Object::new();
    let kind = ("type", JsValue::from([PREFIX, kind].concat()));
    for (name, value) in std::iter::once(&kind).chain(fields) {
        Reflect::set(&object, &(*name).into(), value).ok();
    }
    object
}

/// A host that is gone or refuses is not an error.
fn post(message: &Object, origin: &str) {
    if let Some(parent) = web_sys::window().and_then(|w| w.parent().ok().flatten()) {
        parent.post_message(message, origin).ok();
    }
}
