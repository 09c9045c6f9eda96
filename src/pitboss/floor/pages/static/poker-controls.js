// What a player of Poker can do beside answering: prepare an answer while others act, sit out, and come back.
import { cancelledWords, showPreparable } from "./prepared.js";
import { SittingOut } from "./sitting-out.js";
import { showNotice } from "./table-views.js";

/**
 * @import { Word } from "./prepared.js"
 * @import { Step } from "./steps.js"
 * @import { TableCommands } from "./table-commands.js"
 * @import { TableState } from "./table-state.js"
 */

export class PokerControls {
  /**
   * @param {TableState} state
   * @param {HTMLElement} place of the controls
   * @param {TableCommands} commands
   */
  constructor(state, place, commands) {
    this.state = state;
    this.place = place;
    this.sittingOut = new SittingOut(state, commands);
  }

  /**
   * Says so where a step cancels a prepared answer.
   *
   * @param {Step} step
   * @param {() => void} see takes the step into the state
   */
  see(step, see) {
    const { prepared } = this.state;
    see();
    if (prepared && !this.state.prepared && step.act === "bet") showNotice(cancelledWords(prepared));
  }

  /** Shows what can be prepared while others act. False where nothing can. */
  showPreparable() {
    const { state, place } = this;
    const offers = state.preparable;
    if (!offers.length) return false;
    /** @param {Word | null} word */
    const choose = (word) => {
      state.prepare(word);
      this.showPreparable();
    };
    showPreparable(place, offers, state.prepared, choose);
    return true;
  }
}
