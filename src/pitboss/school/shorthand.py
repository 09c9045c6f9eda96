"""Acts as a learner types them at a table: `d 1`, `c 2 ante`, `p 3 pair 25`, several of them with `;` between.

A line of a script (`pay seat_3 Pair Plus 2500`) is read as scripts have it, in cents. In the short form an amount is dollars.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from pitboss.money import dollars
from pitboss.school.acts import AGAIN, CALL, CARDS, FLOOR, FORMS, MONEY, POKER, TABLE, Act, BadAct, head, plain, read_act
from pitboss.school.due import Due
from pitboss.spelling import hint
from pitboss.table.steps import BURN_CARDS, COMMUNITY, DEALER, DISCARDS, DOWN, DRAWN, IN_ERROR, RACK, SHOE, STUB, UP, seat_of

CODES = {
    "d": "deal",
    "b": "burn",
    "r": "reveal",
    "x": "discard",
    "c": "collect",
    "p": "pay",
    "g": "return",
    "o": "bonus",
    "j": "jackpot",
    "v": "vigorish",
    "s": "say",
    "f": CALL,
    "m": "move",
}
VERBS = ("burn", *CARDS, *MONEY, "push", "refund", *TABLE, "button", "say", "shuffle", "void", CALL, "floor")
PLACES = {"d": DEALER, "c": COMMUNITY, "s": STUB}
LONG = (RACK, BURN_CARDS, DISCARDS, DRAWN, IN_ERROR, "segregated area, ")  # places of several words
KNOWN = (DEALER, COMMUNITY, STUB, SHOE)
AMOUNTS = ("pay", "award", "bonus", "jackpot", "vigorish", "win", "surplus")  # acts of which a learner has to say how much
_SEAT = re.compile(r"(?:seat_?)?(\d\d?)(?:(h|s|hand|split)(\d))?")
_WHICH = re.compile(rf"\d-\d|{AGAIN}")
_DOLLARS = re.compile(r"\$?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})(?:\.(\d\d))?")


@dataclass(frozen=True)
class Shorthand:
    """Reads what is typed at one table, where these wagers are made and these words are said."""

    wagers: Sequence[str]
    sayings: Sequence[str] = field(default=())

    def acts(self, line: str) -> list[Act]:
        """The acts of a line; raises BadAct.

        >>> table = Shorthand(["Ante", "Play", "Pair Plus"], ["no more bets"])
        >>> [act.line for act in table.acts("d 1 3 d; s no; c 3 ante; p 1 pp 25; x s")]
        ... # doctest: +NORMALIZE_WHITESPACE
        ['deal seat_1', 'deal seat_3', 'deal dealer', 'say no more bets', 'collect seat_3 Ante', 'pay seat_1 Pair Plus 2500',
         'discard stub']
        >>> table.acts("p 1 plus 5")
        Traceback (most recent call last):
        pitboss.school.acts.BadAct: 'p 1 plus 5': no wager here is called 'plus'; did you mean Pair Plus?
        """
        parts: list[str] = []
        for part in line.split(";"):
            verb = part.strip().lower().partition(" ")[0]
            if parts and verb not in (*CODES, *VERBS) and parts[-1].split()[0].lower() in ("s", "say"):
                parts[-1] += f";{part}"  # of words that are said
            elif verb:
                parts.append(part.strip())
        return [act for part in parts for act in self._part(part)]

    def _part(self, line: str) -> list[Act]:
        first, *rest = line.split()
        verb = self._verb(first.lower(), line)
        if rest and rest[0].startswith("seat_") and "$" not in line and verb == first.lower():
            return [read_act(line)]
        if verb == CALL:
            return [read_act(FLOOR)]
        if verb in FORMS and verb != "say":
            return [read_act(" ".join((verb, *rest)))]
        if verb == "say":
            return [read_act(f"say {self._words(rest, line)}")]
        if verb == "burn":
            return [read_act(" ".join(("draw", RACK, *rest)))]
        if verb in TABLE:
            return [self._at_poker(verb, rest, line)]
        if verb in CARDS or verb == "button":
            return self._with_cards(verb, rest, line)
        return [self._with_chips(verb, rest, line)]

    @staticmethod
    def _at_poker(verb: str, rest: list[str], line: str) -> Act:
        """An act about no player, with its amount in dollars."""
        cents = cents_in(rest[0]) if len(rest) == 1 else None
        if rest and cents is None:
            raise BadAct(f"{line!r}: behind {verb!r} stands an amount in dollars, or nothing")
        return read_act(" ".join(filter(None, (verb, "" if cents is None else str(cents)))))

    @staticmethod
    def _verb(word: str, line: str) -> str:
        if word in CODES:
            return CODES[word]
        begun = [word] if word in VERBS else [verb for verb in VERBS if verb.startswith(word)]
        if len(begun) == 1:
            return CALL if begun[0] == "floor" else begun[0]
        if begun:
            raise BadAct(f"{line!r} may mean {' or '.join(begun)}")
        raise BadAct(f"{line!r} is no act of a dealer{hint(word, VERBS, '? lists what can be entered')}")

    def _words(self, rest: list[str], line: str) -> str:
        if not rest:
            raise BadAct("say what? Type how it begins, such as `s no more bets`; ? lists what is said here")
        seat = _SEAT.fullmatch(rest[0].lower())
        said = " ".join(rest[1:] if seat and len(rest) > 1 else rest)
        begun = [words for words in self.sayings if plain(words).startswith(plain(said))]
        exact = [words for words in begun if plain(words) == plain(said)]
        if len(exact or begun) == 1:
            said = (exact or begun)[0]
        elif begun and not exact:
            raise BadAct(f"{line!r} may mean {' or '.join(map(repr, begun))}")
        return f"{_place(rest[0])} {said}" if seat and len(rest) > 1 else said

    @staticmethod
    def _with_cards(verb: str, rest: list[str], line: str) -> list[Act]:
        if not rest:
            raise BadAct(f"{line!r} names no place: type `{line} 1` for seat 1, `{line} d` for the dealer")
        if " ".join(rest).lower().startswith(LONG):
            return [read_act(" ".join((verb, *rest)))]
        acts: list[list[str]] = []
        for word in rest:
            if acts and (
                word in (UP, DOWN) or _WHICH.fullmatch(word) or (acts[-1] == ["reveal", COMMUNITY] and word.isdecimal())
            ):
                acts[-1].append(word)
            elif (place := _place(word)).startswith("seat_") or place in KNOWN:
                acts.append([verb, place])
            else:
                raise BadAct(
                    f"{line!r}: there is no place {word!r}; a number is a seat, d the dealer, c the community cards, s the stub"
                )
        return [read_act(" ".join(words)) for words in acts]

    def _with_chips(self, verb: str, rest: list[str], line: str) -> Act:
        if len(rest) < 2:
            amount = " 10" if verb in AMOUNTS else ""
            raise BadAct(
                f"{line!r} is not enough: type seat and wager, as in `{line.split()[0]} 1 {self.wagers[0].lower()}{amount}`"
            )
        place, words = _place(rest[0]), rest[1:]
        cents = None if self.wager_named(" ".join(words)) in self.wagers else cents_in(words[-1])
        name = " ".join(words if cents is None else words[:-1])
        wager = self.wager_named(name)
        if not name or not wager:
            raise BadAct(f"{line!r}: no wager here is called {name!r}{hint(name, self.wagers, ', '.join(self.wagers))}")
        return read_act(" ".join(filter(None, (verb, place, wager, "" if cents is None else str(cents)))))

    def wager_named(self, words: str) -> str:
        """The wager that somebody names: by its name, how that begins, or the letters with which its words begin."""
        said = plain(words)
        exact = [wager for wager in self.wagers if plain(wager) == said]
        letters = [wager for wager in self.wagers if len(said) > 1 and "".join(w[0] for w in plain(wager).split()) == said]
        begun = [wager for wager in self.wagers if said and plain(wager).startswith(said)]
        found = exact or letters or begun
        if len(found) > 1:
            raise BadAct(f"{words!r} may mean {' or '.join(found)}")
        return found[0] if found else ""


def _place(word: str) -> str:
    """A place: a seat by its number, the dealer by the first letter."""
    if seat := _SEAT.fullmatch(word.lower()):
        hand = f" {'split' if seat[2].startswith('s') else 'hand'} {seat[3]}" if seat[2] else ""
        return f"seat_{int(seat[1])}{hand}"
    return PLACES.get(word.lower(), word.lower())


def in_short(due: Due) -> str:
    """An act in the short form.

    >>> from pitboss.school.orders import Place
    >>> from pitboss.table.steps import Step
    >>> in_short(Due(Step("565.12(d)", "pay", "seat_1", wager="Pair Plus", cents=2500), Place(0, 0), "pay", True))
    'p 1 pair plus 25'
    """
    step = due.step
    letters = {act: code for code, act in CODES.items()}
    if due.is_call:
        return letters[CALL]
    if step.act in FORMS and step.act != "say":
        return FORMS[step.act]
    code = letters.get(step.act, step.act)
    place = _short_place(step.who)
    amount = dollars(step.cents).lstrip("$").replace(",", "")
    if step.act in MONEY or step.act in POKER:
        code = "push" if step.act == "award" else code
        return " ".join(filter(None, (code, place, step.wager.lower(), amount if step.act in AMOUNTS else "")))
    if step.act in TABLE:
        return " ".join(filter(None, (step.act, amount if step.cents else "")))
    if step.act == "say":
        return " ".join(filter(None, (code, place if seat_of(step.who) else "", plain(head(step.note)))))
    if step.act == "draw" and step.who == RACK:
        return letters["burn"]
    return " ".join(filter(None, (code, place, due.which)))


def _short_place(place: str) -> str:
    """A place in as few letters as it is read from."""
    if seat := _SEAT.fullmatch(place.replace(" hand ", "hand").replace(" split ", "split")):
        return seat[1] + (f"{seat[2][0]}{seat[3]}" if seat[2] else "")
    return next((code for code, long in PLACES.items() if long == place), place)


def cents_in(word: str) -> int | None:
    """An amount in dollars as cents, None where it is none.

    >>> cents_in("25"), cents_in("$7.50"), cents_in("1,000"), cents_in("ante")
    (2500, 750, 100000, None)
    """
    found = _DOLLARS.fullmatch(word)
    return None if found is None else int(found[1].replace(",", "")) * 100 + int(found[2] or 0)


def in_dollars(due: Due) -> str:
    """An act as a learner is told of it.

    >>> from pitboss.school.orders import Place
    >>> from pitboss.table.steps import Step
    >>> in_dollars(Due(Step("565.12(d)", "pay", "seat_1", wager="Pair Plus", cents=2500), Place(0, 0), "pay", True))
    'pay seat 1 Pair Plus $25'
    """
    step = due.step
    if step.act in TABLE:
        return " ".join(filter(None, (step.act, dollars(step.cents) if step.cents else "")))
    if step.act in MONEY or step.act in POKER:
        return " ".join(
            ("push" if step.act == "award" else step.act, step.who.replace("_", " "), step.wager, dollars(step.cents))
        )
    return due.words.replace("seat_", "seat ")
