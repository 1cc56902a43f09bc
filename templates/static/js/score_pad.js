/* The score pad on a phone: a form goes out by fetch; without a network it is kept and the pad is ready for the next
   turn. Without script the same forms are plain posts. */
"use strict";

(function () {
  const queue = window.warledgerQueue;
  const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  /* The button that was tapped is told too: it may ask for the server's dice. */
  function fieldsOf(form, button) {
    form.elements.at.value = new Date().toISOString();
    const fields = new URLSearchParams(new FormData(form));
    if (button.name) fields.set(button.name, button.value);
    return fields.toString();
  }

  function sendPlainly(form, button) {
    if (button.name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value }));
    HTMLFormElement.prototype.submit.call(form);
  }

  /* The next turn can be logged before this one has arrived; the server judges both when they do. */
  function nextTurn(form) {
    const turn = form.querySelector("[data-counter]");
    form.elements.key.value = newKey();
    if (!turn) return false;
    const number = Number(turn.value) + 1;
    const heading = form.closest(".step").querySelector("h2, summary");
    const words = [heading, form.querySelector(".actions button")];
    for (const figure of form.querySelectorAll(".figure-row"))
      if (figure.querySelector("select").selectedIndex > 0) figure.remove();
    form.reset();
    turn.value = number;
    for (const node of words) if (node) node.textContent = node.textContent.replace(/\d+/, number);
    for (const part of form.querySelectorAll("[data-from-turn]")) part.hidden = number < Number(part.dataset.fromTurn);
    for (const part of form.querySelectorAll("[data-until-turn]")) part.hidden = number >= Number(part.dataset.untilTurn);
    return true;
  }

  async function submit(event) {
    const form = event.target.closest("form[data-pad]");
    const button = event.submitter || form?.querySelector(".actions button");
    if (!form || (!button.formNoValidate && !form.checkValidity())) return;
    event.preventDefault();
    button.disabled = true;
    const fields = fieldsOf(form, button);
    const label = button.textContent;
    try {
      if (queue.unsent()) throw new TypeError("keep the order");
      const answer = await queue.send(form.action, new URLSearchParams(fields));
      if (answer.ok) {
        const told = await answer.json();
        window.location.assign(told.next);
        return;
      }
      sendPlainly(form, button);
    } catch {
      const kept = queue.add(form.action, fields, label, "once" in form.dataset);
      button.disabled = false;
      if (kept) nextTurn(form);
      queue.flush();
      window.scrollTo({ top: 0 });
    }
  }

  document.addEventListener("submit", submit);
  document.addEventListener("queue-empty", () => window.location.reload());
})();
