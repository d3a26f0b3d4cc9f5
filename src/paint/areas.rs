//! Filled areas: bands between two edges, and blocks.

use plotters_backend::DrawingBackend;

use super::geometry::simplified;
use super::layout::{Place, Rect};
use super::pen::{self, Anchor, Words};
use super::{Drawn, Painter};
use crate::figure::{Band, Block, Fill, Hue, Point};

/// Opacity of a full area: words and grid lines show through.
const TINT: f64 = 0.22;
/// Between the lines of a hatched area, pixels.
const HATCH: f64 = 6.0;

impl<DB: DrawingBackend> Painter<'_, DB> {
    pub(super) fn band(&mut self, band: &Band) -> Drawn<DB> {
        let plot = self.layout.plot;
        let edge = |p: &Point| plot.at(p.x.clamp(0.0, 1.0), p.y.clamp(0.0, 1.0));
        let edges = |points: &[Point]| points.iter().map(edge).collect::<Vec<_>>();
        let (upper, lower) = (edges(&band.upper), edges(&band.lower));
        match band.fill {
            Fill::Plain => {
                let mut outline = simplified(&upper);
                outline.extend(simplified(&lower).into_iter().rev());
                self.pen.area(band.hue, TINT, &outline)
            }
            Fill::Hatched => self.hatch(band.hue, &lower, &upper),
            Fill::Empty => {
                self.pen.path(band.hue, 1.0, &simplified(&upper))?;
                self.pen.path(band.hue, 1.0, &simplified(&lower))
            }
        }
    }

    /// Upright lines between two edges, at the same places whatever the edges do.
    fn hatch(&mut self, hue: Hue, lower: &[Place], upper: &[Place]) -> Drawn<DB> {
        let Rect { x, width, .. } = self.layout.plot;
        let n_lines = (width / HATCH).min(2000.0) as u32;
        for i in 0..n_lines {
            let x = x + HATCH * (f64::from(i) + 0.5);
            if let (Some(a), Some(b)) = (height_at(lower, x), height_at(upper, x))
                && a - b > 0.3
            {
                self.pen
                    .line(hue, 1.0, Place { x, y: a }, Place { x, y: b })?;
            }
        }
        Ok(())
    }

    /// Words where they have most room, if the band is thick enough there; beside the cursor's line
    /// where that can be.
    pub(super) fn band_label(&mut self, band: &Band) -> Drawn<DB> {
        if band.label.is_empty() {
            return Ok(());
        }
        let plot = self.layout.plot;
        let half = pen::bold_width(&band.label, self.layout.text) / 2.0 + 6.0;
        let edges: Vec<(Place, Place)> = band
            .lower
            .iter()
            .zip(&band.upper)
            .map(|(lower, upper)| {
                let low = plot.at(lower.x, lower.y.max(0.0));
                (low, plot.at(upper.x, upper.y.min(1.0)))
            })
            .collect();
        let (first, last) = (plot.x + half, plot.right() - half);
        let thick = |(low, high): &&(Place, Place)| {
            low.y - high.y >= 1.4 * self.layout.text && (first..=last).contains(&low.x)
        };
        // The height of the tallest box as wide as the words, and its middle.
        let boxed = |(middle, _): &(Place, Place)| {
            let under = edges
                .iter()
                .filter(|(low, _)| (low.x - middle.x).abs() <= half);
            let (low, high) = under.fold((f64::MAX, 0.0_f64), |(low, high), edge| {
                (low.min(edge.0.y), high.max(edge.1.y))
            });
            let y = f64::midpoint(low, high);
            (low - high, Place { x: middle.x, y })
        };
        let roomy = |a: &(f64, Place), b: &(f64, Place)| a.0.total_cmp(&b.0);
        let free = |at: &Place| self.cursor.is_none_or(|x| (x - at.x).abs() > half);
        let places: Vec<(f64, Place)> = edges.iter().filter(thick).map(boxed).collect();
        let beside = places.iter().filter(|(_, at)| free(at)).copied();
        let Some((_, at)) = beside
            .max_by(roomy)
            .or_else(|| places.iter().copied().max_by(roomy))
        else {
            return Ok(());
        };
        let words = Words::bold(self.layout.text, band.hue);
        match band.fill {
            Fill::Hatched => self.pen.label(&band.label, words, Anchor::Middle, at),
            Fill::Plain | Fill::Empty => self.pen.text(&band.label, words, Anchor::Middle, at),
        }
    }

    pub(super) fn block(&mut self, block: &Block) -> Drawn<DB> {
        let plot = self.layout.plot;
        let corner = |p: Point| plot.at(p.x.clamp(0.0, 1.0), p.y.clamp(0.0, 1.0));
        let (a, b) = (corner(block.from), corner(block.to));
        if b.x - a.x < 0.2 {
            return Ok(());
        }
        let place = |x: f64, y: f64| Place { x, y };
        let outline = [a, place(a.x, b.y), b, place(b.x, a.y)];
        match block.fill {
            Fill::Plain => self.pen.area(block.hue, 2.0 * TINT, &outline)?,
            Fill::Hatched => {
                // No line so near the rim that the two would run together.
                let (from, to) = (a.x + 2.0, b.x - 2.0);
                let edge = |y| [place(from, y), place(to, y)];
                self.hatch(block.hue, &edge(a.y), &edge(b.y))?;
            }
            Fill::Empty => {}
        }
        let rim = [a, place(a.x, b.y), b, place(b.x, a.y), a];
        if b.x - a.x > 3.0 {
            self.pen.path(block.hue, 1.0, &rim)?;
        }
        let room = b.x - a.x - 8.0;
        let tall = a.y - b.y >= self.layout.text * 1.2;
        if block.label.is_empty() || !tall || pen::width(&block.label, self.layout.text) > room {
            return Ok(());
        }
        let middle = place(f64::midpoint(a.x, b.x), f64::midpoint(a.y, b.y));
        let words = Words::ink(self.layout.text);
        match block.fill {
            Fill::Hatched => self.pen.label(&block.label, words, Anchor::Middle, middle),
            Fill::Plain | Fill::Empty => self.pen.text(&block.label, words, Anchor::Middle, middle),
        }
    }
}

/// Where a line through places in order of x passes at `x`; `None` beyond its ends.
fn height_at(line: &[Place], x: f64) -> Option<f64> {
    let next = line.partition_point(|place| place.x < x);
    let (a, b) = (line.get(next.checked_sub(1)?)?, line.get(next)?);
    Some(a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x).max(1e-9))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heights_lie_on_the_line_and_nowhere_else() {
        let line = [(0.0, 0.0), (10.0, 5.0), (20.0, 5.0)].map(|(x, y)| Place { x, y });
        assert_eq!(height_at(&line, 4.0), Some(2.0));
        assert_eq!(height_at(&line, 20.0), Some(5.0));
        assert_eq!(height_at(&line, -1.0), None);
        assert_eq!(height_at(&line, 21.0), None);
        assert_eq!(height_at(&[], 1.0), None);
    }
}
