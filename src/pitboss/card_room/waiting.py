"""The effect of commands about the waiting list, and about the seats that players take from it."""

from pitboss.card_room.commands import Join, Strike, TakeSeat
from pitboss.card_room.state import State, Waiting
from pitboss.errors import IllegalWager, NotAuthorized


def join(state: State, deed: Join) -> int:
    """Puts a player on the list for a game; returns how many wait for it ahead of them."""
    if any(entry.player == deed.player for entry in state.waiting):
        raise IllegalWager(f"{deed.player} is on the list already")
    if not any(table.variant == deed.variant for table in state.tables.values()):
        raise NotAuthorized(f"no table plays {deed.variant!r} now", f"{state.chapter}.9(a)")
    ahead = waiting_for(state, deed.variant)
    state.waiting.append(Waiting(deed.player, deed.variant))
    state.change(f"player {deed.player}")
    return ahead


def waiting_for(state: State, variant: str) -> int:
    """The number of players waiting for a game."""
    return sum(entry.variant == variant for entry in state.waiting)


def strike(state: State, deed: Strike) -> None:
    """Takes a player off the list."""
    if not any(entry.player == deed.player for entry in state.waiting):
        raise IllegalWager(f"{deed.player} is not on the list")
    _take_off(state, deed.player)


def _take_off(state: State, player: str) -> None:
    state.waiting = [entry for entry in state.waiting if entry.player != player]
    state.change(f"player {player}")


def check_turn(state: State, deed: TakeSeat) -> None:
    """Checks that no other player has priority for a table's game; raises NotAuthorized."""
    variant = state.table(deed.table).variant
    first = next((entry.player for entry in state.waiting if entry.variant == variant), deed.player)
    if first != deed.player:
        raise NotAuthorized(f"{first} is first on the list for {variant}")


def take_seat(state: State, deed: TakeSeat) -> None:
    """Takes a player off the list who gets a seat; the table seats them."""
    check_turn(state, deed)
    _take_off(state, deed.player)
