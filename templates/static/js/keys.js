/* Keys of the console (one letter, outside of text fields) and the search for a name in a list. */
"use strict";

(function () {
  const typing = (node) => node.closest("input, textarea, select, [contenteditable]") !== null;

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const found = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (!found) return;
    event.preventDefault();
    if (found.matches("input")) found.focus();
    else if (found.matches("a")) found.click();
    else found.focus();
  });

  document.addEventListener("input", (event) => {
    const list = event.target.dataset.filter && document.querySelector(event.target.dataset.filter);
    if (!list) return;
    const wanted = event.target.value.trim().toLowerCase();
    list.querySelectorAll("[data-name]").forEach((row) => { row.hidden = !row.dataset.name.includes(wanted); });
  });
})();
