/* The warband sheet: more rows when somebody needs them. Without script a saved sheet comes back with empty rows. */
"use strict";

(function () {
  const button = document.querySelector("[data-add-row]");
  if (!button) return;
  button.hidden = false;
  button.addEventListener("click", () => {
    const rows = document.querySelectorAll("[data-row]");
    const row = rows[rows.length - 1].cloneNode(true);
    row.querySelectorAll("input").forEach((input) => {
      input.value = input.name === "count" ? "1" : "";
      if (input.name !== "figure") input.placeholder = input.name === "count" ? "" : "?";
    });
    row.querySelectorAll("select").forEach((select) => (select.selectedIndex = 0));
    rows[rows.length - 1].after(row);
    row.querySelector("input").focus();
  });
})();
