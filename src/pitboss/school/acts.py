"""The acts of a dealer, one a line, in the words of a case's steps: `deal seat_1`, `pay seat_2 Ante 1000`."""

import re
from dataclasses import dataclass
from functools import lru_cache

from pitboss.errors import PitbossError
from pitboss.table.steps import COMMUNITY, DEALER, DOWN, FLOORPERSON, IN_ERROR, RACK, SHOE, UP, Step

CALL = "call"  # the floor
FLOOR = f"{CALL} the floor"
AGAIN = "again"  # behind a place whose cards have been turned up before, as where a hand is arranged anew
CARDS = {  # acts with cards, each with what it means
    "deal": "deal to a place: of each card its own, or of a stack; `up` or `down` where you want it judged",
    "draw": "take a card out of play into the discard rack: `burn` is short for `draw discard rack`",
    "move": "move cards to another place, as a split does",
    "reveal": "turn the cards of a place face up; where it is not done at once, `reveal community 1-3` says which",
    "discard": "collect the cards of a place, or the `stub`, into the discard rack",
    "take": "take cards back",
}
MONEY = {  # acts with chips
    "collect": "collect a wager",
    "return": "give a wager back",
    "restore": "give back a wager that was collected, where the round is void",
    "pay": "pay winnings; the wager goes back with them",
    "bonus": "pay an amount that leaves the wager where it is",
    "jackpot": "pay an amount that comes off the progressive meter",
    "vigorish": "take the vigorish",
    "lose": "collect a wager to the center, where a player banks",
    "win": "pay winnings from the center, where a player banks",
    "cover": "put the chips of a bank to the center",
    "surplus": "give a bank what is left in the center",
}
POKER = {  # acts with chips at Poker, where no wager is against the house
    "award": "push a pot to a player: `push seat_1 Pot 1600`",
    "refund": "give back a bet that nobody called",
}
TABLE = {  # acts at Poker that are about no player
    "gather": "move the bets into the pot",
    "rake": "take the rake: `rake 400`",
    "contribute": "take what a pot owes to a jackpot: `contribute 100`",
}
WORDS = {
    "say": "say something aloud, or do what is neither cards nor chips, in the words that --answers prints",
    "shuffle": "shuffle the cards",
    "void": "declare all hands void",
    CALL: "call the floorperson, when something has gone wrong",
}
ALIASES = {"push": "award"}
BURNT = (RACK, "burn cards")  # where a burned card goes: at Poker beside the discards
FORMS = {"say": "say WORDS", "shuffle": "shuffle", "void": "void", CALL: FLOOR}
PLAYERS = ("wager", "decide", "bet")  # acts of players, which a dealer never performs
ACTS = (*CARDS, *MONEY, *POKER, *TABLE, "button", *WORDS, *PLAYERS)

_CITE = re.compile(r"\d+a?\.\d+\S*")
_PART = re.compile(rf"\d+(-\d+)?|{AGAIN}")
_PLACE = re.compile(
    rf"(seat_\d+(?: (?:hand|split) \d+)*|{RACK}|burn cards|discards|{IN_ERROR}|drawn|segregated area, \w+|[a-z]\w*)(?= |$)"
)


class BadAct(PitbossError):
    """A line of a script that is no act of a dealer."""


@dataclass(frozen=True)
class Act:
    """One act, as far as the line says it: a face, an amount in cents or a paragraph that it leaves out is not judged."""

    line: str
    act: str
    who: str = ""
    wager: str = ""
    face: str = ""
    cents: int | None = None
    words: str = ""
    cite: str = ""
    which: str = ""  # cards of a place that are not all turned up at once

    def fits(self, step: Step) -> bool:
        """True if the step is this act, with every detail that the line says."""
        if not self.resembles(step) or self.face not in ("", step.face):
            return False
        return self.cents in (None, step.cents) or self._ends_in_number(step)

    def resembles(self, step: Step) -> bool:
        """True if the step is this act, whatever its amount and face."""
        if self.act != step.act or (self.cite and self.cite != step.cite and not step.cite.startswith(f"{self.cite}(")):
            return False
        if self.act == "say":
            said = "", plain(step.note), plain(head(step.note))
            return (self.who in ("", step.who) and self.words in said) or f"{self.who} {self.words}" in said
        if self.act in TABLE:
            return True
        burns = self.act == "draw" and self.who in BURNT and step.who in BURNT
        return (self.who == step.who or burns) and self.names(step)

    def names(self, step: Step) -> bool:
        """True if the line names the wager of the step, or neither has one."""
        return self.wager == plain(step.wager) or self._ends_in_number(step)

    def _ends_in_number(self, step: Step) -> bool:
        """True if what looks like an amount belongs to the name of the wager, as in `collect seat_1 Bet 1`."""
        return self.cents is not None and f"{self.wager} {self.cents}" == plain(step.wager)


def read_act(line: str) -> Act:
    """The act that a line names; raises BadAct.

    >>> act = read_act("pay seat_2 Pair Plus 2500")
    >>> act.who, act.wager, act.cents
    ('seat_2', 'pair plus', 2500)
    >>> read_act("565.9(a)(3) say “No more bets!”").words, read_act("burn").who
    ('no more bets', 'discard rack')
    """
    words = " ".join(line.split())
    first, _, rest = words.partition(" ")
    cite, words = (first, rest) if _CITE.fullmatch(first) else ("", words)
    if words.lower().split(" ")[0] == "burn":
        words = f"draw {RACK}{words[len('burn') :]}"
    act, _, rest = words.partition(" ")
    act, rest = ALIASES.get(act.lower(), act.lower()), rest.strip()
    if act not in ACTS or (act == CALL and words.lower() != FLOOR):
        raise BadAct(f"{line.strip()!r} is no act of a dealer; --acts lists them all")
    if act in ("shuffle", "void", CALL):
        if act != CALL and rest:
            raise BadAct(f"{line.strip()!r} says more than {act!r}, which stands alone")
        return Act(line, act, cite=cite)
    if act in TABLE:
        return _without_place(Act(line, act, cite=cite), rest)
    place = _PLACE.match(rest.lower())
    if act == "say":
        named = place[1] if place and _is_place(place[1]) else ""
        said = plain(rest[len(named) :])
        if not rest:
            raise BadAct("say what? A line is `say no more bets`")
        return Act(line, act, named, words=said, cite=cite)
    if place is None:
        raise BadAct(f"{line.strip()!r} names no place: write `{act} seat_1` or `{act} dealer`")
    return _with_details(Act(line, act, place[1], cite=cite), rest[len(place[1]) :].strip())


def _without_place(act: Act, amount: str) -> Act:
    """An act about no player, with its amount if one is said."""
    if amount and not (amount.isascii() and amount.isdigit() and len(amount) <= 15):
        raise BadAct(f"{act.line.strip()!r}: behind {act.act!r} stands a number of cents, such as 400, or nothing")
    return Act(act.line, act.act, cents=int(amount) if amount else None, cite=act.cite)


def _is_place(word: str) -> bool:
    return word.startswith("seat_") or word in (DEALER, SHOE, FLOORPERSON, COMMUNITY, RACK)


def _with_details(act: Act, rest: str) -> Act:
    """The act with what stands behind its place: a face, or a wager and an amount."""
    if act.act == "reveal" and _PART.fullmatch(rest):
        return Act(act.line, act.act, act.who, cite=act.cite, which=rest)
    if act.act in CARDS or act.act == "button":
        if rest.lower() not in ("", UP, DOWN):
            raise BadAct(f"{act.line.strip()!r}: behind the place stands {UP!r}, {DOWN!r} or nothing, not {rest!r}")
        return Act(act.line, act.act, act.who, face=rest.lower(), cite=act.cite)
    wager, _, last = rest.rpartition(" ")
    amount = last.lstrip("$").replace(",", "")
    if amount.isascii() and amount.isdigit() and wager:
        if len(amount) > 15 or last != amount:
            raise BadAct(f"{act.line.strip()!r}: an amount is a number of cents, such as 1000, not {last!r}")
        return Act(act.line, act.act, act.who, plain(wager), cents=int(amount), cite=act.cite)
    if not rest:
        raise BadAct(f"{act.line.strip()!r} names no wager: write `{act.act} {act.who} Ante 1000`")
    return Act(act.line, act.act, act.who, plain(rest), cite=act.cite)


@lru_cache(maxsize=4096)
def plain(words: str) -> str:
    """Words as they are compared: without case, quotation marks and punctuation.

    >>> plain("“No more bets!”"), plain("the dealer's  stack")
    ('no more bets', 'the dealers stack')
    """
    return " ".join(re.sub(r"[^\w ]", "", words.lower()).split())


@lru_cache(maxsize=4096)
def head(note: str) -> str:
    """What must be said of a note at least.

    >>> head("counts the stub face down: 37 cards")
    'counts the stub face down'
    """
    return re.split(r"[;:]", note)[0]


def words_for(step: Step) -> str:
    """A step as the line by which a dealer performs it.

    >>> words_for(Step("565.12(d)", "pay", "seat_1", wager="Pair Plus", cents=2500))
    'pay seat_1 Pair Plus 2500'
    >>> words_for(Step("565.8(b)", "say", "dealer", note="“no more bets”"))
    'say no more bets'
    """
    if step.act in FORMS and step.act != "say":
        return FORMS[step.act]
    if step.act == "say":
        who = "" if step.who == DEALER else step.who
        return " ".join(filter(None, ("say", who, re.sub("[“”]", "", step.note))))
    face = step.face if step.act in ("deal", "draw") else ""
    money = step.act in MONEY or step.act in POKER or step.act in ("rake", "contribute")
    act = "push" if step.act == "award" else step.act
    wager = "" if step.act in TABLE else step.wager
    return " ".join(filter(None, (act, step.who, face, wager, str(step.cents) if money else "")))
