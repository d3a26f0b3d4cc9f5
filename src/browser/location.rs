//! The address bar: reading it, and writing it seldom and never in a frame.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};

use super::Throttle;

/// Safari refuses more than 100 writes in 30 seconds, and other browsers throttle too.
const INTERVAL_MS: f64 = 300.0;

/// What stands behind `?` in the address bar.
pub fn query() -> String {
    web_sys::window()
        .and_then(|w| w.location().search().ok())
        .unwrap_or_default()
}

/// The whole address of this page with another query; empty when the browser does not tell.
pub fn link_to(query: &str) -> String {
    let Some(location) = web_sys::window().map(|w| w.location()) else {
        return String::new();
    };
    let href = location.href().unwrap_or_default();
    let page = href.split(['?', '#']).next().unwrap_or_default();
    if query.is_empty() {
        page.to_owned()
    } else {
        format!("{page}?{query}")
    }
}

/// Whether the page stands in somebody else's page.
pub fn embedded_in_frame() -> bool {
    let Some(window) = web_sys::window() else {
        return false;
    };
    match window.top() {
        Ok(Some(top)) => !js_is(&window, &top),
        // An access that is refused comes from a frame.
        _ => true,
    }
}

fn js_is(a: &JsValue, b: &JsValue) -> bool {
    js_sys::Object::is(a, b)
}

/// Calls `act` after Back and Forward.
pub fn on_history(act: impl Fn() + 'static) {
    let Some(window) = web_sys::window() else {
        return;
    };
    let listener = Closure::<dyn Fn()>::new(act);
    window
        .add_event_listener_with_callback("popstate", listener.as_ref().unchecked_ref())
        .ok();
    // The page listens as long as it lives.
    listener.forget();
}

/// Writes the state into the address bar: at the most once per 300 ms, the last write kept.
#[derive(Clone, Debug)]
pub struct LinkWriter {
    pending: Rc<RefCell<Option<String>>>,
    /// The query in the address bar, as far as the page knows.
    shown: Rc<RefCell<String>>,
    throttle: Throttle,
}

impl Default for LinkWriter {
    fn default() -> Self {
        let pending = Rc::new(RefCell::new(None));
        let shown = Rc::new(RefCell::new(query()));
        let (waiting, known) = (Rc::clone(&pending), Rc::clone(&shown));
        Self {
            pending,
            shown,
            throttle: Throttle::new(INTERVAL_MS, move || write(&waiting, &known, false)),
        }
    }
}

impl LinkWriter {
    /// Replaces the query, now or when the interval is over.
    pub fn replace(&self, query: String) {
        *self.pending.borrow_mut() = Some(query);
        self.throttle.call();
    }

    /// Adds an entry to the history: for a change of figure, and nothing else.
    pub fn push(&self, query: String) {
        // What was still waiting belongs to the entry that is left.
        write(&self.pending, &self.shown, false);
        *self.pending.borrow_mut() = Some(query);
        write(&self.pending, &self.shown, true);
    }

    /// Whether the address bar has moved on by itself; what was waiting is forgotten then. A jump to
    /// a place of the page (`#…`) is none.
    pub fn has_moved(&self) -> bool {
        let now = query();
        let moved = *self.shown.borrow() != now;
        if moved {
            *self.shown.borrow_mut() = now;
            *self.pending.borrow_mut() = None;
        }
        moved
    }
}

/// A browser that refuses is not an error: the state is in the page all the same.
fn write(pending: &RefCell<Option<String>>, shown: &RefCell<String>, push: bool) {
    let Some(query) = pending.borrow_mut().take() else {
        return;
    };
    let Some(history) = web_sys::window().and_then(|w| w.history().ok()) else {
        return;
    };
    let link = link_to(&query);
    if push {
        history
            .push_state_with_url(&JsValue::NULL, "", Some(&link))
            .ok();
    } else {
        history
            .replace_state_with_url(&JsValue::NULL, "", Some(&link))
            .ok();
    }
    *shown.borrow_mut() = self::query();
}
