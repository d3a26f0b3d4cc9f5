//! The built page as a production host serves it.
//!
//! [`join()`] adds the parts of a split WebAssembly module to a built site, [`finish()`] makes it ready
//! for a host: response headers, compressed copies, the list for offline use. [`write_single`] makes
//! one file of it. [`Site`] holds a built site in memory and answers requests with those very headers,
//! so that what the tests see is what a reader of the page gets.

mod address;
mod finish;
mod headers;
mod hosts;
mod join;
mod single;
mod site;

pub use address::Address;
pub use finish::finish;
pub use headers::Rules;
pub use join::join;
pub use single::write_single;
pub use site::{Site, serve};
