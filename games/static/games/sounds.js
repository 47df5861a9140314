// Short sounds, made here from plain tones, for who has asked for them in his preferences: my turn, a move of others,
// the end of the game, something said. A browser that allows no sound before a page was touched is not asked.

const SOUNDS = { // each note: pitch in hertz, start and length in seconds
  turn: [[587, 0, 0.14], [880, 0.12, 0.3]],
  move: [[392, 0, 0.12]],
  over: [[523, 0, 0.18], [659, 0.16, 0.18], [784, 0.32, 0.5]],
  chat: [[988, 0, 0.07], [1319, 0.06, 0.12]],
};
const LOUDNESS = 0.12; // of 1

let context;

function ring(name) {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  context.resume().then(() => SOUNDS[name].forEach(play), () => {});
}

function play([pitch, start, length]) {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  const from = context.currentTime + start;
  tone.type = "triangle";
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0, from);
  volume.gain.linearRampToValueAtTime(LOUDNESS, from + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.0001, from + length);
  tone.connect(volume).connect(context.destination);
  tone.start(from);
  tone.stop(from + length);
}

const present = () => {
  const board = document.getElementById("board");
  const last = [...board.querySelectorAll("#steps li[data-seat]")].at(-1);
  return {
    ply: Number(board.dataset.ply),
    isDue: board.classList.contains("due"),
    isOver: board.classList.contains("phase-over"),
    isMine: board.dataset.me !== undefined && last?.dataset.seat === board.dataset.me,
  };
};

let known = present();

document.addEventListener("htmx:after:swap", () => {
  const before = known;
  known = present();
  if (known.isOver && !before.isOver) ring("over");
  else if (known.isDue && !before.isDue) ring("turn");
  else if (known.ply > before.ply && !known.isMine && !known.isDue) ring("move");
});
document.body.addEventListener("chat:heard", () => ring("chat"));
