"""What the certificate holder chose for a table: the options of its Rules Submission, checked against the chapter.

>>> house = House.of("677a", {"trips_plus": "A"})
>>> house["trips_plus"], house["dealing"]
('A', 'manual shoe')
>>> House.of("677a", {"trips_plus": "Q"})
Traceback (most recent call last):
pitboss.errors.NotAuthorized: trips_plus = 'Q' is not allowed; allowed are '', 'A', 'B', 'C', 'D' (§ 677a.12(e))
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from pitboss.errors import NotAuthorized
from pitboss.money import Odds, decimal, dollars
from pitboss.near import hint, option_of
from pitboss.rulebook import Chapter, Listed, Option, Paytable, chapter
from pitboss.rulebook.typed import Choices

Rows = tuple[tuple[str, str], ...]  # of a pay table, hand and payout
NO_MOST = 10**9  # more decks than there are
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
        if option.unit == "percent":
            given = _percent(option, given)
        elif type(given) is not int:
            of = " of cents: 1000 is $10" if option.unit == "cents" else ""
            raise NotAuthorized(f"{option.option} = {given!r} must be a whole number{of}", option.section)
        if isinstance(allowed, dict):
            least, most = allowed.get("min", 0), allowed.get("max")
            if given < least or (most is not None and given > most):
                show = dollars if option.unit == "cents" else decimal
                upper = f" and at most {show(most)}" if most is not None else ""
                said = f"{given}, which is {show(given)}," if option.unit == "cents" else show(given)
                raise NotAuthorized(f"{option.option} = {said} must be at least {show(least)}{upper}", option.section)
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
            meant = hint(given, map(str, allowed)) if isinstance(given, str) else ""
            raise NotAuthorized(f"{option.option} = {given!r} is not allowed; allowed are {listed}{meant}", option.section)
    return given


def _percent(option: Option, given: Any) -> int | Fraction:
    """A percentage, exact: a chapter that states the least or the most of one does not ask for whole numbers. A file's 7.5 is
    taken as it is written, by the shortest decimal that the binary number stands for."""
    written = Decimal(repr(given) if type(given) is float else given) if type(given) in (int, float, Decimal) else None
    if written is None or not written.is_finite() or written.adjusted() > 9:
        raise NotAuthorized(f"{option.option} = {given!r} must be a number, such as 7 or 7.5", option.section)
    if written and min(written.adjusted(), int(written.normalize().as_tuple().exponent)) < -PERCENT_PLACES:
        raise NotAuthorized(f"{option.option} = {given} must have at most {PERCENT_PLACES} decimal places", option.section)
    value = Fraction(written)
    return value.numerator if value.denominator == 1 else value


def _check_table(option: Option, given: Any) -> Any:
    """A printed pay table by its name or rows of the house's own, or another list of values."""
    names = list(option.allowed if isinstance(option.allowed, list) else option.allowed.values())
    if not all(isinstance(name, str) for name in names):
        if not isinstance(given, list):
            raise NotAuthorized(f"{option.option} = {given!r} must be a list", option.section)
        return given
    if given is True or given == {}:
        given = next(name for name in names if name)
    if given is False and "" in names:
        given = ""
    if not isinstance(given, dict) and given not in names:
        listed = ", ".join(f'"{name}"' for name in names)
        raise NotAuthorized(
            f"{option.option} = {given!r} must be {listed} or a table of hands and odds, for example {own_table(option)}",
            option.section,
        )
    return given


def own_table(option: Option) -> str:
    """A pay table of the house's own as a file and `--set` spell it: a hand of the first printed table with what it pays there.

    >>> print(own_table(next(o for o in chapter("565").options if o.option == "pair_plus")))
    pair_plus = { "Pair" = "1 to 1" }
    """
    book = chapter(option.section.split(".")[0])
    printed = next((p for p in book.paytables if option_of(p.wager) == option.option), None)
    rows = printed.rows if printed is not None else ()
    hand, payout = next(((hand, odds) for hand, odds in rows if Odds.choices(odds)[0].kind == "to"), ("Flush", "4 to 1"))
    return f'{option.option} = {{ "{hand.split(" (")[0]}" = "{payout.split(" or ")[0]}" }}'


def own_rows(printed: Paytable, rows: Mapping[str, Any]) -> dict[str, str]:
    """Rows of the house's own by the printed hands, which may be said without what stands in brackets where that is enough."""
    hands = [hand for hand, _ in printed.rows]
    short = [hand.split(" (")[0] for hand in hands]
    names = {name.lower(): hand for name, hand in zip(short, hands, strict=True) if short.count(name) == 1}
    names |= {hand.lower(): hand for hand in hands}
    own: dict[str, str] = {}
    for name, payout in rows.items():
        hand = names.get(" ".join(name.lower().split()))
        if hand is None or hand in own:
            wrong = f"pays {hand} twice" if hand else f"has no {name!r}; it has {', '.join(hands)}"
            raise NotAuthorized(f"the {printed.wager} table {wrong}", printed.section)
        own[hand] = str(payout)
    return own


def _first_below(posted: Rows, floor: Rows) -> tuple[str, str, str] | None:
    """The first hand that posted rows pay less than printed ones do, with what it must and what it would pay."""
    for place, ((hand, payout), (_, least)) in enumerate(zip(posted, floor, strict=True)):
        paid, printed = Odds.parse(payout), Odds.choices(least)
        if printed[0].kind == "none" and paid.kind != "none":  # without odds of its own the hand is paid as the next one
            least = floor[place + 1][1]
            printed = Odds.choices(least)
        if not any(paid.kind == odds.kind and paid.value >= odds.value for odds in printed):
            return hand, least, payout
    return None


@dataclass(frozen=True)
class House(Choices):
    """The choices in force at one table."""

    chapter: Chapter
    values: dict[str, Any]
    given: dict[str, Any]
    limited: bool = True  # whether limits are posted; a rule case and a hand history know of none, and bet what they like
    instead: dict[str, Paytable] = field(default_factory=dict, repr=False)  # tables for comparison with what is printed
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
        book = chapter(number)
        known = {o.option: o for o in book.options}
        values = Listed(book.chapter, "option", {o.option: o.default for o in book.options})
        for name, value in (given or {}).items():
            name = next((o.option for o in book.options if name in o.also), name)
            if name not in known:
                meant = hint(name, known, f"`pitboss options {book.chapter}` lists them")
                raise NotAuthorized(f"chapter {book.chapter} has no option {name!r}{meant}")
            values[name] = _check(known[name], value)
        if not limited:
            values["table_maximum"] = 0
        house = House(book, values, dict(given or {}), limited)
        house._check_together()
        for option in book.options:
            if option.kind == "table" and isinstance(values[option.option], dict):
                wager = next(p.wager for p in book.paytables if option_of(p.wager) == option.option)
                house.paytable(wager)
        return house

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

    def _check_together(self) -> None:
        values = self.values
        if "small_bet" in values:
            self._poker_limits()
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
        if values.get("from_the_hand") and "decks" not in self.given:  # § 633a.12(b)(1)
            values["decks"] = self.chapter.limit("maximum_decks_from_the_hand")
        if values.get("starting_position") == "button" and not values["shuffler"]:  # § 561.12(d), § 645a.5(i)(3)
            values["shuffler"] = "shuffler" not in self.given  # a house that says it has none is refused by its chapter
        if values.get("community_first") and "reshuffling_device" not in self.given:  # § 655a.10(g), § 677a.10(g)
            values["reshuffling_device"] = True
        devices = ("counting_shuffler", "reshuffling_device", "second_deck", "shuffler_fills_shoe", "shuffler_loads_shoe")
        for needs in (*devices, "from_the_hand"):
            if values.get(needs) and values["shuffler"] in (False, "manual"):
                if "shuffler" in self.given:
                    raise NotAuthorized(f"{needs} needs an automated card shuffling device", self.section(needs))
                values["shuffler"] = "automated" if values["shuffler"] == "manual" else True

    def _poker_limits(self) -> None:
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
            least = dollars(values["table_minimum"])
            raise NotAuthorized(f"small_bet must be {least} or more, the posted minimum", self.section("small_bet"))
        for bet in ("small_bet", "big_bet"):
            if values["structure"] in ("limit", "spread") and bet in given and posted is not None and values[bet] > posted:
                raise NotAuthorized(f"{bet} must be {dollars(posted)} or less, the posted maximum", self.section(bet))

    def paying(self, table: Paytable) -> "House":
        """The same house with another pay table for a wager, for comparison with what is printed."""
        return replace(self, instead={**self.instead, table.wager: table}, _paytables={})

    def _posted(self, wager: str, rows: dict[str, str]) -> Paytable:
        """A pay table of the house's own, which pays no hand less than a printed one taken whole: the first for which that
        holds, from which it also has the rows that it does not state."""
        printed = [p for p in self.chapter.paytables if p.wager == wager]
        own = own_rows(printed[0], rows)
        below = []
        for floor in printed:
            posted = tuple((hand, own.get(hand, least)) for hand, least in floor.rows)
            first = _first_below(posted, floor.rows)
            if first is None:
                return replace(floor, table="", rows=posted)
            below.append((floor.table, *first))
        if len(below) == 1:
            _, hand, least, payout = below[0]
            raise NotAuthorized(f"{hand} must pay at least {least}, not {payout}", printed[0].section)
        each = ", ".join(f"than {table} for {hand} ({least}, not {payout})" for table, hand, least, payout in below)
        raise NotAuthorized(f"the {wager} table pays less than each printed table: {each}", printed[0].section)

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
