# `make help` says what there is. The work is done in tools/*.sh.

PORT ?= 8080
# The address that the page will have, https://example.org/amdahl/, for its preview and its policy.
ADDRESS ?=
export ADDRESS
REFERENCE ?= tests/reference

# What the built site is made of: when none of it has changed, nothing is built again.
SOURCES := Cargo.toml Cargo.lock Trunk.toml build.rs index.html tools/build.sh tools/split/wasm-bindgen \
	$(shell find src public style tools/site -type f 2>/dev/null)

.PHONY: help serve build single test validate bench clean FORCE

help:
	@echo 'make serve     build the page and show it on http://127.0.0.1:8080/ (PORT=n changes the port)'
	@echo 'make build     build the static site into dist/, for any path of any host'
	@echo '               (ADDRESS=https://example.org/amdahl/ is named in the preview of links to it)'
	@echo 'make single    the whole page as one HTML file, for a disk or the attachments of a wiki'
	@echo 'make test      every check and test, the browser ones included'
	@echo 'make validate  the step model beside published runs (REFERENCE=folder for other tables of that form)'
	@echo 'make bench     size, load time and redraw time, beside uPlot and Chart.js'
	@echo 'make clean     remove what was built; installed tools stay'
	@echo 'Tools that are missing are installed first.'

serve: build
	@cargo run --locked --quiet --package site -- serve dist $(PORT)

build: dist/_headers

# Written last, so it is there only when the whole site is.
dist/_headers: $(SOURCES) target/address
	@tools/build.sh

# Changes only when the address does.
target/address: FORCE
	@mkdir -p target
	@echo '$(ADDRESS)' | cmp -s - $@ || echo '$(ADDRESS)' >$@
FORCE:

single: build
	@cargo run --locked --quiet --package site -- single dist target/single/amdahl-explorer.html
	@echo 'The whole page is one file: target/single/amdahl-explorer.html'

test:
	@tools/test.sh

validate:
	@cargo run --locked --quiet --package validate -- '$(REFERENCE)'

bench: build
	@tools/setup.sh bench
	@cargo test --locked --quiet --test bench

clean:
	rm -rf dist target
