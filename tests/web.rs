//! The live page in a real browser, compiled to WebAssembly.
#![cfg(target_arch = "wasm32")]
