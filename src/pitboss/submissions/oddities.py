"""What is lawful in a submission and odd all the same: a wager that favours the player or nobody, a hold outside what the Board
has stated, a payout limit that cuts a win, pay tables out of order."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

from pitboss.games import game
from pitboss.house import House
from pitboss.house.payout_limits import PayoutLimit, limit_by_text
from pitboss.house.posted_payouts import in_force, out_of_order
from pitboss.house.problems import Problem
from pitboss.money import Odds, dollars
from pitboss.rulebook import Paytable
from pitboss.spelling import option_of
from pitboss.submissions.findings import desk_problem
from pitboss.submissions.holds import Hold, hold_of, own_hold

# Two aces for the player, and the other two for the dealer (§ 563.12(d)).
ACES_AGAINST_ACES = Fraction(comb(4, 2) * comb(2, 2), comb(52, 2) * comb(50, 2))


# ---------------------------------------------------------------------------- holds


def hold_problems(house: House, hold: bool = False) -> Iterator[Problem]:
    """Wagers that hold nothing, or not what the Board has stated; with `hold`, every wager is worked out and not only looked
    up."""
    yield from worked_out(house) if hold else looked_up(house)


def looked_up(house: House) -> Iterator[Problem]:
    """Wagers whose hold is known without working it out."""
    for table in in_force(house):
        option = option_for(house, table.wager)
        if isinstance(house.values.get(option), dict):
            held = own_hold(house, table.wager)
            if held is not None:
                yield from _hold_problems(house, option, table, held)
        elif (known := hold_of(house, table.wager, table.table, table.condition)) is not None:
            yield from _hold_problems(house, option, table, known.fraction, known.stated, known.outside)


def worked_out(house: House) -> Iterator[Problem]:
    """Every wager of a house, a progressive one as its meter stands."""
    for wager, held in holds(house).items():
        option = option_for(house, wager)
        tables = [table for table in in_force(house) if table.wager == wager]
        table = tables[0] if tables else Paytable(house.chapter.chapter, house.section(option), wager, "", "", "", ())
        known = hold_of(house, wager, table.table, table.condition)
        yield from _hold_problems(house, option, table, held, known.stated if known else "", bool(known and known.outside))


def holds(house: House) -> dict[str, Fraction]:
    """What every wager of a house holds, the main one first."""
    from pitboss.advice.expectation import expectation

    return {wager: expected.fraction for wager, expected in expectation(house).items()}


def option_for(house: House, wager: str) -> str:
    """The option that a wager is about: that of its pay table, or the least amount of it."""
    name = option_of(wager)
    return next((option for option in house.values if f"{name}_".startswith(f"{option}_")), "table_minimum")


def _hold_problems(
    house: House, option: str, table: Paytable, held: Fraction, stated: str = "", outside: bool = False
) -> Iterator[Problem]:
    """Whether a wager holds anything, and as much as the Board has said."""
    name = f"{table.wager}{f' on table {table.table}' if table.table else ''}"
    cite = table.section
    if held < 0:
        message = f"the {name} favours the player: the house loses {_part(-held)} of it"
        yield desk_problem(house, message, option, "players-edge", cite=cite, fix="post a table that holds something")
    elif held == 0:
        message = f"the {name} is even: the house holds nothing of it"
        yield desk_problem(house, message, option, "even-wager", cite=cite, fix="post a table that holds something")
    elif outside:
        message = f"the {name} holds {_part(held)}; the Board has stated {stated}"
        yield desk_problem(house, message, option, "hold-as-stated", cite=cite, fix="choose another table, or say why")


def _part(value: Fraction) -> str:
    exactly = str(value)
    return f"{float(value):.2%}" + (f" ({exactly})" if len(exactly) <= 24 else "")


def even_money(house: House) -> Iterator[Problem]:
    """§ 635a.8(e): a Blackjack of the player wins against a Blackjack of the dealer, so that 1 to 1 only gives away a half."""
    if house.get("even_money"):
        message = "a player's Blackjack is paid 3 to 2 whatever the dealer has: even money takes half of the wager from him"
        yield desk_problem(house, message, "even_money", "even-money", fix="leave it out, or tell players")


# ---------------------------------------------------------------------------- payout limits


def limit_problems(house: House) -> Iterator[Problem]:
    """A payout limit that cuts a win at the largest wager: how much, how often, and what that costs the player."""
    limit = house.get("payout_limit")
    if not limit:
        return
    wins = {wager: each for wager, each in large_wins(house).items() if each}
    for wager, large in wins.items():
        option, least, largest = _posted_for(house, wager)
        cut = [(net * largest - limit, chance) for net, chance in large if net * largest > limit]
        if not cut:
            continue
        most = max(net for net, _ in large) * largest
        chance = sum((chance for _, chance in cut), Fraction(0))
        cost = sum((more * chance for more, chance in cut), Fraction(0)) / largest
        message = (
            f"with {dollars(largest)} on the {wager} a win of up to {dollars(int(most))} is cut to {dollars(limit)}: "
            f"once in {round(1 / chance):,} rounds, which costs the player {_part(cost)} of the wager"
        )
        cite = house.section("payout_limit")
        uncut = int(limit / max(net for net, _ in large))
        lower = uncut // house["smallest_chip"] * house["smallest_chip"]
        allowed, fix = _remedy_of_cut(house, int(most), f"set {option} to {lower} ({dollars(lower)})" if lower >= least else "")
        yield desk_problem(house, message, "payout_limit", "limit-cuts", cite=cite, allowed=allowed, needs=(option,), fix=fix)


def _posted_for(house: House, name: str) -> tuple[str, int, int]:
    """The option that posts the largest amount of a wager, the least amount that it may be set to, and the largest amount now,
    0 where none is posted. The table maximum is not below the least optional wager either."""
    offer = game(house.chapter.chapter)
    wager = next((wager for wager in offer.wagers if wager.name == name), offer.wagers[0])
    least, most = offer.limits(house, wager)
    if not wager.required:
        return "optional_wager_maximum", least, most or 0
    return "table_maximum", max(least, house.get("optional_wager_minimum", 0)), most or 0


def _remedy_of_cut(house: House, most: int, lower: str) -> tuple[Any, str]:
    """The payout limits that are lawful and cut less, and what to do: `lower` sets a largest wager that is not cut, "" where
    that is below the least one. The limit is not raised above the most that the chapter allows."""
    highest, limit = limit_by_text(house), house["payout_limit"]
    fixes = [lower] if lower else []
    raised = min(most, highest or most)
    if raised > limit:
        fixes.append(f"raise payout_limit to {raised} ({dollars(raised)})")
    allowed = [raised] if highest and raised > limit else None if highest else {"min": raised}
    return allowed, ", or ".join(fixes) or "leave it: no lawful limits of this table cut less"


def large_wins(house: House) -> dict[str, list[tuple[Fraction, Fraction]]]:
    """The wins that a limit counts, in units of the wager, with their chances."""
    said = house.chapter.part("payout_limit", PayoutLimit)
    if any(isinstance(house.values.get(option_of(table)), dict) for table in said.own):
        return {}
    wins = {name: _large(hold_of(house, wager, "")) for name, wager in said.wins.items()}
    if said.optional:
        known = hold_of(house, said.optional, "")
        rows = house.paytable(said.optional).rows if known is not None else ()
        wins[said.optional] = [(Odds.parse(payout).value, Fraction(known.hands[hand])) for hand, payout in rows if known]
        if house["aces_against_aces"]:
            wins[said.optional].append((Fraction(house["aces_against_aces_odds"]), ACES_AGAINST_ACES))
    if said.every_table:
        tables = [table for table in in_force(house) if table.kind == "odds"]
        wins |= {t.wager: _large(hold_of(house, t.wager, t.table, t.condition)) for t in tables}
    return wins


def _large(hold: Hold | None) -> list[tuple[Fraction, Fraction]]:
    return [(Fraction(net), Fraction(chance)) for net, chance in hold.large] if hold is not None else []


# ---------------------------------------------------------------------------- tables in order


def order_problems(house: House) -> Iterator[Problem]:
    """Tables of the house's own that pay a hand less than one below it."""
    for sentence in out_of_order(house):
        message, _, cite = sentence.rpartition(" (§ ")
        options = [o.option for o in house.chapter.options if isinstance(house.values[o.option], dict)]
        option = next((o for o in options if house.section(o) == cite.removesuffix(")")), options[0])
        fix = "pay the higher hand no less"
        yield desk_problem(house, message, option, "out-of-order", cite=cite.removesuffix(")"), fix=fix)
