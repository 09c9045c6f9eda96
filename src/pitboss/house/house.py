"""The certificate holder's choices for a table: the options of its Rules Submission, checked against the chapter.

>>> house = House.of("heads-up-hold-em", {"trips_plus": "A"})
>>> house["trips_plus"], house["dealing"]
('A', 'manual shoe')
>>> House.of("heads-up-hold-em", {"trips_plus": "Q"})
Traceback (most recent call last):
pitboss.errors.NotAuthorized: trips_plus = "Q" is not allowed; allowed are "", "A", "B", "C", "D" (§ 677a.12(e))
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from pitboss.drawing import svg_of
from pitboss.errors import NotAuthorized
from pitboss.house.judge import examine_house
from pitboss.house.own_pay_tables import below_floor, own_problems, own_rows, with_own
from pitboss.house.payout_limits import limit_by_text
from pitboss.house.problems import Problem, refuse
from pitboss.house.values import accept, percent, unknown_option
from pitboss.house.waivers import WORD, Waiver, read_waivers, waive
from pitboss.rulebook import Chapter, Listed, Paytable, chapter
from pitboss.rulebook.typed import Choices
from pitboss.spelling import option_of

T = TypeVar("T")
NO_MOST = 10**9  # stands for no upper bound on decks
DEVICES = (
    *("counting_shuffler", "reshuffling_device", "second_deck"),
    *("shuffler_fills_shoe", "shuffler_loads_shoe", "shuffler_stores_securely"),
)
PLAIN = frozenset({bool, int, str})
MOST_CHECKED = 512  # cached houses
DECKS = {
    "single deck": (1, 1),
    "two decks": (2, 2),
    "six decks": (6, 6),
    "eight decks": (8, 8),
    "multiple decks": (2, NO_MOST),
    "four or more decks": (4, NO_MOST),
}


def fits_decks(condition: str, decks: int) -> bool:
    """True if the condition printed over a pay table holds for a number of decks. Conditions not about decks always do."""
    least, most = DECKS.get(condition, (decks, decks))
    return least <= decks <= most


@dataclass(frozen=True)
class House(Choices):
    """The choices in force at one table."""

    chapter: Chapter
    values: dict[str, Any]
    given: dict[str, Any]
    limited: bool = True  # False if no limits are posted, as in rule cases and hand histories
    instead: dict[str, Paytable] = field(default_factory=dict, repr=False)  # substitute pay tables, for what-if comparisons
    waivers: tuple[Waiver, ...] = ()  # granted by the Board (§ 521.5)
    waived: tuple[Problem, ...] = field(default=(), repr=False, compare=False)  # choices that are lawful only by a waiver
    pays_in_chips: bool = True  # False for tables opened before payouts had to be whole chips; theirs need only be whole cents
    _paytables: dict[tuple[str, str | None, str], Paytable] = field(default_factory=dict, repr=False, compare=False)
    _derived: dict[str, tuple[Any, Any]] = field(default_factory=dict, repr=False, compare=False)

    @staticmethod
    def unlimited(number: str, given: Mapping[str, Any] | None = None) -> "House":
        """A house that posts no limits unless they are given, so that any amount from a cent up can be bet.

        >>> unlimited = House.unlimited("three-card-poker")
        >>> unlimited["table_minimum"], unlimited.largest_wager(), House.of("three-card-poker").largest_wager()
        (1, None, 50000)
        """
        chosen = {"table_minimum": 1, **(given or {})}
        return House.of(number, chosen, limited="table_maximum" in chosen)

    @staticmethod
    def of(number: str | int, given: Mapping[str, Any] | None = None, limited: bool = True) -> "House":
        """A house with the given choices, each checked, and the chapter's defaults for the rest. Raises NotAuthorized."""
        key = _plain(chapter(number), given or {}, limited)
        if key in CHECKED:
            return CHECKED[key]._again()
        house, problems = examine(number, given, limited)
        refuse(problems)
        if key is not None:
            if len(CHECKED) >= MOST_CHECKED:
                CHECKED.clear()
            CHECKED[key] = house._again()
        return house

    def _again(self) -> "House":
        """A copy of this house that can be changed independently."""
        values = Listed(self.chapter.chapter, "option", self.values)
        return replace(self, values=values, given=dict(self.given), _paytables={})

    def __repr__(self) -> str:
        """The expression that creates this house.

        >>> House.of("heads-up-hold-em", {"trips_plus": "A"})
        House.of('677a', {'trips_plus': 'A'})
        """
        made = "of" if self.limited else "unlimited"
        return f"House.{made}({self.chapter.chapter!r}{f', {self.given!r}' if self.given else ''})"

    def _repr_svg_(self) -> str:
        """The felt of the house, for a notebook."""
        svg: str = svg_of(self)
        return svg

    def __reduce__(self) -> Any:
        """Copying or unpickling a house checks its choices again."""
        return House.of if self.limited else House.unlimited, (self.chapter.chapter, dict(self.given))

    def _fill(self) -> None:
        """Fill in the options that follow from the stated choices."""
        values, given = self.values, self.given
        if "small_bet" in values:
            self._fill_bets()
        if values.get("dealing") == "hand" and "shuffler" in values:
            values["shuffler"] = values["shuffler"] or True
        if values.get("from_the_hand") and "decks" not in given:  # § 633a.12(b)(1)
            values["decks"] = self.chapter.limit("maximum_decks_from_the_hand")
        if values.get("starting_position") == "button" and not values["shuffler"]:  # § 561.12(d), § 645a.5(i)(3)
            values["shuffler"] = "shuffler" not in given  # a house that says it has none is refused by its chapter
        if values.get("community_first") and "reshuffling_device" not in given:  # § 655a.10(g), § 677a.10(g)
            values["reshuffling_device"] = True
        if "shuffler" not in given and any(map(values.get, (*DEVICES, "from_the_hand"))):
            values["shuffler"] = {"manual": "automated", False: True}.get(values["shuffler"], values["shuffler"])
        values.update(self.follows())

    def _fill_bets(self) -> None:
        """Fill in the bets of Poker. The posted minimum is the smallest bet and, under spread limit, the posted maximum the
        largest; pot limit and no limit have no largest bet unless the house posts one."""
        values, given = self.values, self.given
        if "small_bet" not in given and "table_minimum" in given:
            values["small_bet"] = values["table_minimum"]
        if "table_minimum" not in given:
            values["table_minimum"] = values["small_bet"]
        posted = values["table_maximum"] or None
        if "big_bet" not in given and {"small_bet", "table_minimum", "table_maximum"} & set(given):
            largest = 2 * values["small_bet"] if posted is None or values["structure"] != "spread" else posted
            values["big_bet"] = largest if posted is None else min(largest, posted)

    def follows(self) -> dict[str, Any]:
        """The options that follow from what the house stated and what it left out.

        >>> House.of("mississippi-stud", {"table_minimum": 2500})["payout_limit"]  # § 655a.12(b)
        12500000
        >>> [House.of("mississippi-stud", given)["progressive_wagers"] for given in ({}, {"progressive_wager": 500})]
        ['both', 'one']
        """
        following: dict[str, Any] = {}
        if "payout_limit" not in self.given and (limit := limit_by_text(self)):
            following["payout_limit"] = limit
        if "progressive_wagers" in self.values and not self.given.get("progressive_wagers"):
            following["progressive_wagers"] = "one" if "progressive_wager" in self.given else "both"
        return following

    def derived(self, name: str, work: Callable[[], T]) -> T:
        """A cached result of `work` under a name, computed on first use and again after a choice has changed."""
        choices = self.values, self.instead
        known = self._derived.get(name)
        if known is None or known[0] != choices:
            known = self._derived[name] = (dict(self.values), self.instead), work()
        result: T = known[1]
        return result

    def problem(
        self,
        message: str,
        option: str,
        rule: str,
        *,
        cite: str = "",
        allowed: Any = None,
        needs: tuple[str, ...] = (),
        row: str = "",
        fix: str = "",
    ) -> Problem:
        """The problem of a choice that is not allowed, about an option or a row of its pay table. `cite` is the paragraph that
        forbids it, if that is not the option's."""
        given = self.values[option]
        return Problem(message, cite or self.section(option), option, given, allowed, rule, row, needs, fix=fix)

    def paying(self, table: Paytable) -> "House":
        """A copy of this house with another pay table for a wager, in place of every printed one."""
        return replace(self, instead={**self.instead, table.wager: table}, _paytables={})

    def _posted(self, wager: str, rows: dict[str, str]) -> Paytable:
        """The house's own pay table. It must pay no hand less than some printed table; the first such table also supplies the
        rows that the house does not state."""
        printed = [p for p in self.chapter.paytables if p.wager == wager]
        refuse(waive(problem, self.chapter, self.waivers, 0) for problem in own_problems(printed, rows))
        own = own_rows(printed[0], rows)
        for floor in printed:
            posted = with_own(floor, own)
            if not list(below_floor(posted, floor.rows)):
                return replace(floor, table="", rows=posted)
        return replace(printed[0], table="", rows=with_own(printed[0], own))  # below every floor, by a waiver

    def section(self, option: str) -> str:
        """The paragraph behind an option."""
        return next(o.section for o in self.chapter.options if o.option == option)

    def letter(self, option: str) -> str:
        """The letter of the printed pay table that the house chose; "" if it has its own rows, or none."""
        found = self.values[option]
        return found if isinstance(found, str) else ""

    def least_wager(self) -> int:
        """The posted table minimum, rounded up to whole chips of the table.

        >>> House.of("heads-up-hold-em", {"table_minimum": 250, "smallest_chip": 100}).least_wager()
        300
        """
        unit = self["smallest_chip"]
        return -(-self["table_minimum"] // unit) * unit

    def largest_wager(self) -> int | None:
        """The posted table maximum, None if none is posted."""
        return self["table_maximum"] or None

    def chosen(self, wager: str) -> Any:
        """The house's choice about a wager: a table's letter, "floor" or its own rows, True or False, "" for none; None if
        there is nothing to choose.

        >>> blackjack = House.of("blackjack", {"lucky_ladies": True})
        >>> blackjack.chosen("Lucky Ladies Twenty Point Bonus"), House.of("three-card-poker").chosen("Ante")
        (True, None)
        """
        return next((self.values[option] for option in self.chapter.options_about(wager)), None)

    def paytable(self, wager: str, table: str | None = None, condition: str = "") -> Paytable:
        """The pay table in force for a wager: the house's own, the one it chose, or the only one."""
        if wager in self.instead:
            return self.instead[wager]
        key = (wager, table, condition)
        if key not in self._paytables:
            rows = self.values.get(option_of(wager))
            if isinstance(rows, dict):
                self._paytables[key] = self._posted(wager, rows)
                return self._paytables[key]
            if table is None:
                chosen = self.values.get(option_of(wager), "")
                table = chosen if isinstance(chosen, str) and chosen != "floor" else ""
            self._paytables[key] = self.chapter.paytable(wager, table, condition)
        return self._paytables[key]


CHECKED: dict[tuple[Any, ...] | None, House] = {}  # cached houses, by chapter and choices


def _plain(book: Chapter, given: Mapping[str, Any], limited: bool) -> tuple[Any, ...] | None:
    """The cache key of a house's choices; None if one of them is not a plain number or string."""
    kinds = tuple(map(type, given.values()))
    return (id(book), limited, tuple(given.items()), kinds) if PLAIN.issuperset(kinds) else None


def examine(number: str | int, given: Mapping[str, Any] | None = None, limited: bool = True) -> tuple[House, list[Problem]]:
    """A house with those of the choices that are lawful, and the problems of the others.

    >>> house, problems = examine("three-card-poker", {"seats": 9, "pair_plus": {"Flush": "2 to 1"}, "version": "565.7(f)(2)"})
    >>> house["seats"], house["version"], [problem.field for problem in problems]
    (7, '565.7(f)(2)', ['seats', 'pair_plus'])
    """
    book = chapter(number)
    known = {name: option for option in book.options for name in (option.option, *option.also)}
    values = Listed(book.chapter, "option", {o.option: o.default for o in book.options})
    stated = dict(given or {})
    lawful: dict[str, Any] = {WORD: []} if WORD in stated else {}
    waivers, problems = read_waivers(stated.pop(WORD, ()))
    rows: list[Problem] = []
    lawful |= {WORD: [waiver.choice() for waiver in waivers]} if lawful else {}
    for said, value in stated.items():
        if said not in known:
            problems.append(unknown_option(book, said, value))
            continue
        option = known[said]
        accepted = accept(option, value)
        if isinstance(accepted, Problem):
            problem = waive(accepted, book, waivers, 0)
            problems.append(problem)
            if not problem.playable:
                continue
            accepted = percent(option, value) if option.unit == "percent" else value
        if isinstance(accepted, dict) and (printed := [p for p in book.paytables if option_of(p.wager) == option.option]):
            wrong = [waive(problem, book, waivers, 0) for problem in own_problems(printed, accepted)]
            rows += wrong
            if not all(problem.playable for problem in wrong):
                continue
        values[option.option], lawful[said] = accepted, value
    if not limited:
        values["table_maximum"] = 0
    house = House(book, values, lawful, limited, waivers=waivers)
    house._fill()
    problems = [*problems, *examine_house("combination", house), *rows]
    return replace(house, waived=tuple(problem for problem in problems if problem.playable)), problems


def house_of(game: str | int, house: House | Mapping[str, Any] | None = None) -> House:
    """The house of a game, by chapter or slug: the given House, one with the given choices, or one with the defaults.

    >>> house_of("three-card-poker"), house_of("three-card-poker", {"table_minimum": 1000})
    (House.of('565'), House.of('565', {'table_minimum': 1000}))
    """
    if not isinstance(house, House):
        return House.of(game, house)
    if house.chapter.chapter != (number := chapter(game).chapter):
        raise NotAuthorized(f"this is a house of chapter {house.chapter.chapter}, not of {number}")
    return house
