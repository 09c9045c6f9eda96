// The page of one table: what comes over the line is folded into a layout, shown on the felt, told in the dealer's words, and asked.
import { again, comeAsGuest, fromElsewhere, get, me, post, Refused } from "/static/api.js";
import { adviceAt, sessionAt, showAdvice, showCost, showSession, showWaiting } from "/static/advice.js";
import { Betting } from "/static/betting.js";
import { Choices } from "/static/choices.js";
import { Clock } from "/static/clock.js";
import { DealerLog } from "/static/dealer.js";
import { Stage } from "/static/felt.js";
import { openIncident } from "/static/incidents.js";
import { showKeys, useKeys } from "/static/keys.js";
import { Layout, reportOnce, seatOf } from "/static/layout.js";
import { firstOnList, offerLeaving, sureToLeave, yieldSeats } from "/static/leaving.js";
import { Line } from "/static/line.js";
import { openRule } from "/static/rules.js";
import { motion, set, settings } from "/static/settings.js";
import { Rounds } from "/static/rounds.js";
import { useTabs } from "/static/tabs.js";
import { dollars, element, plainWords, signed } from "/static/words.js";

const about = JSON.parse(document.getElementById("about").textContent);
const $ = (id) => document.getElementById(id);
const PACE = { deal: 110, draw: 110, reveal: 160, move: 110, discard: 40, collect: 70, pay: 70, return: 50, bonus: 70, award: 250, gather: 120, decide: 40 };
const LONGEST = 2200; // milliseconds in which what came together is shown

const log = new DealerLog($("log"));
const stage = new Stage($("stage"), about, { sit: (seat) => sitDown(seat), area: (wager, cents) => { if (mode === "betting") betting.add(wager, cents); } });
const choices = new Choices($("choices"), about, { answer, setting });
const betting = new Betting($("choices"), about, { deal: placeWagers, changed: draw, refused: tellRefusal });
// Before a round it is the time until which wagers may be placed, by whoever has placed his and whoever has not.
const clock = new Clock($("clock"), () => (!layout.in_progress && !about.poker ? "No more bets in " : ""));
const rounds = new Rounds($("rounds"), $("tab-history"), about.name);

let layout = new Layout(about.decks), seats = [], asked = [], question = null, mode = "", state = "opening", busy = false, said = Promise.resolve(), advised = null, playing = Promise.resolve(), turn = 0, whole = false, hurried = false, lost = false;
let fresh = []; // seats whose player did not hold them in the round that lies on the felt
let won = { round: 0, words: "" }; // how the last hand of Poker ended
let waits = false; // whether the next free seat is taken at once
let answered = false; // whether the question of now has been answered from here

// ------------------------------------------------------------------ what comes

// What the lobby's link asks for. A link on another site seats nobody: he sees the table, and sits down himself.
const wished = ["#play", "#bots"].includes(location.hash), wish = wished && !fromElsewhere ? location.hash : "";
if (wished) history.replaceState(history.state, "", location.pathname);
const line = new Line(about.name, {
  whole(message) {
    layout = Layout.from(message.table);
    seats = message.table.you ?? [];
    fresh = message.table.new ?? [];
    log.clear();
    log.say(message.words ?? [], { now: false });
    asked = message.table.asked ?? [];
    question = message.question ?? null;
    answered = false;
    won = { round: 0, words: "" };
    clock.set(message.clock);
    showFair(message.table.promises ?? []);
    skip();
    refresh();
    if (about.poker && layout.round && !layout.in_progress) tellWinners(layout.round);
    if (!whole) playAtOnce();
    whole = true;
  },
  frames(message) {
    const now = turn;
    playing = playing.then(() => play(message, now)).catch((error) => { console.warn(error); line.reopen(); });
  },
  state(word, why) {
    state = word;
    if (word === "lost") lost = true;
    if (word === "lost") status(why === "resync" ? "Coming back to the table…" : "The line is lost. Trying again…", "lost");
    else if (word === "ended") status(`This table has ended: ${why || "it is closed"}.`, "lost");
    else if (word === "open" && lost) {
      lost = false;
      if (whole) notice("The line is back: what you see is the table as it is.");
      stillMe();
    }
    if (word !== "opening") actions();
  },
  late(command, error) { notice(error ? `What you said before was refused: ${error.message}` : "What you said before the line was lost was carried out."); },
});

// Whoever has signed out in another window, or come there as somebody else, is shown no more here of what only he may see.
async function stillMe() {
  if (!me()) return;
  try {
    const now = await get("/api/me");
    if (now.id === me().id && now.name === me().name) return;
  } catch (error) { if (error.status !== 401) return; }
  location.reload();
}

// Shows what has happened, act by act where cards or chips move; no more of it once a whole table has come, which has it all.
async function play(message, now) {
  if (now !== turn) return;
  const frames = message.frames ?? [];
  const rows = frames.flatMap((frame) => frame.steps ?? []).filter(Boolean);
  if (wasLate(rows)) tellLate(mine()[0]);
  asked = [];
  clock.set(null);
  const pause = document.hidden ? 0 : motion();
  const whole = rows.reduce((sum, row) => sum + (PACE[row[1]] ?? 0), 0);
  const scale = pause * Math.min(1, LONGEST / Math.max(1, whole));
  if (layout.in_progress || rows.some((row) => row[1] === "begin")) { mode = "playing"; actions(); }
  for (const frame of frames) {
    const words = frame.words ?? [], steps = frame.steps ?? [];
    let spoken = 0;
    for (const [at, row] of steps.entries()) {
      if (!row) continue;
      const due = Math.ceil(((at + 1) / steps.length) * words.length); // the dealer speaks while he deals, not before
      try { see(row); log.say(words.slice(spoken, due)); } catch (error) { // the step is shown as it is, and the table goes on
        reportOnce(`a step cannot be shown: ${row[1]} of § ${row[0]}`, error);
        log.say([plainWords(row)]);
      }
      spoken = due;
      const wait = (PACE[row[1]] ?? 0) * scale;
      if (wait > 0) { draw(); await new Promise((done) => setTimeout(done, wait)); }
      if (now !== turn) return;
    }
    log.say(words.slice(spoken));
    for (const promise of frame.evidence ?? []) if (promise.promise !== undefined || promise.kind === "promise") showFair([promise]);
  }
  if (message.asked !== undefined) {
    asked = message.asked;
    question = message.question ?? null;
    answered = false;
    clock.set(message.clock);
  }
  if (mode === "playing") mode = "";
  refresh();
}
// One step: the picture, who sits where, and what begins or ends with it.
function see(row) {
  const before = seats, [, act, who, , , , , note] = row;
  layout.see(row);
  if (act === "sit" && me() && note === me().name) seats = [...new Set([...seats, seatOf(who)])];
  if (act === "leave") seats = seats.filter((seat) => seat !== seatOf(who));
  if (act === "sit") fresh = [...fresh, seatOf(who)];
  if (act === "begin") fresh = [];
  if (before !== seats && act === "leave" && before.length !== seats.length) again();
  if (act === "begin") { betting.stop(); advised = null; $("advice").replaceChildren(); }
  if (act === "end") ended();
}
const skip = () => { playing = Promise.resolve(); turn += 1; if (mode === "playing") mode = ""; };

function refresh() {
  layout.asked = asked;
  draw();
  actions();
  $("round").textContent = layout.round ? `round ${layout.round}` : "";
}

function draw() {
  stage.show(layout, { you: seats, fresh, asked: asked.map((each) => each.seat), staged: mode === "betting" ? betting.wagers : {} });
}

function showFair(promises) {
  const last = promises.at(-1)?.promise ?? promises.at(-1);
  if (typeof last !== "string") return;
  $("fair").textContent = `shuffle ${last.slice(0, 4)}…${last.slice(-4)}`;
  $("fair").title = `The house has promised the next shuffle: ${last}. History shows that it kept its word.`;
}

// ------------------------------------------------------------------ what you can do

function status(words, kind = "", cite = "") {
  const place = $("status");
  place.className = `status ${kind}`;
  place.replaceChildren(words);
  if (cite) place.append(" ", citation(cite));
}
function citation(cite) {
  const button = element("button", { type: "button", class: "cite" }, `§ ${cite}`);
  button.addEventListener("click", () => openRule(cite));
  return button;
}
function tellRefusal(why, cite) {
  if (why) status(why, "refused", cite);
  else if (mode === "betting") status(invitation());
}
const invitation = () => (!clock.runs ? "Place your wagers, then deal." : "Others have placed their wagers: place yours before the time is over, or sit this round out.");

// Invites to place wagers, with what the last round brought; again when the time for it begins to run, and how much it is for those
// who listen, as the clock itself is not read out.
function invite(still) {
  const runs = clock.runs;
  if (still && runs === hurried) return;
  hurried = runs;
  if (still && $("status").classList.contains("refused")) return;
  status(summary() || invitation());
  if (runs) $("status").append(element("span", { class: "visually-hidden" }, ` You have ${clock.left} seconds.`));
}

const mine = () => asked.filter((each) => seats.includes(each.seat));
// The seats whose last round was his own: what the player before him won or lost there is not told as his.
const held = () => seats.filter((seat) => !fresh.includes(seat));
const chipsOf = (seat) => layout.seats[seat]?.chips ?? 0;

// Draws the controls for the state that the table is in.
function actions() {
  const place = $("choices"), own = mine()[0], seat = seats[0];
  const before = mode, held = place.contains(document.activeElement);
  if (before === "betting" && (own || layout.in_progress || !seats.length)) betting.stop();
  if (state !== "open") { choices.clear(); $("more").replaceChildren(); mode = state; return; }
  if (own) {
    mode = "asked";
    choices.ask(own.choices?.length ? own : { ...own, choices: [] });
    status(question?.[1] ?? "Your decision.", "", own.cite);
    advice();
  } else if (!seats.length) { mode = "watching"; watching(place); }
  else if (mode === "playing") { choices.clear(); status(""); }
  else if (layout.in_progress) {
    mode = "waiting";
    choices.clear();
    status(asked.length ? `Waiting for ${asked.map((each) => nameOf(each.seat)).join(" and ")}.` : "The dealer goes on.");
  } else if (about.poker) { mode = "hands"; choices.clear(); between(place); }
  else if (Object.keys(layout.placed[seat] ?? {}).length) { mode = "placed"; placed(place); }
  else {
    mode = "betting";
    if (before === "betting") betting.update(chipsOf(seat)); // the controls stay as they are under one's hand
    else {
      betting.clear();
      betting.show(chipsOf(seat));
    }
    invite(before === "betting");
  }
  tools(seat);
  // Whoever came by keyboard stays where he acts, though the buttons are others now.
  if (held && document.activeElement === document.body) (place.querySelector("button.main:enabled") ?? place.querySelector("button:enabled"))?.focus({ preventScroll: true });
}

let noticed;
// A few words beside what is asked, for a while.
function notice(words, { kind = "", cite = "", seconds = 8 } = {}) {
  clearTimeout(noticed);
  const place = $("notice");
  place.className = `notice ${kind}`;
  place.replaceChildren(words, ...(cite ? [" ", citation(cite)] : []));
  noticed = setTimeout(() => place.replaceChildren(), 1000 * seconds);
}

const nameOf = (seat) => (seats.includes(seat) ? "you" : layout.seats[seat]?.player ?? `seat ${seat}`);

// What the last round brought you, in a sentence.
function summary() {
  const results = held().flatMap((seat) => Object.values(layout.results[seat] ?? {}));
  if (!results.length || layout.in_progress) return "";
  const net = results.reduce((sum, each) => sum + each.back - each.placed, 0);
  if (layout.void) return `The round was void: every wager came back.`;
  return `${net > 0 ? `You won ${dollars(net)}.` : net < 0 ? `You lost ${dollars(-net)}.` : "You broke even."} ${invitation()}`;
}

function watching(place) {
  const free = freeSeats();
  if (about.room && free.length) firstOnList(about).then((first) => { if (first && mode === "watching") status(yieldSeats(place, first, about)); });
  const button = element("button", { type: "button", class: "choice main", disabled: !free.length }, me() ? "Sit down" : "Sit down as a guest", element("small", {}, `with ${dollars(about.buy_in)} in play chips`));
  const select = element("select", { "aria-label": "Which seat" }, ...free.map((seat) => element("option", { value: seat }, `seat ${seat}`)));
  if (free.length) select.value = String(middleOf(free));
  button.addEventListener("click", () => sitDown(Number(select.value)));
  place.replaceChildren(button, select);
  const next = hasBots() ? "A bot gives its seat up when the round is over." : "You can look on, or play at another table.";
  status(free.length ? "Play chips only: they are not money and cannot become it." : `Every seat is taken. ${waits ? "You sit down as soon as one is free. " : ""}${next}`);
  if (waits && free.length) { waits = false; setTimeout(() => sitDown(middleOf(free))); }
}
const hasBots = () => Object.values(layout.seats).some((sits) => sits.player.endsWith(" (bot)"));

function placed(place) {
  const back = element("button", { type: "button" }, "Take back ", element("kbd", { "aria-hidden": "true" }, "Esc"));
  const now = element("button", { type: "button", class: "choice main" }, "No more wagers from me");
  back.addEventListener("click", takeBack);
  now.addEventListener("click", () => { line.ready(true); status("The round begins as soon as everybody is ready."); });
  place.replaceChildren(now, back);
  status("Your wagers are placed. The round begins when everybody has placed theirs.");
}

function between(place) {
  const there = Object.keys(layout.seats).length;
  const next = there > 1 ? "The next hand begins in a moment." : "A hand needs two players: ask for bots, or wait for somebody.";
  status(won.words && won.round === layout.round ? `${won.words} ${next}` : next);
  place.replaceChildren();
}

// What one does rarely: company, chips, leaving, advice, an incident.
function tools(seat) {
  const row = $("more");
  row.replaceChildren();
  const employee = ["dealer", "floorperson", "pit boss"].includes(me()?.role);
  const tool = (words, act) => { const button = element("button", { type: "button" }, words); button.addEventListener("click", act); row.append(button); return button; };
  if (layout.in_progress && (seats.length ? about.practice && onlyBots() : employee)) tool("Something went wrong…", declare);
  if (!seats.length) return;
  if (!layout.in_progress) offerBots(tool("Bring bots", () => ask(bringBots, "Bots have sat down.")));
  const cents = Math.min(me()?.cage ?? 0, about.buy_in);
  if (!layout.in_progress && cents) tool("Buy chips", () => say({ do: "buy", seat, cents }).then(again));
  const leaving = tool("Leave the table", () => leave());
  if (about.banks && layout.in_progress) offerLeaving(leaving, about);
  tool("Keys ?", showKeys).className = "keys";
}

// The floor knows how many bots can sit down; it is asked again when other people sit there.
let company = { among: "", bots: 0 };
async function offerBots(button) {
  button.className = "bots";
  const among = JSON.stringify([layout.round, Object.keys(layout.seats)]);
  button.hidden = company.among !== among || !company.bots;
  if (company.among === among) return;
  company = { among, bots: 0 };
  const { bots } = await get(`/api/tables/${about.name}/bots`).catch(() => ({ bots: 0 }));
  if (company.among !== among) return;
  company.bots = bots;
  for (const each of $("more").querySelectorAll(".bots")) each.hidden = !bots;
}
const bringBots = () => post(`/api/tables/${about.name}/bots`, { bots: Math.min(company.bots, 3) });
const onlyBots = () => Object.entries(layout.seats).every(([seat, sits]) => seats.includes(Number(seat)) || sits.player.endsWith(" (bot)"));
// An incident of the chapter's list.
function declare() {
  const players = Object.fromEntries(Object.entries(layout.seats).map(([seat, sits]) => [seat, sits.player]));
  openIncident({ name: about.name, seats: about.seats, players }, about.chapter, { say: (command) => line.say(command) }).catch(refusal);
}

async function ask(act, done) {
  try { await act(); if (done) status(done); } catch (error) { refusal(error); }
}
// What is asked, or who is waited for, stays there: the refusal stands beside it.
function refusal(error) {
  if (["asked", "waiting", "playing"].includes(mode)) notice(error.message, { kind: "refused", cite: error.cite });
  else status(error.message, "refused", error.cite);
}

// Says something at the table. One thing at a time: a second click while the first is on its way does nothing.
async function say(command) {
  if (busy) return undefined;
  busy = true;
  said = line.say(command);
  try { return await said; } catch (error) { refusal(error); return undefined; } finally { busy = false; }
}

async function sitDown(seat) {
  if (busy || !seat || seats.length) return;
  try {
    const fresh = !me();
    let account = fresh ? await comeAsGuest() : await again();
    if (fresh) { line.reopen(); await opened(); }
    if (account.cage < about.nearly_empty) account = await post("/api/me/chips", {}).then(again);
    const cents = Math.min(account.cage, about.buy_in);
    if (!cents) { status("There are no chips left in your cage: leave another table first, they come back with you.", "refused"); return; }
    if (about.room) {
      const table = about.name.slice(about.room.length + 1);
      const board = await get(`/api/rooms/${about.room}`);
      await post(`/api/rooms/${about.room}/commands`, { id: crypto.randomUUID(), version: board.version, command: { do: "take seat", player: account.name, table, seat, cents } });
    } else await say({ do: "sit", seat, player: account.name, cents });
    again();
  } catch (error) { refusal(error); }
}
// Whoever comes to play sits down at once, with bots if he likes; a reload does not do it again.
async function playAtOnce() {
  if (!wish) return;
  const free = freeSeats();
  if (!seats.length && !free.length) { waits = true; actions(); return; }
  if (!seats.length && free.length) await sitDown(middleOf(free));
  for (let tries = 0; !seats.length && tries < 100; tries += 1) await new Promise((done) => setTimeout(done, 30));
  if (!seats.length || wish !== "#bots" || Object.keys(layout.seats).length > 1) return;
  const { bots } = await get(`/api/tables/${about.name}/bots`);
  if (bots) await ask(() => post(`/api/tables/${about.name}/bots`, { bots: Math.min(bots, 3) }), "");
}
const freeSeats = () => Array.from({ length: about.seats }, (_, at) => at + 1).filter((seat) => !layout.seats[seat]);
const middleOf = (free) => free.reduce((best, seat) => (Math.abs(seat - (about.seats + 1) / 2) < Math.abs(best - (about.seats + 1) / 2) ? seat : best), free[0]);
function opened() {
  return new Promise((resolve) => { const look = () => (state === "open" ? resolve() : setTimeout(look, 20)); look(); });
}

// In a round the floor says what happens to the wagers, and the player is asked first.
async function leave() {
  const found = layout.in_progress ? await get(`/api/tables/${about.name}/leaving`).catch(() => null) : null;
  if (found?.says && !layout.folded.includes(seats[0]) && !(await sureToLeave(found))) return;
  for (const seat of [...seats]) await say({ do: "leave", seat });
}
async function placeWagers(wagers) {
  const seat = seats[0];
  betting.last = wagers;
  await say({ do: "bet", seat, wagers });
}
async function takeBack() {
  if (mode === "placed") await say({ do: "bet", seat: seats[0], wagers: {} });
  else if (mode === "betting") betting.clear();
}
async function answer(word, cents) {
  const own = mine()[0], version = line.version;
  if (!own) return;
  await said.catch(() => {}); // what was said before the line was lost may still wait for its answer
  if (line.version !== version) return; // a second click, whose question is answered
  const command = word === "cut" || word === "refuse" ? { do: "cut", seat: own.seat, depth: word === "cut" ? cents : null } : { do: "decide", seat: own.seat, word, ...(cents ? { cents } : {}) };
  const told = advised;
  answered = true;
  const done = (await say(command)) !== undefined;
  if (!done) answered = false;
  if (done && told) showCost($("advice"), told, cents ? `${word} ${cents}` : word);
}
function setting(cards, low) { return post(`/api/tables/${about.name}/setting`, { cards: cards.join(" "), low: low.join(" ") }); }

// ------------------------------------------------------------------ advice and the session

function advice() {
  const place = $("advice");
  advised = null;
  const button = element("button", { type: "button" }, "What does each choice bring?");
  button.addEventListener("click", askAdvice);
  place.replaceChildren(button);
}
async function askAdvice() {
  const place = $("advice"), asked = mine()[0], over = () => mine()[0] !== asked;
  showWaiting(place, "Reckoning…");
  try {
    const found = await adviceAt(about.name, (words) => showWaiting(place, words), over);
    if (!found) return;
    advised = found;
    showAdvice(place, found);
    choices.advise(found.choices.find((choice) => choice.best), found.choices.some((choice) => choice.brings !== null) ? "best play" : "advised");
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showWaiting(place, error.message);
  }
}
async function ended() {
  const round = layout.round;
  const results = held().flatMap((seat) => Object.values(layout.results[seat] ?? {}));
  rounds.add(round, results.length ? signed(results.reduce((sum, each) => sum + each.back - each.placed, 0)) : "");
  if (about.poker) tellWinners(round);
  if (!seats.length || about.poker) return;
  const over = () => mode === "asked" || layout.round !== round;
  const found = await sessionAt(about.name, null, over).catch(() => null);
  if (found && !over()) showSession($("advice"), found);
}

// Says who won a hand of Poker, how much, and with which hand, where it was shown.
async function tellWinners(round) {
  const found = await get(`/api/tables/${about.name}/outcome`).catch(() => null);
  if (found?.round !== round || layout.round !== round || layout.in_progress || !found.won.length || won.round === round) return;
  const told = found.won.map(({ seat, cents, hands }) => {
    const own = held().includes(seat), who = own ? "You win" : `${layout.seats[seat]?.player ?? `Seat ${seat}`} wins`;
    return `${who} ${dollars(cents)}${hands.length ? ` with ${hands.join(" and ")}` : ": everybody else has folded"}.`;
  });
  won = { round, words: told.join(" ") };
  log.say([["", won.words]]);
  if (mode === "hands") between($("choices"));
}

// ------------------------------------------------------------------ who was late, and what is pressed

// What the dealer has done for whoever did not answer, by the word of the answer.
const DONE = { fold: "folded", check: "checked", stand: "stood", "let it ride": "let the bet ride", keep: "kept your cards", show: "showed your hand", refuse: "cut the cards", set: "set your hands", insurance: "took insurance" };
// Whether the clock has answered my question: it had run out, and nobody answered from here.
function wasLate(rows) {
  const own = mine()[0];
  if (!own || answered || !clock.ranOut) return false;
  return own.choices?.[0]?.word === "cut" || rows.some((row) => row[1] === "decide" && row[2].split(" ")[0] === `seat_${own.seat}`);
}
function tellLate({ silent }) {
  const word = silent?.startsWith("set ") ? "set" : silent ?? "";
  const words = `Time was up: the dealer ${DONE[word] ?? `answered \u201c${word}\u201d`} for you.`;
  notice(words, { seconds: 20 });
  log.say([["", words]]);
}

useKeys({ mode: () => mode, choices, betting, askAdvice, takeBack });
document.addEventListener("click", (event) => {
  const cite = event.target.closest?.("[data-cite]");
  if (cite && !(mode === "betting" && cite.matches(".yours"))) openRule(cite.dataset.cite); // there a click puts a chip down
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) draw(); });
// How much of the log is shown, here or by the settings; the browser remembers it.
function useDetail() {
  const short = settings().log !== "full";
  log.leaveOut(short);
  $("log-detail").setAttribute("aria-pressed", String(!short));
}
$("log-detail").addEventListener("click", () => set("log", settings().log === "full" ? "short" : "full"));
document.addEventListener("settings", useDetail);
useDetail();
useTabs(document.querySelector("[role=tablist]"));
line.open();
