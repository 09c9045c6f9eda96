// What every page has: the theme, the settings, and the account of the reader.
import { fromElsewhere, get, me, refusalOf, register, signIn, signOut } from "./api.js";
import { openDialog } from "./dialogs.js";
import { button, byId, element } from "./dom.js";
import { openSettings, useSettings } from "./settings.js";
import { dollars } from "./words.js";

useSettings();
document.getElementById("settings-button")?.addEventListener("click", openSettings);

function showAccount() {
  const place = byId("account");
  const account = me();
  if (!account) {
    place.replaceChildren(button("Sign in", openSignIn, { class: "plain" }));
    return;
  }
  const role = account.role === "patron" ? "" : `, ${account.role}`;
  const leave = async () => {
    await signOut();
    location.assign("/");
  };
  const title = "Play chips only: they are not money and cannot become it.";
  const where = element("span", { class: "of" }, " in the cage");
  const words = element("span", { title }, `${account.name}${role} · ${dollars(account.cage)}`, where);
  place.replaceChildren(words, button("Sign out", leave, { class: "plain" }));
}

// A name and a password; a guest who registers keeps the chips.
function openSignIn() {
  const name = element("input", { id: "sign-in-name", name: "name", autocomplete: "username", required: true });
  const password = element("input", {
    id: "sign-in-password",
    name: "password",
    type: "password",
    autocomplete: "current-password",
    required: true,
  });
  const status = element("p", { role: "status" });
  const enter = element("button", { type: "submit", class: "main", value: "sign in" }, "Sign in");
  const join = element("button", { type: "submit", value: "register" }, "Make an account");
  const cancel = button("Cancel", () => dialog.close());
  const form = element(
    "form",
    { method: "dialog" },
    element("p", {}, element("label", { for: "sign-in-name" }, "Name "), name),
    element("p", {}, element("label", { for: "sign-in-password" }, "Password "), password),
    status,
    element("p", {}, enter, " ", join, " ", cancel),
  );
  const dialog = openDialog("sign-in", "Sign in", form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      await (event.submitter === join ? register : signIn)(name.value, password.value);
      location.reload();
    } catch (error) {
      status.textContent = refusalOf(error).message;
    }
  });
}

// A browser keeps its cookie to itself where another site leads here; the page asks once whether there is one, and comes again with it.
if (fromElsewhere && !me() && !history.state?.asked) {
  history.replaceState({ asked: true }, "");
  get("/api/me").then(
    () => location.reload(),
    () => {},
  );
}
showAccount();
document.addEventListener("account", showAccount);
