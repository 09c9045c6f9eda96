// How long the acts at a table are shown.
/** @type {Record<string, number>} milliseconds for which an act is shown */
export const PACE = {
  deal: 110,
  draw: 110,
  reveal: 160,
  move: 110,
  discard: 40,
  collect: 70,
  pay: 70,
  return: 50,
  bonus: 70,
  award: 250,
  gather: 120,
  decide: 40,
};
export const LONGEST = 2200; // milliseconds in which what came together is shown
