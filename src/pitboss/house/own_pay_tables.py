"""A house's own pay tables: rows of hands and payouts, in which no hand pays less than in the printed table."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.errors import BadOdds
from pitboss.house.problems import Problem
from pitboss.house.rules import rule_of
from pitboss.money import Odds
from pitboss.rulebook import Option, Paytable, chapter
from pitboss.spelling import option_of, plain
from pitboss.words import toml

Rows = tuple[tuple[str, str], ...]  # the rows of a pay table: hand and payout


def own_table(option: Option) -> str:
    """An example of an own pay table in the syntax of files and `--set`: one hand of the printed table with its payout.

    >>> print(own_table(next(o for o in chapter("three-card-poker").options if o.option == "pair_plus")))
    pair_plus = { "Pair" = "1 to 1" }
    """
    book = chapter(option.section.split(".")[0])
    printed = next((p for p in book.paytables if option_of(p.wager) == option.option), None)
    rows = printed.rows if printed is not None else ()
    hand, payout = next(((hand, odds) for hand, odds in rows if Odds.choices(odds)[0].kind == "to"), ("Flush", "4 to 1"))
    return f'{option.option} = {{ "{hand.split(" (")[0]}" = "{payout.split(" or ")[0]}" }}'


def own_rows(printed: Paytable, rows: Mapping[str, Any], may: str = "has") -> dict[str, str]:
    """The house's own rows under the names of the printed hands. A name may omit its part in brackets if it stays unique."""
    own: dict[str, str] = {}
    for name, payout in rows.items():
        hand = _hand(printed, name)
        if hand is None or hand in own:
            raise _not_a_row(printed, name, payout, hand, may).error()
        own[hand] = str(payout)
    return own


def _hand(printed: Paytable, name: str) -> str | None:
    """The printed hand that the name of an own row means, regardless of case and hyphens; None if there is none."""
    hands = [hand for hand, _ in printed.rows]
    short = [hand.split(" (")[0] for hand in hands]
    names = {plain(name): hand for name, hand in zip(short, hands, strict=True) if short.count(name) == 1}
    return (names | {plain(hand): hand for hand in hands}).get(plain(name))


def row_name(printed: Paytable, rows: Mapping[str, Any], hand: str) -> str:
    """The name by which own rows list a printed hand, or the printed name if they do not list it.

    >>> row_name(chapter("three-card-poker").paytable("Pair Plus"), {"FLUSH": "4 to 1"}, "Flush")
    'FLUSH'
    """
    return next((name for name in rows if _hand(printed, name) == hand), hand)


def _not_a_row(printed: Paytable, name: str, payout: Any, hand: str | None, may: str = "has") -> Problem:
    hands = [hand for hand, _ in printed.rows]
    wrong = f"pays {hand} twice" if hand else f"has no {toml(name)}; it {may} {', '.join(hands)}"
    message, field = f"the {printed.wager} table {wrong}", option_of(printed.wager)
    return Problem(message, printed.section, field, {name: payout}, hands, "hand-of-table", name)


def own_problems(printed: list[Paytable], rows: Mapping[str, Any]) -> Iterator[Problem]:
    """The problems of own rows: unknown or repeated hands, unreadable payouts, and payouts below the floor. If several tables
    are printed, the rows must pay no less than at least one of them in every hand."""
    first, field = printed[0], option_of(printed[0].wager)
    said_with_to = rule_of("odds-said-with-to").sections_in(chapter(first.chapter))
    names: dict[str, str] = {}  # the names of readable rows, by hand
    for name, payout in rows.items():
        hand = _hand(first, name)
        if hand is None or hand in names:
            yield _not_a_row(first, name, payout, hand)
            continue
        least, cite = f"{dict(first.rows)[hand]} or more", first.section
        message, rule = "", "payout-of-table"  # the Board cannot waive this: it is not a payout
        try:
            odds = Odds.parse(str(payout))
        except BadOdds as error:
            message = f"{hand}: {error.message}"
        else:
            if odds.kind == "for" and said_with_to and Odds.choices(dict(first.rows)[hand])[0].kind == "to":
                message = f'{hand}: odds are stated with the word "to", not as {payout}'
                rule, cite = "odds-said-with-to", said_with_to[0]
            elif not any(_is_like(odds, floor, hand) for floor in printed):
                least = f"{_least(first, hand)} or more"
                message = f"{hand} must pay at least {_least(first, hand)}, not {payout}"
        if message:
            yield Problem(message, cite, field, payout, least, rule, name)
        else:
            names[hand] = name
    own = {hand: str(rows[name]) for hand, name in names.items()}
    below = [(floor, list(below_floor(with_own(floor, own), floor.rows))) for floor in printed]
    if not all(lower for _, lower in below):
        return
    if len(below) == 1:
        for hand, least, payout in below[0][1]:
            message, row = f"{hand} must pay at least {least}, not {payout}", names.get(hand, "")
            yield Problem(message, first.section, field, payout, f"{least} or more", "table-floor", row)
        return
    firsts = [(floor.table, *lower[0]) for floor, lower in below]
    compared = ", ".join(f"than {table} for {hand} ({least}, not {payout})" for table, hand, least, payout in firsts)
    message = f"the {first.wager} table pays less than each printed table: {compared}"
    yield Problem(message, first.section, field, dict(rows), [floor.table for floor in printed], "table-floor")


def _least(printed: Paytable, hand: str) -> str:
    """The payout of a hand in a printed table. A hand without odds of its own pays like the next one."""
    place = [name for name, _ in printed.rows].index(hand)
    payouts = [payout for _, payout in printed.rows[place:]]
    return next((payout for payout in payouts if Odds.choices(payout)[0].kind != "none"), payouts[0])


def _is_like(odds: Odds, printed: Paytable, hand: str) -> bool:
    """True if a payout is of the same kind as the printed one, and returns at least the wager.

    >>> table = chapter("three-card-poker").paytable("Pair Plus")
    >>> [_is_like(Odds.parse(payout), table, "Pair") for payout in ("1 to 2", "0 for 1", "$50", "100% of meter", "N/A")]
    [True, False, False, False, False]
    """
    kinds = [choice.kind for choice in Odds.choices(_least(printed, hand))]
    kinds.append(Odds.choices(dict(printed.rows)[hand])[0].kind)
    return odds.kind in kinds and (odds.kind != "for" or odds.value >= 1)


def with_own(floor: Paytable, own: Mapping[str, str]) -> Rows:
    return tuple((hand, own.get(hand, least)) for hand, least in floor.rows)


def below_floor(posted: Rows, floor: Rows) -> Iterator[tuple[str, str, str]]:
    """The hands that pay less in posted rows than in printed ones, each with its least lawful payout and the posted one."""
    for place, ((hand, payout), (_, least)) in enumerate(zip(posted, floor, strict=True)):
        paid, printed = Odds.parse(payout), Odds.choices(least)
        if printed[0].kind == "none" and paid.kind != "none":  # a hand without odds of its own pays like the next one
            least = floor[place + 1][1]
            printed = Odds.choices(least)
        if not any(paid.kind == odds.kind and paid.value >= odds.value for odds in printed):
            yield hand, least, payout
