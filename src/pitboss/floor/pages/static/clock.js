// The seconds that are left for an answer, or for wagers.
export class Clock {
  /**
   * @param {HTMLElement} place
   * @param {(left: number, bank: number) => string} words what stands there, of the seconds that are left and the time bank
   */
  constructor(place, words) {
    this.place = place;
    this._words = words;
    place.title = "When the time is over, the dealer goes on and answers for you.";
    /** @type {number | null} */
    this._until = null;
    this._bank = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this._timer = undefined;
  }

  get runs() {
    return this._until !== null;
  }

  get left() {
    return Math.max(0, Math.round(((this._until ?? 0) - Date.now()) / 1000));
  }

  /** Whether the time is over, or will be within a second. */
  get ranOut() {
    return this._until !== null && Date.now() >= this._until - 1000;
  }

  /**
   * @param {number | null} [seconds] none stops the clock
   * @param {number} [bank] those of the seconds that are a time bank
   */
  set(seconds = null, bank = 0) {
    clearInterval(this._timer);
    this._until = seconds === null ? null : Date.now() + seconds * 1000;
    this._bank = bank;
    this._tick();
    if (this.runs) this._timer = setInterval(() => this._tick(), 1000);
  }

  _tick() {
    this.place.textContent = this.runs ? this._words(this.left, this._bank) : "";
    this.place.classList.toggle("banked", this.runs && this.left <= this._bank);
  }
}
