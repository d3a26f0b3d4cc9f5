//! Amdahl's law: the speedup of a problem of fixed size (strong scaling).
//!
//! S(N) = 1 / ((1 − P) + P/N), with P the parallel share of the one-processor time.
//!
//! Source: G. M. Amdahl, "Validity of the single processor approach to achieving large scale
//! computing capabilities", AFIPS SJCC 30:483-485, 1967. The paper argues in words; the formula
//! is the form in use since.

use super::law::{Law, Limit, Reach, Reading};
use super::quantity::{ParallelFraction, Processors, SerialFraction};

/// Amdahl's law for the registry.
pub static LAW: Law = Law {
    id: "amdahl",
    speedup: |w, n| speedup(w.parallel_fraction, n),
    limit: |w| limit(w.parallel_fraction),
    peak: |_| None,
    processors_for_speedup: |w, target| processors_for_speedup(w.parallel_fraction, target),
    fraction_is: Reading::OneProcessorTime,
    parameters: &[],
    scaled: false,
};

/// S(N) = 1 / ((1 − P) + P/N), in [1, N]; never decreasing in N, never above the limit.
pub fn speedup(parallel_fraction: ParallelFraction, n: Processors) -> f64 {
    let time = parallel_fraction.serial() + parallel_fraction.get() / n.get();
    // The two roundings of P/N and 1/time can together pass N by one unit in the last place.
    time.recip().min(n.get())
}

/// S(N) = 1 / (s + (1 − s)/N) from the serial fraction, in [1, N].
///
/// The same law as [`speedup`], for serial shares below 1e-16 that a parallel fraction cannot
/// express: those of large scaled runs, see [`super::gustafson::serial_from_scaled`].
pub fn speedup_from_serial(serial_fraction: SerialFraction, n: Processors) -> f64 {
    let s = serial_fraction.get();
    (s + (1.0 - s) / n.get()).recip().min(n.get())
}

/// lim S(N) = 1 / (1 − P) for N → ∞, at least 1; unbounded at P = 1.
pub fn limit(parallel_fraction: ParallelFraction) -> Limit {
    Limit::reciprocal_of(parallel_fraction.serial())
}

/// The least N with S(N) ≥ S: N = P / (1/S − (1−P)) = 1 + (S−1) / (1 − (1−P)·S).
///
/// 1 for every target up to 1. `None` for a target no N in the range of [`Processors`] reaches,
/// which every target from the limit on is, and for NaN.
///
/// P is known to half a unit in its last place. A target that this half unit puts on the other
/// side of the limit counts as the limit: 10× at P = 0.9 has no answer, although the `f64`
/// nearest to 0.9 is a little more than 0.9 and would give 4e16.
pub fn processors_for_speedup(
    parallel_fraction: ParallelFraction,
    target: f64,
) -> Option<Processors> {
    if target <= 1.0 {
        return Some(Processors::ONE);
    }
    let (p, s) = (parallel_fraction.get(), parallel_fraction.serial());
    // 1 − s·S with one rounding, by the form whose inputs are exact: 1 − P is exact for P of
    // at least one half; below, the only targets in reach are under 2, for which S − 1 is exact.
    let margin = if p >= 0.5 {
        target.mul_add(-s, 1.0)
    } else {
        target.mul_add(p, 1.0 - target)
    };
    let uncertainty = if s > 0.0 {
        target * f64::EPSILON / 2.0
    } else {
        0.0
    };
    // Written so that a NaN fails the comparison.
    if margin > uncertainty {
        Processors::new(1.0 + (target - 1.0) / margin)
    } else {
        None
    }
}

/// The greatest N with S(N)/N ≥ E: N = 1 + (1/E − 1) / (1 − P).
///
/// `None` for an efficiency above 1 or NaN, which not even one processor has.
/// Unbounded at P = 1, for E ≤ 0, and when N is beyond the range of [`Processors`].
pub fn processors_for_efficiency(
    parallel_fraction: ParallelFraction,
    efficiency: f64,
) -> Option<Reach> {
    if efficiency.is_nan() || efficiency > 1.0 {
        return None;
    }
    let s = parallel_fraction.serial();
    if efficiency <= 0.0 || s <= 0.0 {
        return Some(Reach::Unbounded);
    }
    Some(Reach::up_to(1.0 + (1.0 - efficiency) / efficiency / s))
}

/// The least N at which S(N) is the share q in (0, 1) of its limit: N = P·q / ((1−P)·(1−q)).
///
/// It follows from 1/S = s + P/N = s/q. Half the limit is reached at N = P/(1−P).
/// 1 when one processor already has that share (1 − P ≥ q).
/// `None` at P = 1 (no limit), at P = 0 (nothing grows toward it), for q outside (0, 1), and
/// when N is beyond the range of [`Processors`].
pub fn processors_for_share_of_limit(
    parallel_fraction: ParallelFraction,
    share: f64,
) -> Option<Processors> {
    let (p, s) = (parallel_fraction.get(), parallel_fraction.serial());
    if 0.0 < share && share < 1.0 && 0.0 < p && p < 1.0 {
        Processors::new((p / s * (share / (1.0 - share))).max(1.0))
    } else {
        None
    }
}

/// The P that gives the speedup S at N: P = (1 − 1/S) / (1 − 1/N).
///
/// `None` when no P does: at N = 1, for S below 1 (a slowdown), for S above N (super-linear)
/// and for NaN. It is 1 − e of [`super::metrics::karp_flatt`], which answers for slowdowns and
/// super-linear speedups too.
pub fn fraction_from_speedup(speedup: f64, n: Processors) -> Option<ParallelFraction> {
    let n = n.get();
    if n <= 1.0 || !(1.0..=n).contains(&speedup) {
        return None;
    }
    // Of P and 1 − P, compute the smaller one: the other then loses nothing.
    let serial = (n - speedup) / (n - 1.0) / speedup;
    if serial < 0.5 {
        ParallelFraction::from_serial(serial)
    } else {
        ParallelFraction::new((speedup - 1.0) / speedup * (n / (n - 1.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        for (p, n, expected, tolerance) in [
            (0.95, 1.0, 1.0, 0.0),
            (0.95, 10_000.0, 19.962, 2e-5),
            (0.95, 10_000.0, 200_000.0 / 10_019.0, 1e-14),
            (0.996, 1024.0, 201.1, 2e-4),
            (0.5, 2.0, 4.0 / 3.0, 1e-15),
            (0.0, 1e18, 1.0, 0.0),
            (1.0, 64.0, 64.0, 0.0),
            (0.9, 2.5, 1.0 / 0.46, 1e-15),
        ] {
            check(speedup(fraction(p), processors(n)), expected, tolerance);
        }
    }

    #[test]
    fn rounding_does_not_lift_the_speedup_above_n() {
        // 1/(1/N) is above N for N = 6.125, for one.
        for eighths in 8_u32..10_000 {
            let n = processors(f64::from(eighths) / 8.0);
            assert!(speedup(ParallelFraction::MAX, n) <= n.get(), "{n:?}");
            assert!(
                speedup_from_serial(SerialFraction::MIN, n) <= n.get(),
                "{n:?}"
            );
        }
    }

    #[test]
    fn speedup_from_a_tiny_serial_share_is_not_linear() {
        let last = Processors::MAX.get();
        let s = SerialFraction::new(1.0 / last).unwrap();
        // 1/(s + (1-s)/N) with s = 1/N is N/(2 - 1/N).
        check(speedup_from_serial(s, Processors::MAX), last / 2.0, 1e-15);
        assert_eq!(
            speedup_from_serial(s, Processors::ONE).to_bits(),
            1.0_f64.to_bits()
        );
    }

    #[test]
    fn limit_is_twenty_at_five_percent_serial() {
        for (p, expected) in [(0.95, 20.0), (0.0, 1.0), (0.5, 2.0), (0.75, 4.0)] {
            let Limit::At(value) = limit(fraction(p)) else {
                panic!("{p}: unbounded")
            };
            check(value, expected, 1e-14);
        }
        assert_eq!(limit(fraction(1.0)), Limit::Unbounded);
    }

    #[track_caller]
    fn check_processors(p: f64, target: f64, expected: Option<f64>) {
        let found = processors_for_speedup(fraction(p), target).map(Processors::get);
        match (found, expected) {
            (Some(n), Some(expected)) => check(n, expected, 1e-13),
            _ => assert_eq!(found, expected, "P = {p}, S = {target}"),
        }
    }

    #[test]
    fn processors_for_speedup_exist_below_the_limit() {
        check_processors(0.95, 10.0, Some(19.0));
        check_processors(0.95, 19.0, Some(361.0));
        check_processors(0.5, 4.0 / 3.0, Some(2.0));
        check_processors(1.0, 1e18, Some(1e18));
        check_processors(0.25, 1.25, Some(5.0));
        for target in [1.0, 0.5, 0.0, -3.0, f64::NEG_INFINITY] {
            check_processors(0.95, target, Some(1.0));
            check_processors(0.0, target, Some(1.0));
        }
        for target in [20.0, 21.0, 1e300, f64::INFINITY, f64::NAN] {
            check_processors(0.95, target, None);
            check_processors(0.0, target, None);
        }
        check_processors(1.0, 2e18, None);
    }

    #[test]
    fn decimal_shares_have_their_decimal_ceiling() {
        for percent in 1..100 {
            let p = f64::from(percent) / 100.0;
            check_processors(p, 100.0 / f64::from(100 - percent), None);
        }
        for digits in 1..15 {
            let ceiling = 10_f64.powi(digits);
            check_processors(1.0 - 1.0 / ceiling, ceiling, None);
        }
    }

    #[track_caller]
    fn check_reach(p: f64, efficiency: f64, expected: Option<f64>) {
        match (processors_for_efficiency(fraction(p), efficiency), expected) {
            (Some(Reach::UpTo(n)), Some(expected)) => check(n.get(), expected, 1e-13),
            (found, expected) => assert_eq!((found, expected), (Some(Reach::Unbounded), None)),
        }
    }

    #[test]
    fn efficiency_falls_to_a_half_at_one_over_serial() {
        check_reach(0.95, 0.5, Some(21.0));
        check_reach(0.95, 0.8, Some(6.0));
        check_reach(0.0, 0.25, Some(4.0));
        check_reach(0.95, 1.0, Some(1.0));
        for (p, efficiency) in [
            (1.0, 1.0),
            (1.0, 0.5),
            (0.95, 0.0),
            (0.95, -1.0),
            (0.95, 1e-300),
        ] {
            check_reach(p, efficiency, None);
        }
        for impossible in [1.1, f64::INFINITY, f64::NAN] {
            assert_eq!(processors_for_efficiency(fraction(0.95), impossible), None);
        }
    }

    #[test]
    fn shares_of_the_limit_are_reached_where_they_should() {
        for (p, share, expected) in [(0.95, 0.5, 19.0), (0.95, 0.9, 171.0), (0.95, 0.99, 1881.0)] {
            let n = processors_for_share_of_limit(fraction(p), share).unwrap();
            check(n.get(), expected, 1e-13);
            check(speedup(fraction(p), n), share * 20.0, 1e-13);
        }
        let one = processors_for_share_of_limit(fraction(0.3), 0.5);
        assert_eq!(one, Some(Processors::ONE));
        for (p, share) in [
            (1.0, 0.5),
            (0.0, 0.5),
            (0.9, 0.0),
            (0.9, 1.0),
            (0.9, f64::NAN),
        ] {
            assert_eq!(processors_for_share_of_limit(fraction(p), share), None);
        }
    }

    #[test]
    fn a_fraction_is_found_for_attainable_speedups_only() {
        for (s, n, expected) in [
            (10.0, 19.0, 0.95),
            (2.0, 2.0, 1.0),
            (4.0 / 3.0, 2.0, 0.5),
            (1.0 + 1e3 * f64::EPSILON, 8.0, 8e3 / 7.0 * f64::EPSILON),
        ] {
            let found = fraction_from_speedup(s, processors(n)).unwrap();
            check(found.get(), expected, 1e-12);
        }
        for n in (2_u32..1000).map(|n| processors(f64::from(n))) {
            assert_eq!(fraction_from_speedup(1.0, n), Some(ParallelFraction::MIN));
            assert_eq!(
                fraction_from_speedup(n.get(), n),
                Some(ParallelFraction::MAX)
            );
        }
        for (s, n) in [
            (1.0, 1.0),
            (0.9, 4.0),
            (2.02, 2.0),
            (f64::NAN, 4.0),
            (f64::INFINITY, 4.0),
        ] {
            assert_eq!(fraction_from_speedup(s, processors(n)), None, "{s} at {n}");
        }
    }
}
