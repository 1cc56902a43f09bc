/* Small help on every page: live parts, refusals that take the focus, secrets by keyboard. All pages work without it. */
"use strict";

(function () {
  const busy = (target) =>
    target.querySelector("details[open]") !== null ||
    (target.contains(document.activeElement) && document.activeElement !== document.body);

  function follow(note) {
    let pending = 0;
    const target = () => document.querySelector(note.dataset.target);
    const refresh = () => {
      note.hidden = true;
      const options = { target: note.dataset.target, select: note.dataset.target, swap: "outerHTML" };
      window.htmx.ajax("GET", window.location.href, options);
    };
    const changed = () => {
      window.clearTimeout(pending);
      pending = window.setTimeout(() => {
        const part = target();
        if (part && busy(part)) note.hidden = false;
        else refresh();
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

  document.querySelectorAll("[data-live]").forEach(follow);
  focusProblem(document);
  document.addEventListener("htmx:afterSwap", (event) => focusProblem(event.target));
})();
