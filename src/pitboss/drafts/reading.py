"""A draft as a file: TOML or JSON, read into a wager with the line and column of whatever is wrong. docs/drafts.md explains it.

    name = "Pair Plus"

    [deal]
    player = 3

    [[row]]
    when = "straight flush"
    pays = "40 to 1"

>>> read_draft('[deal]\\nplayer = 3\\n[[row]]\\nwhen = "pair"\\npays = "1 to 1"').bets[0].rows[0].hand
'pair'
>>> read_draft('[deal]\\nplayer = 3\\n[[row]]\\nwhen = "pair or flsh"\\npays = "1 to 1"')
Traceback (most recent call last):
pitboss.drafts.conditions.BadDraft: line 4, column 17: 'flsh' is not a word of conditions; did you mean flush?
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

from pitboss.cards import JOKER, Card
from pitboss.drafts.checks import check_wager
from pitboss.drafts.conditions import (
    LONGEST,
    RESERVED,
    WORDS,
    BadCondition,
    BadDraft,
    Condition,
    Value,
    Word,
    parse_cards,
    parse_condition,
    parse_number,
    with_names,
)
from pitboss.drafts.procedures import PROCEDURES
from pitboss.drafts.records import Bet, Choice, Deck, Discard, Draw, Option, Pay, Row, Wager
from pitboss.errors import BadOdds
from pitboss.files import not_text, parse_data, read_text
from pitboss.spelling import near
from pitboss.submissions.places import Path as KeyPath
from pitboss.submissions.places import Places, places_in

MOST_LETTERS = 200_000  # of a file
MOST_DECKS, MOST_JOKERS, MOST_CARDS = 16, 4, 20
MOST_ROWS, MOST_NAMES, LONGEST_NAME = 200, 50, 60
MOST_BETS, MOST_DRAWS, MOST_CHOICES, MOST_OPTIONS = 12, 12, 6, 8
MOST_HELD = 5  # cards of a hand of which some are discarded
MOST_CENTS = 100_000_000_00
FREE = ("name", "source", "note")  # words for people
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_GROUPS = re.compile(r"[A-Za-z][A-Za-z0-9-]*(?: *\+ *[A-Za-z][A-Za-z0-9-]*)*")
_SIZE = re.compile(r"([0-9]{1,4})(?:/([1-9][0-9]{0,3})|\.([0-9]{1,4}))?")
_DOLLARS = re.compile(r"\$([0-9][0-9,]{0,14})(?:\.([0-9][0-9]))?")
Read = TypeVar("Read")


def load(path: Path) -> "Draft":
    """The draft in a file; raises BadDraft."""
    try:
        words = read_text(path, "utf-8-sig")
    except OSError as error:
        raise BadDraft(f"{path} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise BadDraft(f"{path} cannot be read: {not_text(error)}") from None
    return Draft.of(words, path)


def read_draft(words: str, path: Path = Path("draft.toml")) -> Wager:
    """The wager in a text; raises BadDraft."""
    return wager_in(Draft.of(words, path))


class Draft:
    """The data of a draft, and where each part of it stands in the text."""

    def __init__(self, data: dict[str, Any], words: str, places: Places) -> None:
        self.data, self.places = data, places
        self.lines = words.splitlines()

    @classmethod
    def of(cls, words: str, path: Path = Path("draft.toml")) -> "Draft":
        """The data of a text; raises BadDraft where it is not TOML (or JSON, if its name ends so)."""
        json = path.suffix == ".json"
        if len(words) > MOST_LETTERS:
            raise BadDraft(f"{path.name} has {len(words):,} characters; a draft has at most {MOST_LETTERS:,}")
        try:
            data = parse_data(words, path)
        except ValueError as error:
            raise BadDraft(str(error)) from None
        return cls(data, words, places_in(words, json))

    @classmethod
    def of_data(cls, data: Mapping[str, Any]) -> "Draft":
        """A draft that a program has made."""
        return cls(dict(data), "", Places())

    def error(self, path: KeyPath, message: str, value: str = "", column: int = 0) -> BadDraft:
        """An error at a field; `column` counts within its value."""
        line = self.places.line(*path)
        at = 0
        if line and column:
            here = self.lines[line - 1].find(value)
            at = here + column if here >= 0 else 0
        return BadDraft(message, line, at)


class Table:
    """A table of a draft whose keys are read one by one; what is left over is refused."""

    def __init__(self, draft: Draft, path: KeyPath, data: object, allowed: tuple[str, ...] | None = None) -> None:
        self.draft, self.path = draft, path
        where = f"[{'.'.join(str(part) for part in path if isinstance(part, str))}]" if path else "a draft"
        if not isinstance(data, dict):
            raise draft.error(path, f"{where} must be a table")
        self.data: Mapping[str, Any] = data
        for key in data:
            if allowed is not None and key not in allowed:
                guess = near(key, allowed)
                meant = f"; did you mean {' or '.join(guess)}?" if guess else f"; it has {', '.join(allowed)}"
                raise draft.error((*path, key), f"{where} has no {key[:40]!r}{meant}")

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def error(self, key: str, message: str) -> BadDraft:
        """An error at one key."""
        return self.draft.error((*self.path, key), message)

    def text(self, key: str, default: str | None = None, longest: int = 2000) -> str:
        """A text."""
        if key not in self.data:
            if default is None:
                raise self.draft.error(self.path, f"{key} is missing")
            return default
        value = self.data[key]
        if not isinstance(value, str) or len(value) > longest:
            raise self.error(key, f"{key} must be a text of at most {longest} characters")
        return value

    def integer(self, key: str, default: int, least: int, most: int) -> int:
        """A whole number within limits."""
        value = self.data.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            raise self.error(key, f"{key} must be a whole number from {least} to {most}")
        return value

    def flag(self, key: str, default: bool = False) -> bool:
        """True or false."""
        value = self.data.get(key, default)
        if not isinstance(value, bool):
            raise self.error(key, f"{key} must be true or false")
        return value

    def cents(self, key: str, default: int) -> int:
        """An amount such as "$5"."""
        if key not in self.data:
            return default
        match = _DOLLARS.fullmatch(str(self.data[key]))
        amount = int(match[1].replace(",", "")) * 100 + int(match[2] or 0) if match else 0
        if not 0 < amount <= MOST_CENTS:
            raise self.error(key, f'{key} must be an amount such as "$5"')
        return amount

    def fraction(self, key: str, default: Fraction) -> Fraction:
        """A number of units: 2, "1/2", 1.5."""
        return self.draft_fraction(key, self.data[key]) if key in self.data else default

    def draft_fraction(self, key: str, value: object) -> Fraction:
        """The same of a value that is at hand."""
        match = _SIZE.fullmatch(str(value)) if not isinstance(value, bool) else None
        if match is None:
            raise self.error(key, f'{key} must be a number of bets such as 1, "1/2" or 1.5')
        return Fraction(str(value))

    def cards(self, key: str) -> frozenset[Card]:
        """Some cards; none where the key is not there."""
        words = self.text(key, "")
        try:
            return parse_cards(words) if words else frozenset()
        except BadCondition as error:
            raise self.draft.error((*self.path, key), error.message, words, error.column) from None

    def condition(self, key: str, names: Mapping[str, str]) -> Condition:
        """A condition."""
        return self._parsed(key, names, parse_condition)

    def number(self, key: str, names: Mapping[str, str]) -> Value:
        """A number that is read from cards."""
        return self._parsed(key, names, parse_number)

    def without(self, key: str) -> "Table":
        """The table without one key."""
        return Table(self.draft, self.path, {name: value for name, value in self.data.items() if name != key})

    def _parsed(self, key: str, names: Mapping[str, str], parse: Callable[[str], Read]) -> Read:
        words = self.text(key)
        try:
            return parse(with_names(words, names))
        except BadCondition as error:
            column = error.column if not any(name in words for name in names) else 0
            raise self.draft.error((*self.path, key), error.message, words, column) from None

    def several(self, key: str, most: int) -> list[tuple[KeyPath, object]]:
        """The entries of a list of tables."""
        value = self.data.get(key, [])
        if isinstance(value, dict):
            raise self.error(key, f"[{key}] is written with two brackets, as there may be several: [[{key}]]")
        if not isinstance(value, list) or len(value) > most:
            raise self.error(key, f"there can be at most {most} of [[{key}]]")
        return [((*self.path, key, place), entry) for place, entry in enumerate(value)]

    def names(self, key: str, known: tuple[str, ...], what: str) -> tuple[str, ...]:
        """One name or a list of names, all of them known, in capitals or not."""
        value = self.data.get(key, [])
        listed = [str(name) for name in (value if isinstance(value, list) else [value])]
        same = {name.lower(): name for name in known} | {name: name for name in known}
        for name in listed:
            if name not in same and name.lower() not in same:
                guess = near(name, known)
                meant = f"; did you mean {' or '.join(guess)}?" if guess else f"; there is {', '.join(known) or 'none'}"
                raise self.error(key, f"{name[:40]!r} is not {what}{meant}")
        return tuple(same.get(name) or same[name.lower()] for name in listed)


def wager_in(draft: Draft) -> Wager:
    """The wager of a draft; raises BadDraft."""
    keys = ("deck", "deal", "define", "draw", "discard", "choice", "wager", "bet", "row", "pays")
    top = Table(draft, (), draft.data, (*FREE, *keys))
    names = _definitions(draft, top)
    deck = deck_in(draft)
    deal, draws = _deal(draft, top, names)
    groups = (*deal, *(draw.group for draw in draws))
    wager = Table(draft, ("wager",), top.data.get("wager", {}), ("amount", "meter", "pays", "given", "hand_cards"))
    choices = _choices(draft, top, groups, names)
    name = top.text("name", "the wager", LONGEST_NAME)
    bets = _bets(draft, top, wager, choices, names, name)
    given = wager.condition("given", names) if "given" in wager else None
    found = Wager(
        name,
        deck,
        deal,
        bets,
        draws,
        choices,
        given,
        wager.cents("amount", 100),
        wager.cents("meter", 0),
        wager.integer("hand_cards", 5, 3, 5),
        _discard(draft, top, deck, deal),
    )
    check_wager(draft, found)
    return found


def _definitions(draft: Draft, top: Table) -> dict[str, str]:
    """The named parts of conditions. A definition may use those above it."""
    data = top.data.get("define", {})
    if not isinstance(data, dict) or len(data) > MOST_NAMES:
        raise top.error("define", f"[define] must be a table of at most {MOST_NAMES} texts")
    names: dict[str, str] = {}
    table = Table(draft, ("define",), data)
    for name in data:
        if not _NAME.fullmatch(name) or name.lower() in WORDS:
            raise table.error(name, f"{name[:40]!r} is not a name: write letters, digits and hyphens, no word of conditions")
        names[name.lower()] = words = with_names(table.text(name), names)
        if len(words) > LONGEST:
            raise table.error(name, f"a definition has at most {LONGEST:,} characters, with the definitions in it")
        if not (_is_number(words) or _GROUPS.fullmatch(words)):
            names[name.lower()] = f"({words})"
    return names


def _is_number(words: str) -> bool:
    """Whether a definition stands for a number, which needs no parentheses around it."""
    try:
        parse_number(words)
    except BadCondition:
        return False
    return True


def deck_in(draft: Draft) -> Deck:
    """The deck of a draft; raises BadDraft."""
    table = Table(draft, ("deck",), draft.data.get("deck", {}), ("decks", "jokers", "without", "wild", "bug"))
    without, wild, bug = table.cards("without"), table.cards("wild"), table.cards("bug")
    if wild and bug:
        raise table.error("bug", "cards are wild or a bug, not both")
    decks = table.integer("decks", 1, 1, MOST_DECKS)
    if len(without) == 52:
        raise table.error("without", "no card is left in the deck")
    return Deck(decks, table.integer("jokers", 0, 0, MOST_JOKERS), without, wild or bug, bool(bug))


def _deal(draft: Draft, top: Table, names: Mapping[str, str]) -> tuple[dict[str, int], tuple[Draw, ...]]:
    """The groups of cards that are dealt, and those that are drawn."""
    data = top.data.get("deal")
    if not isinstance(data, dict) or not data:
        raise top.error("deal", "[deal] is missing: it says how many cards each group is dealt, such as player = 3")
    table = Table(draft, ("deal",), data)
    if "procedure" in table:
        name = table.text("procedure")
        if name not in PROCEDURES:
            raise table.error("procedure", f"{name[:40]!r} is not a procedure; there is {', '.join(PROCEDURES)}")
        procedure = PROCEDURES[name]
        if len(data) > 1 or "draw" in top:
            raise table.error("procedure", f"{name} says itself what is dealt and drawn")
        return dict(procedure.deal), procedure.draws
    deal = {}
    for name in data:
        if name.lower() in RESERVED:
            raise table.error(name, f"{name!r} is a word of conditions: give this group of cards another name")
        if not _NAME.fullmatch(name):
            raise table.error(name, f"{name[:40]!r} is not a name: write letters, digits and hyphens")
        deal[name.lower()] = table.integer(name, 0, 1, MOST_CARDS)
    if sum(deal.values()) > MOST_CARDS:
        raise draft.error(("deal",), f"more than {MOST_CARDS} cards cannot be dealt")
    draws: list[Draw] = []
    for path, entry in top.several("draw", MOST_DRAWS):
        one = Table(draft, path, entry, ("group", "cards", "when", "until"))
        group = one.text("group", longest=LONGEST_NAME).lower()
        if not _NAME.fullmatch(group) or group in RESERVED or group in (*deal, *(draw.group for draw in draws)):
            raise one.error("group", f"{group[:40]!r} is not a new name of letters, digits and hyphens")
        if "until" in one and ("when" in one or "cards" in one):
            raise one.error("until", "with until, cards and when say nothing")
        when = one.condition("when", names) if "when" in one else None
        until = one.condition("until", names) if "until" in one else None
        draws.append(Draw(group, one.integer("cards", 1, 1, 5), when, until))
    return deal, tuple(draws)


def _discard(draft: Draft, top: Table, deck: Deck, deal: Mapping[str, int]) -> Discard | None:
    """The cards that the player may discard."""
    if "discard" not in top:
        return None
    table = Table(draft, ("discard",), top.data["discard"], ("group", "cards"))
    if not table.names("group", tuple(deal), "a group of cards"):
        raise table.error("group", "group is missing: [discard] says of which group cards are discarded")
    [(group, size)] = deal.items() if len(deal) == 1 else [("", 0)]
    if not 1 <= size <= MOST_HELD:
        raise table.error("group", f"where cards are discarded, one group of 1 to {MOST_HELD} cards is dealt and nothing else")
    for key in ("draw", "choice"):
        if key in top:
            raise top.error(key, f"a draft with [discard] has no [[{key}]]")
    if "given" in top.data.get("wager", {}):
        raise draft.error(("wager", "given"), "a draft with [discard] counts all deals: leave out given")
    if max(deck.counts[:JOKER]) > 1 or sum(deck.counts) < 2 * size:
        once = f"the deck has {2 * size} cards or more, each of them once but jokers"
        raise draft.error(("deck",), f"where cards are discarded, {once}")
    return Discard(group, table.integer("cards", size, 1, size))


def _choices(draft: Draft, top: Table, groups: tuple[str, ...], names: Mapping[str, str]) -> tuple[Choice, ...]:
    choices: list[Choice] = []
    taken: dict[str, None] = {}  # the names of options, in the order of the file
    for path, entry in top.several("choice", MOST_CHOICES):
        table = Table(draft, path, entry, ("sees", "when", "after", "option"))
        after = table.names("after", tuple(taken), "an option of an earlier choice")
        sees = table.names("sees", groups, "a group of cards")
        options = []
        for place, one in table.several("option", MOST_OPTIONS):
            option = Table(draft, place, one, ("name", "when", "bets", "loses"))
            name = option.text("name", longest=LONGEST_NAME).lower()
            if name in taken or not name:
                raise option.error("name", f"there are two options {name!r}: every option of a draft needs a name of its own")
            taken[name] = None
            bets = Table(draft, (*place, "bets"), option.data.get("bets", {}))
            loses = option.fraction("loses", Fraction(0)) if "loses" in option else None
            sizes = {bet: bets.draft_fraction(bet, size) for bet, size in bets.data.items()}
            options.append(Option(name, sizes, loses, option.condition("when", names) if "when" in option else None))
        if not options:
            raise draft.error(path, "a choice needs its options, [[choice.option]]")
        if all(option.when is not None for option in options):
            raise draft.error(path, "a choice needs one option without when, which is open to all")
        when = table.condition("when", names) if "when" in table else None
        choices.append(Choice(sees, tuple(options), when, after))
    return tuple(choices)


def _bets(
    draft: Draft, top: Table, wager: Table, choices: tuple[Choice, ...], names: Mapping[str, str], name: str
) -> tuple[Bet, ...]:
    """The bets with their rows: one of the wager's name where [[bet]] is not used."""
    options = tuple(option.name for choice in choices for option in choice.options)
    fields = ("name", "size", "pays", "bonus")
    tables = [Table(draft, path, entry, fields) for path, entry in top.several("bet", MOST_BETS)]
    if tables and "pays" in wager:
        raise wager.error("pays", "where there are several bets, each [[bet]] says what it pays")
    if not tables:
        tables = [Table(draft, ("wager",), {k: v for k, v in wager.data.items() if k == "pays"}, fields)]
    known = tuple(table.text("name", name, LONGEST_NAME) for table in tables)
    if len(set(known)) < len(known):
        raise draft.error(("bet",), "two bets have one name")
    rows: dict[str, list[Row]] = {name: [] for name in known}
    listed = top.several("row", MOST_ROWS)
    if not listed:
        raise draft.error((), "a draft needs rows, [[row]], each with when and pays")
    for path, entry in listed:
        bet, row = _row(Table(draft, path, entry, ("hand", "when", "pays", "each", "after", "bet")), known, options, names)
        rows[bet].append(row)
    for choice in choices:
        for option in choice.options:
            for bet in option.bets:
                if bet not in known:
                    raise draft.error(
                        ("choice",), f"option {option.name!r} adds to {bet!r}, which is not a bet; there is {', '.join(known)}"
                    )
    bets = []
    for name, table in zip(known, tables, strict=True):
        pays = table.text("pays", "first row")
        if pays not in ("first row", "every row"):
            raise table.error("pays", 'pays must be "first row" or "every row"')
        size = table.fraction("size", Fraction(1))
        bets.append(Bet(name, tuple(rows[name]), size, pays == "every row", table.flag("bonus")))
    if bets[0].bonus or not bets[0].size:
        raise draft.error(("bet", 0), "the first bet must be made by every player: results are in units of it")
    return tuple(bets)


def _row(table: Table, bets: tuple[str, ...], options: tuple[str, ...], names: Mapping[str, str]) -> tuple[str, Row]:
    when = table.condition("when", names) if "when" in table or "each" not in table else Word(True)
    pays = pay_in(table, "pays")
    each = table.number("each", names) if "each" in table else None
    after = table.names("after", options, "an option")
    bet = table.names("bet", bets, "a bet")[:1] or bets[:1]
    return bet[0], Row(table.text("hand", table.text("when", "each")[:LONGEST_NAME], 2 * LONGEST_NAME), when, pays, each, after)


def pay_in(table: Table, key: str) -> Pay:
    """A payout or a loss."""
    try:
        return Pay.parse(table.text(key, longest=LONGEST_NAME))
    except BadOdds as error:
        more = ", lose or lose 1/2" if error.message.endswith("N/A") else ""
        raise table.error(key, error.message + more) from None
