"""Who won the last hands of a Poker table, how much, and with which hand: what everybody saw, read from the table's log."""

from collections.abc import Sequence

import msgspec

from pitboss.floor.books.round_context import record_of, snapshot_of
from pitboss.floor.storage.database_view import View
from pitboss.floor.storage.transactions import Played
from pitboss.games.nonbanked.variants import Variant
from pitboss.table.steps import Step, seat_of
from pitboss.telling.winners import won_by


class Winner(msgspec.Struct):
    """What a player won in all, and with which hands; none where nobody had to show."""

    player: str
    cents: int
    hands: list[str]


def recent_hands(view: View, rounds: Sequence[Played], variant: Variant) -> dict[int, list[Winner]]:
    """The winners of some rounds of one log that follow one another, by round; nobody where a round was void."""
    if not rounds:
        return {}
    first, last = min(each.first for each in rounds), max(each.last for each in rounds)
    base, since = view.snapshot_before(rounds[0].stream, first), 0
    players: dict[int, str] = {}
    if base is not None:
        players = {number: seat.player for number, seat in snapshot_of(base[1]).seats.items()}
        since = base[1].version
    steps: list[Step] = []
    found: dict[int, list[Winner]] = {}
    for _, row in view.records(rounds[0].stream, since + 1, last):
        record = record_of(row)
        for step in record.steps:
            if step.act == "sit":
                players[seat_of(step.who)] = step.note
            elif step.act == "begin":
                steps = []
            steps.append(step)
        if record.end is not None:
            won = [] if record.end.void else won_by(steps, variant)
            found[record.end.round] = [Winner(players.get(each.seat, ""), each.cents, each.hands) for each in won]
    return {each.round: found[each.round] for each in rounds if each.round in found}
