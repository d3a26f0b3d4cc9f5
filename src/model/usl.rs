//! The universal scalability law: a fixed problem whose parts also wait for each other (σ) and
//! keep each other up to date (κ), so that too many processors make it slower.
//!
//! S(N) = N / (1 + σ(N − 1) + κN(N − 1)).
//!
//! Source: N. J. Gunther, "A General Theory of Computational Scalability Based on Rational
//! Functions", arXiv:0808.1431, 2008, where S is called C, the relative capacity.
//! σ, κ, γ are alpha, beta, gamma in the R package `usl`. With κ = 0 it is Amdahl's law, s = σ.

use super::law::{Law, Limit, Parameter, Peak, Reach, Reading};
use super::quantity::{Coherency, Contention, Processors, UnitThroughput};

/// The universal scalability law for the registry.
pub static LAW: Law = Law {
    id: "usl",
    speedup: |w, n| speedup(w.contention, w.coherency, n),
    limit: |w| limit(w.contention, w.coherency),
    peak: |w| peak(w.contention, w.coherency),
    processors_for_speedup: |w, target| processors_for_speedup(w.contention, w.coherency, target),
    fraction_is: Reading::NotUsed,
    parameters: &[Parameter::Contention, Parameter::Coherency],
    scaled: false,
};

/// S(N) = 1 / (σ + (1 − σ)/N + κ(N − 1)), in (0, N]; the form of the law that adds only
/// positive terms.
pub fn speedup(contention: Contention, coherency: Coherency, n: Processors) -> f64 {
    let (sigma, kappa, n) = (contention.get(), coherency.get(), n.get());
    // The roundings can together pass N by one unit in the last place.
    (sigma + (1.0 - sigma) / n + kappa * (n - 1.0))
        .recip()
        .min(n)
}

/// X(N) = γ·S(N), in the unit of γ.
pub fn throughput(
    unit: UnitThroughput,
    contention: Contention,
    coherency: Coherency,
    n: Processors,
) -> f64 {
    unit.get() * speedup(contention, coherency, n)
}

/// R(N) = N/X(N) = (1 + σ(N − 1) + κN(N − 1)) / γ by Little's law (Operations Research 9:383,
/// 1961): the time for one piece of work when N are under way, in the unit of time of γ.
pub fn latency(
    unit: UnitThroughput,
    contention: Contention,
    coherency: Coherency,
    n: Processors,
) -> f64 {
    let (sigma, kappa, n) = (contention.get(), coherency.get(), n.get());
    (1.0 + (n - 1.0) * (sigma + kappa * n)) / unit.get()
}

/// lim S(N) for N → ∞: 0 for κ > 0, else 1/σ, and unbounded for σ = κ = 0.
///
/// With κ > 0 this is not what bounds the speedup; the [`peak`] is.
pub fn limit(contention: Contention, coherency: Coherency) -> Limit {
    if coherency.get() > 0.0 {
        Limit::At(0.0)
    } else {
        Limit::reciprocal_of(contention.get())
    }
}

/// The greatest speedup, at N* = √((1 − σ)/κ); `None` for κ = 0.
///
/// Where N* is less than 1 (κ > 1 − σ: every processor after the first makes it slower) the peak
/// is at N = 1, and where it is beyond the range of [`Processors`] it is at the end of that.
pub fn peak(contention: Contention, coherency: Coherency) -> Option<Peak> {
    if coherency.get() <= 0.0 {
        return None;
    }
    let at = ((1.0 - contention.get()) / coherency.get()).sqrt();
    let processors = Processors::saturating(at);
    Some(Peak {
        processors,
        speedup: speedup(contention, coherency, processors),
    })
}

/// The least N with S(N) ≥ S: the smaller root of κN² + (σ − κ − 1/S)N + (1 − σ) = 0.
///
/// 1 for every target up to 1. `None` for NaN and for a target no N in the range of
/// [`Processors`] reaches: above the peak, or from 1/σ on when κ = 0.
///
/// With D = 1 − S·(σ − κ + 2r) and r = √(κ(1 − σ)) (D = 0 at the peak), the root is
/// N = 2(1 − σ)S / (D + 2rS + √(D(D + 4rS))), in which nothing but D cancels; the textbook root
/// divides a difference of near-equal numbers by 2κ, and by zero for κ = 0.
pub fn processors_for_speedup(
    contention: Contention,
    coherency: Coherency,
    target: f64,
) -> Option<Processors> {
    if target <= 1.0 {
        return Some(Processors::ONE);
    }
    let (sigma, kappa) = (contention.get(), coherency.get());
    let r = (kappa * (1.0 - sigma)).sqrt();
    let margin = target.mul_add(-(sigma - kappa + 2.0 * r), 1.0);
    let root = |d: f64| {
        let four_r = 4.0 * r * target;
        2.0 * (1.0 - sigma) * target / (d + four_r / 2.0 + (d * (d + four_r)).sqrt())
    };
    // Both comparisons are written so that a NaN fails them.
    match peak(contention, coherency) {
        // At the peak D is zero up to rounding, and so may be negative.
        Some(peak) if target <= peak.speedup => {
            let n = root(margin.max(0.0)).min(peak.processors.get());
            Some(Processors::saturating(n))
        }
        // A D of rounding size is the asymptote itself, not a point far out on the curve.
        None if margin > f64::EPSILON => Processors::new(root(margin).max(1.0)),
        _ => None,
    }
}

/// The greatest N with S(N)/N ≥ E: the positive root of κN² + (σ − κ)N + (1 − σ − 1/E) = 0.
///
/// `None` for an efficiency above 1 or NaN, which not even one processor has.
/// Unbounded for E ≤ 0, for σ = κ = 0, and when N is beyond the range of [`Processors`].
pub fn processors_for_efficiency(
    contention: Contention,
    coherency: Coherency,
    efficiency: f64,
) -> Option<Reach> {
    if efficiency.is_nan() || efficiency > 1.0 {
        None
    } else if efficiency <= 0.0 {
        Some(Reach::Unbounded)
    } else {
        Some(reach(
            contention,
            coherency,
            (1.0 - efficiency) / efficiency,
        ))
    }
}

/// The greatest N whose latency is at most R:
/// N = (κ − σ + √(σ² + κ² + 2κ(2γR + σ − 2))) / (2κ).
///
/// `None` for R below 1/γ, the latency of one processor, and for NaN. Unbounded for σ = κ = 0,
/// which has the same latency at every N, and when N is beyond the range of [`Processors`].
///
/// The sign of κ − σ is that of the equation. The libraries codahale/usl and codahale/usl4j
/// have it the other way round, which their test does not show because it has σ = κ.
pub fn processors_for_latency(
    unit: UnitThroughput,
    contention: Contention,
    coherency: Coherency,
    latency: f64,
) -> Option<Reach> {
    let excess = latency.mul_add(unit.get(), -1.0);
    // The latency of one processor, 1/γ, is itself rounded. A NaN fails the comparison.
    if excess >= -f64::EPSILON {
        Some(reach(contention, coherency, excess.max(0.0)))
    } else {
        None
    }
}

/// The throughput at which the latency is R: X = N(R)/R by Little's law, in the unit of γ.
///
/// `None` where [`processors_for_latency`] has no single N: for R below 1/γ, and when its answer
/// is unbounded.
pub fn throughput_for_latency(
    unit: UnitThroughput,
    contention: Contention,
    coherency: Coherency,
    latency: f64,
) -> Option<f64> {
    match processors_for_latency(unit, contention, coherency, latency)? {
        Reach::UpTo(n) => Some(throughput(unit, contention, coherency, n)),
        Reach::Unbounded => None,
    }
}

/// The latency at which the throughput first reaches X: R(N) of the least N with γ·S(N) ≥ X.
///
/// 1/γ for every X up to γ; `None` for NaN and where [`processors_for_speedup`] is for X/γ.
/// Unlike the formula (σ − 1)/(σX − γ) of codahale/usl and codahale/usl4j, it counts κ.
pub fn latency_for_throughput(
    unit: UnitThroughput,
    contention: Contention,
    coherency: Coherency,
    throughput: f64,
) -> Option<f64> {
    let n = processors_for_speedup(contention, coherency, throughput / unit.get())?;
    Some(latency(unit, contention, coherency, n))
}

/// The N at which N/S(N) = 1 + `excess`, for an excess of at least 0.
///
/// With M = N − 1, κM² + (σ + κ)M = excess, so M = 2·excess / (σ + κ + √((σ + κ)² + 4κ·excess)):
/// the positive root in the form that adds only positive terms.
fn reach(contention: Contention, coherency: Coherency, excess: f64) -> Reach {
    let (kappa, sum) = (coherency.get(), contention.get() + coherency.get());
    if sum <= 0.0 {
        return Reach::Unbounded;
    }
    let root = (sum * sum + 4.0 * kappa * excess).sqrt();
    // An excess too large for an `f64` gives infinity or NaN here, which is beyond every N.
    Reach::up_to(1.0 + 2.0 * excess / (sum + root))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contention(sigma: f64) -> Contention {
        Contention::new(sigma).unwrap()
    }

    fn coherency(kappa: f64) -> Coherency {
        Coherency::new(kappa).unwrap()
    }

    fn processors(n: f64) -> Processors {
        Processors::new(n).unwrap()
    }

    fn unit(gamma: f64) -> UnitThroughput {
        UnitThroughput::new(gamma).unwrap()
    }

    /// Equal to the digits the expected value is given with.
    #[track_caller]
    fn check(value: f64, expected: f64, tolerance: f64) {
        let error = (value / expected - 1.0).abs();
        assert!(error <= tolerance, "{value} is not {expected}: {error:e}");
    }

    #[test]
    fn speedup_has_the_values_of_the_formula() {
        for (sigma, kappa, n, expected) in [
            (0.05, 0.0001, 1.0, 1.0),
            (0.05, 0.0, 10_000.0, 10_000.0 / 500.95),
            (0.05, 0.0001, 100.0, 100.0 / 6.94),
            (0.0, 0.0, 49.0, 49.0),
            (1.0, 0.0, 1e18, 1.0),
            (0.0, 1.0, 4.0, 4.0 / 13.0),
        ] {
            let value = speedup(contention(sigma), coherency(kappa), processors(n));
            check(value, expected, 1e-14);
        }
    }

    #[test]
    fn limit_is_an_asymptote_only_without_coherency() {
        for (sigma, kappa, expected) in [
            (0.0625, 0.0, Limit::At(16.0)),
            (0.0, 0.0, Limit::Unbounded),
            (0.0625, 1e-9, Limit::At(0.0)),
            (0.0, f64::from_bits(1), Limit::At(0.0)),
        ] {
            assert_eq!(limit(contention(sigma), coherency(kappa)), expected);
        }
    }

    #[test]
    fn peak_is_where_the_derivative_vanishes() {
        for (sigma, kappa, n, tolerance) in [
            (0.001, 1e-5, 316.0696, 1e-7),
            (0.75, 0.0025, 10.0, 1e-14),
            (0.5, 0.9, 1.0, 0.0),
            (1.0, 0.5, 1.0, 0.0),
            (0.0, 1.0, 1.0, 0.0),
            (0.0, 1e-40, 2_f64.powi(60), 0.0),
        ] {
            let peak = peak(contention(sigma), coherency(kappa)).unwrap();
            check(peak.processors.get(), n, tolerance);
            let there = speedup(contention(sigma), coherency(kappa), peak.processors);
            check(peak.speedup, there, 0.0);
        }
        assert_eq!(peak(contention(0.1), coherency(0.0)), None);
    }

    #[track_caller]
    fn check_processors(sigma: f64, kappa: f64, target: f64, expected: Option<f64>) {
        let found = processors_for_speedup(contention(sigma), coherency(kappa), target);
        match (found.map(Processors::get), expected) {
            (Some(n), Some(expected)) => check(n, expected, 1e-12),
            (found, _) => assert_eq!(found, expected, "{sigma} {kappa} {target}"),
        }
    }

    #[test]
    fn processors_for_speedup_are_the_smaller_root() {
        // 100 is past the peak; the same speedup is first reached at 95, as 95·100 = (1 − σ)/κ.
        check_processors(0.05, 0.0001, 100.0 / 6.94, Some(95.0));
        check_processors(0.05, 0.0001, 64.0 / (1.0 + 3.15 + 0.4032), Some(64.0));
        check_processors(0.05, 0.0, 10.0, Some(19.0));
        check_processors(0.0, 0.0, 1e18, Some(1e18));
        check_processors(0.0, 0.0, 2e18, None);
        check_processors(0.0, 1e-300, 1e6, Some(1e6));
        // The peak itself: S(10) = 10 / (1 + 6.75 + 0.225).
        check_processors(0.75, 0.0025, peak_speedup(0.75, 0.0025), Some(10.0));
        for target in [1.0, 0.5, -1.0, f64::NEG_INFINITY] {
            check_processors(0.9, 0.9, target, Some(1.0));
        }
        check_processors(0.9, 0.9, 1.000_001, None);
        for target in [20.0, f64::INFINITY, f64::NAN] {
            check_processors(0.05, 0.0, target, None);
            check_processors(0.05, 0.0001, target, None);
            check_processors(1.0, 0.0, target, None);
        }
    }

    #[test]
    fn decimal_contentions_have_their_decimal_ceiling() {
        for percent in 1..100 {
            let sigma = f64::from(percent) / 100.0;
            check_processors(sigma, 0.0, 100.0 / f64::from(percent), None);
        }
    }

    fn peak_speedup(sigma: f64, kappa: f64) -> f64 {
        peak(contention(sigma), coherency(kappa)).unwrap().speedup
    }

    #[track_caller]
    fn check_reach(found: Option<Reach>, expected: Option<f64>) {
        match (found, expected) {
            (Some(Reach::UpTo(n)), Some(expected)) => check(n.get(), expected, 1e-13),
            (found, expected) => assert_eq!((found, expected), (Some(Reach::Unbounded), None)),
        }
    }

    #[test]
    fn efficiency_has_one_reach() {
        let reach = |sigma, kappa, efficiency| {
            processors_for_efficiency(contention(sigma), coherency(kappa), efficiency)
        };
        check_reach(reach(0.05, 0.0001, 1.0 / 6.94), Some(100.0));
        check_reach(reach(0.05, 0.0, 0.5), Some(21.0));
        check_reach(reach(0.0, 0.01, 1.0 / 1.9), Some(10.0));
        check_reach(reach(0.05, 0.0001, 1.0), Some(1.0));
        for (sigma, efficiency) in [(0.0, 1.0), (0.0, 0.5), (0.05, 0.0), (0.05, 1e-320)] {
            check_reach(reach(sigma, 0.0, efficiency), None);
        }
        for impossible in [1.1, f64::INFINITY, f64::NAN] {
            assert_eq!(reach(0.05, 0.0, impossible), None);
        }
    }

    /// Latency and throughput at N = 30 of σ = 0.02, κ = 0.002, γ = 50: unequal σ and κ, which
    /// the published sign fault needs to show.
    #[test]
    fn latency_and_its_inverses_agree() {
        let (gamma, sigma, kappa) = (unit(50.0), contention(0.02), coherency(0.002));
        let slowdown = 1.0 + 0.02 * 29.0 + 0.002 * 30.0 * 29.0;
        let latency_at_30 = latency(gamma, sigma, kappa, processors(30.0));
        check(latency_at_30, slowdown / 50.0, 1e-14);
        let n = processors_for_latency(gamma, sigma, kappa, latency_at_30);
        check_reach(n, Some(30.0));

        let throughput_at_30 = throughput(gamma, sigma, kappa, processors(30.0));
        check(throughput_at_30, 1500.0 / slowdown, 1e-14);
        let x = throughput_for_latency(gamma, sigma, kappa, latency_at_30).unwrap();
        check(x, throughput_at_30, 1e-13);
        // 30 is past the peak at 22; the same throughput is first reached before it, sooner.
        let first = latency_for_throughput(gamma, sigma, kappa, throughput_at_30).unwrap();
        assert!(first < latency_at_30);
        let at_10 = throughput(gamma, sigma, kappa, processors(10.0));
        let first = latency_for_throughput(gamma, sigma, kappa, at_10).unwrap();
        check(first, 10.0 / at_10, 1e-13);
    }

    #[test]
    fn the_published_form_of_the_latency_root_is_the_same() {
        for (s, k, g, r) in [
            (0.02, 0.002, 50.0, 0.1),
            (0.3, 0.01, 2.0, 7.0),
            (0.0, 0.5, 1.0, 9.0),
        ] {
            let square: f64 = s * s + k * k + 2.0 * k * (2.0 * g * r + s - 2.0);
            let expected = (k - s + square.sqrt()) / (2.0 * k);
            let n = processors_for_latency(unit(g), contention(s), coherency(k), r);
            check_reach(n, Some(expected));
        }
    }

    #[test]
    fn latency_is_never_below_that_of_one_processor() {
        let (gamma, sigma, kappa) = (unit(3.0), contention(0.02), coherency(0.002));
        let one = latency(gamma, sigma, kappa, Processors::ONE);
        check_reach(processors_for_latency(gamma, sigma, kappa, one), Some(1.0));
        for impossible in [one * 0.999, 0.0, -1.0, f64::NAN] {
            assert_eq!(
                processors_for_latency(gamma, sigma, kappa, impossible),
                None
            );
            assert_eq!(
                throughput_for_latency(gamma, sigma, kappa, impossible),
                None
            );
        }
        check_reach(
            processors_for_latency(gamma, sigma, kappa, f64::INFINITY),
            None,
        );
        let linear = processors_for_latency(gamma, contention(0.0), coherency(0.0), 1.0);
        check_reach(linear, None);
        check(
            latency_for_throughput(gamma, sigma, kappa, 1.0).unwrap(),
            one,
            0.0,
        );
        assert_eq!(latency_for_throughput(gamma, sigma, kappa, 1e9), None);
    }
}
