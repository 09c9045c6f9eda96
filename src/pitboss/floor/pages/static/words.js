// Words and pieces of pages: money, cards, elements.
export const SUITS = { s: "\u2660", h: "\u2665", d: "\u2666", c: "\u2663" };
const SUIT_OF = { "\u2660": "s", "\u2665": "h", "\u2666": "d", "\u2663": "c" };
const SUIT_NAMES = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };

// 123456 is "$1,234.56", 500 is "$5".
export function dollars(cents) {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString("en-US"), rest = Math.abs(cents) % 100;
  return `${cents < 0 ? "\u2212" : ""}$${whole}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
}
// With its sign: "+ $5", "\u2212 $2.50".
export const signed = (cents) => `${cents < 0 ? "\u2212" : "+"} ${dollars(Math.abs(cents))}`;

// "Kh" is "king of hearts".
export function cardName(card) {
  if (card === "??") return "a card face down";
  if (card === "Jk" || card === "**") return "the joker";
  return `${RANKS[card[0]] ?? card[0]} of ${SUIT_NAMES[card[1]]}`;
}

export function element(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  made.append(...content.filter((each) => each !== null && each !== undefined));
  return made;
}

// A sentence whose suits have their colours, as nodes.
export function withSuits(sentence) {
  return sentence.split(/((?:10|[2-9AKQJ])?[\u2660\u2665\u2666\u2663])/).filter(Boolean).map((part) => {
    const suit = SUIT_OF[part.at(-1)];
    return suit ? element("b", { class: `suit-${suit}` }, part) : part;
  });
}

// Whether a line of the dealer's log tells how cards are handled, and neither of a card that is seen, nor of money, a player or the
// dealer's total: inspecting, washing, shuffling, burning. What has no section is not the dealer's, and never is.
const TELLS = /[\u2660\u2665\u2666\u2663$]|^(?:your )?seat \d|^(?:deals:|dealer|void|floorperson|high hand|\u201c)/i;
const HANDLES = /^counts |is offered the cut|cover card|lays the cards face down|shakes the dice|the first card goes here/i;
export const isProcedure = ([cite, sentence]) => Boolean(cite) && (!TELLS.test(sentence) || HANDLES.test(sentence));

// A step for which there is no sentence: its paragraph, what happens, where, and how much.
export function plainWords([cite, act, who, cards, , wager, cents, note]) {
  const place = String(who ?? "").replace(/^seat_/, "seat "), signs = (cards ?? []).map(cardSigns).join(" ");
  return [cite, [place, act, wager, signs, cents ? dollars(cents) : "", note].filter(Boolean).join(" · ")];
}

// "Kh" is "K♥", "Td" is "10♦".
export const cardSigns = (card) => card === "Jk" ? "joker" : card === "??" ? "(back)" : `${card[0] === "T" ? "10" : card[0]}${SUITS[card[1]]}`;
