"""The meaning of a player's words, chips and cards when it is the player's turn (§ 553.8(c)–(i), § 637a.8(c)–(i)).

>>> from pitboss.table.steps import Ask, Choice
>>> ask = Ask(2, (Choice("fold"), Choice("call", 1000, 1000), Choice("raise", 2000, 50_000, 100)), "637a.11(g)")
>>> meaning(ask, Gesture(chips=(2500,))), meaning(ask, Gesture(said="raise", chips=(2500,)))
('call', 'raise 2500')
>>> meaning(ask, Gesture(chips=(500, 500), later=(2000,))), meaning(ask, Gesture(cards="discarded"))
('call', 'fold')
>>> meaning(ask, Gesture(said="2500", chips=(5000,))), meaning(ask, Gesture(said="1000"))
('raise 2500', 'call')
"""

import re
from dataclasses import dataclass

from pitboss.errors import IllegalDecision, OutOfTurn
from pitboss.table.steps import Ask, Choice

STATEMENT = re.compile(r"(fold|check|call|bet|raise|all[ -]in)(?: (?:to )?\$?(\d{1,15}))?")
TOO_MUCH = re.compile(r"[0-9]{16}")  # more cents than any player has
FOLDING = ("discarded", "up cards face down")
SPOKEN = re.compile(r"says ([a-z0-9 ]+?)(?:, |$)")
MOVED = re.compile(r"(puts|leaves) ([0-9 ]+?)(?: then ([0-9 ]+?))?( in currency)?(?: (not finished)(?: then ([0-9 ]+?))?)?")


@dataclass(frozen=True)
class Gesture:
    """What a player says and does. Each chip is given in cents; `later` are the chips of a second motion."""

    said: str = ""  # aloud, and to the dealer
    chips: tuple[int, ...] = ()
    later: tuple[int, ...] = ()
    forward: bool = True  # pushed forward, or put far enough towards the pot; False if they stay with the player
    unfinished: bool = False  # the player indicates with the first motion that the bet is not complete
    cards: str = ""  # "discarded", or "up cards face down" in Stud
    currency: bool = False  # bills, which the dealer changes into chips


def read_gesture(words: str) -> Gesture | None:
    """Parse a gesture as rule cases write it, None if it is not one: "says raise, puts 500 500 then 1000", "puts 2500", "leaves
    500" (before the player), "puts 10000 in currency", "puts 500 then 500 not finished", "discards", "turns the up cards down".

    >>> read_gesture("says raise 2000, puts 500 500")
    Gesture(said='raise 2000', chips=(500, 500), later=(), forward=True, unfinished=False, cards='', currency=False)
    """
    said = ""
    if TOO_MUCH.search(words):
        return None
    if found := SPOKEN.match(words):
        said, words = found[1], words[found.end() :]
    if words in ("discards", "turns the up cards down"):
        return Gesture(said, cards=FOLDING[words != "discards"])
    if found := MOVED.fullmatch(words):
        first, second = (tuple(map(int, (part or "").split())) for part in (found[2], found[3] or found[6]))
        return Gesture(said, first, second, found[1] == "puts", bool(found[5]), currency=bool(found[4]))
    return Gesture(said) if said and not words else None


def meaning(ask: Ask, gesture: Gesture, turn: bool = True, stud: bool = True) -> str:
    """The decision that a gesture means, in the engine's words. Statements out of turn do not bind; up cards are turned down in
    Stud only.

    A clear statement within the rules takes precedence over chips and cards (§ 553.8(c), § 553.16(j), § 637a.8(c),
    § 637a.18(l)); an announced amount is the amount bet, whatever lies in the pot (§ 553.8(d), § 637a.8(d)). A statement
    outside the rules or the limits of the table does not bind; then chips and cards decide.
    """
    if not turn:
        raise OutOfTurn(f"it is seat {ask.seat}'s turn; what others say does not bind them", ask.cite)
    choices = {choice.word: choice for choice in ask.choices}
    if said := by_words(choices, ask.already, gesture):
        return said
    if gesture.cards == "discarded" or (gesture.cards in FOLDING and stud):
        return folded(ask, choices)
    if gesture.chips and gesture.forward:
        return by_chips(ask, choices, gesture)
    if gesture.said:
        raise IllegalDecision(f"seat {ask.seat} may {ask.may}, not say {gesture.said!r}", ask.cite)
    raise IllegalDecision(f"seat {ask.seat} has not said or done anything that counts as a decision", ask.cite)


def by_words(choices: dict[str, Choice], already: int, gesture: Gesture) -> str:
    """A spoken decision, "" if nothing binding is said. Only "raise" without an amount lets a player go on betting until both
    hands come to rest (§ 553.8(g), § 637a.8(g)); too little for a raise is increased to the minimum. If the announced amount
    may not be bet, the word and the chips count."""
    found = STATEMENT.fullmatch(understood(choices, " ".join(gesture.said.lower().split())))
    word, amount = (found[1], int(found[2] or 0)) if found else ("", 0)
    if word.startswith("all"):
        word = next((w for w in ("raise", "bet", "call") if w in choices), "")
        return f"{word} {choices[word].most}" if word in ("bet", "raise") else word
    goes_on = word == "raise" or gesture.unfinished
    if word in ("bet", "raise") and word not in choices:  # either word means the bet that is possible
        word = "raise" if word == "bet" else "bet"
    if word not in ("bet", "raise") or word not in choices:
        return word if word in choices else ""
    choice = choices[word]
    if amount and (choice.least <= amount <= choice.most or gesture.cards):
        return f"{word} {amount}"
    if amount and not gesture.chips:  # without chips to decide, the word binds, with the nearest limit
        return f"{word} {min(max(amount, choice.least), choice.most)}"
    chips = (*gesture.chips, *gesture.later) if goes_on else gesture.chips
    return f"{word} {min(max(already + sum(chips), choice.least), choice.most)}"


def understood(choices: dict[str, Choice], said: str) -> str:
    """A player's statement in the words of the choices. An amount alone means a bet of that size, the total of the betting
    round: a call if it is the amount to match, else a bet or raise (§ 553.8(c), § 637a.8(c)). It means nothing if the player
    may not bet that amount. Calling one's own unraised blind is a check."""
    if said == "call" and "call" not in choices and "raise" in choices:
        return "check"
    if not said.isdecimal() or len(said) > 15:
        return said
    total = int(said)
    fits = next((choice.word for choice in choices.values() if choice.most and choice.least <= total <= choice.most), "")
    return f"{fits} {total}" if fits else ""


def by_chips(ask: Ask, choices: dict[str, Choice], gesture: Gesture) -> str:
    """Chips pushed forward, put well towards the pot, or currency in it are a bet (§ 553.8(e)(1), § 553.8(e)(2),
    § 553.8(e)(3), § 637a.8(e)(1), § 637a.8(e)(2), § 637a.8(e)(3)).

    A bet once made is not increased, unless the player indicated that it was not complete (§ 553.8(f)(1), § 637a.8(f)(1)). A
    player who puts in a call and means to raise must indicate that too (§ 553.8(f)(2), § 637a.8(f)(2)). A single chip larger
    than required only calls the current bet (§ 553.8(i), § 637a.8(i)), which for an unraised blind is a check.
    """
    chips = (*gesture.chips, *gesture.later) if gesture.unfinished else gesture.chips
    total = ask.already + sum(chips)
    more = choices.get("raise") or choices.get("bet")
    one_chip = len(chips) == 1 and not gesture.currency
    if more is None or (more.word == "raise" and (total < more.least or one_chip)):
        return "call" if "call" in choices else "check"
    return f"{more.word} {min(max(total, more.least), more.most)}"


def folded(ask: Ask, choices: dict[str, Choice]) -> str:
    """True if cards are thrown towards the discards or the pot, or up cards turned down, when a bet is to be made or called
    (§ 553.16(j)(1)(i), § 553.16(j)(1)(ii), § 637a.18(l)(1)(i), § 637a.18(l)(1)(ii))."""
    if "fold" not in choices:
        raise IllegalDecision(f"seat {ask.seat} may {ask.may}, not fold", ask.cite)
    return "fold"
