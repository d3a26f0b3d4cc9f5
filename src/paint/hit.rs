//! What lies under a pointer.

use super::layout::{Layout, Place, length};
use crate::figure::{Block, Figure, Grab, Marker, Point};

/// What a pointer at `place` takes hold of within `reach` pixels: the cursor first, then the nearest
/// curve or edge that can be dragged. Nothing outside the plot, but for the cursor's handle on the axis.
pub fn grab_at(figure: &Figure, layout: &Layout, place: Place, reach: f64) -> Option<Grab> {
    let plot = layout.plot;
    let point = plot.point(place);
    if let Some(cursor) = &figure.cursor {
        let foot = plot.at(cursor.x, 0.0);
        let on_handle = length(foot.x - place.x, foot.y - place.y) <= reach + 7.0;
        if on_handle || (point.is_inside() && (foot.x - place.x).abs() <= reach) {
            return Some(Grab::Cursor);
        }
    }
    if !point.is_inside() {
        return None;
    }
    let curves = figure.curves.iter().filter_map(|curve| {
        Some((
            Grab::Curve(curve.grab?),
            distance(&curve.points, layout, place),
        ))
    });
    let edges = figure.blocks.iter().filter_map(|block| {
        let edge = [block.from.y, block.to.y].map(|y| Point { x: block.to.x, y });
        Some((Grab::Edge(block.grab?), distance(&edge, layout, place)))
    });
    curves
        .chain(edges)
        .filter(|(_, distance)| *distance <= reach)
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(grab, _)| grab)
}

/// What the marks under a pointer have to say: markers within `reach` pixels of `place`, and the
/// block around it.
pub fn details_at(figure: &Figure, layout: &Layout, place: Place, reach: f64) -> Vec<String> {
    let near = |marker: &&Marker| {
        let at = layout.plot.at(marker.at.x, marker.at.y);
        length(at.x - place.x, at.y - place.y) <= reach
    };
    let point = layout.plot.point(place);
    let around = |block: &&Block| {
        (block.from.x..=block.to.x).contains(&point.x)
            && (block.from.y..=block.to.y).contains(&point.y)
    };
    let markers = figure.markers.iter().filter(near).map(|m| &m.detail);
    let blocks = figure.blocks.iter().filter(around).map(|b| &b.detail);
    said(markers.chain(blocks))
}

/// What the marks at about this place of the x axis have to say, in plot space.
pub fn details_near(figure: &Figure, x: f64) -> Vec<String> {
    const NEAR: f64 = 0.012;
    let markers = figure.markers.iter().filter(|m| (m.at.x - x).abs() <= NEAR);
    let blocks = figure
        .blocks
        .iter()
        .filter(|b| (b.from.x..b.to.x).contains(&x));
    said(markers.map(|m| &m.detail).chain(blocks.map(|b| &b.detail)))
}

fn said<'a>(details: impl Iterator<Item = &'a String>) -> Vec<String> {
    details.filter(|d| !d.is_empty()).cloned().collect()
}

/// From a place to the nearest segment of a line, in pixels.
fn distance(points: &[Point], layout: &Layout, place: Place) -> f64 {
    let at = |p: &Point| layout.plot.at(p.x, p.y);
    points
        .windows(2)
        .map(|pair| segment_distance(place, at(&pair[0]), at(&pair[1])))
        .fold(f64::INFINITY, f64::min)
}

fn segment_distance(p: Place, a: Place, b: Place) -> f64 {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    let square = dx * dx + dy * dy;
    let t = if square > 0.0 {
        (((p.x - a.x) * dx + (p.y - a.y) * dy) / square).clamp(0.0, 1.0)
    } else {
        0.0
    };
    length(p.x - a.x - t * dx, p.y - a.y - t * dy)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chart::FIRST;
    use crate::paint::{Size, layout};
    use crate::scenario::Scenario;
    use crate::text::Lang;

    #[test]
    fn the_cursor_comes_before_curves_and_nothing_reacts_outside_the_frame() {
        let figure = (FIRST.charts[0].figure)(&Scenario::default(), Lang::En);
        let layout = layout(
            &figure,
            Size {
                width: 800.0,
                height: 450.0,
            },
        );
        let cursor = figure.cursor.as_ref().unwrap();
        let on = |x: f64, y: f64| grab_at(&figure, &layout, layout.plot.at(x, y), 8.0);
        assert_eq!(on(cursor.x, 0.5), Some(Grab::Cursor));
        let curve = figure.curves.iter().find(|c| c.grab == Some(3)).unwrap();
        let end = curve.points.last().unwrap();
        assert_eq!(on(0.99, end.y), Some(Grab::Curve(3)));
        assert_eq!(on(1.2, end.y), None);
        assert_eq!(on(0.9, 0.02), None);
        let foot = layout.plot.at(cursor.x, 0.0);
        let below = Place {
            x: foot.x,
            y: foot.y + 6.0,
        };
        assert_eq!(grab_at(&figure, &layout, below, 8.0), Some(Grab::Cursor));
    }
}
