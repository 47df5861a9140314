// The page of a game: keeps the board as the server has it, shows what happened, and takes keys.

import { chooseAgain, prepare } from "./choosing.js";
import { show, skip, still, whenDone } from "./show.js";

const MARK = "● "; // before the title while it is my turn
const RETRY = 2000; // milliseconds until a fetch that failed is tried again

const get = (id) => document.getElementById(id);
const board = () => get("board");
const plays = () => board().dataset.me !== undefined;

let shown = Number(plays() ? board().dataset.since : board().dataset.ply); // the ply up to which everything was shown
let posting = null; // the request of a move of ours that is under way
let missed = 0; // the newest version heard of meanwhile
let fetching = false;
let again = false;
let focused = ""; // the id of what had the focus on the board before it changed

// Keeping the board

/** Fetch the board; at most one fetch is under way and one waits. What fails is tried again. */
async function refetch() {
  if (fetching) {
    again = true;
    return;
  }
  fetching = true;
  again = false;
  try {
    const response = await fetch(`${board().dataset.url}?since=${shown}`);
    if (!response.ok) throw new Error(`board: ${response.status}`);
    await take(await response.text());
  } catch {
    setTimeout(refetch, RETRY);
  }
  fetching = false;
  if (again) refetch();
}

/** Make this the board, once what is being shown is over. */
async function take(html) {
  await whenDone();
  const { since } = read(html) ?? {};
  if (since > shown && !document.hidden) {
    refetch();
    return;
  }
  await htmx.swap({ text: html, target: board(), swap: "outerMorph", sourceElement: board() });
}

/** What an answer says of the board it holds; undefined if it holds none. */
function read(html) {
  const found = new DOMParser().parseFromString(html, "text/html").getElementById("board");
  return found && { version: Number(found.dataset.version), since: Number(found.dataset.since) };
}

const isOurs = ({ target, swap }) => swap !== "none" && (target === board() || target === "#board");

document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  if (!isOurs(ctx)) return;
  const answer = read(ctx.text);
  if (!answer) {
    event.preventDefault();
    trouble(gettext("The site could not do that. Load the page again: perhaps you are no longer logged in."));
  } else if (answer.version < Number(board().dataset.version)) {
    event.preventDefault(); // an older answer that came late
  } else {
    noteFocus();
    skip();
  }
});

document.addEventListener("htmx:after:swap", (event) => {
  if (isOurs(event.detail.ctx)) settle();
});

// A button that was pressed is disabled at once, and may be gone from the next board.
document.addEventListener("submit", noteFocus, true);

function noteFocus() {
  if (!focused && board().contains(document.activeElement)) focused = document.activeElement.id || "picture";
}

function keepFocus() {
  for (const id of [focused, "picture"]) {
    if (focused && document.activeElement === document.body) get(id)?.focus({ preventScroll: true });
  }
  focused = "";
}

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (isOurs(ctx)) posting = ctx;
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx !== posting) return;
  posting = null;
  if (missed > Number(board().dataset.version)) refetch();
  missed = 0;
});
document.addEventListener("htmx:error", ({ target }) => {
  if (target.closest?.("#board")) trouble(gettext("That did not reach the site. Check your connection and try again."));
});

document.body.addEventListener("live:game", ({ detail: { code, version, board: html } }) => {
  if (code && code !== board().dataset.game) return;
  if (version && version <= Number(board().dataset.version)) return;
  if (posting) missed = Math.max(missed, version ?? Infinity);
  else if (html && !plays()) take(html);
  else refetch();
});

// A time is up on the page, or its clocks may have stood still: what is known to the site may not have come here.
document.body.addEventListener("countdown:ask", () => {
  if (!posting) refetch();
});

document.body.addEventListener("live:watching", ({ detail: { code, number } }) => {
  if (code !== board().dataset.game) return;
  get("watching").textContent = interpolate(ngettext("%s person is watching.", "%s people are watching.", number), [number]);
  get("watching").hidden = number === 0;
});

function trouble(sentence) {
  get("trouble").textContent = sentence;
  get("trouble").hidden = false;
}

// After every change

function settle() {
  prepare();
  keepFocus();
  const due = board().classList.contains("due");
  document.title = document.title.replace(MARK, "").replace(/^(\(\d+\) )?/, due ? `$1${MARK}` : "$1");
  showSteps();
}

/** Show the steps not shown yet; in a hidden page they wait until it is looked at. */
async function showSteps() {
  if (document.hidden) return;
  const steps = [...document.querySelectorAll("#steps li[data-ply]")].filter((step) => Number(step.dataset.ply) >= shown);
  const others = steps.filter((step) => step.dataset.seat !== board().dataset.me);
  shown = Math.max(shown, Number(board().dataset.ply));
  tell(others);
  const listed = still() && others.length > 0;
  board().classList.toggle("shown", !listed);
  for (const step of document.querySelectorAll("#steps li")) step.classList.toggle("old", !steps.includes(step));
  if (steps.length && !still()) {
    board().classList.remove("shown");
    await show(board(), steps);
    board().classList.add("shown");
    if (others.length && get("seen")) get("seen").requestSubmit();
  }
}

/** Say the news to who listens to the page. */
function tell(steps) {
  const sentences = [...steps.map((step) => step.textContent), get("say").textContent];
  if (steps.length) get("news").textContent = sentences.join(" ").replace(/\s+/g, " ").trim();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  if (Number(board().dataset.since) > shown) refetch();
  else showSteps();
});

// Keys and small buttons

const ARROWS = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };
const LETTERS = "marrakech-letter-keys"; // kept in the browser: "off" or nothing

function waysKey(key) {
  const letters = get("letter-keys").checked;
  const picture = get("picture").contains(document.activeElement);
  if (letters && /^[lsr]$/i.test(key)) return get(`turn-${key.toUpperCase()}`);
  return picture && ARROWS[key] ? document.querySelector(`#turn [data-heading=${ARROWS[key]}]`) : null;
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");
  if (event.defaultPrevented || typing || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.repeat) return;
  if (event.key === "Escape") {
    if (skip() || chooseAgain()) event.preventDefault();
    return;
  }
  const way = board().classList.contains("showing") ? null : waysKey(event.key);
  if (way && !way.disabled) {
    event.preventDefault();
    way.click();
  }
});

document.addEventListener("click", ({ target }) => {
  if (target.closest("#show-skip")) skip();
  else if (target.closest("#seen button")) board().classList.add("shown");
});

get("letter-keys").checked = localStorage.getItem(LETTERS) !== "off";
get("letter-keys").addEventListener("change", ({ target }) => {
  if (target.checked) localStorage.removeItem(LETTERS);
  else localStorage.setItem(LETTERS, "off");
});

settle();
