//! How a slider's way maps to values, and what one step of a key is.

use std::f64::consts::LOG2_10;

use crate::figure::exp2;
use crate::text::{exponent, machine, rounded};

/// How values are spread along a slider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Travel {
    /// Equal ways are equal differences; the number is the step of an arrow key.
    Linear(f64),
    /// Equal ways are equal factors; needs a positive minimum.
    Log,
    /// Like [`Travel::Log`] above the given value, and linear from zero up to about there.
    LogFromZero(f64),
    /// A parallel fraction: 0.9, 0.99, 0.999… are equally far apart, and the last notch is exactly 1.
    Nines,
}

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A little more.
    Up,
    /// A little less.
    Down,
    /// Twice as much; for a parallel fraction, half the serial part.
    Double,
    /// Half as much; for a parallel fraction, twice the serial part.
    Halve,
    /// The smallest value.
    Min,
    /// The largest value.
    Max,
}

/// The slider ends here, in nines; what lies beyond can be typed.
const NINES: f64 = 6.5;
/// From here on the slider says "perfectly parallel".
const PERFECT: f64 = 6.25;
/// The finest serial fraction the keys reach before "perfectly parallel".
const FINEST: f64 = 1e-6;

impl Travel {
    /// Where `value` stands, 0…1.
    pub fn position(self, value: f64, min: f64, max: f64) -> f64 {
        let position = match self {
            Self::Linear(_) => (value - min) / (max - min),
            Self::Log => (value / min).log2() / (max / min).log2(),
            Self::LogFromZero(knee) => (1.0 + value / knee).log2() / (1.0 + max / knee).log2(),
            Self::Nines if value >= 1.0 => 1.0,
            Self::Nines => (-(1.0 - value).log2() / LOG2_10 / NINES).min(PERFECT / NINES),
        };
        if position.is_nan() {
            0.0
        } else {
            position.clamp(0.0, 1.0)
        }
    }

    /// The value at a place 0…1, rounded to three significant digits (a serial fraction to two).
    pub fn value(self, position: f64, min: f64, max: f64) -> f64 {
        let position = if position.is_nan() {
            0.0
        } else {
            position.clamp(0.0, 1.0)
        };
        match self {
            Self::Linear(_) => rounded(min + (max - min) * position, 3),
            Self::Log => rounded(min * exp2(position * (max / min).log2()), 3),
            Self::LogFromZero(knee) => {
                rounded(knee * (exp2(position * (1.0 + max / knee).log2()) - 1.0), 3)
            }
            Self::Nines if position * NINES > PERFECT => 1.0,
            Self::Nines => from_serial(exp2(-position * NINES * LOG2_10)),
        }
    }

    /// The value one step from `value`; the caller keeps it within its ends.
    pub fn step(self, value: f64, step: Step) -> f64 {
        match self {
            Self::Nines => parallel_step(value, step),
            Self::Linear(by) => match step {
                Step::Up => rounded(value + by, 6),
                Step::Down => rounded(value - by, 6),
                Step::Double => rounded(value + 5.0 * by, 6),
                _ => rounded(value - 5.0 * by, 6),
            },
            Self::LogFromZero(knee) if value < knee => match step {
                Step::Up => rounded(value + knee / 10.0, 6),
                Step::Double => (value * 2.0).max(knee / 10.0),
                Step::Down => rounded((value - knee / 10.0).max(0.0), 6),
                _ => value / 2.0,
            },
            Self::Log | Self::LogFromZero(_) => match step {
                Step::Up => next(value),
                Step::Down => previous(value),
                Step::Double => value * 2.0,
                _ => value / 2.0,
            },
        }
    }
}

/// 1 − s, with s to two significant digits and without binary noise.
fn from_serial(serial: f64) -> f64 {
    machine(&format!("{:.15}", 1.0 - rounded(serial, 2))).unwrap_or(0.0)
}

fn parallel_step(value: f64, step: Step) -> f64 {
    let serial = 1.0 - value;
    match step {
        Step::Up | Step::Double if serial <= FINEST * 1.000_1 => 1.0,
        Step::Down | Step::Halve if serial < FINEST => 1.0 - FINEST,
        Step::Up => from_serial(previous(serial)),
        Step::Down => from_serial(next(serial)),
        Step::Double => from_serial(serial / 2.0),
        _ => from_serial((serial * 2.0).min(1.0)),
    }
}

/// One more in the second significant digit.
fn next(value: f64) -> f64 {
    let unit = 10f64.powi(exponent(rounded(value, 2)) - 1);
    rounded(((value / unit + 1e-6).floor() + 1.0) * unit, 3)
}

/// One less in the second significant digit: 10 → 9.9.
fn previous(value: f64) -> f64 {
    let unit = 10f64.powi(exponent(value * (1.0 - 1e-9)) - 1);
    rounded(((value / unit - 1e-6).ceil() - 1.0) * unit, 3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_step(travel: Travel, from: f64, step: Step, to: f64) {
        let got = travel.step(from, step);
        assert!(
            (got - to).abs() <= 1e-12 * to.abs().max(1e-3),
            "{from} {step:?} → {got}, not {to}"
        );
    }

    #[test]
    fn arrow_keys_move_the_second_digit() {
        check_step(Travel::Log, 10.0, Step::Up, 11.0);
        check_step(Travel::Log, 10.0, Step::Down, 9.9);
        check_step(Travel::Log, 64.0, Step::Up, 65.0);
        check_step(Travel::Log, 999.0, Step::Up, 1000.0);
        check_step(Travel::Log, 1000.0, Step::Up, 1100.0);
        check_step(Travel::Log, 1024.0, Step::Up, 1100.0);
        check_step(Travel::Log, 1024.0, Step::Down, 1000.0);
        check_step(Travel::Log, 64.0, Step::Double, 128.0);
        check_step(Travel::LogFromZero(1.0), 0.0, Step::Up, 0.1);
        check_step(Travel::LogFromZero(1.0), 0.1, Step::Down, 0.0);
        check_step(Travel::Linear(0.05), 0.5, Step::Up, 0.55);
        check_step(Travel::Nines, 0.95, Step::Up, 0.951);
        check_step(Travel::Nines, 0.95, Step::Down, 0.949);
        check_step(Travel::Nines, 0.9, Step::Up, 0.901);
        check_step(Travel::Nines, 0.95, Step::Double, 0.975);
        check_step(Travel::Nines, 0.75, Step::Halve, 0.5);
        check_step(Travel::Nines, 0.3, Step::Halve, 0.0);
        check_step(Travel::Nines, 0.999_999, Step::Up, 1.0);
        check_step(Travel::Nines, 1.0, Step::Down, 0.999_999);
        check_step(Travel::Nines, 0.0, Step::Up, 0.01);
    }

    #[test]
    fn nines_are_equally_far_apart() {
        let at = |p| Travel::Nines.position(p, 0.0, 1.0);
        let gap = at(0.99) - at(0.9);
        for (a, b) in [(0.0, 0.9), (0.99, 0.999), (0.999, 0.9999)] {
            assert!((at(b) - at(a) - gap).abs() < 1e-9);
        }
        assert_eq!(Travel::Nines.value(1.0, 0.0, 1.0), 1.0);
        assert_eq!(Travel::Nines.value(at(0.95), 0.0, 1.0), 0.95);
    }

    #[test]
    fn sliders_go_there_and_back() {
        for (travel, min, max, values) in [
            (
                Travel::Log,
                1.0,
                1_048_576.0,
                vec![1.0, 64.0, 10_000.0, 1_050_000.0],
            ),
            (
                Travel::LogFromZero(1.0),
                0.0,
                10_000.0,
                vec![0.0, 0.5, 259.0, 10_000.0],
            ),
            (Travel::Linear(0.05), 0.0, 2.0, vec![0.0, 0.5, 2.0]),
            (Travel::Nines, 0.0, 1.0, vec![0.0, 0.5, 0.95, 0.9999, 1.0]),
        ] {
            for value in values {
                let back = travel.value(travel.position(value, min, max), min, max);
                assert!(
                    (back - value).abs() <= 0.005 * value,
                    "{travel:?} {value} {back}"
                );
            }
        }
    }
}
