//! Amdahl Explorer: handle Amdahl's and Gustafson's laws in the browser.
//!
//! # Bird's eye view
//!
//! URL text → [`state::ExplorerState`] (one plain struct) → [`figure::Figure`] (a chart as plain
//! data) → one painter ([`paint`]) generic over plotters' `DrawingBackend` → canvas, SVG text, or
//! golden test. Every arrow but the first and the last is a pure function, tested natively.
//!
//! # Map of the code, from the bottom up
//!
//! | module | what it is | what it must not know |
//! |---|---|---|
//! | [`model`] | quantities, laws, metrics, the training step, the input pipeline, stages of a step, published runs and validation totals | text, pixels, leptos, serde, plotters |
//! | [`text`] | checked translations (`src/locales`), numbers to text and back | the model, the page |
//! | [`figure`] | axes, curves, bands, markers, tables: what is drawn | colors, pixels, plotters, laws |
//! | [`math`] | formulas as data | how they are set |
//! | [`scenario`] | every number and choice that the figures are functions of | the page |
//! | [`control`] | what can be turned: dials, choices, steps | the page |
//! | [`chart`] | one file per figure and the registry of [`chart::VIEWS`] | colors, pixels, state, links |
//! | [`state`] | all that a link reproduces | keys, the browser |
//! | [`query`] | the link format; the only module that knows URL keys | the browser |
//! | [`theme`] | roles to colors; the only module that holds colors | laws, charts |
//! | [`paint`] | layout, hit tests and the painter | laws, charts, the browser |
//! | [`markup`] | formulas, tables and readings as HTML text | the browser |
//! | [`export`] | a chart as a file: picture, table, data | the browser |
//! | [`snippet`] | a figure as text for other people's pages, and as a QR code | the browser |
//! | [`static_page`] | the page before and without WebAssembly | the browser |
//! | [`browser`] | canvas, address bar, storage, clipboard: the only module that names `web_sys` | what the page means |
//! | [`ui`] | leptos components, thin | mathematics, `web_sys` |
//!
//! # Invariants
//!
//! `tests/architecture.rs` reads the sources and holds these.
//!
//! - [`model`] is total on its domain. An answer that may not exist is a type, never NaN.
//! - Every value of every field of the state is valid: quantities are types with private numbers,
//!   so fields are public and there are no setters.
//! - [`query::read`] gives a valid state for any text; `read(write(s)) == s`; every key
//!   stands once, in a list that destructures without `..`, so that a new field does not compile
//!   until it has a key.
//! - Nothing a reader, a link, a file or a browser does can panic: no `unwrap` outside tests.
//! - Effects exist only for the outside world: state → address bar, figure + size → canvas,
//!   language, title and theme → document. Everything else is a `Memo`.
//! - A new law is one file and two lines, a new figure is one file and two lines, and where it
//!   asks for something new, a field of [`scenario::Scenario`] with its keys; a new language is one
//!   file (README, "Add a law", "Add a figure", "Add a language").
#![forbid(unsafe_code)]
#![cfg_attr(
    test,
    allow(
        clippy::unwrap_used,
        clippy::float_cmp,
        reason = "a test may panic, and exact values are meant"
    )
)]

pub mod model;

pub mod text;

pub mod figure;
pub mod math;
pub mod scenario;

pub mod control;

pub mod chart;

pub mod state;

pub mod query;

pub mod theme;

pub mod paint;

pub mod markup;

pub mod export;
pub mod snippet;

pub mod static_page;

pub mod browser;

pub mod ui;

/// Puts the live page in the place of the static one; `load` brings what it does not start with.
pub fn start(load: ui::Load) {
    browser::show_panics();
    browser::hide_static_page();
    leptos::mount::mount_to_body(move || ui::app(load));
    browser::mark_live();
}
