/* Keys of the console (one letter, outside of text fields) and the search for a name in a list. */
"use strict";

(function () {
  const typing = (node) => node.closest("input, textarea, select, [contenteditable]") !== null;
  const listOf = (field) => field.dataset.filter ? document.querySelector(field.dataset.filter) : null;

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const found = document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
    if (!found) return;
    event.preventDefault();
    if (found.matches("input")) found.focus();
    else if (found.matches("a")) found.click();
    else found.focus();
  });

  /* Enter leads to what was found; it would press the first button of the form around the field. */
  document.addEventListener("keydown", (event) => {
    const list = event.key === "Enter" ? listOf(event.target) : null;
    if (!list) return;
    event.preventDefault();
    if (list.matches("select")) list.focus();
    else list.querySelector("[data-name]:not([hidden]) :is(button, select, a)")?.focus();
  });

  /* Not every browser hides an option: those that do not fit are taken out, and come back with other letters. */
  const whole = new WeakMap();
  function leave(select, fits) {
    if (!whole.has(select)) whole.set(select, [...select.options]);
    const chosen = select.value;
    select.replaceChildren(...whole.get(select).filter(fits));
    if ([...select.options].some((one) => one.value === chosen)) select.value = chosen;
  }

  document.addEventListener("input", (event) => {
    const list = listOf(event.target);
    if (!list) return;
    const wanted = event.target.value.trim().toLowerCase();
    if (list.matches("select")) leave(list, (one) => !one.value || one.text.toLowerCase().includes(wanted));
    else list.querySelectorAll("[data-name]").forEach((row) => { row.hidden = !row.dataset.name.includes(wanted); });
  });
})();
