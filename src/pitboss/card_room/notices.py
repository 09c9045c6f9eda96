"""The notices posted at a Poker table: about a Bad Beat payout, a High Hand Jackpot, and the Kill option."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from pitboss.card_room.funds import KINDS, Fund
from pitboss.card_room.state import State
from pitboss.games.nonbanked.kill import kill_limits
from pitboss.games.nonbanked.payouts import payout_words, payouts
from pitboss.games.nonbanked.rules import memory_of, rules_of
from pitboss.games.nonbanked.variants import OMAHA
from pitboss.hands import FIVE_CARD
from pitboss.money import dollars
from pitboss.table.table import Table

IDENTIFICATION = "valid identification"
FUNDS = dict(zip(KINDS, ("Bad Beat", "High Hand Jackpot"), strict=True))


@dataclass(frozen=True)
class Sign:
    """A sign at a table: its title, the amount on display, its current status ("" for none), and its lines with their
    paragraphs."""

    title: str
    cents: int | None
    now: str
    lines: tuple[tuple[str, str], ...]


def signs_at(state: State, name: str, table: Table) -> Iterator[Sign]:
    """The signs at a table of a room: its jackpots (§ 553.20(b), § 637a.15(b), § 637a.16(b)), and its Kill option (§ 553.12(m),
    § 637a.12(n))."""
    for kind, title in FUNDS.items():
        if (fund := state.fund_of(kind, name)) is not None:
            yield fund_sign(title, state.funds[fund])
    if table.house["kill"]:
        yield kill_sign(table)


def fund_sign(title: str, fund: Fund) -> Sign:
    """A jackpot with the amount on display. For a High Hand Jackpot the highest hand so far is announced (§ 637a.16(f))."""
    highest = f"the highest hand so far: {FIVE_CARD.in_full(fund.best)}" if fund.slips else ""
    now = "the amount is about to be adjusted" if fund.pending else highest
    return Sign(title, fund.shows, now if fund.collecting else "contributions have ended", tuple(notice(fund)))


def kill_sign(table: Table) -> Sign:
    """The Kill option and the least pot that triggers it; `now` shows the limits while they are raised."""
    house, cite = table.house, rules_of(table.game).sections[OMAHA].kill
    small, big = map(dollars, kill_limits(house))
    pot = dollars(house["qualifying_pot"])
    lines = (
        (cite, f"a pot of {pot} or more that one player wins whole raises the limits of the next hand to {small} and {big}"),
        (cite, f"they stay up until two players split a pot, high and low, or a pot is less than {pot}"),
    )
    return Sign(house["kill"].capitalize(), None, f"limits {small} and {big}" if memory_of(table).kill else "", lines)


def notice(fund: Fund) -> Iterable[tuple[str, str]]:
    """The posted notice about a fund, each line with its paragraph (§ 553.20(b), § 637a.15(b), § 637a.16(b))."""
    s, house = fund.section, fund.house
    prefix = fund.kind.replace(" ", "_")
    most, least = house.values[f"{prefix}_contribution"], house.values[f"{prefix}_minimum_pot"]
    if fund.kind == "bad beat":
        yield f"{s}(b)(1)", f"{dollars(most)} of each pot at most: {house['bad_beat_method']}{_levels(fund)}"
        yield f"{s}(b)(2)", f"from pots of {dollars(least)} or more" if least else "from every pot"
        for hand, rows in payouts(house).items():
            yield f"{s}(b)(3)", f"a losing hand of {hand}; {', '.join(map(payout_words, rows))}"
        yield f"{s}(g)", f"paid in {house['bad_beat_paid_in']} at the {house['bad_beat_paid_at']}"
        return
    period, limit = house["high_hand_qualifying_period"], house["high_hand_claim_limit"]
    yield f"{s}(b)(1)", f"collected for {house['high_hand_collection_period']} minutes; hands qualify for {period} minutes"
    yield f"{s}(b)(2)", f"{dollars(most)} of each pot at most{_levels(fund)}"
    yield f"{s}(b)(3)", f"from pots of {dollars(least)} or more" if least else "from every pot"
    yield f"{s}(b)(4)", f"{house['high_hand_minimum_players']} players or more dealt in"
    yield f"{s}(b)(5)", f"the same highest hand: {house['high_hand_division']}"
    when = f"within {limit} days" if limit else "without a time limit"
    yield f"{s}(b)(6)", f"to be collected {when}; players need not be present at the end of the period"
    more = house["high_hand_restrictions"]
    yield f"{s}(b)(7)", IDENTIFICATION if IDENTIFICATION in more else f"{IDENTIFICATION}; {more}"


def _levels(fund: Fund) -> str:
    """The pots at which parts of a contribution are taken; "" if all of it is taken at once."""
    levels = fund.house.values[f"{fund.kind.replace(' ', '_')}_levels"]
    return "".join(f"; {dollars(level['take'])} as the pot reaches {dollars(level['pot'])}" for level in levels)
