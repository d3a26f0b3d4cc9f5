//! Mounts the page; no logic.
#![forbid(unsafe_code)]

use amdahl_explorer::ui::{self, Later};

fn main() {
    amdahl_explorer::start(|| Box::pin(async { later().await.ok() }));
}

/// What the page does not start with. Built by `tools/build.sh`, this is the door to a second
/// WebAssembly file; everything that only it leads to is in there.
#[cfg(split)]
#[wasm_split_helpers::wasm_split(figures, fallible)]
fn later() -> Result<&'static Later, wasm_split_helpers::SplitLoaderError> {
    Ok(ui::later())
}

#[cfg(not(split))]
fn later() -> std::future::Ready<Result<&'static Later, std::convert::Infallible>> {
    std::future::ready(Ok(ui::later()))
}
