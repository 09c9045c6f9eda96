// The floor's API, as the pages use it. Every refusal is an Error with `cite` and `status`.
export class Refused extends Error {
  constructor(message, cite, status) { super(message); this.cite = cite || ""; this.status = status; }
}

export async function ask(method, path, body) {
  const options = { method, headers: { accept: "application/json" }, credentials: "same-origin" };
  if (body !== undefined) { options.headers["content-type"] = "application/json"; options.body = JSON.stringify(body); }
  const answer = await fetch(path, options);
  const text = await answer.text();
  const found = text ? JSON.parse(text) : null;
  if (!answer.ok) throw new Refused(found?.error ?? found?.detail ?? answer.statusText, found?.cite, answer.status);
  return found;
}
export const get = (path) => ask("GET", path);
export const post = (path, body) => ask("POST", path, body);
export const put = (path, body) => ask("PUT", path, body);
export const del = (path) => ask("DELETE", path);

// Whose account this is: the page says so when it is loaded, the floor when something changed.
let mine = JSON.parse(document.getElementById("me")?.textContent || "null");
export const me = () => mine;
// Whether a link on another site led here.
export const fromElsewhere = document.documentElement.dataset.from === "elsewhere";
function changed(account) {
  mine = account;
  document.dispatchEvent(new CustomEvent("account"));
  return account;
}
export const comeAsGuest = async (role = "patron") => changed(await post("/api/guest", { role }));
export const signIn = async (name, password) => changed(await post("/api/session", { name, password }));
export const register = async (name, password) => changed(await post("/api/accounts", { name, password }));
export const again = async () => changed(mine && await get("/api/me"));
export const signOut = async () => { await del("/api/session"); changed(null); };
