// Tells the sign-up form the time zone of this device.
"use strict";

{
  const field = document.querySelector("input[name=time_zone]");
  if (field) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "";
}
