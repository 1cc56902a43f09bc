/* Tapping a hex of the pad's board leaves the choices that lead there, or makes the one choice that is this hex. Without
   script all choices stand below it. */
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
      const field = board.dataset.field ? form.elements[board.dataset.field] : null;
      const keys = JSON.parse(board.dataset.keys || "{}");
      const marked = () => {
        board.querySelectorAll("polygon[data-hex]").forEach((hex) => {
          hex.classList.toggle("picked", field.value !== "" && keys[hex.dataset.hex] === field.value);
        });
      };
      if (field) form.addEventListener("change", marked);
      if (field) marked();
      board.querySelectorAll("polygon[data-hex]").forEach((hex) => {
        hex.addEventListener("click", () => {
          board.querySelectorAll(".picked").forEach((one) => one.classList.remove("picked"));
          hex.classList.add("picked");
          board.querySelector("[data-pick-hint]").classList.remove("fault");
          const numbers = [...form.querySelectorAll("input")].filter((one) => /(^|[.-])[qr]$/.test(one.name));
          const mine = numbers.filter((one) => one.closest("fieldset") === board.closest("fieldset"));
          hex.dataset.hex.split(",").forEach((number, at) => mine[at] && (mine[at].value = number));
          if (field) field.value = keys[hex.dataset.hex];
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
