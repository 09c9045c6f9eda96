"""What the house does by itself at a table: its dealer begins rounds and goes on, bots answer for their seats, and a clock
answers for whoever is silent, as the question says.

Nothing here decides a rule. Each function looks at a table and says what is said next, by whom; the floor says it.
"""

from dataclasses import dataclass
from typing import NamedTuple

from pitboss.errors import IllegalDecision
from pitboss.floor.live import LiveTable
from pitboss.games.nonbanked.between import away_from
from pitboss.table.commands import (
    DEALER,
    FLOORPERSON,
    HOUSE,
    Act,
    Author,
    Begin,
    Bet,
    CutCards,
    Decide,
    Deed,
    Leave,
    Proceed,
    Report,
    VoidRound,
)
from pitboss.table.drivers import bots
from pitboss.table.steps import Answer, Ask, Cut, Failed, Moment
from pitboss.table.table import Table

ALONE = 10  # times as long is somebody waited for who keeps nobody else waiting


@dataclass(frozen=True)
class Clocks:
    """How long the house waits, in seconds; None is without end."""

    betting: float | None = 20.0  # from the first wager to “no more bets”, where somebody has not placed his
    decision: float | None = 45.0  # for an answer
    dropped: float | None = 15.0  # for the answer of somebody whose line is lost
    away: float | None = 300.0  # until somebody whose line is lost gives up his seat
    between: float = 4.0  # from one hand of Poker to the next
    called: float | None = 60.0  # for the first on the list of a Poker room to take a seat that is free


class Said(NamedTuple):
    """Something that the house says, or has said for a bot."""

    deed: Deed
    author: Author


def next_said(live: LiveTable) -> Said | None:
    """What is said at once, None where the table waits for somebody or something."""
    table = live.table
    request = table.request
    if table.closed or table.stopped or live.failed:
        return None
    if type(request) is Ask or type(request) is Cut:
        return bot_says(live, table) if live.bots else None
    if live.deserted and live.bots and table.round is None:
        seat = next(iter(live.bots))
        return Said(Leave(seat), bot(live, seat))
    if live.bots and table.round is None and not table.called and is_full(table):
        seat = max(live.bots)
        return Said(Leave(seat), bot(live, seat))
    if live.held_by:
        return None
    if isinstance(request, Moment):
        if request.waits_for is not None:
            return Said(Report(request.waits_for.kind, dict(request.waits_for.detail)), DEALER)
        return PROCEED
    if isinstance(request, Failed):
        return Said(VoidRound(request.why[:200]), FLOORPERSON)
    return between_rounds(live, table) if table.round is None and not table.called else None


def is_full(table: Table) -> bool:
    """Whether every seat is taken: a bot then gives its own up, so that the next person finds one."""
    return len(table.seats) >= table.game.seats(table.house)[0]


PROCEED, BEGIN = Said(Proceed(), DEALER), Said(Begin(), DEALER)


def bot_says(live: LiveTable, table: Table) -> Said | None:
    """The answer of the first bot that is asked."""
    request = table.request
    if isinstance(request, Cut):
        return Said(CutCards(request.seat), bot(live, request.seat)) if request.seat in live.bots else None
    for ask in table.asks():
        if ask.seat in live.bots:
            answer = bots(table, ask)
            if not isinstance(answer, Answer):
                answer = table.silent(ask)
            return Said(Decide(ask.seat, answer.word, answer.cents), bot(live, ask.seat))
    return None


def bot(live: LiveTable, seat: int) -> Author:
    """A bot as a player."""
    return Author("player", live.bots[seat])


def between_rounds(live: LiveTable, table: Table) -> Said | None:
    """The wagers of bots once a person has placed his, and the beginning of the round once everybody has. Hands of Poker begin
    by the clock."""
    if table.game.dealt_in is not None:
        return None
    bets, waits = table.bets, live.waits
    if not any_person_bets(live, table):
        return None
    for seat in live.bots:
        if seat not in bets and seat in table.seats and (wager := affordable(table, seat)):
            return Said(Bet(seat, wager), bot(live, seat))
    for seat, name in live.names.items():  # whoever has not placed his wagers, may do so yet, and is there, is waited for
        if seat not in bets and seat not in live.bots and name not in waits.ready and name not in waits.gone:
            return None
    return BEGIN


def any_person_bets(live: LiveTable, table: Table) -> bool:
    """Whether somebody who is no bot has placed a wager."""
    return bool(table.bets) if not live.bots else any(seat not in live.bots for seat in table.bets)


def affordable(table: Table, seat: int) -> dict[str, int]:
    """The wagers that the table suggests, {} where a seat has not the chips for a few rounds of them."""
    wagers = table.game.suggest(table.house)
    return wagers if sum(wagers.values()) * 10 <= table.seats[seat].cents else {}


# ---------------------------------------------------------------------------- clocks


def waits_until(live: LiveTable, clocks: Clocks, now: float) -> float | None:
    """Until when the table waits, by the clock, if nobody says anything; None where it waits without end."""
    table, waits = live.table, live.waits
    if table.closed or table.stopped or live.failed:
        return None
    since, seconds = waited_since(live, clocks)
    if since != waits.since:
        waits.since, waits.began, waits.until = since, now, None if seconds is None else now + seconds
    elif seconds is None:
        waits.until = None
    elif waits.seconds is None or seconds < waits.seconds:  # somebody's line was lost meanwhile
        waits.until = now + seconds if waits.until is None else min(waits.until, now + seconds)
    elif seconds > waits.seconds:  # and he is back: he has the time that he had
        waits.until = waits.began + seconds
    waits.seconds = seconds
    return waits.until


def waited_since(live: LiveTable, clocks: Clocks) -> tuple[int, float | None]:
    """Since which version the table waits for what it waits for, and for how many seconds; (-1, None) where for nothing."""
    table = live.table
    request = table.request
    if type(request) is Ask or type(request) is Cut:
        if is_gone(live, table, request.seat) and all(is_gone(live, table, ask.seat) for ask in table.asks()):
            return table.asked_at, least(clocks.decision, clocks.dropped)
        return table.asked_at, clocks.decision and clocks.decision * (ALONE if is_alone(live) else 1)
    if table.round is not None or live.held_by:
        return -1, None
    if table.called:
        return table.since, clocks.decision
    if table.game.dealt_in is not None:
        return (table.since, clocks.between) if len(dealt(live, table)) > 1 else (-1, None)
    return (table.since, clocks.betting) if any_person_bets(live, table) else (-1, None)


def is_gone(live: LiveTable, table: Table, seat: int) -> bool:
    """Whether nobody is there to answer for a seat."""
    return seat not in table.seats or table.seats[seat].player in live.waits.gone


def is_alone(live: LiveTable) -> bool:
    """Whether one person sits there, with bots or without: nobody waits for him, and he has more time."""
    return len({name for seat, name in live.names.items() if seat not in live.bots}) == 1


def dealt(live: LiveTable, table: Table) -> list[int]:
    """Who would be dealt a hand of Poker, if a person is among them."""
    there = [seat for seat in table.seats if seat not in away_from(table)]
    return there if any(seat not in live.bots for seat in there) else []


def least(one: float | None, other: float | None) -> float | None:
    """The shorter of two times."""
    return other if one is None else one if other is None else min(one, other)


def after_the_clock(live: LiveTable) -> list[Said]:
    """What the house says when it has waited long enough: the answers of the silent, in their order, or that a round begins."""
    table, request = live.table, live.table.request
    if isinstance(request, Cut):
        return [Said(CutCards(request.seat), HOUSE)]
    if isinstance(request, Ask):
        ask = table.asks()[0]
        try:
            answer = table.silent(ask)
        except IllegalDecision:
            return []
        return [Said(Decide(ask.seat, answer.word, answer.cents), HOUSE)]
    if table.round is not None:
        return []
    if table.called and table.fair is not None and table.fair.untold:  # somebody does not tell the seed that he pledged
        return [Said(Leave(table.fair.untold[0]), FLOORPERSON)]
    return [Said(Begin(), DEALER)]


def came_and_went(live: LiveTable, clocks: Clocks, now: float) -> list[Said]:
    """Players whose lines have been lost for so long that they give up their seats, between two rounds. At Poker they step away
    first, when their line is lost, and are dealt no hands until they are back."""
    table, waits = live.table, live.waits
    found: list[Said] = []
    if table.closed or table.round is not None:
        return found
    poker = table.game.dealt_in is not None
    away = away_from(table) if poker else {}
    for name, seats in live.players().items():
        lost = waits.gone.get(name)
        if lost is None:
            if name not in waits.stay_away:
                found += [Said(Act("player returns", {"seat": seat}), FLOORPERSON) for seat in seats if seat in away]
        elif clocks.away is not None and now - lost >= clocks.away:
            found += [Said(Leave(seat), FLOORPERSON) for seat in seats]
        elif poker and (there := [seat for seat in seats if seat not in away]):
            found += [Said(Act("player steps away", {"seat": seat}), FLOORPERSON) for seat in there]
    return found
