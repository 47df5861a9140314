// Hands on what the page's socket says: each message becomes an event on <body>, "live:game", "live:glimpse", "live:lobby",
// "live:ladder", "live:mine", "live:chat" or "live:watching", with the message as its detail. Pages answer by fetching what changed.
"use strict";

{
  const SPREAD = 1500; // milliseconds over which all who read a list, the lobby or standings, fetch it after a change

  const tell = (message) => document.body.dispatchEvent(new CustomEvent(`live:${message.kind}`, { detail: message }));

  // An element that shows a game says which and in what version; older news is no news.
  const isNews = ({ code, version }) => {
    const shown = document.querySelector(`[data-game="${CSS.escape(code)}"]`);
    return !shown || version > Number(shown.dataset.version);
  };

  let listTimer;
  const tellSoon = (message) => {
    listTimer ??= setTimeout(() => {
      listTimer = undefined;
      tell(message);
    }, Math.random() * SPREAD);
  };

  // The first socket of a fresh page says how many games wait: as many as the page shows is no news.
  let connections = 0;
  const isKnown = ({ waiting }) => connections === 1 && waiting === Number(document.getElementById("waiting")?.dataset.waiting);

  const hear = (message) => {
    if (["lobby", "ladder"].includes(message.kind)) tellSoon(message);
    else if (["game", "glimpse"].includes(message.kind) ? isNews(message) : !isKnown(message)) tell(message);
  };

  document.addEventListener("htmx:ws:after:connection", () => {
    connections += 1;
  });

  document.addEventListener("htmx:ws:before:message:incoming", (event) => {
    event.preventDefault(); // nothing that comes by socket is swapped in by itself
    hear(JSON.parse(event.detail.message.data));
  });

  // The counter of games that wait is in the page's title too.
  document.addEventListener("htmx:after:swap", () => {
    const waiting = Number(document.getElementById("waiting")?.dataset.waiting);
    const title = document.title.replace(/^\(\d+\) /, "");
    document.title = waiting ? `(${waiting}) ${title}` : title;
  });

  // Only now, when all scripts are there to listen. htmx may have looked at the page before it knew of sockets.
  document.addEventListener("DOMContentLoaded", () => {
    htmx.process(document.body);
    const live = document.getElementById("live");
    if (live) htmx.trigger(live, "live:connect");
  });

  // Back from the browser's memory, a page may have missed everything.
  addEventListener("pageshow", (event) => {
    if (event.persisted) ["game", "lobby", "ladder", "mine"].forEach((kind) => tell({ kind }));
  });
}
