#!/usr/bin/env bash
# Finds or installs what a task needs, and links the tools it chose into target/tools.
# usage: tools/setup.sh build|test|bench
#
# What is installed goes to a cache of this project's own, which all clones share; your Rust
# tools stay as they are. Only Rust's WASM target and, for the tests, packages of a Debian or
# Ubuntu system are installed where everybody finds them.
set -euo pipefail
cd "$(dirname "$0")/.."

TRUNK=0.21.14
SPLIT=0.2.4
GECKO=0.37.1
WASM_OPT=116 # the oldest that reads what today's Rust compiler writes
CACHE=${XDG_CACHE_HOME:-$HOME/.cache}/amdahl-explorer
LINKS=$PWD/target/tools
# The links themselves are no tools to choose from: one would be linked to itself.
PATH=:$PATH:
PATH=${PATH//:$LINKS:/:}
PATH=${PATH#:}
PATH=${PATH%:}

say() { printf 'set-up: %s\n' "$*"; }
die() {
	printf 'set-up: %s\n' "$@" >&2
	exit 1
}
has() { type -P "$1" >/dev/null; }

# at_least VERSION MINIMUM: compares versions part by part.
at_least() { [ "$(printf '%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]; }

rust() {
	if ! has cargo || ! has rustc; then
		die 'Rust is missing. Install rustup (https://rustup.rs), open a new shell, and run this again.'
	fi
	local minimum version target=wasm32-unknown-unknown
	minimum=$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)
	version=$(rustc --version | cut -d ' ' -f 2)
	at_least "$version" "$minimum" ||
		die "Rust $version is too old: $minimum or newer is needed ('rustup update stable')."

	if ! [ -d "$(rustc --print target-libdir --target $target)" ]; then
		has rustup || die "This Rust cannot compile to WebAssembly. Use rustup, or install the package" \
			'libstd-rust-dev-wasm32 (Debian, Ubuntu) or rust-std-static-wasm32-unknown-unknown (Fedora).'
		say "adding Rust's $target target"
		rustup target add $target
	fi
	# rustup reads rust-toolchain.toml only when it installs a toolchain. The page works without this
	# part, but gets larger (tools/build.sh).
	if has rustup && ! [ -d "$(rustc --print sysroot)/lib/rustlib/src/rust/library" ]; then
		say "adding the sources of Rust's standard library"
		rustup component add rust-src || say 'they could not be added'
	fi
}

# choose NAME IS_RIGHT PLACE...: links the first program of PLACE... whose version IS_RIGHT
# accepts as NAME, and fails if there is none.
choose() {
	local name=$1 is_right=$2 place version
	shift 2
	for place in "$@"; do
		[ -x "$place" ] || continue
		version=$("$place" --version 2>/dev/null | grep -oE '[0-9][0-9.]*' | head -n 1) || continue
		if "$is_right" "$version"; then
			ln -sf "$place" "$LINKS/$name"
			return
		fi
	done
	return 1
}

is_right_trunk() { [[ $1 == "${TRUNK%.*}".* ]] && at_least "$1" "$TRUNK"; }
is_right_gecko() { at_least "$1" 0.36; }
is_right_bindgen() { [ "$1" = "$BINDGEN" ]; }
is_right_wasm_opt() { at_least "$1" "$WASM_OPT"; }

# cargo_tool CRATE VERSION IS_RIGHT NAME...: chooses the programs NAME... of a crate, and
# compiles it where one is missing.
cargo_tool() {
	local crate=$1 version=$2 is_right=$3 name
	shift 3
	for name in "$@"; do
		choose "$name" "$is_right" "$(type -P "$name" || true)" "$CACHE/bin/$name" && continue
		has cc || die "To compile $crate, a C compiler is needed (build-essential on Debian and Ubuntu)."
		say "compiling $crate $version, once; this takes some minutes"
		cargo install --root "$CACHE" --locked --force "$crate@$version" ||
			die "$crate $version could not be installed."
		choose "$name" "$is_right" "$CACHE/bin/$name" || die "$CACHE/bin/$name does not run."
	done
}

# wasm-split-cli does not say its version; cargo knows it.
split_tool() {
	if ! cargo install --root "$CACHE" --list | grep -q "^wasm_split_cli_support v$SPLIT:"; then
		say "compiling wasm_split_cli_support $SPLIT, once; this takes some minutes"
		cargo install --root "$CACHE" --locked --features build-binary \
			"wasm_split_cli_support@$SPLIT" || die 'wasm_split_cli_support could not be installed.'
	fi
	ln -sf "$CACHE/bin/wasm-split-cli" "$LINKS/wasm-split-cli"
}

# The packages of tests/browser/package.json, installed again only when their list has changed.
npm_packages() {
	local list=tests/browser folder=$CACHE/npm
	if ! cmp -s $list/package-lock.json "$folder/package-lock.json" ||
		[ ! -f "$folder/node_modules/.package-lock.json" ]; then
		say 'installing npm packages'
		mkdir -p "$folder"
		cp $list/package.json $list/package-lock.json $list/.npmrc "$folder"
		(cd "$folder" && npm ci --ignore-scripts --no-audit --no-fund --loglevel=error) ||
			die 'The npm packages could not be installed.'
	fi
	ln -sfn "$folder/node_modules" "$LINKS/node_modules"
}

wasm_opt() {
	if has npm && has node; then npm_packages; fi
	choose wasm-opt is_right_wasm_opt "$(type -P wasm-opt || true)" && return
	if has npm && has node; then
		choose wasm-opt is_right_wasm_opt "$CACHE/npm/node_modules/.bin/wasm-opt" && return
	fi
	rm -f "$LINKS/wasm-opt"
	say 'there is no wasm-opt here and no npm to install one; Trunk fetches its own'
}

build_tools() {
	rust
	BINDGEN=$(sed -n '/^name = "wasm-bindgen"$/{n;s/^version = "\(.*\)"/\1/p;}' Cargo.lock)
	[ -n "$BINDGEN" ] || die 'Cargo.lock names no version of wasm-bindgen.'
	mkdir -p "$LINKS"
	cargo_tool trunk "$TRUNK" is_right_trunk trunk
	cargo_tool wasm-bindgen-cli "$BINDGEN" is_right_bindgen wasm-bindgen wasm-bindgen-test-runner
	split_tool
	wasm_opt
}

has_browser() {
	local name
	for name in google-chrome google-chrome-stable chromium chromium-browser; do
		has $name && return
	done
	[ -n "${CHROME:-}" ] || [ -d '/Applications/Google Chrome.app' ]
}
has_driver() { [ -n "${CHROMEDRIVER:-}" ] || has chromedriver; }
# A Firefox that is a snap sees no temporary profiles.
has_firefox() { [ -n "${FIREFOX:-}" ] || has firefox-esr || { has firefox && [ ! -e /snap/bin/firefox ]; }; }
has_webkit() { has WebKitWebDriver && has Xvfb; }

# What the tests need beyond the build: two parts of Rust, npm, and Chromium with its driver. The tests
# run in Firefox and WebKit, too, where these are. On Debian and Ubuntu, as root or with a sudo that
# does not ask, all that is missing is installed; elsewhere tests/e2e.rs says what it skips.
test_tools() {
	if ! cargo fmt --version >/dev/null 2>&1 || ! cargo clippy --version >/dev/null 2>&1; then
		has rustup || die "Install Rust's clippy and rustfmt."
		rustup component add clippy rustfmt
	fi

	if can_install && ! has_all_browsers; then
		system_packages || die 'apt-get could not install what the tests need.'
	fi
	local missing=()
	has_browser || missing+=('Chrome or Chromium')
	has_driver || missing+=('its chromedriver')
	has npm || missing+=('npm')
	[ ${#missing[@]} -eq 0 ] || die 'The tests need these, please install them:' "${missing[@]}"
	if has_firefox && [ -z "${GECKODRIVER:-}" ]; then
		cargo_tool geckodriver "$GECKO" is_right_gecko geckodriver
	fi
	npm_packages
}

# Ubuntu has no other Firefox than a snap.
has_all_browsers() {
	has_browser && has_driver && has npm && has_webkit &&
		{ has_firefox || grep -qs '^ID=ubuntu' /etc/os-release; }
}
can_install() { has apt-get && { [ "$(id -u)" -eq 0 ] || sudo -n true 2>/dev/null; }; }

# Installs the browsers with their drivers, a Chinese font and npm from Debian's or Ubuntu's packages.
system_packages() {
	local root=env packages=()
	[ "$(id -u)" -eq 0 ] || root='sudo -n env'
	apt() { $root DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" >/dev/null; }
	is_package() { apt-cache show "$1" >/dev/null 2>&1; }

	say 'installing browsers and their drivers with apt-get'
	apt update || return 1
	if ! has_browser || ! has_driver; then
		# Ubuntu has other names for them.
		if is_package chromium-driver; then
			packages+=(chromium chromium-driver)
		else
			packages+=(chromium-browser chromium-chromedriver)
		fi
		# Without a Chinese font the Chinese page would be laid out with empty boxes.
		packages+=(fonts-droid-fallback)
	fi
	if ! has_firefox && is_package firefox-esr; then packages+=(firefox-esr); fi
	if ! has_webkit && is_package webkit2gtk-driver; then packages+=(webkit2gtk-driver xvfb); fi
	has npm || packages+=(npm)
	[ ${#packages[@]} -eq 0 ] || apt install --yes --no-install-recommends "${packages[@]}"
}

case ${1:-} in
build) build_tools ;;
test | bench)
	build_tools
	test_tools
	;;
*) die 'usage: tools/setup.sh build|test|bench' ;;
esac
