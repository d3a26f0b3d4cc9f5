//! Where things stand in a chart of a given size; shared by the painter and by pointers.

use super::{GRID, pen};
use crate::figure::{Axis, EndLabel, Figure, Point, Tick};

/// A place on the canvas in CSS pixels, y downward.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// The length of a way.
pub(super) fn length(dx: f64, dy: f64) -> f64 {
    (dx * dx + dy * dy).sqrt()
}

/// Width and height in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Size {
    /// Large enough to draw a chart in.
    pub fn is_drawable(self) -> bool {
        self.width >= 120.0 && self.height >= 100.0
    }
}

/// The plot within the chart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Rect {
    /// Right edge.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// Bottom edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// Pixels from plot space.
    pub fn at(&self, x: f64, y: f64) -> Place {
        Place {
            x: self.x + self.width * x,
            y: self.bottom() - self.height * y,
        }
    }

    /// Plot space from pixels: the exact inverse of [`Self::at`].
    pub fn point(&self, place: Place) -> Point {
        Point {
            x: (place.x - self.x) / self.width,
            y: (self.bottom() - place.y) / self.height,
        }
    }
}

impl Point {
    /// Within the plot, its border included.
    pub fn is_inside(&self) -> bool {
        (-1e-6..=1.000_001).contains(&self.x) && (-1e-6..=1.000_001).contains(&self.y)
    }
}

/// All measures of one chart at one size.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// The whole chart.
    pub size: Size,
    /// Steps of the drawing grid per CSS pixel.
    pub grid: f64,
    /// Where curves are drawn.
    pub plot: Rect,
    /// Size of text in pixels.
    pub text: f64,
    /// Narrow: short names.
    pub compact: bool,
    /// End labels stand within the plot because there is no room beside it.
    pub labels_inside: bool,
}

/// Margins from the words that need room.
pub fn layout(figure: &Figure, size: Size) -> Layout {
    let compact = size.width < 520.0;
    let text = if compact { 11.5 } else { 13.0 };
    let mut layout = Layout {
        size,
        grid: GRID,
        plot: Rect {
            x: 0.0,
            y: 0.0,
            width: 1.0,
            height: 1.0,
        },
        text,
        compact,
        labels_inside: false,
    };
    let beside = figure
        .curves
        .iter()
        .filter(|curve| curve.points.last().is_some_and(Point::is_inside))
        .filter_map(|curve| curve.label.as_ref())
        .map(|label| layout.label_width(label))
        .fold(0.0, f64::max);
    layout.labels_inside = beside > 0.26 * size.width;
    let last_tick = figure
        .x
        .ticks
        .last()
        .map_or(0.0, |tick| pen::width(&tick.label, text) / 2.0);
    // In whole steps, so that the plot does not tremble with a label that changes under the hand.
    let beside = (beside / 24.0).ceil() * 24.0;
    let right = if layout.labels_inside || beside == 0.0 {
        10.0
    } else {
        beside + 14.0
    }
    .max(last_tick + 2.0);
    let left = figure
        .y
        .ticks
        .iter()
        .map(|tick| pen::width(&tick.label, text))
        .fold(12.0, f64::max)
        + 12.0;
    let (top, bottom) = (38.0, 46.0);
    layout.plot = Rect {
        x: left,
        y: top,
        width: (size.width - left - right).max(1.0),
        height: (size.height - top - bottom).max(1.0),
    };
    layout
}

impl Layout {
    /// The name of a curve that fits the width.
    pub(super) fn name_of<'a>(&self, label: &'a EndLabel) -> &'a str {
        if self.compact {
            &label.short
        } else {
            &label.name
        }
    }

    fn label_width(&self, label: &EndLabel) -> f64 {
        let note = if label.note.is_empty() {
            0.0
        } else {
            6.0 + pen::width(&label.note, self.text)
        };
        pen::bold_width(self.name_of(label), self.text) + note
    }

    /// The ticks of the x axis whose labels fit side by side.
    pub(super) fn x_labels<'a>(&self, axis: &'a Axis) -> Vec<&'a Tick> {
        let room = |tick: &Tick| pen::width(&tick.label, self.text) + 12.0;
        thinned(axis, self.plot.width, room)
    }

    /// The ticks of the y axis whose labels fit one above another.
    pub(super) fn y_labels<'a>(&self, axis: &'a Axis) -> Vec<&'a Tick> {
        thinned(axis, self.plot.height, |_| self.text * 1.45)
    }
}

/// Every k-th labeled tick, with the smallest k that leaves `room` for each; equal steps read best.
/// Named rows come from the top, other ticks from the low end.
fn thinned(axis: &Axis, length: f64, room: impl Fn(&Tick) -> f64) -> Vec<&Tick> {
    let labeled: Vec<&Tick> = axis
        .ticks
        .iter()
        .filter(|tick| !tick.label.is_empty())
        .collect();
    let fits = |ticks: &[&Tick]| {
        ticks.windows(2).all(|pair| {
            (pair[1].at - pair[0].at).abs() * length >= f64::midpoint(room(pair[0]), room(pair[1]))
        })
    };
    (1..=labeled.len())
        .map(|k| labeled.iter().step_by(k).copied().collect::<Vec<_>>())
        .find(|ticks| fits(ticks))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figure::Scale;

    #[test]
    fn labels_that_have_room_are_shown_from_the_top_or_from_the_bottom() {
        let room = |_: &Tick| 20.0;
        let rows = Axis::rows(String::new(), ["a", "b", "c"].map(str::to_owned).into());
        assert_eq!(thinned(&rows, 60.0, room).len(), 3);
        assert_eq!(thinned(&rows, 59.0, room).len(), 2);
        let title = String::new();
        let numbers = Axis::new(title, Scale::Linear, (0.0, 2.0), |v| v.to_string());
        let n_ticks = numbers.ticks.len();
        assert_eq!(thinned(&numbers, 1000.0, room).len(), n_ticks);
        assert!(thinned(&numbers, 60.0, room).len() < n_ticks);
    }
}
