// Opening a table and sitting down: a contribution to the dice drawn by this browser, and choices that follow
// the number of players. Without it the server draws, and says what does not go.
"use strict";

{
  const draw = () => {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
  };

  const contribute = () => {
    for (const field of document.querySelectorAll("[data-contribution]")) field.value ||= draw();
  };

  // Only two players choose how the next colour is found.
  const followPlayers = (form) => {
    const players = form.querySelector("[name=players]:checked")?.value;
    form.querySelector("[name=colours]").closest("fieldset").disabled = players !== "2";
  };

  document.addEventListener("DOMContentLoaded", () => {
    contribute();
    // When the game begins, its page has the same address, and is not to be shown as far down as the table was.
    if (document.getElementById("table")) history.scrollRestoration = "manual";
    const form = document.getElementById("open-form");
    if (form) {
      followPlayers(form);
      form.addEventListener("change", () => followPlayers(form));
    }
  });
  document.addEventListener("htmx:after:swap", contribute);
}
