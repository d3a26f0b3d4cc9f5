//! How far the training step as modeled is from published runs.
//!
//! ```text
//! folder of tables → Published rows → Constants (fit) → errors → text, totals of the page
//! ```
//!
//! [`read`] makes a plan and a measured step time of every row; [`fit()`] finds the constants of a
//! generation or stack; [`Validation`] rates every row by the constants the page uses and by those
//! fitted **without the source of the row**. No number belongs to a row.
//!
//! Errors are points of MFU: per cent of the peak at the precision of the run, model FLOPs counted
//! with the causal half of attention and nothing that is computed again, whatever the source
//! counted; both MFUs are of the same FLOPs, so the count cancels but for its scale.
#![forbid(unsafe_code)]

mod fit;
mod report;
mod sources;
mod statistics;
mod table;

pub use fit::{START, fit};
pub use report::{numbers, print};
pub use sources::{Flag, Published, SOURCES, Series, Source, read};
pub use statistics::{Ends, Rated, Validation, errors};
pub use table::Fault;
