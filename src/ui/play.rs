//! A chart of time, watched as it happens: the crosshair runs along it.
//!
//! The style sheet shows the button only to readers who did not ask for less motion.

use leptos::ev::Event;
use leptos::prelude::*;

use super::chart_view::Shown;
use super::erased::{el, text};
use super::readout::{By, Hover};
use crate::browser;
use crate::text::tr;

/// How long the whole axis takes, milliseconds.
const DURATION_MS: f64 = 8000.0;

/// The button that starts and stops it.
pub(super) fn play(shown: Shown) -> AnyView {
    let playing = RwSignal::new(false);
    let says = text(move || {
        if playing.get() {
            tr!(shown.lang, chart.stop).to_owned()
        } else {
            tr!(shown.lang, chart.play).to_owned()
        }
    });
    el("button", &[("type", "button"), ("data-part", "play")])
        .says(says)
        .on("click", move |_: Event| {
            if playing.get_untracked() {
                end(shown, playing);
            } else {
                playing.set(true);
                frame(shown, playing, browser::now_ms(), None);
            }
        })
        .any()
}

/// One frame, and the next. A reader who points at the chart, or scrolls it away, has seen enough.
fn frame(shown: Shown, playing: RwSignal<bool>, started: f64, last: Option<Hover>) {
    let (Some(true), Some(hover)) = (playing.try_get_untracked(), shown.hover.try_get_untracked())
    else {
        return;
    };
    let is_interrupted = last.is_some() && hover != last;
    let passed = ((browser::now_ms() - started) / DURATION_MS).max(0.0);
    if is_interrupted || passed > 1.0 || !shown.visible.get_untracked() {
        return end(shown, playing);
    }
    let now = Some(Hover {
        x: shown.figure.read_untracked().x.value(passed),
        by: By::Clock,
    });
    shown.hover.set(now);
    request_animation_frame(move || frame(shown, playing, started, now));
}

fn end(shown: Shown, playing: RwSignal<bool>) {
    playing.set(false);
    let is_ours = |hover: Hover| hover.by == By::Clock;
    if shown.hover.get_untracked().is_some_and(is_ours) {
        shown.hover.set(None);
    }
}
