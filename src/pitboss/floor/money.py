"""What a record of a table moves between the accounts of the floor: double entries, from the record alone.

Players bring chips from their accounts in the cage and take them back there; at the end of a round, and by acts between rounds,
chips move between their seats, the inventory, the meter and the boxes of jackpots. An audit makes the same entries again.
"""

from collections import Counter
from collections.abc import Mapping

from pitboss.card_room.commands import Collect
from pitboss.card_room.records import Record as RoomRecord
from pitboss.errors import Unbalanced
from pitboss.floor.units import Entry
from pitboss.table.commands import Act
from pitboss.table.ledger import balance
from pitboss.table.records import Record
from pitboss.table.steps import seat_of

AT_THE_CAGE = ("sit", "buy", "leave")


def entries_of(
    record: Record, stream: str, names: Mapping[int, str], accounts: Mapping[str, int], meter: str = ""
) -> list[Entry]:
    """The entries of a record; `names` are those who sat there before, `accounts` their accounts by name, and `meter` is the
    name of the meter that other tables move too."""
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
    found = [Entry(account, cents) for account, cents in moves.items() if cents]
    if total := sum(entry.cents for entry in found):
        raise Unbalanced(f"version {record.version} of {stream} moves {total} cents from nowhere")
    return found


def collected(record: RoomRecord, room: str, accounts: Mapping[str, int]) -> list[Entry]:
    """The entries of a record of a Poker room: a payout that a player collects goes to his account in the cage."""
    deed = record.command.deed
    if not isinstance(deed, Collect) or not record.gave:
        return []
    cents = int(record.gave)
    return [Entry(f"fund/{room}/{deed.fund}", -cents), Entry(f"cage/{accounts[deed.player]}", cents)]


def cage_of(name: str, accounts: Mapping[str, int]) -> str:
    """The account in the cage of somebody who sits at a table."""
    if name not in accounts:
        raise Unbalanced(f"{name or 'nobody'} has no account in the cage")
    return f"cage/{accounts[name]}"


def _post(moves: Counter[str], stream: str, players: Mapping[str, int], inventory: int, fed: int, box: int, meter: str) -> None:
    for who, cents in players.items():
        moves[f"{stream}/{who}"] += cents
    moves[f"{stream}/inventory"] += inventory
    moves[f"meter/{meter}" if meter else f"{stream}/meter"] += fed
    moves[f"{stream}/box"] += box
