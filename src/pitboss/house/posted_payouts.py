"""The payouts posted at a table: the pay tables in force under a house's choices, and payouts that its chapter states in a
sentence."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

from pitboss.house import House, fits_decks
from pitboss.money import Odds, dollars
from pitboss.rulebook import Paytable
from pitboss.spelling import option_of

# Payouts stated in a sentence that apply only if the house chooses an option.
OFFERED = {
    "563.12(d)": "aces_against_aces",
    "633a.12(a)(5)(i)": "blackjack_switch",
    "635a.8(e)": "even_money",
    "645a.12(j)": "player_bank",
    "645a.12(l)": "co_banking",
    "645a.12(m)": "player_bank",
}


ENVY = "Envy Bonus"
METERED = {
    "$1 Progressive Payout Wager": 100,
    "$5 Progressive Payout Wager": 500,
}  # wagers that may carry an Envy Bonus, in cents
VIGORISH = "Vigorish"  # the row that states what is deducted from a win


def in_force(house: House) -> list[Paytable]:
    """The pay tables of the wagers that the house offers, in the printed order, with its own rows where it posted some."""
    tables: list[Paytable] = []
    offered: dict[str, list[Paytable]] = {}  # the printed tables that the house offers, by wager
    for table in house.chapter.paytables:
        if table.wager == ENVY:
            tables += [_qualified(table, house)] * _is_envy_paid(table, house)
            continue
        options = [house.values[option] for option in house.chapter.options_about(table.wager)]
        if any(isinstance(o, dict) for o in options):
            if (posted := _as_designated(house.paytable(table.wager), house)) not in tables:
                tables.append(posted)
            continue
        if table.wager not in offered:
            offered[table.wager] = _printed(table.wager, options, house)
        if table in offered[table.wager]:
            tables.append(_as_designated(table, house))
    return tables


def _printed(wager: str, options: list[Any], house: House) -> list[Paytable]:
    """The printed tables of a wager that these choices of the house offer."""
    if options and not any(options):
        return []
    letters = {o for o in options if isinstance(o, str)}
    same = [t for t in house.chapter.paytables if t.wager == wager and _holds(t.condition, house)]
    return [t for t in same if t.table in letters] or [t for t in same if not t.table]


def _is_envy_paid(table: Paytable, house: House) -> bool:
    """True if an Envy Bonus is paid here: the house offers the wager that its condition names, on the matching pay table."""
    if table.condition in METERED:
        chosen = house.values["progressive_payout"]
        made = house.values["progressive_wagers"] == "both" or house.values["progressive_wager"] == METERED[table.condition]
    else:
        chosen, made = house.values.get(option_of(table.condition)), True
    return bool(chosen and made) and table.table in ("", chosen)


def _qualified(table: Paytable, house: House) -> Paytable:
    """The table of an Envy Bonus with the smallest qualifying wager in its condition, if the chapter states one (§ 645a.1)."""
    if table.condition in METERED:
        return table
    least = dollars(house.chapter.limit_named("qualifying_wager"))
    return replace(table, condition=f"{table.condition} Wager of {least} or more")


def _as_designated(table: Paytable, house: House) -> Paytable:
    """A pay table with the payout that the house designated, where two are printed (§ 555.13(d))."""
    designated = house.values.get("progressive_straight_flush")
    if table.wager != "Progressive Payout" or not designated:
        return table
    paid = {"10%": "10% of the progressive jackpot"}.get(designated, designated)
    return replace(table, rows=tuple((hand, paid if payout.startswith("Either ") else payout) for hand, payout in table.rows))


def stated_in_force(house: House) -> list[Paytable]:
    """The payouts that the chapter states in a sentence and the house offers, with the house's own figures: the odds of aces
    against aces (§ 563.12(d)) and the rounding of the vigorish."""
    payouts = [p for p in house.chapter.stated if p.section not in OFFERED or house.values[OFFERED[p.section]]]
    for place, stated in enumerate(payouts):
        if stated.section == "563.12(d)":
            [(hand, _)] = stated.rows
            payouts[place] = replace(stated, condition="", rows=((hand, f"{house['aces_against_aces_odds']} to 1"),))
        elif house.values.get("vigorish_rounding"):
            payouts[place] = replace(stated, rows=tuple(_rounded(row, house["vigorish_rounding"]) for row in stated.rows))
    return payouts


def _rounded(row: tuple[str, str], step: int) -> tuple[str, str]:
    """A row of a pay table; the row of the vigorish also says how it is rounded (§ 561.13(m), § 645a.13(a)).

    >>> _rounded(("Vigorish", "5% of the amount won"), 25)
    ('Vigorish', '5% of the amount won, up to the next 25 cents')
    """
    what, paid = row
    return (what, f"{paid}, up to the next {step} cents") if what == VIGORISH else row


def out_of_order(house: House) -> list[str]:
    """Oddities of the house's own pay tables, one sentence each: hands that pay less than a lower hand.

    That is lawful as long as no hand pays less than printed. The order of hands is taken from the printed payouts, so tables
    whose printed payouts are out of order themselves are skipped.

    >>> print(*out_of_order(House.of("three-card-poker", {"pair_plus": {"Flush": "6 to 1"}})))
    the Pair Plus table pays Straight 5 to 1, and Flush, a lower hand, 6 to 1 (§ 565.12(d))
    """
    sentences = []
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
                sentences.append(f"{pays} (§ {printed.section})")
    return sentences


def _from_the_highest(hands: list[str], payouts: list[str]) -> list[str]:
    """Hands from the highest to the lowest, ordered by their printed payouts; [] if the payouts do not give an order."""
    odds = [Odds.choices(payout)[0] for payout in payouts]
    if len({choice.kind for choice in odds}) > 1:
        return []
    values = [choice.value for choice in odds]
    if values == sorted(values, reverse=True):
        return hands
    return hands[::-1] if values == sorted(values) else []


def _holds(condition: str, house: House) -> bool:
    """True if a pay table's condition holds at this table. A condition that is not about this house counts as holding."""
    if condition in ("basic game", "565.7(f) version"):
        return bool(house.get("version")) == (condition != "basic game")
    return fits_decks(condition, house.get("decks", 1))
