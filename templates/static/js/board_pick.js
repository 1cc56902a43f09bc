/* Tapping a hex of the pad's board leaves the choices that lead there. Without script all choices stand below it. */
"use strict";

(function () {
  function begin() {
    document.querySelectorAll("[data-pick-board]").forEach((board) => {
      if (board.dataset.ready) return;
      board.dataset.ready = "yes";
      board.querySelector("[data-pick-hint]").hidden = false;
      const form = board.closest("form");
      const missed = () => board.querySelector("[data-pick-hint]").classList.add("fault");
      form.addEventListener("invalid", missed, true); // the choices are out of sight, and so is what a browser says of them
      const labels = [...form.querySelectorAll("[data-hex]")].filter((one) => one.tagName === "LABEL");
      labels.forEach((label) => (label.hidden = true));
      board.querySelectorAll("polygon[data-hex]").forEach((hex) => {
        hex.addEventListener("click", () => {
          board.querySelectorAll(".picked").forEach((one) => one.classList.remove("picked"));
          hex.classList.add("picked");
          board.querySelector("[data-pick-hint]").classList.remove("fault");
          const numbers = [...form.querySelectorAll("input")].filter((one) => /(^|[.-])[qr]$/.test(one.name));
          const mine = numbers.filter((one) => one.closest("fieldset") === board.closest("fieldset"));
          hex.dataset.hex.split(",").forEach((number, at) => mine[at] && (mine[at].value = number));
          let first = true;
          labels.forEach((label) => {
            label.hidden = label.dataset.hex !== hex.dataset.hex;
            if (!label.hidden && first) {
              label.querySelector("input").checked = true;
              first = false;
            }
          });
        });
      });
    });
  }
  begin();
  document.addEventListener("htmx:afterSwap", begin);
})();
