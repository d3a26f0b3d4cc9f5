//! Sun and Ni's law: the speedup of a problem that grows to fill the memory of the machine.
//!
//! S(N) = (s + P·G(N)) / (s + P·G(N)/N), with P = 1 − s the parallel share of the one-processor
//! time of the problem before it grew, and G(N) = N^g the factor its parallel work grows by.
//!
//! Source: X.-H. Sun and L. M. Ni, "Scalable Problems and Memory-Bounded Speedup", Journal of
//! Parallel and Distributed Computing 19:27-37, 1993. It contains both other laws: g = 0 is
//! Amdahl's, and g = 1 is Gustafson's with s′ = s, since the problem grown by N takes N processors
//! as long as the small one takes a single processor.

use super::amdahl;
use super::law::{Law, Limit, Parameter, Reading};
use super::quantity::{MemoryGrowth, ParallelFraction, Processors};

/// Sun and Ni's law for the registry.
pub static LAW: Law = Law {
    id: "sun-ni",
    speedup: |w, n| speedup(w.parallel_fraction, w.memory_growth, n),
    limit: |w| limit(w.parallel_fraction, w.memory_growth),
    peak: |_| None,
    processors_for_speedup: |w, target| {
        processors_for_speedup(w.parallel_fraction, w.memory_growth, target)
    },
    fraction_is: Reading::OneProcessorTime,
    parameters: &[Parameter::MemoryGrowth],
    scaled: true,
};

/// S(N) = (s + P·N^g) / (s + P·N^(g − 1)), in [1, N], never decreasing in N.
///
/// At most N for every g, also above 1: the serial part is never shared out.
pub fn speedup(
    parallel_fraction: ParallelFraction,
    memory_growth: MemoryGrowth,
    n: Processors,
) -> f64 {
    let (p, s, n) = (parallel_fraction.get(), parallel_fraction.serial(), n.get());
    let growth = n.powf(memory_growth.get());
    let value = (s + p * growth) / (s + p * (growth / n));
    // The roundings can together pass either end by a few units in the last place.
    value.clamp(1.0, n)
}

/// lim S(N) for N → ∞: 1 at P = 0, Amdahl's 1/(1 − P) at g = 0, else unbounded.
///
/// For 0 < g < 1 and s > 0 the time s + P·N^(g − 1) tends to s while the work grows like P·N^g:
/// S ~ (P/s)·N^g passes every bound, however slowly. At g = 1 it grows like P·N, above like N.
pub fn limit(parallel_fraction: ParallelFraction, memory_growth: MemoryGrowth) -> Limit {
    if memory_growth.get() > 0.0 && parallel_fraction.get() > 0.0 {
        Limit::Unbounded
    } else {
        amdahl::limit(parallel_fraction)
    }
}

/// The least N with S(N) ≥ S, which has no closed form; it is found by bisection, which S
/// growing with N allows, down to neighboring `f64`s.
///
/// 1 for every target up to 1. `None` for NaN and for a target no N in the range of
/// [`Processors`] reaches, which for a small g can be a modest one. At g = 0 it is
/// [`amdahl::processors_for_speedup`].
pub fn processors_for_speedup(
    parallel_fraction: ParallelFraction,
    memory_growth: MemoryGrowth,
    target: f64,
) -> Option<Processors> {
    if memory_growth.get() <= 0.0 {
        return amdahl::processors_for_speedup(parallel_fraction, target);
    }
    let reached = |n| speedup(parallel_fraction, memory_growth, n) >= target;
    least_processors(reached)
}

/// The least N for which a condition holds that holds for every N after it.
fn least_processors(holds: impl Fn(Processors) -> bool) -> Option<Processors> {
    if !holds(Processors::MAX) {
        return None;
    }
    // The bits of positive floats are in the order of the floats, so this bisects evenly in
    // log N and ends, after 58 steps, at the exact float.
    let mut low = Processors::ONE.get().to_bits();
    let mut high = Processors::MAX.get().to_bits();
    while low < high {
        let middle = low.midpoint(high);
        if holds(Processors::saturating(f64::from_bits(middle))) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    Some(Processors::saturating(f64::from_bits(high)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::gustafson;

    fn fraction(p: f64) -> ParallelFraction {
        ParallelFraction::new(p).unwrap()
    }

    fn growth(g: f64) -> MemoryGrowth {
        MemoryGrowth::new(g).unwrap()
    }

    fn processors(n: f64) -> Processors {
        Processors::new(n).unwrap()
    }

    #[track_caller]
    fn check(p: f64, g: f64, n: f64, expected: f64) {
        let value = speedup(fraction(p), growth(g), processors(n));
        let error = (value / expected - 1.0).abs();
        assert!(error <= 1e-14, "{value} is not {expected}: {error:e}");
    }

    #[test]
    fn speedup_has_the_values_of_the_formula() {
        check(0.95, 0.5, 1.0, 1.0);
        check(0.95, 0.5, 64.0, (0.05 + 0.95 * 8.0) / (0.05 + 0.95 / 8.0));
        check(0.95, 1.5, 64.0, (0.05 + 0.95 * 512.0) / (0.05 + 0.95 * 8.0));
        check(0.5, 2.0, 4.0, 8.5 / 2.5);
        check(1.0, 0.7, 1000.0, 1000.0);
        check(0.0, 0.7, 1000.0, 1.0);
    }

    #[test]
    fn it_contains_the_other_two_laws() {
        for n in [1.0, 2.5, 1024.0, 1e18].map(processors) {
            for p in [0.0, 0.3, 0.95, 1.0].map(fraction) {
                let fixed = speedup(p, growth(0.0), n);
                assert_eq!(fixed.to_bits(), amdahl::speedup(p, n).to_bits());
                let scaled = speedup(p, growth(1.0), n);
                let error = (scaled / gustafson::speedup(p, n) - 1.0).abs();
                assert!(error <= 4.0 * f64::EPSILON, "{p:?} {n:?}: {error:e}");
            }
        }
    }

    #[track_caller]
    fn check_limit(p: f64, g: f64, expected: Limit) {
        assert_eq!(limit(fraction(p), growth(g)), expected, "P = {p}, g = {g}");
    }

    #[test]
    fn any_growth_lifts_the_ceiling() {
        check_limit(0.75, 0.0, Limit::At(4.0));
        check_limit(0.0, 0.0, Limit::At(1.0));
        check_limit(0.0, 1.0, Limit::At(1.0));
        check_limit(1.0, 0.0, Limit::Unbounded);
        for g in [0.01, 0.5, 1.0, 1.5, 2.0] {
            check_limit(0.75, g, Limit::Unbounded);
        }
    }

    #[track_caller]
    fn check_processors(p: f64, g: f64, target: f64, expected: Option<f64>) {
        let found = processors_for_speedup(fraction(p), growth(g), target).map(Processors::get);
        match (found, expected) {
            (Some(n), Some(expected)) => {
                let error = (n / expected - 1.0).abs();
                assert!(error <= 1e-14, "{n} is not {expected}: {error:e}");
            }
            _ => assert_eq!(found, expected, "P = {p}, g = {g}, S = {target}"),
        }
    }

    #[test]
    fn processors_for_speedup_are_the_least() {
        check_processors(0.95, 1.0, 20.0, Some(21.0));
        check_processors(0.95, 0.0, 10.0, Some(19.0));
        check_processors(0.5, 2.0, 3.4, Some(4.0));
        check_processors(0.95, 0.5, 7.65 / 0.16875, Some(64.0));
        for target in [1.0, 0.5, -1.0, f64::NEG_INFINITY] {
            check_processors(0.95, 0.5, target, Some(1.0));
        }
        for target in [1.01, 3.0, 1e3, 1e8] {
            let (p, g) = (fraction(0.95), growth(0.5));
            let n = processors_for_speedup(p, g, target).unwrap();
            let before = processors(n.get().next_down());
            assert!(speedup(p, g, n) >= target && speedup(p, g, before) < target);
        }
        check_processors(0.9, 0.0, 10.0, None);
        check_processors(0.9, 0.01, 100.0, None);
        check_processors(0.0, 1.0, 1.1, None);
        check_processors(1.0, 1.0, f64::INFINITY, None);
        check_processors(1.0, 1.0, f64::NAN, None);
    }
}
