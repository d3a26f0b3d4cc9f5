//! What the page does not start with: in the built page a WebAssembly file of its own, loaded after
//! the first picture. Nothing outside this file may name what only belongs in there.

use std::pin::Pin;

use leptos::prelude::*;

use super::page::Page;
use super::stages::stages_control;
use crate::chart::{self, Body};
use crate::text::Lang;

/// The parts that come later.
#[derive(Debug)]
pub struct Later {
    /// What the figures after the first show.
    pub(super) bodies: &'static [&'static Body],
    /// The list of stages of a step.
    pub(super) stages: fn(Page, Lang) -> AnyView,
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
