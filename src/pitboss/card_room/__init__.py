"""The Poker room: tables, the waiting list, revenue and jackpots around the hands that `pitboss.games.nonbanked` plays.

`room` carries out commands on `state` and puts them on record. `tables` and `hands` deal with play, `funds`, `jackpots` and
`books` with money. The floor, the commands and the terminal call it. Start reading at `room.py`.
"""

from pitboss.card_room.funds import Fund, Slip
from pitboss.card_room.notices import notice
from pitboss.card_room.room import Room

__all__ = ["Fund", "Room", "Slip", "notice"]
