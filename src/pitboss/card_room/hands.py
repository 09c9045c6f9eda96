"""The meaning of a table's hand for the room, and what the room tells a table before one."""

from collections.abc import Iterator

from msgspec.structs import replace

from pitboss.card_room.commands import Call, Note
from pitboss.card_room.funds import KINDS, Fund
from pitboss.card_room.state import State
from pitboss.errors import NotAuthorized
from pitboss.games.nonbanked.rules import Outcome, memory_of, play_of
from pitboss.table.round import Round
from pitboss.table.steps import seat_name
from pitboss.table.table import Table

Names = dict[int, str]  # of the players at a table, by seat


def names_at(table: Table) -> Names:
    """The players at a table."""
    return {number: seat.player for number, seat in table.seats.items()}


# ---------------------------------------------------------------------------- before a hand


def tell(state: State, name: str, table: Table) -> None:
    """Tells a table before a hand whether its pots contribute to jackpots."""
    for kind in KINDS:
        fund = state.fund_of(kind, name)
        if fund is not None and takes(table, kind):
            tell_table(table, state.funds[fund])


def check_offered(state: State, name: str, table: Table) -> None:
    """Checks that contributions of a table's pots have a fund; raises NotAuthorized."""
    for kind in KINDS:
        if takes(table, kind) and state.fund_of(kind, name) is None:
            section = table.house.section(f"{kind.replace(' ', '_')}_contribution")
            raise NotAuthorized(f"table {name} takes contributions to a {kind} payout that is not offered", section)


def takes(table: Table, kind: str) -> bool:
    """True if pots at a table contribute to a payout, as far as the table knows."""
    return (
        bool(table.house.values.get(f"{kind.replace(' ', '_')}_contribution"))
        and kind not in memory_of(table).contributions_ended
    )


def tell_table(table: Table, fund: Fund) -> None:
    """Tells a table, unless it knows already, whether its pots contribute to a fund: no longer once the fund has ended, and to
    a High Hand Jackpot only in a collection period (§ 637a.16(b)(1), § 637a.16(c))."""
    until = None if fund.collected_until is None else fund.collected_until / 60
    known_until = memory_of(table).collected_until
    if not fund.collecting:
        table.act("contributions end", {"payout": fund.kind})
    elif fund.kind == "high hand" and (fund.kind not in known_until or known_until[fund.kind] != until):
        table.act("collection period", {"payout": fund.kind, "until": until})


# ---------------------------------------------------------------------------- after a hand


def note_of(state: State, name: str, hand: int, finished: Round, players: Names) -> Note:
    """The room's note on a hand: contributions, and hands to be verified. `players` are those at the table when the hand ended,
    even if they left with its end."""
    outcome = Outcome() if finished.void else play_of(finished).outcome
    calls = []
    for call in calls_of(outcome, players, name, state.noted):
        fund = state.fund_of(call.kind, name)
        if fund is not None and (call.kind == "bad beat" or state.funds[fund].qualifies(call.made)):
            calls.append(replace(call, fund=fund))
    return Note(name, hand, dict(outcome.contributions), calls)


def calls_of(outcome: Outcome, players: Names, table: str, number: int) -> Iterator[Call]:
    """The hands of a round that the dealer has called for verification, the highest of a kind first; not assigned to a fund
    yet."""
    dealt, won = outcome.dealt_in, outcome.bad_beat_winners
    names = {seat: players.get(seat, seat_name(seat)) for seat in dealt}
    for seat, value in outcome.bad_beats:
        winners, others = tuple(names[s] for s in won), tuple(names[s] for s in dealt if s not in won)
        yield Call("bad beat", seat, names[seat], value, len(dealt), table, "", number, winners, others)
    for seat, value in outcome.high_hands:
        made = outcome.made_at * 60
        yield Call("high hand", seat, names[seat], value, len(dealt), table, "", number, made=made)
