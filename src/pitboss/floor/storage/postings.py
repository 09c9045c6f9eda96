"""Postings: the double entries of a table's record, from the record alone.

Players bring chips from the cage and take them back; at the end of a round, and by acts between rounds, chips move between
seats, inventory, meter and jackpots. The audit makes the same entries again.
"""

from collections import Counter
from collections.abc import Iterable, Mapping

from pitboss.card_room.commands import Collect
from pitboss.card_room.records import Record as RoomRecord
from pitboss.errors import Unbalanced
from pitboss.floor.storage.transactions import Entry
from pitboss.table.commands import Act
from pitboss.table.log.records import Record
from pitboss.table.money.ledger import balance
from pitboss.table.steps import Step, seat_of

AT_THE_CAGE = ("sit", "buy", "leave")


def entries_of(
    record: Record, stream: str, names: Mapping[int, str], accounts: Mapping[str, int], meter: str = ""
) -> list[Entry]:
    """The entries of a record. `names` are the players before it, `accounts` their accounts, `meter` the linked meter."""
    at_the_cage = [step for step in record.steps if step.act in AT_THE_CAGE]
    if not at_the_cage and record.end is None and not isinstance(record.deed, Act):
        return []
    moves: Counter[str] = Counter()
    seated = dict(names)
    for step in at_the_cage:
        seat = seat_of(step.who)
        if step.act == "sit":
            seated[seat] = step.note
        cents = -step.cents if step.act == "leave" else step.cents
        moves[f"{stream}/seat_{seat}"] += cents
        moves[cage_of(seated.get(seat, ""), accounts)] -= cents
        if step.act == "leave":
            seated.pop(seat, None)
    if record.end is not None:
        end = record.end
        _post(moves, stream, end.players, end.inventory, end.meter, end.box, meter)
    elif isinstance(record.deed, Act):
        ledger = balance([step for step in record.steps if step.act not in AT_THE_CAGE])
        _post(moves, stream, ledger.players, ledger.inventory, ledger.meter, ledger.box, meter)
    entries = [Entry(account, cents) for account, cents in moves.items() if cents]
    if total := sum(entry.cents for entry in entries):
        raise Unbalanced(f"version {record.version} of {stream} moves {total} cents from nowhere")
    return entries


def follow_seats(names: dict[int, str], steps: Iterable[Step]) -> None:
    """Apply arrivals and departures to the players by seat."""
    for step in steps:
        if step.act == "sit":
            names[seat_of(step.who)] = step.note
        elif step.act == "leave":
            names.pop(seat_of(step.who), None)


def collected(record: RoomRecord, room: str, accounts: Mapping[str, int]) -> list[Entry]:
    """The entries of a room's record: a collected payout goes to the player's account at the cage."""
    command = record.command.deed
    if not isinstance(command, Collect) or not record.gave:
        return []
    cents = int(record.gave)
    return [Entry(f"fund/{room}/{command.fund}", -cents), Entry(f"cage/{accounts[command.player]}", cents)]


def cage_of(name: str, accounts: Mapping[str, int]) -> str:
    """The cage account of a player."""
    if name not in accounts:
        raise Unbalanced(f"{name or 'nobody'} has no account in the cage")
    return f"cage/{accounts[name]}"


def _post(moves: Counter[str], stream: str, players: Mapping[str, int], inventory: int, fed: int, box: int, meter: str) -> None:
    for who, cents in players.items():
        moves[f"{stream}/{who}"] += cents
    moves[f"{stream}/inventory"] += inventory
    moves[f"meter/{meter}" if meter else f"{stream}/meter"] += fed
    moves[f"{stream}/box"] += box
