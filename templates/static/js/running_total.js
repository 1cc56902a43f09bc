/* A report of a whole match: what its numbers add up to by side, and which of them the picked scheme can give. */
"use strict";

(function () {
  function added(form) {
    const sums = {};
    form.querySelectorAll("[data-adds]").forEach((part) => {
      const picked = part.querySelector("input[type=radio]:checked");
      sums[part.dataset.adds] = (sums[part.dataset.adds] || 0) + Number(picked ? picked.value : 0);
    });
    return sums;
  }

  /* A number that the picked scheme cannot give is out of reach, and given up where it was chosen. */
  function limited(part) {
    const pick = part.querySelector("select");
    const legal = pick && JSON.parse(part.dataset.numbers)[pick.value];
    part.querySelectorAll("input[type=radio]").forEach((radio) => {
      radio.disabled = Boolean(legal) && !legal.includes(Number(radio.value));
      if (radio.disabled) radio.checked = false;
    });
  }

  function show(form) {
    const total = form && form.querySelector("[data-running]");
    if (!total) return;
    form.querySelectorAll("[data-numbers]").forEach(limited);
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
