#!/usr/bin/env bash
# Makes the pictures of the README and of social previews from the built page. Look at them before
# they are committed. Wants `make build` to have run, and Chromium.
set -euo pipefail
cd "$(dirname "$0")/.."

browser=${CHROME:-$(type -P chromium || type -P chromium-browser || type -P google-chrome)}
port=${PORT:-8099}
cargo run --locked --quiet --package site -- serve dist "$port" >/dev/null &
server=$!
trap 'kill $server' EXIT
until curl --silent --fail --output /dev/null "http://127.0.0.1:$port/"; do sleep 0.2; done

# picture FILE ADDRESS WIDTH HEIGHT [SCALE]
picture() {
	local profile
	profile=$(mktemp -d)
	"$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --no-first-run \
		--disable-background-networking --disable-component-update --disable-sync \
		--user-data-dir="$profile" --window-size="$3,$4" --force-device-scale-factor="${5:-1}" \
		--virtual-time-budget=6000 --screenshot="$1" "$2" >/dev/null 2>&1
	rm -rf "$profile"
}

page="http://127.0.0.1:$port/"
picture docs/speedup-en.png "$page?lang=en&theme=light" 1240 900
picture docs/speedup-zh.png "$page?lang=zh&theme=dark&p=0.95&n=10000" 1240 900
picture docs/size-en.png "$page?view=size&lang=en&theme=light&embed=1" 1240 1000
picture docs/size-zh.png "$page?view=size&lang=zh&theme=dark&embed=1" 1240 1000

# The social picture: the default chart, with the page's first claim above it.
card=$(mktemp --suffix=.html)
{
	echo '<!doctype html><meta charset="utf-8"><body style="margin:0;background:#fff;font-family:system-ui,sans-serif">'
	echo '<p style="font:600 34px system-ui;margin:22px 0 0 40px;color:#1a1d21">Amdahl Explorer: 5 % serial work caps any machine at 20×</p>'
	echo '<div style="margin:6px 0 0 150px;width:900px">'
	sed 's/width="796" height="470"/width="900" height="531"/' tests/goldens/default-speedup-en-light.svg
	echo '</div>'
} >"$card"
picture public/social.png "file://$card" 1200 630
rm "$card"
