#!/usr/bin/env bash
# Builds the static site into dist/, with the headers that its host has to send.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/setup.sh build
export PATH="$PWD/target/tools:$PATH"

# Without a wasm-opt of ours, Trunk may fetch one.
offline=false
[ -e target/tools/wasm-opt ] && offline=true

# Panic messages name source files; the paths of this machine have no place in the page.
cargo_home=${CARGO_HOME:-$HOME/.cargo}
sources=$(find "$cargo_home/registry/src" -mindepth 1 -maxdepth 1 -type d 2>/dev/null || true)
flags='--cfg erase_components'
for folder in $sources; do flags+=" --remap-path-prefix=$folder="; done
flags+=" --remap-path-prefix=$(rustc --print sysroot)=rust --remap-path-prefix=$PWD="
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$flags"

# Trunk takes NO_COLOR for a flag of its own that must be true or false.
env -u NO_COLOR trunk build --release --offline=$offline

# Trunk cannot minify today's generated JavaScript; esbuild can, where npm has brought it.
esbuild=target/tools/node_modules/.bin/esbuild
if [ -x $esbuild ]; then
	for file in dist/*.js dist/*.css; do
		$esbuild "$file" --minify --log-level=warning --allow-overwrite --outfile="$file"
	done
fi
cargo run --locked --quiet --package site -- headers dist
