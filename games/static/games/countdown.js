// Counts down the time that is left (templates/games/_countdown.html). It goes by the server's clock: pages and parts of
// them say in data-now at what moment they were made, and from there on it is the time since the page was opened that
// counts. The clock of this device may be as wrong as it likes: that it jumps only tells that the device may have slept,
// in which performance.now() stands still, and that the server's moment is to be asked for anew.
"use strict";

{
  const AGAIN = 10_000; // milliseconds after which the page as it is now is asked for again, while a time is up on it
  const SLEPT = 5000; // milliseconds by which this device's clock goes on alone when it slept

  let ahead = -Infinity; // milliseconds that the server's clock is ahead of performance.now()
  let asked = -Infinity; // when it was asked for
  let device = Date.now() - performance.now();

  // What was made before it came is never ahead of what is: the greatest difference is the best.
  const learn = (came) => {
    for (const { dataset } of document.querySelectorAll("[data-now]")) ahead = Math.max(ahead, Date.parse(dataset.now) - came);
  };

  const days = (number) => interpolate(ngettext("%s day", "%s days", number), [number]);
  const hours = (number) => interpolate(ngettext("%s hour", "%s hours", number), [number]);
  const minutes = (number) => interpolate(ngettext("%s minute", "%s minutes", number), [number]);
  const seconds = (number) => interpolate(ngettext("%s second", "%s seconds", number), [number]);
  const UNITS = [[86_400, days, 3_600, hours], [3_600, hours, 60, minutes], [60, minutes, 1, seconds], [1, seconds]];

  // As games/clock_words.py says it.
  const words = (milliseconds) => {
    if (milliseconds <= 0) return gettext("the time is up");
    const left = Math.ceil(milliseconds / 1000);
    const [large, larger, small, smaller] = UNITS.find(([unit]) => left >= unit);
    const rest = small ? Math.floor((left % large) / small) : 0;
    const span = larger(Math.floor(left / large)) + (rest ? ` ${smaller(rest)}` : "");
    return interpolate(gettext("%s left"), [span]);
  };

  const hasSlept = () => {
    const jump = Date.now() - performance.now() - device;
    device += jump;
    return Math.abs(jump) >= SLEPT;
  };

  // Whoever shows clocks listens, and fetches the part of the page that has them.
  const ask = () => {
    asked = performance.now();
    document.body.dispatchEvent(new CustomEvent("countdown:ask"));
  };

  const count = () => {
    if (ahead === -Infinity) return;
    const now = performance.now() + ahead;
    let isUp = false;
    for (const clock of document.querySelectorAll("[data-deadline]")) {
      const { deadline, starts } = clock.dataset;
      const left = Date.parse(deadline) - Math.max(now, starts ? Date.parse(starts) : now);
      isUp ||= left <= 0;
      const place = clock.querySelector(".left");
      if (place.textContent !== words(left)) place.textContent = words(left);
    }
    for (const away of document.querySelectorAll("[data-until]")) away.hidden = Date.parse(away.dataset.until) <= now;
    if (hasSlept() || (isUp && !document.hidden && performance.now() - asked >= AGAIN)) ask();
  };

  document.addEventListener("DOMContentLoaded", () => {
    learn(performance.getEntriesByType("navigation")[0]?.responseStart ?? performance.now());
    count();
  });
  document.addEventListener("htmx:after:swap", () => {
    learn(performance.now());
    count();
  });
  document.addEventListener("visibilitychange", count);
  setInterval(count, 1000);
}
