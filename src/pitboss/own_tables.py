"""Pay tables of the house's own: rows of hands and payouts, which pay no hand less than the printed table does."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.errors import BadOdds, NotAuthorized
from pitboss.money import Odds
from pitboss.near import option_of
from pitboss.rulebook import Option, Paytable, chapter
from pitboss.words import toml

# Tables in chapters which say that odds are stated with the word "to", and never with "for".
SAID_WITH_TO = {
    "555.13(c)": "555.13(a)",
    "559.14(b)": "559.14(a)",
    "559.14(e)": "559.14(a)",
    "563.12(c)": "563.12(a)",
}
Rows = tuple[tuple[str, str], ...]  # of a pay table, hand and payout


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
    own: dict[str, str] = {}
    for name, payout in rows.items():
        hand = _hand(printed, name)
        if hand is None or hand in own:
            raise _not_a_row(printed, name, payout, hand)
        own[hand] = str(payout)
    return own


def _hand(printed: Paytable, name: str) -> str | None:
    """The printed hand that a row of the house's own means."""
    hands = [hand for hand, _ in printed.rows]
    short = [hand.split(" (")[0] for hand in hands]
    names = {name.lower(): hand for name, hand in zip(short, hands, strict=True) if short.count(name) == 1}
    return (names | {hand.lower(): hand for hand in hands}).get(" ".join(name.lower().split()))


def row_name(printed: Paytable, rows: Mapping[str, Any], hand: str) -> str:
    """The name that rows of the house's own have for a printed hand; the printed one where they do not name it.

    >>> row_name(chapter("565").paytable("Pair Plus"), {"FLUSH": "4 to 1"}, "Flush")
    'FLUSH'
    """
    return next((name for name in rows if _hand(printed, name) == hand), hand)


def _not_a_row(printed: Paytable, name: str, payout: Any, hand: str | None) -> NotAuthorized:
    hands = [hand for hand, _ in printed.rows]
    wrong = f"pays {hand} twice" if hand else f"has no {toml(name)}; it has {', '.join(hands)}"
    return NotAuthorized(
        f"the {printed.wager} table {wrong}",
        printed.section,
        field=option_of(printed.wager),
        given={name: payout},
        allowed=hands,
        rule="hand-of-table",
        row=name,
    )


def own_problems(printed: list[Paytable], rows: Mapping[str, Any]) -> Iterator[NotAuthorized]:
    """Everything that is wrong with rows of the house's own: a hand that the table does not have or pays twice, a payout that
    cannot be read, and one below the floor. Where several tables are printed, the rows are no less than one taken whole."""
    first, field = printed[0], option_of(printed[0].wager)
    own: dict[str, str] = {}
    said: dict[str, str] = {}
    for name, payout in rows.items():
        hand = _hand(first, name)
        if hand is None or hand in own:
            yield _not_a_row(first, name, payout, hand)
            continue
        try:
            odds = Odds.parse(str(payout))
        except BadOdds as error:
            yield NotAuthorized(
                f"{hand}: {error.message}",
                first.section,
                field=field,
                given=payout,
                allowed=f"{dict(first.rows)[hand]} or more",
                rule="payout-of-table",
                row=name,
            )
            continue
        if odds.kind == "for" and first.section in SAID_WITH_TO and Odds.choices(dict(first.rows)[hand])[0].kind == "to":
            message = f'{hand}: odds are stated with the word "to", not as {payout}'
            cite, least = SAID_WITH_TO[first.section], f"{dict(first.rows)[hand]} or more"
            yield NotAuthorized(message, cite, field=field, given=payout, allowed=least, rule="odds-said-with-to", row=name)
            continue
        if not any(_is_like(odds, floor, hand) for floor in printed):
            message, least = f"{hand} must pay at least {_least(first, hand)}, not {payout}", f"{_least(first, hand)} or more"
            rule = "payout-of-table"  # no leave of the Board makes a part of a meter, or less than the wager, a payout of odds
            yield NotAuthorized(message, first.section, field=field, given=payout, allowed=least, rule=rule, row=name)
            continue
        own[hand], said[hand] = str(payout), name
    below = [(floor, list(below_floor(with_own(floor, own), floor.rows))) for floor in printed]
    if not all(found for _, found in below):
        return
    if len(below) == 1:
        for hand, least, payout in below[0][1]:
            yield NotAuthorized(
                f"{hand} must pay at least {least}, not {payout}",
                first.section,
                field=field,
                given=payout,
                allowed=f"{least} or more",
                rule="table-floor",
                row=said.get(hand, ""),
            )
        return
    firsts = [(floor.table, *found[0]) for floor, found in below]
    each = ", ".join(f"than {table} for {hand} ({least}, not {payout})" for table, hand, least, payout in firsts)
    yield NotAuthorized(
        f"the {first.wager} table pays less than each printed table: {each}",
        first.section,
        field=field,
        given=dict(rows),
        allowed=[floor.table for floor in printed],
        rule="table-floor",
    )


def _least(printed: Paytable, hand: str) -> str:
    """What a printed table pays a hand; one without odds of its own is paid as the next one."""
    place = [name for name, _ in printed.rows].index(hand)
    payouts = [payout for _, payout in printed.rows[place:]]
    return next((payout for payout in payouts if Odds.choices(payout)[0].kind != "none"), payouts[0])


def _is_like(odds: Odds, printed: Paytable, hand: str) -> bool:
    """Whether a payout is of a printed one's kind, and gives back at least the wager.

    >>> table = chapter("565").paytable("Pair Plus")
    >>> [_is_like(Odds.parse(payout), table, "Pair") for payout in ("1 to 2", "0 for 1", "$50", "100% of meter", "N/A")]
    [True, False, False, False, False]
    """
    kinds = [each.kind for each in Odds.choices(_least(printed, hand))] + [Odds.choices(dict(printed.rows)[hand])[0].kind]
    return odds.kind in kinds and (odds.kind != "for" or odds.value >= 1)


def with_own(floor: Paytable, own: Mapping[str, str]) -> Rows:
    return tuple((hand, own.get(hand, least)) for hand, least in floor.rows)


def below_floor(posted: Rows, floor: Rows) -> Iterator[tuple[str, str, str]]:
    """The hands that posted rows pay less than printed ones do, with what they must and what they would pay."""
    for place, ((hand, payout), (_, least)) in enumerate(zip(posted, floor, strict=True)):
        paid, printed = Odds.parse(payout), Odds.choices(least)
        if printed[0].kind == "none" and paid.kind != "none":  # without odds of its own the hand is paid as the next one
            least = floor[place + 1][1]
            printed = Odds.choices(least)
        if not any(paid.kind == odds.kind and paid.value >= odds.value for odds in printed):
            yield hand, least, payout
