// Answers that take a sum which may not be done yet.
import { pause } from "./dom.js";

/** @import { Wait } from "../types/wire.d.ts" */

const LONGEST = 3; // seconds from one question to the next while a sum is being done

/**
 * Asks again while a sum is being done. Null where the answer is no longer wanted.
 *
 * @template T
 * @param {() => Promise<T | Wait>} load
 * @param {(sentence: string) => void} waiting is told what to say meanwhile
 * @param {() => boolean} isOver
 * @returns {Promise<T | null>}
 */
export async function patiently(load, waiting, isOver) {
  for (;;) {
    const answer = await load();
    if (isOver()) return null;
    if (!isWait(answer)) return answer;
    waiting(answer.say);
    await pause(Math.min(answer.wait, LONGEST));
    if (isOver()) return null;
  }
}

/**
 * @param {unknown} answer
 * @returns {answer is Wait}
 */
const isWait = (answer) => typeof answer === "object" && answer !== null && "wait" in answer;
