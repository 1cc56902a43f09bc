/* Secrets that this phone keeps itself: what is filled in unseen is sealed here as games/secrets.py does, kept in this
   browser, and opened after the end. The server gets the seals alone. */
"use strict";

window.ownSecrets = (function () {
  /* Canonical JSON: keys by code point, no spaces, everything but what JSON escapes as it is. */
  function byCodePoint(a, b) {
    const [one, other] = [Array.from(a), Array.from(b)];
    for (let at = 0; at < one.length && at < other.length; at += 1)
      if (one[at] !== other[at]) return one[at].codePointAt(0) - other[at].codePointAt(0);
    return one.length - other.length;
  }
  function canonical(value) {
    if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
    if (value === null || typeof value !== "object") return JSON.stringify(value);
    return `{${Object.keys(value).sort(byCodePoint).map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(",")}}`;
  }
  const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const commitment = async (salt, value) =>
    hex(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${salt}\n${canonical(value)}`)));
  const newSalt = () => hex(crypto.getRandomValues(new Uint8Array(32)));

  let box = document.getElementById("kept");
  const say = (name, values = {}) => Object.entries(values).reduce((text, [key, value]) => text.replace(`%${key}`, value), (box && box.dataset[name]) || name);
  if (!box) return { canonical, commitment, proposal };
  const STORE = `warledger.secrets.${box.dataset.match}`;
  const part = (name) => box.querySelector(`[data-kept-${name}]`);

  /* --- The store: commitment -> {commitment, type, about, value, salt} ---------------------------------------- */
  function read() {
    try {
      return JSON.parse(window.localStorage.getItem(STORE)) || {};
    } catch {
      return {};
    }
  }
  function keep(entries) {
    const all = read();
    for (const entry of entries) all[entry.commitment] = entry;
    window.localStorage.setItem(STORE, JSON.stringify(all));
  }
  const facts = () => JSON.parse(document.getElementById("kept-facts").textContent);
  const written = () => JSON.stringify({ match: box.dataset.match, secrets: Object.values(read()) });

  async function fetched(text) {
    const told = JSON.parse(text);
    if (told.match !== box.dataset.match) throw new Error("another match");
    const good = [];
    for (const entry of told.secrets) if ((await commitment(entry.salt, entry.value)) === entry.commitment) good.push(entry);
    keep(good);
    return good.length;
  }

  /* --- Where everybody is, out of what was sealed and stands in the log --------------------------------------- */
  function known({ sealed, question }, store = read()) {
    const own = { zone: {}, distance: {}, mission: {}, entrances: null, ropes: [], visited: {}, whole: true };
    for (const seal of sealed) {
      const entry = store[seal];
      if (!entry) {
        own.whole = false;
        continue;
      }
      const { type, about, value } = entry;
      if (type === "missions_drawn") Object.assign(own.mission, value.letters);
      else if (type === "character_chosen") own.character = value.character;
      else if (type === "passage_marked") own.entrances = [value.entrance, value.other];
      else if (type === "intruder_start_marked" || type === "intruder_respawned") {
        own.zone[about.intruder] = value.zone;
        own.distance[about.intruder] = 0;
        if (value.mission) own.mission[about.intruder] = value.mission;
      } else if (type === "intruder_card_played" && value.use.edge) own.ropes.push(value.use.edge);
      else if (type === "intruder_moved") {
        const way = [value.start, ...value.steps.map((step) => step.to)];
        own.zone[about.intruder] = way[way.length - 1];
        own.distance[about.intruder] = value.steps.length;
        own.visited[about.intruder] = value.steps.length ? way.filter((zone) => !zone.startsWith("@")) : [];
      }
    }
    /* The one intruder of a mixed hand has a name of its own as soon as a card or its figure has told it. */
    for (const told of question.alone ? [own.zone, own.distance, own.mission, own.visited] : [])
      if ("solo" in told && question.alone !== "solo") {
        told[question.alone] ??= told.solo;
        delete told.solo;
      }
    return own;
  }

  /* What the rules have this side answer, by what is kept: {step, told (what fits a choice), text}; null where it is open. */
  function proposal({ question: asked, sealed, names }, store) {
    const own = known({ sealed, question: asked }, store);
    const mine = asked.searcher && own.mission[asked.searcher];
    if (mine && (asked.letters || []).includes(mine))
      return { step: "mission_completed", told: { letter: mine }, text: say("mission", { z: mine }) };
    const met = (one, zone) => {
      const name = one === "solo" ? own.character || one : one;
      return { step: "intruder_detected", told: { intruder: name, zone }, text: say("met", { z: zone, i: names[name] }) };
    };
    const ambushed = (asked.unmet || []).find((name) => own.zone[name] === asked.ambush);
    if (ambushed) return met(ambushed, asked.ambush);
    if (!asked.kind || asked.kind === "way") return null;
    const hidden = asked.there.filter((name) => !(asked.met || []).includes(name));
    if (asked.there.some((name) => !own.zone[name]) || (asked.kind === "answer" && !own.entrances)) return { text: say("unknown") };
    if (asked.kind === "listen") {
      const heard = asked.there.some((name) => own.distance[name] >= (asked.heard[own.zone[name]] || 99));
      return { step: "listen_answered", told: { heard }, text: say(heard ? "heard" : "silent") };
    }
    const path = asked.met.length ? asked.met.slice(0, 1) : asked.path;
    for (const zone of path) {
      const there = hidden.find((one) => own.zone[one] === zone);
      if (there) return met(there, zone);
    }
    const out = asked.entrance === "@X";
    const found = out ? own.entrances.find((zone) => !asked.known.includes(zone)) || own.entrances[0] : own.entrances.find((zone) => zone === asked.entrance);
    if (found) return { step: "passage_discovered", told: { zone: found, passage: undefined }, text: say("entrance", { z: found }) };
    const shown = (asked.ropes || []).map(String);
    const rope = asked.ropes && own.ropes.map((edge) => [...edge].sort()).sort().find((edge) => edge.includes(asked.end) && !shown.includes(String(edge)));
    if (rope) return { step: "passage_discovered", told: { zone: asked.end, edge: rope }, text: say("rope", { z: rope.join("/") }) };
    /* On a printed board two names may be one zone, so that the phone cannot know that nobody was met. */
    return asked.printed ? null : { step: "movement_cleared", told: {}, text: say("cleared") };
  }

  const fits = (choice, told) => Object.entries(told).every(([name, value]) => String(choice[name]) === String(value));
  function propose(told) {
    const found = proposal(told);
    const note = part("proposal");
    note.hidden = !found;
    if (!found) return;
    note.textContent = found.text;
    note.dataset.keptProposal = found.step || "";
    const form = found.step && document.querySelector(`form[data-step="${found.step}"]`);
    if (!form) return;
    for (let up = form; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    for (const radio of form.querySelectorAll("input[type=radio][name=choice]")) radio.checked = fits(JSON.parse(radio.value), found.told);
  }

  /* --- The forms ---------------------------------------------------------------------------------------------- */
  const inside = (form) => Array.from(form.querySelectorAll("[data-at]"));

  /* A name as the server would take it: what reads alike is one. */
  const plainly = (typed) => typed.normalize("NFC").replace(/[^\S\n]+/g, " ");

  function valueOf(field) {
    const kind = field.dataset.as;
    if (kind === "yes") return field.checked ? true : undefined;
    if (kind === "list" || field.type === "radio") {
      if (!field.checked || field.value === "") return undefined;
      const told = kind === "number" ? Number(field.value) : JSON.parse(field.value);
      return told;
    }
    const said = field.value.trim();
    if (said === "") return undefined;
    if (kind === "json") return JSON.parse(said);
    if (kind === "number") return Number(said);
    const text = plainly(said);
    const lines = text.split("\n").map((line) => line.trim()).filter(Boolean);
    if (kind === "lines") return lines;
    if (kind === "counted") return Object.fromEntries(lines.map((line) => line.split(/\s+/)).map(([name, number]) => [name, Number(number || 1)]));
    return text;
  }

  /* Whose deed it is: settled, or chosen in the form. */
  function whose(form) {
    const { about, intruders } = JSON.parse(form.querySelector("[data-sealing]").dataset.sealing);
    const chosen = form.elements["told-intruder"];
    return about.intruder || (chosen && intruders[Number(chosen.value || 0)]) || "";
  }

  /* The value of the secret fields: what is filled in, laid over what stands there otherwise. */
  function secretOf(form, { fields }) {
    const value = {};
    for (const [name, outline] of Object.entries(fields)) value[name] = structuredClone(outline.base);
    let told = false;
    for (const field of inside(form)) {
      const one = valueOf(field);
      if (one === undefined) continue;
      told = true;
      const place = JSON.parse(field.dataset.at);
      let at = value;
      place.slice(0, -1).forEach((key, depth) => {
        if (at[key] === undefined || at[key] === null) at[key] = depth === 1 && typeof key === "number" ? { ...fields[place[0]].each } : typeof place[depth + 1] === "number" ? [] : {};
        at = at[key];
      });
      const last = place[place.length - 1];
      if (field.dataset.as === "list") at[last] = [...(at[last] || []), one];
      else at[last] = one;
    }
    for (const name of Object.keys(value)) if (Array.isArray(value[name])) value[name] = value[name].filter((row) => row !== undefined);
    const doors = { exit: "@OUT", enter_passage: facts().question.inside };
    for (const step of value.steps || []) if (doors[step.via]) step.to = doors[step.via];
    return { value, told };
  }
  /* A step that leads nowhere, one side of a wall: begun, not told. */
  const isHalf = ({ steps, use }) => (steps || []).some((step) => !step.to) || Boolean(use && use.edge && !(use.edge[0] && use.edge[1]));

  /* What the server would say of a name that it reads itself. */
  const misnamed = (form) =>
    inside(form).find(({ dataset, value }) => dataset.pattern && value.trim() && !new RegExp(`^(?:${dataset.pattern})$`, "u").test(plainly(value.trim())));

  async function seal(form) {
    const holder = form.querySelector("[data-sealing]");
    const told = JSON.parse(holder.dataset.sealing);
    const fault = holder.querySelector("[data-sealing-fault]");
    const refuse = (text) => {
      fault.textContent = text;
      fault.hidden = false;
      return false;
    };
    if (!crypto.subtle) return refuse(say("unsafe"));
    const strange = misnamed(form);
    if (strange) return refuse(strange.dataset.fault);
    const { value, told: filled } = secretOf(form, told);
    if (told.optional && !filled) return true;
    if (isHalf(value) || Object.entries(told.fields).some(([name, one]) => one.needed && value[name] === null)) return refuse(say("missing"));
    const salt = newSalt();
    const entry = { commitment: await commitment(salt, value), type: told.type, about: { ...told.about }, value, salt };
    if (form.elements["told-intruder"]) entry.about.intruder = whose(form);
    try {
      keep([entry]);
      if (!read()[entry.commitment]) throw new Error("not kept");
    } catch {
      return refuse(say("full"));
    }
    form.querySelector("[name=told-commitment]").value = entry.commitment;
    return true;
  }

  document.addEventListener(
    "submit",
    (event) => {
      const form = event.target;
      if (!form.querySelector || !form.querySelector("[data-sealing]") || form.dataset.sealed) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      seal(form).then((done) => {
        if (!done) return;
        /* In a task of its own: within the one that was stopped a browser takes no second submission. */
        window.setTimeout(() => {
          form.dataset.sealed = "1";
          form.requestSubmit(event.submitter);
          delete form.dataset.sealed;
        }, 0);
      });
    },
    true
  );

  /* --- What the page shows of it ------------------------------------------------------------------------------ */
  const SVG = "http://www.w3.org/2000/svg";
  function draw(own, { names, letter }) {
    const plan = document.querySelector(".secret.wide .plan");
    if (!plan) return;
    plan.querySelectorAll("[data-own]").forEach((old) => old.remove());
    const spots = new Map(Array.from(plan.querySelectorAll(".spot"), (spot) => [spot.querySelector(".spot-id").textContent, spot.querySelector("text")]));
    const mark = (zone, text, kind) => {
      const spot = spots.get(zone);
      if (!spot) return;
      const group = document.createElementNS(SVG, "g");
      group.dataset.own = "";
      group.setAttribute("class", `piece side-${letter} ${kind}`);
      const shapes = kind === "spot-mark" ? [] : [["circle", { cx: spot.getAttribute("x"), cy: spot.getAttribute("y"), r: 10 }]];
      for (const [name, told] of [...shapes, ["text", { x: spot.getAttribute("x"), y: spot.getAttribute("y"), dy: kind === "spot-mark" ? 14 : 4, "text-anchor": "middle" }]]) {
        const shape = document.createElementNS(SVG, name);
        Object.entries(told).forEach(([key, value]) => shape.setAttribute(key, value));
        if (name === "text") shape.textContent = text;
        group.append(shape);
      }
      plan.append(group);
    };
    (own.entrances || []).forEach((zone) => mark(zone, "X", "spot-mark"));
    Object.entries(own.zone).forEach(([name, zone]) => mark(zone, (names[name] || name).replace(/^the /, "")[0].toUpperCase(), "unseen"));
  }

  function lines({ sealed, names, question }) {
    const own = known({ sealed, question });
    const told = (question.there || Object.keys(own.zone)).filter((name) => own.zone[name]).map((name) => {
      const letter = own.mission[name] ? `, ${say("letter", { z: own.mission[name] })}` : "";
      return say("at", { i: names[name] || name, z: own.zone[name] }) + letter;
    });
    if (question.searcher && (own.visited[question.searcher] || []).length) told.push(say("searches", { z: own.visited[question.searcher].join(", ") }));
    if (own.entrances) told.push(say("ways", { z: own.entrances.join(", ") }));
    if (own.ropes.length) told.push(say("ropes", { z: own.ropes.map((edge) => edge.join(" – ")).join(", ") }));
    return told.length ? told : Object.entries(own.mission).map(([name, letter]) => `${names[name] || name}: ${say("letter", { z: letter })}`);
  }

  /* A form starts from what is known: where the way begins, which entrances there are. */
  function prefill(told) {
    const own = known(told);
    for (const form of document.querySelectorAll("form:has([data-sealing])")) {
      const start = form.querySelector('[data-at=\'["start"]\']');
      const fill = () => {
        const name = whose(form);
        if (start && own.zone[name]) start.value = start.dataset.as === "json" ? JSON.stringify(own.zone[name]) : own.zone[name];
        narrow(form, told.question, own);
      };
      form.addEventListener("change", (event) => (event.target.name === "told-intruder" ? fill() : narrow(form, told.question, own)));
      fill();
      for (const field of own.entrances ? form.querySelectorAll('select[data-at=\'["entrance"]\']') : [])
        if (form.dataset.step !== "passage_marked") only(field, own.entrances);
    }
  }
  function only(field, zones) {
    for (const option of field.options) option.hidden = option.disabled = option.value !== "" && !zones.includes(JSON.parse(option.value));
  }
  /* The next zone of a way lies beside the one before, by what the map says. */
  function narrow(form, asked, own) {
    const start = form.querySelector('[data-at=\'["start"]\']');
    if (!start || !asked.open) return;
    let at = start.value ? JSON.parse(start.value) : "";
    for (let row = 0; ; row += 1) {
      const field = form.querySelector(`[data-at='["steps", ${row}, "to"]']`);
      if (!field) return;
      const via = form.querySelector(`[data-at='["steps", ${row}, "via"]']`);
      const beside = at === asked.inside ? own.entrances || [] : [...(asked.open[at] || []), ...(asked.walls[at] || []), asked.inside, "@OUT"];
      if (at) only(field, beside);
      const to = field.value ? JSON.parse(field.value) : "";
      if (to && via && !via.value && at) {
        const way = to === "@OUT" ? "exit" : to === asked.inside ? "enter_passage" : at === asked.inside ? "leave_passage" : (asked.walls[at] || []).includes(to) ? "rope" : "open";
        via.value = JSON.stringify(way);
      }
      at = to;
    }
  }

  function show() {
    box = document.getElementById("kept");
    if (!box) return;
    const told = facts();
    const store = read();
    const here = told.sealed.filter((seal) => store[seal]).length;
    const missing = told.sealed.length - here;
    part("count").textContent = here ? say("number", { n: here }) : told.sealed.length ? "" : say("none");
    const fault = part("fault");
    fault.hidden = !missing && Boolean(crypto.subtle);
    fault.className = "fault";
    fault.textContent = crypto.subtle ? say("lost", { n: missing, m: told.sealed.length }) : say("unsafe");
    part("files").hidden = false;
    const values = lines(told);
    part("list").hidden = values.length === 0;
    part("values").replaceChildren(...values.map((text) => Object.assign(document.createElement("span"), { className: "block", textContent: text })));
    draw(known(told), told);
    prefill(told);
    propose(told);
    const opening = document.querySelector("[data-opening]");
    if (opening && !opening.value && here) opening.value = written();
    part("save").onclick = (event) => { event.target.href = URL.createObjectURL(new Blob([written()], { type: "application/json" })); };
    part("copy").onclick = () => {
      document.getElementById("kept-text").value = written();
      document.getElementById("kept-text").select();
      if (navigator.clipboard) navigator.clipboard.writeText(written()).catch(() => undefined);
    };
    part("fetch").onclick = async () => {
      const file = document.getElementById("kept-file").files[0];
      const text = file ? await file.text() : document.getElementById("kept-text").value;
      const number = await fetched(text).catch(() => 0);
      if (number) show();
      fault.hidden = false;
      fault.className = number ? "" : "fault";
      fault.textContent = number ? say("fetched", { n: number }) : say("strange");
    };
  }
  show();
  new MutationObserver(() => { if (document.getElementById("kept") !== box) show(); }).observe(document.getElementById("main"), { childList: true, subtree: true });
  return { canonical, commitment, read, fetched };
})();
