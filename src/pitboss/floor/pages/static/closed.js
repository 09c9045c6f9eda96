// On a practice floor a guest comes in a role, and the page that was closed opens.
import { comeAsGuest, refusalOf } from "./api.js";
import { byId } from "./dom.js";

/** @import { Me } from "../types/wire.d.ts" */

for (const button of document.querySelectorAll("button[data-role]")) {
  button.addEventListener("click", async () => {
    try {
      await comeAsGuest(/** @type {Me["role"]} */ (button.getAttribute("data-role")));
      location.reload();
    } catch (error) {
      byId("closed-said").textContent = refusalOf(error).message;
    }
  });
}
