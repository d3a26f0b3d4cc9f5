//! A step as a list of stages, and what cutting each of them would buy.
//!
//! Here 1 − P is the share of the step in which the arithmetic units wait: every stage that is not
//! [`Kind::Compute`]. It is a share of *this run on this machine*, read off a profile, and not
//! Amdahl's share of a one-processor time ([`SerialFraction`](super::quantity::SerialFraction));
//! the law is the same, with "how much faster this stage" in the place of N.

mod gains;
mod name;
mod presets;
mod roofline;
mod stage;

pub use name::{Known, Label, Name};
pub use presets::{PRESETS, Preset};
pub use roofline::{Bound, Placed, Roof};
pub use stage::{Cut, CutFactor, Gigaflops, Kind, Megabytes, Stage, StageTime};

/// One to sixteen stages that run one after another.
#[derive(Clone, Debug, PartialEq)]
pub struct Stages(Vec<Stage>);

impl Default for Stages {
    fn default() -> Self {
        PRESETS[0].stages()
    }
}

impl Stages {
    /// The most stages there can be.
    pub const MAX: usize = 16;

    /// `None` when there is no stage, or more than [`Self::MAX`].
    pub fn new(stages: Vec<Stage>) -> Option<Self> {
        (1..=Self::MAX)
            .contains(&stages.len())
            .then_some(Self(stages))
    }

    /// Stages of known names from parts of a step in seconds, untouched. Parts shorter than
    /// [`StageTime::MIN`] are left out; `None` when none is left, there are too many, or one is longer
    /// than [`StageTime::MAX`].
    pub fn of_parts(parts: impl IntoIterator<Item = (Known, f64, Kind)>) -> Option<Self> {
        let parts = parts
            .into_iter()
            .map(|(name, seconds, kind)| (name, seconds * 1e3, kind))
            .filter(|(_, ms, _)| *ms >= StageTime::MIN.get());
        let stage = |(name, ms, kind)| {
            let time = StageTime::new(ms)?;
            Some(Stage::new(Name::Known(name), time, kind))
        };
        Self::new(parts.map(stage).collect::<Option<_>>()?)
    }

    /// The stages in the order they run.
    pub fn list(&self) -> &[Stage] {
        &self.0
    }

    /// Changes stage `index`; nothing happens if there is none.
    pub fn edit(&mut self, index: usize, change: impl FnOnce(&mut Stage)) {
        if let Some(stage) = self.0.get_mut(index) {
            change(stage);
        }
    }

    /// Adds a stage at the end, a tenth of the step long; at the most [`Self::MAX`].
    pub fn add(&mut self) {
        if self.0.len() < Self::MAX {
            let time = StageTime::saturating(self.total() / 10.0);
            self.0
                .push(Stage::new(Name::Known(Known::Other), time, Kind::Other));
        }
    }

    /// Takes stage `index` away; the last one stays.
    pub fn remove(&mut self, index: usize) {
        if self.0.len() > 1 && index < self.0.len() {
            self.0.remove(index);
        }
    }

    /// Lets stages `index` and `index + 1` change places; nothing happens if one is missing.
    pub fn swap_with_next(&mut self, index: usize) {
        if index + 1 < self.0.len() {
            self.0.swap(index, index + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(stages: &Stages) -> Vec<&'static str> {
        let word = |stage: &Stage| match &stage.name {
            Name::Known(known) => known.word(),
            Name::Own(_) => "own",
        };
        stages.list().iter().map(word).collect()
    }

    #[test]
    fn impossible_lists_do_not_exist() {
        let stage = Stages::default().list()[0].clone();
        assert_eq!(Stages::new(vec![]), None);
        assert_eq!(Stages::new(vec![stage; 17]), None);
    }

    #[test]
    fn stages_are_added_moved_and_removed_within_bounds() {
        let parts = [
            (Known::Forward, 0.008, Kind::Compute),
            (Known::Bubble, 0.0, Kind::LaunchIdle),
            (Known::Load, 0.002, Kind::DataIo),
        ];
        let mut s = Stages::of_parts(parts).unwrap();
        assert_eq!(
            names(&s),
            ["forward", "load"],
            "a part of no length is left out"
        );
        s.swap_with_next(0);
        s.swap_with_next(1);
        assert_eq!(names(&s), ["load", "forward"]);
        s.add();
        assert_eq!(names(&s), ["load", "forward", "other"]);
        assert_eq!(s.list()[2].time.get(), 1.0);
        for _ in 0..20 {
            s.add();
        }
        assert_eq!(s.list().len(), Stages::MAX);
        for _ in 0..20 {
            s.remove(0);
        }
        assert_eq!(s.list().len(), 1);
        s.remove(7);
        s.edit(7, |stage| stage.cut = Cut::Gone);
        assert_eq!(s.list()[0].cut, Cut::NONE);
        assert_eq!(
            Stages::of_parts([(Known::Load, f64::NAN, Kind::DataIo)]),
            None
        );
    }
}
