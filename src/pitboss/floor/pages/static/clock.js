// The seconds that are left for an answer, or for wagers.
export class Clock {
  // `before` says what stands before the seconds now.
  constructor(place, before) {
    this.place = place;
    this._before = before;
    this._until = null;
  }

  get runs() { return this._until !== null; }
  get left() { return Math.max(0, Math.round((this._until - Date.now()) / 1000)); }
  // Whether its time is over, or will be within a second.
  get ranOut() { return this.runs && Date.now() >= this._until - 1000; }

  set(seconds) {
    clearInterval(this._ticking);
    this._until = seconds === undefined || seconds === null ? null : Date.now() + seconds * 1000;
    this._tick();
    if (this.runs) this._ticking = setInterval(() => this._tick(), 1000);
  }

  _tick() { this.place.textContent = this.runs ? `${this._before()}${this.left} s` : ""; }
}
