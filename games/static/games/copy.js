// Buttons that copy a field: data-copy is the field's id.
"use strict";

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  field.select(); // at least, where the clipboard is closed to pages
  if (!navigator.clipboard) return;
  await navigator.clipboard.writeText(field.value);
  document.getElementById("news").textContent = button.textContent = gettext("Copied");
});
