// Games going on, side by side: each board comes by the socket when it changes.

const REFRESH = 60_000; // milliseconds after which the list is fetched anew, for games that begin and end
const MISSED = 1000; // milliseconds within which several boards that were missed are fetched together

const list = document.getElementById("glimpses");
const tile = (code) => document.getElementById(`glimpse-${code}`);

let timer;
function fetchSoon() {
  timer ??= setTimeout(() => {
    timer = undefined;
    if (!document.hidden) htmx.trigger(document.getElementById("glimpses"), "watch:missed");
  }, MISSED);
}

document.body.addEventListener("live:glimpse", ({ detail: { code, glimpse } }) => {
  if (!tile(code)) return;
  if (glimpse) htmx.swap({ text: glimpse, target: tile(code), swap: "outerMorph", sourceElement: tile(code) });
  else fetchSoon();
});

document.body.addEventListener("live:watching", ({ detail: { code, number } }) => {
  const words = tile(code)?.querySelector(".watching");
  if (!words) return;
  words.hidden = number === 0;
  words.dataset.watching = number;
  words.textContent = `· ${interpolate(ngettext("%s person watching", "%s people watching", number), [number])}`;
});

if (list) {
  setInterval(fetchSoon, REFRESH);
  document.addEventListener("visibilitychange", fetchSoon);
}
