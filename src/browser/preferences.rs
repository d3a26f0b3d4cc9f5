//! The two things kept for a visitor, language and theme, where storage is allowed at all.

/// The version is part of the key, so that a change of meaning never reads old values.
fn storage_key(name: &str) -> String {
    format!("amdahl-explorer.1.{name}")
}

/// The kept value; `None` when there is none or the browser refuses (a sandboxed frame throws on
/// the bare access).
pub fn load_preference(name: &str) -> Option<String> {
    web_sys::window()?
        .local_storage()
        .ok()??
        .get_item(&storage_key(name))
        .ok()?
}

/// Keeps a value where it is allowed; elsewhere nothing happens.
pub fn save_preference(name: &str, value: &str) {
    let storage = web_sys::window().and_then(|w| w.local_storage().ok().flatten());
    if let Some(storage) = storage {
        storage.set_item(&storage_key(name), value).ok();
    }
}

/// The visitor's languages, the best first.
pub fn wanted_languages() -> Vec<String> {
    let navigator = web_sys::window().map(|w| w.navigator());
    navigator
        .map(|n| {
            n.languages()
                .iter()
                .filter_map(|tag| tag.as_string())
                .collect()
        })
        .unwrap_or_default()
}
