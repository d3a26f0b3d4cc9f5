//! Axes: the map between data and plot space, and where the ticks stand.

use crate::text;

/// How data is spread along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally far apart.
    Linear,
    /// Every doubling is equally far apart.
    Log2,
    /// Every factor of ten is equally far apart.
    Log10,
}

impl Scale {
    /// All scales, in the order a reader is offered them.
    pub const ALL: [Self; 3] = [Self::Log2, Self::Log10, Self::Linear];

    /// The base of a logarithm stretches an axis and no more, so both scales share one.
    fn forward(self, value: f64) -> f64 {
        match self {
            Self::Linear => value,
            Self::Log2 | Self::Log10 => value.log2(),
        }
    }

    fn inverse(self, position: f64) -> f64 {
        match self {
            Self::Linear => position,
            Self::Log2 | Self::Log10 => exp2(position),
        }
    }
}

/// A labeled or bare line across the plot.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    /// Place in plot space, 0…1.
    pub at: f64,
    /// Its words; empty for a minor tick.
    pub label: String,
}

/// One axis: a scale over a range, with its ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Quantity and unit.
    pub title: String,
    scale: Scale,
    lo: f64,
    hi: f64,
    /// Where the scale puts the low end, and how far the high end is from there.
    start: f64,
    way: f64,
    /// From the low end to the high end.
    pub ticks: Vec<Tick>,
}

impl Axis {
    /// An axis from `lo` to `hi` whose ticks are written by `label`.
    ///
    /// A range that cannot be drawn (not finite, empty, reversed, or not positive on a logarithmic
    /// scale) is widened to the nearest one that can, so that a switch of scale never fails.
    pub fn new(
        title: String,
        scale: Scale,
        (lo, hi): (f64, f64),
        label: impl Fn(f64) -> String,
    ) -> Self {
        let (lo, hi) = drawable(scale, lo, hi);
        let mut axis = Self {
            title,
            scale,
            lo,
            hi,
            start: scale.forward(lo),
            way: scale.forward(hi) - scale.forward(lo),
            ticks: Vec::new(),
        };
        axis.ticks = axis
            .tick_values()
            .into_iter()
            .map(|(value, labeled)| Tick {
                at: axis.unit(value),
                label: if labeled { label(value) } else { String::new() },
            })
            .collect();
        axis
    }

    /// An axis of named rows, the first at the top; each is `1 / names.len()` high, and row `i` in
    /// data is the range `n - 1 - i … n - i`.
    pub fn rows(title: String, names: Vec<String>) -> Self {
        let n = names.len().max(1) as f64;
        let mut axis = Self::new(title, Scale::Linear, (0.0, n), |_| String::new());
        let tick = |(i, label)| Tick {
            at: 1.0 - (i as f64 + 0.5) / n,
            label,
        };
        axis.ticks = names.into_iter().enumerate().map(tick).collect();
        axis
    }

    /// How data is spread along it.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The lower end, in data.
    pub fn lo(&self) -> f64 {
        self.lo
    }

    /// The upper end, in data.
    pub fn hi(&self) -> f64 {
        self.hi
    }

    /// Plot space from data; outside 0…1 beyond the ends. A value that a logarithmic scale cannot
    /// hold (zero, negative) lies far below the axis, so that it is clipped away. Farther than any
    /// real value, so that those come back from there.
    pub fn unit(&self, value: f64) -> f64 {
        const FAR: f64 = 1e9;
        let unit = (self.scale.forward(value) - self.start) / self.way;
        if unit.is_nan() {
            -FAR
        } else {
            unit.clamp(-FAR, FAR)
        }
    }

    /// Data from plot space: the exact inverse of [`Self::unit`].
    pub fn value(&self, unit: f64) -> f64 {
        self.scale.inverse(self.start + self.way * unit)
    }

    /// `n ≥ 2` values equally far apart on this axis, from end to end, the ends exact.
    pub fn samples(&self, n: usize) -> Vec<f64> {
        (0..n)
            .map(|i| match i {
                0 => self.lo,
                _ if i + 1 == n => self.hi,
                _ => self.value(i as f64 / (n - 1) as f64),
            })
            .collect()
    }

    fn tick_values(&self) -> Vec<(f64, bool)> {
        match self.scale {
            Scale::Linear => linear_ticks(self.lo, self.hi),
            Scale::Log2 => power_ticks(2.0, self.lo, self.hi),
            Scale::Log10 => decade_ticks(self.lo, self.hi),
        }
    }
}

/// 2 to the power of x, exact at whole x. The library's own brings a table of four kilobytes.
pub fn exp2(x: f64) -> f64 {
    let whole = x.floor().clamp(-1100.0, 1100.0);
    2f64.powi(whole as i32) * ((x - whole) * std::f64::consts::LN_2).exp()
}

fn drawable(scale: Scale, lo: f64, hi: f64) -> (f64, f64) {
    const LARGEST: f64 = 1e18;
    let smallest = if scale == Scale::Linear {
        -LARGEST
    } else {
        1.0 / LARGEST
    };
    let clean = |v: f64, otherwise: f64| if v.is_finite() { v } else { otherwise };
    let lo = clean(lo, smallest.max(0.0)).clamp(smallest, LARGEST);
    let hi = clean(hi, LARGEST).clamp(smallest, LARGEST);
    let (lo, hi) = if lo <= hi { (lo, hi) } else { (hi, lo) };
    match scale {
        Scale::Linear if hi - lo <= hi.abs().max(1e-12) * 1e-9 => (lo, lo + hi.abs().max(1.0)),
        Scale::Log2 | Scale::Log10 if hi / lo < 1.000_001 => (lo, lo * 2.0),
        _ => (lo, hi),
    }
}

/// Multiples of 1, 2 or 5 times a power of ten: about six of them.
fn linear_ticks(lo: f64, hi: f64) -> Vec<(f64, bool)> {
    let rough = (hi - lo) / 6.0;
    let power = 10f64.powi(text::exponent(rough));
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|m| m * power)
        .find(|step| *step >= rough * 0.999)
        .unwrap_or(power * 10.0);
    let first = (lo / step - 1e-9).ceil();
    let last = (hi / step + 1e-9).floor();
    let n = (last - first).clamp(0.0, 20.0) as usize;
    (0..=n).map(|i| ((first + i as f64) * step, true)).collect()
}

/// All whole powers of `base` within the range; when there are none, the two ends.
fn power_ticks(base: f64, lo: f64, hi: f64) -> Vec<(f64, bool)> {
    let first = (lo.log2() / base.log2() - 1e-9).ceil() as i32;
    let last = (hi.log2() / base.log2() + 1e-9).floor() as i32;
    if first >= last {
        return vec![(lo, true), (hi, true)];
    }
    (first..=last).map(|k| (base.powi(k), true)).collect()
}

/// Powers of ten with labels, and bare ticks at 2…9 between them when there are few decades.
fn decade_ticks(lo: f64, hi: f64) -> Vec<(f64, bool)> {
    let decades = (hi / lo).log2() / std::f64::consts::LOG2_10;
    if decades > 7.0 {
        return power_ticks(10.0, lo, hi);
    }
    let (first, last) = (text::exponent(lo), text::exponent(hi));
    let inside = |v: &f64| *v >= lo * (1.0 - 1e-9) && *v <= hi * (1.0 + 1e-9);
    let ticks: Vec<_> = (first..=last)
        .flat_map(|k| (1..10).map(move |m| (f64::from(m), k)))
        .map(|(m, k)| (text::rounded(m * 10f64.powi(k), 3), m))
        .filter(|(v, _)| inside(v))
        .map(|(v, m)| (v, m == 1.0 || (decades < 2.0 && (m == 2.0 || m == 5.0))))
        .collect();
    if ticks.iter().any(|(_, labeled)| *labeled) {
        ticks
    } else {
        vec![(lo, true), (hi, true)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(scale: Scale, lo: f64, hi: f64) -> Axis {
        Axis::new(String::new(), scale, (lo, hi), |v| v.to_string())
    }

    #[track_caller]
    fn check_labels(scale: Scale, lo: f64, hi: f64, expected: &str) {
        let labels: Vec<_> = axis(scale, lo, hi)
            .ticks
            .into_iter()
            .map(|t| t.label)
            .filter(|l| !l.is_empty())
            .collect();
        assert_eq!(labels.join(" "), expected);
    }

    #[test]
    fn ticks_are_the_numbers_a_reader_expects() {
        check_labels(Scale::Log2, 1.0, 64.0, "1 2 4 8 16 32 64");
        check_labels(Scale::Log2, 1.0, 100.0, "1 2 4 8 16 32 64");
        check_labels(Scale::Log2, 0.25, 1.0, "0.25 0.5 1");
        check_labels(Scale::Log2, 5.0, 6.0, "5 6");
        check_labels(Scale::Log10, 1.0, 1000.0, "1 10 100 1000");
        check_labels(Scale::Log10, 1.0, 20.0, "1 2 5 10 20");
        check_labels(Scale::Log10, 0.001, 1.0, "0.001 0.01 0.1 1");
        check_labels(Scale::Linear, 0.0, 20.0, "0 5 10 15 20");
        check_labels(
            Scale::Linear,
            0.0,
            1.0,
            "0 0.2 0.4 0.6000000000000001 0.8 1",
        );
        check_labels(Scale::Linear, 1.0, 65536.0, "20000 40000 60000");
    }

    #[test]
    fn a_range_that_cannot_be_drawn_becomes_one_that_can() {
        for scale in Scale::ALL {
            for (lo, hi) in [
                (0.0, 0.0),
                (1.0, 1.0),
                (5.0, 1.0),
                (0.0, 100.0),
                (-3.0, 7.0),
                (f64::NAN, f64::NAN),
                (1.0, f64::INFINITY),
                (f64::NEG_INFINITY, f64::INFINITY),
                (f64::MIN, f64::MAX),
                (1e-300, 1e300),
            ] {
                let axis = axis(scale, lo, hi);
                assert!(axis.lo() < axis.hi(), "{scale:?} {lo} {hi}: {axis:?}");
                assert!(axis.lo().is_finite() && axis.hi().is_finite());
                assert!(scale == Scale::Linear || axis.lo() > 0.0);
                assert!(
                    (2..=200).contains(&axis.ticks.len()),
                    "{scale:?} {lo} {hi}: {}",
                    axis.ticks.len()
                );
                assert!(
                    axis.ticks
                        .iter()
                        .all(|t| (-1e-6..=1.000_001).contains(&t.at))
                );
            }
        }
    }

    #[test]
    fn plot_space_and_data_are_inverse() {
        for scale in Scale::ALL {
            let axis = axis(scale, 1.0, 1_048_576.0);
            for value in [1.0, 1.5, 64.0, 10_000.0, 1_048_576.0] {
                let back = axis.value(axis.unit(value));
                assert!(
                    (back / value - 1.0).abs() < 1e-9,
                    "{scale:?} {value} {back}"
                );
            }
        }
    }

    #[test]
    fn what_a_scale_cannot_hold_is_clipped_away() {
        let axis = axis(Scale::Log2, 1.0, 16.0);
        for value in [0.0, -1.0, f64::NAN] {
            assert!(axis.unit(value) < -1.0);
        }
        assert!(axis.unit(f64::INFINITY) > 1.0 && axis.unit(f64::INFINITY).is_finite());
        assert_eq!(axis.value(axis.unit(0.0)), 0.0);
    }

    #[test]
    fn what_is_far_outside_comes_back() {
        for scale in Scale::ALL {
            let axis = axis(scale, 1.0, 20.0);
            for value in [1e-6, 100.0, 1_048_576.0] {
                let back = axis.value(axis.unit(value));
                assert!((back / value - 1.0).abs() < 1e-9, "{scale:?}: {back}");
            }
        }
    }

    #[test]
    fn rows_are_named_from_the_top() {
        let axis = Axis::rows(String::new(), vec!["loader".into(), "GPU".into()]);
        assert_eq!((axis.lo(), axis.hi()), (0.0, 2.0));
        let ticks: Vec<_> = axis
            .ticks
            .iter()
            .map(|t| (t.label.as_str(), t.at))
            .collect();
        assert_eq!(ticks, [("loader", 0.75), ("GPU", 0.25)]);
        assert!(Axis::rows(String::new(), Vec::new()).ticks.is_empty());
    }

    #[test]
    fn samples_end_exactly_at_the_ends() {
        let samples = axis(Scale::Log10, 1.0, 65_536.0).samples(600);
        assert_eq!(
            (samples[0], samples[599], samples.len()),
            (1.0, 65_536.0, 600)
        );
    }
}
