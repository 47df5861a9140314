// Says in the page when making or using a passkey failed; allauth's scripts only tell the console.
"use strict";

document.addEventListener("allauth.error", (event) => {
  event.preventDefault(); // told here, it is no error for the console
  document.getElementById("passkey_trouble").hidden = false;
});
