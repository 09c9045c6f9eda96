// The tables at which this browser has played, with when.
const KEY = "pitboss.played";
const MOST = 100;

/** @returns {Record<string, number>} milliseconds since 1970, by table */
export function lastPlayed() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    return {};
  }
}

/** @param {string} table */
export function notePlayed(table) {
  const latest = Object.entries({ ...lastPlayed(), [table]: Date.now() }).sort(([, a], [, b]) => b - a);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(latest.slice(0, MOST))));
  } catch {
    /* a browser that keeps nothing */
  }
}
