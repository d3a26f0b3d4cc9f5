//! The registry of laws: each file of one law ends up here as one value of [`Law`].
//!
//! A new law is one file with a `LAW` in it and one line in [`LAWS`].

use std::fmt;

use super::quantity::{Coherency, Contention, MemoryGrowth, ParallelFraction, Processors};
use super::{amdahl, gustafson, sun_ni, usl};

/// What is known about a program: the parameters of every law, each used by some of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Workload {
    /// P, the share that runs in parallel; [`Law::fraction_is`] says of what.
    pub parallel_fraction: ParallelFraction,
    /// σ of the universal scalability law.
    pub contention: Contention,
    /// κ of the universal scalability law.
    pub coherency: Coherency,
    /// g of Sun and Ni's G(N) = N^g.
    pub memory_growth: MemoryGrowth,
}

impl Workload {
    /// The same workload with another parallel fraction.
    #[must_use]
    pub const fn with_fraction(self, parallel_fraction: ParallelFraction) -> Self {
        Self {
            parallel_fraction,
            ..self
        }
    }
}

impl Default for Workload {
    /// P = 0.95, σ = 0.05 (so Amdahl and USL start from the same serial share), κ = 1e-4
    /// (near the SPEC SDM91 fit, peak at 97 processors) and g = 0.5.
    fn default() -> Self {
        const DEFAULT: Workload = Workload {
            parallel_fraction: ParallelFraction::new(0.95).expect("a fraction"),
            contention: Contention::new(0.05).expect("a fraction"),
            coherency: Coherency::new(1e-4).expect("a fraction"),
            memory_growth: MemoryGrowth::new(0.5).expect("an exponent"),
        };
        DEFAULT
    }
}

/// What a speedup tends to when N grows without end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// This finite value, at least 0.
    At(f64),
    /// Every value is passed.
    Unbounded,
}

impl Limit {
    /// The limit 1/x of a law whose time tends to `x` of the one-processor time.
    ///
    /// Unbounded when x is not positive, and when 1/x is beyond the largest `f64`.
    pub(super) fn reciprocal_of(x: f64) -> Self {
        let limit = x.recip();
        if x > 0.0 && limit.is_finite() {
            Self::At(limit)
        } else {
            Self::Unbounded
        }
    }
}

/// The point past which more processors make the program slower.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Peak {
    /// N of the greatest speedup, a real number: the best whole number is a neighbor of it.
    pub processors: Processors,
    /// The greatest speedup, at least 1.
    pub speedup: f64,
}

/// How far N can grow before something, such as the efficiency, gets worse than asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reach {
    /// Up to and including this number of processors.
    UpTo(Processors),
    /// Without end: every N of [`Processors`] will do.
    Unbounded,
}

impl Reach {
    /// The reach to `n`; beyond the range of [`Processors`] (and for NaN, the infinity over
    /// infinity of an extreme request) it is unbounded.
    pub(super) fn up_to(n: f64) -> Self {
        if n <= Processors::MAX.get() {
            Self::UpTo(Processors::saturating(n))
        } else {
            Self::Unbounded
        }
    }
}

/// What the parallel fraction is a share of in a law. The two are different numbers for the same
/// program, see [`gustafson`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Of the time one processor takes for the problem (for a problem that grows: before it grew).
    OneProcessorTime,
    /// Of the time of the run on N processors.
    ParallelRun,
    /// The law has no parallel fraction.
    NotUsed,
}

/// A parameter of [`Workload`] besides the parallel fraction, which [`Reading`] is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parameter {
    /// [`Workload::contention`].
    Contention,
    /// [`Workload::coherency`].
    Coherency,
    /// [`Workload::memory_growth`].
    MemoryGrowth,
}

/// A law of parallel speedup. Two laws are equal when their ids are.
pub struct Law {
    /// The word for this law in links and tests: lower case, `a-z` and `-`.
    pub id: &'static str,
    /// S(N), finite and positive, 1 at N = 1, never above N.
    pub speedup: fn(&Workload, Processors) -> f64,
    /// lim S(N) for N → ∞.
    pub limit: fn(&Workload) -> Limit,
    /// The greatest speedup, or `None` when more processors never make it slower.
    pub peak: fn(&Workload) -> Option<Peak>,
    /// The least N with S(N) at least the target (1 for targets up to 1), or `None` when there
    /// is none in the range of [`Processors`], as for a target at or above the ceiling, or NaN.
    pub processors_for_speedup: fn(&Workload, f64) -> Option<Processors>,
    /// What [`Workload::parallel_fraction`] is a share of.
    pub fraction_is: Reading,
    /// The other parameters the law depends on.
    pub parameters: &'static [Parameter],
    /// Whether the problem grows with N (weak scaling) or is fixed (strong scaling).
    pub scaled: bool,
}

/// Every law, in the order in which they are offered.
pub static LAWS: [&Law; 4] = [&amdahl::LAW, &gustafson::LAW, &usl::LAW, &sun_ni::LAW];

/// The law with this id.
pub fn by_id(id: &str) -> Option<&'static Law> {
    LAWS.into_iter().find(|law| law.id == id)
}

impl Law {
    /// The value no speedup passes: that of the peak if there is one, else the limit.
    pub fn ceiling(&self, workload: &Workload) -> Limit {
        let peak = (self.peak)(workload);
        peak.map_or_else(|| (self.limit)(workload), |peak| Limit::At(peak.speedup))
    }

    /// Whether the law depends on this parameter.
    pub fn uses(&self, parameter: Parameter) -> bool {
        self.parameters.contains(&parameter)
    }
}

impl PartialEq for Law {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Law {}

impl fmt::Debug for Law {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The functions would print as addresses.
        f.debug_tuple("Law").field(&self.id).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_reciprocal(x: f64, expected: Limit) {
        assert_eq!(Limit::reciprocal_of(x), expected, "{x}");
    }

    #[test]
    fn every_law_is_found_by_its_id_and_only_by_it() {
        for law in LAWS {
            assert_eq!(by_id(law.id), Some(law));
            assert_eq!(LAWS.iter().filter(|other| **other == law).count(), 1);
        }
        assert_eq!(
            LAWS.map(|law| law.id),
            ["amdahl", "gustafson", "usl", "sun-ni"]
        );
        for unknown in ["", "Amdahl", "sunni", "usl "] {
            assert_eq!(by_id(unknown), None, "{unknown}");
        }
        assert_eq!(format!("{:?}", LAWS[0]), r#"Law("amdahl")"#);
    }

    #[test]
    fn limits_are_finite_or_unbounded() {
        check_reciprocal(0.05, Limit::At(20.0));
        check_reciprocal(1.0, Limit::At(1.0));
        check_reciprocal(0.0, Limit::Unbounded);
        check_reciprocal(-0.01, Limit::Unbounded);
        check_reciprocal(f64::NAN, Limit::Unbounded);
        check_reciprocal(f64::from_bits(1), Limit::Unbounded);
    }

    #[test]
    fn the_default_workload_has_the_values_of_the_article() {
        let workload = Workload::default();
        assert_eq!(
            Some(workload.parallel_fraction),
            ParallelFraction::new(0.95)
        );
        let half = ParallelFraction::new(0.5).unwrap();
        let other = workload.with_fraction(half);
        assert_eq!(other.parallel_fraction, half);
        assert_eq!(other.with_fraction(workload.parallel_fraction), workload);
    }

    #[test]
    fn the_ceiling_is_the_peak_or_the_limit() {
        let workload = Workload::default();
        let peak = (usl::LAW.peak)(&workload).unwrap();
        assert_eq!(usl::LAW.ceiling(&workload), Limit::At(peak.speedup));
        assert_eq!(
            amdahl::LAW.ceiling(&workload),
            (amdahl::LAW.limit)(&workload)
        );
        assert_eq!(gustafson::LAW.ceiling(&workload), Limit::Unbounded);
    }

    #[test]
    fn a_law_changes_with_exactly_the_parameters_it_names() {
        let base = Workload::default();
        let changed = [
            (
                Parameter::Contention,
                Workload {
                    contention: Contention::MAX,
                    ..base
                },
            ),
            (
                Parameter::Coherency,
                Workload {
                    coherency: Coherency::MAX,
                    ..base
                },
            ),
            (
                Parameter::MemoryGrowth,
                Workload {
                    memory_growth: MemoryGrowth::MAX,
                    ..base
                },
            ),
        ];
        let n = Processors::new(64.0).unwrap();
        let differs = |law: &Law, other: &Workload| {
            (law.speedup)(&base, n).to_bits() != (law.speedup)(other, n).to_bits()
        };
        for law in LAWS {
            for (parameter, other) in &changed {
                assert_eq!(
                    law.uses(*parameter),
                    differs(law, other),
                    "{law:?} {parameter:?}"
                );
            }
            let other = base.with_fraction(ParallelFraction::MIN);
            assert_eq!(
                law.fraction_is != Reading::NotUsed,
                differs(law, &other),
                "{law:?}"
            );
        }
    }
}
