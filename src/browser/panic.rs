//! The last resort: a fault in our own code leaves a message with the state, not a dead page.

use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;

use crate::text::{self, Lang, tr};

use super::location::address_of;

thread_local! {
    /// The state as it was last written, also where the address bar never is.
    static CURRENT: std::cell::RefCell<String> = const { std::cell::RefCell::new(String::new()) };
}

/// Keeps the link to the present state for the worst case.
pub fn remember_link(query: String) {
    CURRENT.with(|current| current.replace(query));
}

/// From now on a panic shows a message with a link that reloads the current state.
///
/// The released page is compiled so that a panic is a trap without words, which costs no size: the
/// browser reports it as an error of WebAssembly. That also catches what no panic hook sees, such as
/// a stack that overflows.
pub fn show_panics() {
    #[cfg(debug_assertions)]
    std::panic::set_hook(Box::new(|info| {
        web_sys::console::error_1(&info.to_string().into());
    }));
    let callback = Closure::<dyn Fn(web_sys::ErrorEvent)>::new(|event: web_sys::ErrorEvent| {
        let error = event.error();
        if error.is_instance_of::<js_sys::WebAssembly::RuntimeError>()
            || error.is_instance_of::<js_sys::RangeError>()
        {
            let query = CURRENT.with(|c| c.try_borrow().map(|q| q.clone()).unwrap_or_default());
            show(&query);
        }
    });
    if let Some(window) = web_sys::window() {
        window
            .add_event_listener_with_callback("error", callback.as_ref().unchecked_ref())
            .ok();
    }
    callback.forget();
}

/// Nothing here may fail or touch the application, which is dead.
fn show(query: &str) -> Option<()> {
    let document = web_sys::window()?.document()?;
    let root = document.document_element()?;
    let lang = text::negotiate(root.get_attribute("lang").as_deref());
    let message = message(lang);
    if document.query_selector(".panic").ok()?.is_some() {
        return None;
    }
    let panel = document.create_element("div").ok()?;
    panel.set_attribute("role", "alert").ok()?;
    panel.set_attribute("class", "panic").ok()?;
    let words = document.create_element("p").ok()?;
    words.set_text_content(Some(message.0));
    let link = document.create_element("a").ok()?;
    link.set_attribute("href", &address_of(query)).ok()?;
    link.set_text_content(Some(message.1));
    panel.append_child(&words).ok()?;
    panel.append_child(&link).ok()?;
    document.body()?.prepend_with_node_1(&panel).ok()
}

fn message(lang: Lang) -> (&'static str, &'static str) {
    (tr!(lang, panic.title), tr!(lang, panic.reload))
}
