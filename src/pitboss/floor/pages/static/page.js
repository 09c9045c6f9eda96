// What every page has: the theme, the settings, and whose account this is.
import { me, signOut } from "/static/api.js";
import { openSettings, useSettings } from "/static/settings.js";
import { dollars, element } from "/static/words.js";

useSettings();
document.getElementById("settings-button")?.addEventListener("click", openSettings);

function showAccount() {
  const place = document.getElementById("account"), account = me();
  if (!account) return place.replaceChildren();
  const role = account.role === "patron" ? "" : `, ${account.role}`;
  const out = element("button", { type: "button", class: "plain" }, "Sign out");
  out.addEventListener("click", async () => { await signOut(); location.assign("/"); });
  place.replaceChildren(element("span", { title: "Play chips only: they are not money and cannot become it." },
    `${account.name}${role} · ${dollars(account.cage)} in the cage`), out);
}
showAccount();
document.addEventListener("account", showAccount);
