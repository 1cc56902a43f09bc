/* Small help on every page: live parts, refusals that take the focus, secrets by keyboard. All pages work without it. */
"use strict";

(function () {
  /* What somebody chose or typed and has not sent: a finger on a phone need not leave the focus there. */
  const touched = new WeakSet();
  document.addEventListener("input", (event) => touched.add(event.target), true);
  document.addEventListener("reset", (event) => [...event.target.elements].forEach((one) => touched.delete(one)), true);
  const busy = (target) =>
    target.querySelector("details[open]:not([data-quiet])") !== null ||
    [...target.querySelectorAll("input:not([type=range]), select, textarea")].some((one) => touched.has(one)) ||
    (target.contains(document.activeElement) && document.activeElement !== document.body);

  /* A part that is exchanged under a finger would swallow its tap: it waits until the finger is up. */
  let pressed = false;
  const release = () => window.setTimeout(() => { pressed = false; }, 50);
  window.addEventListener("pointerdown", () => { pressed = true; }, true);
  ["pointerup", "pointercancel"].forEach((name) => window.addEventListener(name, release, true));
  const free = async () => { while (pressed) await new Promise((go) => window.setTimeout(go, 50)); };

  /* Lines named by `data-card` that were not there before, or were in another state, light up once, for as long as the
     animation lasts (`day.css`): news that come meanwhile exchange the line, and its light goes on. */
  const LIGHT = 8000;
  const lit = new Map();
  function light(old, fresh) {
    const known = new Set([...old.querySelectorAll("[data-card]")].map((line) => line.dataset.card));
    fresh.querySelectorAll("[data-card]").forEach((line) => {
      const name = line.dataset.card;
      if (!known.has(name)) lit.set(name, Date.now());
      const since = Date.now() - (lit.get(name) || 0);
      line.classList.toggle("fresh", since < LIGHT);
      line.style.setProperty("--lit", `-${since}ms`);
    });
  }

  /* One stream of news. A connection that dies without a word (a phone that slept, a Wi-Fi that changed) tells nothing:
     the server's signs of life are watched, and one that stays out too long is opened anew from where it was. */
  const SILENT = 35000; // the server speaks every 15 seconds
  function stream(asked, changed) {
    const [url, shows] = asked.split("?after=");
    let source = null;
    let last = shows || ""; // what the page shows: what came since is told as news
    let shown = null;
    let heard = Date.now();
    const hear = (event) => {
      heard = Date.now();
      if (event.lastEventId) last = event.lastEventId;
    };
    const news = (event) => { hear(event); changed(); };
    /* What the pages show may have moved between two connections: the numbers differ then. */
    const compare = (event) => {
      hear(event);
      const version = JSON.parse(event.data).version;
      if (event.type === "changed" || (shown !== null && version !== shown)) changed();
      shown = version;
    };
    const open = () => {
      if (source) source.close();
      heard = Date.now();
      source = new EventSource(last ? `${url}?after=${last}` : url);
      source.addEventListener("open", () => { heard = Date.now(); });
      source.addEventListener("alive", compare);
      source.addEventListener("message", news);
      source.addEventListener("changed", compare);
    };
    open();
    return {
      open,
      close: () => source.close(),
      silent: () => Date.now() - heard > SILENT || source.readyState === EventSource.CLOSED,
    };
  }

  function follow(note) {
    let pending = 0;
    const targets = note.dataset.target.split(" ");
    const parts = () => targets.map((name) => document.querySelector(name)).filter(Boolean);
    /* What says the same to everybody is asked for as nobody: the server looks nobody up, and packs it once for all. */
    const ALIKE = { "Accept": "text/html", "Accept-Language": document.documentElement.lang, "Warledger-Alike": "1" };
    const answered = async () => {
      const page = note.dataset.page || window.location.href;
      if ("alike" in note.dataset) {
        const answer = await fetch(page, { credentials: "omit", headers: ALIKE });
        if (answer.ok && !answer.redirected) return answer;
      }
      return fetch(page, { headers: { Accept: "text/html" } });
    };
    const fetched = async () => {
      const answer = await answered();
      return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    };
    const refresh = async () => {
      note.hidden = true;
      const page = await fetched();
      if (!page) return;
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
    /* While somebody types, what only tells (the score, what was logged last) follows all the same. */
    const followed = async () => {
      note.hidden = false;
      if (!document.querySelector("[data-follows]")) return;
      const page = await fetched();
      if (!page) return;
      document.querySelectorAll("[data-follows]").forEach((old) => {
        const fresh = page.querySelector(`[data-follows="${old.dataset.follows}"]`);
        if (fresh) old.replaceWith(fresh);
      });
    };
    const changed = () => {
      window.clearTimeout(pending);
      pending = window.setTimeout(() => {
        (parts().some(busy) ? followed() : refresh()).catch(() => { note.hidden = false; });
      }, 150);
    };
    note.querySelector("[data-live-show]").addEventListener("click", refresh);
    const streams = note.dataset.live.split(" ").map((url) => stream(url, changed));
    /* What was missed comes anew: as news where the stream knows its place, else by reading the page again. */
    const again = () => {
      streams.forEach((one) => one.open());
      if (!parts().some(busy)) refresh().catch(() => undefined);
    };
    window.setInterval(() => {
      if (document.visibilityState === "visible" && streams.some((one) => one.silent())) again();
    }, 5000);
    document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") again(); });
    window.addEventListener("online", again);
    window.addEventListener("pagehide", () => streams.forEach((one) => one.close()));
    window.addEventListener("pageshow", (event) => { if (event.persisted) again(); });
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
    document.querySelectorAll("[data-offline]").forEach((note) => {
      note.textContent = note.dataset.stale ??= note.textContent;
      note.hidden = navigator.onLine;
    });
  }

  /* A form that is sent without a network would leave the browser's error page and lose what was typed. The pad and
     what htmx sends look after themselves. */
  function keepUnsent(event) {
    const form = event.target;
    const own = form.matches("[data-pad], [hx-post]") || form.closest("[hx-boost='true']");
    if (navigator.onLine || own || form.method !== "post") return;
    event.preventDefault();
    document.querySelectorAll("[data-offline]").forEach((note) => {
      note.textContent = note.dataset.unsent;
      note.hidden = false;
      note.scrollIntoView({ block: "center" });
    });
  }
  document.addEventListener("submit", keepUnsent);

  /* Signing out, or stopping to act for a player: this phone forgets the pages that it kept. */
  async function forget(event) {
    if (!("caches" in window) || event.target.dataset.forgotten) return;
    event.preventDefault();
    const form = event.target;
    form.dataset.forgotten = "1";
    await Promise.all((await caches.keys()).map((name) => caches.delete(name))).catch(() => undefined);
    form.requestSubmit(event.submitter);
  }

  /* Every clock of a round counts down by itself; without this the page says until when. */
  function tick() {
    document.querySelectorAll("[data-ends]").forEach((clock) => {
      const left = Math.floor((Date.parse(clock.dataset.ends) - Date.now()) / 1000);
      const shown = clock.querySelector("[data-left]");
      clock.classList.toggle("over", left <= 0);
      const minutes = String(Math.floor(Math.max(left, 0) / 60));
      shown.textContent = left > 0 ? `${minutes}:${String(left % 60).padStart(2, "0")}` : clock.dataset.over;
    });
  }
  tick();
  window.setInterval(tick, 1000);

  const tab = document.querySelector(".tabs [aria-current]");
  if (tab) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 24;
  window.addEventListener("online", showNetwork);
  window.addEventListener("offline", showNetwork);
  showNetwork();
  window.addEventListener("hashchange", unfold);
  unfold();
  document.querySelectorAll("form[data-forget]").forEach((form) => form.addEventListener("submit", forget));
  document.querySelectorAll("[data-live]").forEach(follow);
  focusProblem(document);
  document.addEventListener("htmx:afterSwap", (event) => {
    focusProblem(event.target);
    const failed = event.target.querySelector("[data-failed]");
    if (failed) failed.scrollIntoView({ block: "nearest" });
  });
  /* A part that could not be asked for twice says so once. */
  document.addEventListener("htmx:beforeSwap", (event) => {
    event.detail.target.querySelectorAll("[data-failed]").forEach((note) => note.remove());
  });

  /* A list that the browser brought back, or that was refused, is read again: what it was read as is asked for. */
  window.addEventListener("pageshow", () => {
    document.querySelectorAll("[data-read-again]").forEach((text) => {
      if (text.value) text.dispatchEvent(new Event("again"));
    });
  });

  /* Buttons that only a script can answer are shown where it runs, also those of a part that is exchanged. */
  document.documentElement.classList.add("scripted");
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-print]")) window.print();
  });

  /* What has to be chosen behind a fold, a secret above all: there no browser can point at it, and a tap on the button
     would do nothing at all. */
  document.addEventListener("invalid", (event) => {
    let fold = event.target.closest("details:not([open])");
    for (; fold; fold = fold.parentElement.closest("details:not([open])")) fold.open = true;
  }, true);
})();
