//! Stands in for `wasm-streams`.
//!
//! leptos depends on `server_fn` and that on `wasm-streams`, whose exported JavaScript classes no
//! linker can drop: 3 kB of compressed download for server functions that this page does not have.
//! This has the same face for `server_fn` and nothing behind it: every stream is empty.
#![forbid(unsafe_code)]

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;
use wasm_bindgen::JsValue;

/// An empty stream.
#[derive(Debug)]
pub struct ReadableStream(web_sys::ReadableStream);

impl ReadableStream {
    /// Takes a stream of the browser.
    pub fn from_raw(raw: web_sys::ReadableStream) -> Self {
        Self(raw)
    }

    /// Takes a stream of Rust, and forgets it.
    ///
    /// # Panics
    /// Where a browser has no streams; the page never comes here.
    #[allow(clippy::expect_used, reason = "unreachable: the page has no server functions")]
    pub fn from_stream<S: Stream>(_: S) -> Self {
        Self(web_sys::ReadableStream::new().expect("this page streams nothing"))
    }

    /// The browser's stream.
    pub fn into_raw(self) -> web_sys::ReadableStream {
        self.0
    }

    /// A stream of nothing.
    pub fn into_stream(self) -> Empty {
        Empty
    }
}

/// A stream that has ended.
#[derive(Debug)]
pub struct Empty;

impl Stream for Empty {
    type Item = Result<JsValue, JsValue>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(None)
    }
}
