"""The house's own commands: the dealer starts and continues rounds, bots answer, and a clock answers for silent players.

Nothing here decides a rule. Each function reads a table and returns the next command with its author; `tables` carries it out.
"""

from dataclasses import dataclass
from typing import NamedTuple

from pitboss.errors import IllegalDecision
from pitboss.floor.play.live_table import LiveTable
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

CALLED = -2  # the version since which a table waits for seeds: a time of its own, after the one for wagers
BANK_HANDS = 9  # hands after which an empty time bank is full
ALONE = 10  # the factor by which a player has more time who keeps nobody waiting


@dataclass(frozen=True)
class Clocks:
    """How long the house waits, in seconds; None is without end."""

    betting: float | None = 20.0  # from the first wager to “no more bets”
    decision: float | None = 45.0  # for an answer
    dropped: float | None = 15.0  # for the answer of a player who is offline
    reveal: float | None = 5.0  # for a player to reveal a pledged seed
    away: float | None = 300.0  # until a player who is offline gives up the seat
    between: float = 4.0  # from one hand of Poker to the next
    called: float | None = 60.0  # for the first on the list of a Poker room to take a seat that is free


class HouseCommand(NamedTuple):
    """A command by the house, or for a bot."""

    command: Deed
    author: Author


def next_command(live: LiveTable) -> HouseCommand | None:
    """The command that is due now, None if the table has to wait."""
    table = live.table
    request = table.request
    if table.closed or table.stopped or live.failed:
        return None
    if type(request) is Ask or type(request) is Cut:
        return bot_command(live, table) if live.bots else None
    if live.deserted and live.bots and table.round is None:
        seat = next(iter(live.bots))
        return HouseCommand(Leave(seat), bot_author(live, seat))
    if live.bots and table.round is None and not table.called and is_full(table):
        seat = max(live.bots)
        return HouseCommand(Leave(seat), bot_author(live, seat))
    if table.called:  # “no more bets” was said: the round begins as soon as the last seed is there
        return BEGIN if table.fair is not None and not table.fair.untold else None
    if live.held_by:
        return None
    if isinstance(request, Moment):
        if request.waits_for is not None:
            return HouseCommand(Report(request.waits_for.kind, dict(request.waits_for.detail)), DEALER)
        return PROCEED
    if isinstance(request, Failed):
        return HouseCommand(VoidRound(request.why[:200]), FLOORPERSON)
    return command_between_rounds(live, table) if table.round is None else None


def is_full(table: Table) -> bool:
    """Whether every seat is taken: a bot then gives its own up, so that the next person finds one."""
    return len(table.seats) >= table.game.seats(table.house)[0]


PROCEED, BEGIN = HouseCommand(Proceed(), DEALER), HouseCommand(Begin(), DEALER)


def bot_command(live: LiveTable, table: Table) -> HouseCommand | None:
    """The answer of the first bot that is asked."""
    request = table.request
    if isinstance(request, Cut):
        return HouseCommand(CutCards(request.seat), bot_author(live, request.seat)) if request.seat in live.bots else None
    for ask in table.asks():
        if ask.seat in live.bots:
            answer = bots(table, ask)
            if not isinstance(answer, Answer):
                answer = table.silent(ask)
            return HouseCommand(Decide(ask.seat, answer.word, answer.cents), bot_author(live, ask.seat))
    return None


def bot_author(live: LiveTable, seat: int) -> Author:
    """A bot as a player."""
    return Author("player", live.bots[seat])


def command_between_rounds(live: LiveTable, table: Table) -> HouseCommand | None:
    """A bot's wagers once a person has bet, then Begin once everybody has. Hands of Poker begin by the clock."""
    if table.game.dealt_in is not None:
        return None
    bets, waits = table.bets, live.waits
    if not any_person_bets(live, table):
        return None
    for seat in live.bots:
        if seat not in bets and seat in table.seats and (wager := affordable(table, seat)):
            return HouseCommand(Bet(seat, wager), bot_author(live, seat))
    for seat, name in live.names.items():  # wait for players who are there, have not bet and still may
        if seat not in bets and seat not in live.bots and name not in waits.ready and name not in waits.gone:
            return None
    return BEGIN


def any_person_bets(live: LiveTable, table: Table) -> bool:
    """True if a person has placed a wager."""
    return bool(table.bets) if not live.bots else any(seat not in live.bots for seat in table.bets)


def affordable(table: Table, seat: int) -> dict[str, int]:
    """The suggested wagers, {} if the seat has too few chips for ten rounds of them."""
    wagers = table.game.suggest(table.house)
    return wagers if sum(wagers.values()) * 10 <= table.seats[seat].cents else {}


# ---------------------------------------------------------------------------- clocks


def deadline(live: LiveTable, clocks: Clocks, now: float) -> float | None:
    """The time at which the clock acts, None for never."""
    table, waits = live.table, live.waits
    if table.closed or table.stopped or live.failed:
        return None
    since, seconds = waited_since(live, clocks)
    if since != waits.since:
        settle_bank(live, clocks.decision, now)
    if seconds is not None:
        seconds += grant_bank(live, clocks.decision)
    if since != waits.since:
        waits.since, waits.began, waits.until = since, now, None if seconds is None else now + seconds
    elif seconds is None:
        waits.until = None
    elif waits.seconds is None or seconds < waits.seconds:  # a player went offline meanwhile
        waits.until = now + seconds if waits.until is None else min(waits.until, now + seconds)
    elif seconds > waits.seconds:  # and is back, with the time as it was
        waits.until = waits.began + seconds
    waits.seconds = seconds
    return waits.until


def waited_since(live: LiveTable, clocks: Clocks) -> tuple[int, float | None]:
    """The version since which the table waits, and for how many seconds; (-1, None) if it does not wait."""
    table = live.table
    request = table.request
    if type(request) is Ask or type(request) is Cut:
        if is_gone(live, table, request.seat) and all(is_gone(live, table, ask.seat) for ask in table.asks()):
            return table.asked_at, shorter(clocks.decision, clocks.dropped)
        return table.asked_at, clocks.decision and clocks.decision * (ALONE if is_alone(live) else 1)
    if table.called:
        return CALLED, clocks.reveal
    if table.round is not None or live.held_by:
        return -1, None
    if table.game.dealt_in is not None:
        return (table.since, clocks.between) if len(seats_dealt_in(live, table)) > 1 else (-1, None)
    return (table.since, clocks.betting) if any_person_bets(live, table) else (-1, None)


def is_gone(live: LiveTable, table: Table, seat: int) -> bool:
    """True if no player is there to answer for the seat."""
    return seat not in table.seats or table.seats[seat].player in live.waits.gone


def is_alone(live: LiveTable) -> bool:
    """True if exactly one person sits there: they keep nobody waiting and get more time."""
    return len({name for seat, name in live.names.items() if seat not in live.bots}) == 1


def seats_dealt_in(live: LiveTable, table: Table) -> list[int]:
    """The seats of the next hand of Poker, empty if only bots would be dealt in."""
    there = [seat for seat in table.seats if seat not in away_from(table)]
    return there if any(seat not in live.bots for seat in there) else []


# A time bank at Poker is as long as the time for an answer, and is drawn on by itself when that is over. Like all clocks of the
# house it is not on record: a server that starts again begins with full banks.


def asked_player(live: LiveTable) -> str:
    """The player whose bank is drawn on: who is asked at Poker and is online; "" for nobody."""
    table, request = live.table, live.table.request
    if type(request) is not Ask or table.game.dealt_in is None or request.seat in live.bots:
        return ""
    return "" if is_gone(live, table, request.seat) else table.seats[request.seat].player


def grant_bank(live: LiveTable, full: float | None) -> float:
    """The seconds that the bank of the player who is asked adds to the time for an answer."""
    waits = live.waits
    waits.banker = asked_player(live) if full else ""
    waits.bank = waits.banks.get(waits.banker, full or 0.0) if waits.banker else 0.0
    return waits.bank


def settle_bank(live: LiveTable, full: float | None, now: float) -> None:
    """The table waits for something else: take what the last answer used of a bank; between two hands fill the banks."""
    waits = live.waits
    if waits.bank and waits.seconds is not None:
        used = now - waits.began - (waits.seconds - waits.bank)
        if used > 0:
            waits.banks[waits.banker] = max(0.0, waits.bank - used)
    waits.bank = 0.0
    if full and live.table.round is None:
        grown = {player: bank + full / BANK_HANDS for player, bank in waits.banks.items()}
        waits.banks = {player: bank for player, bank in grown.items() if bank < full}


def shorter(one: float | None, other: float | None) -> float | None:
    """The shorter of two times."""
    return other if one is None else one if other is None else min(one, other)


def commands_at_timeout(live: LiveTable) -> list[HouseCommand]:
    """What the house does when time is up: answer for a silent player, or begin the round."""
    table, request = live.table, live.table.request
    if isinstance(request, Cut):
        return [HouseCommand(CutCards(request.seat), HOUSE)]
    if isinstance(request, Ask):
        ask = table.asks()[0]
        try:
            answer = table.silent(ask)
        except IllegalDecision:
            return []
        return [HouseCommand(Decide(ask.seat, answer.word, answer.cents), HOUSE)]
    if table.round is not None:
        return []
    if table.called and table.fair is not None and table.fair.untold:  # a player pledged a seed and does not reveal it
        return [HouseCommand(Leave(table.fair.untold[0]), FLOORPERSON)]
    return [HouseCommand(Begin(), DEALER)]


def commands_for_absent(live: LiveTable, clocks: Clocks, now: float) -> list[HouseCommand]:
    """Leave for players offline too long, between rounds. At Poker they step away first and are dealt no hands."""
    table, waits = live.table, live.waits
    commands: list[HouseCommand] = []
    if table.closed or table.round is not None:
        return commands
    poker = table.game.dealt_in is not None
    away = away_from(table) if poker else {}
    for name, seats in live.players().items():
        lost = waits.gone.get(name)
        if lost is None:
            if name not in waits.stay_away:
                commands += [HouseCommand(Act("player returns", {"seat": seat}), FLOORPERSON) for seat in seats if seat in away]
        elif clocks.away is not None and now - lost >= clocks.away:
            commands += [HouseCommand(Leave(seat), FLOORPERSON) for seat in seats]
        elif poker and (there := [seat for seat in seats if seat not in away]):
            commands += [HouseCommand(Act("player steps away", {"seat": seat}), FLOORPERSON) for seat in there]
    return commands
