// Offline after the first visit: files are kept under a version that changes with their content.
// Other sites of this kind can live on the same origin, so that the place stands in the name too.
const PLACE = self.registration.scope;
const KEPT = `riichi-${PLACE}-__VERSION__`;
const FILES = "__FILES__";
const LATER = "__LATER__"; // files that are kept once somebody needed them
const FIRST = new URL("index.html", PLACE).href;

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(KEPT);
    await Promise.all(FILES.map((name) => add(cache, name)));
  };
  event.waitUntil(keep());
});

/** Fetch a file past what the browser has kept of it; an engine is called after its content. */
async function add(cache, name) {
  const same = name.startsWith("engine-") && (await caches.match(new URL(name, PLACE)));
  if (same) return cache.put(name, same);
  return LATER.includes(name) || cache.add(new Request(name, { cache: "reload" }));
}

// A new version waits until no page of the one before is open, or until somebody asks for it.
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
    const found = await fetch(event.request);
    if (found.ok && LATER.some((later) => pathname === new URL(later, PLACE).pathname))
      await cache.put(event.request, found.clone());
    return found;
  };
  event.respondWith(answer());
});
