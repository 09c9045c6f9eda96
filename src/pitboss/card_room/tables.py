"""The effect of commands about a room's tables: opening, closing, and notes on their hands."""

from pitboss.card_room.books import Books
from pitboss.card_room.commands import CloseRoom, CloseTable, Note, OpenTable
from pitboss.card_room.funds import KINDS, check_shared, different_rules
from pitboss.card_room.state import Mark, OpenedTable, State
from pitboss.errors import NotAuthorized, OutOfTurn
from pitboss.house import House

LONGEST_NAME = 60  # bytes of a table's name, which is part of its log's file name


def check_open(state: State, deed: OpenTable) -> House:
    """The house of a table that may be opened under this name; raises NotAuthorized."""
    name = deed.table
    if name in state.tables or not name.isprintable() or not name.strip() or "/" in name or len(name.encode()) > LONGEST_NAME:
        raise NotAuthorized(f"a table cannot be called {name!r}" + ", there is one" * (name in state.tables))
    house = authorized(state.chapter, deed)
    for kind in KINDS:  # a reopened table still belongs to its funds while they are offered, and is bound by their rules
        fund = state.contributes.get(kind, {}).get(name)
        if fund is not None and state.funds[fund].collecting and house.values.get(f"{kind.replace(' ', '_')}_contribution"):
            check_shared(state.funds[fund], house)
    return house


def authorized(chapter: str, deed: OpenTable) -> House:
    """The house of a table. No game is offered that the chapter does not authorize (§ 553.9(b), § 637a.9(b)); raises
    NotAuthorized."""
    return House.of(chapter, deed.house)


def open_table(state: State, deed: OpenTable) -> None:
    """Opens a table."""
    name, house = deed.table, check_open(state, deed)
    state.tables[name] = OpenedTable(dict(deed.house), str(house["variant"]))
    state.openings[name] = state.openings.get(name, 0) + 1
    for kind in KINDS:
        fund = state.contributes.get(kind, {}).get(name)
        apart = fund is not None and bool(different_rules(state.funds[fund], house))
        others = [table for table in state.apart.get(kind, ()) if table != name]
        state.apart[kind] = [*others, name] if apart else others
    state.change(f"table {name}")


def close_table(state: State, deed: CloseTable, mark: Mark, books: Books) -> None:
    """Closes a table."""
    name = deed.table
    state.table(name)
    state.books[name] = state.books.get(name, Books()) + books
    state.ended.setdefault(name, []).append(mark)
    del state.tables[name]
    state.change(f"table {name}")


def close_room(state: State, deed: CloseRoom) -> None:
    """Closes the room."""
    if state.tables:
        raise NotAuthorized(f"tables are open: {', '.join(state.tables)}")
    state.change("room")


def note(state: State, deed: Note) -> None:
    """Notes a hand: its contributions go into the boxes, and its calls wait for verification."""
    table = state.table(deed.table)
    if not deed.hand:
        return
    if deed.hand != table.hand + 1:
        raise OutOfTurn(f"hand {table.hand + 1} of table {deed.table} is the next to be noted, not hand {deed.hand}")
    for kind, cents in deed.contributions.items():
        state.funds[state.contributes[kind][deed.table]].contribute(deed.table, cents)
    for call in deed.calls:
        if not any(waits.kind == call.kind for waits in state.to_verify):
            state.change(f"calls {call.kind}")
        state.to_verify.append(call)
    table.hand = deed.hand
    state.noted += 1
