#!/usr/bin/env bash
# Every check and test, the quick ones first. Stops at the first failure.
set -euo pipefail
cd "$(dirname "$0")/.."

name='set-up'
finish() {
	code=$?
	if [ "$code" -eq 0 ]; then
		printf '\nmake test: PASS (%d min %d s)\n' $((SECONDS / 60)) $((SECONDS % 60))
	else
		printf '\nmake test: FAIL in %s (exit code %d)\n' "$name" "$code"
	fi
}
trap finish EXIT

# phase NAME COMMAND...: runs a command under a headline.
phase() {
	name=$1
	shift
	printf '\n== %s (at %d s)\n' "$name" "$SECONDS"
	"$@"
}

phase 'set-up' tools/setup.sh test
export PATH="$PWD/target/tools:$PATH"
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER=wasm-bindgen-test-runner
export RUSTDOCFLAGS='--deny warnings'
wasm=(--target wasm32-unknown-unknown)

phase 'format' cargo fmt --all --check
phase 'lints for the host' cargo clippy --locked --workspace --all-targets -- --deny warnings
phase 'lints of the browser tests' cargo clippy --locked --test e2e --test bench -- --deny warnings
phase 'lints for WASM' cargo clippy --locked "${wasm[@]}" --lib --bins --test web -- --deny warnings
phase 'documentation' cargo doc --locked --workspace --no-deps --document-private-items
phase 'native tests' cargo test --locked --workspace
phase 'tests in WASM in a browser' cargo test --locked "${wasm[@]}" --test web
phase 'release build' make --no-print-directory single
# Where the packages of all browsers are installed, none may be skipped.
if dpkg -s chromium-driver firefox-esr webkit2gtk-driver xvfb >/dev/null 2>&1; then export ENGINES=all; fi
phase 'tests of the built site in browsers' cargo test --locked --test e2e
