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
flags=(--cfg erase_components)
for folder in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; do
	flags+=("--remap-path-prefix=$folder=")
done
flags+=("--remap-path-prefix=$(rustc --print sysroot)=rust" "--remap-path-prefix=$PWD/=")

# With the sources of the standard library at hand, it is compiled for size with the page, and a
# panic is a bare trap without words (src/browser/panic.rs shows the message): 15 kB brotli less.
# Cargo calls both unstable, which RUSTC_BOOTSTRAP allows on a stable compiler; without them the
# page is the same but for its size.
small_std=()
minor=$(rustc --version | cut -d . -f 2)
if [ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ] && [ "$minor" -ge 92 ]; then
	small_std=(
		RUSTC_BOOTSTRAP=1
		CARGO_UNSTABLE_BUILD_STD=std,panic_abort
		CARGO_UNSTABLE_BUILD_STD_FEATURES=optimize_for_size
	)
fi
# The standard library depends on crates of its own, and Trunk, kept from fetching tools, keeps
# Cargo from fetching crates: they are fetched here.
fetch() { env "$@" cargo fetch --locked --quiet --target wasm32-unknown-unknown; }
if [ ${#small_std[@]} -gt 0 ] && fetch "${small_std[@]}"; then
	flags+=(-Zunstable-options -Cpanic=immediate-abort -Zfmt-debug=none -Zlocation-detail=none)
else
	small_std=()
	fetch
	echo 'build: the standard library cannot be compiled here (rust-src); the page gets 15 kB larger' >&2
fi

# What only the later figures need becomes a WebAssembly file of its own, 50 kB brotli less for the
# first picture: the macro in src/main.rs marks the door, the linker keeps its notes, and a script
# before wasm-bindgen on the PATH takes the module apart. Without the tool the page is one file.
split=false
if [ -x target/tools/wasm-split-cli ]; then
	split=true
	flags+=(--cfg split -Clink-arg=--emit-relocs)
	PATH="$PWD/tools/split:$PATH"
fi

# Trunk takes NO_COLOR for a flag of its own that must be true or false. In this form flags may have
# spaces, and none of the user's own take their place.
encoded=$(IFS=$'\x1f' && echo "${flags[*]}")
env -u NO_COLOR ${small_std[@]+"${small_std[@]}"} CARGO_ENCODED_RUSTFLAGS="$encoded" \
	trunk build --release --offline=$offline

if $split; then
	# The options for the main module stand in index.html.
	options=$(sed -n 's/.*data-wasm-opt-params="\([^"]*\)".*/\1/p' index.html)
	if ! $offline; then
		echo 'build: there is no wasm-opt here for the later figures; their file gets larger' >&2
	else
		# shellcheck disable=SC2086 # a list of options
		wasm-opt -Oz $options --strip-debug target/split/split_figures.wasm \
			-o target/split/split_figures.wasm
	fi
	cargo run --locked --quiet --package site -- join dist target/split
fi

# Trunk cannot minify today's generated JavaScript; esbuild can, where npm has brought it.
esbuild=target/tools/node_modules/.bin/esbuild
if [ -x $esbuild ]; then
	for file in dist/amdahl-explorer-*.js dist/*.css; do
		$esbuild "$file" --minify --log-level=warning --allow-overwrite --outfile="$file"
	done
fi
cargo run --locked --quiet --package site -- finish dist ${ADDRESS:+"$ADDRESS"}
