"""The part of a chapter that needs no round: wagers and their limits, the deck, incidents, citations."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from pitboss.cards import Card
from pitboss.errors import IllegalWager
from pitboss.hands import Ranking
from pitboss.hands.deciding import NamedHand, best_hand
from pitboss.house import House
from pitboss.house.judge import judge
from pitboss.house.problems import Problem, refuse
from pitboss.money import dollars
from pitboss.spelling import wager_key
from pitboss.table.memory import DeckMemory, Memory
from pitboss.table.money.chips import Due, PaidOn, Unpaid, dues, lawful_wagers, refusal, unpaid

# Arguments: the house, a player's or the dealer's cards, the community cards, and the cards a player set as a low hand (None
# for the dealer). Returns None where there is no hand to name yet.
NameHand = Callable[[House, Sequence[Card], Sequence[Card], Sequence[Card] | None], NamedHand | None]

NEAR = 100  # how many chips from a limit to search for a payable wager


def by_ranking(ranking: Ranking, community: bool = False) -> NameHand:
    """A function that names hands by a ranking, with or without the community cards turned up so far."""

    def name_hand(house: House, own: Sequence[Card], board: Sequence[Card], low: Sequence[Card] | None) -> NamedHand | None:
        cards = [*own, *board] if community else own
        return best_hand(ranking, cards) if len(cards) in ranking.cards else None

    return name_hand


@dataclass(frozen=True)
class Wager:
    """A wager of the chapter. `option` is the house option that offers it ("" if it always is). `before_deal` is False for
    wagers made by decisions, such as Play."""

    name: str
    cite: str
    option: str = ""
    required: bool = False
    before_deal: bool = True
    amounts: tuple[int, ...] = ()  # the only amounts in cents, if the chapter fixes them (a $1 wager)
    least: int = 0  # the least amount in cents, if the chapter prints one for this wager
    amount: str = ""  # the option with the only amount, if the chapter leaves it to the house
    which: str = ""  # the option that takes all of the chapter's amounts ("both") or one of them ("one")
    also: tuple[str, ...] = ()  # other names in the chapter or in players' speech

    def only(self, house: House) -> tuple[int, ...]:
        """The only amounts in cents that chapter or house allow, () if any within the limits is allowed."""
        if self.which:
            return self.amounts if house.values[self.which] == "both" else (house.values[self.amount],)
        return (house.values[self.amount],) if self.amount else self.amounts


@dataclass(frozen=True, kw_only=True)
class Offer:
    """The data of a chapter that can be played."""

    chapter: str
    wagers: tuple[Wager, ...]
    deck: Callable[[House], list[Card]]
    check: Callable[[House, dict[str, int]], None]
    positions: Callable[[House], tuple[int, str]]
    incidents: Mapping[str, str]  # each with the paragraph of its remedy
    details: Mapping[str, tuple[str, ...]]  # the words of each incident's detail
    suggest: Callable[[House], dict[str, int]]
    rankings: Mapping[str, Ranking]  # by the section that prints the order
    chips: str  # wagers are made in chips
    clear: str  # how the cards are collected after the round
    no_more_bets: str
    progressive: str = ""  # the progressive wager (in 559 the $1 bonus), which is collected at "no more bets"
    players_look: bool = True
    payments: tuple[str, ...] = ()  # payments besides the wagers, such as an Envy Bonus
    problems: Callable[[House], Iterable[Problem]] | None = None  # combinations of choices that are not allowed
    complete: Callable[[House, dict[str, int]], dict[str, int]] | None = None  # adds wagers that others imply
    memory: type[Memory] = DeckMemory  # what its tables remember from round to round; see `pitboss.table.memory`
    paid_on: PaidOn = field(default_factory=dict)  # the wager behind a pay table of another name
    name_hand: NameHand | None = None  # the full name of a shown hand, and the cards that decide it
    points: bool = False  # hands count points, as at games of 21
    most_seats: Callable[[House], tuple[int, str]] | None = None  # if the house decides it, with its paragraph

    def seats(self, house: House) -> tuple[int, str]:
        """The number of seats, and the paragraph that states it."""
        if self.most_seats is not None:
            return self.most_seats(house)
        limit = next(x for x in house.chapter.limits if x.name == "seats")
        return house.get("seats") or house.chapter.limit("seats"), limit.section

    def check_house(self, house: House) -> None:
        """Raises NotAuthorized, with the section, if a house combines choices that its chapter does not allow together."""
        refuse(judge(house, ["game"], game=self))

    def looks(self, house: House) -> bool:
        """True if players look at the cards that lie face down before them."""
        return self.players_look or bool(house.get("from_the_hand"))

    def offered(self, house: House) -> list[Wager]:
        """The wagers that players may place before the deal at this house."""
        return [w for w in self.wagers if w.before_deal and (not w.option or house.values.get(w.option))]

    @property
    def wager_names(self) -> list[str]:
        """Every wager of the chapter by name."""
        return [w.name for w in self.wagers]

    def cite_of(self, wager: str) -> str:
        """The paragraph that authorizes a wager."""
        return self._cites[wager]

    @cached_property
    def _cites(self) -> dict[str, str]:
        return {w.name: w.cite for w in self.wagers}

    def check_wagers(self, house: House, wagers: Mapping[str, int]) -> dict[str, int]:
        """The wagers of one seat, with every rule on name, amount and combination checked; raises IllegalWager."""
        offered = {w.name: w for w in self.offered(house)}
        tidy: dict[str, int] = {}
        for given, cents in wagers.items():
            if type(cents) is not int:
                raise IllegalWager(f"the {given} Wager must be a whole number of cents, not {cents!r}", self.chips)
            name = self.wager_name(given)
            if name in tidy:
                raise IllegalWager(f"the {name} Wager is named twice", self.chips)
            if cents:
                tidy[name] = cents
        if self.complete is not None:
            tidy = self.complete(house, tidy)
        for name, cents in tidy.items():
            if name not in offered:
                known = next((w for w in self.wagers if w.name == name), None)
                if known is None:
                    raise IllegalWager(f"there is no {name} Wager here; the wagers offered are {', '.join(offered)}")
                if not known.before_deal:
                    raise IllegalWager(f"the {name} Wager is made when the dealer offers it, not before", known.cite)
                raise IllegalWager(f"this table does not offer the {name} Wager", known.cite)
            wager = offered[name]
            if amounts := wager.only(house):
                if cents not in amounts:
                    allowed = " or ".join(map(dollars, amounts))
                    cite = house.section(wager.amount) if cents in wager.amounts else wager.cite  # what narrows it
                    raise IllegalWager(f"the {name} Wager must be {allowed}, not {dollars(cents)}", cite)
                continue
            unit = house["smallest_chip"]
            least, most = self.limits(house, wager)
            if most is None and cents < least:
                raise IllegalWager(f"the {name} Wager must be {dollars(least)} or more, not {dollars(cents)}", wager.cite)
            if most is not None and not least <= cents <= most:
                raise IllegalWager(
                    f"the {name} Wager must be {dollars(least)} to {dollars(most)}, not {dollars(cents)}", wager.cite
                )
            if cents % unit:
                raise IllegalWager(
                    f"the {name} Wager must be a multiple of {dollars(unit)}, the smallest chip, not {dollars(cents)}",
                    house.section("smallest_chip"),
                )
        for wager in offered.values():
            if wager.required and wager.name not in tidy:
                raise IllegalWager(f"the {wager.name} Wager is required", wager.cite)
        if not tidy:
            raise IllegalWager("no wager was placed")
        self.check(house, tidy)
        self._check_payable(house, offered, tidy)
        return {name: tidy[name] for name in offered if name in tidy}

    def _check_payable(self, house: House, offered: Mapping[str, Wager], wagers: Mapping[str, int]) -> None:
        """Raises IllegalWager where the chips of the table cannot pay what a wager may be owed."""
        owed = self.dues(house)
        if (problem := unpaid(house, owed, wagers)) is not None:
            raise refusal(house, owed, problem, *self.limits(house, offered[problem.due.wager]))

    def dues(self, house: House) -> list[Due]:
        """The payments on wagers before the deal that may require part of a chip."""
        return house.derived("dues", lambda: dues(house, [wager.name for wager in self.offered(house)], self.paid_on))

    def unpayable(self, house: House) -> Unpaid | None:
        """The first lawful wager, and its payment, that the house's chips cannot pay; None if they can pay all."""
        owed = self.dues(house)
        for wager in self.offered(house):
            on_wager = [due for due in owed if due.wager == wager.name]
            for cents in wager.only(house) or (lawful_wagers(house, *self.limits(house, wager)) if on_wager else ()):
                if (problem := unpaid(house, on_wager, {wager.name: cents})) is not None:
                    return problem
        return None

    def limits(self, house: House, wager: Wager) -> tuple[int, int | None]:
        """The least and most cents of a wager before the deal; the most is None where none is posted."""
        if amounts := wager.only(house):
            return min(amounts), max(amounts)
        least, most = house["table_minimum"], house.largest_wager()
        if wager.required:
            return least, most
        least = house.get("optional_wager_minimum") or wager.least or least
        return least, house.get("optional_wager_maximum") or most

    def amounts(self, house: House, wager: Wager) -> tuple[int, int | None]:
        """The smallest and largest wager before the deal: the limits, in whole chips that can be paid.

        >>> from pitboss.games import game
        >>> poker = game("three-card-poker")
        >>> house = House.of(poker.chapter, {"table_minimum": 250, "table_maximum": 50_050, "smallest_chip": 100})
        >>> poker.limits(house, poker.wagers[0]), poker.amounts(house, poker.wagers[0])
        ((250, 50050), (300, 50000))
        """
        least, most = self.limits(house, wager)
        if wager.only(house):
            return least, most
        unit, owed = house["smallest_chip"], [due for due in self.dues(house) if due.wager == wager.name]
        first, last = -(-least // unit) * unit, most if most is None else most // unit * unit

        def payable(near: range, otherwise: int) -> int:
            return next((cents for cents in near if unpaid(house, owed, {wager.name: cents}) is None), otherwise)

        first = payable(range(first, first + NEAR * unit, unit), first)
        return first, last if last is None else payable(range(last, max(last - NEAR * unit, 0), -unit), last)

    def wager_name(self, name: str) -> str:
        """The chapter's spelling of a wager's name; "ante wager", "Pair-Plus" and "Bet Number 1" are understood."""
        key = wager_key(name)
        return next((w.name for w in self.wagers if key in map(wager_key, (w.name, *w.also))), name)
