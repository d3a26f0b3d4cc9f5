//! Controls as data: what a reader can turn, how far, and in which steps.
//!
//! A slider, its number box and the scrubbable number in a sentence are three faces of one [`Dial`].

mod travel;
pub use travel::{Step, Travel};

use crate::scenario::Scenario;
use crate::text::{self, Lang, Problem};

/// A number a reader can change.
#[derive(Debug)]
pub struct Dial {
    /// The word that names it in the page; the same as its key in a link.
    pub id: &'static str,
    /// Its name.
    pub label: fn(Lang) -> &'static str,
    /// Where its default comes from, or what it means; may be empty.
    pub hint: fn(Lang) -> &'static str,
    /// Smallest value.
    pub min: f64,
    /// Largest value.
    pub max: f64,
    /// Only whole numbers.
    pub whole: bool,
    /// How values are spread along a slider.
    pub travel: Travel,
    /// Unit letters a reader may type, each with its factor.
    pub suffixes: &'static [(&'static str, f64)],
    /// The present value; the number counts curves where there are several dials of a kind.
    pub get: fn(&Scenario, usize) -> f64,
    /// Puts a value that has passed [`Dial::check`] in its place.
    pub set: fn(&mut Scenario, usize, f64),
    /// The value with its unit, for reading.
    pub show: fn(f64, Lang) -> String,
    /// Draws a slider's value to a remarkable one nearby.
    pub snap: fn(f64) -> f64,
    /// Whether it has a say in the scenario at all.
    pub active: fn(&Scenario) -> bool,
}

impl PartialEq for Dial {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Dial {
    /// What was typed, as a value that fits.
    ///
    /// # Errors
    /// Says why it does not fit; the scenario is left alone.
    pub fn parse(&self, typed: &str) -> Result<f64, Problem> {
        self.check(text::parse(typed, self.suffixes)?)
    }

    /// `value` if it is one this dial can have.
    ///
    /// # Errors
    /// Says why not.
    pub fn check(&self, value: f64) -> Result<f64, Problem> {
        if !(self.min..=self.max).contains(&value) {
            return Err(Problem::OutOfRange {
                min: self.min,
                max: self.max,
            });
        }
        if self.whole && value.fract() != 0.0 {
            return Err(Problem::NotWhole);
        }
        Ok(value)
    }

    /// Where `value` stands on the slider, 0…1.
    pub fn position(&self, value: f64) -> f64 {
        self.travel.position(value, self.min, self.max)
    }

    /// The value at a place of the slider, rounded to what a reader would type, and snapped.
    pub fn value_at(&self, position: f64) -> f64 {
        (self.snap)(self.fit(self.travel.value(position, self.min, self.max)))
    }

    /// The value one step away.
    pub fn stepped(&self, value: f64, step: Step) -> f64 {
        match step {
            Step::Min => self.min,
            Step::Max => self.max,
            _ => self.fit_step(value, self.travel.step(value, step)),
        }
    }

    /// The value as a reader would type it into the box.
    pub fn written(&self, value: f64) -> String {
        if self.whole {
            text::count(value)
        } else {
            text::fraction(value)
        }
    }

    fn fit(&self, value: f64) -> f64 {
        let value = if self.whole { value.round() } else { value };
        value.clamp(self.min, self.max)
    }

    /// A step of a whole number moves by one at least.
    fn fit_step(&self, from: f64, to: f64) -> f64 {
        let to = if self.whole && to > from {
            to.ceil()
        } else if self.whole {
            to.floor()
        } else {
            to
        };
        to.clamp(self.min, self.max)
    }
}

/// One choice among a few.
#[derive(Debug)]
pub struct Choice {
    /// The word that names it in the page; the same as its key in a link.
    pub id: &'static str,
    /// Its name.
    pub label: fn(Lang) -> &'static str,
    /// The names of the options, in order.
    pub options: fn(Lang) -> Vec<&'static str>,
    /// Number of the chosen option.
    pub get: fn(&Scenario) -> usize,
    /// Chooses; a number without an option changes nothing.
    pub set: fn(&mut Scenario, usize),
}

/// Something a reader can do at a press of a button.
#[derive(Debug)]
pub struct Action {
    /// The word that names it in the page.
    pub id: &'static str,
    /// What pressing it does, in words; while it is empty there is no button.
    pub label: fn(&Scenario, Lang) -> String,
    /// Does it.
    pub act: fn(&mut Scenario),
}

/// Settings that belong together, closed until they are asked for.
#[derive(Debug)]
pub struct Group {
    /// The word that names it in the page.
    pub id: &'static str,
    /// What they are about.
    pub label: fn(Lang) -> &'static str,
    /// The settings.
    pub controls: &'static [Control],
}

/// What stands beside a figure, in order.
#[derive(Clone, Copy, Debug)]
pub enum Control {
    /// A slider with its box.
    Dial(&'static Dial),
    /// A row of options.
    Choice(&'static Choice),
    /// The same as a menu, for many or long options.
    Menu(&'static Choice),
    /// A sentence about the settings above it: what is not possible, and why; may be empty.
    Note(fn(&Scenario, Lang) -> String),
    /// A button.
    Action(&'static Action),
    /// Settings behind a heading.
    Group(&'static Group),
    /// The list of curves.
    Curves,
    /// The list of stages of a step.
    Stages,
}

/// No hint.
pub fn no_hint(_: Lang) -> &'static str {
    ""
}

/// No snapping.
pub fn no_snap(value: f64) -> f64 {
    value
}

/// Draws `value` to a power of two within `near` doublings of it.
pub fn power_of_two(value: f64, near: f64) -> f64 {
    let power = crate::figure::exp2(value.log2().round());
    if (value / power).log2().abs() < near {
        power
    } else {
        value
    }
}

/// Always in use.
pub fn always(_: &Scenario) -> bool {
    true
}
