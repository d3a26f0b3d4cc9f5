//! A formula as data: the page renders it as MathML, tests read it as text.

use crate::figure::Hue;

/// A piece of a formula.
#[derive(Clone, Debug, PartialEq)]
pub enum Math {
    /// A number with its current value, in the color of its curve.
    Number(String, Hue),
    /// A variable, set in italics when it is one letter.
    Symbol(&'static str),
    /// An operator or bracket.
    Operator(&'static str),
    /// Pieces side by side.
    Row(Vec<Self>),
    /// One piece above another.
    Fraction(Box<Self>, Box<Self>),
    /// A variable with words set low beside it.
    Indexed(&'static str, &'static str),
    /// A piece with a raised one.
    Power(Box<Self>, Box<Self>),
}

/// Pieces side by side.
pub fn row(pieces: impl Into<Vec<Math>>) -> Math {
    Math::Row(pieces.into())
}

/// `above` over `below`.
pub fn over(above: Math, below: Math) -> Math {
    Math::Fraction(Box::new(above), Box::new(below))
}

/// `base` to the power of `exponent`.
pub fn power(base: Math, exponent: Math) -> Math {
    Math::Power(Box::new(base), Box::new(exponent))
}

/// A variable.
pub fn symbol(name: &'static str) -> Math {
    Math::Symbol(name)
}

/// A variable with an index.
pub fn indexed(name: &'static str, index: &'static str) -> Math {
    Math::Indexed(name, index)
}

/// An operator.
pub fn op(sign: &'static str) -> Math {
    Math::Operator(sign)
}

/// A number in a role.
pub fn value(text: String, hue: Hue) -> Math {
    Math::Number(text, hue)
}

impl Math {
    /// The formula in one line, for tests and for copying.
    pub fn to_text(&self) -> String {
        match self {
            Self::Number(text, _) => text.clone(),
            Self::Symbol(name) => (*name).into(),
            Self::Operator(sign) => (*sign).into(),
            Self::Indexed(name, index) => format!("{name}_{index}"),
            Self::Row(pieces) => pieces.iter().map(Self::to_text).collect(),
            Self::Fraction(above, below) => format!("({})/({})", above.to_text(), below.to_text()),
            Self::Power(base, exponent) => format!("{}^{}", base.to_text(), exponent.to_text()),
        }
    }
}
