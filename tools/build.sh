#!/usr/bin/env bash
# Builds the static site into dist/, with the headers that its host has to send.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/setup.sh build
export PATH="$PWD/target/tools:$PATH"

# Without a wasm-opt of ours, Trunk may fetch one.
offline=false
[ -e target/tools/wasm-opt ] && offline=true

# Trunk takes NO_COLOR for a flag of its own that must be true or false.
env -u NO_COLOR trunk build --release --offline=$offline
cargo run --locked --quiet --package site -- headers dist
