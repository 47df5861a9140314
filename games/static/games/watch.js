// Games going on, side by side: each board comes by the socket when it changes.

const REFRESH = 60_000; // milliseconds after which the list is fetched anew, for games that begin and end
const MISSED = 1000; // milliseconds within which several boards that were missed are fetched together

const tile = (code) => document.getElementById(`glimpse-${code}`);

let timer;
function fetchSoon() {
  timer ??= setTimeout(() => {
    timer = undefined;
    if (!document.hidden) htmx.trigger(document.getElementById("watch"), "watch:missed");
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

/** Let the socket follow the games that are shown now: another list wants another socket. */
async function followShown() {
  const live = document.getElementById("live");
  const codes = [...document.querySelectorAll(".glimpse")].map(({ dataset }) => dataset.game).join(",");
  const address = new URL(live.getAttribute("hx-ws:connect"), location.href);
  if ((address.searchParams.get("glimpses") ?? "") === codes) return;
  address.searchParams.set("glimpses", codes);
  const next = live.cloneNode();
  next.setAttribute("hx-ws:connect", address.pathname + address.search);
  await htmx.swap({ text: next.outerHTML, target: live, swap: "outerHTML", sourceElement: live });
  htmx.trigger(document.getElementById("live"), "live:connect");
}

document.addEventListener("htmx:after:swap", followShown);
setInterval(fetchSoon, REFRESH);
document.addEventListener("visibilitychange", fetchSoon);
