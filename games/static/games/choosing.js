// Choosing where a rug goes, square by square, and in which order the opponent's rugs come.
// What may be chosen is what the server's form offers; here it is only made quicker to say.

let choice = { ply: "", first: "", second: "" };

const get = (id) => document.getElementById(id);
const places = () => [...document.querySelectorAll("#lay input[name=action]")];
const placeOf = (first, second) => places().find((place) => place.value === `${first} ${second}`);

/** Show what can be chosen now; called after every change of the board. */
export function prepare() {
  const ply = get("board").dataset.ply;
  if (ply !== choice.ply || (choice.second && !placeOf(choice.first, choice.second))) choice = { ply, first: "", second: "" };
  if (get("lay")) drawLaying();
  if (get("arrange")) drawArranging();
}

/** Forget the squares chosen; returns whether there were any. */
export function chooseAgain() {
  if (!get("lay") || !choice.first) return false;
  const square = choice.first;
  choice.first = choice.second = "";
  drawLaying();
  get(`spot-${square}`)?.focus();
  return true;
}

function drawLaying() {
  const { first, second } = choice;
  const offered = new Set(places().map((place) => place.value.split(" ")).filter(([one]) => !first || one === first).map((squares) => squares[first ? 1 : 0]));
  for (const spot of document.querySelectorAll("#spots [data-square]")) {
    const { square } = spot.dataset;
    spot.hidden = !(offered.has(square) || square === first);
    spot.setAttribute("aria-pressed", String(square === first || square === second));
  }
  for (const place of places()) place.checked = Boolean(second) && place === placeOf(first, second);
  get("lay-go").hidden = !second;
  get("lay-again").hidden = !first;
  get("lay-squares").textContent = second ? `${first} ${second}` : "";
  get("hint").textContent = second ? "" : first ? gettext("Now choose the square for the other half.") : get("hint").dataset.hint;
  get("hint").hidden = Boolean(second);
  drawGhost(second ? placeOf(first, second) : get(`spot-${first}`));
}

/** Draw the rug where it would lie: where the form's place, or the square's button, says. */
function drawGhost(where) {
  const ghost = document.querySelector("#picture .ghost");
  const { drawing, x, y } = where?.dataset ?? {};
  for (const [name, value] of Object.entries({ href: drawing && `#${drawing}`, x, y })) {
    if (value) ghost.setAttribute(name, value);
    else ghost.removeAttribute(name);
  }
}

function choose(square) {
  if (square === choice.first) return chooseAgain();
  if (!choice.first) {
    choice.first = square;
    drawLaying();
    return undefined;
  }
  choice.second = square;
  drawLaying();
  if (document.body.classList.contains("confirm-laying")) get("lay-go").focus({ preventScroll: true });
  else get("lay").requestSubmit(get("lay-go"));
  return undefined;
}

/** Where the second half would lie, as long as the pointer or the focus is there. */
function preview(square) {
  if (choice.first && !choice.second) drawGhost((square && placeOf(choice.first, square)) || get(`spot-${choice.first}`));
}

let stacked = 0; // how many rugs of the pile have been put in order

const slots = () => [...document.querySelectorAll("#arrange select")];

function drawArranging() {
  const selects = slots();
  const each = selects.length / document.querySelectorAll("#arrange [data-colour]").length;
  const names = {};
  for (const button of document.querySelectorAll("#arrange [data-colour]")) {
    const used = selects.slice(0, stacked).filter((select) => select.value === button.dataset.colour).length;
    names[button.dataset.colour] = button.dataset.name;
    button.querySelector("span").textContent = each - used;
    button.disabled = used === each;
  }
  selects.forEach((select, index) => drawSlot(select.parentElement.querySelector("svg"), index < stacked ? select.value : "", names));
  get("arrange-back").disabled = stacked === 0;
  get("arrange-go").disabled = stacked < selects.length;
}

function drawSlot(chip, colour, names) {
  chip.classList.toggle("vacant", !colour);
  chip.setAttribute("aria-label", colour ? names[colour] : gettext("not chosen yet"));
  chip.firstElementChild.setAttribute("href", colour ? `#chip-${colour}` : "");
}

function stack(colour) {
  slots()[stacked].value = colour;
  stacked += 1;
  drawArranging();
}

document.addEventListener("click", ({ target }) => {
  const spot = target.closest("#spots [data-square]");
  if (spot) choose(spot.dataset.square);
  else if (target.closest("#lay-again")) chooseAgain();
  else if (target.closest("#arrange [data-colour]")) stack(target.closest("[data-colour]").dataset.colour);
  else if (target.closest("#arrange-back")) {
    stacked -= 1;
    drawArranging();
  }
});
for (const name of ["pointerover", "focusin"]) {
  document.addEventListener(name, ({ target }) => {
    if (get("lay") && target.closest("#picture")) preview(target.closest("[data-square]")?.dataset.square);
  });
}
