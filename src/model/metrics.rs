//! What a speedup means: efficiency, cost, the serial share behind a measurement, and what the
//! last doubling of the machine bought.
//!
//! A speedup here is a plain number, finite and positive, as every law returns it.

use super::law::{Law, Limit, Workload};
use super::quantity::Processors;

/// Efficiency E = S/N: the share of the machine that does useful work, in (0, 1] for the laws
/// and above 1 for super-linear measurements.
pub fn efficiency(speedup: f64, n: Processors) -> f64 {
    speedup / n.get()
}

/// Cost N·T(N)/T(1) = N/S = 1/E: the processor time paid, in units of what one processor would
/// take for the same work; 1 is no waste.
pub fn cost(speedup: f64, n: Processors) -> f64 {
    n.get() / speedup
}

/// Time left T(N)/T(1) = 1/S: a share of the one-processor time for the same work.
pub fn time_left(speedup: f64) -> f64 {
    speedup.recip()
}

/// The Karp-Flatt metric, the serial share that a measured speedup implies:
/// e = (1/S − 1/N) / (1 − 1/N).
///
/// A share of the one-processor time. Over several N, a constant e is a serial part; a growing e
/// is an overhead that grows with N. It is **negative** for super-linear speedups (S > N) and
/// above 1 for slowdowns (S < 1), and is meant to be shown so.
/// `None` at N = 1, where it is 0/0, and for an S that is not positive and finite.
///
/// Source: A. H. Karp and H. P. Flatt, "Measuring Parallel Processor Performance",
/// CACM 33(5):539-543, 1990.
pub fn karp_flatt(speedup: f64, n: Processors) -> Option<f64> {
    karp_flatt_relative(speedup, Processors::ONE, n)
}

/// The Karp-Flatt metric of a speedup over a base run on n₀ processors, k = N/n₀:
/// e = (1/S − 1/k) / (1 − 1/k).
///
/// A share of the time of the **base run**, which is all that can be known without a
/// one-processor run; see [`one_processor_fraction`]. `None` at N = n₀ and for an S that is not
/// positive and finite. N may be less than n₀.
pub fn karp_flatt_relative(speedup: f64, base: Processors, n: Processors) -> Option<f64> {
    if !(speedup.is_finite() && speedup > 0.0) {
        return None;
    }
    // (k − S) / (S·(k − 1)), times n₀ above and below: the differences are then of given numbers.
    let (n, base) = (n.get(), base.get());
    let share = speedup.mul_add(-base, n) / (n - base) / speedup;
    // Also drops the division by zero at N = n₀.
    share.is_finite().then_some(share)
}

/// The share of the one-processor time of what is the share e of the time of a run on n₀
/// processors: s = e / (e + (1 − e)·n₀).
///
/// For e in [0, 1] it is [`super::gustafson::serial_from_scaled`]; here e may be negative, and s
/// then is. `None` when the implied one-processor time is not positive, for
/// e ≥ n₀/(n₀ − 1), and for an e that is not finite.
pub fn one_processor_fraction(relative: f64, base: Processors) -> Option<f64> {
    let one_processor_time = relative + (1.0 - relative) * base.get();
    let share = relative / one_processor_time;
    (one_processor_time > 0.0 && share.is_finite()).then_some(share)
}

/// How much faster than the base run the program can get at all: 1/e for the e of
/// [`karp_flatt_relative`]; unbounded for e ≤ 0.
pub fn further_speedup(relative: f64) -> Limit {
    Limit::reciprocal_of(relative)
}

/// What twice the processors bought and what they cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Doubling {
    /// N/2, the processors before.
    pub from: Processors,
    /// N, the processors after.
    pub to: Processors,
    /// S(N)/S(N/2), positive and at most 4: 2 is a perfect doubling, 1 no gain, less than 1 a loss.
    /// More than 2 takes a problem that grows faster than the machine (Sun and Ni, g > 1).
    pub speedup_ratio: f64,
    /// [`cost`] before, at least 1.
    pub cost_before: f64,
    /// [`cost`] after, at least 1.
    pub cost_after: f64,
}

impl Doubling {
    /// S(N)/S(N/2) − 1: the relative gain; 1 is a perfect doubling, less than 0 a loss.
    pub fn gain(self) -> f64 {
        self.speedup_ratio - 1.0
    }
}

/// The doubling from N/2 to N processors; `None` for N below 2.
///
/// For a law that scales the problem the cost is per unit of work.
pub fn last_doubling(law: &Law, workload: &Workload, n: Processors) -> Option<Doubling> {
    let from = n.half()?;
    let (before, after) = ((law.speedup)(workload, from), (law.speedup)(workload, n));
    Some(Doubling {
        from,
        to: n,
        speedup_ratio: after / before,
        cost_before: cost(before, from),
        cost_after: cost(after, n),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::quantity::{ParallelFraction, ScaledSerialFraction};
    use crate::model::{amdahl, gustafson, usl};

    fn processors(n: f64) -> Processors {
        Processors::new(n).unwrap()
    }

    /// Equal to the digits the expected value is given with.
    #[track_caller]
    fn check(value: f64, expected: f64, tolerance: f64) {
        let error = (value - expected).abs();
        assert!(error <= tolerance, "{value} is not {expected}: {error:e}");
    }

    #[test]
    fn one_speedup_has_three_faces() {
        let n = processors(10_000.0);
        let p = ParallelFraction::new(0.95).unwrap();
        let speedup = amdahl::speedup(p, n);
        check(efficiency(speedup, n), 0.001_996_207, 5e-10);
        check(cost(speedup, n), 500.95, 1e-9);
        check(time_left(speedup), 0.050_095, 1e-15);
    }

    #[test]
    fn karp_flatt_has_the_known_values() {
        for (speedup, n, expected, tolerance) in [
            (200_000.0 / 10_019.0, 10_000.0, 0.05, 1e-15),
            (1021.0, 1024.0, 3.0 / 1023.0 / 1021.0, 1e-20),
            (4.0, 4.0, 0.0, 0.0),
            (1.0, 4.0, 1.0, 0.0),
            (2.02, 2.0, -0.0099, 1e-6),
            (0.5, 2.0, 3.0, 0.0),
        ] {
            check(
                karp_flatt(speedup, processors(n)).unwrap(),
                expected,
                tolerance,
            );
        }
        for (speedup, n) in [
            (1.0, 1.0),
            (3.0, 1.0),
            (0.0, 2.0),
            (-1.0, 2.0),
            (f64::NAN, 2.0),
            (f64::INFINITY, 2.0),
            (f64::from_bits(1), 2.0),
        ] {
            assert_eq!(karp_flatt(speedup, processors(n)), None, "{speedup} at {n}");
        }
    }

    #[test]
    fn a_base_run_of_many_processors_has_its_own_serial_share() {
        // MLPerf GPT-3 175B, 512 to 4096 GPUs: 11.054 s to 1.6084 s per step.
        let (base, n) = (processors(512.0), processors(4096.0));
        let relative = karp_flatt_relative(11.054 / 1.6084, base, n).unwrap();
        check(relative, 0.0234, 5e-5);
        let Limit::At(further) = further_speedup(relative) else {
            panic!("unbounded")
        };
        check(further, 42.7, 0.1);
        let s = one_processor_fraction(relative, base).unwrap();
        let scaled = ScaledSerialFraction::new(relative).unwrap();
        check(s, gustafson::serial_from_scaled(scaled, base).get(), 1e-20);
        check(s, 4.69e-5, 1e-7);
        // Seen from the other end the parts are the same: k = 1/8.
        let back = karp_flatt_relative(1.6084 / 11.054, n, base).unwrap();
        check(back, relative * 11.054 / 1.6084, 1e-14);
    }

    #[test]
    fn super_linear_measurements_are_shown() {
        let relative = karp_flatt_relative(2.02, processors(8.0), processors(16.0)).unwrap();
        check(relative, -0.0099, 1e-6);
        assert_eq!(further_speedup(relative), Limit::Unbounded);
        assert_eq!(further_speedup(0.0), Limit::Unbounded);
        let s = one_processor_fraction(relative, processors(8.0)).unwrap();
        check(s, relative / (8.0 - 7.0 * relative), 1e-18);
        assert_eq!(
            karp_flatt_relative(1.0, processors(8.0), processors(8.0)),
            None
        );
    }

    #[test]
    fn one_processor_fraction_needs_a_positive_time() {
        for (relative, n) in [
            (2.0, 2.0),
            (3.0, 2.0),
            (f64::NAN, 2.0),
            (f64::INFINITY, 2.0),
        ] {
            assert_eq!(
                one_processor_fraction(relative, processors(n)),
                None,
                "{relative}"
            );
        }
        assert_eq!(
            one_processor_fraction(f64::NEG_INFINITY, processors(2.0)),
            None
        );
        check(
            one_processor_fraction(1.5, processors(2.0)).unwrap(),
            3.0,
            1e-15,
        );
        check(
            one_processor_fraction(0.3, Processors::ONE).unwrap(),
            0.3,
            0.0,
        );
    }

    #[test]
    fn the_last_doubling_is_bought_dearer() {
        let workload = Workload::default();
        let doubling = last_doubling(&amdahl::LAW, &workload, processors(64.0)).unwrap();
        assert_eq!(
            (doubling.from, doubling.to),
            (processors(32.0), processors(64.0))
        );
        // S(32) = 640/51 and S(64) = 1280/83.
        check(doubling.speedup_ratio, 102.0 / 83.0, 1e-14);
        check(doubling.gain(), 19.0 / 83.0, 1e-14);
        check(doubling.cost_before, 2.55, 1e-14);
        check(doubling.cost_after, 4.15, 1e-14);

        let past_the_peak = last_doubling(&usl::LAW, &workload, processors(1024.0)).unwrap();
        assert!(past_the_peak.gain() < 0.0);
        assert_eq!(
            last_doubling(&amdahl::LAW, &workload, processors(1.9)),
            None
        );
        assert!(last_doubling(&amdahl::LAW, &workload, processors(2.0)).is_some());
    }
}
