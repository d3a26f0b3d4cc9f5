//! Gustafson's law: the speedup of a problem that grows with the machine (weak scaling).
//!
//! S(N) = s′ + (1 − s′)·N, with s′ the serial share of the **parallel run**.
//!
//! Source: J. L. Gustafson, "Reevaluating Amdahl's Law", CACM 31(5):532-533, 1988.
//!
//! Amdahl's and Gustafson's laws are one: a run with the scaled fraction s′ on N processors has
//! the one-processor fraction s = s′ / (s′ + (1 − s′)·N), and Amdahl's law of that s at N is
//! Gustafson's of s′. They look different because each holds another share fixed while N grows.

use super::law::{Law, Limit, Reach, Reading};
use super::quantity::{ParallelFraction, Processors, ScaledSerialFraction, SerialFraction};

/// Gustafson's law for the registry.
pub static LAW: Law = Law {
    id: "gustafson",
    speedup: |w, n| speedup(w.parallel_fraction, n),
    limit: |w| limit(w.parallel_fraction),
    peak: |_| None,
    processors_for_speedup: |w, target| processors_for_speedup(w.parallel_fraction, target),
    fraction_is: Reading::ParallelRun,
    parameters: &[],
    scaled: true,
};

/// S(N) = (1 − P) + P·N, in [1, N], with P = 1 − s′ a share of the parallel run;
/// never decreasing in N.
pub fn speedup(parallel_fraction: ParallelFraction, n: Processors) -> f64 {
    parallel_fraction.serial() + parallel_fraction.get() * n.get()
}

/// lim S(N) for N → ∞: 1 at P = 0, else unbounded.
pub fn limit(parallel_fraction: ParallelFraction) -> Limit {
    if parallel_fraction.get() > 0.0 {
        Limit::Unbounded
    } else {
        Limit::At(1.0)
    }
}

/// The least N with S(N) ≥ S: N = (S − s′) / (1 − s′) = 1 + (S − 1)/P.
///
/// 1 for every target up to 1. `None` for a target no N in the range of [`Processors`] reaches
/// and for NaN.
pub fn processors_for_speedup(
    parallel_fraction: ParallelFraction,
    target: f64,
) -> Option<Processors> {
    if target <= 1.0 {
        return Some(Processors::ONE);
    }
    // At P = 0 this divides by zero: infinity is out of range, hence `None`.
    Processors::new(1.0 + (target - 1.0) / parallel_fraction.get())
}

/// The greatest N with S(N)/N ≥ E: from E = 1 − s′·(1 − 1/N), N = s′ / (E − P).
///
/// `None` for an efficiency above 1 or NaN, which not even one processor has.
/// Unbounded for E ≤ P: the efficiency falls no lower, however many processors there are.
pub fn processors_for_efficiency(
    parallel_fraction: ParallelFraction,
    efficiency: f64,
) -> Option<Reach> {
    if efficiency.is_nan() || efficiency > 1.0 {
        return None;
    }
    let above_floor = efficiency - parallel_fraction.get();
    if above_floor <= 0.0 {
        return Some(Reach::Unbounded);
    }
    Some(Reach::up_to(parallel_fraction.serial() / above_floor))
}

/// The serial share s of the one-processor time of a run on N processors whose serial share
/// is s′: s = s′ / (s′ + (1 − s′)·N).
///
/// One processor does the serial part in the same time and the parallel part in N times as much.
pub fn serial_from_scaled(scaled: ScaledSerialFraction, n: Processors) -> SerialFraction {
    let s = scaled.get();
    SerialFraction::saturating(s / (s + (1.0 - s) * n.get()))
}

/// The serial share s′ of the run on N processors of a program whose serial share of the
/// one-processor time is s: s′ = s / (s + (1 − s)/N).
///
/// The inverse of [`serial_from_scaled`]: this is what an s "looks like" in a profile taken on
/// N processors.
pub fn scaled_from_serial(serial: SerialFraction, n: Processors) -> ScaledSerialFraction {
    let s = serial.get();
    ScaledSerialFraction::saturating(s / (s + (1.0 - s) / n.get()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::amdahl;

    fn fraction(p: f64) -> ParallelFraction {
        ParallelFraction::new(p).unwrap()
    }

    fn processors(n: f64) -> Processors {
        Processors::new(n).unwrap()
    }

    /// Equal to the digits the expected value is given with.
    #[track_caller]
    fn check(value: f64, expected: f64, tolerance: f64) {
        let error = (value / expected - 1.0).abs();
        assert!(error <= tolerance, "{value} is not {expected}: {error:e}");
    }

    #[test]
    fn speedup_has_the_known_values() {
        for (serial, n, expected, tolerance) in [
            (0.004, 1024.0, 1019.908, 1e-14),
            (0.008, 1024.0, 1015.816, 1e-14),
            (0.05, 10_000.0, 9500.05, 1e-14),
            (0.5, 3.0, 2.0, 0.0),
            (0.3, 1.0, 1.0, 0.0),
            (1.0, 1e18, 1.0, 0.0),
            (0.0, 49.0, 49.0, 0.0),
        ] {
            let p = ParallelFraction::from_serial(serial).unwrap();
            check(speedup(p, processors(n)), expected, tolerance);
        }
    }

    #[test]
    fn only_a_serial_program_has_a_limit() {
        assert_eq!(limit(fraction(0.0)), Limit::At(1.0));
        assert_eq!(limit(fraction(1e-300)), Limit::Unbounded);
        assert_eq!(limit(fraction(1.0)), Limit::Unbounded);
    }

    #[track_caller]
    fn check_processors(p: f64, target: f64, expected: Option<f64>) {
        let found = processors_for_speedup(fraction(p), target).map(Processors::get);
        match (found, expected) {
            (Some(n), Some(expected)) => check(n, expected, 1e-14),
            _ => assert_eq!(found, expected, "P = {p}, S = {target}"),
        }
    }

    #[test]
    fn every_speedup_is_reached_by_enough_processors() {
        check_processors(0.95, 20.0, Some(21.0));
        check_processors(0.5, 2.0, Some(3.0));
        check_processors(1.0, 1e18, Some(1e18));
        check_processors(0.0, 1.0, Some(1.0));
        check_processors(0.95, -1.0, Some(1.0));
        for (p, target) in [
            (0.0, 1.5),
            (1.0, 2e18),
            (0.5, f64::INFINITY),
            (0.5, f64::NAN),
        ] {
            check_processors(p, target, None);
        }
    }

    #[test]
    fn efficiency_stays_above_the_parallel_fraction() {
        // E = 0.95 + 0.05/N is 0.96 at N = 5 and 0.975 at N = 2.
        for (efficiency, expected) in [(0.96, 5.0), (0.975, 2.0), (1.0, 1.0)] {
            let Some(Reach::UpTo(n)) = processors_for_efficiency(fraction(0.95), efficiency) else {
                panic!("{efficiency}: unbounded")
            };
            check(n.get(), expected, 1e-13);
        }
        for (p, efficiency) in [
            (0.95, 0.95),
            (0.95, 0.5),
            (1.0, 1.0),
            (0.0, 0.0),
            (0.0, -1.0),
        ] {
            let reach = processors_for_efficiency(fraction(p), efficiency);
            assert_eq!(reach, Some(Reach::Unbounded), "{p} {efficiency}");
        }
        for impossible in [1.1, f64::INFINITY, f64::NAN] {
            assert_eq!(processors_for_efficiency(fraction(0.95), impossible), None);
        }
    }

    #[test]
    fn five_percent_of_the_run_is_little_of_the_one_processor_time() {
        let scaled = ScaledSerialFraction::new(0.05).unwrap();
        let serial = serial_from_scaled(scaled, processors(10_000.0));
        check(serial.get(), 5.26e-6, 1e-3);
        check(serial.get(), 0.05 / 9500.05, 1e-15);
        check(
            amdahl::speedup_from_serial(serial, processors(10_000.0)),
            9500.05,
            1e-14,
        );
        check(
            scaled_from_serial(serial, processors(10_000.0)).get(),
            0.05,
            1e-14,
        );
    }

    #[test]
    fn the_ends_convert_to_themselves() {
        for n in [Processors::ONE, Processors::MAX] {
            for (scaled, serial) in [
                (ScaledSerialFraction::MIN, SerialFraction::MIN),
                (ScaledSerialFraction::MAX, SerialFraction::MAX),
            ] {
                assert_eq!(serial_from_scaled(scaled, n), serial);
                assert_eq!(scaled_from_serial(serial, n), scaled);
            }
        }
    }
}
