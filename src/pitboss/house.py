"""What the certificate holder chose for a table: the options of its Rules Submission, checked against the chapter.

>>> house = House.of("677a", {"trips_plus": "A"})
>>> house["trips_plus"], house["dealing"]
('A', 'manual shoe')
>>> House.of("677a", {"trips_plus": "Q"})
Traceback (most recent call last):
pitboss.errors.NotAuthorized: trips_plus = "Q" is not allowed; allowed are "", "A", "B", "C", "D" (§ 677a.12(e))
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from pitboss.errors import NotAuthorized
from pitboss.money import decimal, dollars
from pitboss.near import hint, near, option_of
from pitboss.own_tables import below_floor, own_problems, own_rows, own_table, with_own
from pitboss.payout_limits import limit_by_text
from pitboss.rulebook import Chapter, Listed, Option, Paytable, chapter
from pitboss.rulebook.typed import Choices
from pitboss.waivers import WORD, Waiver, granted_in, marked, refuse
from pitboss.words import toml

ABOUT = ("holder", "facility", "tables", "effective", WORD)  # what a file says beside the choices of the house
FIXED = {  # what houses elsewhere choose and the chapter fixes, by words of the option's name
    "633a": ((("blackjack", "pay"), "§ 633a.13(a) fixes 3 to 2 for a Blackjack"),),
    "635a": ((("blackjack", "pay"), "§ 635a.12(a) fixes 3 to 2 for a Blackjack"),),
}
NO_MOST = 10**9  # more decks than there are
DEVICES = (
    *("counting_shuffler", "reshuffling_device", "second_deck"),
    *("shuffler_fills_shoe", "shuffler_loads_shoe", "shuffler_stores_securely"),
)
KIND = "kind-of-value"  # the rule of the check that a value is of its option's kind
PLAIN = frozenset({bool, int, str})
MOST_CHECKED = 512  # houses that are remembered
PERCENT_PLACES = 4  # decimal places of a percentage: few enough that a binary number cannot blur them
DECKS = {
    "single deck": (1, 1),
    "two decks": (2, 2),
    "six decks": (6, 6),
    "eight decks": (8, 8),
    "multiple decks": (2, NO_MOST),
    "four or more decks": (4, NO_MOST),
}


def fits_decks(condition: str, decks: int) -> bool:
    """Whether the condition printed over a pay table holds with so many decks; one that is not about decks always does."""
    least, most = DECKS.get(condition, (decks, decks))
    return least <= decks <= most


def _refused(option: Option, given: Any, message: str, rule: str = "") -> NotAuthorized:
    """What is wrong with a value that an option by itself does not allow; its rule is called as the option is."""
    allowed = option.allowed or ("a text" if option.kind == "text" else "a list")
    return NotAuthorized(message, option.section, field=option.option, given=given, allowed=allowed, rule=rule or option.option)


def _check(option: Option, given: Any) -> Any:
    allowed = option.allowed
    if option.kind == "flag":
        if not isinstance(given, bool):
            raise _refused(option, given, f"{option.option} = {toml(given)} must be true or false", KIND)
        if isinstance(allowed, list) and given not in allowed:
            raise _refused(option, given, f"{option.option} must be {str(allowed[0]).lower()}")
        return given
    if option.kind in ("number", "amount"):
        if type(given) is type(option.default) and given == option.default:
            return given
        if option.unit == "percent":
            given = _percent(option, given)
        elif type(given) is not int:
            of = " of cents: 1000 is $10" if option.unit == "cents" else ""
            raise _refused(option, given, f"{option.option} = {toml(given)} must be a whole number{of}", KIND)
        if isinstance(allowed, dict):
            least, most = allowed.get("min", 0), allowed.get("max")
            if given < least or (most is not None and given > most):
                show = dollars if option.unit == "cents" else decimal
                upper = f" and at most {show(most)}" if most is not None else ""
                said = f"{given}, which is {show(given)}," if option.unit == "cents" else show(given)
                raise _refused(option, given, f"{option.option} = {said} must be at least {show(least)}{upper}")
            return given
    if option.kind == "table":
        return _check_table(option, given)
    if option.kind == "text" and not isinstance(given, str):
        raise _refused(option, given, f"{option.option} = {toml(given)} must be a text", KIND)
    if isinstance(allowed, list) and allowed:
        if given is True and (words := [a for a in allowed if a not in ("", False)]):
            given = words[0]
        if given is False and "" in allowed:
            given = ""
        if given not in allowed:
            listed = ", ".join(map(toml, allowed))
            meant = hint(given, map(str, allowed)) if isinstance(given, str) else ""
            if isinstance(given, dict):
                meant = ": the chapter lets a house choose among its printed tables, and post none of its own"
            rule = "" if type(given) in map(type, allowed) else KIND
            raise _refused(option, given, f"{option.option} = {toml(given)} is not allowed; allowed are {listed}{meant}", rule)
    return given


def _percent(option: Option, given: Any) -> int | Fraction:
    """A percentage, exact: a chapter that states the least or the most of one does not ask for whole numbers. A file's 7.5 is
    taken as it is written, by the shortest decimal that the binary number stands for."""
    written = Decimal(repr(given) if type(given) is float else given) if type(given) in (int, float, Decimal) else None
    if written is None or not written.is_finite() or written.adjusted() > 9:
        raise _refused(option, given, f"{option.option} = {toml(given)} must be a number, such as 7 or 7.5", KIND)
    if written and min(written.adjusted(), int(written.normalize().as_tuple().exponent)) < -PERCENT_PLACES:
        raise _refused(option, given, f"{option.option} = {given} must have at most {PERCENT_PLACES} decimal places", KIND)
    value = Fraction(written)
    return value.numerator if value.denominator == 1 else value


def _check_table(option: Option, given: Any) -> Any:
    """A printed pay table by its name or rows of the house's own, or another list of values."""
    names = list(option.allowed if isinstance(option.allowed, list) else option.allowed.values())
    if not all(isinstance(name, str) for name in names):
        if not isinstance(given, list):
            raise _refused(option, given, f"{option.option} = {toml(given)} must be a list", KIND)
        return given
    if given is True or given == {}:
        given = next(name for name in names if name)
    if given is False and "" in names:
        given = ""
    if not isinstance(given, dict) and given not in names:
        listed = ", ".join(f'"{name}"' for name in names)
        raise _refused(
            option,
            given,
            f"{option.option} = {toml(given)} must be {listed} or a table of hands and odds, for example {own_table(option)}",
        )
    return given


@dataclass(frozen=True)
class House(Choices):
    """The choices in force at one table."""

    chapter: Chapter
    values: dict[str, Any]
    given: dict[str, Any]
    limited: bool = True  # whether limits are posted; a rule case and a hand history know of none, and bet what they like
    instead: dict[str, Paytable] = field(default_factory=dict, repr=False)  # tables for comparison with what is printed
    waivers: tuple[Waiver, ...] = ()  # that the Board has granted (§ 521.5)
    waived: tuple[NotAuthorized, ...] = field(default=(), repr=False, compare=False)  # choices that stand only by them
    pays_in_chips: bool = True  # False at a table that was opened when wagers had to be payable to the cent only
    _paytables: dict[tuple[str, str | None, str], Paytable] = field(default_factory=dict, repr=False, compare=False)

    @staticmethod
    def unlimited(number: str, given: Mapping[str, Any] | None = None) -> "House":
        """A house that posts no limits where none are given: a cent can be bet, and any amount.

        >>> House.unlimited("565")["table_minimum"], House.unlimited("565").largest_wager(), House.of("565").largest_wager()
        (1, None, 50000)
        """
        chosen = {"table_minimum": 1, **(given or {})}
        return House.of(number, chosen, limited="table_maximum" in chosen)

    @staticmethod
    def of(number: str | int, given: Mapping[str, Any] | None = None, limited: bool = True) -> "House":
        """A house with the chapter's defaults and the choices given, each checked with its section."""
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
        """Another house with the same choices, which is changed without changing this one."""
        values = Listed(self.chapter.chapter, "option", self.values)
        return House(self.chapter, values, dict(self.given), self.limited, waivers=self.waivers, waived=self.waived)

    def __repr__(self) -> str:
        """What makes the same house again.

        >>> House.of("677a", {"trips_plus": "A"})
        House.of('677a', {'trips_plus': 'A'})
        """
        made = "of" if self.limited else "unlimited"
        return f"House.{made}({self.chapter.chapter!r}{f', {self.given!r}' if self.given else ''})"

    def _repr_svg_(self) -> str:
        """The felt of the house, for a notebook."""
        from pitboss.felt import draw, felt_of

        return draw(felt_of(self), standalone=True)

    def __reduce__(self) -> Any:
        """A copied or stored house is checked again by this software."""
        return House.of if self.limited else House.unlimited, (self.chapter.chapter, dict(self.given))

    def _together(self) -> Iterator[NotAuthorized]:
        """What is wrong with choices that are lawful one by one; what follows from a choice is filled in on the way."""
        values = self.values
        if "small_bet" in values:
            yield from self._poker_limits()
        if values.get("table_maximum", 0) and values["table_minimum"] > values["table_maximum"]:
            stated = "table_maximum" if "table_maximum" in self.given and "table_minimum" not in self.given else "table_minimum"
            other, side = ("table_minimum", "min") if stated == "table_maximum" else ("table_maximum", "max")
            yield self.problem(
                f"table_minimum {dollars(values['table_minimum'])} is above table_maximum {dollars(values['table_maximum'])}",
                *(stated, "limits-in-order"),
                cite=self.section("table_maximum"),
                allowed={side: values[other]},
                needs=(other,),
            )
        if values.get("dealing") == "hand" and "shuffler" in values:
            if self.given.get("shuffler") is False:
                section = next(s for s, title in self.chapter.sections.items() if title.endswith(("from the hand", "by hand")))
                yield self.problem(
                    "dealing from the hand needs an automated card shuffling device: shuffler must be true",
                    *("dealing", "hand-needs-shuffler"),
                    cite=f"{section}(a)(1)",
                    allowed=["manual shoe", "automated shoe"],
                    needs=("shuffler",),
                )
            values["shuffler"] = values["shuffler"] or True
        if values.get("from_the_hand") and "decks" not in self.given:  # § 633a.12(b)(1)
            values["decks"] = self.chapter.limit("maximum_decks_from_the_hand")
        if values.get("starting_position") == "button" and not values["shuffler"]:  # § 561.12(d), § 645a.5(i)(3)
            values["shuffler"] = "shuffler" not in self.given  # a house that says it has none is refused by its chapter
        if values.get("community_first") and "reshuffling_device" not in self.given:  # § 655a.10(g), § 677a.10(g)
            values["reshuffling_device"] = True
        for needs in (*DEVICES, "from_the_hand"):
            if values.get(needs) and values["shuffler"] in (False, "manual"):
                if "shuffler" in self.given and needs == "from_the_hand":
                    continue  # the chapter refuses it
                if "shuffler" in self.given:
                    message = f"{needs} needs an automated card shuffling device"
                    yield self.problem(message, needs, "device-needs-shuffler", allowed=[False], needs=("shuffler",))
                else:
                    values["shuffler"] = "automated" if values["shuffler"] == "manual" else True

    def follows(self) -> dict[str, Any]:
        """The options that follow from which choices the house stated and which it left out.

        >>> House.of("655a", {"table_minimum": 2500})["payout_limit"]  # § 655a.12(b): a royal flush on ten times the minimum
        12500000
        >>> [House.of("655a", given)["progressive_wagers"] for given in ({}, {"progressive_wager": 500})]
        ['both', 'one']
        """
        following: dict[str, Any] = {}
        if "payout_limit" not in self.given and (limit := limit_by_text(self)):
            following["payout_limit"] = limit
        if "progressive_wagers" in self.values and not self.given.get("progressive_wagers"):
            following["progressive_wagers"] = "one" if "progressive_wager" in self.given else "both"
        return following

    def _poker_limits(self) -> Iterator[NotAuthorized]:
        """At Poker the posted minimum is the least bet, and under limit and spread limit the posted maximum the largest; under
        pot limit and no limit there is none, unless the house posts one."""
        values, given = self.values, self.given
        if "small_bet" not in given and "table_minimum" in given:
            values["small_bet"] = values["table_minimum"]
        if "table_minimum" not in given:
            values["table_minimum"] = values["small_bet"]
        small, posted = values["small_bet"], values["table_maximum"] or None
        if "big_bet" not in given and {"small_bet", "table_minimum", "table_maximum"} & set(given):
            largest = 2 * small if posted is None or values["structure"] != "spread" else posted
            values["big_bet"] = largest if posted is None else min(largest, posted)
        if small < values["table_minimum"]:
            message = f"small_bet must be {dollars(values['table_minimum'])} or more, the posted minimum"
            least = {"min": values["table_minimum"]}
            yield self.problem(message, "small_bet", "bet-within-posted", allowed=least, needs=("table_minimum",))
        for bet in ("small_bet", "big_bet"):
            if values["structure"] in ("limit", "spread") and bet in given and posted is not None and values[bet] > posted:
                message = f"{bet} must be {dollars(posted)} or less, the posted maximum"
                yield self.problem(message, bet, "bet-within-posted", allowed={"max": posted}, needs=("table_maximum",))

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
    ) -> NotAuthorized:
        """Something that the house may not choose, about one of its options, or about a row of its pay table; `cite` where
        another paragraph than the option's says so."""
        found = NotAuthorized(
            message,
            cite or self.section(option),
            field=option,
            given=self.values[option],
            allowed=allowed,
            rule=rule,
            needs=needs,
            row=row,
        )
        about = next(o for o in self.chapter.options if o.option == option)
        return marked(found, self.waivers, about, self.largest_wager() or 0)

    def paying(self, table: Paytable) -> "House":
        """The same house with another pay table for a wager, for comparison with what is printed."""
        return replace(self, instead={**self.instead, table.wager: table}, _paytables={})

    def _posted(self, wager: str, rows: dict[str, str]) -> Paytable:
        """A pay table of the house's own, which pays no hand less than a printed one taken whole: the first for which that
        holds, from which it also has the rows that it does not state."""
        printed = [p for p in self.chapter.paytables if p.wager == wager]
        refuse(marked(problem, self.waivers, None) for problem in own_problems(printed, rows))
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
        """The letter of the printed pay table that the house chose; "" where it has rows of its own, or none."""
        found = self.values[option]
        return found if isinstance(found, str) else ""

    def least_wager(self) -> int:
        """The posted table minimum, in chips of the table.

        >>> House.of("677a", {"table_minimum": 250, "smallest_chip": 100}).least_wager()
        300
        """
        unit = self["smallest_chip"]
        return -(-self["table_minimum"] // unit) * unit

    def largest_wager(self) -> int | None:
        """The posted table maximum; None where none is posted."""
        return self["table_maximum"] or None

    def chosen(self, wager: str) -> Any:
        """What the house says about a wager: a table's letter, "floor" or rows of its own, True or False, "" for none; None
        where there is nothing to choose.

        >>> House.of("633a", {"lucky_ladies": True}).chosen("Lucky Ladies Twenty Point Bonus"), House.of("565").chosen("Ante")
        (True, None)
        """
        name = option_of(wager)
        return next((self.values[option] for option in self.values if f"{name}_".startswith(f"{option}_")), None)

    def paytable(self, wager: str, table: str | None = None, condition: str = "") -> Paytable:
        """The pay table in force for a wager: the letter the house chose, or the only one."""
        if table is None and not condition and wager in self.instead:
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


CHECKED: dict[tuple[Any, ...] | None, House] = {}  # houses that were made before, each with its chapter, by their choices


def _plain(book: Chapter, given: Mapping[str, Any], limited: bool) -> tuple[Any, ...] | None:
    """What the choices of a house are known by; None where one is more than a number or a word."""
    kinds = tuple(map(type, given.values()))
    return (id(book), limited, tuple(given.items()), kinds) if PLAIN.issuperset(kinds) else None


def examine(
    number: str | int, given: Mapping[str, Any] | None = None, limited: bool = True
) -> tuple[House, list[NotAuthorized]]:
    """A house with as many of the choices as are lawful, and everything that is wrong with the others.

    >>> house, problems = examine("565", {"seats": 9, "pair_plus": {"Flush": "2 to 1"}, "version": "565.7(f)(2)"})
    >>> house["seats"], house["version"], [problem.field for problem in problems]
    (7, '565.7(f)(2)', ['seats', 'pair_plus'])
    """
    book = chapter(number)
    known = {o.option: o for o in book.options}
    values = Listed(book.chapter, "option", {o.option: o.default for o in book.options})
    problems: list[NotAuthorized] = []
    waivers: tuple[Waiver, ...] = ()
    rows: list[NotAuthorized] = []
    lawful: dict[str, Any] = {}
    if given and WORD in given:
        try:
            waivers = granted_in(given[WORD])
        except NotAuthorized as problem:
            problems.append(problem)
        else:
            lawful[WORD] = [waiver.choice() for waiver in waivers]
    for said, value in (given or {}).items():
        if said == WORD:
            continue
        name = next((o.option for o in book.options if said in o.also), said)
        if name not in known:
            problems.append(_unknown(book, said, value))
            continue
        try:
            checked = _check(known[name], value)
        except NotAuthorized as problem:
            problems.append(marked(problem, waivers, known[name]))
            if not problem.carried:
                continue
            checked = _percent(known[name], value) if known[name].unit == "percent" else value
        if isinstance(checked, dict) and (wrong := list(_row_problems(book, known[name], checked, waivers))):
            rows += wrong
            if not all(problem.carried for problem in wrong):
                continue
        values[name], lawful[said] = checked, value
    if not limited:
        values["table_maximum"] = 0
    house = House(book, values, lawful, limited, waivers=waivers)
    problems += [*house._together(), *rows]
    values.update(house.follows())
    return replace(house, waived=tuple(problem for problem in problems if problem.carried)), problems


def _unknown(book: Chapter, name: str, value: Any) -> NotAuthorized:
    """An option that a chapter does not have, with what may be meant; what the chapter fixes cannot be chosen."""
    known = [*(option.option for option in book.options), *ABOUT]
    fixed = next((says for words, says in FIXED.get(book.chapter, ()) if all(word in name for word in words)), "")
    meant = f"; {fixed}" if fixed else hint(name, known, f"`pitboss options {book.chapter}` lists them")
    allowed = [] if fixed else near(name, known)
    message = f"chapter {book.chapter} has no option {toml(name)}{meant}"
    return NotAuthorized(message, field=name, given=value, allowed=allowed, rule="unknown-option")


def _row_problems(book: Chapter, option: Option, rows: dict[str, Any], waivers: tuple[Waiver, ...]) -> Iterator[NotAuthorized]:
    """What is wrong with the rows of an option, where it is a pay table."""
    if printed := [p for p in book.paytables if option_of(p.wager) == option.option]:
        yield from (marked(problem, waivers, option) for problem in own_problems(printed, rows))


def house_of(game: str | int, house: House | Mapping[str, Any] | None = None) -> House:
    """The house of a game by chapter or slug: one that is there already, one with these choices, or the chapter's defaults.

    >>> house_of("three-card-poker"), house_of("565", {"table_minimum": 1000})
    (House.of('565'), House.of('565', {'table_minimum': 1000}))
    """
    if not isinstance(house, House):
        return House.of(game, house)
    if house.chapter.chapter != (number := chapter(game).chapter):
        raise NotAuthorized(f"this is a house of chapter {house.chapter.chapter}, not of {number}")
    return house
