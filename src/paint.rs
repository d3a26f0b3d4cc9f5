//! The one painter: a [`Figure`] onto any plotters backend, canvas or SVG.
//!
//! Invariant: it knows no law and no chart. It draws with plotters' backends but not with its chart
//! layer, which clamps points instead of clipping lines, loops on ranges it cannot tick, and measures
//! text by putting elements into the page.
//!
//! Backends take whole numbers, so everything is drawn on a grid of [`GRID`] steps per CSS pixel; a
//! canvas scales it back, an SVG file says so in its `viewBox`.

use plotters_backend::{DrawingBackend, DrawingErrorKind};

use crate::figure::{Cursor, Curve, Figure, Hue, Point, Reading, Stroke};
use crate::theme::Theme;
use geometry::{clipped, simplified, spread};
use pen::{Anchor, Pen, Words};

mod areas;
mod geometry;
mod hit;
mod labels;
mod layout;
mod pen;
mod svg;

pub use hit::{details_at, details_near, grab_at};
pub use layout::{Layout, Place, Rect, Size, layout};
pub use pen::{TEXT_SIZE_FACTOR, width as text_width};
pub use svg::{slim_svg, svg_marks, to_svg};

/// Steps of the drawing grid per CSS pixel.
pub const GRID: f64 = 16.0;

/// What is drawn together, from back to front; on the page each has a canvas of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// Grid, ticks and axis titles.
    Frame,
    /// Curves that stay where they are while the reader turns another one.
    Still,
    /// Bands, blocks, the curves spoken of, markers, and all labels.
    Marks,
    /// The reader's position.
    Cursor,
}

impl Layer {
    /// All layers, from back to front.
    pub const ALL: [Self; 4] = [Self::Frame, Self::Still, Self::Marks, Self::Cursor];

    /// Whether `a` and `b` look different on this layer.
    pub fn differs(self, a: &Figure, b: &Figure) -> bool {
        match self {
            Self::Frame => a.x != b.x || a.y != b.y,
            Self::Still => !still(a).eq(still(b)),
            Self::Marks => {
                (&a.bands, &a.blocks, &a.curves, &a.markers)
                    != (&b.bands, &b.blocks, &b.curves, &b.markers)
            }
            Self::Cursor => a.cursor != b.cursor,
        }
    }
}

/// The curves the page is talking about, and what else has their color, such as their ceilings.
fn is_spoken_of(figure: &Figure, curve: &Curve) -> bool {
    let strong = |other: &Curve| other.stroke == Stroke::Strong && other.hue == curve.hue;
    figure.curves.iter().any(strong)
}

fn still(figure: &Figure) -> impl Iterator<Item = &Curve> {
    let still = |curve: &&Curve| !is_spoken_of(figure, curve);
    figure.curves.iter().filter(still)
}

type Drawn<DB> = Result<(), DrawingErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// Draws `layers` of `figure` at `layout` onto `backend`.
///
/// # Errors
/// Whatever the backend reports; nothing else can go wrong.
pub fn paint<DB: DrawingBackend>(
    backend: &mut DB,
    figure: &Figure,
    layout: &Layout,
    theme: &Theme,
    layers: &[Layer],
) -> Drawn<DB> {
    let cursor = figure
        .cursor
        .as_ref()
        .map(|cursor| layout.plot.at(cursor.x, 0.0).x);
    let read = figure.cursor.as_ref();
    let read = read.map(|cursor| Placed::new(layout, cursor.x.clamp(0.0, 1.0), &cursor.readings));
    let mut painter = Painter {
        pen: Pen::new(backend, theme, layout.grid),
        layout,
        cursor,
        read,
    };
    for layer in layers {
        match layer {
            Layer::Frame => painter.frame(figure)?,
            Layer::Still => still(figure).try_for_each(|curve| painter.curve(curve))?,
            Layer::Marks => painter.marks(figure)?,
            Layer::Cursor => figure
                .cursor
                .iter()
                .try_for_each(|cursor| painter.cursor(cursor))?,
        }
    }
    Ok(())
}

/// Draws the moving crosshair: a thin line at `x` in plot space and a dot on every curve.
///
/// # Errors
/// Whatever the backend reports.
pub fn paint_crosshair<DB: DrawingBackend>(
    backend: &mut DB,
    layout: &Layout,
    theme: &Theme,
    x: f64,
    readings: &[Reading],
) -> Drawn<DB> {
    let mut painter = Painter {
        pen: Pen::new(backend, theme, layout.grid),
        layout,
        cursor: None,
        read: None,
    };
    let plot = layout.plot;
    painter
        .pen
        .line(Hue::Muted, 1.0, plot.at(x, 0.0), plot.at(x, 1.0))?;
    painter.dots(x, readings)
}

/// Dims all that is to the right of `x` in plot space: what has not happened yet.
///
/// # Errors
/// Whatever the backend reports.
pub fn paint_veil<DB: DrawingBackend>(
    backend: &mut DB,
    layout: &Layout,
    theme: &Theme,
    x: f64,
) -> Drawn<DB> {
    let plot = layout.plot;
    Pen::new(backend, theme, layout.grid).sheet(0.85, plot.at(x, 1.0), plot.at(1.0, 0.0))
}

struct Painter<'a, DB: DrawingBackend> {
    pen: Pen<'a, DB>,
    layout: &'a Layout,
    /// Where the cursor's line stands, for words to keep off it.
    cursor: Option<f64>,
    /// Where its readings stand, which say more than the words of a marker.
    read: Option<Placed<'a>>,
}

/// The words of readings, placed beside a line.
struct Placed<'a> {
    readings: Vec<(&'a Reading, f64)>,
    x: f64,
    anchor: Anchor,
    /// From left to right.
    span: (f64, f64),
}

impl<'a> Placed<'a> {
    fn new(layout: &Layout, x: f64, readings: &'a [Reading]) -> Self {
        let (plot, size) = (layout.plot, layout.text);
        let seen: Vec<&Reading> = readings
            .iter()
            .filter(|r| Point { x, y: r.y }.is_inside())
            .collect();
        let wanted: Vec<f64> = seen
            .iter()
            .map(|r| plot.at(x, r.y).y - 0.95 * size)
            .collect();
        let placed = spread(&wanted, size * 1.2, plot.y + 8.0, plot.bottom() - 14.0);
        let widest = seen
            .iter()
            .map(|r| pen::bold_width(&r.value, size))
            .fold(0.0, f64::max);
        let at = plot.at(x, 0.0).x;
        // Right of the line while there is room; a curve that still rises leaves it free there.
        let is_right = at + widest + 12.0 < plot.right();
        let (x, anchor, left) = if is_right {
            (at + 9.0, Anchor::Start, at + 9.0)
        } else {
            (at - 9.0, Anchor::End, at - 9.0 - widest)
        };
        Self {
            readings: seen.into_iter().zip(placed).collect(),
            x,
            anchor,
            span: (left, left + widest),
        }
    }

    /// Whether words of this `height` around `y`, from `left` to `right`, would lie under a reading.
    fn covers(&self, (left, right): (f64, f64), y: f64, height: f64) -> bool {
        let is_beside = right < self.span.0 || left > self.span.1;
        let is_near = |(_, at): &(_, f64)| (at - y).abs() < height;
        !is_beside && self.readings.iter().any(is_near)
    }
}

impl<DB: DrawingBackend> Painter<'_, DB> {
    fn frame(&mut self, figure: &Figure) -> Drawn<DB> {
        let plot = self.layout.plot;
        let size = self.layout.text;
        let Size { width, height } = self.layout.size;
        let (corner, end) = (
            Place { x: 0.0, y: 0.0 },
            Place {
                x: width,
                y: height,
            },
        );
        self.pen.sheet(1.0, corner, end)?;
        for tick in &figure.x.ticks {
            self.pen.grid_line(
                plot.at(tick.at, 0.0),
                plot.at(tick.at, 1.0),
                !tick.label.is_empty(),
            )?;
        }
        for tick in &figure.y.ticks {
            self.pen.grid_line(
                plot.at(0.0, tick.at),
                plot.at(1.0, tick.at),
                !tick.label.is_empty(),
            )?;
        }
        self.pen
            .line(Hue::Muted, 1.0, plot.at(0.0, 0.0), plot.at(1.0, 0.0))?;
        for tick in self.layout.x_labels(&figure.x) {
            let Place { x, y } = plot.at(tick.at, 0.0);
            self.pen.text(
                &tick.label,
                Words::muted(size),
                Anchor::Middle,
                Place { x, y: y + 17.0 },
            )?;
        }
        for tick in self.layout.y_labels(&figure.y) {
            let Place { x, y } = plot.at(0.0, tick.at);
            self.pen.text(
                &tick.label,
                Words::muted(size),
                Anchor::End,
                Place { x: x - 7.0, y },
            )?;
        }
        let bottom = Place {
            x: plot.right(),
            y: plot.bottom() + 35.0,
        };
        self.pen
            .text(&figure.x.title, Words::ink(size), Anchor::End, bottom)?;
        self.pen.text(
            &figure.y.title,
            Words::ink(size),
            Anchor::Start,
            Place { x: 2.0, y: 10.0 },
        )
    }

    fn marks(&mut self, figure: &Figure) -> Drawn<DB> {
        figure.bands.iter().try_for_each(|band| self.band(band))?;
        figure
            .blocks
            .iter()
            .try_for_each(|block| self.block(block))?;
        let spoken_of = figure.curves.iter().filter(|c| is_spoken_of(figure, c));
        let (strong, rest): (Vec<_>, Vec<_>) =
            spoken_of.partition(|curve| curve.stroke == Stroke::Strong);
        rest.into_iter()
            .chain(strong)
            .try_for_each(|curve| self.curve(curve))?;
        figure
            .bands
            .iter()
            .try_for_each(|band| self.band_label(band))?;
        figure
            .markers
            .iter()
            .try_for_each(|marker| self.marker(marker))?;
        self.end_labels(&figure.curves)
    }

    fn curve(&mut self, curve: &Curve) -> Drawn<DB> {
        let plot = self.layout.plot;
        for piece in clipped(&curve.points) {
            let path = simplified(&piece.iter().map(|p| plot.at(p.x, p.y)).collect::<Vec<_>>());
            match curve.stroke {
                Stroke::Dashed => self.pen.dashes(curve.hue, 1.2, &path)?,
                Stroke::Thin => self.pen.path(curve.hue, 1.2, &path)?,
                Stroke::Regular => self.pen.path(curve.hue, 1.7, &path)?,
                Stroke::Strong => self.pen.path(curve.hue, 2.8, &path)?,
            }
        }
        Ok(())
    }

    fn cursor(&mut self, cursor: &Cursor) -> Drawn<DB> {
        let plot = self.layout.plot;
        let x = cursor.x.clamp(0.0, 1.0);
        self.pen
            .line(Hue::Accent, 1.5, plot.at(x, 0.0), plot.at(x, 1.0))?;
        self.dots(x, &cursor.readings)?;
        self.reading_words(x, &cursor.readings)?;
        self.pen.dot(Hue::Accent, 7.0, plot.at(x, 0.0))?;
        let half = pen::bold_width(&cursor.label, self.layout.text) / 2.0 + 8.0;
        let middle = plot
            .at(x, 1.0)
            .x
            .clamp(half, (self.layout.size.width - half).max(half));
        self.pen.pill(
            &cursor.label,
            self.layout.text,
            half,
            Place {
                x: middle,
                y: plot.y - 11.0,
            },
        )
    }

    fn dots(&mut self, x: f64, readings: &[Reading]) -> Drawn<DB> {
        let plot = self.layout.plot;
        readings
            .iter()
            .filter(|reading| Point { x, y: reading.y }.is_inside())
            .try_for_each(|reading| self.pen.dot(reading.hue, 4.0, plot.at(x, reading.y)))
    }

    fn reading_words(&mut self, x: f64, readings: &[Reading]) -> Drawn<DB> {
        let placed = Placed::new(self.layout, x, readings);
        placed.readings.iter().try_for_each(|(reading, y)| {
            self.pen.label(
                &reading.value,
                Words::bold(self.layout.text, reading.hue),
                placed.anchor,
                Place { x: placed.x, y: *y },
            )
        })
    }
}
