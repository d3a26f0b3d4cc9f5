//! What is asked: every number and choice that decides what the figures show.
//!
//! All values are valid by type, so fields are public and there are no setters.

use crate::figure::Scale;
use crate::model::law::{self, Law};
use crate::model::loading::Loading;
use crate::model::profile::Stages;
use crate::model::quantity::{Coherency, Contention, Count, MemoryGrowth, ParallelFraction, count};
use crate::model::step::Training;
use crate::model::training::Job;

/// Everything the figures are functions of.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// The curves of the speedup figure.
    pub curves: Curves,
    /// The operating point N.
    pub processors: Count,
    /// Right end of the N axis; the axis reaches further when the operating point does.
    pub axis_end: AxisEnd,
    /// Which law the curves follow.
    pub law: &'static Law,
    /// What is read off the curves.
    pub quantity: Quantity,
    /// Scale of the N axis.
    pub x_scale: Scale,
    /// Scale of the vertical axis.
    pub y_scale: Scale,
    /// σ of the Universal Scalability Law.
    pub contention: Contention,
    /// κ of the Universal Scalability Law.
    pub coherency: Coherency,
    /// g of Sun and Ni's law, G(N) = N^g.
    pub memory_growth: MemoryGrowth,
    /// The training step of the size figure.
    pub training: Training,
    /// The job of the communication figure.
    pub job: Job,
    /// The input pipeline of the loading figure.
    pub loading: Loading,
    /// The stages of the profile figure.
    pub stages: Stages,
}

impl Default for Scenario {
    fn default() -> Self {
        let workload = law::Workload::default();
        Self {
            curves: Curves::default(),
            processors: Count::saturating(64),
            axis_end: AxisEnd::saturating(65_536),
            law: law::LAWS[0],
            quantity: Quantity::Speedup,
            x_scale: Scale::Log2,
            y_scale: Scale::Log2,
            contention: workload.contention,
            coherency: workload.coherency,
            memory_growth: workload.memory_growth,
            training: Training::default(),
            job: Job::default(),
            loading: Loading::DEFAULT,
            stages: Stages::default(),
        }
    }
}

impl Scenario {
    /// The workload of one curve under the chosen law's parameters.
    pub fn workload(&self, parallel_fraction: ParallelFraction) -> law::Workload {
        law::Workload {
            parallel_fraction,
            contention: self.contention,
            coherency: self.coherency,
            memory_growth: self.memory_growth,
        }
    }
}

count! {
    /// Right end of the N axis, 2 to the largest [`Count`].
    AxisEnd in [2, Count::MAX.get()]
}

/// What is read off a curve S(N).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// S.
    Speedup,
    /// E = S/N.
    Efficiency,
    /// T(N)/T(1) = 1/S.
    Time,
    /// N·T(N)/T(1) = N/S.
    Cost,
}

impl Quantity {
    /// All quantities, in the order a reader is offered them.
    pub const ALL: [Self; 4] = [Self::Speedup, Self::Efficiency, Self::Time, Self::Cost];
}

/// One to eight parallel fractions, one of which the sentence is about.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    fractions: Vec<ParallelFraction>,
    selected: usize,
}

impl Default for Curves {
    fn default() -> Self {
        let fractions = [0.5, 0.75, 0.9, 0.95, 0.99]
            .into_iter()
            .filter_map(ParallelFraction::new);
        Self::new(fractions.collect(), None).unwrap_or(Self {
            fractions: Vec::new(),
            selected: 0,
        })
    }
}

impl Curves {
    /// As many curves as the palette has colors.
    pub const MAX: usize = 8;

    /// `None` when there is no fraction, more than [`Self::MAX`], or `selected` is not one of them.
    /// Without a choice the sentence is about the fourth curve, P = 0.95 of the default list, or the
    /// last of a shorter one.
    pub fn new(fractions: Vec<ParallelFraction>, selected: Option<usize>) -> Option<Self> {
        let n = fractions.len();
        let selected = selected.unwrap_or_else(|| Self::default_selected(n));
        ((1..=Self::MAX).contains(&n) && selected < n).then_some(Self {
            fractions,
            selected,
        })
    }

    /// The curve the sentence is about when nobody chose one of `n_curves`.
    pub fn default_selected(n_curves: usize) -> usize {
        n_curves.saturating_sub(1).min(3)
    }

    /// All fractions, in the reader's order.
    pub fn fractions(&self) -> &[ParallelFraction] {
        &self.fractions
    }

    /// Number of the curve the sentence is about.
    pub fn selected(&self) -> usize {
        self.selected
    }

    /// Fraction of the curve the sentence is about.
    pub fn selected_fraction(&self) -> ParallelFraction {
        self.fractions[self.selected]
    }

    /// Makes the sentence speak of curve `index`; nothing happens if there is none.
    pub fn select(&mut self, index: usize) {
        if index < self.fractions.len() {
            self.selected = index;
        }
    }

    /// Gives curve `index` another fraction and makes it the one spoken of.
    pub fn change(&mut self, index: usize, fraction: ParallelFraction) {
        if let Some(slot) = self.fractions.get_mut(index) {
            *slot = fraction;
            self.selected = index;
        }
    }

    /// Adds a curve half as serial as the most parallel one, and speaks of it; at the most eight.
    pub fn add(&mut self) {
        if self.fractions.len() < Self::MAX {
            let serial = self
                .fractions
                .iter()
                .map(|p| p.serial())
                .fold(1.0, f64::min);
            let next = ParallelFraction::new(1.0 - serial / 2.0);
            self.fractions.extend(next);
            self.selected = self.fractions.len() - 1;
        }
    }

    /// Takes curve `index` away; the last one stays.
    pub fn remove(&mut self, index: usize) {
        if self.fractions.len() > 1 && index < self.fractions.len() {
            self.fractions.remove(index);
            if self.selected > index || self.selected == self.fractions.len() {
                self.selected -= 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curves(list: &[f64], selected: usize) -> Curves {
        let fractions = list
            .iter()
            .map(|p| ParallelFraction::new(*p).unwrap())
            .collect();
        Curves::new(fractions, Some(selected)).unwrap()
    }

    #[test]
    fn the_default_speaks_of_five_per_cent_serial() {
        let curves = Curves::default();
        assert_eq!(curves.fractions().len(), 5);
        assert_eq!(curves.selected_fraction().get(), 0.95);
    }

    #[test]
    fn impossible_lists_do_not_exist() {
        let half = ParallelFraction::new(0.5).unwrap();
        assert_eq!(Curves::new(vec![], None), None);
        assert_eq!(Curves::new(vec![half; 9], None), None);
        assert_eq!(Curves::new(vec![half], Some(1)), None);
    }

    #[test]
    fn the_selection_follows_its_curve() {
        let mut c = curves(&[0.1, 0.2, 0.3], 2);
        c.remove(0);
        assert_eq!(c, curves(&[0.2, 0.3], 1));
        c.remove(1);
        assert_eq!(c, curves(&[0.2], 0));
        c.remove(0);
        assert_eq!(c, curves(&[0.2], 0));
        c.add();
        assert_eq!(c, curves(&[0.2, 0.6], 1));
        c.change(0, ParallelFraction::new(0.4).unwrap());
        assert_eq!(c, curves(&[0.4, 0.6], 0));
        c.select(7);
        assert_eq!(c.selected(), 0);
    }

    #[test]
    fn there_are_at_most_eight_curves() {
        let mut c = Curves::default();
        for _ in 0..20 {
            c.add();
        }
        assert_eq!(c.fractions().len(), Curves::MAX);
    }
}
