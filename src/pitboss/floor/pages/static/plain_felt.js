// A table drawn as a list, in words: what lies before each seat, the dealer and the middle.
import { cardSigns, dollars, element, withSuits } from "/static/words.js";
import { seatOf } from "/static/layout.js";

const placeName = (place) => place.replace(/^seat_/, "seat ").replace(/^./, (letter) => letter.toUpperCase());

export class Stage {
  constructor(container) { this.list = container.appendChild(element("ul", { class: "plain-felt" })); }

  show(layout) {
    const places = new Set([...Object.keys(layout.seats).map((seat) => `seat_${seat}`), ...Object.keys(layout.hands), "dealer"]);
    this.list.replaceChildren(...[...places].map((place) => row(layout, place)), ...middle(layout));
  }
}

function row(layout, place) {
  const seat = seatOf(place), first = place === `seat_${seat}`, hand = layout.hands[place];
  const said = [];
  if (first && layout.seats[seat]) said.push(`${layout.seats[seat].player}, ${dollars(layout.seats[seat].chips)}`);
  if (hand && !hand.gone && hand.cards.length) said.push(hand.cards.map(cardSigns).join(" ") + (hand.label ? ` (${hand.label})` : ""));
  if (first) said.push(...Object.entries(layout.wagers[seat] ?? layout.placed[seat] ?? {}).map(([name, cents]) => `${name} ${dollars(cents)}`));
  if (first && layout.bets[seat]) said.push(`bets ${dollars(layout.bets[seat])}`);
  return element("li", {}, element("b", {}, placeName(place)), ": ", ...withSuits(said.join(" · ") || "nothing"));
}

function middle(layout) {
  const said = layout.pots.map((cents, at) => `${at ? "Side pot" : "Pot"}: ${dollars(cents)}`);
  for (const [name, cents] of Object.entries(layout.meters)) said.push(`${name} meter: ${dollars(cents)}`);
  return said.map((words) => element("li", {}, words));
}
