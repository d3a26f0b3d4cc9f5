//! Numbers that carry their meaning and their range in their type.
//!
//! A value outside its range cannot be built, so no function of the model has to check it again.
//! `NaN` is in no range, and negative zero becomes zero, so equal quantities have equal bits.

/// Declares a quantity: a private `f64` in a closed range, and the ways in and out of it.
macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident in [$min:expr, $max:expr]) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
        pub struct $name(f64);

        impl $name {
            /// The least value of this quantity.
            pub const MIN: Self = Self($min);
            /// The greatest value of this quantity.
            pub const MAX: Self = Self($max);

            /// The quantity with this value, or `None` when it is out of range or not a number.
            pub const fn new(value: f64) -> Option<Self> {
                if Self::MIN.0 <= value && value <= Self::MAX.0 {
                    // Adding zero turns -0.0 into 0.0.
                    Some(Self(value + 0.0))
                } else {
                    None
                }
            }

            /// The quantity nearest to this value: the end of the range for a value beyond it,
            /// [`Self::MIN`] for one that is not a number.
            ///
            /// For a pointer dragged past an end and for results that rounding may push past it;
            /// what a reader typed goes through [`Self::new`].
            pub const fn saturating(value: f64) -> Self {
                // Adding zero turns -0.0 into 0.0; `max` and `min` drop a NaN.
                Self((value + 0.0).max(Self::MIN.0).min(Self::MAX.0))
            }

            /// The value as a plain number, within the range of the type.
            pub const fn get(self) -> f64 {
                self.0
            }
        }
    };
}
pub(in crate::model) use quantity;

/// Declares a whole number in a closed range, and the ways in and out of it.
macro_rules! count {
    ($(#[$doc:meta])* $name:ident in [$min:expr, $max:expr]) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub struct $name(u32);

        impl $name {
            /// The least value.
            pub const MIN: Self = Self($min);
            /// The greatest value.
            pub const MAX: Self = Self($max);

            /// The count with this value, or `None` outside [`Self::MIN`]..=[`Self::MAX`].
            pub const fn new(value: u32) -> Option<Self> {
                if Self::MIN.0 <= value && value <= Self::MAX.0 {
                    Some(Self(value))
                } else {
                    None
                }
            }

            /// The nearest value in range.
            pub const fn saturating(value: u32) -> Self {
                if value < Self::MIN.0 {
                    Self::MIN
                } else if value > Self::MAX.0 {
                    Self::MAX
                } else {
                    Self(value)
                }
            }

            /// The value as a whole number.
            pub const fn get(self) -> u32 {
                self.0
            }

            /// The value as a real number, for arithmetic.
            pub const fn real(self) -> f64 {
                self.0 as f64
            }
        }
    };
}
pub(crate) use count;

count! {
    /// A number of processors or GPUs in reach of the figures, 1 to 1 048 576 = 2^20.
    Count in [1, 1 << 20]
}

impl Count {
    /// The same as a quantity of the laws.
    pub const fn processors(self) -> Processors {
        Processors::saturating(self.real())
    }
}

quantity! {
    /// Share of the work that runs in parallel: P, a fraction in [0, 1].
    ///
    /// What it is a share *of* depends on the law, see [`Reading`](super::law::Reading):
    /// the one-processor time for Amdahl, the parallel run for Gustafson.
    ParallelFraction in [0.0, 1.0]
}

impl ParallelFraction {
    /// The complement 1 − P, a fraction in [0, 1], correct to half a unit in the last place.
    pub const fn serial(self) -> f64 {
        1.0 - self.0
    }

    /// The parallel fraction P = 1 − s of a serial fraction s in [0, 1], else `None`.
    ///
    /// P keeps sixteen decimals, hence s does too: an s below 1e-16 is lost here.
    /// Such shares stay in a [`SerialFraction`].
    pub const fn from_serial(serial: f64) -> Option<Self> {
        match SerialFraction::new(serial) {
            Some(serial) => Self::new(1.0 - serial.0),
            None => None,
        }
    }
}

quantity! {
    /// Serial share of the **one-processor** time: s, a fraction in [0, 1] (Amdahl's reading).
    ///
    /// Not the same number as [`ScaledSerialFraction`]; the functions that convert between them
    /// are [`serial_from_scaled`](super::gustafson::serial_from_scaled) and
    /// [`scaled_from_serial`](super::gustafson::scaled_from_serial).
    SerialFraction in [0.0, 1.0]
}

impl From<ParallelFraction> for SerialFraction {
    /// s = 1 − P, for a P that is a share of the one-processor time.
    fn from(parallel_fraction: ParallelFraction) -> Self {
        Self(parallel_fraction.serial())
    }
}

quantity! {
    /// Serial share of the **parallel run**: s′, a fraction in [0, 1] (Gustafson's reading).
    ///
    /// 5 % of a run on 10 000 processors is 0.0005 % of the one-processor time.
    ScaledSerialFraction in [0.0, 1.0]
}

impl From<ParallelFraction> for ScaledSerialFraction {
    /// s′ = 1 − P, for a P that is a share of the parallel run.
    fn from(parallel_fraction: ParallelFraction) -> Self {
        Self(parallel_fraction.serial())
    }
}

quantity! {
    /// Number of processors: N, a real number in [1, 2^60].
    ///
    /// Real, although machines come in whole numbers, because curves are drawn between them
    /// and because "how many for this speedup" has a fraction the caller rounds up.
    Processors in [1.0, (1_u64 << 60) as f64]
}

impl Processors {
    /// One processor, to which every speedup is compared.
    pub const ONE: Self = Self::MIN;

    /// Twice as many processors, or `None` beyond 2^60.
    pub const fn double(self) -> Option<Self> {
        Self::new(self.0 * 2.0)
    }

    /// Half as many processors, or `None` when that is less than one.
    pub const fn half(self) -> Option<Self> {
        Self::new(self.0 / 2.0)
    }
}

quantity! {
    /// Contention, the cost of waiting for what is shared: σ in [0, 1], a share of the
    /// one-processor time (Gunther, arXiv:0808.1431). Without coherency it is Amdahl's s.
    Contention in [0.0, 1.0]
}

quantity! {
    /// Coherency, the cost of keeping one pair of processors in agreement: κ in [0, 1], a share
    /// of the one-processor time (Gunther, arXiv:0808.1431). Real systems show 1e-6 to 1e-2.
    Coherency in [0.0, 1.0]
}

quantity! {
    /// Growth of the problem with the memory of the machine: the exponent g in [0, 2] of
    /// G(N) = N^g, the factor of parallel work (Sun and Ni 1993).
    ///
    /// 0 is a fixed problem (Amdahl), 1 a problem that grows like the machine (Gustafson),
    /// 1.5 a dense matrix product that fills the memory.
    MemoryGrowth in [0.0, 2.0]
}

quantity! {
    /// Throughput of one processor: γ in [1e-100, 1e100], in any unit of work per unit of time
    /// (Gunther's γ, λ in Schwartz's *Practical Scalability Analysis*).
    ///
    /// The range is wide enough for every unit and keeps every latency finite.
    UnitThroughput in [1e-100, 1e100]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bits of what `new` makes of each value, so that -0.0 and 0.0 differ.
    #[track_caller]
    fn check(new: impl Fn(f64) -> Option<f64>, cases: &[(f64, Option<f64>)]) {
        for &(value, expected) in cases {
            let built = new(value).map(f64::to_bits);
            assert_eq!(built, expected.map(f64::to_bits), "{value}");
        }
    }

    #[test]
    fn values_out_of_range_are_refused() {
        let share = [
            (0.0, Some(0.0)),
            (-0.0, Some(0.0)),
            (0.95, Some(0.95)),
            (1.0, Some(1.0)),
            (1.0 + f64::EPSILON, None),
            (-f64::MIN_POSITIVE, None),
            (f64::NAN, None),
            (f64::INFINITY, None),
            (f64::NEG_INFINITY, None),
        ];
        check(
            |v| ParallelFraction::new(v).map(ParallelFraction::get),
            &share,
        );
        check(|v| SerialFraction::new(v).map(SerialFraction::get), &share);
        check(
            |v| ScaledSerialFraction::new(v).map(ScaledSerialFraction::get),
            &share,
        );
        check(|v| Contention::new(v).map(Contention::get), &share);
        check(|v| Coherency::new(v).map(Coherency::get), &share);
        let growth = [
            (-0.0, Some(0.0)),
            (2.0, Some(2.0)),
            (2.1, None),
            (f64::NAN, None),
        ];
        check(|v| MemoryGrowth::new(v).map(MemoryGrowth::get), &growth);
        let throughput = [(0.0, None), (1e-100, Some(1e-100)), (f64::INFINITY, None)];
        check(
            |v| UnitThroughput::new(v).map(UnitThroughput::get),
            &throughput,
        );
    }

    #[test]
    fn saturating_stops_at_the_ends() {
        for (value, expected) in [
            (0.3, 0.3),
            (-0.0, 0.0),
            (-2.0, 0.0),
            (1.0 + f64::EPSILON, 1.0),
            (f64::INFINITY, 1.0),
            (f64::NEG_INFINITY, 0.0),
            (f64::NAN, 0.0),
        ] {
            let found = ParallelFraction::saturating(value).get();
            assert_eq!(found.to_bits(), f64::to_bits(expected), "{value}");
        }
        assert_eq!(Processors::saturating(0.5), Processors::ONE);
        assert_eq!(Processors::saturating(f64::INFINITY), Processors::MAX);
    }

    #[test]
    fn processors_are_at_least_one() {
        let last = 2_f64.powi(60);
        let cases = [
            (0.0, None),
            (1.0 - f64::EPSILON, None),
            (1.0, Some(1.0)),
            (1.5, Some(1.5)),
            (last, Some(last)),
            (last * 1.01, None),
            (f64::NAN, None),
        ];
        check(|v| Processors::new(v).map(Processors::get), &cases);
        assert_eq!(Processors::MAX.get().to_bits(), last.to_bits());
    }

    #[test]
    fn doubling_and_halving_stay_in_range() {
        let two = Processors::new(2.0);
        assert_eq!(Processors::ONE.double(), two);
        assert_eq!(two.and_then(Processors::half), Some(Processors::ONE));
        assert_eq!(Processors::ONE.half(), None);
        assert_eq!(Processors::new(1.9).and_then(Processors::half), None);
        assert_eq!(Processors::MAX.double(), None);
    }

    #[test]
    fn a_fraction_and_its_complement_add_up() {
        let serial = |s| ParallelFraction::from_serial(s).map(ParallelFraction::get);
        check(
            serial,
            &[
                (0.0, Some(1.0)),
                (0.25, Some(0.75)),
                (1.0, Some(0.0)),
                (1.1, None),
            ],
        );
        check(
            serial,
            &[(-0.1, None), (f64::NAN, None), (1e-12, Some(1.0 - 1e-12))],
        );
        let p = ParallelFraction::new(1.0 - 1e-12).unwrap();
        assert_eq!(
            SerialFraction::from(p).get().to_bits(),
            p.serial().to_bits()
        );
        assert_eq!(
            ScaledSerialFraction::from(p).get().to_bits(),
            p.serial().to_bits()
        );
    }
}
