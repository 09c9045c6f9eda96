"""The Poker room: tables, the waiting list, revenue and jackpots around the hands that `pitboss.games.nonbanked` plays."""

from pitboss.card_room.funds import Fund, Slip
from pitboss.card_room.notices import notice
from pitboss.card_room.room import Room

__all__ = ["Fund", "Room", "Slip", "notice"]
