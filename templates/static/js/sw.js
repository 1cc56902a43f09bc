/* The service worker: a phone that loses the network keeps its own pages. Every page is asked from the server first;
   the last copy is shown only when there is no answer. What the server marks no-store is never kept. */
"use strict";

const CACHE = "warledger-1";
const PAGES = [/^\/my\/$/, /^\/matches\/[0-9a-f-]+\/(pad\/)?$/];
const KEPT_PAGES = 12;

const wanted = (url) =>
  url.origin === self.location.origin &&
  (url.pathname.startsWith("/static/") || PAGES.some((page) => page.test(url.pathname)));

async function keep(request, response) {
  const refused = /no-store/.test(response.headers.get("Cache-Control") || "");
  if (!response.ok || response.redirected || refused) return;
  const cache = await caches.open(CACHE);
  await cache.put(request, response);
  const pages = (await cache.keys()).filter((kept) => !new URL(kept.url).pathname.startsWith("/static/"));
  for (const old of pages.slice(0, Math.max(0, pages.length - KEPT_PAGES))) await cache.delete(old);
}

async function answer(event) {
  try {
    const response = await fetch(event.request);
    event.waitUntil(keep(event.request, response.clone()).catch(() => undefined));
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
  if (event.request.method === "GET" && wanted(new URL(event.request.url))) event.respondWith(answer(event));
});
