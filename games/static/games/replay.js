// The replay of a game: keys go from moment to moment, and the lists keep what is current in view.
"use strict";

{
  const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };

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
