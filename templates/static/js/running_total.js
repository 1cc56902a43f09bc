/* A report by taps: what its numbers add up to by side, and which of them go with what was picked. */
"use strict";

(function () {
  function added(form) {
    const sums = {};
    form.querySelectorAll("input[data-adds]:checked").forEach((picked) => {
      sums[picked.dataset.adds] = (sums[picked.dataset.adds] || 0) + Number(picked.value);
    });
    return sums;
  }

  /* A number that does not go with what was picked is out of reach, and given up where it was chosen. */
  function narrowed(pick) {
    for (const [key, numbers] of Object.entries(JSON.parse(pick.dataset.narrows))) {
      const legal = numbers[pick.value];
      pick.form.querySelectorAll(`input[name="${CSS.escape(key)}"]`).forEach((radio) => {
        radio.disabled = Boolean(legal) && !legal.includes(Number(radio.value));
        if (radio.disabled) radio.checked = false;
      });
    }
  }

  function show(form) {
    const total = form && form.querySelector("[data-running]");
    if (!total) return;
    form.querySelectorAll("select[data-narrows]").forEach(narrowed);
    const sums = added(form);
    total.querySelectorAll("output").forEach((one) => (one.textContent = sums[one.dataset.side] || 0));
    total.hidden = false;
  }

  function begin() {
    document.querySelectorAll("[data-running]").forEach((one) => show(one.closest("form")));
  }

  document.addEventListener("change", (event) => show(event.target.closest("form")));
  document.addEventListener("htmx:afterSwap", begin);
  begin();
})();
