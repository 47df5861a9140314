// Shows what happened, one step after the other: Assam turns, the die falls, he walks, somebody pays, a rug is laid.
// Every picture comes from the server with the step's sentence (templates/games/_board_steps.html); nothing of the game is known here.

const TURN = 350; // milliseconds, as all that follow
const DIE = 700;
const SQUARE = 280;
const RUG = 450;
const READ = { mine: 250, others: 1100, many: 400 };
const MANY = 9; // steps: so many are shown faster

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

let running = null; // { done: Promise, skip: AbortController }

/** Whether motion is not wanted: then steps are a list to read. */
export { still };

/** Resolves when nothing is being shown. */
export const whenDone = async () => running?.done;

/** Jump to the end of what is being shown; returns whether anything was. */
export function skip() {
  running?.skip.abort();
  return running !== null;
}

/** Show these steps (list items, in order) on the board they belong to, and then the board as it is. */
export function show(board, steps) {
  const control = new AbortController();
  const done = play(board, steps, control.signal).finally(() => {
    running = null;
  });
  running = { done, skip: control };
  return done;
}

async function play(board, steps, signal) {
  const stage = new Stage(board);
  const hadFocus = board.contains(document.activeElement);
  board.classList.add("showing");
  for (const step of board.querySelectorAll("#steps li")) {
    if (step === steps[0]) break;
    stage.set(step);
  }
  for (const step of steps) {
    if (!step.dataset.face) step.classList.add("now"); // what was rolled is said when the die lies
    await stage.act(step, signal);
    await wait(step.dataset.seat === board.dataset.me ? READ.mine : steps.length > MANY ? READ.many : READ.others, signal);
    stage.area.setAttribute("d", "");
    step.classList.remove("now");
  }
  stage.restore();
  board.classList.remove("showing");
  if (hadFocus && document.activeElement === document.body) board.querySelector("#picture").focus({ preventScroll: true });
}

class Stage {
  constructor(board) {
    this.board = board;
    [this.rugs, this.area, this.trail, this.assam, this.die] = [".rugs", ".area", ".trail", ".assam", ".market > .die"].map((part) => board.querySelector(part));
    this.numbers = [...board.querySelectorAll("[id^=dirhams-], [id^=points-]")];
    this.last = {
      rugs: [...this.rugs.childNodes],
      numbers: this.numbers.map((number) => number.textContent),
      attributes: [[this.area, "d"], [this.trail, "d"], [this.assam, "transform"]].map(([part, name]) => [part, name, part.getAttribute(name)]),
    };
    this.clear();
  }

  clear() {
    this.area.setAttribute("d", "");
    this.trail.setAttribute("d", "");
    this.die.removeAttribute("href");
  }

  restore() {
    this.clear();
    this.rugs.replaceChildren(...this.last.rugs);
    this.numbers.forEach((number, index) => { number.textContent = this.last.numbers[index]; });
    for (const [part, name, value] of this.last.attributes) part.setAttribute(name, value);
  }

  set(step) {
    this.assam.setAttribute("transform", step.dataset.assam);
    const rugs = step.querySelector("svg g");
    if (rugs) this.rugs.replaceChildren(...[...rugs.childNodes].map((rug) => rug.cloneNode(true)));
    this.count(step);
  }

  count(step) {
    for (const what of ["dirhams", "points"]) {
      step.dataset[what].split(" ").forEach((number, seat) => { this.board.querySelector(`#${what}-${seat}`).textContent = number; });
    }
  }

  async act(step, signal) {
    if (step.dataset.face) await this.walk(step, signal);
    else if (step.querySelector("svg g")) await this.lay(step, signal);
    else await this.turn(step, signal);
    this.set(step);
  }

  async turn(step, signal) {
    const [x, y, from] = placed(this.assam.getAttribute("transform"));
    const by = shortest(placed(step.dataset.assam)[2] - from);
    await frames(by ? TURN : 0, signal, (part) => this.assam.setAttribute("transform", `translate(${x} ${y}) rotate(${from + by * part})`));
  }

  async walk(step, signal) {
    const face = Number(step.dataset.face);
    await this.throwDie(face, signal);
    step.classList.add("now");
    let [, , angle] = placed(this.assam.getAttribute("transform"));
    this.trail.setAttribute("d", step.dataset.path);
    const length = this.trail.getTotalLength();
    await frames(SQUARE * face, signal, (part) => {
      const at = this.trail.getPointAtLength(length * part);
      const ahead = this.trail.getPointAtLength(length * part + 2);
      if (part < 1) angle = (Math.atan2(ahead.y - at.y, ahead.x - at.x) * 180) / Math.PI - 90;
      this.assam.setAttribute("transform", `translate(${at.x} ${at.y}) rotate(${angle})`);
    });
    this.area.setAttribute("d", step.dataset.area);
  }

  async throwDie(face, signal) {
    const [x, y] = placed(this.assam.getAttribute("transform"));
    this.die.setAttribute("transform", `translate(${x > 308 ? x - 120 : x + 50} ${y > 308 ? y - 120 : y + 50}) scale(1.7)`);
    let shown = 0;
    await frames(DIE, signal, (part) => {
      const turns = Math.floor(part * 8);
      if (turns === shown && part > 0) return;
      shown = turns;
      this.die.setAttribute("href", `#die-${part < 1 ? 1 + ((turns + face) % 4) : face}`);
    });
    this.die.setAttribute("href", `#die-${face}`);
  }

  async lay(step, signal) {
    const before = new Set([...this.rugs.children].map(named));
    this.set(step);
    const rug = [...this.rugs.children].find((child) => !before.has(named(child)) && child.dataset.squares.includes(" "));
    if (rug && !signal.aborted) await frames(RUG, signal, (part) => rug.setAttribute("opacity", part));
  }
}

const named = (rug) => `${rug.dataset.colour} ${rug.dataset.squares}`;

/** The numbers of an SVG transform "translate(x y) rotate(angle)". */
const placed = (transform) => transform.match(/-?[\d.]+/g).map(Number);

const shortest = (angle) => ((angle + 540) % 360) - 180;

const wait = (time, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, time);
    signal.addEventListener("abort", () => { clearTimeout(timer); resolve(); }, { once: true });
  });

/** Call `draw` with 0 to 1 over this time, with every frame of the screen. */
const frames = (time, signal, draw) =>
  new Promise((resolve) => {
    const start = performance.now();
    const next = (now) => {
      const part = signal.aborted || time === 0 ? 1 : Math.min(1, Math.max(0, (now - start) / time));
      draw(part);
      if (part < 1) requestAnimationFrame(next);
      else resolve();
    };
    next(start);
  });
