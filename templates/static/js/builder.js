/* The shelf of cards beside a list: finding by name, how many are taken, which are too dear. All of it is also on the
   page that the server draws. */
"use strict";

(function () {
  const all = (query) => Array.from(document.querySelectorAll(query));

  function find() {
    const field = document.querySelector("[data-find]");
    if (!field) return;
    const wanted = field.value.trim().toLocaleLowerCase();
    let shown = 0;
    all("[data-group]").forEach((group) => {
      let here = 0;
      group.querySelectorAll("[data-offer]").forEach((offer) => {
        offer.hidden = wanted !== "" && !offer.textContent.toLocaleLowerCase().includes(wanted);
        here += offer.hidden ? 0 : 1;
      });
      group.hidden = here === 0;
      shown += here;
    });
    document.querySelector("[data-nothing]").hidden = shown > 0;
  }

  function count() {
    const built = document.getElementById("built");
    const chosen = document.querySelector("[name=section]:checked");
    const section = built && built.querySelector(chosen ? `[data-section="${chosen.value}"]` : "[data-section]");
    if (!section) return;
    const taken = new Map(all("[data-card]").filter((card) => section.contains(card)).map((card) => [card.dataset.card, card.dataset.count]));
    const left = built.dataset.left === "" ? Infinity : Number(built.dataset.left);
    all("[data-offer]").forEach((offer) => {
      const mark = offer.querySelector("[data-taken]");
      if (!mark) return;
      const number = taken.get(offer.dataset.offer);
      mark.textContent = number ? `×${number}` : "";
      const price = parseInt(offer.dataset.price, 10);
      offer.classList.toggle("dear", !Number.isNaN(price) && price > left);
    });
  }

  /* Whoever is faster than the server: a tap during an answer would be lost with the button that the answer replaces, so
     it waits, and the same button of the new list is pressed then; so does a choice, which the answer would undo. */
  const waiting = [];
  let answering = null;

  /* Does it on the new list; false where that has no such button or field. */
  const pressed = (value) => () => {
    const button = all("#sheet button[name=do]").find((one) => one.value === value);
    if (button) button.click();
    return Boolean(button);
  };
  const chosen = (name, value) => () => {
    const fields = all("#sheet [name]").filter((one) => one.name === name);
    const field = fields.find((one) => one.type !== "radio" || one.value === value);
    if (!field) return false;
    if (field.type === "radio") field.checked = true;
    else field.value = value;
    field.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
  };

  function next(event) {
    if (answering === null || event.detail.xhr !== answering) return;
    answering = null;
    while (waiting.length) {
      if (waiting.shift()()) return;
    }
  }

  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest("#sheet button[name=do]");
      if (answering === null || !button) return;
      event.preventDefault();
      event.stopPropagation();
      waiting.push(pressed(button.value));
    },
    true
  );
  document.addEventListener(
    "change",
    (event) => {
      const field = event.target.closest("#sheet .picks [name], #sheet .segment-row [name]");
      if (answering === null || !field) return;
      event.stopPropagation();
      waiting.push(chosen(field.name, field.value));
    },
    true
  );
  /* A name that was typed has gone into the list once that is another one; until then it stays to be mended. */
  let before = "";
  const listed = () => document.querySelector("#built [name=body]").value;

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (!event.target.closest("#sheet")) return;
    answering = event.detail.xhr;
    before = event.target.value === "typed" ? listed() : "";
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (before && before !== listed()) document.getElementById("typed").value = "";
    before = "";
  });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) next(event);
  });
  document.addEventListener("htmx:afterSettle", next);

  /* The list as text goes into the clipboard, or to whatever the device sends texts with. */
  function offerText() {
    all("[data-copy]").forEach((button) => (button.hidden = false));
    all("[data-share]").forEach((button) => (button.hidden = !navigator.share));
  }

  function textOf(id) {
    const field = document.getElementById(id);
    field.select();
    return field.value;
  }

  async function copy(button) {
    const text = textOf(button.dataset.copy);
    if (navigator.clipboard) await navigator.clipboard.writeText(text).catch(() => document.execCommand("copy"));
    else document.execCommand("copy");
    button.textContent = button.dataset.done;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-share]");
    if (!button) return;
    if (button.dataset.copy) copy(button);
    else navigator.share({ text: textOf(button.dataset.share) }).catch(() => undefined);
  });

  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-find]")) find();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("[data-find], #typed")) return;
    event.preventDefault();
    if (event.target.id === "typed") document.querySelector("#sheet button[value=typed]").click();
  });
  document.addEventListener("htmx:afterSwap", () => {
    find();
    count();
    offerText();
  });
  find();
  offerText();
})();
