//! Everything asked of the browser, and the only code that names `web_sys`.
//!
//! Every call can fail (a sandboxed frame, a privacy setting, an old browser): failures are ordinary
//! values here and never a panic.

mod canvas;
mod clipboard;
mod document;
mod host;
mod location;
mod observe;
mod offline;
mod panic;
mod pointer;
mod preferences;
mod save;
mod throttle;

pub use canvas::Surface;
pub use clipboard::{copy, select_and_copy};
pub use document::{
    close_modal, focus, hide_static_page, is_open, is_single_file, mark_live, scroll_to_view,
    set_language, set_theme, set_title, show_modal, stay_at_view,
};
pub use host::{Answer, on_host_request, on_page_resize, tell_height};
pub use location::{
    LinkWriter, address_of, embedded_in_frame, keep_foreign, link_to, on_history, query,
};
pub use observe::{dark_scheme, device_pixel_ratio, on_resize, on_visibility, viewport_width};
pub use offline::keep_for_later;
pub use panic::{remember_link, show_panics};
pub use pointer::{capture, keep_touches, place_within};
pub use preferences::{load_preference, save_preference, wanted_languages};
pub use save::{Downloads, downloads, png, save};
pub use throttle::{Throttle, now_ms};
