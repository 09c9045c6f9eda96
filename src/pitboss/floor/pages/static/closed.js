// On a practice floor somebody comes in a role, and the page that was closed opens.
import { comeAsGuest } from "/static/api.js";

for (const button of document.querySelectorAll("[data-role]")) {
  button.addEventListener("click", async () => {
    try { await comeAsGuest(button.dataset.role); location.reload(); }
    catch (refused) { document.getElementById("closed-said").textContent = refused.message; }
  });
}
