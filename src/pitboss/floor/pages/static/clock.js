// The seconds that are left for an answer, or for wagers.
export class Clock {
  /**
   * @param {HTMLElement} place
   * @param {() => string} before what stands before the seconds
   */
  constructor(place, before) {
    this.place = place;
    this._before = before;
    /** @type {number | null} */
    this._until = null;
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

  /** @param {number | null} [seconds] none stops the clock */
  set(seconds = null) {
    clearInterval(this._timer);
    this._until = seconds === null ? null : Date.now() + seconds * 1000;
    this._tick();
    if (this.runs) this._timer = setInterval(() => this._tick(), 1000);
  }

  _tick() {
    this.place.textContent = this.runs ? `${this._before()}${this.left} s` : "";
  }
}
