//! The address bar: reading it, and writing it seldom and never in a frame.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::{Rc, Weak};

use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast as _, JsValue};

use super::Throttle;

/// Safari refuses more than 100 writes in 30 seconds, and other browsers throttle too. This makes at
/// most 94, and leaves the rest to timers that come too early.
const INTERVAL_MS: f64 = 320.0;
/// A write that is refused is tried again so many times, half a minute: by then a browser that counts
/// has forgotten what others wrote. One that refuses on principle is left in peace.
const TRIES: u32 = 94;

/// What stands behind `?` in the address bar. Where an `&` has become `&#038;` on the way, the
/// browser takes the rest for a place in the page; it belongs to the query all the same.
pub fn query() -> String {
    let Some(location) = web_sys::window().map(|w| w.location()) else {
        return String::new();
    };
    let query = location.search().unwrap_or_default();
    let place = location.hash().unwrap_or_default();
    if query.ends_with('&') && place.contains(';') {
        query + &place
    } else {
        query
    }
}

thread_local! {
    /// What the address needs beside the state; see [`keep_foreign`].
    static FOREIGN: RefCell<String> = RefCell::default();
}

/// Keeps a piece of the query that is none of ours in every address of this page: a file in somebody's
/// store may be reached by a version or a signature.
pub fn keep_foreign(pieces: String) {
    FOREIGN.set(pieces);
}

/// The address of this page with another query, for this reader.
pub fn address_of(query: &str) -> String {
    let location = web_sys::window().map(|w| w.location());
    let href = location.and_then(|l| l.href().ok()).unwrap_or_default();
    // A page written into a frame has no address; `about:srcdoc` leads nowhere.
    let has_one = ["http", "file:"].iter().any(|way| href.starts_with(way));
    let page = href.split(['?', '#']).next().filter(|_| has_one);
    joined(page.unwrap_or_default(), query)
}

/// The address of this page with another query, for others; `None` where there is none, as for a file
/// on the reader's disk, unless the site was built for one.
pub fn link_to(query: &str) -> Option<String> {
    let location = web_sys::window().map(|w| w.location());
    let href = location.and_then(|l| l.href().ok()).unwrap_or_default();
    if href.starts_with("http") {
        Some(address_of(query))
    } else {
        let page = super::document::published_address()?;
        Some(with_query(&page, query))
    }
}

fn joined(page: &str, query: &str) -> String {
    let foreign = FOREIGN.with_borrow(Clone::clone);
    let pieces = [&*foreign, query]
        .into_iter()
        .filter(|piece| !piece.is_empty());
    with_query(page, &pieces.collect::<Vec<_>>().join("&"))
}

fn with_query(page: &str, query: &str) -> String {
    if query.is_empty() {
        page.to_owned()
    } else {
        [page, "?", query].concat()
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

/// Writes the state into the address bar: at the most once per 320 ms, the last write kept.
#[derive(Clone, Debug)]
pub struct LinkWriter(Rc<Writer>);

#[derive(Debug)]
struct Writer {
    /// What waits: of the entry that is left, its last query, and of the one that is new.
    pending: RefCell<VecDeque<Write>>,
    /// The query in the address bar, as far as the page knows.
    shown: RefCell<String>,
    /// How often the browser has refused since it last wrote.
    refused: Cell<u32>,
    throttle: Throttle,
}

#[derive(Debug)]
struct Write {
    query: String,
    /// Whether it is an entry of its own in the history.
    push: bool,
}

impl Default for LinkWriter {
    fn default() -> Self {
        Self(Rc::new_cyclic(|writer: &Weak<Writer>| {
            let writer = Weak::clone(writer);
            Writer {
                pending: RefCell::default(),
                shown: RefCell::new(query()),
                refused: Cell::new(0),
                throttle: Throttle::new(INTERVAL_MS, move || {
                    if let Some(writer) = writer.upgrade() {
                        writer.write();
                    }
                }),
            }
        }))
    }
}

impl LinkWriter {
    /// Replaces the query, now or when the interval is over.
    pub fn replace(&self, query: String) {
        self.0.want(query, false);
    }

    /// Adds an entry to the history: for a change of figure, and nothing else. Of entries that come
    /// sooner than the interval is over, the last one is added.
    pub fn push(&self, query: String) {
        self.0.want(query, true);
    }

    /// Whether the address bar has moved on by itself; what was waiting is forgotten then. A jump to
    /// a place of the page (`#…`) is none.
    pub fn has_moved(&self) -> bool {
        let now = query();
        let moved = *self.0.shown.borrow() != now;
        if moved {
            *self.0.shown.borrow_mut() = now;
            self.0.pending.borrow_mut().clear();
        }
        moved
    }
}

impl Writer {
    fn want(&self, query: String, push: bool) {
        let mut pending = self.pending.borrow_mut();
        match pending.back_mut() {
            // An entry takes every later query, but not those of the entry before it.
            Some(last) if last.push || !push => last.query = query,
            _ => pending.push_back(Write { query, push }),
        }
        drop(pending);
        self.throttle.call();
    }

    /// Does what has waited longest, and comes back for the rest. A browser that refuses is not an
    /// error, since the state is in the page all the same; it is asked again for a while.
    fn write(&self) {
        let Some(Write { query, push }) = self.pending.borrow_mut().pop_front() else {
            return;
        };
        if let Some(history) = web_sys::window().and_then(|w| w.history().ok()) {
            let link = address_of(&query);
            let written = if push {
                history.push_state_with_url(&JsValue::NULL, "", Some(&link))
            } else {
                history.replace_state_with_url(&JsValue::NULL, "", Some(&link))
            };
            let refused = if written.is_err() {
                self.refused.get() + 1
            } else {
                0
            };
            self.refused.set(refused % TRIES);
            if (1..TRIES).contains(&refused) {
                self.pending.borrow_mut().push_front(Write { query, push });
            }
            *self.shown.borrow_mut() = self::query();
        }
        if !self.pending.borrow().is_empty() {
            self.throttle.call();
        }
    }
}
