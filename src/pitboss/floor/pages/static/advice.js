// What each choice brings, what the last one cost, and how a session stands beside its expectation. Needs advice.css.
import { get } from "/static/api.js";
import { SUITS, dollars, element, signed, withSuits } from "/static/words.js";

const money = (cents) => signed(Math.round(cents)).replace(" ", "\u00a0"); // which is not broken over two lines
const pause = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
const LONGEST = 3; // seconds from one question to the next while a sum is being done

// Asks again while a sum is being done; `waiting` is told what to say meanwhile, `over` whether nobody wants it any more.
async function patiently(path, waiting, over) {
  for (;;) {
    const found = await get(path);
    if (over?.() || found.wait === undefined) return over?.() ? null : found;
    waiting?.(found.say);
    await pause(Math.min(found.wait, LONGEST));
    if (over?.()) return null;
  }
}
const place = (table) => `/api/tables/${table.split("/").map(encodeURIComponent).join("/")}`;
export const adviceAt = (table, waiting, over) => patiently(`${place(table)}/advice`, waiting, over);
export const sessionAt = (table, waiting, over) => patiently(`${place(table)}/session`, waiting, over);

// "raise 2000" is "raise $20", "set Kd Qc" is "K♦ Q♣ low".
export function choiceWords(choice) {
  if (choice.word === "set") return choice.say.slice(4).split(" ").map((card) => card === "Jk" ? "joker" : `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1]]}`).join(" ") + " low";
  return choice.cents ? `${choice.word} ${dollars(choice.cents)}` : choice.say;
}

// Where zero and each bar stand, in parts of the track: all bars begin at zero.
export function bars(values) {
  const low = Math.min(0, ...values), high = Math.max(0, ...values), whole = high - low || 1;
  const zero = -low / whole;
  return { zero, spans: values.map((value) => ({ from: zero + Math.min(0, value) / whole, width: Math.abs(value) / whole })) };
}

const percent = (part) => `${(100 * part).toFixed(2)}%`;

function row(choice, span, zero, exact) {
  const mark = choice.best ? element("span", { class: "advice-mark" }, exact ? "best" : "advised") : null;
  const label = element("span", { class: "advice-label" }, ...withSuits(choiceWords(choice)), mark);
  const line = element("li", { class: choice.best ? "advice-choice best" : "advice-choice" }, label);
  if (choice.brings === null) return line;
  const track = element("span", { class: "advice-track", "aria-hidden": "true" });
  const bar = element("span", { class: choice.brings < 0 ? "advice-bar loss" : "advice-bar" }), mid = element("span", { class: "advice-zero" });
  bar.style.left = percent(span.from);
  bar.style.width = percent(span.width);
  mid.style.left = percent(zero);
  track.append(bar, mid);
  line.append(track, element("span", { class: "advice-brings num" }, money(choice.brings)));
  return line;
}

export function showAdvice(where, advice) {
  if (!advice) return where.replaceChildren();
  const priced = advice.choices.filter((choice) => choice.brings !== null);
  const heading = element("h2", {}, priced.length ? "What each choice brings" : "Advice");
  const { zero, spans } = bars(priced.map((choice) => choice.brings));
  const list = element("ol", { class: "advice-list" });
  for (const choice of advice.choices) list.append(row(choice, spans[priced.indexOf(choice)], zero, priced.length > 0));
  const notes = [advice.why, advice.basis].filter(Boolean).map((words) => element("p", { class: "advice-note dim" }, words));
  where.replaceChildren(heading, ...(advice.choices.length ? [list] : []), ...notes);
}
export function showWaiting(where, words) {
  where.replaceChildren(element("h2", {}, "What each choice brings"), element("p", { class: "advice-note dim" }, words));
}

// What an answer cost against the best one, in cents; null where that is not known. `said` is a word with its cents behind it.
export function costOf(advice, said) {
  const sorted = (words) => words.startsWith("set ") ? words.slice(4).split(" ").sort().join(" ") : words;
  const made = advice?.choices.find((choice) => sorted(choice.say) === sorted(said));
  const best = advice?.choices.find((choice) => choice.best);
  return !made || made.brings === null || best.brings === null ? null : best.brings - made.brings;
}
export function showCost(where, advice, said) {
  const cost = costOf(advice, said);
  if (cost === null) return where.replaceChildren();
  const words = Math.round(cost) <= 0 ? "Your last choice was the best one." : `Your last choice cost ${dollars(Math.round(cost))} against the best one.`;
  where.replaceChildren(element("p", { class: "advice-note" }, words));
}

// "This session − $35, expected − $8.20 ± $61".
export function sessionWords(session) {
  const rounds = session.rounds === 1 ? "1 round" : `${session.rounds} rounds`;
  if (!session.rounds) return "No round of this session is over.";
  const result = `This session ${money(session.result)} in ${rounds}`;
  return session.deviation ? `${result}, expected ${money(session.expected)} \u00b1 ${dollars(Math.round(session.deviation))}` : result;
}
export function showSession(where, session) {
  if (!session) return where.replaceChildren();
  const line = element("p", { class: "session-line num" }, sessionWords(session));
  const more = element("details", { class: "advice-note dim" }, element("summary", {}, "What that means"));
  if (session.deviation) more.append(element("p", { class: "num" }, `95% of such sessions end between ${money(session.interval[0])} and ${money(session.interval[1])}.`));
  more.append(element("p", {}, session.basis));
  where.replaceChildren(line, ...(session.rounds ? [more] : []));
}
