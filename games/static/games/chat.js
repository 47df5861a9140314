// The chat of a game: brings in what is said, sends with Enter, and tells the site what has been read.

const RETRY = 2000; // milliseconds until a fetch that failed is tried again

const get = (id) => document.getElementById(id);
const section = get("chat");
const log = () => get("chat-log");

let heard = 0; // the number of the last message that the page was told of
let fetching = false;
let inView = false;

/** Fetch the messages after the last one shown until all are there; at most one fetch is under way. */
async function bringIn() {
  if (fetching) return;
  fetching = true;
  try {
    while (await bringInSome());
  } catch {
    setTimeout(bringIn, RETRY);
  }
  fetching = false;
}

/** Fetch some of them; whether there may be more. What the site refuses is not asked for again. */
async function bringInSome() {
  if (!log()) return false;
  const [known, last] = [heard, Number(log().dataset.last)];
  const response = await fetch(`${log().dataset.url}?after=${last}`);
  if (response.status >= 500) throw new Error(`chat: ${response.status}`);
  if (!response.ok) {
    showTrouble();
    return false;
  }
  await add(await response.text());
  const shown = Number(log()?.dataset.last);
  return heard > known || (last < shown && shown < heard);
}

/** Add these messages, but for those that have come another way meanwhile. */
async function add(html) {
  if (!log()) return;
  const lines = [...new DOMParser().parseFromString(html, "text/html").querySelectorAll("li")].filter((line) => Number(line.dataset.number) > Number(log().dataset.last));
  if (!lines.length) return;
  const atEnd = log().scrollHeight - log().scrollTop - log().clientHeight < 50;
  await htmx.swap({ text: lines.map((line) => line.outerHTML).join(""), target: get("chat-lines"), swap: "beforeend", sourceElement: section });
  log().dataset.last = lines.at(-1).dataset.number;
  if (atEnd) toEnd();
  count();
  if (lines.some((line) => line.dataset.mine === undefined)) document.body.dispatchEvent(new CustomEvent("chat:heard"));
}

function toEnd() {
  if (log()) log().scrollTop = log().scrollHeight;
}

const unread = () => Number(log().dataset.last) - Number(log().dataset.read);

/** Note what is in view as read, and show how many messages are not. */
function count() {
  if (!log()) return;
  if (unread() > 0 && inView && !document.hidden) {
    log().dataset.read = get("chat-read").elements.number.value = log().dataset.last;
    get("chat-read").requestSubmit();
  }
  get("chat-unread").firstElementChild.textContent = unread();
  get("chat-unread").hidden = unread() <= 0;
}

function showTrouble() {
  get("chat-trouble").textContent = gettext("The site could not do that. Load the page again: perhaps you are no longer logged in.");
  get("chat-trouble").hidden = false;
}

document.body.addEventListener("live:chat", ({ detail: { code, number } }) => {
  if (!log() || code !== get("board").dataset.game || number <= Number(log().dataset.last)) return;
  heard = Math.max(heard, number);
  bringIn();
});
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && log()) bringIn();
});
document.addEventListener("visibilitychange", count);

// An answer that is no chat, as when one is no longer logged in, must not take the place of what was written.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (ctx.target !== section || ctx.text.includes('id="chat-title"')) return;
  event.preventDefault();
  showTrouble();
});
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target !== section) return;
  // Who has gone on to the board meanwhile is left there.
  const focused = document.activeElement;
  if (focused === document.body || section.contains(focused)) get("chat-text")?.focus({ preventScroll: true });
  toEnd();
  count();
});

section?.addEventListener("keydown", (event) => {
  const sends = event.key === "Enter" && !event.shiftKey && !event.isComposing && event.target.id === "chat-text";
  if (!sends || !matchMedia("(pointer: fine)").matches) return;
  event.preventDefault();
  get("chat-form").requestSubmit();
});

if (section) {
  new IntersectionObserver(([entry]) => {
    inView = entry.isIntersecting;
    count();
  }).observe(section);
  toEnd();
}
