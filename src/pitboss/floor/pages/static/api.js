// The floor's API, as the pages use it. A refusal is an Error with `cite` and `status`.

/** @import { Delete, Get, Me, Post, Put } from "../types/wire.d.ts" */

export class RefusedError extends Error {
  /**
   * @param {string} message
   * @param {string} [cite]
   * @param {number} [status]
   */
  constructor(message, cite = "", status = 0) {
    super(message);
    this.cite = cite;
    this.status = status;
  }
}

/**
 * An error as a refusal: one sentence, with its section where it has one.
 *
 * @param {unknown} error
 * @returns {{ message: string, cite: string }}
 */
export function refusalOf(error) {
  if (error instanceof RefusedError) return error;
  return { message: error instanceof Error ? error.message : String(error), cite: "" };
}

/**
 * The sentence of an error, with its section behind it.
 *
 * @param {unknown} error
 */
export function sentenceOf(error) {
  const { message, cite } = refusalOf(error);
  return cite ? `${message} § ${cite}` : message;
}

/**
 * What the floor answers; `types/wire.d.ts` says what that is.
 *
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 */
async function request(method, path, body) {
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  if (body !== undefined) headers["content-type"] = "application/json";
  const text = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(path, { method, headers, credentials: "same-origin", body: text });
  const answered = await response.text();
  const answer = answered ? JSON.parse(answered) : null;
  if (!response.ok)
    throw new RefusedError(answer?.error ?? answer?.detail ?? response.statusText, answer?.cite, response.status);
  return answer;
}

/**
 * The lines of JSON of a long answer, each as soon as it has arrived.
 *
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} signal
 */
export async function* readLines(path, body, signal) {
  const headers = { accept: "application/x-ndjson, application/json", "content-type": "application/json" };
  const response = await fetch(path, {
    method: "POST",
    headers,
    credentials: "same-origin",
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok || !response.body) {
    const answer = await response.json();
    throw new RefusedError(answer?.error ?? response.statusText, answer?.cite, response.status);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const lines = (rest + value).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield JSON.parse(line);
  }
}

/** @type {Get} */
export const get = (/** @type {string} */ path) => request("GET", path);
/** @type {Post} */
export const post = (/** @type {string} */ path, /** @type {unknown} */ body) => request("POST", path, body);
/** @type {Put} */
export const put = (/** @type {string} */ path, /** @type {unknown} */ body) => request("PUT", path, body);
/** @type {Delete} */
export const del = (/** @type {string} */ path) => request("DELETE", path);

/**
 * The account of this page: the page has it when it is loaded, the floor when something changed.
 *
 * @type {Me | null}
 */
let account = JSON.parse(document.getElementById("me")?.textContent || "null");
export const me = () => account;
/** Whether a link on another site led here. */
export const fromElsewhere = document.documentElement.dataset.from === "elsewhere";

/**
 * @template {Me | null} T
 * @param {T} now
 * @returns {T}
 */
function changeAccount(now) {
  account = now;
  document.dispatchEvent(new CustomEvent("account"));
  return now;
}

/** @param {Me["role"]} [role] */
export const comeAsGuest = async (role = "patron") => changeAccount(await post("/api/guest", { role }));
/** @param {string} name @param {string} password */
export const signIn = async (name, password) => changeAccount(await post("/api/session", { name, password }));
/** @param {string} name @param {string} password */
export const register = async (name, password) => changeAccount(await post("/api/accounts", { name, password }));
/** @param {string} password @param {string} next */
export const changePassword = async (password, next) => changeAccount(await put("/api/me/password", { password, new: next }));
/** Asks the floor for the account again; null where nobody has signed in. */
export const refreshAccount = async () => changeAccount(account && (await get("/api/me")));
export const signOut = async () => {
  await del("/api/session");
  changeAccount(null);
};

/**
 * Loads the page anew for a reader who has signed out in another window, or signed in as another account: it shows no more of what
 * only the first account may see.
 */
export async function checkAccount() {
  if (!account) return;
  const { id, name } = account;
  try {
    const now = await get("/api/me");
    if (now.id === id && now.name === name) return;
  } catch (error) {
    if (!(error instanceof RefusedError) || error.status !== 401) return;
  }
  location.reload();
}
