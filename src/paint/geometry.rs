//! Plane geometry of drawing: clipping, thinning out, moving apart.

use super::layout::Place;
use crate::figure::Point;

/// The pieces of a line that lie within the plot, cut exactly at its border.
pub(super) fn clipped(points: &[Point]) -> Vec<Vec<Point>> {
    let mut pieces: Vec<Vec<Point>> = Vec::new();
    let mut open = false;
    for (a, b) in points.iter().zip(points.iter().skip(1)) {
        let Some((from, to)) = clip_segment(*a, *b) else {
            open = false;
            continue;
        };
        match pieces.last_mut() {
            Some(piece) if open => piece.push(to),
            _ => pieces.push(vec![from, to]),
        }
        // The next segment continues this piece only if this one ended inside.
        open = to == *b;
    }
    pieces
}

/// The part of a segment within the unit square (Liang and Barsky 1984); `None` when outside or not
/// finite.
fn clip_segment(a: Point, b: Point) -> Option<(Point, Point)> {
    let (dx, dy) = (b.x - a.x, b.y - a.y);
    if !(dx.is_finite() && dy.is_finite()) {
        return None;
    }
    let (mut enter, mut leave) = (0.0f64, 1.0f64);
    for (step, room) in [(-dx, a.x), (dx, 1.0 - a.x), (-dy, a.y), (dy, 1.0 - a.y)] {
        // A line that runs along the border is inside.
        let room = if room.abs() < 1e-9 { 0.0 } else { room };
        if step == 0.0 {
            if room < 0.0 {
                return None;
            }
        } else if step < 0.0 {
            enter = enter.max(room / step);
        } else {
            leave = leave.min(room / step);
        }
    }
    let at = |t: f64| Point {
        x: a.x + dx * t,
        y: a.y + dy * t,
    };
    (enter <= leave).then(|| {
        (
            if enter <= 0.0 { a } else { at(enter) },
            if leave >= 1.0 { b } else { at(leave) },
        )
    })
}

/// The line with points left out that nobody could see missing: at the most a twentieth of a pixel
/// up or down. One pass with a narrowing cone (Williams 1978), for lines that run from left to right;
/// where one does not, every point stays.
pub(super) fn simplified(path: &[Place]) -> Vec<Place> {
    const TOLERANCE: f64 = 0.05;
    let Some((first, rest)) = path.split_first() else {
        return Vec::new();
    };
    let mut kept = vec![*first];
    let (mut anchor, mut last) = (*first, *first);
    let (mut lo, mut hi) = (f64::NEG_INFINITY, f64::INFINITY);
    for place in rest {
        let slope = |anchor: Place, dy: f64| (place.y + dy - anchor.y) / (place.x - anchor.x);
        if place.x <= anchor.x || !(lo..=hi).contains(&slope(anchor, 0.0)) {
            if last != anchor {
                kept.push(last);
            }
            anchor = last;
            (lo, hi) = (f64::NEG_INFINITY, f64::INFINITY);
        }
        if place.x > anchor.x {
            lo = lo.max(slope(anchor, -TOLERANCE));
            hi = hi.min(slope(anchor, TOLERANCE));
        }
        last = *place;
    }
    if !rest.is_empty() {
        kept.push(last);
    }
    kept
}

/// Places as near as possible to the wanted ones, at least `gap` apart and within `lo`…`hi` while
/// they fit; the order of `wanted` is kept in the answer.
pub(super) fn spread(wanted: &[f64], gap: f64, lo: f64, hi: f64) -> Vec<f64> {
    let mut order: Vec<usize> = Vec::with_capacity(wanted.len());
    for (i, wish) in wanted.iter().enumerate() {
        order.insert(order.partition_point(|j| wanted[*j] <= *wish), i);
    }
    // Runs of touching labels share their displacement: (sum of wishes minus offsets, count).
    let mut runs: Vec<(f64, usize)> = Vec::new();
    for (rank, i) in order.iter().enumerate() {
        runs.push((wanted[*i] - gap * rank as f64, 1));
        while let [.., (a, n), (b, m)] = runs[..] {
            if a / n as f64 <= b / m as f64 {
                break;
            }
            runs.truncate(runs.len() - 2);
            runs.push((a + b, n + m));
        }
    }
    let mut placed = vec![0.0; wanted.len()];
    let ceiling = hi - gap * order.len().saturating_sub(1) as f64;
    let mut rank = 0;
    for (sum, n) in runs {
        let start = (sum / n as f64).min(ceiling).max(lo);
        for i in &order[rank..rank + n] {
            placed[*i] = start + gap * rank as f64;
            rank += 1;
        }
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(points: &[(f64, f64)]) -> Vec<Point> {
        points.iter().map(|(x, y)| Point { x: *x, y: *y }).collect()
    }

    #[test]
    fn lines_are_cut_at_the_border_and_keep_their_slope() {
        let pieces = clipped(&line(&[(0.0, 0.0), (1.0, 2.0)]));
        assert_eq!(pieces, [line(&[(0.0, 0.0), (0.5, 1.0)])]);
        let pieces = clipped(&line(&[(0.0, 0.5), (0.25, 1.5), (0.5, 0.5), (1.0, 0.5)]));
        assert_eq!(pieces.len(), 2);
        assert_eq!(pieces[0], line(&[(0.0, 0.5), (0.125, 1.0)]));
        assert_eq!(pieces[1], line(&[(0.375, 1.0), (0.5, 0.5), (1.0, 0.5)]));
    }

    #[test]
    fn what_is_outside_or_not_a_number_leaves_a_gap() {
        assert!(clipped(&line(&[(0.0, 1.5), (1.0, 2.0)])).is_empty());
        assert!(clipped(&line(&[(0.0, f64::NAN), (1.0, 0.5)])).is_empty());
        assert!(clipped(&line(&[(0.0, f64::INFINITY), (1.0, 0.5)])).is_empty());
        let pieces = clipped(&line(&[
            (0.0, 0.5),
            (0.2, 0.5),
            (0.4, f64::NAN),
            (0.6, 0.5),
            (0.8, 0.5),
        ]));
        assert_eq!(pieces.len(), 2);
    }

    #[test]
    fn a_line_along_the_border_is_drawn() {
        assert_eq!(clipped(&line(&[(0.0, 1.0), (1.0, 1.0)])).len(), 1);
        assert_eq!(
            clipped(&line(&[(0.0, 1.0 + 1e-12), (1.0, 1.0 + 1e-12)])).len(),
            1
        );
    }

    #[test]
    fn straight_lines_need_two_points() {
        let path: Vec<Place> = (0..600)
            .map(|i| Place {
                x: f64::from(i),
                y: 2.0 * f64::from(i),
            })
            .collect();
        assert_eq!(simplified(&path).len(), 2);
    }

    #[test]
    fn a_line_that_turns_back_keeps_every_corner() {
        let corners = [(0.0, 0.0), (5.0, 0.0), (5.0, 9.0), (2.0, 9.0)].map(|(x, y)| Place { x, y });
        assert_eq!(simplified(&corners), corners);
        assert_eq!(simplified(&corners[..1]), corners[..1]);
        assert!(simplified(&[]).is_empty());
    }

    #[test]
    fn nobody_sees_what_is_left_out() {
        let path: Vec<Place> = (0..600)
            .map(|i| Place {
                x: f64::from(i),
                y: 200.0 * (f64::from(i) / 80.0).sin(),
            })
            .collect();
        let thin = simplified(&path);
        assert!(thin.len() < 200, "{}", thin.len());
        for p in path {
            let pair = thin
                .windows(2)
                .find(|w| (w[0].x..=w[1].x).contains(&p.x))
                .unwrap();
            let along = (p.x - pair[0].x) / (pair[1].x - pair[0].x);
            let y = pair[0].y + (pair[1].y - pair[0].y) * along;
            assert!((y - p.y).abs() <= 0.050_001, "{p:?} {y}");
        }
    }

    #[track_caller]
    fn check_spread(wanted: &[f64], expected: &[f64]) {
        assert_eq!(spread(wanted, 10.0, 0.0, 100.0), expected);
    }

    #[test]
    fn labels_move_apart_and_stay_in_order() {
        check_spread(&[], &[]);
        check_spread(&[50.0], &[50.0]);
        check_spread(&[20.0, 40.0], &[20.0, 40.0]);
        check_spread(&[50.0, 50.0], &[45.0, 55.0]);
        check_spread(&[52.0, 48.0], &[55.0, 45.0]);
        check_spread(&[99.0, 100.0, 20.0], &[90.0, 100.0, 20.0]);
        check_spread(&[-5.0, 0.0], &[0.0, 10.0]);
    }

    #[test]
    fn labels_never_overlap_while_they_fit() {
        for seed in 0..200u64 {
            let wanted: Vec<f64> = (0..8)
                .map(|i| ((seed * 7919 + i * i * 104_729) % 1000) as f64 / 10.0)
                .collect();
            let mut placed = spread(&wanted, 12.0, 0.0, 100.0);
            placed.sort_by(f64::total_cmp);
            assert!(
                placed.windows(2).all(|w| w[1] - w[0] > 12.0 - 1e-9),
                "{wanted:?} {placed:?}"
            );
            assert!(placed[0] >= 0.0 && placed[7] <= 100.0 + 1e-9, "{placed:?}");
        }
    }
}
