//! Markers with their words, and the words at the ends of curves.

use plotters_backend::DrawingBackend;

use super::geometry::{clipped, spread};
use super::layout::Place;
use super::pen::{self, Anchor, Words};
use super::{Drawn, Painter};
use crate::figure::{Curve, EndLabel, Marker, Shape, Side};

impl<DB: DrawingBackend> Painter<'_, DB> {
    pub(super) fn marker(&mut self, marker: &Marker) -> Drawn<DB> {
        if !marker.at.is_inside() {
            return Ok(());
        }
        let at = self.layout.plot.at(marker.at.x, marker.at.y);
        match marker.shape {
            Shape::Dot => self.pen.dot(marker.hue, 4.0, at)?,
            Shape::Ring => self.pen.ring(marker.hue, 4.0, at)?,
            Shape::Diamond => self.pen.polygon(marker.hue, &corners(at, &DIAMOND))?,
            Shape::Square => self.pen.polygon(marker.hue, &corners(at, &SQUARE))?,
            Shape::Triangle => self.pen.polygon(marker.hue, &corners(at, &TRIANGLE))?,
            Shape::Bare => {}
        }
        if marker.label.is_empty() {
            return Ok(());
        }
        let words = Words::small(self.layout.text, marker.hue);
        let plot = self.layout.plot;
        let y = if marker.label_side == Side::Below {
            at.y + 14.0
        } else {
            at.y - 10.0
        };
        let y = y.clamp(plot.y + 8.0, plot.bottom() - 8.0);
        match marker.label_side {
            // A rising curve leaves the place to the left of and above a point free; where the
            // cursor's reading stands, the place to the right and below is.
            Side::Before => {
                let width = pen::width(&marker.label, words.size);
                let reading = 90.0;
                if self
                    .cursor
                    .is_some_and(|x| x <= at.x && x + reading > at.x - width)
                {
                    let place = Place {
                        x: at.x + 5.0,
                        y: at.y + 13.0,
                    };
                    return self.pen.label(&marker.label, words, Anchor::Start, place);
                }
                let x = (at.x - 7.0).max(plot.x + width + 2.0);
                self.pen
                    .label(&marker.label, words, Anchor::End, Place { x, y })
            }
            Side::After => {
                let width = pen::width(&marker.label, words.size);
                let fits = at.x + 8.0 + width <= self.layout.size.width;
                let (x, anchor) = if fits {
                    (at.x + 8.0, Anchor::Start)
                } else {
                    (at.x - 8.0, Anchor::End)
                };
                let place = Place { x, y: at.y };
                self.pen.label(&marker.label, words, anchor, place)
            }
            Side::Above | Side::Below => {
                let half = pen::width(&marker.label, words.size) / 2.0;
                let left = plot.x + half;
                let x = at.x.clamp(left, (plot.right() - half).max(left));
                let y = if y < at.y { y - 3.0 } else { y };
                let read = self.read.as_ref();
                if read.is_some_and(|read| read.covers((x - half, x + half), y, 1.1 * words.size)) {
                    return Ok(());
                }
                let place = Place { x, y };
                self.pen.label(&marker.label, words, Anchor::Middle, place)
            }
        }
    }

    /// The words at the ends of curves: beside the plot, moved apart where they would overlap.
    pub(super) fn end_labels(&mut self, curves: &[Curve]) -> Drawn<DB> {
        let plot = self.layout.plot;
        let labeled = curves
            .iter()
            .filter_map(|curve| Some((curve, curve.label.as_ref()?, curve.points.last()?)));
        let (beside, leaving): (Vec<_>, Vec<_>) =
            labeled.partition(|(_, _, end)| (-1e-6..=1.000_001).contains(&end.y));
        for (curve, label, _) in leaving {
            self.leaving_label(curve, label)?;
        }
        let wanted: Vec<f64> = beside
            .iter()
            .map(|(_, _, end)| plot.at(1.0, end.y).y)
            .collect();
        let gap = self.layout.text * 1.25;
        let shift = if self.layout.labels_inside {
            -0.8 * self.layout.text
        } else {
            0.0
        };
        let wanted: Vec<f64> = wanted.into_iter().map(|y| y + shift).collect();
        let placed = spread(&wanted, gap, plot.y + gap * 0.4, plot.bottom() - gap * 0.4);
        for (((curve, label, _), y), wish) in beside.iter().zip(placed).zip(wanted) {
            self.end_label(curve, label, y, wish)?;
        }
        Ok(())
    }

    fn end_label(&mut self, curve: &Curve, label: &EndLabel, y: f64, wanted: f64) -> Drawn<DB> {
        let (plot, size) = (self.layout.plot, self.layout.text);
        let words = Words::bold(size, curve.hue);
        let name = self.layout.name_of(label);
        if self.layout.labels_inside {
            let text = if label.note.is_empty() {
                name.to_owned()
            } else {
                format!("{name}  {}", label.note)
            };
            return self.pen.label(
                &text,
                words,
                Anchor::End,
                Place {
                    x: plot.right() - 6.0,
                    y,
                },
            );
        }
        if (y - wanted).abs() > 2.0 {
            let (from, to) = (
                Place {
                    x: plot.right() + 1.0,
                    y: wanted,
                },
                Place {
                    x: plot.right() + 8.0,
                    y,
                },
            );
            self.pen.path(curve.hue, 1.0, &[from, to])?;
        }
        let x = plot.right() + 10.0;
        self.pen.text(name, words, Anchor::Start, Place { x, y })?;
        let x = x + pen::bold_width(name, size) + 6.0;
        self.pen.text(
            &label.note,
            Words::muted(size),
            Anchor::Start,
            Place { x, y },
        )
    }

    /// A curve that leaves the plot is named where it leaves, on its empty side.
    fn leaving_label(&mut self, curve: &Curve, label: &EndLabel) -> Drawn<DB> {
        let plot = self.layout.plot;
        let Some(exit) = clipped(&curve.points)
            .last()
            .and_then(|piece| piece.last().copied())
        else {
            return Ok(());
        };
        let at = plot.at(exit.x, exit.y);
        let y = at.y.clamp(plot.y + 10.0, plot.bottom() - 10.0);
        let width = pen::width(&label.short, self.layout.text);
        let before = (at.x - 10.0).max(plot.x + width + 4.0);
        let crossed = self
            .cursor
            .is_some_and(|x| (before - width - 4.0..at.x).contains(&x));
        let (x, anchor) = if crossed {
            (at.x + 10.0, Anchor::Start)
        } else {
            (before, Anchor::End)
        };
        let words = Words::small(self.layout.text, curve.hue);
        self.pen.text(&label.short, words, anchor, Place { x, y })
    }
}

/// The corners of a diamond, a square or a triangle around `at`.
fn corners(at: Place, offsets: &[(f64, f64)]) -> Vec<Place> {
    offsets
        .iter()
        .map(|(x, y)| Place {
            x: at.x + x,
            y: at.y + y,
        })
        .collect()
}

const DIAMOND: [(f64, f64); 4] = [(0.0, -5.5), (5.5, 0.0), (0.0, 5.5), (-5.5, 0.0)];
const SQUARE: [(f64, f64); 4] = [(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)];
const TRIANGLE: [(f64, f64); 3] = [(0.0, -5.8), (5.0, 3.0), (-5.0, 3.0)];
