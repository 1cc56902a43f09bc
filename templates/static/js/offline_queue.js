/* The offline queue: forms of the score pad that could not be sent are kept on this phone and sent in order, each
   with its key, as soon as there is a network. A refused one stays visible, with its reasons, until somebody decides;
   once its match is over it says so, and all that was refused of this match goes by one tap.
   What one player filled in waits, unseen and unsent, while the phone acts for somebody else. */
"use strict";

window.warledgerQueue = (function () {
  const STORE = "warledger.queue";
  const ALWAYS = 10000;
  const note = document.getElementById("queue");
  /* What is not the entry itself: two taps at one form differ in it. */
  const OF_THE_TAP = ["csrfmiddlewaretoken", "key", "version", "at"];
  let sending = false;
  let pause = 1000;
  let next;
  const over = new Set(); // addresses of matches whose result is confirmed by now
  const ended = new Set(); // of those that wait for a confirmation
  let tapped = null; // the entry that was not kept since the same waits: { url, fields, label, once, said }

  const kept = () => {
    try {
      return JSON.parse(window.localStorage.getItem(STORE)) || [];
    } catch {
      return [];
    }
  };
  /* For whom this phone acts. An older entry names nobody: it belongs to whoever is here. */
  const readers = (note?.dataset.readers || "").split(" ").filter(Boolean);
  const own = (entry) => !entry.readers?.length || entry.readers.some((one) => readers.includes(one));
  const read = () => kept().filter(own);
  const write = (entries) => {
    window.localStorage.setItem(STORE, JSON.stringify([...kept().filter((entry) => !own(entry)), ...entries]));
    show();
  };
  const update = (id, change) =>
    write(read().map((entry) => (entry.id === id ? { ...entry, ...change } : entry)));
  const remove = (id) => write(read().filter((entry) => entry.id !== id));

  function button(text, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.addEventListener("click", act);
    return made;
  }

  /* Behind a fold: what was filled in may be a secret. */
  function saidNote(said) {
    const fold = document.createElement("details");
    const summary = document.createElement("summary");
    summary.textContent = note.dataset.said;
    const list = document.createElement("ul");
    for (const one of said) list.append(Object.assign(document.createElement("li"), { textContent: one }));
    fold.append(summary, list);
    return fold;
  }

  function refusedNote(entry) {
    const box = document.createElement("div");
    box.className = "refused stack-tight";
    const title = document.createElement("p");
    title.className = "title";
    title.textContent = `${note.dataset.refused}: ${entry.label}`;
    box.append(title);
    for (const problem of entry.problems) {
      const line = document.createElement("p");
      line.textContent = [problem.rule, problem.message].filter(Boolean).join(" ");
      box.append(line);
    }
    if (ended.has(entry.url)) {
      box.append(Object.assign(document.createElement("p"), { textContent: note.dataset.ended }));
    }
    if (entry.said && entry.said.length) box.append(saidNote(entry.said));
    const link = document.createElement("a");
    link.className = "button";
    link.href = entry.url;
    link.textContent = note.dataset.open;
    const row = document.createElement("p");
    row.className = "row";
    const again = button(note.dataset.again, () => {
      update(entry.id, { problems: null, fresh: true });
      flush();
    });
    row.append(link, again, button(note.dataset.discard, () => remove(entry.id)));
    box.append(row);
    return box;
  }

  function overNote(url, entries) {
    const box = document.createElement("div");
    box.className = "refused stack-tight";
    const title = document.createElement("p");
    title.className = "title";
    title.textContent = `${note.dataset.refused}: ${entries.map((entry) => entry.label).join(", ")}`;
    const line = document.createElement("p");
    line.textContent = note.dataset.over;
    box.append(title, line);
    const said = entries.flatMap((entry) => entry.said || []);
    if (said.length) box.append(saidNote(said));
    const link = document.createElement("a");
    link.className = "button";
    link.href = url;
    link.textContent = note.dataset.open;
    const row = document.createElement("p");
    row.className = "row";
    row.append(button(note.dataset.discard, () => entries.forEach((entry) => remove(entry.id))), link);
    box.append(row);
    return box;
  }

  /* Asks of each match with a refused entry whether its result is there, or over already. Without an answer everything stays as it is. */
  async function look() {
    const addresses = new Set(read().filter((entry) => entry.problems).map((entry) => entry.url));
    for (const url of addresses) {
      const asked = { headers: { Accept: "application/json" }, credentials: "same-origin", redirect: "manual" };
      const told = await fetch(url, asked).then((answer) => (answer.ok ? answer.json() : {})).catch(() => ({}));
      ended.delete(url);
      if (told.over) over.add(url);
      else if (told.ended) ended.add(url);
    }
    if (over.size || ended.size) show();
  }

  const told = (fields) => new URLSearchParams(fields);
  function contents(fields) {
    const kept = told(fields);
    OF_THE_TAP.forEach((name) => kept.delete(name));
    return kept.toString();
  }
  const sameStep = (one, other) =>
    ["step", "player"].every((name) => told(one).get(name) === told(other).get(name));

  /* The entry that waits and says the same, or, of a step of which one alone can wait (`once`), anything else of this
     step: "" is a step that a match takes once, "next" one whose next form follows from what waits. */
  const waiting = (tap) => read().find((entry) => !entry.problems && entry.url === tap.url &&
    (contents(entry.fields) === contents(tap.fields) || (tap.once !== undefined && sameStep(entry.fields, tap.fields))));

  function tappedNote(entry) {
    const box = document.createElement("div");
    box.className = "again stack-tight";
    const same = contents(entry.fields) === contents(tapped.fields);
    const line = document.createElement("p");
    line.textContent = `${same ? note.dataset.waits : note.dataset.other}: ${entry.label}`;
    box.append(line);
    if (tapped.once === "next") {
      box.append(Object.assign(document.createElement("p"), { textContent: `${note.dataset.first}.` }));
    }
    if (same && tapped.once !== undefined) return box;
    const row = document.createElement("p");
    row.className = "row";
    row.append(button(same ? note.dataset.twice : note.dataset.instead, () => {
      if (!same) remove(entry.id);
      keep(tapped);
      flush();
    }));
    box.append(row);
    return box;
  }

  function show() {
    if (!note) return;
    const entries = read();
    note.hidden = entries.length === 0;
    const waits = entries.filter((entry) => !entry.problems).length;
    note.replaceChildren();
    if (waits) {
      const chip = document.createElement("span");
      chip.className = "chip warn";
      chip.dataset.waiting = waits;
      chip.textContent = waits === 1 ? note.dataset.one : note.dataset.many.replace("%n", waits);
      const words = document.createElement("span");
      words.className = "small quiet";
      words.textContent = note.dataset.saved;
      const line = document.createElement("p");
      line.className = "row";
      line.append(chip, words);
      note.append(line);
    }
    const twin = tapped && waiting(tapped);
    if (twin) note.append(tappedNote(twin));
    const refused = entries.filter((entry) => entry.problems);
    refused.filter((entry) => !over.has(entry.url)).forEach((entry) => note.append(refusedNote(entry)));
    for (const url of over) {
      const late = refused.filter((entry) => entry.url === url);
      if (late.length) note.append(overNote(url, late));
    }
  }

  function body(entry, again) {
    const fields = new URLSearchParams(entry.fields);
    const token = document.querySelector("input[name=csrfmiddlewaretoken]");
    if (token) fields.set("csrfmiddlewaretoken", token.value);
    if (again) fields.set("again", "1");
    fields.set("kept", "1"); // its key stands for what it says: where that is logged already, no answer was heard
    return fields;
  }

  function send(url, fields) {
    return fetch(url, {
      method: "POST",
      body: fields,
      headers: { Accept: "application/json" },
      credentials: "same-origin",
      redirect: "manual",
    });
  }

  /* What the server says to an entry. Whatever happened meanwhile, what is still legal is logged: an entry that was
     made for an earlier version is sent once more for the one that stands now; its key makes that harmless. */
  async function deliver(entry) {
    const first = await send(entry.url, body(entry, entry.follows || entry.fresh));
    return first.status === 409 && !entry.follows && !entry.fresh ? send(entry.url, body(entry, true)) : first;
  }

  const later = (answer) => answer.status >= 500 || answer.status === 429;

  async function problems(answer) {
    const told = await answer.json().catch(() => ({}));
    if (told.problems && told.problems.length) return told.problems;
    return [{ message: note && answer.type === "opaqueredirect" ? note.dataset.stranger : note ? note.dataset.unsaid : "" }];
  }

  /* Entries go out one after the other. A refused one stays to be looked at and holds up none of the others. */
  async function flush() {
    if (sending) return;
    sending = true;
    let moved = false;
    try {
      for (const entry of read()) {
        if (entry.problems) continue;
        const answer = await deliver(entry);
        if (later(answer)) break;
        if (answer.ok) {
          remove(entry.id);
          moved = true;
        } else {
          update(entry.id, { problems: await problems(answer) });
          look();
        }
      }
    } catch {
      /* Still no network: everything stays where it is. */
    } finally {
      sending = false;
    }
    if (unsent()) retry();
    if (moved && read().length === 0) document.dispatchEvent(new CustomEvent("queue-empty"));
  }

  /* A browser does not always say that the network is back: after a failure the pauses grow from a second on. */
  function retry() {
    window.clearTimeout(next);
    next = window.setTimeout(flush, pause);
    pause = Math.min(2 * pause, ALWAYS);
  }

  const unsent = () => read().filter((entry) => !entry.problems).length;

  function keep({ url, fields, label, said }) {
    tapped = null;
    pause = 1000;
    const entries = read();
    const follows = entries.some((entry) => entry.url === url && !entry.problems);
    const id = crypto.randomUUID ? crypto.randomUUID() : String(Math.random());
    entries.push({ id, url, fields, label, said, follows, readers });
    write(entries);
  }

  /* Whether it is kept: a second tap at what waits already is shown instead, and whoever means it taps once more. */
  function add(url, fields, label, once, said) {
    const tap = { url, fields, label, once, said };
    if (waiting(tap)) {
      tapped = tap;
      show();
      return false;
    }
    keep(tap);
    return true;
  }

  if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => undefined);
  show();
  look();
  flush();
  window.addEventListener("online", flush);
  window.setInterval(() => read().length && flush(), ALWAYS);
  return { add, send, flush, unsent };
})();
