// The replay of a game: keys go from moment to moment, and the lists keep what is current in view.
"use strict";

{
  const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  const isStep = (element) => Boolean(element?.closest?.("#stepping"));

  // Steps are taken one after another: where the next one leads is known only when the one before has been answered.
  let underWay = false;
  const wanted = [];

  document.addEventListener("click", (event) => {
    const step = event.target.closest("#stepping a");
    if (!step || !underWay) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    wanted.push(step.id);
  }, true);
  document.addEventListener("htmx:before:request", (event) => {
    underWay ||= isStep(event.target);
  });
  document.addEventListener("htmx:finally:request", (event) => {
    if (!isStep(event.target)) return;
    underWay = false;
    // Once the request that ends here has given its place free.
    setTimeout(() => document.getElementById(wanted.shift())?.click());
  });

  const keepInView = () => {
    for (const current of document.querySelectorAll("#turns [aria-current], #keys [aria-current]")) {
      const list = current.closest("ol");
      list.scrollTop = current.offsetTop - list.clientHeight / 2;
    }
  };

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, textarea, select, [contenteditable]");
    if (typing || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || !KEYS[event.key]) return;
    event.preventDefault();
    document.getElementById(KEYS[event.key]).click();
  });
  document.addEventListener("htmx:after:swap", keepInView);
  document.addEventListener("DOMContentLoaded", keepInView);
}
