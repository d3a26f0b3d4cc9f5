//! Mounts the page; no logic.
#![forbid(unsafe_code)]

fn main() {
    amdahl_explorer::start();
}
