//! Quantities, laws and training-step arithmetic: pure functions of plain numbers.
//!
//! Invariant: nothing here knows text, pixels, leptos, serde or plotters.
//! Every function is total on its domain; an answer that may not exist is a type
//! (`Option`, [`law::Limit`]), never NaN or a magic number.

pub mod quantity;

pub mod law;

pub mod amdahl;
pub mod gustafson;
pub mod sun_ni;
pub mod usl;

pub mod metrics;

pub mod transformer;

pub mod hardware;

pub mod step;

pub mod training;

pub mod loading;

pub mod published;

pub mod profile;
