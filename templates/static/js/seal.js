/* The device as a witness: it keeps the last seal that it saw, and says so when the history no longer holds it. */
"use strict";

(function () {
  const KEY = "warledger-seal";

  function kept() {
    try {
      return JSON.parse(window.localStorage.getItem(KEY));
    } catch {
      return null;
    }
  }

  function keep(number, hash) {
    try {
      window.localStorage.setItem(KEY, JSON.stringify({ number, hash }));
    } catch { /* a private window keeps nothing */ }
  }

  /* Above everything else: the seal itself stands at the foot, where nobody would see it. */
  function warn(page) {
    const warning = document.querySelector("[data-seal-warning]");
    page.prepend(warning);
    warning.hidden = false;
  }

  /* A page from the cache shows an older seal: only the server's own answer counts. */
  async function watch(line) {
    const [number, hash] = line.dataset.seal ? line.dataset.seal.split(":") : ["0", ""];
    const known = kept();
    if (known && known.hash === hash) return;
    if (known) {
      const answer = await fetch(`${line.dataset.seals}${known.number}/`, { cache: "no-store" });
      const gone = answer.status === 404 || (answer.ok && (await answer.json()).hash !== known.hash);
      if (gone) warn(line.closest("main"));
      if (gone || !answer.ok || known.number > Number(number)) return;
    }
    if (hash) keep(Number(number), hash);
  }

  const line = document.querySelector("[data-seal]");
  if (line) watch(line).catch(() => { /* no network: nothing to compare with */ });

  const field = document.querySelector("[data-kept-seal]");
  const known = kept();
  if (field && !field.value && known) field.value = `${known.number}:${known.hash}`;
})();
