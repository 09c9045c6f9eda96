// What every page has: the theme, the settings, and whose account this is.
import { fromElsewhere, get, me, register, signIn, signOut } from "/static/api.js";
import { openSettings, useSettings } from "/static/settings.js";
import { dollars, element } from "/static/words.js";

useSettings();
document.getElementById("settings-button")?.addEventListener("click", openSettings);

function showAccount() {
  const place = document.getElementById("account"), account = me();
  if (!account) {
    const come = element("button", { type: "button", class: "plain" }, "Sign in");
    come.addEventListener("click", openSignIn);
    return place.replaceChildren(come);
  }
  const role = account.role === "patron" ? "" : `, ${account.role}`;
  const out = element("button", { type: "button", class: "plain" }, "Sign out");
  out.addEventListener("click", async () => { await signOut(); location.assign("/"); });
  place.replaceChildren(element("span", { title: "Play chips only: they are not money and cannot become it." },
    `${account.name}${role} · ${dollars(account.cage)} in the cage`), out);
}

// A name and a password; a guest who registers keeps his chips.
function openSignIn() {
  document.getElementById("sign-in")?.remove();
  const name = element("input", { id: "sign-in-name", name: "name", autocomplete: "username", required: true });
  const password = element("input", { id: "sign-in-password", name: "password", type: "password", autocomplete: "current-password", required: true });
  const told = element("p", { role: "status" }), close = element("button", { type: "button" }, "Cancel");
  const old = element("button", { type: "submit", class: "main", value: "sign in" }, "Sign in"), fresh = element("button", { type: "submit", value: "register" }, "Make an account");
  const form = element("form", { method: "dialog" }, element("p", {}, element("label", { for: "sign-in-name" }, "Name "), name),
    element("p", {}, element("label", { for: "sign-in-password" }, "Password "), password), told, element("p", {}, old, " ", fresh, " ", close));
  const dialog = element("dialog", { id: "sign-in", "aria-labelledby": "sign-in-title" }, element("h2", { id: "sign-in-title" }, "Sign in"), form);
  close.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await (event.submitter?.value === "register" ? register : signIn)(name.value, password.value);
      location.reload();
    } catch (error) { told.textContent = error.message; }
  });
  document.body.append(dialog);
  dialog.showModal();
}
// A browser keeps its cookie to itself where another site leads here; the page asks once whether there is one, and comes again with it.
if (fromElsewhere && !me() && !history.state?.asked) {
  history.replaceState({ asked: true }, "");
  get("/api/me").then(() => location.reload(), () => {});
}
showAccount();
document.addEventListener("account", showAccount);
