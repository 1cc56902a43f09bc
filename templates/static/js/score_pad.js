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

  const words = (node) => (node ? node.textContent.trim().replace(/\s+/g, " ") : "");
  const isTick = (field) => field.type === "checkbox" || field.type === "radio";

  /* What somebody changed in a field, as they read it; nothing of what stands as it stood. */
  function answer(field) {
    if (isTick(field)) return field.checked && !field.defaultChecked ? words(field.labels[0]) : "";
    if (field.options) {
      const changed = [...field.options].some((one, at) => one.selected !== (one.defaultSelected || (at === 0 && !field.querySelector("[selected]"))));
      return changed ? [...field.selectedOptions].map(words).join(", ") : "";
    }
    const typed = ["text", "number", "textarea"].includes(field.type) && field.value !== field.defaultValue;
    return typed ? field.value.trim() : "";
  }

  /* What a group of fields is called: a row of taps by its label, a fieldset by its legend without what is quiet beside. */
  function called(group) {
    const legend = group.querySelector(":scope > legend");
    return group.getAttribute("aria-label") || words(legend && (legend.querySelector(".mark") || legend));
  }

  /* The question with whose it is: two sides are asked the same. Ticks are asked by their group, all else by its label. */
  function question(field) {
    const asked = isTick(field) || !field.labels || !field.labels[0] ? [] : [words(field.labels[0])];
    for (let group = field.closest("[role=group], fieldset"); group; group = group.parentElement.closest("[role=group], fieldset")) {
      const name = called(group);
      if (name && !asked.some((one) => one.includes(name))) asked.unshift(name);
    }
    return asked.join(" \u00b7 ");
  }

  /* "Question: answer" of all that was filled in, so that somebody can read it who has to enter it again. */
  function saidIn(form) {
    const said = new Map();
    for (const field of form.elements) {
      const told = field.name ? answer(field) : "";
      if (told) said.set(question(field), [...(said.get(question(field)) || []), told]);
    }
    return [...said].map(([asked, told]) => [asked, told.join(", ")].filter(Boolean).join(": "));
  }

  function sendPlainly(form, button) {
    if (button.name) form.append(Object.assign(document.createElement("input"), { type: "hidden", name: button.name, value: button.value }));
    HTMLFormElement.prototype.submit.call(form);
  }

  /* What has left the table is not asked for again. Of rows that are named alike the first one goes, as the server counts
     them: which of two equal figures was tapped is all one to everybody. */
  function without(form) {
    const label = (row) => row.querySelector("label").textContent;
    const rows = [...form.querySelectorAll(".figure-row")];
    const fallen = rows.filter((row) => row.querySelector("select").selectedIndex > 0).map((row) => [row.parentElement, label(row)]);
    for (const [squad, name] of fallen) [...squad.children].find((row) => label(row) === name).remove();
  }

  /* The next turn can be logged before this one has arrived; the server judges both when they do. */
  function nextTurn(form) {
    const turn = form.querySelector("[data-counter]");
    form.elements.key.value = newKey();
    if (!turn) return false;
    const number = Number(turn.value) + 1;
    const heading = form.closest(".step").querySelector("h2, summary");
    const numbered = [heading, form.querySelector(".actions button")];
    without(form);
    form.reset();
    turn.value = number;
    for (const node of numbered) if (node) node.textContent = node.textContent.replace(/\d+/, number);
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
        form.elements.key.value = newKey(); // whoever comes back to this page and changes it says something new
        window.location.assign(told.next);
        return;
      }
      sendPlainly(form, button);
    } catch {
      const kept = queue.add(form.action, fields, label, form.dataset.once, saidIn(form));
      button.disabled = false;
      if (kept) nextTurn(form);
      queue.flush();
      window.scrollTo({ top: 0 });
    }
  }

  document.addEventListener("submit", submit);
  document.addEventListener("queue-empty", () => window.location.reload());
})();
