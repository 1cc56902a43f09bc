/* The scrubber of a match's board: frames are fetched once and held, the address follows, the arrow keys work. */
"use strict";

(function () {
  const frames = new Map();
  let wanted = 0;

  function fetched(url, at) {
    if (!frames.has(at)) {
      const frame = fetch(`${url}?at=${at}`, { headers: { Accept: "text/html" } }).then((answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.text();
      });
      frame.catch(() => frames.delete(at));
      frames.set(at, frame);
    }
    return frames.get(at);
  }

  async function show(form, at) {
    wanted = at;
    const section = form.closest("#board");
    const name = document.activeElement && form.contains(document.activeElement) ? focusOf(document.activeElement) : "";
    let text;
    try {
      text = await fetched(form.dataset.frame, at);
    } catch (error) {
      location.href = `${form.dataset.url}?at=${at}#board`;
      return;
    }
    if (wanted !== at) return;
    const next = new DOMParser().parseFromString(text, "text/html").querySelector("#board");
    if (!next || !section.isConnected) return;
    const slider = form.querySelector("[name=at]");
    const dragging = document.activeElement === slider;
    for (const part of [".split", ".board-now", "#board-title", ".scrub-text"]) {
      const [old, fresh] = [section.querySelector(part), next.querySelector(part)];
      if (old && fresh) old.replaceWith(fresh);
    }
    const links = next.querySelectorAll("[data-at]");
    form.querySelectorAll("[data-at]").forEach((link, place) => {
      link.href = links[place].href;
      link.dataset.at = links[place].dataset.at;
    });
    if (!dragging) slider.value = at;
    if (name) form.querySelector(name).focus();
    history.replaceState(null, "", `${form.dataset.url}?at=${at}`);
  }

  function focusOf(element) {
    return element.dataset.at ? `[aria-label="${element.getAttribute("aria-label")}"]` : "[name=at]";
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest("[data-scrubber]");
    if (form) show(form, Number(event.target.value));
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-scrubber] [data-at]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(link.closest("form"), Number(link.dataset.at));
  });
})();
