"""Time banks at Poker: seconds that a player has beside the time for an answer, for the hard decisions of a session.

A bank is as large as the time for one answer. It is drawn on by itself when that time is over, and every hand gives a part of it back.
Like all clocks of the house it is not on record: a server that starts again begins with full banks.
"""

from pitboss.floor.play.live_table import LiveTable
from pitboss.table.steps import Ask

HANDS = 9  # after which an empty bank is full


def asked_player(live: LiveTable) -> str:
    """The player whose bank is drawn on: who is asked at Poker and is online; "" for nobody."""
    table, request = live.table, live.table.request
    if type(request) is not Ask or table.game.dealt_in is None or request.seat not in table.seats:
        return ""
    player = table.seats[request.seat].player
    return "" if player in live.waits.gone or request.seat in live.bots else player


def grant(live: LiveTable, full: float | None) -> float:
    """The seconds that the bank of the player who is asked adds to the time for an answer."""
    waits = live.waits
    waits.banker = asked_player(live) if full else ""
    waits.bank = waits.banks.get(waits.banker, full or 0.0) if waits.banker else 0.0
    return waits.bank


def settle(live: LiveTable, full: float | None, now: float) -> None:
    """The table waits for something else: take what the last answer used of a bank; between two hands fill the banks."""
    waits = live.waits
    if waits.bank and waits.seconds is not None:
        used = now - waits.began - (waits.seconds - waits.bank)
        if used > 0:
            waits.banks[waits.banker] = max(0.0, waits.bank - used)
    waits.bank = 0.0
    if full and live.table.round is None:
        grown = {player: bank + full / HANDS for player, bank in waits.banks.items()}
        waits.banks = {player: bank for player, bank in grown.items() if bank < full}
