//! Drawing in CSS pixels and color roles on a backend that takes whole grid steps.

use std::convert::Infallible;

use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, FontFamily,
    FontStyle,
};

use super::Drawn;
use super::layout::{Place, length};
use crate::figure::Hue;
use crate::theme::{Color, FONT, Theme};

/// plotters' SVG backend writes text smaller than asked by this factor; a canvas must do the same.
pub const TEXT_SIZE_FACTOR: f64 = 1.24;

/// Which part of a text stands at its place.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How words look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    pub(super) size: f64,
    hue: Hue,
    bold: bool,
}

impl Words {
    pub(super) fn muted(size: f64) -> Self {
        Self {
            size,
            hue: Hue::Muted,
            bold: false,
        }
    }

    pub(super) fn ink(size: f64) -> Self {
        Self {
            size,
            hue: Hue::Ink,
            bold: false,
        }
    }

    pub(super) fn small(size: f64, hue: Hue) -> Self {
        Self {
            size: size - 1.0,
            hue,
            bold: false,
        }
    }

    pub(super) fn bold(size: f64, hue: Hue) -> Self {
        Self {
            size,
            hue,
            bold: true,
        }
    }
}

/// How wide a text is at the most, in pixels: without asking the page, so that no layout is forced
/// and a chart comes out the same everywhere. Taken from `DejaVu` Sans, the widest of the usual faces.
pub fn width(text: &str, size: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size
}

/// The same for bold text.
pub(super) fn bold_width(text: &str, size: f64) -> f64 {
    width(text, size) * 1.1
}

fn em(c: char) -> f64 {
    match c {
        '\u{202f}' | '\u{2009}' => 0.22,
        'i' | 'j' | 'l' | 'I' | '.' | ',' | '\'' | '′' | ':' | '|' => 0.33,
        ' ' | 'f' | 't' | 'r' | '(' | ')' | '-' => 0.4,
        'm' | 'w' | 'M' | 'W' | '%' | '—' => 0.96,
        '=' | '+' | '<' | '>' | '≤' | '×' | '−' => 0.84,
        'A'..='Z' => 0.7,
        c if u32::from(c) >= 0x2e80 => 1.0,
        _ => 0.63,
    }
}

pub(super) struct Pen<'a, DB: DrawingBackend> {
    backend: &'a mut DB,
    theme: &'a Theme,
    grid: Grid,
}

impl<'a, DB: DrawingBackend> Pen<'a, DB> {
    pub(super) fn new(backend: &'a mut DB, theme: &'a Theme, grid: f64) -> Self {
        Self {
            backend,
            theme,
            grid: Grid(grid),
        }
    }

    /// Paper between two corners: opaque it is the bare sheet, else a veil.
    pub(super) fn sheet(&mut self, alpha: f64, from: Place, to: Place) -> Drawn<DB> {
        let paper = self.paper(alpha);
        let (a, b) = (self.grid.coord(from), self.grid.coord(to));
        self.backend.draw_rect(a, b, &paper, true)
    }

    pub(super) fn line(&mut self, hue: Hue, width: f64, from: Place, to: Place) -> Drawn<DB> {
        let ink = self.ink(hue, 1.0, width);
        self.backend
            .draw_line(self.grid.coord(from), self.grid.coord(to), &ink)
    }

    /// A grid line; between labeled ticks it is fainter.
    pub(super) fn grid_line(&mut self, from: Place, to: Place, labeled: bool) -> Drawn<DB> {
        let alpha = if labeled { 1.0 } else { 0.55 };
        let ink = Ink {
            color: backend_color(self.theme.grid, alpha),
            width: self.grid.steps(1.0),
        };
        self.backend
            .draw_line(self.grid.coord(from), self.grid.coord(to), &ink)
    }

    pub(super) fn path(&mut self, hue: Hue, width: f64, path: &[Place]) -> Drawn<DB> {
        let ink = self.ink(hue, 1.0, width);
        let grid = self.grid;
        self.backend
            .draw_path(path.iter().map(|place| grid.coord(*place)), &ink)
    }

    /// Dashes of equal length along a path; the backends know none.
    pub(super) fn dashes(&mut self, hue: Hue, width: f64, path: &[Place]) -> Drawn<DB> {
        const DASH: f64 = 5.0;
        const GAP: f64 = 4.0;
        let ink = self.ink(hue, 1.0, width);
        for pair in path.windows(2) {
            let (a, b) = (pair[0], pair[1]);
            let length = length(b.x - a.x, b.y - a.y);
            let grid = self.grid;
            let at = |d: f64| {
                let t = (d / length).min(1.0);
                grid.coord(Place {
                    x: a.x + (b.x - a.x) * t,
                    y: a.y + (b.y - a.y) * t,
                })
            };
            let n_dashes = (length / (DASH + GAP)).ceil().min(2000.0) as u32;
            for i in 0..n_dashes {
                let start = f64::from(i) * (DASH + GAP);
                self.backend.draw_line(at(start), at(start + DASH), &ink)?;
            }
        }
        Ok(())
    }

    pub(super) fn area(&mut self, hue: Hue, alpha: f64, outline: &[Place]) -> Drawn<DB> {
        let ink = self.ink(hue, alpha, 0.0);
        let grid = self.grid;
        self.backend
            .fill_polygon(outline.iter().map(|place| grid.coord(*place)), &ink)
    }

    pub(super) fn polygon(&mut self, hue: Hue, corners: &[Place]) -> Drawn<DB> {
        self.area(hue, 1.0, corners)
    }

    /// A filled circle with a rim in the background's color, so that it stands out of its curve.
    pub(super) fn dot(&mut self, hue: Hue, radius: f64, at: Place) -> Drawn<DB> {
        let rim = self.paper(1.0);
        self.backend.draw_circle(
            self.grid.coord(at),
            self.grid.steps(radius + 1.5),
            &rim,
            true,
        )?;
        let ink = self.ink(hue, 1.0, 0.0);
        self.backend
            .draw_circle(self.grid.coord(at), self.grid.steps(radius), &ink, true)
    }

    pub(super) fn ring(&mut self, hue: Hue, radius: f64, at: Place) -> Drawn<DB> {
        self.dot(hue, radius, at)?;
        let paper = self.paper(1.0);
        self.backend.draw_circle(
            self.grid.coord(at),
            self.grid.steps(radius - 1.6),
            &paper,
            true,
        )
    }

    /// Text on the bare background.
    pub(super) fn text(
        &mut self,
        text: &str,
        words: Words,
        anchor: Anchor,
        at: Place,
    ) -> Drawn<DB> {
        if text.is_empty() {
            return Ok(());
        }
        let color = backend_color(self.theme.color(words.hue), 1.0);
        self.backend.draw_text(
            text,
            &Letters {
                grid: self.grid,
                words,
                anchor,
                color,
            },
            self.grid.coord(at),
        )
    }

    /// Text over curves, on a patch of background.
    pub(super) fn label(
        &mut self,
        text: &str,
        words: Words,
        anchor: Anchor,
        at: Place,
    ) -> Drawn<DB> {
        let width = if words.bold {
            bold_width(text, words.size)
        } else {
            width(text, words.size)
        };
        let left = match anchor {
            Anchor::Start => at.x,
            Anchor::Middle => at.x - width / 2.0,
            Anchor::End => at.x - width,
        };
        let half = words.size * 0.62;
        let corner = |x: f64, y: f64| self.grid.coord(Place { x, y });
        let paper = self.paper(0.78);
        let (a, b) = (
            corner(left - 2.0, at.y - half),
            corner(left + width + 2.0, at.y + half),
        );
        self.backend.draw_rect(a, b, &paper, true)?;
        self.text(text, words, anchor, at)
    }

    /// Words on a rounded patch of accent, `half` its half width.
    pub(super) fn pill(&mut self, text: &str, size: f64, half: f64, at: Place) -> Drawn<DB> {
        let ink = self.ink(Hue::Accent, 1.0, 0.0);
        let radius = size * 0.78;
        let inner = (half - radius).max(0.0);
        for side in [-1.0, 1.0] {
            self.backend.draw_circle(
                self.grid.coord(Place {
                    x: at.x + side * inner,
                    y: at.y,
                }),
                self.grid.steps(radius),
                &ink,
                true,
            )?;
        }
        let (a, b) = (
            Place {
                x: at.x - inner,
                y: at.y - radius,
            },
            Place {
                x: at.x + inner,
                y: at.y + radius,
            },
        );
        self.backend
            .draw_rect(self.grid.coord(a), self.grid.coord(b), &ink, true)?;
        let words = Words::bold(size, Hue::Accent);
        let color = backend_color(self.theme.on_accent, 1.0);
        self.backend.draw_text(
            text,
            &Letters {
                grid: self.grid,
                words,
                anchor: Anchor::Middle,
                color,
            },
            self.grid.coord(at),
        )
    }

    fn ink(&self, hue: Hue, alpha: f64, width: f64) -> Ink {
        Ink {
            color: backend_color(self.theme.color(hue), alpha),
            width: self.grid.steps(width),
        }
    }

    fn paper(&self, alpha: f64) -> Ink {
        Ink {
            color: backend_color(self.theme.background, alpha),
            width: 0,
        }
    }
}

/// Steps of the drawing grid per CSS pixel.
#[derive(Clone, Copy)]
struct Grid(f64);

impl Grid {
    /// The clamp keeps far-off places within what backends add and subtract.
    fn coord(self, Place { x, y }: Place) -> BackendCoord {
        let step = |v: f64| (v * self.0).round().clamp(-1e8, 1e8) as i32;
        (step(x), step(y))
    }

    fn steps(self, pixels: f64) -> u32 {
        (pixels * self.0).round().clamp(0.0, 1e6) as u32
    }
}

fn backend_color(Color(r, g, b): Color, alpha: f64) -> BackendColor {
    BackendColor {
        alpha,
        rgb: (r, g, b),
    }
}

#[derive(Clone, Copy)]
struct Ink {
    color: BackendColor,
    width: u32,
}

impl BackendStyle for Ink {
    fn color(&self) -> BackendColor {
        self.color
    }

    fn stroke_width(&self) -> u32 {
        self.width
    }
}

struct Letters {
    grid: Grid,
    words: Words,
    anchor: Anchor,
    color: BackendColor,
}

impl BackendTextStyle for Letters {
    type FontError = Infallible;

    fn color(&self) -> BackendColor {
        self.color
    }

    fn size(&self) -> f64 {
        self.words.size * TEXT_SIZE_FACTOR * self.grid.0
    }

    fn style(&self) -> FontStyle {
        if self.words.bold {
            FontStyle::Bold
        } else {
            FontStyle::Normal
        }
    }

    fn anchor(&self) -> Pos {
        let h_pos = match self.anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        Pos::new(h_pos, VPos::Center)
    }

    fn family(&self) -> FontFamily<'_> {
        FontFamily::Name(FONT)
    }

    fn layout_box(&self, text: &str) -> Result<((i32, i32), (i32, i32)), Infallible> {
        Ok((
            (0, 0),
            self.grid.coord(Place {
                x: width(text, self.words.size),
                y: self.words.size,
            }),
        ))
    }

    /// Only backends without text of their own call this; canvas and SVG have text.
    fn draw<E, F: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        _: &str,
        _: BackendCoord,
        _: F,
    ) -> Result<Result<(), E>, Infallible> {
        Ok(Ok(()))
    }
}
