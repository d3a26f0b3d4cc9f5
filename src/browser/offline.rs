//! Having the page at hand without a network.

use js_sys::Reflect;

/// Asks the browser to keep the page for later visits, where it can: not in somebody else's frame, and
/// not from a disk. The work is done by `public/sw.js`; a browser that refuses is not an error.
pub fn keep_for_later() {
    let Some(window) = web_sys::window() else {
        return;
    };
    let navigator = window.navigator();
    // Where it is refused the property itself is missing, or throws.
    let there = Reflect::get(&navigator, &"serviceWorker".into());
    if window.is_secure_context() && there.is_ok_and(|workers| workers.is_object()) {
        let promise = navigator.service_worker().register("sw.js");
        wasm_bindgen_futures::spawn_local(async move {
            wasm_bindgen_futures::JsFuture::from(promise).await.ok();
        });
    }
}
