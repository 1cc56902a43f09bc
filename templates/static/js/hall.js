/* The screen of the hall. Lists marked `data-hall` are shown in parts that fit it, one after the other, so that two
   hundred names pass within a minute; a bracket takes letters with which it stands whole; what
   does not fit scrolls slowly by itself. All stand still while somebody touches. */
"use strict";

(function () {
  const SPEED = 40; // pixels a second
  const REST = 6000; // milliseconds at each end, and the least for a part
  const MOST = 10000; // for a part
  const PASS = 58000; // for all parts of a list
  const SIZES = ["", "hall-fit-1", "hall-fit-2", "hall-fit-3"];
  let restUntil = performance.now() + REST;
  let last = performance.now();
  let place = 0;

  const pause = () => { restUntil = performance.now() + 3 * REST; };
  ["wheel", "touchstart", "pointerdown", "keydown"].forEach((name) => window.addEventListener(name, pause, { passive: true }));

  /* Shows one of `count` parts of the lines. */
  function show(lines, count, part) {
    const share = Math.ceil(lines.length / count);
    lines.forEach((line, at) => { line.hidden = Math.floor(at / share) !== part; });
  }

  /* In how few parts the list fits the screen: as the lines really stand, for one long name takes the room of two. */
  function fewest(list) {
    const lines = [...list.children];
    lines.forEach((line) => { line.hidden = false; });
    const top = list.getBoundingClientRect().top + window.scrollY;
    const room = Math.max(1, window.innerHeight - top - 8);
    const fits = (count) => [...Array(count).keys()].every((part) => {
      show(lines, count, part);
      return list.getBoundingClientRect().height <= room;
    });
    let count = Math.max(1, Math.ceil(list.getBoundingClientRect().height / room));
    while (count < lines.length && !fits(count)) count += 1;
    return count;
  }

  /* Every list with its parts, in letters of one size. */
  function partsIn(size) {
    const sections = [...document.querySelectorAll("[data-hall]")];
    SIZES.filter(Boolean).forEach((other) => document.body.classList.toggle(other, other === size));
    return sections.map((section) => {
      sections.forEach((one) => { one.hidden = one !== section; });
      const list = section.querySelector("ol");
      return { section, lines: [...list.children], count: fewest(list) };
    });
  }

  /* The parts of every list: none is cut that stands whole in slightly smaller letters, since nobody then waits for a
     name; else the largest letters with which the longest list passes in time. */
  function parts() {
    const inTime = (found) => found.every((one) => one.count * REST <= PASS);
    if (partsIn(SIZES[1]).every((one) => one.count === 1)) {
      const large = partsIn(SIZES[0]);
      return large.every((one) => one.count === 1) ? large : partsIn(SIZES[1]);
    }
    const size = SIZES.find((one) => inTime(partsIn(one))) ?? SIZES[SIZES.length - 1];
    return partsIn(size);
  }

  /* A bracket: the largest letters with which it stands whole on the screen; else it scrolls. */
  function fit() {
    for (const size of SIZES.slice(0, -1)) {
      SIZES.filter(Boolean).forEach((other) => document.body.classList.toggle(other, other === size));
      if (document.documentElement.scrollHeight <= window.innerHeight) return;
    }
  }

  let turn = -1;
  let shown = null; // the exchange of the live part makes new elements
  let all = [];
  let until = 0;
  let one = null; // the part on the screen: { section, part, count }

  function next(now) {
    turn += 1;
    const flat = all.flatMap((list) => [...Array(list.count).keys()].map((part) => ({ ...list, part })));
    one = flat[turn % flat.length];
    all.forEach((list) => { list.section.hidden = list.section !== one.section; });
    show(one.lines, one.count, one.part);
    const words = one.section.dataset.hall.replace("{part}", one.part + 1).replace("{parts}", one.count);
    one.section.querySelector("[data-hall-part]").textContent = one.count > 1 ? words : "";
    const stays = Math.min(MOST, PASS / one.count);
    document.body.dataset.pass = Math.round((stays * one.count) / 1000);
    until = now + stays;
  }

  function scroll(now, passed) {
    const end = document.documentElement.scrollHeight - window.innerHeight;
    if (now < restUntil) place = window.scrollY;
    else if (place >= end) {
      if (end > 0) { place = 0; window.scrollTo(0, 0); }
      restUntil = now + REST;
    } else {
      place = Math.min(place + SPEED * passed, end);
      window.scrollTo(0, place);
      if (place >= end) restUntil = now + REST;
    }
  }

  window.addEventListener("resize", () => { shown = null; });

  function step(now) {
    const passed = (now - last) / 1000;
    last = now;
    const first = document.querySelector("[data-hall]");
    const bracket = document.querySelector(".bracket-hall");
    if (bracket && bracket !== shown) {
      shown = bracket;
      fit();
    }
    if (!first) scroll(now, passed);
    else if (first !== shown) {
      shown = first;
      all = parts();
      turn = Math.max(-1, turn - 1); // what was on the screen stays there
      next(now);
    } else if (now >= until && now >= restUntil) next(now);
    window.requestAnimationFrame(step);
  }
  document.fonts.ready.then(() => window.requestAnimationFrame(step));
})();
