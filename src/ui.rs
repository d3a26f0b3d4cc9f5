//! The page: thin components that read, format and emit. No mathematics and no browser calls of its own.
//!
//! There is one state (`page::Page`); everything else is a memo of it. Effects exist only for the
//! outside world, and these are all: the address bar, the document's language, title and theme, the
//! clock (`ui/app.rs`), a host's page (`ui/embed.rs`), and the canvases (`ui/chart_view.rs`).

mod app;
mod chart_view;
mod controls;
mod copying;
mod dial;
mod dialog;
mod embed;
mod erased;
mod export;
mod header;
mod later;
mod notice;
mod page;
mod play;
mod pointers;
mod readout;
mod sentence;
mod share;
mod snippets;
mod stages;
mod table;
mod view;

pub use app::app;
pub use later::{Later, Load, later};
