/* The hall screen scrolls by itself, slowly, rests at both ends, and stops while somebody touches it. */
"use strict";

(function () {
  const SPEED = 40; // pixels a second
  const REST = 6000; // milliseconds at each end
  let restUntil = performance.now() + REST;
  let last = performance.now();
  let place = 0;

  const pause = () => { restUntil = performance.now() + 3 * REST; };
  ["wheel", "touchstart", "pointerdown", "keydown"].forEach((name) => window.addEventListener(name, pause, { passive: true }));

  function step(now) {
    const passed = (now - last) / 1000;
    last = now;
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
    window.requestAnimationFrame(step);
  }
  window.requestAnimationFrame(step);
})();
