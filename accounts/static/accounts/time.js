// Words <time datetime data-relative> relative to now ("in 3 hours"), and keeps them right.
// The server has written the moment in the reader's zone; that stays as the tooltip, and is all there is without this.
"use strict";

{
  const STEPS = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
    ["second", 1],
  ];
  const FURTHEST = 30 * 86_400; // seconds; beyond that a date says more
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });

  const relative = (seconds) => {
    const [unit, length] = STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? ["second", 1];
    return words.format(Math.trunc(seconds / length), unit);
  };

  const reword = (element) => {
    element.dataset.absolute ??= element.textContent.trim();
    const seconds = (Date.parse(element.dateTime) - Date.now()) / 1000;
    if (Number.isNaN(seconds)) return;
    const near = Math.abs(seconds) < FURTHEST;
    element.title = near ? element.dataset.absolute : "";
    const text = near ? relative(seconds) : element.dataset.absolute;
    if (element.textContent !== text) element.textContent = text;
  };

  const rewordAll = () => document.querySelectorAll("time[data-relative]").forEach(reword);

  document.addEventListener("DOMContentLoaded", rewordAll);
  document.addEventListener("htmx:after:swap", rewordAll);
  setInterval(rewordAll, 15_000);
}
