//! What the page does not start with: in the built page a WebAssembly file of its own, loaded after
//! the first picture. Nothing outside this file may name what only belongs in there.

use std::pin::Pin;

use leptos::prelude::*;

use super::dialog::Dialog;
use super::export::export_window;
use super::page::Page;
use super::snippets::share_window;
use super::stages::stages_control;
use crate::chart::{self, Body, View};
use crate::text::Lang;

/// The parts that come later.
#[derive(Debug)]
pub struct Later {
    /// What the figures after the first show.
    pub(super) bodies: &'static [&'static Body],
    /// The list of stages of a step.
    pub(super) stages: fn(Page, Lang) -> AnyView,
    /// What is in a window over the page.
    pub(super) dialog: fn(Page, Lang, &'static View, Dialog) -> AnyView,
}

impl PartialEq for Later {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// The way in: to be called only behind the door in `src/main.rs`.
pub fn later() -> &'static Later {
    static LATER: Later = Later {
        bodies: chart::LATER,
        stages: stages_control,
        dialog: |page, lang, view, dialog| match dialog {
            Dialog::Share => share_window(page, lang, view),
            Dialog::Export => export_window(page, lang, view),
        },
    };
    &LATER
}

/// Brings the parts; nothing when they cannot be loaded.
pub type Load = fn() -> Pin<Box<dyn Future<Output = Option<&'static Later>>>>;

/// How far they have come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Arrival {
    /// Nobody has asked for them.
    Idle,
    /// They are to be loaded.
    Wanted,
    /// They are on their way.
    Coming,
    /// They did not come; the reader may try again.
    Failed,
    /// They are here.
    Here(&'static Later),
}
