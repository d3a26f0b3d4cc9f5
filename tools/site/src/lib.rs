//! The built page as a production host serves it.
//!
//! [`join()`] adds the parts of a split WebAssembly module to a built site. [`write_headers`] adds
//! `_headers`: the response headers in the file format that several static hosts read. [`Site`]
//! holds a built site in memory and answers requests with those very headers, so that what the
//! tests see is what a reader of the page gets.

mod headers;
mod join;
mod site;

pub use headers::{Rules, write_headers};
pub use join::join;
pub use site::{Site, serve};
