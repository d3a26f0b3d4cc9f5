//! A chart as data: what is drawn, said and tabulated, before anybody knows how large the canvas is.
//!
//! Invariant: no plotters type, no color, no pixel. Positions are in *plot space*: 0…1 from left to
//! right and from bottom to top, so that a painter multiplies and never transforms.

mod axis;
pub use axis::{Axis, Scale, Tick, exp2};

/// The role of a mark; [`crate::theme`] gives it a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hue {
    /// Text and the lines that matter.
    Ink,
    /// What only helps to read the rest.
    Muted,
    /// The one accent of the page: handles and the reader's own position.
    Accent,
    /// A data series, numbered from 0; the palette repeats after eight.
    Series(usize),
}

/// A place in plot space. It may lie outside 0…1, where a painter clips it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// 0 at the left end of the axis, 1 at its right end.
    pub x: f64,
    /// 0 at the bottom of the axis, 1 at its top.
    pub y: f64,
}

/// The words at the end of a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct EndLabel {
    /// What the curve is, in full.
    pub name: String,
    /// The same for narrow screens.
    pub short: String,
    /// What is good to know beside the name, such as the ceiling. May be empty.
    pub note: String,
}

impl EndLabel {
    /// A name that is short already.
    pub fn new(name: &str, note: String) -> Self {
        Self {
            name: name.to_owned(),
            short: name.to_owned(),
            note,
        }
    }
}

/// How a line asks for attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stroke {
    /// The curve the page is talking about.
    Strong,
    /// Any other curve.
    Regular,
    /// A reference: thin.
    Thin,
    /// A ceiling or an asymptote: thin and dashed.
    Dashed,
}

/// A line through points in order of x.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Color role.
    pub hue: Hue,
    /// How it is drawn.
    pub stroke: Stroke,
    /// At least two points, in plot space.
    pub points: Vec<Point>,
    /// The words at its end.
    pub label: Option<EndLabel>,
    /// What of the scenario a reader changes by dragging it; `None` when it cannot be dragged.
    pub grab: Option<usize>,
}

/// A filled area between a lower and an upper edge.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// Color role.
    pub hue: Hue,
    /// Lower edge, in order of x.
    pub lower: Vec<Point>,
    /// Upper edge, in order of x.
    pub upper: Vec<Point>,
    /// Words drawn inside the area where there is room.
    pub label: String,
    /// Full or hatched: hatched is what runs at the same time as something else.
    pub fill: Fill,
}

/// How an area is filled: kinds of time are told apart without color too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// One tint.
    Plain,
    /// Thin upright lines.
    Hatched,
    /// An outline only.
    Empty,
}

/// A rectangle: a span of time in a row, or a bar.
#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    /// Color role.
    pub hue: Hue,
    /// How it is filled.
    pub fill: Fill,
    /// Lower left corner.
    pub from: Point,
    /// Upper right corner.
    pub to: Point,
    /// Words drawn inside where they fit, else left out; may be empty.
    pub label: String,
    /// Words shown when a reader points at it; may be empty.
    pub detail: String,
    /// What of the scenario a reader changes by dragging its right edge; `None` when it stays.
    pub grab: Option<usize>,
}

/// The form of a marker: series are told apart without color too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A filled circle.
    Dot,
    /// An empty circle.
    Ring,
    /// A filled diamond.
    Diamond,
    /// A filled square.
    Square,
    /// A filled triangle.
    Triangle,
    /// No mark, only the words.
    Bare,
}

/// Where the words of a marker stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// To the left and a little above: the empty side of a rising curve.
    Before,
    /// Centered above.
    Above,
    /// Centered below.
    Below,
    /// To the right, or to the left where there is no room.
    After,
}

/// A single point with words.
#[derive(Clone, Debug, PartialEq)]
pub struct Marker {
    /// Color role.
    pub hue: Hue,
    /// Form.
    pub shape: Shape,
    /// Place.
    pub at: Point,
    /// Words drawn beside it; may be empty.
    pub label: String,
    /// Where they stand.
    pub label_side: Side,
    /// Words shown when a reader points at it, with the source of a published number; may be empty.
    pub detail: String,
}

/// The reader's own position: a vertical line that can be dragged.
#[derive(Clone, Debug, PartialEq)]
pub struct Cursor {
    /// Place on the x axis in plot space.
    pub x: f64,
    /// Words at its head.
    pub label: String,
    /// The value of every curve there.
    pub readings: Vec<Reading>,
}

/// A value read off one curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Color role of the curve.
    pub hue: Hue,
    /// What was read.
    pub name: String,
    /// The value with its unit.
    pub value: String,
    /// Place on the y axis in plot space.
    pub y: f64,
}

/// One row of a [`Table`].
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The series the row belongs to.
    pub hue: Option<Hue>,
    /// One text per column.
    pub cells: Vec<String>,
}

/// Numbers as text, for reading, copying and screen readers.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// A word for finding it again: `data`, `milestones`, …
    pub id: &'static str,
    /// What the table shows.
    pub caption: String,
    /// Column heads.
    pub head: Vec<String>,
    /// Rows, each as long as `head`.
    pub rows: Vec<Row>,
    /// Sentences below the table: sources, conventions.
    pub notes: Vec<String>,
}

/// What a reader can take hold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grab {
    /// The vertical line of the reader's own position.
    Cursor,
    /// A curve, by its [`Curve::grab`].
    Curve(usize),
    /// The right edge of a block, by its [`Block::grab`].
    Edge(usize),
}

/// A whole chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it shows, in a few words.
    pub title: String,
    /// The same for somebody who cannot see it: axes, every curve, what stands out.
    pub description: String,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// Areas, drawn first.
    pub bands: Vec<Band>,
    /// Rectangles.
    pub blocks: Vec<Block>,
    /// Lines.
    pub curves: Vec<Curve>,
    /// Points.
    pub markers: Vec<Marker>,
    /// The reader's position.
    pub cursor: Option<Cursor>,
}
