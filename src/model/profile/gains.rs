//! Amdahl's law for several parts at once: S = 1 / Σ fᵢ/cᵢ.
//!
//! fᵢ is the share of stage i in the untouched step and cᵢ how much faster it is made (Amdahl 1967
//! with two parts; for many, Hennessy and Patterson, "Computer Architecture", chapter 1).
//! Stages are taken to run one after another, so that time saved in one is saved in all.

use super::{Cut, Kind, Stage, Stages};
use crate::model::law::Limit;

impl Stages {
    /// Time of the untouched step, milliseconds, above 0.
    pub fn total(&self) -> f64 {
        self.list().iter().map(|stage| stage.time.get()).sum()
    }

    /// Time of the step after all cuts, milliseconds, at least 0.
    pub fn total_left(&self) -> f64 {
        self.list().iter().map(Stage::left).sum()
    }

    /// Share of stage `index` in the untouched step, fᵢ in [0, 1]; 0 if there is none.
    pub fn share(&self, index: usize) -> f64 {
        let time = self.list().get(index).map_or(0.0, |stage| stage.time.get());
        time / self.total()
    }

    /// Share of the compute-bound stages in the untouched step: P of a profile, in [0, 1].
    pub fn compute_share(&self) -> f64 {
        self.time_of(|_, stage| stage.kind == Kind::Compute) / self.total()
    }

    /// How much faster the step is after all cuts, at least 1.
    pub fn joint(&self) -> Limit {
        self.speedup_to(self.total_left())
    }

    /// How much faster the step is if only stage `index` is cut, at least 1.
    pub fn gain(&self, index: usize, cut: Cut) -> Limit {
        let rest = self.time_of(|i, _| i != index);
        let time = self.total() - rest;
        self.speedup_to(rest + time.max(0.0) * cut.left())
    }

    /// The most that improving only stage `index` can buy: 1/(1−f), at least 1; unbounded if it is
    /// the only stage.
    pub fn ceiling(&self, index: usize) -> Limit {
        self.speedup_to(self.time_of(|i, _| i != index))
    }

    /// The most that can be gained in 1 − P without touching stage `index`: every other stage that
    /// is not compute-bound vanishes. At least 1; unbounded if nothing else is left.
    pub fn elsewhere(&self, index: usize) -> Limit {
        self.speedup_to(self.time_of(|i, stage| i == index || stage.kind == Kind::Compute))
    }

    /// How far stage `index` alone must be cut for the step to run `speedup` times as fast; `None`
    /// when no cut of it suffices, or for a speedup below 1 or NaN.
    pub fn cut_needed(&self, index: usize, speedup: f64) -> Option<f64> {
        let rest = self.time_of(|i, _| i != index);
        let room = self.total() / speedup - rest;
        let time = self.list().get(index)?.time.get();
        (1.0 <= speedup && 0.0 < room).then(|| (time / room).max(1.0))
    }

    /// The stages by what a cut of each gains, the most first; equal ones in the order they run.
    pub fn by_gain(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.list().len()).collect();
        order.sort_by(|a, b| self.share(*b).total_cmp(&self.share(*a)));
        order
    }

    /// The thickest part of 1 − P in the untouched step; `None` when all of it is compute-bound.
    pub fn thickest(&self) -> Option<usize> {
        self.thickest_by(|stage| stage.time.get())
    }

    /// The thickest part of what the cuts leave of 1 − P; `None` when nothing is left.
    pub fn thickest_left(&self) -> Option<usize> {
        self.thickest_by(Stage::left)
    }

    /// The first of the longest stages that are not compute-bound.
    fn thickest_by(&self, time: impl Fn(&Stage) -> f64) -> Option<usize> {
        let stages = self.list().iter().enumerate().rev();
        stages
            .filter(|(_, stage)| stage.kind != Kind::Compute && 0.0 < time(stage))
            .max_by(|a, b| time(a.1).total_cmp(&time(b.1)))
            .map(|(index, _)| index)
    }

    fn time_of(&self, counts: impl Fn(usize, &Stage) -> bool) -> f64 {
        let stages = self.list().iter().enumerate();
        stages
            .filter(|(index, stage)| counts(*index, stage))
            .map(|(_, stage)| stage.time.get())
            .sum()
    }

    fn speedup_to(&self, milliseconds: f64) -> Limit {
        match Limit::reciprocal_of(milliseconds / self.total()) {
            // Rounding may bring the whole a hair below itself.
            Limit::At(speedup) => Limit::At(speedup.max(1.0)),
            Limit::Unbounded => Limit::Unbounded,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{CutFactor, Known, Name, StageTime};
    use super::*;
    use crate::model::amdahl;
    use crate::model::quantity::{ParallelFraction, Processors};

    fn by(factor: f64) -> Cut {
        Cut::By(CutFactor::new(factor).unwrap())
    }

    fn stages(parts: &[(f64, Kind, Cut)]) -> Stages {
        let stage = |(ms, kind, cut): &(f64, Kind, Cut)| Stage {
            cut: *cut,
            ..Stage::new(
                Name::Known(Known::Other),
                StageTime::new(*ms).unwrap(),
                *kind,
            )
        };
        Stages::new(parts.iter().map(stage).collect()).unwrap()
    }

    fn value(limit: Limit) -> f64 {
        match limit {
            Limit::At(value) => value,
            Limit::Unbounded => f64::INFINITY,
        }
    }

    #[track_caller]
    fn check(found: Limit, expected: f64) {
        let found = value(found);
        let same = found == expected || (found / expected - 1.0).abs() < 1e-12;
        assert!(same, "{found} is not {expected}");
    }

    #[test]
    fn a_classic_example_comes_out() {
        // Hennessy and Patterson: a part of 40 % made 10 times faster gives 1/0.64 = 1.5625.
        let s = stages(&[
            (40.0, Kind::DataIo, by(10.0)),
            (60.0, Kind::Compute, Cut::NONE),
        ]);
        check(s.joint(), 1.5625);
        check(s.gain(0, by(10.0)), 1.5625);
        check(s.gain(0, by(2.0)), 1.25);
        check(s.ceiling(0), 100.0 / 60.0);
        check(s.gain(0, Cut::Gone), 100.0 / 60.0);
        check(s.elsewhere(0), 1.0);
        assert_eq!(s.compute_share(), 0.6);
        assert_eq!(s.thickest(), Some(0));
        assert_eq!(s.thickest_left(), Some(0));
    }

    #[test]
    fn what_is_all_of_the_step_has_no_ceiling() {
        let s = stages(&[(5.0, Kind::Memory, Cut::Gone)]);
        assert_eq!(s.ceiling(0), Limit::Unbounded);
        assert_eq!(s.joint(), Limit::Unbounded);
        check(s.gain(0, by(7.0)), 7.0);
        assert_eq!(s.thickest(), Some(0));
        assert_eq!(s.thickest_left(), None);
        check(s.elsewhere(0), 1.0);
        let compute = stages(&[(5.0, Kind::Compute, Cut::NONE)]);
        assert_eq!(compute.thickest(), None);
    }

    #[test]
    fn equal_stages_keep_their_order() {
        let kinds = [Kind::Compute, Kind::Memory, Kind::DataIo];
        let s = stages(&kinds.map(|kind| (1.0, kind, Cut::NONE)));
        assert_eq!(s.by_gain(), [0, 1, 2]);
        assert_eq!(s.thickest(), Some(1));
        check(s.elsewhere(1), 1.5);
    }

    #[test]
    fn a_stage_that_is_not_there_changes_nothing() {
        let s = stages(&[
            (1.0, Kind::Memory, Cut::NONE),
            (2.0, Kind::Compute, Cut::NONE),
        ]);
        assert_eq!(s.share(2), 0.0);
        check(s.gain(2, Cut::Gone), 1.0);
        check(s.ceiling(2), 1.0);
        assert_eq!(s.cut_needed(2, 1.0), None);
    }

    /// A small generator, so that the model needs no other crate.
    struct Random(u64);

    impl Random {
        fn unit(&mut self) -> f64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as f64 / (1u64 << 53) as f64
        }

        fn stages(&mut self) -> Stages {
            let n = 1 + (self.unit() * 16.0) as usize;
            let parts: Vec<_> = (0..n)
                .map(|_| {
                    let cut = match self.unit() {
                        u if u < 0.2 => Cut::Gone,
                        u if u < 0.5 => Cut::NONE,
                        _ => by(1.0 + 999.0 * self.unit().powi(4)),
                    };
                    let ms = 0.001 * 10f64.powf(9.0 * self.unit());
                    (ms, Kind::ALL[(self.unit() * 6.0) as usize], cut)
                })
                .collect();
            stages(&parts)
        }
    }

    #[test]
    fn the_law_holds_for_any_step() {
        let mut random = Random(42);
        for _ in 0..5000 {
            let s = random.stages();
            let n = s.list().len();
            let sum: f64 = (0..n).map(|i| s.share(i)).sum();
            assert!((sum - 1.0).abs() < 1e-12, "shares add up: {sum}");
            let by_hand: f64 = s
                .list()
                .iter()
                .enumerate()
                .map(|(i, stage)| s.share(i) * stage.cut.left())
                .sum();
            let joint = value(s.joint());
            assert!(joint >= 1.0);
            assert!(
                joint == 1.0 / by_hand || (joint * by_hand - 1.0).abs() < 1e-9,
                "{joint} {by_hand}"
            );
            let order = s.by_gain();
            for i in 0..n {
                let gains = [1.0, 2.0, 10.0, 1000.0].map(|factor| value(s.gain(i, by(factor))));
                let ceiling = value(s.ceiling(i));
                assert!(
                    gains.is_sorted() && gains[0] >= 1.0 && gains[3] <= ceiling * (1.0 + 1e-12),
                    "{gains:?} {ceiling}"
                );
                assert_eq!(s.gain(i, Cut::Gone), s.ceiling(i));
                // One cut alone is the joint effect of a list with this cut only.
                let mut alone = s.clone();
                for j in 0..n {
                    alone.edit(j, |stage| {
                        stage.cut = if i == j { by(7.0) } else { Cut::NONE }
                    });
                }
                check(alone.joint(), value(s.gain(i, by(7.0))));
                // Amdahl's law itself, the stage being what runs in parallel.
                let p = ParallelFraction::new(s.share(i)).unwrap();
                let expected = amdahl::speedup(p, Processors::new(7.0).unwrap());
                let found = value(s.gain(i, by(7.0)));
                assert!((found / expected - 1.0).abs() < 1e-9);
                // The inverse answers what was asked, and only below the ceiling.
                let needed = s.cut_needed(i, found).unwrap();
                assert!(
                    (needed / 7.0 - 1.0).abs() < 1e-3 || s.share(i) < 1e-9,
                    "{needed}"
                );
                assert_eq!(s.cut_needed(i, ceiling * (1.0 + 1e-9)), None);
            }
            for pair in order.windows(2) {
                assert!(
                    s.gain(pair[0], by(2.0)) == s.gain(pair[1], by(2.0))
                        || value(s.gain(pair[0], by(2.0)))
                            > value(s.gain(pair[1], by(2.0))) * (1.0 - 1e-12)
                );
            }
            // Cutting deeper never makes the step slower.
            let mut deeper = s.clone();
            deeper.edit(0, |stage| stage.cut = Cut::Gone);
            assert!(value(deeper.joint()) >= joint);
            if let Some(i) = s.thickest() {
                assert!(
                    s.list()
                        .iter()
                        .all(|stage| stage.kind == Kind::Compute || stage.time <= s.list()[i].time)
                );
            }
        }
    }
}
