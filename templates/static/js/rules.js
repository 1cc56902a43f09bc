/* Search in the rules of a game while words are typed, also without a network. Without it the form asks the server. */
"use strict";

(function () {
  const form = document.querySelector("[data-rules]");
  const field = form?.querySelector("input[type=search]");
  if (!field) return;
  const rules = [...document.querySelectorAll("[data-rule]")].map((line) => [line, line.textContent.toLowerCase()]);
  const chapters = [...document.querySelectorAll("[data-chapter]")];
  const none = document.querySelector("[data-none]");
  const search = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const [line, text] of rules) {
      line.hidden = !words.every((word) => text.includes(word));
      if (!line.hidden) found += 1;
    }
    for (const chapter of chapters) {
      const shown = chapter.querySelectorAll("[data-rule]:not([hidden])").length;
      chapter.hidden = shown === 0;
      chapter.querySelector("[data-count]").textContent = shown;
      chapter.open = words.length > 0 || chapters.length === 1;
    }
    none.hidden = found > 0;
  };
  field.addEventListener("input", search);
  form.addEventListener("submit", (event) => {
    if (new URLSearchParams(window.location.search).get("q")) return; // the server sent a part of them only
    event.preventDefault();
    search();
  });
})();
