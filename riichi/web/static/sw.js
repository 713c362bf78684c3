// Offline after the first visit: files are kept under a version that changes with their content.
// Other such sites can share the same origin, so the name includes the path.
const PLACE = self.registration.scope;
const KEPT = `riichi-${PLACE}-__VERSION__`;
const FILES = "__FILES__"; // digests by file name
const LATER = "__LATER__"; // the same, for files that are kept when they are first needed
const FIRST = new URL("index.html", PLACE).href;

// During an upload, some files have the new version and some the old one. Nothing is
// kept until every file is here and has its digest; otherwise the next visit tries again.
self.addEventListener("install", (event) => {
  const keep = async () => {
    const names = Object.keys({ ...FILES, ...LATER });
    const found = await Promise.all(names.map(fetchFile));
    const cache = await caches.open(KEPT);
    await Promise.all(names.map((name, i) => found[i] && cache.put(name, found[i])));
  };
  event.waitUntil(keep());
});

/** Fetch a file without the browser's cache; an engine's folder is named after its content. */
async function fetchFile(name) {
  const same = name.startsWith("engine-") && (await caches.match(new URL(name, PLACE)));
  return same || (name in LATER ? null : checked(new Request(name, { cache: "reload" }), FILES[name]));
}

/** Fetch a file and check its digest. The copy does not remember that the host redirected it. */
async function checked(request, integrity) {
  const found = await fetch(request, { integrity });
  if (!found.ok) throw new Error(`${found.url}: ${found.status}`);
  return new Response(found.body, found);
}

// A new version waits until no page of the old one is open, or until the visitor asks for it.
self.addEventListener("message", ({ data }) => {
  if (data === "now") self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) {
      const isOurs = name.startsWith("riichi-") && (await caches.match(FIRST, { cacheName: name }));
      if (isOurs && name !== KEPT) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(forget());
});

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== location.origin) return;
  const name = pathname === new URL(PLACE).pathname ? FIRST : event.request;
  const answer = async () => {
    const cache = await caches.open(KEPT);
    const kept = await cache.match(name, { ignoreSearch: true });
    if (kept) return kept;
    const later = LATER[pathname.slice(new URL(PLACE).pathname.length)];
    if (!later) return fetch(event.request);
    const found = await checked(event.request, later);
    await cache.put(event.request, found.clone());
    return found;
  };
  event.respondWith(answer());
});
