// The page of one table. Messages and clicks change the state (table-state.js); `render` shows it: the felt, the dealer's words, and
// what can be done now.
import { QUESTION, showCost } from "./advice.js";
import { checkAccount, comeAsGuest, me, post, refreshAccount, refusalOf } from "./api.js";
import { Betting } from "./betting.js";
import { Choices } from "./choices.js";
import { Clock } from "./clock.js";
import { DealerLog } from "./dealer.js";
import { button, byId, dataOf, nearest, pause, within } from "./dom.js";
import { Stage } from "./felt.js";
import { hearResult, hearStep, hearTurn } from "./hearing.js";
import { openIncident } from "./incidents.js";
import { showKeys, useKeys } from "./keys.js";
import { reportOnce } from "./layout.js";
import { firstOnList, offerLeaving, yieldSeats } from "./leaving.js";
import { Line } from "./line.js";
import { useDetail } from "./log-detail.js";
import { ownHands, withHandNumbers } from "./own-hands.js";
import { LONGEST, PACE } from "./pace.js";
import { PokerControls } from "./poker-controls.js";
import { notePlayed } from "./recent.js";
import { Rounds } from "./rounds.js";
import { openRule } from "./rules.js";
import { OwnSeeds } from "./seeds.js";
import { motion } from "./settings.js";
import { useSpots } from "./spots.js";
import { stepsOf } from "./steps.js";
import { adviseOn, showSessionAfter } from "./table-advice.js";
import { TableCommands, takeWish } from "./table-commands.js";
import { nameOwnHand, takeOutcome } from "./table-outcome.js";
import { TableState } from "./table-state.js";
import {
  otherPositionControls,
  placedControls,
  sayStatus,
  showLate,
  showNotice,
  showPromise,
  showStatus,
  statusRefuses,
  toolButtons,
  watchingControls,
} from "./table-views.js";
import {
  bettingWords,
  clockWords,
  connectionWords,
  handsWords,
  invitation,
  lateWords,
  placedWords,
  waitingWords,
  watchingWords,
} from "./table-words.js";
import { useTabs } from "./tabs.js";
import { plainWords, signed } from "./words.js";

/**
 * @import { AboutTable, Bet, WholeTableMessage } from "../types/wire.d.ts"
 * @import { Connection, News } from "./line.js"
 * @import { Frame, Step } from "./steps.js"
 * @import { Mode } from "./table-state.js"
 */

const wish = takeWish();
// A player who comes to play is somebody before the line opens: it would have to be opened anew as that account.
const arrived = wish && !me() ? comeAsGuest().catch(() => null) : Promise.resolve();
/** @type {AboutTable} */
const about = dataOf("about");
const state = new TableState(about);
const place = byId("choices");

const log = new DealerLog(
  byId("log"),
  () => state.names,
  (words) => withHandNumbers(words, state.layout, state.heldSeats),
);
const stage = new Stage(byId("stage"), about, { sit: (seat) => commands.sitDown(seat), area: placeChip });
const choices = new Choices(place, about, {
  answer,
  setting: (cards, low) => post(`/api/tables/${about.name}/setting`, { cards: cards.join(" "), low: low.join(" ") }),
});
const betting = new Betting(place, about, { deal: placeWagers, changed: draw, refused: showBettingRefusal });
// Before a round it is the time until which wagers may be placed, also for players who have placed theirs.
const clock = new Clock(byId("clock"), (left, bank) => clockWords(left, bank, !state.layout.in_progress && !about.poker));
const rounds = new Rounds(byId("rounds"), byId("tab-history"), about);
const line = new Line(about.name, { whole: takeWhole, news: queueNews, connection: takeConnection, late: showLate, hold });
const commands = new TableCommands(state, line, { refused: showRefusal, status: showStatus, render });
const poker = new PokerControls(state, place, commands);
const seeds = new OwnSeeds(line, (words) => log.say([["", words]]));
const advicePanel = byId("advice");

commands.seating = wish !== "";

// ------------------------------------------------------------------ what comes

/** Steps are shown one message after another; a new `turn` cancels those that wait. */
let showing = Promise.resolve();
let turn = 0;

/** @param {WholeTableMessage} message */
function takeWhole(message) {
  const first = !state.loaded;
  turn += 1;
  showing = Promise.resolve();
  state.takeWhole(message);
  log.renew(message.words ?? []);
  clock.set(message.clock, message.bank);
  showPromise(message.table.promises);
  seeds.takeWhole(message.table);
  poker.signs.show();
  refresh();
  const { layout } = state;
  if (layout.round && !layout.in_progress) showOutcome(layout.round);
  if (!first) betting.renew().catch(showRefusal); // they may have changed meanwhile
  if (first && wish) commands.playAtOnce(wish === "#bots");
}

/** @param {News} news */
function queueNews(news) {
  const now = turn;
  seeds.take(news.frames);
  showing = showing
    .then(() => showNews(news, now))
    .catch((error) => {
      console.warn(error);
      line.reopen();
    });
}

/**
 * Shows what has happened, act by act where cards or chips move; no more of it once a whole table has come, which has it all.
 *
 * @param {News} news
 * @param {number} now
 */
async function showNews(news, now) {
  if (now !== turn) return;
  const steps = stepsOf(news.frames);
  if (state.wasLate(steps, clock.ranOut)) tellLate();
  state.beginSteps(steps);
  clock.set(null);
  if (state.playing) render();
  const total = steps.reduce((sum, step) => sum + (PACE[step.act] ?? 0), 0);
  const scale = (document.hidden ? 0 : motion()) * Math.min(1, LONGEST / Math.max(1, total));
  for (const frame of news.frames) {
    if (!(await showFrame(frame, scale, now))) return;
    showPromise(frame.evidence);
  }
  state.endSteps(news);
  if (news.asked !== undefined && state.own) hearTurn();
  if (news.asked !== undefined) clock.set(news.clock, news.bank);
  refresh();
}

/**
 * Shows the steps of one record; the dealer speaks while the steps are shown, not before. False where something newer has come.
 *
 * @param {Frame} frame
 * @param {number} scale of the time for which steps are shown
 * @param {number} now
 */
async function showFrame({ steps, words = [] }, scale, now) {
  let spoken = 0;
  for (const [at, step] of steps.entries()) {
    if (!step) continue;
    const due = Math.ceil(((at + 1) / steps.length) * words.length);
    try {
      see(step);
      log.say(words.slice(spoken, due));
    } catch (error) {
      // the step is shown as it is, and the table goes on
      reportOnce(`a step cannot be shown: ${step.act} of § ${step.cite}`, error);
      log.say([plainWords(step)]);
    }
    spoken = due;
    const milliseconds = (PACE[step.act] ?? 0) * scale;
    if (milliseconds > 0) {
      draw();
      await pause(milliseconds / 1000);
    }
    if (now !== turn) return false;
  }
  log.say(words.slice(spoken));
  return true;
}

/** @param {Step} step */
function see(step) {
  const before = state.seats.length;
  poker.see(step, () => state.see(step, me()?.name));
  hearStep(step);
  betting.see(step);
  if (state.seats.length < before) refreshAccount();
  if (step.act === "begin") {
    advicePanel.replaceChildren();
    byId("settlement").replaceChildren();
  }
  if (step.act === "end") endRound();
}

/**
 * @param {Connection} connection
 * @param {string} why
 */
function takeConnection(connection, why) {
  const back = connection === "open" && state.wasLost;
  state.connect(connection);
  if (connection === "stalled") {
    showNotice(connectionWords(connection, why), { kind: "refused", seconds: 60 });
    return; // the controls stay as they are under the player's hand
  }
  if (connection === "lost" || connection === "ended") showStatus(connectionWords(connection, why), "lost");
  if (back) {
    state.wasLost = false;
    if (state.loaded) showNotice("The connection is back: what you see is the table as it is.");
    checkAccount();
  }
  if (connection !== "opening") render();
}

/** @param {string} name of the employee who deals from now on, "" for the house */
function hold(name) {
  state.heldBy = name;
  render();
}

// ------------------------------------------------------------------ what is shown

function refresh() {
  draw();
  render();
  byId("round").textContent = state.layout.round ? `round ${state.layout.round}` : "";
}

function draw() {
  const { layout, fresh } = state;
  const asked = state.asked.map(({ seat }) => seat);
  const wagering = ["betting", "lost"].includes(state.mode) && betting.total > 0 && !state.recalled;
  const settled = !about.poker && !wagering && state.mode !== "placed";
  const winners = layout.in_progress || state.outcome.round !== layout.round ? [] : state.outcome.winners;
  const given = { you: state.positions, fresh, asked, settled, progressive: about.progressive, winners };
  stage.show(layout, { ...given, staged: wagering ? betting.wagers : {}, shown: settled || about.poker ? state.shown : {} });
}

/** @type {Mode} the mode for which the controls were drawn last */
let shown = "opening";

/** Draws the controls of the mode in which the table is. */
function render() {
  const { mode } = state;
  const before = shown;
  const held = place.contains(document.activeElement);
  shown = mode;
  if (before === "betting" && mode !== "betting" && mode !== "lost") betting.stop();
  CONTROLS[mode](before);
  renderTools();
  byId("own-hands").replaceChildren(
    ...(state.layout.in_progress ? ownHands(state.layout, state.heldSeats, state.own, about.points) : []),
  );
  // A player who came by keyboard stays where the controls are, though the buttons are others now.
  if (!held || document.activeElement !== document.body) return;
  const next = place.querySelector("button.main:enabled") ?? place.querySelector("button:enabled");
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** @type {Record<Mode, (before: Mode) => void>} */
const CONTROLS = {
  opening: () => choices.clear(),
  lost: () => choices.clear(),
  ended: () => choices.clear(),
  asked: renderQuestion,
  watching: renderWatching,
  playing() {
    if (!poker.showPreparable()) choices.clear();
    showStatus("");
  },
  waiting() {
    if (!poker.showPreparable()) choices.clear();
    showStatus(waitingWords(state));
  },
  hands() {
    choices.clear();
    showStatus(handsWords(state));
  },
  placed() {
    choices.clear();
    place.replaceChildren(...placedControls(sayReady, takeBack));
    showStatus(placedWords(state));
  },
  betting: renderBetting,
};

function renderQuestion() {
  const { own } = state;
  if (!own) return;
  const ready = state.takeReadyAnswer();
  if (ready) {
    choices.clear();
    answer(ready.word, ready.cents);
    return;
  }
  choices.ask(own, state.potSize(own.seat));
  showStatus(state.question ?? "Your decision.", "", own.cite);
  if (about.poker) nameOwnHand(state, own.seat);
  state.advice = null;
  advicePanel.replaceChildren(button(QUESTION, askAdvice));
}

function renderWatching() {
  choices.clear();
  if (commands.seating) {
    showStatus("You are taking your seat\u2026");
    return;
  }
  place.replaceChildren(...watchingControls(state, (seat) => commands.sitDown(seat)));
  showStatus(watchingWords(state));
  const { middleSeat } = state;
  if (middleSeat && about.room) {
    firstOnList(about).then((first) => {
      if (first && state.mode === "watching") showStatus(yieldSeats(place, first, about));
    });
  }
  if (!middleSeat || !state.takesNextSeat) return;
  state.takesNextSeat = false;
  setTimeout(() => commands.sitDown(middleSeat));
}

/** Whether the time for wagers ran when players were invited last. */
let invitedInTime = false;

/** @param {Mode} before */
function renderBetting(before) {
  const still = before === "betting" && betting.seat === state.seat;
  if (still)
    betting.update(state.chips); // the controls stay as they are under the player's hand
  else {
    choices.clear();
    if (before !== "lost") betting.clear();
    betting.show(state.chips, state.seat);
    place.append(...otherPositionControls(state, sayReady, () => commands.takeBack()));
  }
  // Players are invited again when the time for wagers begins to run, and told how much it is, as the clock itself is not read out.
  const { runs } = clock;
  if (still && runs === invitedInTime) return;
  invitedInTime = runs;
  if (still && statusRefuses()) return;
  showStatus(bettingWords(state, runs), state.net === null ? "" : "result");
  if (runs) sayStatus(` You have ${clock.left} seconds.`);
}

/**
 * @param {string} why
 * @param {string} cite
 */
function showBettingRefusal(why, cite) {
  if (why) showStatus(why, "refused", cite);
  else if (shown === "betting") showStatus(invitation(clock.runs));
}

function renderTools() {
  const row = byId("more");
  if (state.connection !== "open") {
    row.replaceChildren();
    return;
  }
  countBots();
  const here = { ...about, title: about.game, players: state.players, between: false };
  row.replaceChildren(
    ...poker.sittingOut.buttons(),
    ...toolButtons(state, {
      report: () => openIncident(here, (command) => line.submit(command)).catch(showRefusal),
      bringBots: () => commands.attempt(() => commands.bringBots(), "Bots have sat down."),
      buy: (cents) => commands.submit({ do: "buy", seat: state.seat, cents }).then(refreshAccount),
      sit: (seat) => commands.sitDown(seat),
      giveUp: (seat) => commands.submit({ do: "leave", seat }).then(refreshAccount),
      leave: () => commands.leave(),
      recall: () => state.toggleRecall(draw),
      showKeys,
    }),
  );
  if (about.banks && state.layout.in_progress && state.seats.length) {
    offerLeaving(within(row, ".leave", HTMLButtonElement), about);
  }
}

async function countBots() {
  if (!(await commands.countBots())) return;
  for (const each of byId("more").querySelectorAll("button.bots")) each.toggleAttribute("hidden", !state.bots.count);
}

// ------------------------------------------------------------------ what is done

/** @param {string} wager of this player @param {number} [cents] */
function placeChip(wager, cents) {
  if (state.mode === "betting") betting.add(wager, cents);
}

/** @param {unknown} error is shown beside what is asked, or who is waited for */
function showRefusal(error) {
  commands.stopSeating();
  const { message, cite } = refusalOf(error);
  if (["asked", "waiting", "playing"].includes(state.mode)) showNotice(message, { kind: "refused", cite });
  else showStatus(message, "refused", cite);
}

/** @param {Bet["wagers"]} wagers for the position in turn */
async function placeWagers(wagers) {
  betting.last = wagers;
  await seeds.pledge(state.seats);
  await commands.submit({ do: "bet", seat: state.seat, wagers });
}

async function takeBack() {
  if (state.mode === "placed") await commands.takeBack();
  else if (state.mode === "betting") betting.clear();
}

function sayReady() {
  line.ready(true);
  showStatus(placedWords(state, true));
}

/**
 * @param {string} word
 * @param {number} cents
 */
async function answer(word, cents) {
  const { advice } = state;
  const done = await commands.answer(word, cents);
  if (done && advice) showCost(advicePanel, advice, cents ? `${word} ${cents}` : word);
}

const askAdvice = () => adviseOn(state, advicePanel, choices);

// ------------------------------------------------------------------ how a round ended

async function endRound() {
  const { round } = state.layout;
  hearResult(state.net);
  rounds.add(round, state.net === null ? "" : signed(state.net));
  if (state.seats.length) notePlayed(about.name);
  advicePanel.replaceChildren(); // nothing is to be decided any more
  showOutcome(round);
  if (!about.poker && state.seats.length) showSessionAfter(state, round, advicePanel);
}

/** @param {number} round that is over: its hands are named, and at Poker the winners */
async function showOutcome(round) {
  const winners = await takeOutcome(state, round, byId("settlement"), rounds);
  if (winners !== null) draw();
  if (!winners) return;
  log.say([["", winners]]);
  if (shown === "hands") showStatus(handsWords(state));
}

function tellLate() {
  if (!state.own) return;
  const words = lateWords(state.own);
  showNotice(words, { seconds: 20 });
  log.say([["", words]]);
}

// ------------------------------------------------------------------ the page

useKeys({ mode: () => state.mode, choices, betting, askAdvice, takeBack });
document.addEventListener("click", (event) => {
  const cited = nearest(event, "[data-cite]");
  if (!cited || (state.mode === "betting" && cited.matches(".yours"))) return; // there a click puts a chip down
  openRule(cited.dataset.cite ?? "");
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) draw();
});

useDetail(log);
useTabs(within(document, "[role=tablist]"));
useSpots(byId("stage"), about, byId("panel-payouts"), (wager) => state.stakeOn(wager) || (betting.wagers[wager] ?? 0));
arrived.then(() => line.open());
