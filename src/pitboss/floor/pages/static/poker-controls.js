// What a table of Poker has beside its questions: signs, answers prepared while others act, sitting out and coming back.
import { byId } from "./dom.js";
import { cancelledWords, showPreparable } from "./prepared.js";
import { Signs } from "./signs.js";
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
    this.signs = new Signs(byId("signs"), state.about);
    this.sittingOut = new SittingOut(state, commands);
  }

  /**
   * Says so where a step cancels a prepared answer. With the end of a hand jackpots have grown, and limits may be others.
   *
   * @param {Step} step
   * @param {() => void} see takes the step into the state
   */
  see(step, see) {
    const { prepared } = this.state;
    see();
    if (step.act === "end") this.signs.show();
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
