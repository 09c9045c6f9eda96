// Which sound goes with what happens at a table, if sound is switched on; only then sound.js is loaded.
import { motion, settings } from "./settings.js";

/**
 * @import { Sound } from "./sound.js"
 * @import { Step } from "./steps.js"
 */

/** @type {Record<string, number>} volumes by setting */
const VOLUMES = { quiet: 0.15, usual: 0.4, loud: 1 };
/** @type {Record<string, Sound>} sounds by act */
const HEARD = {
  deal: "card",
  draw: "card",
  reveal: "card",
  placed: "chips",
  wager: "chips",
  bet: "chips",
  collect: "chips",
  pay: "chips",
  return: "chips",
  award: "chips",
};

/** @param {Sound} sound */
async function make(sound) {
  const volume = VOLUMES[settings().sound];
  if (!volume || document.hidden) return;
  const { play } = await import("./sound.js");
  play(sound, volume);
}

/**
 * The sound of a step. Where nothing moves, cards and chips are silent.
 *
 * @param {Step} step
 */
export function hearStep({ act }) {
  if (HEARD[act] && motion()) make(HEARD[act]);
}

/** This player is asked. */
export const hearTurn = () => make("turn");

/** @param {number | null} net what the round brought this player */
export function hearResult(net) {
  if (net && net > 0) make("win");
}
