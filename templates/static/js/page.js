/* Small help on every page: live parts, refusals that take the focus, secrets by keyboard. All pages work without it. */
"use strict";

(function () {
  const busy = (target) =>
    target.querySelector("details[open]:not([data-quiet])") !== null ||
    (target.contains(document.activeElement) && document.activeElement !== document.body);

  /* A part that is exchanged under a finger would swallow its tap: it waits until the finger is up. */
  let pressed = false;
  const release = () => window.setTimeout(() => { pressed = false; }, 50);
  window.addEventListener("pointerdown", () => { pressed = true; }, true);
  ["pointerup", "pointercancel"].forEach((name) => window.addEventListener(name, release, true));
  const free = async () => { while (pressed) await new Promise((go) => window.setTimeout(go, 50)); };

  /* Lines named by `data-card` that were not there before, or were in another state, light up once. */
  function light(old, fresh) {
    const known = new Set([...old.querySelectorAll("[data-card]")].map((line) => line.dataset.card));
    fresh.querySelectorAll("[data-card]").forEach((line) => line.classList.toggle("fresh", !known.has(line.dataset.card)));
  }

  function follow(note) {
    let pending = 0;
    const targets = note.dataset.target.split(" ");
    const parts = () => targets.map((name) => document.querySelector(name)).filter(Boolean);
    const refresh = async () => {
      note.hidden = true;
      const answer = await fetch(note.dataset.page || window.location.href, { headers: { Accept: "text/html" } });
      if (!answer.ok) return;
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      await free();
      targets.forEach((name) => {
        const old = document.querySelector(name);
        const fresh = page.querySelector(name);
        if (!old || !fresh) return;
        light(old, fresh);
        old.replaceWith(fresh);
        window.htmx.process(fresh);
      });
    };
    const changed = () => {
      window.clearTimeout(pending);
      pending = window.setTimeout(() => {
        if (parts().some(busy)) note.hidden = false;
        else refresh().catch(() => { note.hidden = false; });
      }, 400);
    };
    note.querySelector("[data-live-show]").addEventListener("click", refresh);
    const source = new EventSource(note.dataset.live);
    source.addEventListener("message", changed);
    source.addEventListener("changed", changed);
    window.addEventListener("pagehide", () => source.close());
  }

  function focusProblem(root) {
    const problem = root.querySelector("[data-problems]");
    if (problem) problem.focus();
  }

  /* A link to an event in a folded part opens the part. */
  function unfold() {
    const target = window.location.hash && document.getElementById(window.location.hash.slice(1));
    const folded = target && target.closest("details:not([open])");
    if (!folded) return;
    folded.open = true;
    target.scrollIntoView();
  }

  function showNetwork() {
    document.querySelectorAll("[data-offline]").forEach((note) => { note.hidden = navigator.onLine; });
  }

  const tab = document.querySelector(".tabs [aria-current]");
  if (tab) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 24;
  window.addEventListener("online", showNetwork);
  window.addEventListener("offline", showNetwork);
  showNetwork();
  window.addEventListener("hashchange", unfold);
  unfold();
  document.querySelectorAll("[data-live]").forEach(follow);
  focusProblem(document);
  document.addEventListener("htmx:afterSwap", (event) => focusProblem(event.target));
})();
