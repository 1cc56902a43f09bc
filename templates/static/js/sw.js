/* The service worker: a phone that loses the network keeps its own pages. Every page is asked from the server first;
   the last copy is shown only when there is no answer. What the server marks no-store is never kept, and what was
   kept for one reader (an account, the claims of this device) is dropped as soon as a page comes for another. */
"use strict";

const CACHE = "warledger-1";
const PAGES = [/^\/my\/$/, /^\/rules\/\w+\/$/, /^\/matches\/[0-9a-f-]+\/(pad\/)?$/];
const KEPT_PAGES = 12;
const READER = "/warledger-reader";

const wanted = (url) =>
  url.origin === self.location.origin &&
  (url.pathname.startsWith("/static/") || PAGES.some((page) => page.test(url.pathname)));

const isPage = (kept) => !new URL(kept.url).pathname.startsWith("/static/");

async function know(response) {
  const reader = response.headers.get("Warledger-Reader");
  if (!reader) return;
  const cache = await caches.open(CACHE);
  const before = await cache.match(READER);
  if (before && (await before.text()) === reader) return;
  for (const kept of (await cache.keys()).filter(isPage)) await cache.delete(kept);
  await cache.put(READER, new Response(reader));
}

async function keep(request, response) {
  const refused = /no-store/.test(response.headers.get("Cache-Control") || "");
  if (!response.ok || response.redirected || refused) return;
  const cache = await caches.open(CACHE);
  // An asset's address carries a digest of its content: the ones of before are never asked for again.
  const address = new URL(request.url);
  const same = (one) => new URL(one.url).pathname === address.pathname && one.url !== request.url;
  if (address.pathname.startsWith("/static/"))
    for (const old of (await cache.keys()).filter(same)) await cache.delete(old);
  await cache.put(request, response);
  const pages = (await cache.keys()).filter((kept) => isPage(kept) && !kept.url.endsWith(READER));
  for (const old of pages.slice(0, Math.max(0, pages.length - KEPT_PAGES))) await cache.delete(old);
}

async function answer(event) {
  try {
    const response = await fetch(event.request);
    const copy = response.clone();
    event.waitUntil(
      know(response)
        .then(() => wanted(new URL(event.request.url)) && keep(event.request, copy))
        .catch(() => undefined),
    );
    return response;
  } catch (error) {
    const kept = await caches.match(event.request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const page = event.request.mode === "navigate" && url.origin === self.location.origin;
  if (event.request.method === "GET" && (page || wanted(url))) event.respondWith(answer(event));
});
