// The dialog in which people change their password.
import { changePassword, refusalOf } from "./api.js";
import { openDialog } from "./dialogs.js";
import { button, element } from "./dom.js";

/** @param {string} id @param {string} autocomplete */
function passwordInput(id, autocomplete) {
  return element("input", { id, name: id, type: "password", autocomplete, required: true });
}

/** Asks for the password and a new one; every other session ends. */
export function openPassword() {
  const current = passwordInput("password-now", "current-password");
  const next = passwordInput("password-next", "new-password");
  const status = element("p", { role: "status" });
  const form = element(
    "form",
    { method: "dialog" },
    element("p", {}, element("label", { for: "password-now" }, "Password now "), current),
    element("p", {}, element("label", { for: "password-next" }, "New password "), next),
    element("p", {}, "Wherever else you are signed in, you have to sign in again."),
    status,
    element(
      "p",
      {},
      element("button", { type: "submit", class: "main" }, "Change password"),
      " ",
      button("Cancel", () => dialog.close()),
    ),
  );
  const dialog = openDialog("password", "Change password", form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await changePassword(current.value, next.value);
      dialog.close();
      location.reload();
    } catch (error) {
      status.textContent = refusalOf(error).message;
    }
  });
}
