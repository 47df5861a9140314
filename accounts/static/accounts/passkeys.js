// Says in the page when making or using a passkey failed; allauth's scripts only tell the console.
"use strict";

document.addEventListener("allauth.error", () => {
  document.getElementById("passkey_trouble").hidden = false;
});
