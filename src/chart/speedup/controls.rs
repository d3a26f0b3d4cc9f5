//! What can be turned in the speedup figure.

use super::lines;
use crate::control::{Choice, Dial, Travel, always, no_hint, no_snap};
use crate::figure::{Scale, exp2};
use crate::model::law::{LAWS, Parameter};
use crate::model::quantity::Count;
use crate::model::quantity::{Coherency, Contention, MemoryGrowth, ParallelFraction};
use crate::scenario::{AxisEnd, Quantity};
use crate::text::{self, Lang, tr};

/// The parallel fraction of one curve.
pub(crate) static FRACTION: Dial = Dial {
    id: "p",
    label: |lang| tr!(lang, control.fraction),
    hint: no_hint,
    min: 0.0,
    max: 1.0,
    whole: false,
    travel: Travel::Nines,
    suffixes: &[],
    get: |s, i| s.curves.fractions().get(i).map_or(0.0, |p| p.get()),
    set: |s, i, v| {
        if let Some(fraction) = ParallelFraction::new(v) {
            s.curves.change(i, fraction);
        }
    },
    show: |v, _| text::fraction(v),
    snap: no_snap,
    active: lines::per_fraction,
};

/// The operating point.
pub(super) static PROCESSORS: Dial = Dial {
    id: "n",
    label: |lang| tr!(lang, control.processors),
    hint: no_hint,
    min: 1.0,
    max: Count::MAX.get() as f64,
    whole: true,
    travel: Travel::Log,
    suffixes: &[("k", 1e3), ("M", 1e6)],
    get: |s, _| f64::from(s.processors.get()),
    set: |s, _, v| {
        if let Some(count) = Count::new(v as u32) {
            s.processors = count;
        }
    },
    show: |v, _| text::count(v),
    snap: no_snap,
    active: always,
};

/// Right end of the N axis.
pub(super) static AXIS_END: Dial = Dial {
    id: "nmax",
    label: |lang| tr!(lang, control.axis_end),
    hint: |lang| tr!(lang, control.axis_end_hint),
    min: 2.0,
    max: Count::MAX.get() as f64,
    whole: true,
    travel: Travel::Log,
    suffixes: &[("k", 1e3), ("M", 1e6)],
    get: |s, _| f64::from(s.axis_end.get()),
    set: |s, _, v| {
        if let Some(end) = AxisEnd::new(v as u32) {
            s.axis_end = end;
        }
    },
    show: |v, _| text::count(v),
    // A slider that stops near a power of two means it.
    snap: |v| {
        let power = exp2(v.log2().round());
        if (v / power).log2().abs() < 0.08 {
            power
        } else {
            v
        }
    },
    active: always,
};

/// σ of the Universal Scalability Law.
pub(super) static CONTENTION: Dial = Dial {
    id: "sigma",
    label: |lang| tr!(lang, control.contention),
    hint: |lang| tr!(lang, control.contention_hint),
    min: 0.0,
    max: 1.0,
    whole: false,
    travel: Travel::LogFromZero(1e-4),
    suffixes: &[],
    get: |s, _| s.contention.get(),
    set: |s, _, v| {
        if let Some(contention) = Contention::new(v) {
            s.contention = contention;
        }
    },
    show: |v, _| text::fraction(v),
    snap: no_snap,
    active: |s| s.law.uses(Parameter::Contention),
};

/// κ of the Universal Scalability Law.
pub(super) static COHERENCY: Dial = Dial {
    id: "kappa",
    label: |lang| tr!(lang, control.coherency),
    hint: |lang| tr!(lang, control.coherency_hint),
    min: 0.0,
    max: 1.0,
    whole: false,
    travel: Travel::LogFromZero(1e-9),
    suffixes: &[],
    get: |s, _| s.coherency.get(),
    set: |s, _, v| {
        if let Some(coherency) = Coherency::new(v) {
            s.coherency = coherency;
        }
    },
    show: |v, _| text::fraction(v),
    snap: no_snap,
    active: |s| s.law.uses(Parameter::Coherency),
};

/// g of Sun and Ni's law.
pub(super) static MEMORY_GROWTH: Dial = Dial {
    id: "growth",
    label: |lang| tr!(lang, control.growth),
    hint: |lang| tr!(lang, control.growth_hint),
    min: 0.0,
    max: 2.0,
    whole: false,
    travel: Travel::Linear(0.05),
    suffixes: &[],
    get: |s, _| s.memory_growth.get(),
    set: |s, _, v| {
        if let Some(growth) = MemoryGrowth::new(v) {
            s.memory_growth = growth;
        }
    },
    show: |v, _| text::fraction(v),
    snap: no_snap,
    active: |s| s.law.uses(Parameter::MemoryGrowth),
};

/// Which law.
pub(super) static LAW: Choice = Choice {
    id: "law",
    label: |lang| tr!(lang, control.law),
    options: |lang| {
        LAWS.iter()
            .map(|law| super::words::law_name(law, lang))
            .collect()
    },
    get: |s| LAWS.iter().position(|law| *law == s.law).unwrap_or(0),
    set: |s, i| s.law = LAWS.get(i).copied().unwrap_or(s.law),
};

/// What is read off the curves.
pub(super) static QUANTITY: Choice = Choice {
    id: "y",
    label: |lang| tr!(lang, control.quantity),
    options: |lang| {
        Quantity::ALL
            .map(|q| super::words::quantity_name(q, lang))
            .into()
    },
    get: |s| {
        Quantity::ALL
            .iter()
            .position(|q| *q == s.quantity)
            .unwrap_or(0)
    },
    set: |s, i| s.quantity = Quantity::ALL.get(i).copied().unwrap_or(s.quantity),
};

/// Scale of the N axis.
pub(super) static X_SCALE: Choice = Choice {
    id: "x",
    label: |lang| tr!(lang, control.x_scale),
    options: scale_names,
    get: |s| scale_index(s.x_scale),
    set: |s, i| s.x_scale = Scale::ALL.get(i).copied().unwrap_or(s.x_scale),
};

/// Scale of the vertical axis.
pub(super) static Y_SCALE: Choice = Choice {
    id: "ys",
    label: |lang| tr!(lang, control.y_scale),
    options: scale_names,
    get: |s| scale_index(s.y_scale),
    set: |s, i| s.y_scale = Scale::ALL.get(i).copied().unwrap_or(s.y_scale),
};

fn scale_names(lang: Lang) -> Vec<&'static str> {
    vec![
        tr!(lang, control.log2),
        tr!(lang, control.log10),
        tr!(lang, control.linear),
    ]
}

fn scale_index(scale: Scale) -> usize {
    Scale::ALL.iter().position(|s| *s == scale).unwrap_or(0)
}

#[cfg(test)]
pub(super) fn fractions(list: &[f64]) -> Vec<ParallelFraction> {
    list.iter()
        .filter_map(|p| ParallelFraction::new(*p))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Scenario;

    #[test]
    fn a_dial_sets_what_it_shows() {
        let mut s = Scenario::default();
        for (dial, value) in [
            (&FRACTION, 0.5),
            (&PROCESSORS, 10_000.0),
            (&AXIS_END, 1024.0),
            (&CONTENTION, 0.3),
            (&COHERENCY, 1e-5),
            (&MEMORY_GROWTH, 1.0),
        ] {
            (dial.set)(&mut s, 0, value);
            assert_eq!((dial.get)(&s, 0), value, "{}", dial.id);
        }
    }

    #[test]
    fn impossible_numbers_are_refused_with_a_reason() {
        use crate::text::Problem;
        assert_eq!(
            PROCESSORS.parse("0"),
            Err(Problem::OutOfRange {
                min: 1.0,
                max: 1_048_576.0
            })
        );
        assert_eq!(PROCESSORS.parse("1.5"), Err(Problem::NotWhole));
        assert_eq!(PROCESSORS.parse("10k"), Ok(10_000.0));
        assert_eq!(
            FRACTION.parse("1.2"),
            Err(Problem::OutOfRange { min: 0.0, max: 1.0 })
        );
        assert_eq!(FRACTION.parse("19/20"), Ok(0.95));
        assert_eq!(FRACTION.parse("fast"), Err(Problem::NotANumber));
    }
}
