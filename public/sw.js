// Keeps the page at hand without a network: all files of one build, or none of them.
//
// A build is served whole from its own cache. A newer one is fetched beside it and takes over when
// no page of the older is open, so that no page ever sees files of two builds. `site finish` writes
// the name of the build, which the page has in it, too, and its files into the first two lines.
const BUILD = "BUILD";
const FILES = [];

const HOME = new URL(registration.scope);
const PREFIX = `amdahl-explorer ${HOME.pathname} `;
const CACHE = PREFIX + BUILD;

addEventListener("install", event => event.waitUntil(fill()));
addEventListener("activate", event => event.waitUntil(sweep()));
addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== HOME.origin || !url.pathname.startsWith(HOME.pathname)) return;
  const name = url.pathname.slice(HOME.pathname.length);
  const isPage = name === "" || name === "index.html";
  if (isPage || FILES.includes(name)) event.respondWith(answer(event.request, isPage));
});

async function fill() {
  const cache = await caches.open(CACHE);
  // Names with a hash may come from the browser's own cache; the page itself must be today's, and of
  // this very build.
  const page = await fetch(HOME, { cache: "no-cache" });
  if (!page.ok || !(await page.clone().text()).includes(BUILD)) throw new Error("another build");
  await cache.addAll(FILES);
  await cache.put(HOME, page);
}

async function sweep() {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }
}

async function answer(request, isPage) {
  const cache = await caches.open(CACHE);
  const kept = isPage ? await cache.match(HOME) : await cache.match(request, { ignoreSearch: true });
  return kept ?? fetch(request);
}
