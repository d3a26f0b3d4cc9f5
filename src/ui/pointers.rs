//! Pointers on a chart: they drag what they take hold of, and read what they pass over.

use leptos::ev::PointerEvent;
use leptos::prelude::*;

use super::chart_view::{FINGER_REACH, MOUSE_REACH, Shown};
use super::readout::{By, Hover};
use crate::browser;
use crate::figure::{Axis, Grab};
use crate::paint::Place;

/// What is being dragged, with the axes as they were when it was taken: they may move under the
/// pointer as the curves change, and must not carry the drag away.
struct Held {
    grab: Grab,
    x: Axis,
    y: Axis,
}

/// What pointers do to a chart.
#[derive(Clone, Copy)]
pub(super) struct Pointers {
    shown: Shown,
    held: StoredValue<Option<Held>>,
    over: RwSignal<Option<Grab>>,
}

impl Pointers {
    pub(super) fn new(shown: Shown) -> Self {
        Self {
            shown,
            held: StoredValue::new(None),
            over: RwSignal::new(None),
        }
    }

    /// The class that gives the pointer its form.
    pub(super) fn class(self) -> &'static str {
        match self.over.get() {
            Some(Grab::Cursor | Grab::Edge(_)) => "over-cursor",
            Some(Grab::Curve(_)) => "over-curve",
            None => "",
        }
    }

    pub(super) fn down(self, event: &PointerEvent) {
        let reach = if event.pointer_type() == "touch" {
            FINGER_REACH
        } else {
            MOUSE_REACH
        };
        let Some(place) = browser::place_within(event) else {
            return;
        };
        match self.shown.grab(place, reach) {
            Some(grab) if event.button() == 0 && event.is_primary() => {
                browser::capture(event);
                let figure = self.shown.figure.get_untracked();
                self.held.set_value(Some(Held {
                    grab,
                    x: figure.x,
                    y: figure.y,
                }));
                self.over.set(Some(grab));
                self.shown.hover.set(None);
                self.shown
                    .page
                    .change(|scenario| (self.shown.chart.hold)(scenario, grab));
            }
            _ => self.read(place),
        }
    }

    pub(super) fn moved(self, event: &PointerEvent) {
        let Some(place) = browser::place_within(event) else {
            return;
        };
        if !event.is_primary() {
            return;
        }
        if self.held.with_value(Option::is_some) {
            self.drag(place);
            return;
        }
        let over = self.shown.grab(place, MOUSE_REACH);
        if over != self.over.get_untracked() {
            self.over.set(over);
        }
        self.read(place);
    }

    pub(super) fn up(self) {
        self.held.set_value(None);
    }

    fn drag(self, place: Place) {
        let Some(layout) = self.shown.layout.get_untracked() else {
            return;
        };
        let point = layout.plot.point(place);
        self.held.with_value(|held| {
            if let Some(Held { grab, x, y }) = held {
                let (x, y) = (
                    x.value(point.x.clamp(0.0, 1.0)),
                    y.value(point.y.clamp(0.0, 1.0)),
                );
                self.shown
                    .page
                    .change(|scenario| (self.shown.chart.drag)(scenario, *grab, x, y));
            }
        });
    }

    /// The crosshair follows within the frame and nowhere else.
    fn read(self, place: Place) {
        let Some(layout) = self.shown.layout.get_untracked() else {
            return;
        };
        let point = layout.plot.point(place);
        let hover = point.is_inside().then(|| Hover {
            x: self.shown.figure.read_untracked().x.value(point.x),
            by: By::Pointer(place),
        });
        self.shown.hover.set(hover);
    }
}
