//! One stage of a step: its time, its kind, its work, and how far it is cut.

use super::Name;

/// One stage of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// What it is called.
    pub name: Name,
    /// How long it takes, untouched.
    pub time: StageTime,
    /// What it waits for.
    pub kind: Kind,
    /// How much faster it is made.
    pub cut: Cut,
    /// Its arithmetic, where it is known.
    pub flops: Option<Gigaflops>,
    /// What it moves to and from the GPU's memory, where it is known.
    pub bytes: Option<Megabytes>,
}

impl Stage {
    /// An untouched stage of unknown work.
    pub fn new(name: Name, time: StageTime, kind: Kind) -> Self {
        Self {
            name,
            time,
            kind,
            cut: Cut::NONE,
            flops: None,
            bytes: None,
        }
    }

    /// What is left of its time after the cut, milliseconds, at least 0.
    pub fn left(&self) -> f64 {
        self.time.get() * self.cut.left()
    }
}

/// What a stage waits for. All but [`Self::Compute`] make up 1 − P of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Limited by arithmetic.
    Compute,
    /// Limited by the GPU's memory.
    Memory,
    /// Communication that no computing hides.
    Communication,
    /// Reading, decoding, and copying data to the GPU.
    DataIo,
    /// The GPU idles: launching, host code, waiting.
    LaunchIdle,
    /// Anything else that is not the model's own work.
    Other,
}

impl Kind {
    /// All kinds, in the order a reader is offered them.
    pub const ALL: [Self; 6] = [
        Self::Compute,
        Self::Memory,
        Self::Communication,
        Self::DataIo,
        Self::LaunchIdle,
        Self::Other,
    ];
}

/// Declares a positive quantity kept to some significant decimal digits, so that it stays what was
/// typed, and short in a link.
macro_rules! rounded {
    ($(#[$doc:meta])* $name:ident in [$min:expr, $max:expr] to $digits:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
        pub struct $name(f64);

        impl $name {
            /// The least value.
            pub const MIN: Self = Self($min);
            /// The greatest value.
            pub const MAX: Self = Self($max);

            /// The value, rounded; `None` outside [`Self::MIN`]..=[`Self::MAX`] or for NaN.
            pub fn new(value: f64) -> Option<Self> {
                (Self::MIN.0..=Self::MAX.0)
                    .contains(&value)
                    .then(|| Self(rounded(value, $digits)))
            }

            /// The nearest value in range, rounded; [`Self::MIN`] for NaN.
            pub fn saturating(value: f64) -> Self {
                Self(rounded(value.max(Self::MIN.0).min(Self::MAX.0), $digits))
            }

            /// The value as a plain number.
            pub const fn get(self) -> f64 {
                self.0
            }
        }
    };
}

rounded! {
    /// How long a stage takes: milliseconds, 0.001 to 10⁹ (eleven days), to five digits.
    StageTime in [0.001, 1e9] to 5
}

rounded! {
    /// How much faster a stage is made: 1 (untouched) to 1000, to four digits.
    CutFactor in [1.0, 1000.0] to 4
}

rounded! {
    /// Arithmetic of a stage: 10⁹ floating-point operations, 0.001 to 10⁸, to four digits.
    Gigaflops in [1e-6, 1e8] to 4
}

rounded! {
    /// Traffic of a stage with the GPU's memory: 10⁶ bytes, 0.001 to 10⁸, to four digits.
    Megabytes in [1e-6, 1e8] to 4
}

/// A positive number to `digits` significant decimal digits. Ends of ranges stay within them.
fn rounded(value: f64, digits: i32) -> f64 {
    let mut exponent = 0;
    while value >= 10f64.powi(exponent + 1) {
        exponent += 1;
    }
    while value < 10f64.powi(exponent) && exponent > -12 {
        exponent -= 1;
    }
    // A division by a whole power of ten is exact to the last bit, a product with a fraction is not.
    let places = digits - 1 - exponent;
    let power = 10f64.powi(places.abs());
    if 0 <= places {
        (value * power).round() / power
    } else {
        (value / power).round() * power
    }
}

/// How far a stage is cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cut {
    /// It runs this many times as fast.
    By(CutFactor),
    /// It vanishes.
    Gone,
}

impl Cut {
    /// Untouched.
    pub const NONE: Self = Self::By(CutFactor::MIN);

    /// Share of the stage's time that is left: a fraction in [0, 1].
    pub fn left(self) -> f64 {
        match self {
            Self::By(factor) => 1.0 / factor.get(),
            Self::Gone => 0.0,
        }
    }

    /// The cut that leaves about this share of the time: to three digits, gone below one in a
    /// thousand, untouched from one on and for NaN.
    pub fn leaving(share: f64) -> Self {
        if share < 1.0 / CutFactor::MAX.get() {
            Self::Gone
        } else {
            Self::By(CutFactor(rounded(1.0 / share.clamp(1e-3, 1.0), 3).max(1.0)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_keep_their_digits_and_their_range() {
        for (typed, kept) in [
            (12.5, Some(12.5)),
            (59.262_333, Some(59.262)),
            (10_794.93, Some(10_795.0)),
            (999_999.0, Some(1_000_000.0)),
            (0.001, Some(0.001)),
            (0.1 + 0.2, Some(0.3)),
            (1e9, Some(1e9)),
            (0.000_9, None),
            (1e9 + 1.0, None),
            (0.0, None),
            (-1.0, None),
            (f64::NAN, None),
            (f64::INFINITY, None),
        ] {
            assert_eq!(StageTime::new(typed).map(StageTime::get), kept, "{typed}");
        }
        assert_eq!(StageTime::saturating(f64::NAN), StageTime::MIN);
        assert_eq!(StageTime::saturating(f64::INFINITY), StageTime::MAX);
    }

    #[test]
    fn rounding_once_is_enough() {
        for i in 0..28_000 {
            let value = 0.001 * 1.001f64.powi(i);
            if let Some(time) = StageTime::new(value) {
                assert_eq!(StageTime::new(time.get()), Some(time));
                assert!((time.get() / value - 1.0).abs() < 5.1e-5, "{value}");
                let written = time.get().to_string();
                assert!(written.len() <= 10, "{written}");
                assert_eq!(written.parse::<f64>().unwrap(), time.get());
            }
        }
    }

    #[test]
    fn a_cut_leaves_a_share() {
        let by = |factor| Cut::By(CutFactor::new(factor).unwrap());
        assert_eq!(Cut::NONE.left(), 1.0);
        assert_eq!(by(10.0).left(), 0.1);
        assert_eq!(Cut::Gone.left(), 0.0);
        for (share, cut) in [
            (0.5, by(2.0)),
            (1.0, Cut::NONE),
            (7.0, Cut::NONE),
            (f64::NAN, Cut::NONE),
            (1.0 / 3.0, by(3.0)),
            (0.0, Cut::Gone),
            (-1.0, Cut::Gone),
            (0.001, by(1000.0)),
        ] {
            assert_eq!(Cut::leaving(share), cut, "{share}");
        }
    }
}
