//! The curves of the speedup figure as laws with their parameters, before any drawing.

use crate::figure::{Hue, Stroke};
use crate::model::law::{self, Law, Limit, Workload};
use crate::model::metrics;
use crate::model::quantity::{Contention, ParallelFraction, Processors};
use crate::scenario::{Quantity, Scenario};
use crate::text;

/// One curve.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) law: &'static Law,
    pub(super) workload: Workload,
    pub(super) hue: Hue,
    pub(super) stroke: Stroke,
    pub(super) name: String,
    pub(super) short: String,
    /// Which curve of the scenario moves when this one is dragged.
    pub(super) grab: Option<usize>,
}

impl Line {
    pub(super) fn limit(&self) -> Limit {
        self.law.ceiling(&self.workload)
    }

    pub(super) fn speedup(&self, n: Processors) -> f64 {
        (self.law.speedup)(&self.workload, n)
    }

    pub(super) fn value(&self, quantity: Quantity, n: Processors) -> f64 {
        read_off(quantity, self.speedup(n), n)
    }

    pub(super) fn values(&self, quantity: Quantity, grid: &[Processors]) -> Vec<f64> {
        grid.iter().map(|n| self.value(quantity, *n)).collect()
    }

    /// The least N with this share of the ceiling; `None` without a ceiling.
    pub(super) fn processors_for_share(&self, share: f64) -> Option<Processors> {
        match self.limit() {
            Limit::At(limit) if limit > 1.0 => {
                (self.law.processors_for_speedup)(&self.workload, share * limit)
            }
            _ => None,
        }
    }
}

/// A quantity of a run with `speedup` on `n` processors.
pub(super) fn read_off(quantity: Quantity, speedup: f64, n: Processors) -> f64 {
    match quantity {
        Quantity::Speedup => speedup,
        Quantity::Efficiency => metrics::efficiency(speedup, n),
        Quantity::Time => metrics::time_left(speedup),
        Quantity::Cost => metrics::cost(speedup, n),
    }
}

/// The inverse of [`read_off`].
fn speedup_from(quantity: Quantity, value: f64, n: Processors) -> f64 {
    match quantity {
        Quantity::Speedup => value,
        Quantity::Efficiency => value * n.get(),
        Quantity::Time => 1.0 / value,
        Quantity::Cost => n.get() / value,
    }
}

/// Whether the law in force has a curve for every fraction of the list.
pub(super) fn per_fraction(scenario: &Scenario) -> bool {
    scenario.law.fraction_is != law::Reading::NotUsed
}

/// All curves of the scenario, in the reader's order.
pub(super) fn lines(scenario: &Scenario) -> Vec<Line> {
    if !per_fraction(scenario) {
        return vec![shared_line(scenario)];
    }
    // Gustafson's fraction is a share of the parallel run, and must not go by the name of Amdahl's.
    let symbol = match scenario.law.fraction_is {
        law::Reading::ParallelRun => "1 − s′",
        _ => "P",
    };
    let curves = &scenario.curves;
    curves
        .fractions()
        .iter()
        .enumerate()
        .map(|(i, fraction)| Line {
            law: scenario.law,
            workload: scenario.workload(*fraction),
            hue: Hue::Series(i),
            stroke: if i == curves.selected() {
                Stroke::Strong
            } else {
                Stroke::Regular
            },
            name: format!("{symbol} = {}", text::fraction(fraction.get())),
            short: text::fraction(fraction.get()),
            grab: Some(i),
        })
        .collect()
}

/// The one curve of a law without a parallel fraction.
fn shared_line(scenario: &Scenario) -> Line {
    let sigma = text::fraction(scenario.contention.get());
    let kappa = text::fraction(scenario.coherency.get());
    Line {
        law: scenario.law,
        workload: scenario.workload(scenario.curves.selected_fraction()),
        hue: Hue::Series(scenario.curves.selected()),
        stroke: Stroke::Strong,
        name: format!("σ = {sigma}, κ = {kappa}"),
        short: format!("σ {sigma}"),
        grab: Some(scenario.curves.selected()),
    }
}

/// Changes curve `index` so that it passes through (`n`, `value`), as near as its law allows.
///
/// The serial share, or σ, is found by bisection over its logarithm: every law falls as it grows.
/// At N = 1 every curve passes through the same point, so nothing is asked of it there.
pub(super) fn pull(scenario: &mut Scenario, index: usize, n: Processors, value: f64) {
    const FINEST: f64 = 1e-7;
    let target = speedup_from(scenario.quantity, value, n);
    if target.is_nan() || n.get() < 1.05 {
        return;
    }
    let law = scenario.law;
    let workload = scenario.workload(ParallelFraction::MIN);
    let with = |share: f64| apply(&workload, share);
    let above = |share: f64| with(share).is_some_and(|w| (law.speedup)(&w, n) > target);
    let share = if !above(0.0) {
        0.0
    } else if above(1.0) {
        1.0
    } else {
        let (mut lo, mut hi) = (FINEST, 1.0f64);
        for _ in 0..60 {
            let middle = (lo * hi).sqrt();
            if above(middle) {
                lo = middle;
            } else {
                hi = middle;
            }
        }
        text::rounded(lo, 2)
    };
    let share = if share <= FINEST * 1.1 { 0.0 } else { share };
    if per_fraction(scenario) {
        if let Some(fraction) = ParallelFraction::new(text::rounded(1.0 - share, 15)) {
            scenario.curves.change(index, fraction);
        }
    } else if let Some(contention) = Contention::new(share) {
        scenario.contention = contention;
    }
}

/// The workload with this serial share and, for laws that use it, this contention.
fn apply(workload: &Workload, share: f64) -> Option<Workload> {
    Some(Workload {
        parallel_fraction: ParallelFraction::from_serial(share)?,
        contention: Contention::new(share)?,
        ..*workload
    })
}
/// The largest even number up to a whole N, or N = 1 itself: nobody doubles from half a GPU.
pub(super) fn even(n: Processors) -> Processors {
    Processors::saturating((n.get() / 2.0).floor() * 2.0)
}
