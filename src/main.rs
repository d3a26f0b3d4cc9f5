//! Mounts the page; no logic.
#![forbid(unsafe_code)]

use amdahl_explorer::chart::{self, Body};

fn main() {
    amdahl_explorer::start(|| Box::pin(async { later().await.ok() }));
}

/// What the figures after the first show. Built by `tools/build.sh`, this is the door to a second
/// WebAssembly file; everything that only it leads to is in there.
#[cfg(split)]
#[wasm_split_helpers::wasm_split(figures, fallible)]
fn later() -> Result<&'static [&'static Body], wasm_split_helpers::SplitLoaderError> {
    Ok(chart::later())
}

#[cfg(not(split))]
async fn later() -> Result<&'static [&'static Body], std::convert::Infallible> {
    Ok(chart::later())
}
