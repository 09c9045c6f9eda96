// Steps as the scripts read them. On the wire a step is a row without names: [cite, act, who, cards, face, wager, cents, note].

/**
 * @import { Evidence, Frame as FrameOnTheWire, StepRow } from "../types/wire.d.ts"
 *
 * @typedef {object} Step one act at the table
 * @property {string} cite its paragraph
 * @property {string} act
 * @property {string} who whose place or hand: "seat_3 split 1", "dealer", "community"
 * @property {string[]} cards "??" where the viewer does not see the face
 * @property {string} face "up" or "down"
 * @property {string} wager
 * @property {number} cents
 * @property {string} note
 *
 * @typedef {object} Frame what the viewer is shown of one record
 * @property {number} v the version of the table
 * @property {(Step | null)[]} steps null where the viewer may not see one
 * @property {Evidence[]} evidence
 * @property {[string, string][]} [words] paragraphs and sentences, where they were asked for and something is to be said
 */

export const HIDDEN = "??";

/**
 * @param {StepRow} row
 * @returns {Step}
 */
export const stepOf = ([cite, act, who, cards, face, wager, cents, note]) => ({
  cite,
  act,
  who,
  cards,
  face,
  wager,
  cents,
  note,
});

/**
 * @param {FrameOnTheWire[]} frames
 * @returns {Frame[]}
 */
export const readFrames = (frames) =>
  frames.map(({ v, steps = [], evidence = [], words }) => ({
    v,
    steps: steps.map((row) => row && stepOf(row)),
    evidence,
    words,
  }));

/**
 * The seat of a place or a hand, 0 for a place of nobody: "seat_3 split 1" belongs to seat 3.
 *
 * @param {string} place
 */
export const seatOf = (place) => Number(/^seat_([0-9]+)(?: |$)/.exec(place)?.[1] ?? 0);

/**
 * The number that a note is, null where it is none (pitboss/table/notes.py).
 *
 * @param {string} note
 */
export const readNumber = (note) => (/^-?[0-9]{1,18}$/.test(note) ? Number(note) : null);

/**
 * Which of several pots was pushed, "" where there was only one (pitboss/table/notes.py).
 *
 * @param {string} note of the push
 */
export const readPot = (note) => /; (main pot|side pot [0-9]{1,2})$/.exec(note)?.[1] ?? "";

/**
 * The steps of some frames that the viewer may see.
 *
 * @param {Frame[]} frames
 */
export const stepsOf = (frames) => frames.flatMap((frame) => frame.steps.filter((step) => step !== null));
