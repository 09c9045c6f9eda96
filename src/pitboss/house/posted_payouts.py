"""What a table pays, as posted there: the pay tables in force under the choices of a house, and what its chapter states in a
sentence."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

from pitboss.house import House, fits_decks
from pitboss.money import Odds, dollars
from pitboss.rulebook import Paytable
from pitboss.spelling import option_of

# What is stated in a sentence, but holds only where the house offers it.
OFFERED = {
    "563.12(d)": "aces_against_aces",
    "633a.12(a)(5)(i)": "blackjack_switch",
    "635a.8(e)": "even_money",
    "645a.12(j)": "player_bank",
    "645a.12(l)": "co_banking",
    "645a.12(m)": "player_bank",
}


ENVY = "Envy Bonus"
METERED = {"$1 Progressive Payout Wager": 100, "$5 Progressive Payout Wager": 500}  # what an Envy Bonus goes with, in cents
VIGORISH = "Vigorish"  # the row that states what is taken from a win


def in_force(house: House) -> list[Paytable]:
    """The pay tables of the wagers that the house offers, in the printed order; its own rows where it has posted such."""
    found: list[Paytable] = []
    offered: dict[str, list[Paytable]] = {}  # the tables of each wager as they are printed
    for table in house.chapter.paytables:
        if table.wager == ENVY:
            found += [_qualified(table, house)] * _envied(table, house)
            continue
        options = [house.values[option] for option in house.chapter.options_about(table.wager)]
        if any(isinstance(o, dict) for o in options):
            if (posted := _as_designated(house.paytable(table.wager), house)) not in found:
                found.append(posted)
            continue
        if table.wager not in offered:
            offered[table.wager] = _printed(table.wager, options, house)
        if table in offered[table.wager]:
            found.append(_as_designated(table, house))
    return found


def _printed(wager: str, options: list[Any], house: House) -> list[Paytable]:
    """The printed tables of a wager that the house offers by these choices."""
    if options and not any(options):
        return []
    letters = {o for o in options if isinstance(o, str)}
    same = [t for t in house.chapter.paytables if t.wager == wager and _holds(t.condition, house)]
    return [t for t in same if t.table in letters] or [t for t in same if not t.table]


def _envied(table: Paytable, house: House) -> bool:
    """Whether an Envy Bonus is paid here: with the wager that its condition names, on the pay table of that wager."""
    if table.condition in METERED:
        chosen = house.values["progressive_payout"]
        made = house.values["progressive_wagers"] == "both" or house.values["progressive_wager"] == METERED[table.condition]
    else:
        chosen, made = house.values.get(option_of(table.condition)), True
    return bool(chosen and made) and table.table in ("", chosen)


def _qualified(table: Paytable, house: House) -> Paytable:
    """An Envy Bonus with the least wager that entitles a player to it, where the chapter states one (§ 645a.1)."""
    if table.condition in METERED:
        return table
    least = dollars(house.chapter.limit_named("qualifying_wager"))
    return replace(table, condition=f"{table.condition} Wager of {least} or more")


def _as_designated(table: Paytable, house: House) -> Paytable:
    """A table that prints two payouts of which the house designates one (§ 555.13(d)), with that one alone."""
    designated = house.values.get("progressive_straight_flush")
    if table.wager != "Progressive Payout" or not designated:
        return table
    paid = {"10%": "10% of the progressive jackpot"}.get(designated, designated)
    return replace(table, rows=tuple((hand, paid if payout.startswith("Either ") else payout) for hand, payout in table.rows))


def stated_in_force(house: House) -> list[Paytable]:
    """What the chapter states in a sentence and the house offers; aces against aces (§ 563.12(d)) as posted."""
    found = [p for p in house.chapter.stated if p.section not in OFFERED or house.values[OFFERED[p.section]]]
    for place, stated in enumerate(found):
        if stated.section == "563.12(d)":
            [(hand, _)] = stated.rows
            found[place] = replace(stated, condition="", rows=((hand, f"{house['aces_against_aces_odds']} to 1"),))
        elif house.values.get("vigorish_rounding"):
            found[place] = replace(stated, rows=tuple(_rounded(row, house["vigorish_rounding"]) for row in stated.rows))
    return found


def _rounded(row: tuple[str, str], step: int) -> tuple[str, str]:
    """A row that states the vigorish says how it is rounded (§ 561.13(m), § 645a.13(a)).

    >>> _rounded(("Vigorish", "5% of the amount won"), 25)
    ('Vigorish', '5% of the amount won, up to the next 25 cents')
    """
    what, paid = row
    return (what, f"{paid}, up to the next {step} cents") if what == VIGORISH else row


def out_of_order(house: House) -> list[str]:
    """What a reader of the house's own pay tables will wonder at, a sentence each: a hand that pays less than one below it. It
    is lawful, since no hand pays less than printed. Which hand is the higher, only a printed table tells that pays no higher
    hand less itself.

    >>> print(*out_of_order(House.of("three-card-poker", {"pair_plus": {"Flush": "6 to 1"}})))
    the Pair Plus table pays Straight 5 to 1, and Flush, a lower hand, 6 to 1 (§ 565.12(d))
    """
    found = []
    for wager in dict.fromkeys(table.wager for table in house.chapter.paytables):
        if not isinstance(house.values.get(option_of(wager)), dict):
            continue
        printed = next(table for table in house.chapter.paytables if table.wager == wager)
        higher = _from_the_highest([hand for hand, _ in printed.rows], [payout for _, payout in printed.rows])
        posted = dict(house.paytable(wager).rows)
        for above, below in pairwise(higher):
            more, less = Odds.choices(posted[below])[0], Odds.choices(posted[above])[0]
            if more.kind == less.kind and more.value > less.value:
                pays = f"the {wager} table pays {above} {posted[above]}, and {below}, a lower hand, {posted[below]}"
                found.append(f"{pays} (§ {printed.section})")
    return found


def _from_the_highest(hands: list[str], payouts: list[str]) -> list[str]:
    """Hands from the highest to the lowest, as far as what a printed table pays for them tells; none where it does not."""
    odds = [Odds.choices(payout)[0] for payout in payouts]
    if len({each.kind for each in odds}) > 1:
        return []
    values = [each.value for each in odds]
    if values == sorted(values, reverse=True):
        return hands
    return hands[::-1] if values == sorted(values) else []


def _holds(condition: str, house: House) -> bool:
    """Whether a pay table's condition holds at this table; one that is not known is printed with the table."""
    if condition in ("basic game", "565.7(f) version"):
        return bool(house.get("version")) == (condition != "basic game")
    return fits_decks(condition, house.get("decks", 1))
