"""What the certificate holder chose for a table: the options of its Rules Submission, checked against the chapter.

>>> house = House.of("677a", {"trips_plus": "A"})
>>> house["trips_plus"], house["dealing"]
('A', 'manual shoe')
>>> House.of("677a", {"trips_plus": "Q"})
Traceback (most recent call last):
pitboss.errors.NotAuthorized: trips_plus = 'Q' is not allowed; allowed are '', 'A', 'B', 'C', 'D' (§ 677a.12(e))
"""

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pitboss.errors import NotAuthorized
from pitboss.money import Odds, dollars
from pitboss.rulebook import Chapter, Option, Paytable, chapter

NO_MAXIMUM = 10**12  # a table maximum that stands for none
DECKS = {
    "single deck": (1, 1),
    "two decks": (2, 2),
    "six decks": (6, 6),
    "eight decks": (8, 8),
    "multiple decks": (2, 8),
    "four or more decks": (4, 8),
}


def fits_decks(condition: str, decks: int) -> bool:
    """Whether the condition printed over a pay table holds with so many decks; one that is not about decks always does."""
    least, most = DECKS.get(condition, (decks, decks))
    return least <= decks <= most


def _check(option: Option, given: Any) -> Any:
    allowed = option.allowed
    if option.kind == "flag":
        if not isinstance(given, bool):
            raise NotAuthorized(f"{option.option} = {given!r} must be true or false", option.section)
        if isinstance(allowed, list) and given not in allowed:
            raise NotAuthorized(f"{option.option} must be {str(allowed[0]).lower()}", option.section)
        return given
    if option.kind in ("number", "amount"):
        if type(given) is type(option.default) and given == option.default:
            return given
        if type(given) is not int:
            raise NotAuthorized(f"{option.option} = {given!r} must be a whole number", option.section)
        if isinstance(allowed, dict):
            least, most = allowed.get("min", 0), allowed.get("max")
            if given < least or (most is not None and given > most):
                show = dollars if option.unit == "cents" else str
                upper = f" and at most {show(most)}" if most is not None else ""
                raise NotAuthorized(f"{option.option} = {show(given)} must be at least {show(least)}{upper}", option.section)
            return given
    if option.kind == "table":
        return _check_table(option, given)
    if option.kind == "text" and not isinstance(given, str):
        raise NotAuthorized(f"{option.option} = {given!r} must be a text", option.section)
    if isinstance(allowed, list) and allowed:
        if given is True and (words := [a for a in allowed if a not in ("", False)]):
            given = words[0]
        if given is False and "" in allowed:
            given = ""
        if given not in allowed:
            listed = ", ".join(map(repr, allowed))
            raise NotAuthorized(f"{option.option} = {given!r} is not allowed; allowed are {listed}", option.section)
    return given


def _check_table(option: Option, given: Any) -> Any:
    """A pay table of the house's own, or another list of values."""
    allowed = option.allowed
    if isinstance(allowed, list) and given in allowed:
        return given
    floor = "floor" in (allowed if isinstance(allowed, list) else allowed.values())
    if floor and (given is True or given in ("floor", {})):
        return "floor"
    if not isinstance(given, dict if floor else (dict, list)):
        words = '"floor" or a table of hands and odds' if floor else "a list or a table"
        raise NotAuthorized(f"{option.option} = {given!r} must be {words}", option.section)
    return given


def _snake(wager: str) -> str:
    return wager.lower().replace(" ", "_").replace("-", "_").replace("'", "")


@dataclass(frozen=True)
class House:
    """The choices in force at one table."""

    chapter: Chapter
    values: dict[str, Any]
    given: dict[str, Any]
    _paytables: dict[tuple[str, str | None, str], Paytable] = field(default_factory=dict, repr=False, compare=False)

    @staticmethod
    def of(number: str, given: Mapping[str, Any] | None = None) -> "House":
        """A house with the chapter's defaults and the choices given, each checked with its section."""
        book = chapter(number)
        known = {o.option: o for o in book.options}
        values = {o.option: o.default for o in book.options}
        for name, value in (given or {}).items():
            name = next((o.option for o in book.options if name in o.also), name)
            if name not in known:
                near = difflib.get_close_matches(name, known, 1)
                hint = f"; did you mean {near[0]}?" if near else f"; `pitboss options {book.chapter}` lists them"
                raise NotAuthorized(f"chapter {book.chapter} has no option {name!r}{hint}")
            values[name] = _check(known[name], value)
        house = House(book, values, dict(given or {}))
        house._check_together()
        for option in book.options:
            if option.kind == "table" and isinstance(values[option.option], dict):
                wager = next(p.wager for p in book.paytables if _snake(p.wager) == option.option)
                house.paytable(wager)
        return house

    def _check_together(self) -> None:
        values = self.values
        if values.get("table_maximum", 0) and values["table_minimum"] > values["table_maximum"]:
            raise NotAuthorized(
                f"table_minimum {dollars(values['table_minimum'])} is above table_maximum {dollars(values['table_maximum'])}",
                self.section("table_minimum"),
            )
        if values.get("dealing") == "hand" and "shuffler" in values:
            if self.given.get("shuffler") is False:
                section = next(s for s, title in self.chapter.sections.items() if title.endswith(("from the hand", "by hand")))
                raise NotAuthorized(
                    "dealing from the hand needs an automated card shuffling device: shuffler must be true", f"{section}(a)(1)"
                )
            values["shuffler"] = values["shuffler"] or True
        if "small_bet" in values:
            self._poker_limits()
        if values.get("from_the_hand") and "decks" not in self.given:  # § 633a.12(b)(1)
            values["decks"] = self.chapter.limit("maximum_decks_from_the_hand")
        if values.get("starting_position") == "button" and not values["shuffler"]:  # § 561.12(d), § 645a.5(i)(3)
            values["shuffler"] = "shuffler" not in self.given  # a house that says it has none is refused by its chapter
        for needs in ("counting_shuffler", "second_deck", "shuffler_fills_shoe", "shuffler_loads_shoe", "from_the_hand"):
            if values.get(needs) and values["shuffler"] in (False, "manual"):
                if "shuffler" in self.given:
                    raise NotAuthorized(f"{needs} needs an automated card shuffling device", self.section(needs))
                values["shuffler"] = "automated" if values["shuffler"] == "manual" else True

    def _poker_limits(self) -> None:
        """At Poker the posted minimum is the least bet, and under spread limit the posted maximum the largest."""
        values, given = self.values, self.given
        if "small_bet" not in given and "table_minimum" in given:
            values["small_bet"] = values["table_minimum"]
        if "big_bet" not in given and ("small_bet" in given or "table_minimum" in given):
            spread = values["structure"] == "spread" and "table_maximum" in given
            values["big_bet"] = values["table_maximum"] if spread else 2 * values["small_bet"]
        if "table_minimum" in given and values["small_bet"] < values["table_minimum"]:
            least = dollars(values["table_minimum"])
            raise NotAuthorized(f"small_bet must be {least} or more, the posted minimum", self.section("small_bet"))

    def paying(self, table: Paytable) -> "House":
        """The same house with another pay table for a wager, for comparison with what is printed."""
        return replace(self, _paytables={**self._paytables, (table.wager, None, ""): table})

    def _posted(self, wager: str, rows: dict[str, str]) -> Paytable:
        """A pay table of the house's own, which pays no hand less than the printed one."""
        printed = self.chapter.paytable(wager)
        own = {" ".join(hand.lower().split()): payout for hand, payout in rows.items()}
        posted = []
        for hand, least in printed.rows:
            payout = str(own.pop(hand.lower(), own.pop(hand.lower().split(" (")[0], least)))
            odds = Odds.parse(payout)
            if not any(odds.kind == floor.kind and odds.value >= floor.value for floor in Odds.choices(least)):
                raise NotAuthorized(f"{hand} must pay at least {least}, not {payout}", printed.section)
            posted.append((hand, payout))
        if own:
            hands = ", ".join(hand for hand, _ in printed.rows)
            raise NotAuthorized(f"the {wager} table has no {next(iter(own))!r}; it has {hands}", printed.section)
        return replace(printed, rows=tuple(posted))

    def section(self, option: str) -> str:
        """The paragraph behind an option."""
        return next(o.section for o in self.chapter.options if o.option == option)

    def __getitem__(self, option: str) -> Any:
        return self.values[option]

    def get(self, option: str, default: Any = None) -> Any:
        """The value of an option, or the default where the chapter has no such option."""
        return self.values.get(option, default)

    def least_wager(self) -> int:
        """The posted table minimum, in chips of the table.

        >>> House.of("677a", {"table_minimum": 250, "smallest_chip": 100}).least_wager()
        300
        """
        unit: int = self["smallest_chip"]
        return -(-int(self["table_minimum"]) // unit) * unit

    def chosen(self, wager: str) -> Any:
        """What the house says about a wager: a table's letter, "floor" or rows of its own, True or False, "" for none; None
        where there is nothing to choose.

        >>> House.of("633a", {"lucky_ladies": True}).chosen("Lucky Ladies Twenty Point Bonus"), House.of("565").chosen("Ante")
        (True, None)
        """
        name = _snake(wager)
        return next((value for option, value in self.values.items() if f"{name}_".startswith(f"{option}_")), None)

    def paytable(self, wager: str, table: str | None = None, condition: str = "") -> Paytable:
        """The pay table in force for a wager: the letter the house chose, or the only one."""
        key = (wager, table, condition)
        if key not in self._paytables:
            rows = self.values.get(_snake(wager))
            if isinstance(rows, dict):
                self._paytables[key] = self._posted(wager, rows)
                return self._paytables[key]
            if table is None:
                chosen = self.values.get(_snake(wager), "")
                table = chosen if isinstance(chosen, str) and chosen != "floor" else ""
            self._paytables[key] = self.chapter.paytable(wager, table, condition)
        return self._paytables[key]
