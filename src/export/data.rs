//! What a chart draws as numbers in data, at the resolution it is drawn in.

use super::Document;
use crate::figure::{Axis, Block, Curve, Figure, Hue, Marker, Point, Shape, Stroke};
use crate::text::{self, Lang, tr};

/// What a series is drawn as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    Curve,
    /// A dashed line that a curve of the same color approaches.
    Ceiling,
    /// The height of an area.
    Band,
}

impl Kind {
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::Curve => "curve",
            Self::Ceiling => "ceiling",
            Self::Band => "band",
        }
    }
}

/// A line or the height of an area.
pub(super) struct Series<'a> {
    pub(super) name: String,
    pub(super) kind: Kind,
    y: &'a Axis,
    lower: &'a [Point],
    upper: &'a [Point],
}

impl Series<'_> {
    /// Where it was sampled, in plot space.
    pub(super) fn places(&self) -> impl Iterator<Item = f64> {
        self.upper.iter().map(|point| point.x)
    }

    /// The value at a place as it is drawn: a straight line between samples; `None` beyond the ends.
    pub(super) fn at(&self, place: f64) -> Option<f64> {
        let upper = self.y.value(height(self.upper, place)?);
        if self.lower.is_empty() {
            return Some(upper);
        }
        let value = upper - self.y.value(height(self.lower, place)?);
        // What is left when equal edges are subtracted is noise.
        let noise = 1e-12 * (self.y.hi() - self.y.lo());
        Some(if value.abs() < noise { 0.0 } else { value })
    }
}

fn height(line: &[Point], place: f64) -> Option<f64> {
    let next = line.partition_point(|point| point.x < place);
    let b = line.get(next)?;
    if b.x == place {
        return Some(b.y);
    }
    let a = line.get(next.checked_sub(1)?)?;
    Some(a.y + (b.y - a.y) * (place - a.x) / (b.x - a.x))
}

/// All series of a figure: areas from the bottom, then curves, then their ceilings.
pub(super) fn series(figure: &Figure, lang: Lang) -> Vec<Series<'_>> {
    let mut all: Vec<Series> = figure
        .bands
        .iter()
        .map(|band| Series {
            name: band.label.clone(),
            kind: Kind::Band,
            y: &figure.y,
            lower: &band.lower,
            upper: &band.upper,
        })
        .collect();
    let line = |curve, name, kind| line(figure, curve, name, kind);
    let named = |curve: &Curve| curve.label.as_ref().map(|label| label.name.clone());
    let curves = figure.curves.iter();
    all.extend(curves.filter_map(|curve| Some(line(curve, named(curve)?, Kind::Curve))));
    // A line without a name is the ceiling of its color's curve, or the edge of an area.
    let ceilings = figure
        .curves
        .iter()
        .filter(|curve| curve.label.is_none() && curve.stroke == Stroke::Dashed);
    all.extend(ceilings.filter_map(|curve| {
        let of = name_of(figure, curve.hue)?;
        let name = tr!(lang, export.ceiling, name = of);
        Some(line(curve, name, Kind::Ceiling))
    }));
    all
}

fn line<'a>(figure: &'a Figure, curve: &'a Curve, name: String, kind: Kind) -> Series<'a> {
    Series {
        name,
        kind,
        y: &figure.y,
        lower: &[],
        upper: &curve.points,
    }
}

/// The curve of a color, by name.
fn name_of(figure: &Figure, hue: Hue) -> Option<&str> {
    let mut same = figure.curves.iter().filter(|curve| curve.hue == hue);
    same.find_map(|curve| Some(curve.label.as_ref()?.name.as_str()))
}

/// The places of the rows of a table with a column for every series: those of the finest one.
pub(super) fn places(all: &[Series]) -> Vec<f64> {
    all.iter()
        .map(|series| series.places().collect::<Vec<f64>>())
        .max_by_key(Vec::len)
        .unwrap_or_default()
}

/// The points that are more than words.
pub(super) fn points(document: &Document) -> impl Iterator<Item = &Marker> {
    let marks = document.figure.markers.iter();
    marks.filter(|marker| marker.shape != Shape::Bare)
}

/// All that is known of a point, in words.
pub(super) fn note(marker: &Marker) -> &str {
    if marker.detail.is_empty() {
        &marker.label
    } else {
        &marker.detail
    }
}

/// The name of the row at a height, in a chart of blocks.
pub(super) fn row(figure: &Figure, height: f64) -> &str {
    let far = |at: f64| (at - height).abs();
    let nearest = figure.y.ticks.iter();
    nearest
        .min_by(|a, b| far(a.at).total_cmp(&far(b.at)))
        .map_or("", |tick| &tick.label)
}

/// The height of a block's middle.
pub(super) fn middle(block: &Block) -> f64 {
    f64::midpoint(block.from.y, block.to.y)
}

/// A number for machines: a dot, no groups, no exponent. Of what went through an axis and back, so
/// many digits are exact. Empty for what is no number.
pub(super) fn number(value: f64) -> String {
    const DIGITS: usize = 12;
    if value.is_finite() {
        // Adding zero takes the sign off a negative one.
        (text::rounded(value, DIGITS) + 0.0).to_string()
    } else {
        String::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_for_machines() {
        assert_eq!(number(0.1 + 0.2), "0.3");
        assert_eq!(number(1_048_576.0), "1048576");
        assert_eq!(number(-0.0), "0");
        assert_eq!(number(1.0 / 3.0), "0.333333333333");
        assert_eq!(number(1e-9), "0.000000001");
        assert_eq!(number(f64::NAN), "");
        assert_eq!(number(f64::INFINITY), "");
    }

    #[test]
    fn a_line_is_read_between_its_samples_and_not_beyond() {
        let line = [(0.2, 0.0), (0.4, 1.0)].map(|(x, y)| Point { x, y });
        let at = |place| height(&line, place).map(|y| (y * 1e9).round() / 1e9);
        assert_eq!(
            [at(0.2), at(0.25), at(0.4)],
            [Some(0.0), Some(0.25), Some(1.0)]
        );
        assert_eq!([at(0.1), at(0.5), height(&[], 0.5)], [None; 3]);
    }
}
